"""A playout is a round by the rules: every playout is played again with `rules.round`."""

from dataclasses import dataclass, field
from random import Random

import pytest

from bots.arms import Arms
from bots.line import FastLine, line_of
from bots.playout import NOBODY, State, play_out, table_of
from rules.line import join
from rules.match import Match
from rules.round import Place, Round, decide, legal, must, timeout
from rules.view import view
from tests.bots.positions import turns
from tests.rules.tables import TABLES, Table


@dataclass
class Watched:
    """A fast line that keeps what was played, and the numbers and sums at its ends after it."""

    line: FastLine
    played: list[tuple[int, list[tuple[int, int]]]] = field(default_factory=list)

    @property
    def fit(self) -> int:
        return self.line.fit

    def play(self, hand: int, able: int, ahead: int, random: Random) -> tuple[int, int]:
        tile, points = self.line.play(hand, able, ahead, random)
        self.played.append((tile, ends_of(self.line)))
        return tile, points


def ends_of(line: FastLine) -> list[tuple[int, int]]:
    """What each end shows and adds, in any order; a straight line counts no sums."""
    if isinstance(line, Arms):
        return sorted(zip(line.numbers[: line.open], line.adds[: line.open], strict=True))
    return sorted([(line.left, 0), (line.right, 0)])


def ends_by_the_rules(round_: Round, place: Place, fast: FastLine) -> list[tuple[int, int]]:
    line = join(round_.line, place.tile, place.end, place.seat)
    sums = isinstance(fast, Arms)
    return sorted((end.number, end.adds if sums else 0) for end in line.open_ends)


def played_by_the_rules(round_: Round, watched: Watched) -> Round:
    """The round with what was watched; drawing and passing wherever nothing can be placed."""
    pack = watched.line.pack
    for tile, ends in watched.played:
        while must(round_) != "place":
            round_, _ = decide(round_, timeout(round_)[0])
        assert round_.turn is not None
        places = [Place(round_.turn, *move) for move in legal(round_) if move[0] == pack.tiles[tile]]
        alike = [place for place in places if ends_by_the_rules(round_, place, watched.line) == ends]
        assert alike, f"{pack.tiles[tile]} cannot be placed so"
        round_, _ = decide(round_, alike[0])
    while round_.turn is not None and must(round_) != "place":
        round_, _ = decide(round_, timeout(round_)[0])
    return round_


def compare(table: Table, match: Match, random: Random) -> None:
    round_, seat = match.round, match.round.turn
    assert seat is not None
    seen = view(match, seat)
    watched = Watched(line_of(table.rules, seen.line, seen.ends))
    pack = watched.line.pack
    fast = table_of(table.rules, table.players, seen.scores, seen.target)
    hands = [pack.mask(hand) for hand in round_.hands]
    boneyard = [pack.mask([tile]) for tile in round_.boneyard]
    state = State(watched, hands, boneyard, seat, [0] * fast.sides)  # type: ignore[arg-type]

    winner = play_out(fast, state, round_.line.laid[-1].seat, random)

    after = played_by_the_rules(round_, watched)
    assert after.end is not None
    assert winner == (NOBODY if after.end.winner is None else after.end.winner)
    assert state.gains == [new - old for new, old in zip(after.scores, round_.scores, strict=True)]
    assert hands == [pack.mask(hand) for hand in after.hands]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_playout_ends_as_the_rules_end_the_same_round(table: Table) -> None:
    random = Random(f"playouts of {table}")
    for match in turns(table, random, rounds=3):
        no_passes = not match.round.log or match.round.log[-1].type != "pass"
        if match.round.line.laid and no_passes:
            compare(table, match, random)
