"""Rounds that were played, as records: of tables that live at random, kept and shown as an engine does it."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from contracts.rounds import RoundRecord
from engine import kept
from engine.archive import record
from engine.kept import over
from tests.engine.lives import Table, a_life
from tests.rules import tables

Json = dict[str, Any]


def played(table: Table, seed: int) -> Iterator[RoundRecord]:
    """Every round of a table, match after match, without end: people, computer players, clocks and all."""
    for step in a_life(table, Random(seed), steps=1_000_000):
        one = over(step.before, step.after)
        if one is not None:
            yield record(step.after, one.match, one.round, kept.load(one.body))


def all_tables() -> list[Table]:
    """Every preset for every number of players and some custom tables, with computer players among them."""
    return [
        Table(str(table), table.rules, table.players, (None, "easy", None, "hard")[: table.players])
        for table in tables.TABLES
    ]


def a_table(name: str) -> Table:
    return next(table for table in all_tables() if table.name == name)


@cache
def some(name: str, rounds: int = 8, seed: int = 1) -> tuple[RoundRecord, ...]:
    """The first rounds of a table."""
    return tuple(islice(played(a_table(name), seed), rounds))


def as_json(made: RoundRecord) -> Json:
    body: Json = json.loads(made.model_dump_json())
    return body


def from_json(body: Json) -> RoundRecord:
    return RoundRecord.model_validate_json(json.dumps(body))
