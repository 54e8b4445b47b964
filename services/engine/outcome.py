"""What the engine counts: commands by what became of them, turns by who ended them."""

from contracts.commands import Expire
from engine.decide import Command
from engine.game import Game
from rules.round import Draw
from runtime import metrics

_commands = metrics.kept(metrics.COMMANDS)
_turns_ended = metrics.kept(metrics.TURNS_ENDED)


def count(command: Command, outcome: str) -> None:
    """`outcome` is accepted, repeated, or the code of the refusal."""
    _commands("engine", command.type, outcome).inc()


def count_turns(before: Game | None, after: Game, command: Command) -> None:
    """Count the turn that this commit ended, if it ended one; a turn that draws goes on."""
    if before is None or before.at != after.at or len(after.by) == len(before.by):
        return
    actions = after.match.round.log[len(before.by) :]
    if after.match.round.end is None and all(isinstance(action, Draw) for action in actions):
        return
    by = after.by[len(before.by)]
    missed = by == "computer" and isinstance(command, Expire)
    _turns_ended("fallback" if missed else by).inc()
