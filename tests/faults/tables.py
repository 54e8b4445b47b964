"""Tables at which scripted people go on playing: game after game, match after match, table after table."""

import random
import time
from collections.abc import Iterator, Sequence

from tests.faults.games import Game
from tests.faults.visit import Visit
from tests.faults.witness import Violation, Witness


class Tables:
    """Any number of tables, played at as long as `going`. Of those with a clock a share is `racing`."""

    def __init__(
        self,
        urls: Sequence[str],
        store_url: str,
        witness: Witness,
        games: Sequence[Game],
        rng: random.Random,
        *,
        think_s: float,
        racing: float,
    ) -> None:
        self._urls = urls
        self._store_url = store_url
        self._witness = witness
        self._rng = rng
        self._think_s = think_s
        self._racing = racing
        self._deck = _endless(games, rng)
        self.going = True
        self.live: dict[str, float] = {}  # since when each table is played at

    async def play(self) -> None:
        """Play at one table after another."""
        while self.going:
            game, rng = next(self._deck), random.Random(self._rng.random())
            racing = game.has_clock and rng.random() < self._racing
            visit = Visit(
                game,
                self._urls,
                self._witness,
                rng,
                racing=racing,
                think_s=self._think_s,
                going=lambda: self.going,
            )
            try:
                await visit.sit(self._store_url)
                self.live[visit.code] = time.monotonic()
                await visit.play()
            except (TimeoutError, RuntimeError) as error:
                self._witness.violations.append(Violation("unanswered", visit.code, visit.describe(error)))
                return
            finally:
                self.live.pop(visit.code, None)
                await visit.close()


def _endless(games: Sequence[Game], rng: random.Random) -> Iterator[Game]:
    """Each game about as often as the others."""
    while True:
        yield from rng.sample(games, len(games))
