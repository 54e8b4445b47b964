"""Messages for one reader: what asyncio.Queue is without bounds, at a tenth of the memory."""

from typing import Generic, TypeVar

from gateway.gate import Gate

T = TypeVar("T")


class Mailbox(Generic[T]):
    """For a few messages only: it is a list."""

    __slots__ = ("_held", "_some")

    def __init__(self) -> None:
        self._held: list[T] = []
        self._some = Gate()

    def put_nowait(self, message: T) -> None:
        self._held.append(message)
        self._some.set()

    async def get(self) -> T:
        """Return the oldest message, once there is one."""
        while not self._held:
            self._some.clear()
            await self._some.wait()
        return self._held.pop(0)

    def empty(self) -> bool:
        return not self._held

    def take_all(self) -> list[T]:
        """Return all messages, and hold none."""
        held, self._held = self._held, []
        return held
