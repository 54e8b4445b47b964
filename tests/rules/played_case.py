"""Reads and plays the cases of `cases/*.json`; the keys are explained in `cases/README.md`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.actions import Action, Draw, Event, Pass, Place, Placed
from rules.deal import Deal
from rules.errors import Refusal
from rules.match import Match, begin, next_round, play
from rules.presets import GAMES
from rules.round import legal, must, timeout, unmatched
from rules.ruleset import ANY_TARGET, RuleSet
from rules.seats import seats
from rules.tile import Tile
from rules.view import view

CASES = Path(__file__).parent / "cases"

Case = Mapping[str, Any]


def cases(*files: str) -> list[Any]:
    """Every case of `files`, each a parameter with a name."""
    return [
        pytest.param(case, id=f"{file}-{case['name']}")
        for file in files
        for case in json.loads((CASES / f"{file}.json").read_text())["cases"]
    ]


def rule_set(case: Case) -> RuleSet:
    """The preset that the case names, or one with the fields given changed, as a custom table would."""
    changes = dict(case.get("ruleset", {"like": case.get("preset")}))
    rules = GAMES[changes.pop("like")].column(case["players"])
    if "preset" in case:
        return rules
    if "hand" in changes:
        given = {int(number): tiles for number, tiles in changes["hand"].items()}
        changes["hand"] = tuple(sorted({**dict(rules.hand), **given}.items()))
    if "seats" in changes:
        changes["seats"] = tuple(changes["seats"])
    return replace(rules, **{"target": rules.target and ANY_TARGET, **changes})


class PlayedCase:
    """A case as it is played: the match, and what the last action scored at once."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rules = rule_set(case)
        self.match: Match | None = None
        self.scored = 0

    def play(self) -> None:
        """Play all rounds and compare everything that the case expects."""
        expect = self.case["expect"]
        checks = {(check["round"], check["after"]): [] for check in expect.get("checks", ())}
        for check in expect.get("checks", ()):
            checks[check["round"], check["after"]].append(check)
        for number, round_ in enumerate(self.case["rounds"]):
            self._deal(round_)
            self._compare(checks.pop((number, -1), []))
            for at, action in enumerate(round_["actions"]):
                self._act(action)
                self._compare(checks.pop((number, at), []))
            if "ends" in expect:
                self._compare_end(expect["ends"][number])
        assert checks == {}, "every check has been made"
        assert self.match is not None
        if "scores" in expect:
            assert list(self.match.scores) == expect["scores"]
        if "winner" in expect:
            assert self.match.winner == expect["winner"]

    def _deal(self, round_: Case) -> None:
        dealt = Deal(tuple(map(_tiles, round_["hands"])), _tiles(round_["boneyard"]))
        if self.match is None:
            self.match = begin(self.rules, self.case["players"], self.case.get("target"), dealt)
        else:
            self.match = next_round(self.match, dealt)
        assert self.match.round.leader == round_["leader"]

    def _act(self, given: Case) -> None:
        assert self.match is not None
        self.scored = 0
        for action in self._actions(given):
            if "refused" in given:
                with pytest.raises(Refusal) as refused:
                    play(self.match, action)
                assert refused.value.code == given["refused"]
                continue
            held = {seat: len(hand) for seat, hand in enumerate(self.match.round.hands)}
            self.match, events = play(self.match, action)
            self.scored += _points(events)
            if "draw" in given:
                assert len(self.match.round.hands[action.seat]) - held[action.seat] == given["draw"]

    def _actions(self, given: Case) -> tuple[Action, ...]:
        assert self.match is not None
        seat = given["seat"]
        if "place" in given:
            return (Place(seat, Tile.parse(given["place"]), given["end"]),)
        if "timeout" in given:
            assert self.match.round.turn == seat
            return timeout(self.match.round)
        return (Draw(seat) if "draw" in given else Pass(seat),)

    def _compare(self, checks: list[Case]) -> None:
        for check in checks:
            for key, expected in check.items():
                if key not in ("round", "after"):
                    assert _LOOK[key](self) == expected, key

    def _compare_end(self, expected: Case | None) -> None:
        assert self.match is not None
        if expected is None:
            assert self.match.round.end is None
            return
        result = self.match.results[-1]
        assert result.end == self.match.round.end
        for key, value in expected.items():
            assert getattr(result if key == "next_leader" else result.end, key) == value, key


def _tiles(texts: list[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


def _points(events: tuple[Event, ...]) -> int:
    return sum(event.points for event in events if isinstance(event, Placed))


_LOOK: Mapping[str, Callable[[PlayedCase], object]] = {
    "to_act": lambda played: played.match.round.turn,
    "must": lambda played: must(played.match.round),
    "legal": lambda played: sorted([str(tile), end] for tile, end in legal(played.match.round)),
    "ends": lambda played: {open_.end: open_.number for open_ in view(played.match, 0).ends},
    "sum": lambda played: view(played.match, 0).sum,
    "scored": lambda played: played.scored,
    "hands": lambda played: [[str(tile) for tile in hand] for hand in played.match.round.hands],
    "boneyard": lambda played: [str(tile) for tile in played.match.round.boneyard],
    "passes": lambda played: [
        [{"by": miss.by, "open": list(miss.open)} for miss in of_seat]
        for of_seat in played.match.round.passes
    ],
    "unmatched": lambda played: [
        list(unmatched(played.match.round, seat)) for seat in seats(played.match.players)
    ],
    "scores": lambda played: list(played.match.scores),
    "round_over": lambda played: played.match.round.end is not None,
    "match_winner": lambda played: played.match.winner,
}
