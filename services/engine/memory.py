"""Games as this engine saw them last, to go on from without asking the store first.

Nothing rests on it: what is made of a remembered game is written only if the store still holds that very
game, knows of no other outage and agrees about the time. Otherwise the game is loaded and decided anew.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from contracts import commands
from contracts.ids import Position, UnixMs
from engine.decide import Command, said_by
from engine.game import Game
from runtime.store import Outage

MOST = 20_000
"""Games that are remembered: those played last. One takes about 9 KB."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A game and its position, with what was known at `now` by the store's clock: `at` in s of our own."""

    game: Game
    position: Position
    outages: Sequence[Outage]
    now: UnixMs
    at: float


class Memory:
    """The games that were played last. Time since is measured by a clock that only goes forward, in s."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._games: OrderedDict[str, Remembered] = OrderedDict()

    def keep(self, game: Game, position: Position, outages: Sequence[Outage], now: UnixMs) -> None:
        """Remember what was committed at `now`."""
        self._games[game.table] = Remembered(game, position, outages, now, self._clock())
        self._games.move_to_end(game.table)
        if len(self._games) > self._most:
            self._games.popitem(last=False)

    def recall(self, command: Command) -> Remembered | None:
        """Return the game that this is said in, as of this moment; None where it went on elsewhere."""
        said = said_by(command)
        known = self._games.get(said.table)
        if known is None or not _is_meant(known.game, said):
            return None
        at = self._clock()
        now = UnixMs(known.now + round(1000 * (at - known.at)))
        return Remembered(known.game, known.position, known.outages, now, at)

    def forget(self, table: str) -> None:
        """What was remembered of `table` is not so any more."""
        self._games.pop(table, None)


def _is_meant(game: Game, said: commands.EngineCommand) -> bool:
    """Tell whether a player has just this game before them, by as much as is said of it."""
    ply = game.match.round.ply
    match said:
        case commands.Place() | commands.Draw() | commands.Pass() | commands.NewRound():
            return (said.match, said.round) == game.at and said.ply in (ply, ply - 1)
        case commands.Ready():
            return (said.match, said.round) == game.at
        case commands.Again():
            return said.match == game.match.number
    return False  # what seating or the timer says is seldom, and may be about what is not seen in the game
