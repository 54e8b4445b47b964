"""Tables at which four scripted players go on playing: match after match, table after table."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from runtime.settings import Settings
from runtime.store import Store, StoreError, connect, next_position
from seating import snapshot
from tests.faults.witness import Violation, Witness
from tests.harness.player import Player

ANSWER_S = 90.0
"""A command that nobody answers for so long is a fault, whatever was done to the platform."""
RACING_CLOCK_S = 1
AGAIN = 0.6
"""Share of matches after which the same people play another one."""


class Tables:
    """Any number of tables, played at as long as `going()`. `racing` ones have a clock of a second."""

    def __init__(
        self, urls: Sequence[str], store_url: str, witness: Witness, rng: random.Random, think_s: float
    ) -> None:
        self._urls = urls
        self._settings = Settings(store_url=store_url)
        self._witness = witness
        self._rng = rng
        self._think_s = think_s
        self.going = True
        self.live: dict[str, float] = {}  # since when each table is played at

    async def play(self, *, racing: bool) -> None:
        """Play at one table after another."""
        while self.going:
            seed = self._rng.random()
            rng = random.Random(seed)
            players = [Player(self._urls, f"P{n}", random.Random(seed + n)) for n in range(4)]
            for player in players:
                self._witness.follow(player)
            try:
                await self._sit(players, rng, racing=racing)
                await self._matches(players, rng, racing=racing)
            except (TimeoutError, RuntimeError) as error:
                self._fault("unanswered", players, repr(error))
                return
            finally:
                self.live.pop(players[0].code, None)
                await asyncio.gather(*(player.close() for player in players))

    async def _sit(self, players: Sequence[Player], rng: random.Random, *, racing: bool) -> None:
        host = players[0]
        code = await host.open_table(target=rng.choice((100, 150, 200)))
        for player in players[1:]:
            await player.sit(code)
        if racing:
            await self._shorten_clock(code)
        for player in players:
            player.stay()
        reply = await host.ask({"type": "start"}, ANSWER_S)
        if not reply["ok"]:
            raise RuntimeError(f"start was refused: {reply}")
        self.live[code] = time.monotonic()

    async def _matches(self, players: Sequence[Player], rng: random.Random, *, racing: bool) -> None:
        """Play matches until it is time for new people."""
        match = 1
        think = self._racing_thought(rng) if racing else lambda: rng.uniform(0, 2 * self._think_s)
        while True:
            again = rng.random() < AGAIN
            await asyncio.gather(*(self._match(player, match, think, again=again) for player in players))
            if not again or not self.going:
                return
            match += 1

    async def _match(self, player: Player, match: int, think: Callable[[], float], *, again: bool) -> None:
        """Play one match to its end, and ask for another one if so agreed. Nothing is said twice."""
        answered: object = None
        while self.going and not player.ended:
            if player.view is None:
                await self._until(player, lambda: player.view is not None)
                continue
            stood = player.place_in_time()
            number, round_, _, phase = stood
            if number > match:
                return
            if stood == answered:
                pass  # the view that shows what came of it is still under way
            elif player.my_turn():
                await asyncio.sleep(think())
                if player.place_in_time() == stood:
                    await player.ask(player.move(), ANSWER_S)
                    answered = stood
            elif phase == "between" and player.seat not in player.view["ready"]:
                await asyncio.sleep(think())
                await player.ask({"type": "ready", "match": number, "round": round_}, ANSWER_S)
                answered = stood
            elif phase == "over":
                if not again:
                    return
                await player.ask({"type": "again", "match": number}, ANSWER_S)
                answered = stood
            if player.place_in_time() == stood:
                await self._until(player, lambda stood=stood: player.place_in_time() != stood)  # type: ignore[misc]

    async def _until(self, player: Player, holds: Callable[[], bool]) -> None:
        """Wait for `holds`, but not for ever: it may have been time to end."""
        with suppress(TimeoutError):
            await player.until(holds, 0.5)

    def _racing_thought(self, rng: random.Random) -> Callable[[], float]:
        """Often about as long as the clock runs, so that the move and the clock meet."""

        def think() -> float:
            if rng.random() < 0.4:
                return rng.uniform(RACING_CLOCK_S - 0.08, RACING_CLOCK_S + 0.08)
            return rng.uniform(0, 2 * self._think_s)

        return think

    async def _shorten_clock(self, code: str) -> None:
        """Give the table a clock that no preset has: in the store, as nobody can ask for it."""
        redis = connect(self._settings)
        store = Store(redis, self._settings)
        try:
            while True:
                with suppress(StoreError):
                    stored = await store.load("table", code)
                    if stored.body is None:
                        raise RuntimeError("a table that was opened is not there")
                    table = snapshot.load(stored.body)
                    if table.settings.turn_seconds == RACING_CLOCK_S:
                        return
                    clock = {"turn_seconds": RACING_CLOCK_S, "away_seconds": RACING_CLOCK_S}
                    await store.commit(
                        "table",
                        code,
                        expected=stored.position,
                        position=next_position(stored.position),
                        body=snapshot.dump(replace(table, settings=replace(table.settings, **clock))),  # type: ignore[arg-type]
                        state=None,
                        due={},
                    )
                await asyncio.sleep(0.02)
        finally:
            await store.close()

    def _fault(self, kind: str, players: Sequence[Player], what: str) -> None:
        stands = [player.place_in_time() if player.view else None for player in players]
        connected = [player.connected for player in players]
        text = f"{what}; players at {stands}, connected {connected}"
        self._witness.violations.append(Violation(kind, players[0].code, text))
