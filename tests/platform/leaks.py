"""Looks for what nobody should have been sent: `python -m tests.platform.leaks --rounds 200`.

Every game is played at random, by people and their browsers at two gateways and by computer players, and some
by nobody at engines alone (games in which tiles are drawn). Every byte is kept that anybody receives:

- every frame of every client, and every answer to its HTTP requests, which ask for the round under way, too;
- every event, as a subscriber hears it who has the gateway's own user and permissions;
- all that computer players are told, as their service hears it;
- every log file, with everything logged that can be, and every page of metrics.

When a round is over the store tells its truth: the deal, the seed, and who placed what when. Then of every
text it can be said which tiles it may name. A tile is written "3-5", and may stand:

- in a view: if it lies in the line at the view's ply, or is held then by the very seat that the view is for;
  once the round is over, every tile;
- in a refusal: moreover, if whoever is refused has named it;
- in what a computer player is told: as in a view of its seat;
- nowhere else: in no lobby document, header, log or page of metrics.

A seed may stand in views of its own round once that is over, and in its record, and nowhere else. A player's
secret may stand in the one answer that hands it over, and nowhere else.
"""

import argparse
import asyncio
import base64
import json
import re
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from random import Random
from typing import Any

import nats
from nats.aio.msg import Msg
from pydantic import ValidationError

from contracts import subjects
from contracts.commands import ComputerTurn, Done
from engine.game import Game as StoredGame
from rules.tile import Tile
from tests.faults.games import MIX
from tests.harness.known import known
from tests.harness.platform import Platform
from tests.platform.engines import Engines
from tests.platform.eye import HEARD, Eye
from tests.platform.probing import Host, Prober
from tests.platform.races import another_action, command
from tests.platform.truth import Truth

TILE = re.compile(r"(?<![\w.:-])([0-9]-[0-9])(?![\w-]|\.[0-9])")
"""A tile as it is written; no part of a date or of a longer word."""
BARE = re.compile(r"Tile\(|low=[0-9]")
"""A tile as Python would show it, by mistake."""
HEX = re.compile(r"[0-9a-f]{64}")
LONG = re.compile(r"[A-Za-z0-9_+/=-]{43,}")
"""Whatever is as long as a secret."""
SERVICES = ("nats", "valkey", "seating", "engine", "timer", "bots", "gateway")

ENV = {
    "DOUBLESIX_LOG_LEVEL": "debug",
    "DOUBLESIX_BETWEEN_MS": "3600000",
    "DOUBLESIX_TURN_MS": "3600000",
    "DOUBLESIX_TABLES_PER_MINUTE": "10000",
    "DOUBLESIX_GUESSES_PER_MINUTE": "10000",
    "DOUBLESIX_FRAMES_PER_SECOND": "1000",
    "DOUBLESIX_BOT_DELAY_MIN_MS": "5",
    "DOUBLESIX_BOT_DELAY_MAX_MS": "20",
    "DOUBLESIX_BOT_BUDGET_MS": "20",
}


class Scanner:
    """Says of any text what in it should not have been sent to whom it was sent."""

    def __init__(self, truth: Truth) -> None:
        self._rounds = truth.rounds
        self._seeds = {round_.seed: key for key, round_ in truth.rounds.items()}
        packed = [base64.b64encode(bytes.fromhex(seed)).decode() for seed in self._seeds]
        self._never = {*truth.secrets, *packed, *(seed.upper() for seed in self._seeds)}

    def elsewhere(self, text: str, *, handed: Iterable[str] = ()) -> list[str]:
        """Leaks in what shows no hand at all; `handed` are secrets that it is there to hand over."""
        leaks = [f"tile {tile}" for tile in sorted(set(TILE.findall(text)))]
        leaks += [f"tile as {found}" for found in BARE.findall(text)]
        leaks += [f"seed of {self._seeds[found]}" for found in HEX.findall(text) if found in self._seeds]
        return leaks + self._nowhere(text, handed)

    def frame(self, text: str, table: str, seat: int, said: set[str]) -> list[str]:
        """Leaks in a frame, or in the body of an event, for a seat whose player has named `said`."""
        frame: dict[str, Any] = json.loads(text)
        view = frame.get("view")
        if view is None:
            echoed = said if frame["type"] == "reply" else set()
            return [leak for leak in self.elsewhere(text) if leak not in {f"tile {tile}" for tile in echoed}]
        key = (view["table"], view["match"]["number"], view["round"]["number"])
        if key not in self._rounds:
            return [f"a view of {key}, of which nothing is known"]
        if (view["table"], view["seat"]) != (table, seat):
            return [f"a view for seat {view['seat']} of {view['table']}"]
        round_, ply = self._rounds[key], view["round"]["ply"]
        visible = round_.visible(seat, ply)
        named = set(TILE.findall(text)) - (said if frame["type"] == "reply" else set())
        leaks = [] if visible is None else [f"tile {tile} at ply {ply}" for tile in sorted(named - visible)]
        for found in set(HEX.findall(text)) & self._seeds.keys():
            if visible is not None or self._seeds[found] != key:
                leaks.append(f"seed of {self._seeds[found]} at ply {ply}")
        return leaks + self._nowhere(text, ())

    def record(self, text: str) -> list[str]:
        """Leaks in the record of a round: it shows all, so it may come only when nothing more follows."""
        record: dict[str, Any] = json.loads(text)
        key = (record["table"], record["match"], record["round"])
        if key not in self._rounds:
            return [f"a record of {key}, of which nothing is known"]
        plies = len(self._rounds[key].line) - 1
        leaks = [] if len(record["log"]) == plies else [f"a record at ply {len(record['log'])} of {plies}"]
        others = [found for found in HEX.findall(text) if self._seeds.get(found, key) != key]
        return leaks + [f"seed of {self._seeds[found]}" for found in others] + self._nowhere(text, ())

    def told(self, body: str, table: str, seat: int) -> list[str]:
        """Leaks in what the computer player on a seat is told: its seat's view, and not a word beside."""
        try:
            turn = ComputerTurn.model_validate_json(body)
        except ValidationError:
            return ["more than a computer player's turn"]
        view = turn.view
        key = (turn.table, turn.match, view.number)
        if (turn.table, view.seat) != (table, seat):
            return [f"a view for seat {view.seat} of {turn.table}"]
        if key not in self._rounds:
            return [f"a view of {key}, of which nothing is known"]
        visible = self._rounds[key].visible(seat, view.ply) or set()
        leaks = [f"tile {tile} at ply {view.ply}" for tile in sorted(set(tiles_in(view)) - visible)]
        leaks += [f"seed of {self._seeds[found]}" for found in HEX.findall(body) if found in self._seeds]
        return leaks + self._nowhere(body, ())

    def _nowhere(self, text: str, handed: Iterable[str]) -> list[str]:
        """Leaks of what may stand nowhere, or only where it is `handed`."""
        found: set[str] = set()
        for word in set(LONG.findall(text)):
            if len(word) == 64 and HEX.fullmatch(word):
                continue  # a commitment, or a seed that is looked for elsewhere
            found |= {hidden for hidden in self._never if hidden in word}
        return [f"secret or seed {hidden[:6]}…" for hidden in sorted(found.difference(handed))]


def tiles_in(value: object) -> Iterator[str]:
    """Name every tile in a value of the rules, however deep."""
    if isinstance(value, Tile):
        yield str(value)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from tiles_in(part)
    elif is_dataclass(value):
        for field_ in fields(value):
            yield from tiles_in(getattr(value, field_.name))


class Ear:
    """Hears all that a service may hear, as that service."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str, str]] = []

    @staticmethod
    @asynccontextmanager
    async def of(platform: Platform, service: str, patterns: Iterable[str]) -> AsyncIterator["Ear"]:
        ear = Ear()
        connection = await nats.connect(
            platform.nats_url_as(service), inbox_prefix=f"_INBOX_{service}".encode()
        )
        for pattern in patterns:
            await connection.subscribe(pattern, cb=ear.on_event, pending_bytes_limit=1 << 30)
        await known(connection)
        yield ear
        await known(connection)
        await connection.close()

    async def on_event(self, message: Msg) -> None:
        self.heard.append((message.subject, str(message.headers), message.data.decode()))


async def play_by_engines(
    engines: Engines, eye: Eye, preset: str, rounds: int, truth: Truth, chance: Random
) -> None:
    """Let a game be played that has no table: its events are heard all the same."""
    code = await engines.begin(preset=preset, target=None if preset == "bakesh" else 500)
    for played in range(rounds):
        while (game := await _game(eye, code)).match.round.end is None:
            assert isinstance(await engines.ask(command(game, another_action(game, chance))), Done)
        truth.learn(game)
        if played + 1 < rounds:
            match, round_ = game.match.number, game.match.round.number
            if game.phase == "over":
                await engines.all_play_again(code, match)
            else:
                await engines.all_are_ready(code, match, round_)


async def _game(eye: Eye, code: str) -> StoredGame:
    game = await eye.game(code)
    assert game is not None
    return game


@dataclass
class Report:
    """What was looked through, and what was found in it."""

    texts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    bytes: int = 0
    rounds: int = 0
    leaks: list[str] = field(default_factory=list)

    def add(self, kind: str, text: str, leaks: list[str]) -> None:
        self.texts[kind] += 1
        self.bytes += len(text)
        self.leaks += [f"{kind}: {leak} in {text[:200]}" for leak in leaks]


async def run(platform: Platform, rounds: int, seed: int) -> Report:
    """Play, and look through everything."""
    truth, report = Truth(), Report()
    few, chance = max(1, rounds // 12), Random(seed)
    async with (
        Ear.of(platform, "gateway", HEARD) as ear,
        Ear.of(platform, "bots", [subjects.BOTS]) as bots_ear,
        Eye.open(platform) as eye,
        Engines.of(platform) as engines,
    ):
        host = Host(platform.urls, eye, truth, chance)
        await asyncio.gather(
            host.play_all(MIX, -(-rounds * 3 // 4 // len(MIX))),
            *(
                play_by_engines(engines, eye, preset, few, truth, Random(seed))
                for preset in ("fives", "draw", "bakesh")
            ),
        )
    report.rounds = len(truth.rounds)
    scan(Scanner(truth), ear, bots_ear, host.played, platform, report)
    return report


def scan(
    scanner: Scanner, ear: Ear, bots_ear: Ear, people: list[Prober], platform: Platform, report: Report
) -> None:
    for person in people:
        for text in person.raw:
            report.add("client", text, scanner.frame(text, person.code, person.seat, person.named))
        for text in person.http:
            report.add("http", text, scanner.elsewhere(text))
        for text in person.records:
            report.add("record", text, scanner.record(text))
    for subject, headers, body in ear.heard:
        report.add("header", headers, scanner.elsewhere(headers))
        match subject.split("."):
            case ["v1", "evt", "seat", table, seat]:
                report.add("event", body, scanner.frame(body, table, int(seat), set()))
            case _:
                report.add("event", body, scanner.elsewhere(body))
    for subject, headers, body in bots_ear.heard:
        report.add("header", headers, scanner.elsewhere(headers))
        table, seat = subject.split(".")[-2:]
        report.add("bot", body, scanner.told(body, table, int(seat)))
    for service in SERVICES:
        for line in platform.logs(service).splitlines():
            report.add("log", line, scanner.elsewhere(line))
        if service not in ("nats", "valkey"):
            for index in range(len(platform.programs(service))):
                page = platform.metrics(service, index)
                report.add("metrics", page, scanner.elsewhere(page))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with Platform(gateways=2, engines=2, bots=1, env=ENV) as platform:
        report = asyncio.run(run(platform, asked.rounds, asked.seed))
    print(f"{report.rounds} rounds, {report.bytes / 1e6:.1f} MB: {dict(report.texts)}")
    print("\n".join(report.leaks[:20]) or "nothing that should not be there")
    return 1 if report.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
