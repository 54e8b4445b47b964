"""A round played once more from its deal."""

from rules.deal import Deal
from rules.round import Round, replay


def replayed(round_: Round, dealt: Deal | None = None) -> Round:
    """Return what the log of `round_` leads to from its own deal, or from another one.

    Raises the Refusal of the first action that is not allowed there.
    """
    return replay(
        round_.deal if dealt is None else dealt,
        round_.rules,
        round_.leader,
        round_.log,
        forced=round_.forced,
        target=round_.target,
        before=round_.before,
        number=round_.number,
    )
