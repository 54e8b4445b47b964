"""Work that takes its time, done beside the event loop. Knows no turn."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def apart(work: Callable[[], T]) -> T:
    """Return what `work` returns, or raise what it raises, while the loop goes on.

    It is done in a thread that no process waits for when it ends, and whose end nobody has to wait for.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[..., None], value: object) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(lambda: None if done.done() else settle(value))

    def run() -> None:
        try:
            result = work()
        except Exception as error:
            tell(done.set_exception, error)
        else:
            tell(done.set_result, result)

    Thread(target=run, daemon=True, name="thought").start()
    return await done
