"""The package `dominoes` 6.1.0: four players in two sides, no drawing. Asked about rounds of `partners`."""

import dominoes

from rules.line import End
from rules.seats import SEATS, Seat
from rules.tile import Tile, pips
from tests.differential.ours import Ours


class Package:
    """Its `Game`, with the hands dealt here. Its left is ours: the lower half of the first tile."""

    def __init__(self, ours: Ours) -> None:
        self.ours = ours
        leader = ours.round.leader
        hands = [dominoes.Hand([dominoes.Domino(*tile) for tile in hand]) for hand in ours.round.hands]
        moves = tuple((tile, True) for tile in hands[leader])
        self.game = dominoes.Game(dominoes.Board(), hands, [], leader, moves, leader, None)

    def turn(self) -> Seat | None:
        return None if self.game.result is not None else SEATS[self.game.turn]

    def hands(self) -> list[list[Tile]]:
        return [sorted(map(_ours, hand)) for hand in self.game.hands]

    def open(self) -> list[int]:
        board = self.game.board
        return [board.left_end(), board.right_end()] if len(board) else []

    def moves(self) -> set[tuple[Tile, object]]:
        return {(_ours(tile), left) for tile, left in self.game.valid_moves}

    def in_their_words(self, tile: Tile, end: End) -> tuple[Tile, object]:
        """Left or not; where both ends show the same number only the left one is listed."""
        open_ = self.open()
        return tile, end == "left" or len(set(open_)) == 1

    def place(self, tile: Tile, end: End) -> None:
        """Also to the right where only the left is listed: it is taken all the same."""
        self.game.make_move(dominoes.Domino(*tile), end == "left")

    def check_missing(self) -> None:
        """What it concludes from the passes is what we show as the numbers a seat could not match."""
        for seat, missing in enumerate(self.game.missing_values()):
            assert missing == {number for miss in self.ours.round.passes[seat] for number in miss.open}

    def check_end(self) -> None:
        """Every move and pass, how it ended, who won and, with what we leave out, the points."""
        round_, result = self.ours.round, self.game.result
        assert round_.end is not None
        history = self.ours.history
        assert [(_ours(move[0]), move[1]) if move else None for move in self.game.moves] == [
            move and (move[0], move[1] == "left") for move in (history if result.won else history[:-4])
        ]
        assert result.won == (round_.end.how == "out")
        assert result.player == round_.line.laid[-1].seat
        if round_.end.tied:
            assert result.points == 0
            return
        assert round_.end.winner == (0 if result.points > 0 else 1)
        own = sum(pips(round_.hands[seat]) for seat in SEATS if seat % 2 == round_.end.winner)
        assert abs(result.points) == round_.end.points + own


def _ours(tile: dominoes.Domino) -> Tile:
    return Tile(*sorted(tile))
