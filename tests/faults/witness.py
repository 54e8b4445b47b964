"""What the clients were shown and told, kept for the comparison. Knows no store and no rule."""

import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from tests.harness.player import FINAL, Player

Frame = dict[str, Any]


@dataclass(frozen=True)
class At:
    """One state of one document, as one seat sees it; lobby documents are the same for all: seat -1."""

    table: str
    version: int
    mark: str
    seat: int


@dataclass(frozen=True)
class Violation:
    """Something that must never happen, with what is needed to look into it."""

    kind: str
    table: str
    what: str


@dataclass
class Witness:
    """Hears every frame of every player. Moments are of the monotonic clock, in seconds.

    `records` are old rounds as somebody was shown them. `ends` is when each turn was to end, by all views of
    it: the earliest and the latest. `seen` says when the first client saw a version of a match, in Unix ms of
    this machine.
    """

    players: list[Player] = field(default_factory=list)
    shown: dict[At, bytes] = field(default_factory=dict)
    resumed: set[At] = field(default_factory=set)
    seen: dict[tuple[str, int], float] = field(default_factory=dict)
    ends: dict[tuple[str, int, int, int], tuple[float, float]] = field(default_factory=dict)
    finished: set[tuple[str, int, int]] = field(default_factory=set)
    records: dict[tuple[str, int, int], str] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)  # by table
    progress: dict[str, tuple[tuple[int, int, int, str], float]] = field(default_factory=dict)
    moments: dict[str, list[float]] = field(default_factory=dict)
    violations: list[Violation] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _newest: dict[tuple[int, str], int] = field(default_factory=dict)

    def follow(self, player: Player) -> None:
        """Hear this player from now on."""
        player.on_frame = self._heard
        self.players.append(player)

    def looked_back(self, player: Player, listed: Sequence[Frame], records: Sequence[Frame]) -> None:
        """Somebody was shown the rounds that are over: all of them, and each of them as listed."""
        numbers = [(one["match"], one["round"]) for one in listed]
        over = {(match, round_) for table, match, round_ in self.finished if table == player.code}
        if not over <= set(numbers) or numbers != sorted(set(numbers)):
            self._violation("list of rounds", player, f"{numbers} of {sorted(over)}")
        for one, record in zip(listed, records, strict=True):
            if any(record[name] != one[name] for name in one):
                self._violation("list of rounds", player, f"{one} is not {record}")
            text = orjson.dumps(record).decode()
            if self.records.setdefault((player.code, record["match"], record["round"]), text) != text:
                self._violation("two faces of one round", player, text)

    def _heard(self, player: Player, frame: Frame, text: str) -> None:
        match frame["type"]:
            case "view":
                self._saw(player, frame["view"], resumed=player.resuming)
            case "table":
                self._not_older(player, "table", self._keep(player, frame["table"], -1))
            case "reply" if frame.get("view"):
                self._not_older(player, "view", self._keep(player, frame["view"], player.seat))
            case "reply" if not frame["ok"] and frame["id"] is None:
                self.counts[f"arrival refused: {frame['error']['code']}"] += 1
            case "bye":
                self.counts[f"bye: {frame['reason']}"] += 1
                if frame["reason"] in FINAL and not self._has_left(player, frame):
                    self._violation("sent away", player, text)

    @staticmethod
    def _has_left(player: Player, bye: Frame) -> bool:
        left = sum(before["reason"] == "left" for before in player.byes)  # this one is not among them yet
        return bool(bye["reason"] == "left" and left < player.leaves)

    def _saw(self, player: Player, view: Frame, *, resumed: bool) -> None:
        self.counts["views"] += 1
        at = self._keep(player, view, player.seat)
        self.seen.setdefault((at.table, at.version), time.time() * 1000)
        if resumed:
            self.resumed.add(at)
        went_back = self._not_older(player, "view", at)
        stands = (view["match"]["number"], view["round"]["number"], view["round"]["ply"], view["phase"])
        if view["round"]["hands"] is not None:
            self.finished.add((player.code, stands[0], stands[1]))
        before = self.progress.get(player.code)
        if view["phase"] == "playing" and (clock := view["round"]["clock"]) is not None:
            ends = time.monotonic() + clock["left_ms"] / 1000
            earliest, latest = self.ends.get((player.code, *stands[:3]), (ends, ends))
            self.ends[player.code, *stands[:3]] = min(ends, earliest), max(ends, latest)
        if (
            went_back
            or before is None
            or stands > before[0]
            or (stands[:3] == before[0][:3] and stands != before[0])
        ):
            self.progress[player.code] = (stands, time.monotonic())
            self.moments.setdefault(player.code, []).append(time.monotonic())

    def _not_older(self, player: Player, kind: str, at: At) -> bool:
        """The last one holds: it is never older than the one before, whatever connection it came over.

        Tell whether it is, once: from there on things are measured by it.
        """
        before = self._newest.get((id(player), kind), 0)
        if at.version < before:
            self._violation("older", player, f"{kind} of version {at.version} after one of {before}")
        self._newest[id(player), kind] = at.version
        return at.version < before

    def _keep(self, player: Player, document: Frame, seat: int) -> At:
        position = document["position"]
        at = At(player.code, position["version"], position["mark"], seat)
        text = packed(document)
        if self.shown.setdefault(at, text) != text:
            self._violation("two faces of one state", player, f"{at}: {document}")
        return at

    def _violation(self, kind: str, player: Player, what: str) -> None:
        place = player.place_in_time() if player.view else None
        self.violations.append(Violation(kind, player.code, f"seat {player.seat} at {place}: {what}"))


def packed(document: Frame) -> bytes:
    """Return a document without the time left, which is another each time it is told, small."""
    return zlib.compress(orjson.dumps(timeless(document), option=orjson.OPT_SORT_KEYS), 1)


def unpacked(kept: bytes) -> Frame:
    document: Frame = orjson.loads(zlib.decompress(kept))
    return document


def timeless(document: Frame) -> Frame:
    """Return a document with every time left at 0."""
    if "round" not in document:
        return document
    round_ = {**document["round"], "clock": _stopped(document["round"]["clock"])}
    return {**document, "round": round_, "between": _stopped(document["between"])}


def _stopped(clock: Frame | None) -> Frame | None:
    return clock and {**clock, "left_ms": 0}


def differences(expected: Any, seen: Any, where: str = "") -> Iterator[str]:
    """Name every field in which two documents differ."""
    if isinstance(expected, dict) and isinstance(seen, dict):
        for key in expected.keys() | seen.keys():
            yield from differences(expected.get(key), seen.get(key), f"{where}.{key}")
    elif expected != seen:
        yield f"{where}: stored {expected!r}, shown {seen!r}"
