"""What goes on in the background of a service ends with it."""

import asyncio

from runtime.service import background


async def test_what_goes_on_in_the_background_ends_with_the_service() -> None:
    ended = []

    async def work(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(name)

    async with background([lambda: work("one"), lambda: work("other")]):
        await asyncio.sleep(0)

    assert sorted(ended) == ["one", "other"]


async def test_work_that_swallows_a_cancellation_ends_nevertheless() -> None:
    """As a store's client does when it is cancelled at the wrong moment."""
    swallowed = 0

    async def work() -> None:
        nonlocal swallowed
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if swallowed == 2:
                    raise
                swallowed += 1

    async with asyncio.timeout(5), background([work]):
        await asyncio.sleep(0)

    assert swallowed == 2


async def test_work_that_failed_by_itself_does_not_disturb_the_end() -> None:
    async def work() -> None:
        raise ValueError

    async with background([work]):
        await asyncio.sleep(0)
