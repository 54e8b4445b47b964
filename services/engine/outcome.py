"""What the engine counts: commands by what became of them, turns by who ended them."""

from contracts.commands import EngineCommand
from engine.game import Game
from runtime import metrics


def count(command: EngineCommand, outcome: str) -> None:
    """`outcome` is accepted, repeated, or the code of the refusal."""
    metrics.COMMANDS.labels("engine", command.type, outcome).inc()


def count_turns(before: Game | None, after: Game) -> None:
    """Count the turn that this commit ended, if it ended one; a turn that draws goes on."""
    if before is None or before.match.number != after.match.number or after.turn is before.turn:
        return
    if len(after.by) > len(before.by) and after.match.round.number == before.match.round.number:
        metrics.TURNS_ENDED.labels(after.by[len(before.by)]).inc()
