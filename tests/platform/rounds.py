"""What was shown of a match, played again by the rules: from the opened seeds, by the public logs."""

from collections.abc import Mapping
from typing import cast

from rules.deal import deal, verify
from rules.line import End
from rules.match import Match, begin, next_round, play
from rules.round import Action, Draw, Pass, Place
from rules.ruleset import RuleSet
from rules.seats import Seat
from rules.tile import Tile
from tests.harness.player import Frame, Player


class Ended:
    """Every round of one match as it was shown when it was over; each seat must have been shown the same."""

    def __init__(self) -> None:
        self.rounds: dict[int, Frame] = {}

    def see(self, player: Player, view: Frame) -> None:
        if view["round"]["seed"] is None or view["match"]["number"] > 1:
            return
        own = {"hand": None, "clock": None}
        shown = {**view["round"], **own, "scores": view["match"]["scores"]}
        assert self.rounds.setdefault(view["round"]["number"], shown) == shown


def played_again(
    code: str, rules: RuleSet, players: int, target: int | None, ended: Mapping[int, Frame]
) -> Match:
    """The first match of a table as its opened seeds and public logs give it; what does not fit them fails.

    A round that is not among those that ended was abandoned: it leaves nothing but its number.
    """
    match: Match | None = None
    for number in range(1, max(ended) + 1):
        shown = ended.get(number)
        seed = bytes(32) if shown is None else bytes.fromhex(shown["seed"])
        dealt = deal(seed, rules, players)
        match = begin(rules, players, target, dealt) if match is None else next_round(match, dealt)
        if shown is None:
            continue
        assert verify(shown["commitment"], code, 1, number, seed)
        for logged in shown["log"]:
            match, _ = play(match, _action(logged))
        _same(match, shown)
    assert match is not None
    return match


def _action(logged: Frame) -> Action:
    seat = cast(Seat, logged["seat"])
    match logged["type"]:
        case "place":
            return Place(seat, Tile.parse(logged["tile"]), cast(End, logged["end"]))
        case "draw":
            return Draw(seat)
    return Pass(seat)


def _same(match: Match, shown: Frame) -> None:
    round_ = match.round
    assert round_.end is not None
    assert [[str(tile) for tile in hand] for hand in round_.hands] == shown["hands"]
    assert [str(tile) for tile in round_.boneyard] == shown["aside"]
    assert [[str(one.tile), one.end, one.seat] for one in round_.line.laid] == [
        [one["tile"], one["end"], one["seat"]] for one in shown["line"]
    ]
    assert (round_.leader, list(match.scores)) == (shown["leader"], shown["scores"])
