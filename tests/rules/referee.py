"""The rules once more, from their text alone and as plainly as can be: what `rules` is compared with.

Of `rules` it takes the words (tiles, actions, events, rule sets), never a judgement: who leads, what is
legal, why something is refused, what an action brings, when a round ends and what that is worth are found
here anew. It keeps one table, and changes it.
"""

from collections.abc import Sequence

from rules.actions import Action, Draw, Drew, Event, MatchEnded, Pass, Passed, Place, Placed, RoundEnded
from rules.deal import Deal
from rules.ruleset import RuleSet
from rules.scoring import RoundEnd
from rules.tile import Tile
from tests.rules.layout import Layout

TO_THE_NEAREST_FIVE = {0: 0, 1: -1, 2: -2, 3: +2, 4: +1}
"""By the remainder, what rounding adds."""


def pips(tiles: Sequence[Tile]) -> int:
    return sum(tile.low + tile.high for tile in tiles)


def beats(tile: Tile, other: Tile) -> bool:
    """Whether `tile` wins the lead against `other`: doubles, then weight, then the higher half."""
    double, other_double = tile.low == tile.high, other.low == other.high
    if double != other_double:
        return double
    weight, other_weight = tile.low + tile.high, other.low + other.high
    return weight > other_weight if weight != other_weight else tile.high > other.high


class Referee:
    """One match. `scores` are those of the sides as they stand, `winner` the side that won the match."""

    def __init__(self, rules: RuleSet, players: int, target: int | None) -> None:
        self.rules, self.players, self.target = rules, players, target
        self.side = [seat % 2 if rules.partners else seat for seat in range(players)]
        self.scores = [0] * len(set(self.side))
        self.before = list(self.scores)
        self.next_leader: int | None = None
        self.winner: int | None = None
        self.over = True

    def deal(self, dealt: Deal) -> None:
        """Begin a round; one under way is abandoned, and what was scored in it with it."""
        if not self.over:
            self.scores, self.next_leader = list(self.before), None
        if self.target is None:
            self.scores = [0] * len(self.scores)
        self.before = list(self.scores)
        self.hands = [list(hand) for hand in dealt.hands]
        self.boneyard = list(dealt.boneyard)
        self.table = Layout(four_way=self.rules.spinner)
        self.missed: list[list[int]] = [[] for _ in self.hands]
        self.passes_in_a_row, self.just_drew = 0, False
        self.over = False
        self.forced: Tile | None = None
        leader, tile = self._highest()
        if self.next_leader is None:
            self.forced = tile if self.rules.forced_lead else None
        self.leader = self.turn = leader if self.next_leader is None else self.next_leader

    @property
    def drawable(self) -> list[Tile]:
        """What can be drawn, in order."""
        return self.boneyard[: len(self.boneyard) - self.rules.reserve] if self.rules.drawing else []

    def moves(self, seat: int) -> list[tuple[Tile, str]]:
        """Every tile of `seat` with every end where it could go."""
        can = [(tile, end) for tile in self.hands[seat] for end in self.table.places(tile)]
        if self.forced is not None and not self.table.long:
            return [(tile, end) for tile, end in can if tile == self.forced]
        return can

    def refuses(self, action: Action) -> str | None:
        """Why `action` is not allowed, the first reason that holds; None where it is."""
        first = not self.table.long
        if self.winner is not None:
            return "match_over"
        if self.over:
            return "round_over"
        if action.seat != self.turn:
            return "not_your_turn"
        if isinstance(action, Place):
            if action.tile not in self.hands[action.seat]:
                return "not_in_hand"
            if first and self.forced is not None and action.tile != self.forced:
                return "must_play_forced_lead"
            return None if action.end in self.table.places(action.tile) else "does_not_fit"
        if isinstance(action, Pass) and first:
            return "leader_cannot_pass"
        if self.moves(action.seat):
            return "must_place"
        if isinstance(action, Draw):
            return None if self.drawable else "cannot_draw"
        return "must_draw" if self.drawable else None

    def by_itself(self) -> Action | None:
        """What the table does now unasked: a pass, or the place of a tile just drawn that fits one end."""
        if self.over:
            return None
        can = self.moves(self.turn)
        if not can and not self.drawable and self.rules.passing == "automatic":
            return Pass(self.turn)  # type: ignore[arg-type]
        if len(can) == 1 and self.just_drew and self.rules.placing == "automatic":
            return Place(self.turn, *can[0])  # type: ignore[arg-type]
        return None

    def take(self, action: Action) -> tuple[Event, ...]:
        """Do what is allowed, and say what has happened."""
        seat, happened = action.seat, self._do(action)
        end = self._end(seat, happened)
        if end is None:
            return (happened,)
        self.over = True
        if end.winner is not None:
            self.scores[end.winner] += end.points
        if self.target is not None:
            self.winner = next((at for at, score in enumerate(self.scores) if score >= self.target), None)
        if self.winner is not None:
            self.next_leader = None
            return happened, RoundEnded(end), MatchEnded(self.winner)  # type: ignore[arg-type]
        self.next_leader = self._leads_next(end)
        return happened, RoundEnded(end)

    def _highest(self) -> tuple[int, Tile]:
        best = None
        for seat, hand in enumerate(self.hands):
            for tile in hand:
                if best is None or beats(tile, best[1]):
                    best = seat, tile
        assert best is not None
        return best

    def _do(self, action: Action) -> Placed | Drew | Passed:
        seat = action.seat
        self.just_drew = isinstance(action, Draw)
        numbers = self._numbers()
        if isinstance(action, Place):
            self.hands[seat].remove(action.tile)
            self.table.put(action.tile, action.end)
            points = self.table.sum if self.rules.fives and self.table.sum % 5 == 0 else 0
            self.scores[self.side[seat]] += points
            self.passes_in_a_row, self.last_placer = 0, seat
            self._turn_goes_on()
            return Placed(seat, action.tile, action.end, points)
        self.missed[seat] += [number for number in numbers if number not in self.missed[seat]]
        if isinstance(action, Draw):
            count = 0
            while self.drawable and not self.moves(seat):
                self.hands[seat].append(self.boneyard.pop(0))
                count += 1
            return Drew(seat, count, tuple(numbers))
        self.passes_in_a_row += 1
        self._turn_goes_on()
        return Passed(seat, tuple(numbers))

    def _turn_goes_on(self) -> None:
        self.turn = (self.turn + 1) % self.players

    def _numbers(self) -> list[int]:
        numbers: list[int] = []
        for number in self.table.open.values():
            if number not in numbers:
                numbers.append(number)
        return numbers

    def _end(self, seat: int, happened: Placed | Drew | Passed) -> RoundEnd | None:
        side = self.side[seat]
        scored = happened.points if isinstance(happened, Placed) else 0
        if self.target is not None and scored and self.scores[side] >= self.target:
            return RoundEnd("target", side, 0, seat)  # type: ignore[arg-type]
        if not self.hands[seat]:
            return RoundEnd("out", side, self._rounded(self._of_others(side)), seat)  # type: ignore[arg-type]
        if self.rules.blocked_when == "all_passed":
            blocked = self.passes_in_a_row == self.players
        else:
            blocked = not self.drawable and not any(self.moves(each) for each in range(self.players))
        return self._blocked() if blocked else None

    def _blocked(self) -> RoundEnd:
        weights = {side: [] for side in self.side}  # type: dict[int, list[int]]
        for seat, hand in enumerate(self.hands):
            weights[self.side[seat]].append(pips(hand))
        if self.rules.blocked_winner == "side_total":
            order = {side: (sum(hands),) for side, hands in weights.items()}
        else:
            order = {side: (min(hands), sum(hands)) for side, hands in weights.items()}  # type: ignore[misc]
        best = [side for side in order if order[side] == min(order.values())]
        tied = len(best) > 1
        if tied and self.rules.blocked_tie == "nobody":
            return RoundEnd("blocked", None, 0, None, tied=True)
        side = self.side[self.last_placer] if tied else best[0]
        points = self._of_others(side)
        if self.rules.blocked_points == "difference":
            points = max(points - sum(weights[side]), 0)
        seat = self._lightest_after_the_leader(side, min(weights[side]))
        return RoundEnd("blocked", side, self._rounded(points), seat, tied, tied)  # type: ignore[arg-type]

    def _lightest_after_the_leader(self, side: int, weight: int) -> int:
        seat = self.leader
        while True:
            seat = (seat + 1) % self.players
            if self.side[seat] == side and pips(self.hands[seat]) == weight:
                return seat

    def _of_others(self, side: int) -> int:
        return sum(pips(hand) for seat, hand in enumerate(self.hands) if self.side[seat] != side)

    def _rounded(self, points: int) -> int:
        return points + (TO_THE_NEAREST_FIVE[points % 5] if self.rules.rounding == "five" else 0)

    def _leads_next(self, end: RoundEnd) -> int | None:
        after = (self.leader + 1) % self.players
        if self.rules.next_lead == "highest":
            return None
        if self.rules.next_lead == "rotate":
            return after
        if end.seat is not None:
            return end.seat
        return after if self.rules.tied_lead == "next" else self.leader
