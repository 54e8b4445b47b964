"""During a restore, and shortly after it: nobody who is connected pays for not being noticed first."""

import asyncio

from console.coming_back import Returning, given_back
from console.stored import understood
from engine import snapshot
from engine.clock import timing
from engine.due import due
from runtime.keys import match_due
from runtime.operated import OperatedStore
from runtime.settings import Settings
from runtime.store import next_position

LOOK_S = 0.25
BATCH = 1_000


class GivingBack:
    """Watches over each table that came back, until every gateway has told of its connections."""

    def __init__(self, store: OperatedStore, settings: Settings) -> None:
        self.turns = 0
        self._store = store
        self._settings = settings
        self._watched: dict[str, tuple[Returning, float]] = {}
        self._all_back = asyncio.Event()

    def watch(self, one: Returning) -> None:
        """Watch over a table from now on, where a turn is under way."""
        if one.game is not None and one.game.turn is not None:
            ends = asyncio.get_running_loop().time() + 2 * self._settings.renew_ms / 1000
            self._watched[one.whole.code] = one, ends

    def all_are_back(self) -> None:
        """Nothing more will come to be watched."""
        self._all_back.set()

    async def run(self) -> None:
        """Go on until all are back, and each has been watched long enough."""
        loop = asyncio.get_running_loop()
        while self._watched or not self._all_back.is_set():
            for code in await self._woken():
                if await self._give(self._watched[code][0]):
                    del self._watched[code]
                    self.turns += 1
            for code in [code for code, (_, ends) in self._watched.items() if loop.time() > ends]:
                del self._watched[code]
            await asyncio.sleep(LOOK_S)

    async def _woken(self) -> list[str]:
        """Return the tables at which something was done since they came back."""
        codes, found = list(self._watched), []
        for start in range(0, len(codes), BATCH):
            stands = await self._store.positions("match", codes[start : start + BATCH])
            for code, at in stands.items():
                if at is not None and at.version > self._watched[code][0].whole.match_version:
                    found.append(code)
        return found

    async def _give(self, returned: Returning) -> bool:
        """Write the turn anew where that is due to its player; return whether it was."""
        code = returned.whole.code
        position = (await self._store.positions("match", [code]))[code]
        stands = await self._store.take(code)
        game = understood(stands).game
        if game is None or position is None or returned.game is None:
            return False
        whole = given_back(returned.game, game, stands.at)
        if whole is None:
            return False
        limits = timing(self._settings).limits(whole.match.rules)
        written = await self._store.commit(
            "match",
            code,
            expected=position,
            position=next_position(position),
            body=snapshot.dump(whole),
            state=whole.phase,
            due={match_due(code): due(whole, limits, stands.outages)},
            read=stands.at,
        )
        return written is not None
