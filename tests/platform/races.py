"""Moves that race with the clock: `python -m tests.platform.races --races 2000`.

Each turn of each table is a race: a move is sent so that it lands right around the end of its turn, while two
timers tell two engines that the turn is over. Then the log is read: exactly one of both has played at that
ply, and the answer to the move was `ok` if and only if that very move stands there.
"""

import argparse
import asyncio
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from contracts.commands import Draw, Failed, Pass, Place
from engine.game import Game
from rules.round import Action, legal, timeout
from rules.round import Place as Placing
from tests.harness.platform import Platform
from tests.platform.engines import Engines
from tests.platform.eye import Eye, now_ms

TURN = 400
ENV = {
    "DOUBLESIX_TURN_MS": str(TURN),
    "DOUBLESIX_BETWEEN_MS": "5000",
    "DOUBLESIX_SCAN_MS": "20",
    "DOUBLESIX_OUTAGE_MS": "600000",
}


@dataclass
class Score:
    """How the races went. `faults` says what should not have happened; it stays empty."""

    wins: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def races(self) -> int:
        return self.wins.total()


@dataclass
class Aim:
    """When to send, in ms after the turn's end: moves with each result towards an even chance."""

    offset: float = 10.0

    def learn(self, winner: str) -> None:
        self.offset += 1.5 if winner == "player" else -1.5
        self.offset = max(-TURN / 2, min(TURN / 2, self.offset))


def another_action(game: Game, chance: Random) -> Action:
    """An allowed action, if possible not the one that the clock would choose."""
    round_, by_clock = game.match.round, timeout(game.match.round)[0]
    assert round_.turn is not None
    options: list[Action] = [Placing(round_.turn, *option) for option in legal(round_)]
    others = [option for option in options if option != by_clock]
    return chance.choice(others) if others else by_clock


def command(game: Game, action: Action) -> Place | Draw | Pass:
    where = {
        "table": game.table,
        "seat": action.seat,
        "match": game.match.number,
        "round": game.match.round.number,
        "ply": game.match.round.ply,
    }
    if isinstance(action, Placing):
        return Place.model_validate({**where, "tile": str(action.tile), "end": action.end})
    return (Draw if action.type == "draw" else Pass).model_validate(where)


async def race(eye: Eye, engines: Engines, game: Game, aim: Aim, score: Score, chance: Random) -> None:
    """Let a move and the clock run for one turn, and judge."""
    assert game.turn is not None
    ply, action = game.match.round.ply, another_action(game, chance)
    wait = game.turn.began + TURN + aim.offset + chance.uniform(-6, 6) - now_ms()
    await asyncio.sleep(max(0.0, wait / 1000))
    answer = await engines.ask(command(game, action))

    def over(now: Game) -> bool:
        return _round(now) == _round(game) and now.match.round.ply > ply

    after = await eye.until(game.table, over)
    stands, by = after.match.round.log[ply], after.by[ply]
    code = answer.error.code if isinstance(answer, Failed) else "ok"
    mine = stands == action and stands.seat == action.seat
    score.wins[by] += 1
    score.answers[code] += 1
    where = f"{game.table} ply {ply}: {action} was answered {code}, and {stands} by {by} stands there"
    if (code == "ok") != mine:
        score.faults.append(where)
    if code not in ("ok", "stale_ply", "round_over", "match_over"):
        score.faults.append(where)
    if by == "player" and not mine:
        score.faults.append(where)
    aim.learn(by)


async def races_at_a_table(eye: Eye, engines: Engines, times: int, score: Score, chance: Random) -> None:
    code = await engines.begin()
    aim = Aim()
    for _ in range(times):
        game = await eye.game(code)
        while game is None or game.turn is None:
            if game is not None:
                await _go_on(engines, game)
            game = await eye.game(code)
        await race(eye, engines, game, aim, score, chance)


async def _go_on(engines: Engines, game: Game) -> None:
    if game.phase == "over":
        await engines.all_play_again(game.table, game.match.number)
    else:
        await engines.all_are_ready(game.table, *_round(game))


def _round(game: Game) -> tuple[int, int]:
    return game.match.number, game.match.round.number


async def run(platform: Platform, races: int, tables: int, seed: int) -> Score:
    score = Score()
    async with Eye.open(platform) as eye, Engines.of(platform) as engines:
        await asyncio.gather(
            *(
                races_at_a_table(eye, engines, -(-races // tables), score, Random(seed + table))
                for table in range(tables)
            )
        )
    return score


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=2_000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with Platform(timers=2, engines=2, env=ENV) as platform:
        score = asyncio.run(run(platform, asked.races, asked.tables, asked.seed))
    print(f"races {score.races}  won by {dict(score.wins)}  answers {dict(score.answers)}")
    print("\n".join(score.faults) or "no faults")
    return 1 if score.faults else 0


if __name__ == "__main__":
    sys.exit(main())
