"""Finished rounds, as everybody who sits at their table may see them afterwards: whole, with all hands."""

from contracts.frames import MatchNumber, Round
from contracts.ids import SeatNumber, TableCode, TileText
from contracts.model import Message
from contracts.view import Logged, RoundResult
from rules.ruleset import RuleSet


class RoundKept(Message):
    """One round that can be looked at; `result` is null for one that was given up for a new deal.

    `scores` are those of its match after it, by side.
    """

    match: MatchNumber
    round: Round
    result: RoundResult | None
    scores: tuple[int, ...]


class RoundsKept(Message):
    """`GET /api/tables/{code}/rounds`: the rounds that are still kept, the oldest first."""

    rounds: tuple[RoundKept, ...]


class RoundRecord(Message):
    """`GET /api/tables/{code}/rounds/{match}/{round}`: all that is needed to play it again, and to check it.

    `dealt` are the hands as they were dealt, by seat; `boneyard` is in the order in which tiles are drawn
    from it, and may end with tiles that nobody may draw. `spinner` is the tile that opened two more ends.
    """

    table: TableCode
    match: MatchNumber
    round: Round
    rules: RuleSet
    players: int
    target: int | None
    leader: SeatNumber
    dealt: tuple[tuple[TileText, ...], ...]
    boneyard: tuple[TileText, ...]
    spinner: TileText | None
    log: tuple[Logged, ...]
    result: RoundResult | None
    scores: tuple[int, ...]
    commitment: str
    seed: str
