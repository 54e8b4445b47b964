"""A table as it lived, without a platform: what was stored, what was shown, and who said what."""

from dataclasses import replace
from typing import Any

from contracts import commands
from contracts.ids import Position
from contracts.rounds import RoundKept
from engine import kept, snapshot
from engine.archive import record
from engine.decide import Command, decide
from engine.game import Game
from engine.kept import over
from engine.views import frame_of
from runtime.keys import shard_of
from runtime.store import RoundOver
from tests.engine.games import TABLE, TIMING, acts, at, ms, next_action
from tests.faults.chaos import Fault
from tests.faults.checker import check
from tests.faults.history import History, Snapshot
from tests.faults.witness import Violation, Witness
from tests.harness.player import Asking, Move, Player

STEP_MS = 200
"""From one commit to the next, unless told otherwise."""
PULSE_MS = 500


class Life:
    """One match. Every state is stored and shown to all; every command is answered."""

    def __init__(self, game: Game) -> None:
        self.states: list[Snapshot] = []
        self.games: list[Game] = []
        self.witness = Witness()
        self.now = 0
        self.faults: list[Fault] = []
        self.silence = (0, 0)
        self.players = [Player([], f"P{seat}", code=TABLE, seat=seat) for seat in game.seats]
        for player in self.players:
            self.witness.follow(player)
        self.kept: list[RoundOver] = []
        self.store(game)

    @property
    def game(self) -> Game:
        return self.games[-1]

    def store(self, game: Game) -> None:
        """A commit, and the views that come of it."""
        version = len(self.states) + 1
        if self.games and (one := over(self.game, game)):
            self.kept.append(one)
        self.games.append(game)
        self.states.append(Snapshot(version, f"{version:08x}", snapshot.dump(game), self.now))
        for player in self.players:
            self.show(player, self.view(player))

    def view(self, player: Player, version: int | None = None) -> dict[str, Any]:
        """Return what a player may see of a version, the last one unless told."""
        one = self.states[(version or len(self.states)) - 1]
        position = Position(version=one.version, mark=one.mark)
        game = self.games[one.version - 1]
        seat = player.seat
        limits = TIMING.limits(game.match.rules)
        return frame_of(game, seat, position, ms(0), (), limits).view.model_dump(mode="json")  # type: ignore[arg-type]

    def show(self, player: Player, view: dict[str, Any]) -> None:
        assert player.on_frame is not None
        player.view = view
        player.on_frame(player, {"type": "view", "view": view}, "")

    def do(self, command: Command, after_ms: int = STEP_MS) -> None:
        """Carry a command out, and let whoever said it hear that it counts."""
        self.now += after_ms
        if isinstance(command, commands.Place | commands.Draw | commands.Pass):
            move = as_said(command)
            self.players[move.seat].said.add(move)
            self.players[move.seat].acknowledged.append(move)
        if isinstance(command, commands.NewRound):
            self.players[command.seat].asked.add(Asking(command.match, command.round, command.ply))
        self.store(decide(self.game, command, at(self.now)))

    def play(self, times: int = 1, after_ms: int = STEP_MS) -> None:
        """Let whoever has the turn act, so often."""
        for _ in range(times):
            self.do(acts(self.game, next_action(self.game)), after_ms)

    def look_back(self, without: int = 0) -> None:
        """Let somebody look at all old rounds, or at all but the last ones."""
        records = [
            record(self.game, one.match, one.round, kept.load(one.body)).model_dump(mode="json")
            for one in self.kept[: len(self.kept) - without]
        ]
        listed = [{name: one[name] for name in RoundKept.model_fields} for one in records]
        self.witness.looked_back(self.players[0], listed, records)

    def rewrite(self, **changes: Any) -> None:
        """Let the last state be stored otherwise than it came about."""
        self.games[-1] = replace(self.game, **changes)
        self.states[-1] = replace(self.states[-1], body=snapshot.dump(self.games[-1]))

    def wrong(self) -> list[Violation]:
        """Return what the comparison finds."""
        beats = range(0, self.now + PULSE_MS, PULSE_MS)
        pulses = [beat for beat in beats if not self.silence[0] < beat < self.silence[1]]
        history = History({("match", TABLE): self.states}, {TABLE: self.kept}, {shard_of(TABLE): pulses})
        found = check(history, self.witness, self.faults, TIMING)
        return [*self.witness.violations, *found.violations]

    def kinds(self) -> set[str]:
        return {violation.kind for violation in self.wrong()}


def as_said(command: commands.Move) -> Move:
    tile = command.tile if isinstance(command, commands.Place) else None
    end = command.end if isinstance(command, commands.Place) else None
    return Move(command.match, command.round, command.ply, command.seat, command.type, tile, end)
