"""After a restore: nobody who is connected shall pay for not having been noticed first."""

import asyncio
from collections.abc import Mapping, Sequence

from console.coming_back import Returning, given_back
from console.progress import progress
from console.stored import understood
from engine import snapshot
from engine.clock import timing
from engine.due import due
from runtime.operated import OperatedStore
from runtime.settings import Settings
from runtime.store import match_due, next_position

LOOK_S = 0.25
BATCH = 1_000


async def give_back(store: OperatedStore, settings: Settings, back: Sequence[Returning]) -> int:
    """Watch over tables that came back, until every gateway has told of its connections; count the turns."""
    watched = {one.whole.code: one for one in back if one.game is not None and one.game.turn is not None}
    loop, given = asyncio.get_running_loop(), 0
    ends = loop.time() + 2 * settings.renew_ms / 1000
    with progress("looks at who is there") as step:
        while watched and loop.time() < ends:
            for code in await _woken(store, watched):
                if await _give(store, settings, watched[code]):
                    del watched[code]
                    given += 1
            step()
            await asyncio.sleep(LOOK_S)
    return given


async def _woken(store: OperatedStore, watched: Mapping[str, Returning]) -> list[str]:
    """Return the tables at which something was done since they came back."""
    codes, found = list(watched), []
    for start in range(0, len(codes), BATCH):
        stands = await store.positions("match", codes[start : start + BATCH])
        found += [
            code for code, at in stands.items() if at and at.version > watched[code].whole.match_version
        ]
    return found


async def _give(store: OperatedStore, settings: Settings, returned: Returning) -> bool:
    """Write the turn anew where that is due to its player; return whether it was."""
    code = returned.whole.code
    position = (await store.positions("match", [code]))[code]
    stands = await store.take(code)
    game = understood(stands).game
    if game is None or position is None or returned.game is None:
        return False
    whole = given_back(returned.game, game, stands.at)
    if whole is None:
        return False
    written = await store.commit(
        "match",
        code,
        expected=position,
        position=next_position(position),
        body=snapshot.dump(whole),
        state=whole.phase,
        due={match_due(code): due(whole, timing(settings).limits(whole.match.rules), stands.outages)},
        read=stands.at,
    )
    return written is not None
