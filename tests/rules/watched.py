"""A match beside which a referee stands: every action is judged twice, and what must hold is looked at."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from random import Random

from pydantic import TypeAdapter

from rules.actions import Action, Draw, Pass, Place
from rules.deal import Deal
from rules.errors import Refusal
from rules.line import ENDS
from rules.match import Match, begin, next_round, play
from rules.notation import write
from rules.round import automatic, legal, must, timeout, unmatched
from rules.seats import Seat, seats
from rules.tile import SETS, pips
from rules.view import SeatView, view
from tests.harness.replayed import replayed
from tests.rules.hidden import shuffled_names, with_hidden
from tests.rules.referee import Referee
from tests.rules.tables import Table

MATCH: TypeAdapter[Match] = TypeAdapter(Match)
VIEW: TypeAdapter[SeatView] = TypeAdapter(SeatView)


class Watched:
    """`match` as `rules` has it. Every method raises AssertionError where it is not what it must be.

    `seen` counts actions, ends of rounds by their kind, and refusals by their code.
    """

    def __init__(self, table: Table, target: int | None, dealt: Deal, seen: Counter[str]) -> None:
        self.table, self.seen = table, seen
        self.match = begin(table.rules, table.players, target, dealt)
        self.referee = Referee(table.rules, table.players, self.match.target)
        self.referee.deal(dealt)
        self._agrees()

    def deal(self, dealt: Deal) -> None:
        """The next round, or the refusal that is due while one is played or when the match is over."""
        due = None
        if self.referee.winner is not None:
            due = "match_over"
        elif not self.referee.over and self.table.rules.next_round != "consent":
            due = "round_not_over"
        if self._refused(due, partial(next_round, self.match, dealt)):
            return
        self.seen["abandoned"] += self.match.round.end is None
        self.match = next_round(self.match, dealt)
        self.referee.deal(dealt)
        self._agrees()

    def play(self, action: Action) -> None:
        """An action that is allowed: what `rules` makes of it is what the referee makes of it."""
        before = self.match
        self.match, events = play(before, action)
        expected = self.referee.take(action)
        assert events == expected, (events, expected)
        self.seen[action.type] += 1
        self._agrees()
        self._one_side_scores(before)
        if self.match.round.end is not None:
            self._nothing_lost()
            self.seen["rounds"] += 1
            self.seen[self.match.round.end.how] += 1
            self.seen["nobody"] += self.match.round.end.winner is None
            self.seen["by_tie_rule"] += self.match.round.end.by_tie_rule

    def attempt(self, actions: Iterable[Action]) -> None:
        """Each of `actions` is refused for its reason or allowed, as the referee says; none is played."""
        for action in actions:
            self._refused(self.referee.refuses(action), partial(play, self.match, action))

    def everything(self) -> Iterable[Action]:
        """Every action of every seat, sensible or not."""
        for seat in seats(self.table.players):
            yield Pass(seat)
            yield Draw(seat)
            for tile in SETS[self.table.rules.tiles]:
                for end in ENDS:
                    yield Place(seat, tile, end)

    def look(self) -> None:
        """All that follows from the state is the referee's too, and no tile is lost."""
        round_, referee = self.match.round, self.referee
        assert {open_.end: open_.number for open_ in round_.line.open_ends} == referee.table.open
        assert round_.line.sum == referee.table.sum
        assert [list(unmatched(round_, seat)) for seat in seats(referee.players)] == referee.missed
        assert automatic(round_) == referee.by_itself()
        can = [] if referee.over else referee.moves(referee.turn)
        assert list(legal(round_)) == can
        duty = "place" if can else "draw" if referee.drawable else "pass"
        assert must(round_) == (None if referee.over else duty)
        self._nothing_lost()

    def look_closely(self, chance: Random) -> None:
        """What takes its time: replay, storage, views and what they hide, the end of a turn's time."""
        match, round_ = self.match, self.match.round
        again = replayed(round_)
        assert again == round_, "replay"
        assert MATCH.validate_json(MATCH.dump_json(match)) == match, "load(dump)"
        for seat in seats(match.players):
            seen = view(match, seat)
            assert VIEW.validate_json(VIEW.dump_json(seen)) == seen, "load(dump) of a view"
            if round_.end is None:
                other = with_hidden(match, shuffled_names(round_, seat, chance))
                assert view(other, seat) == seen, "a view hides"
        if round_.turn is not None:
            self._time_is_over(round_.turn)

    def _agrees(self) -> None:
        """The state is the referee's: who holds what, who is to act, who led, who has how much, who won."""
        round_, referee = self.match.round, self.referee
        assert list(map(list, round_.hands)) == referee.hands
        assert list(round_.boneyard) == referee.boneyard
        assert round_.turn == (None if referee.over else referee.turn)
        assert (round_.end is not None) == referee.over
        assert (round_.leader, round_.forced) == (referee.leader, referee.forced)
        assert list(self.match.scores) == referee.scores
        assert self.match.winner == referee.winner
        assert not referee.over or self.match.results[-1].next_leader == referee.next_leader

    def _refused(self, due: str | None, ask: Callable[[], object]) -> bool:
        """Whether `ask` is refused: with the code that is due, or not at all where none is."""
        code = None
        try:
            ask()
        except Refusal as refusal:
            code = refusal.code
            self.seen[code] += 1
        assert code == due, f"{ask} was refused with {code}, not {due}"
        return code is not None

    def _nothing_lost(self) -> None:
        """Every tile of the set lies in one place, and all their pips with them."""
        round_, set_ = self.match.round, SETS[self.table.rules.tiles]
        laid = [laid.tile for laid in round_.line.laid]
        tiles = (*laid, *(tile for hand in round_.hands for tile in hand), *round_.boneyard)
        assert len(tiles) == len(set_)
        assert set(tiles) == set(set_)
        assert pips(tiles) == {"double-six": 168, "double-nine": 495}[self.table.rules.tiles]

    def _one_side_scores(self, before: Match) -> None:
        """Nobody loses points; an action brings them to one side at most, a round's end to exactly one."""
        gains = [now - then for now, then in zip(self.match.scores, before.scores, strict=True)]
        assert min(gains) >= 0
        end = self.match.round.end
        beside = list(gains)
        if end is None:
            assert sum(gain > 0 for gain in gains) <= 1
            return
        if end.winner is None:
            assert (end.how, end.points, end.seat, end.tied) == ("blocked", 0, None, True)
        else:
            beside[end.winner] -= end.points
        at_once = [now - then for now, then in zip(self.match.round.scored, before.round.scored, strict=True)]
        assert beside == at_once
        assert sum(gain > 0 for gain in at_once) <= 1

    def _time_is_over(self, turn: Seat) -> None:
        """The table finishes the turn with the first tile that fits, at the first end it fits."""
        match = self.match
        actions = timeout(match.round)
        can = self.referee.moves(turn)
        assert actions[0] == (
            Place(turn, *can[0]) if can else Draw(turn) if self.referee.drawable else Pass(turn)  # type: ignore[arg-type]
        )
        assert len(actions) == 1 or isinstance(actions[0], Draw)
        for action in actions:
            assert match.round.turn == turn
            match, _ = play(match, action)
        assert match.round.turn != turn

    def __str__(self) -> str:
        return write(self.match.round)
