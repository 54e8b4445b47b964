"""How late the clock plays: `python -m tests.platform.lateness --timeouts 200 --timers 2`.

Many tables at which nobody plays. A turn was due when it had lasted `TURN`, by the store's clock. `stored` is
how much later the engine began the next turn, which is when it loaded the game to let the clock play; `heard`
how much later the view of it came, where a gateway would hear it.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.game import Game
from tests.harness.percentile import percentile
from tests.harness.platform import Platform
from tests.platform.engines import Engines, spread
from tests.platform.eye import Eye, now_ms

TURN = 2_000
ENV = {"DOUBLESIX_TURN_MS": str(TURN), "DOUBLESIX_BETWEEN_MS": "100"}
PROMISED = 250
"""Milliseconds, for 99 of 100."""


@dataclass
class Lateness:
    """In ms, one of each for every turn that the clock ended."""

    stored: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)


async def watch(eye: Eye, code: str, times: int, into: Lateness, turn: int) -> None:
    """Follow a table while the clock ends so many of its turns."""
    game = await eye.until(code, lambda game: game.turn is not None)
    for _ in range(times):
        assert game.turn is not None
        place, due = _place(game), game.turn.began + turn

        def moved_on(game: Game, place: tuple[int, int, int] = place) -> bool:
            return _place(game) > place and game.turn is not None

        game = await eye.until(code, moved_on)
        heard = now_ms()
        assert game.turn is not None
        if _place(game)[:2] == place[:2]:  # a new round has been dealt after a pause
            into.stored.append(game.turn.began - due)
            into.heard.append(heard - due)


def _place(game: Game) -> tuple[int, int, int]:
    return game.match.number, game.match.round.number, game.match.round.ply


async def measure(platform: Platform, timeouts: int, tables: int, turn: int = TURN) -> Lateness:
    """Let the clock end so many turns of `turn` ms, at so many tables at once."""
    late = Lateness()
    async with Eye.open(platform) as eye, Engines.of(platform) as engines:
        codes = await spread(tables, turn / 1000, engines.begin)
        await asyncio.gather(*(watch(eye, code, -(-timeouts // tables), late, turn) for code in codes))
    return late


def told(name: str, values: Sequence[float]) -> str:
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    return f"{name}: n {len(values)}  p50 {p50:.0f} ms  p99 {p99:.0f} ms  max {max(values):.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeouts", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--timers", type=int, default=2)
    parser.add_argument("--engines", type=int, default=2)
    asked = parser.parse_args()
    with Platform(timers=asked.timers, engines=asked.engines, env=ENV) as platform:
        late = asyncio.run(measure(platform, asked.timeouts, asked.tables))
    print(told("stored", late.stored))
    print(told("heard ", late.heard))
    return 0 if percentile(late.heard, 0.99) < PROMISED else 1


if __name__ == "__main__":
    sys.exit(main())
