"""Players of the package `dominoes` (6.1.0, for development only) at our table: four in partnership, block.

The package is imported when one of them is asked for. They are given a game made of a seat's view: where
they ask for the other hands, they get any that have the right number of tiles; those that reckon with hands
deal the hidden tiles out anew themselves.
"""

import importlib
import random
from collections.abc import Callable
from typing import Any, Final

from bots.pack import pack
from rules.actions import Action, Draw, Pass, Passed, Place, Placed
from rules.ruleset import RuleSet
from rules.seats import Seat
from rules.tile import Tile
from rules.view import SeatView

SAMPLE: Final = 10
"""Deals that `probabilistic_alphabeta` looks at for a move."""

NAMES: Final = ("random", "bota_gorda", "double", "probabilistic_alphabeta")


def choice(name: str, seed: int) -> Callable[[SeatView, RuleSet], Action]:
    """How the package's player `name` chooses; raise ModuleNotFoundError where the package is not there.

    A number behind the name, `probabilistic_alphabeta:8`, is the move of the round from which on it searches;
    its search of a whole round takes minutes.
    """
    dominoes: Any = importlib.import_module("dominoes")
    name, _, first = name.partition(":")
    random.seed(seed)
    prefers: Any = getattr(dominoes.players, name)
    if name == "probabilistic_alphabeta":
        prefers = prefers(start_move=int(first or 0), sample_size=SAMPLE)

    def choose(view: SeatView, rules: RuleSet) -> Action:
        if view.must == "pass":
            return Pass(view.seat)
        if view.must == "draw":
            return Draw(view.seat)
        game = _game(dominoes, view, rules)
        prefers(game)
        domino, left = game.valid_moves[0]
        return _place(view, _tile(domino), left=left)

    return choose


def _game(dominoes: Any, view: SeatView, rules: RuleSet) -> Any:
    board = dominoes.Board()
    moves: list[Any] = []
    for event in view.log:
        if isinstance(event, Placed):
            move = (dominoes.Domino(*event.tile), event.end == "left")
            board.add(*move)
            moves.append(move)
        elif isinstance(event, Passed):
            moves.append(None)
    hands = [dominoes.Hand([dominoes.Domino(*tile) for tile in hand]) for hand in _hands(view, rules)]
    game = dominoes.Game(board, hands, moves, view.seat, (), view.leader, None)
    if view.line:
        game._update_valid_moves()
    else:
        game.valid_moves = tuple((domino, True) for domino in hands[view.seat])
    return game


def _hands(view: SeatView, rules: RuleSet) -> list[list[Tile]]:
    known = {*view.hand, *(laid.tile for laid in view.line)}
    hidden = iter([tile for tile in pack(rules.tiles).tiles if tile not in known])
    return [
        list(view.hand) if seat == view.seat else [next(hidden) for _ in range(count)]
        for seat, count in enumerate(view.counts)
    ]


def _tile(domino: Any) -> Tile:
    return Tile(min(domino.first, domino.second), max(domino.first, domino.second))


def _place(view: SeatView, tile: Tile, *, left: bool) -> Action:
    seat: Seat = view.seat
    return Place(seat, tile, "left" if left or not view.line else "right")
