"""A playout is a round by the rules: every playout is played again with `rules.round`."""

from dataclasses import dataclass, field
from random import Random

import pytest

from bots import playout
from bots.ends import AFTER, TILE, Ends, Join, Kind, ends_of, kind_of
from bots.playout import NOBODY, State, play_out, table_of, wishes
from bots.quick import choose
from rules.line import join as rules_join
from rules.match import Match
from rules.round import Place, Round, decide, legal, must, timeout
from rules.view import view
from tests.bots.positions import turns
from tests.rules.tables import TABLES, Table


@dataclass
class Watched:
    """A quick player that keeps what was played, and the ends after it."""

    played: list[Join] = field(default_factory=list)

    def choose(self, ends: Ends, hand: int, able: int, ahead: int, wish: list[float]) -> Join:
        self.played.append(choose(ends, hand, able, ahead, wish))
        return self.played[-1]


def played_by_the_rules(round_: Round, kind: Kind, played: list[Join]) -> Round:
    """The round with what was played; drawing and passing wherever nothing can be placed."""
    for join in played:
        while must(round_) != "place":
            round_, _ = decide(round_, timeout(round_)[0])
        assert round_.turn is not None
        places = [
            Place(round_.turn, *move) for move in legal(round_) if move[0] == kind.pack.tiles[join[TILE]]
        ]
        alike = [place for place in places if ends_after(round_, kind, place) is kind.all[join[AFTER]]]
        assert alike, f"{kind.pack.tiles[join[TILE]]} cannot be placed so"
        round_, _ = decide(round_, alike[0])
    while round_.turn is not None and must(round_) != "place":
        round_, _ = decide(round_, timeout(round_)[0])
    return round_


def ends_after(round_: Round, kind: Kind, place: Place) -> Ends:
    return ends_of(kind, rules_join(round_.line, place.tile, place.end, place.seat))


def compare(table: Table, match: Match, random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    round_, seat = match.round, match.round.turn
    assert seat is not None
    seen = view(match, seat)
    kind, watched = kind_of(table.rules), Watched()
    monkeypatch.setattr(playout, "choose", watched.choose)
    fast = table_of(table.rules, table.players, seen.scores, seen.target)
    hands = [kind.pack.mask(hand) for hand in round_.hands]
    boneyard = [kind.pack.mask([tile]) for tile in round_.boneyard]
    state = State(ends_of(kind, round_.line), hands, boneyard, seat, [0] * fast.sides)

    winner = play_out(fast, state, round_.line.laid[-1].seat, wishes(fast, random))

    after = played_by_the_rules(round_, kind, watched.played)
    assert after.end is not None
    assert winner == (NOBODY if after.end.winner is None else after.end.winner)
    assert state.gains == [new - old for new, old in zip(after.scores, round_.scores, strict=True)]
    assert hands == [kind.pack.mask(hand) for hand in after.hands]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_playout_ends_as_the_rules_end_the_same_round(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(f"playouts of {table}")
    for match in turns(table, random, rounds=3):
        no_passes = not match.round.log or match.round.log[-1].type != "pass"
        if match.round.line.laid and no_passes:
            compare(table, match, random, monkeypatch)
