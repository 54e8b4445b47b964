"""A table as it is stored."""

from runtime.snapshots import Snapshots, unchanged
from seating.table import Table

_snapshots = Snapshots(
    Table,
    2,
    {
        1: unchanged,  # since then: computer players, who has left, options beside the target
    },
)

dump = _snapshots.dump
load = _snapshots.load
