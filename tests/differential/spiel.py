"""OpenSpiel's dominoes: `python_team_dominoes` beside `partners`, `python_block_dominoes` beside `block`.

Both deal by chance nodes, here with the tiles that were dealt, and both let player 0 lead: our leader is
their player 0, and so on round the table.
"""

from typing import Any

import pyspiel
from open_spiel.python.games import block_dominoes, team_dominoes

from rules.line import End
from rules.scoring import RoundEnd
from rules.seats import SEATS, Seat
from rules.tile import SETS, Tile, pips
from tests.differential.ours import Ours

DECK = SETS["double-six"]
"""Their order of tiles, too."""


class Spiel:
    """A state of one of their games. Ends are numbers there: a tile is joined to a 5, not to the left."""

    def __init__(self, ours: Ours) -> None:
        self.ours, self.players = ours, ours.round.players
        self.words = {2: block_dominoes, 4: team_dominoes}[self.players]._ACTIONS
        name = {2: "python_block_dominoes", 4: "python_team_dominoes"}[self.players]
        self.state = pyspiel.load_game(name).new_initial_state()
        hands = [ours.round.hands[self._seat(player)] for player in range(self.players)]
        for tile in _one_each(hands) if self.players == 4 else hands[0] + hands[1]:
            assert self.state.is_chance_node()
            self.state.apply_action(DECK.index(tile))

    def turn(self) -> Seat | None:
        return None if self.state.is_terminal() else self._seat(self.state.current_player())

    def hands(self) -> list[list[Tile]]:
        theirs = {self._seat(player): hand for player, hand in enumerate(self.state.hands)}
        return [sorted(map(_ours, theirs[seat])) for seat in SEATS[: self.players]]

    def open(self) -> list[int]:
        return [int(number) for number in self.state.open_edges]

    def moves(self) -> set[tuple[Tile, object]]:
        return {(_ours(word.tile), word.edge) for word in map(self._word, self.state.legal_actions())}

    def in_their_words(self, tile: Tile, end: End) -> tuple[Tile, object]:
        """The number that is covered; None for the first tile."""
        return tile, self.ours.round.line.shows(end)

    def place(self, tile: Tile, end: End) -> None:
        """Ask before ours has moved: the number is the one that lies there now."""
        wanted = self.in_their_words(tile, end)
        for action in self.state.legal_actions():
            word = self._word(action)
            if (_ours(word.tile), word.edge) == wanted:
                self.state.apply_action(action)
                return
        raise AssertionError(f"{wanted} is not among their moves")

    def check_end(self) -> None:
        """Who won and how much, as far as both count the same; see README.md."""
        round_ = self.ours.round
        end, returns = round_.end, self.state.returns()
        assert end is not None
        sides = [player % 2 for player in range(self.players)]
        held = [0, 0]
        for player in range(self.players):
            held[sides[player]] += pips(round_.hands[self._seat(player)])
        if held[0] == held[1]:
            assert returns == [0] * self.players
            return
        winner = 0 if held[0] < held[1] else 1
        assert returns == [max(held) if side == winner else -max(held) for side in sides]
        if end.how == "blocked" or self.players == 2:
            self._check_points(end, sides, winner, held)

    def _check_points(self, end: RoundEnd, sides: list[int], winner: int, held: list[int]) -> None:
        won = {self._seat(player) % 2 for player in range(self.players) if sides[player] == winner}
        assert won == {end.winner}
        less = min(held) if self.ours.rules.blocked_points == "difference" and end.how == "blocked" else 0
        assert end.points == max(held) - less

    def _seat(self, player: int) -> Seat:
        return SEATS[(self.ours.round.leader + player) % self.players]

    def _word(self, action: int) -> Any:
        return self.words[action]


def _ours(tile: tuple[float, float]) -> Tile:
    return Tile(int(tile[0]), int(tile[1]))


def _one_each(hands: list[tuple[Tile, ...]]) -> list[Tile]:
    """Dealt one tile at a time, round the table."""
    return [tile for each in zip(*hands, strict=True) for tile in each]
