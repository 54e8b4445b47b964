"""A round that was played by the rules is found to be right; whatever is changed in its record is found."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice, pairwise
from typing import Any

import pytest

from console.checks import Differs, check
from contracts.rounds import RoundRecord
from contracts.told import scores_before
from rules.deal import commitment
from tests.console.rounds import Json, a_table, all_tables, as_json, from_json, played, some
from tests.engine.lives import Table

EACH = 40
"""Rounds of each table; of all tables together more than a thousand."""
CHANGED = ["partners-for-4", "draw-for-3", "fives-for-2", "duel-for-2", "bakesh-for-2", "double-nine-for-4"]
"""Tables with all that a record can hold: partners, drawing, a spinner, points at once, rounds given up."""


def difference(made: RoundRecord, previous: RoundRecord | None = None) -> str | None:
    """What is found to be wrong first."""
    try:
        list(check(made, previous))
    except Differs as differs:
        return differs.what
    return None


# what is right


def test_there_are_a_thousand_rounds_of_all_presets() -> None:
    assert len(all_tables()) * EACH >= 1_000


@pytest.mark.parametrize("table", all_tables(), ids=lambda table: table.name)
def test_every_round_that_was_played_is_right_and_follows_on_the_one_before(table: Table) -> None:
    before = None

    for one in islice(played(table, 7), EACH):
        follows = before is not None and (one.match, one.round) == (before.match, before.round + 1)
        looked_at = [checked.what for checked in check(one, before if follows else None)]
        order = ["order"] if follows else []
        assert looked_at == ["rules", "promise", "deal", "lead", "scores", "play", "end", *order]
        before = one


def test_what_was_checked_is_told_in_words() -> None:
    (one, *_) = some("draw-for-2")

    told = {checked.what: checked.how for checked in check(one)}

    assert told["rules"] == "a table can play by them: 2 players, up to 100"
    assert told["deal"] == "2 hands of 7, and 14 tiles beside, as the seed has them"
    assert told["play"] == f"{len(one.log)} actions, each of them allowed when it was made"
    assert told["scores"].startswith("0 : 0 before the round, ")


def a_round_given_up() -> RoundRecord:
    return next(one for one in played(a_table("duel-for-2"), 3) if one.result is None)


def test_a_round_that_was_given_up_is_right() -> None:
    assert difference(a_round_given_up()) is None


# what is changed


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every single value."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path


def changed(body: Json, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Json:
    body = deepcopy(body)
    inner: Any = body
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = change(inner[path[-1]])
    return body


def another(value: Any) -> Any:
    """A value of the same kind; where there is none, nothing."""
    match value:
        case int():
            return value + 1 if value < 3 else value - 1
        case "left" | "right" | "up" | "down":
            return "right" if value == "left" else "left"
        case str() if len(value) == 64:
            return ("1" if value[0] == "0" else "0") + value[1:]
        case str() if len(value) == 3:
            return "0-1" if value != "0-1" else "0-2"
        case None:
            return 0
    return None


UNPROVEN = ("rules", "target", "by", "end")
"""What a round does not show alone: rules that did not come to anything in it; who made an allowed move; at
which of two ends a tile was placed that fits both, where nothing came of that."""


@pytest.mark.parametrize("name", CHANGED)
def test_any_value_of_a_first_round_that_is_changed_is_found(name: str) -> None:
    body = as_json(next(one for one in some(name) if one.round == 1 and one.result is not None))
    found = 0

    for path in leaves(body):
        if path[0] in UNPROVEN or path[-1] in UNPROVEN:
            continue
        try:
            wrong = from_json(changed(body, path, another))
        except ValueError:
            continue  # that is no record at all
        assert difference(wrong), path
        found += 1

    assert found > 50


@pytest.mark.parametrize("name", CHANGED)
@pytest.mark.parametrize("field", ["dealt", "boneyard", "log", "scores"])
def test_anything_that_is_missing_or_there_twice_is_found(name: str, field: str) -> None:
    for one in some(name):
        body = as_json(one)
        hands = [(field, seat) for seat in range(one.players)] if field == "dealt" else []
        for path in [(field,), *hands]:
            for change in (_shorter, _without_the_first, _longer):
                wrong = changed(body, path, change)
                shown = one.result is not None or (field, change) != ("log", _shorter)
                if shown and wrong != body:
                    assert difference(from_json(wrong)), (path, one.match, one.round)


def _shorter(values: list[Any]) -> list[Any]:
    return values[:-1]


def _without_the_first(values: list[Any]) -> list[Any]:
    return values[1:]


def _longer(values: list[Any]) -> list[Any]:
    return [*values, *values[-1:]]


@pytest.mark.parametrize("name", CHANGED)
def test_two_actions_that_change_places_are_found(name: str) -> None:
    for one in some(name):
        for at in range(len(one.log) - 1):
            wrong = as_json(one)
            wrong["log"][at], wrong["log"][at + 1] = wrong["log"][at + 1], wrong["log"][at]
            assert difference(from_json(wrong)), (at, one.match, one.round)


def test_another_seed_that_is_promised_is_found_by_the_deal() -> None:
    """Both were changed together: the promise holds, and the hands are others."""
    one, other = some("partners-for-4")[:2]
    promised = commitment(one.table, one.match, one.round, bytes.fromhex(other.seed))

    assert difference(one.model_copy(update={"seed": other.seed, "commitment": promised})) == "deal"


@pytest.mark.parametrize(
    ("name", "change", "found"),
    [
        ("partners-for-4", {"players": 3}, "rules"),
        ("partners-for-4", {"target": 7}, "rules"),
        ("partners-for-4", {"target": None}, "rules"),
        ("duel-for-2", {"target": 100}, "rules"),
        ("partners-for-4", {"table": "00000000"}, "promise"),
        ("partners-for-4", {"match": 9}, "promise"),
        ("draw-for-2", {"leader": 3}, "lead"),
        ("partners-for-4", {"scores": (500, 0)}, "scores"),
        ("partners-for-4", {"scores": (-1, 0)}, "scores"),
        ("partners-for-4", {"scores": (1, 2, 3)}, "scores"),
        ("partners-for-4", {"result": None}, "scores"),
        ("duel-for-2", {"result": None, "scores": (0, 0)}, "end"),
        ("fives-for-2", {"spinner": "0-1"}, "end"),
    ],
)
def test_it_is_said_what_is_wrong(name: str, change: Json, found: str) -> None:
    first = next(one for one in some(name) if one.round == 1 and one.result is not None)

    assert difference(first.model_copy(update=change)) == found


def test_a_leader_without_the_highest_tile_is_found() -> None:
    first = next(one for one in some("partners-for-4") if one.round == 1)

    assert difference(first.model_copy(update={"leader": (first.leader + 1) % 4})) == "lead"


def test_a_round_that_was_not_over_has_no_result() -> None:
    given_up = a_round_given_up()
    ended = next(one for one in some("duel-for-2") if one.result is not None)
    assert ended.result is not None
    result = ended.result.model_copy(update={"number": given_up.round, "leader": given_up.leader})

    assert difference(given_up.model_copy(update={"result": result, "scores": ended.scores})) == "end"


def test_a_round_cannot_be_given_up_where_no_consent_is_asked_for() -> None:
    one = next(one for one in some("draw-for-2") if one.round == 1)

    assert difference(one.model_copy(update={"log": one.log[:3], "result": None, "scores": (0, 0)})) == "end"


@pytest.mark.parametrize("by", ["clock", "table"])
def test_a_move_that_time_or_the_table_would_not_make_is_found(by: str) -> None:
    found = []
    for one in some("draw-for-2"):
        for at in range(len(one.log)):
            body = as_json(one)
            body["log"][at]["by"] = by
            found.append(difference(from_json(body)))

    assert set(found) <= {"play", None}
    assert found.count("play") > len(found) / 4
    assert by == "clock" or None not in found, "a table of this game plays nothing unasked"


# one after the other


def neighbours(name: str) -> tuple[RoundRecord, RoundRecord]:
    rounds = pairwise(some(name))
    return next((one, two) for one, two in rounds if (two.match, two.round) == (one.match, one.round + 1))


def test_scores_that_do_not_go_on_are_found_beside_the_round_before() -> None:
    one, two = neighbours("partners-for-4")
    more = two.model_copy(update={"scores": tuple(score + 1 for score in two.scores)})

    assert difference(more) is None, "alone it may be so"
    assert difference(more, one) == "order"


@pytest.mark.parametrize("name", ["partners-for-4", "draw-for-2"])
def test_a_round_led_by_another_than_the_rules_have_it_is_found_beside_the_one_before(name: str) -> None:
    """Of two rounds that follow on different ones, one is put behind the other's predecessor."""
    rounds = [one for seed in range(1, 9) for one in some(name, 2, seed) if one.round <= 2]
    firsts = [one for one in rounds if one.round == 1]
    seconds = [one for one in rounds if one.round == 2]

    found = set()
    for one in firsts:
        for two in seconds:
            before = scores_before(two.result, two.scores)
            if one.scores == before:
                continue
            moved = tuple(s - b + o for s, b, o in zip(two.scores, before, one.scores, strict=True))
            as_if = two.model_copy(update={"scores": moved})
            if difference(as_if) is None:
                found.add(difference(as_if, one))

    assert found == {"order", None}


@pytest.mark.parametrize("field", ["players", "target", "table", "match"])
def test_rounds_of_different_tables_do_not_follow_on_each_other(field: str) -> None:
    one, two = neighbours("partners-for-4")
    other = {"players": 2, "target": 150, "table": "00000000", "match": 2}

    assert difference(two, one.model_copy(update={field: other[field]})) == "order"
