"""A game as it is stored."""

from engine.game import Game
from runtime.snapshots import Snapshots, unchanged

_snapshots = Snapshots(
    Game,
    2,
    {
        1: unchanged,  # since then: who of the players are computers, who has left, who asked for a new round
    },
)

dump = _snapshots.dump
load = _snapshots.load
