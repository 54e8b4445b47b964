"""Looks for what nobody should have been sent: `python -m tests.platform.leaks --rounds 200`.

Rounds are played at random, by people and their browsers at two gateways, by one of them against computer
players, and by nobody at engines alone (games in which tiles are drawn). Every byte is kept that anybody
receives:

- every frame of every client, and every answer to its HTTP requests;
- every event, as a subscriber hears it who has the gateway's own user and permissions;
- every log file, with everything logged that can be, and every page of metrics.

When a round is over the store tells its truth: the deal, the seed, and who placed what when. Then of every
text it can be said which tiles it may name. A tile is written "3-5", and may stand:

- in a view: if it lies in the line at the view's ply, or is held then by the very seat that the view is for;
  once the round is over, every tile;
- in a refusal: moreover, if whoever is refused has named it;
- nowhere else: in no lobby document, header, log or page of metrics.

A seed may stand in views of its own round once that is over, and nowhere else. A player's secret may stand in
the one answer that hands it over, and nowhere else.
"""

import argparse
import asyncio
import base64
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import nats
from nats.aio.msg import Msg

from contracts.commands import Done
from engine.game import Game
from rules.round import Round, decide, start
from tests.harness.platform import Platform
from tests.platform.engines import Engines
from tests.platform.eye import HEARD, Eye
from tests.platform.people import Person, at_a_table, begin, go, latest, moved
from tests.platform.races import another_action, command

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

Key = tuple[str, int, int]
"""Table, match, round."""


class RoundTruth:
    """What there was to see at every ply of a round that is over."""

    def __init__(self, game: Game) -> None:
        self.seed = game.seed
        states = list(_states(game.match.round))
        self.end = len(states) - 1
        self.line = [{str(laid.tile) for laid in state.line.laid} for state in states]
        self.hands = [[{str(tile) for tile in hand} for hand in state.hands] for state in states]

    def visible(self, seat: int, ply: int) -> set[str] | None:
        """The tiles that a seat may see at a ply; None for all."""
        return None if ply >= self.end else self.line[ply] | self.hands[ply][seat]


def _states(played: Round) -> Iterator[Round]:
    round_ = start(
        played.deal,
        played.rules,
        played.leader,
        forced=played.forced,
        target=played.target,
        before=played.before,
        number=played.number,
    )
    yield round_
    for action in played.log:
        round_, _ = decide(round_, action)
        yield round_


@dataclass
class Truth:
    """Everything hidden that there was."""

    rounds: dict[Key, RoundTruth] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)

    def learn(self, game: Game) -> None:
        """Take down a round that is over."""
        assert game.match.round.end is not None
        self.rounds[game.table, game.match.number, game.match.round.number] = RoundTruth(game)


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

    def _nowhere(self, text: str, handed: Iterable[str]) -> list[str]:
        """Leaks of what may stand nowhere, or only where it is `handed`."""
        found: set[str] = set()
        for word in set(LONG.findall(text)):
            if len(word) == 64 and HEX.fullmatch(word):
                continue  # a commitment, or a seed that is looked for elsewhere
            found |= {hidden for hidden in self._never if hidden in word}
        return [f"secret or seed {hidden[:6]}…" for hidden in sorted(found.difference(handed))]


class Prober(Person):
    """Asks now and then for what it may not do, to be refused; remembers which tiles it has named."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_raw = True
        self.named: set[str] = set()
        self.http: list[str] = []

    async def probe(self, chance: Random) -> None:
        assert self.view is not None
        low, high = sorted((chance.randrange(7), chance.randrange(7)))
        at = {"match": self.view["match"]["number"], "round": self.view["round"]["number"]}
        ply = max(0, self.view["round"]["ply"] + chance.choice((-1, 0, 0, 1)))
        kind = chance.choice(("pass", "draw", "place"))
        frame: dict[str, Any] = {"type": kind, **at, "ply": ply}
        if kind == "place":
            frame |= {"tile": f"{low}-{high}", "end": chance.choice(("left", "right", "up", "down"))}
            if self.my_turn():
                return  # it might be allowed
            self.named.add(frame["tile"])
        elif self.my_turn():
            return
        await self.ask(frame)

    async def look(self) -> None:
        """What anybody can ask over HTTP."""
        for path in (f"/api/tables/{self.code}", "/api/presets", "/"):
            answer = await self._http.get(self.urls[0] + path)
            self.http.append(f"{answer.headers} {answer.text}")


class Ear:
    """Hears all that a gateway may hear."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str, str]] = []

    async def on_event(self, message: Msg) -> None:
        self.heard.append((message.subject, str(message.headers), message.data.decode()))


async def play_by_people(
    platform: Platform, eye: Eye, rounds: int, truth: Truth, chance: Random
) -> list[Prober]:
    """Let four people play so many rounds, probing; return them with all they received."""
    people = await at_a_table(platform.urls, kind=Prober, target=50)
    truth.secrets |= {person.secret for person in people if person.secret}
    await begin(people)
    for played in range(rounds):
        while (view := latest(people))["phase"] == "playing":
            if chance.random() < 0.3:
                await chance.choice(people).probe(chance)  # type: ignore[attr-defined]
            await moved(people[view["round"]["turn"]])
            await asyncio.gather(*(_until_after(person, view) for person in people))
        game = await eye.until(people[0].code, lambda game: game.match.round.end is not None)
        truth.learn(game)
        if played + 1 == rounds:
            break
        asked = (
            {"type": "again"} if game.phase == "over" else {"type": "ready", "round": game.match.round.number}
        )
        await asyncio.gather(*(person.ask({**asked, "match": game.match.number}) for person in people))
        await asyncio.gather(*(_until_after(person, view) for person in people))
    for person in people:
        await person.look()  # type: ignore[attr-defined]
    await go(people)
    return people  # type: ignore[return-value]


async def play_alone(platform: Platform, eye: Eye, rounds: int, truth: Truth, chance: Random) -> list[Prober]:
    """Let one person play so many rounds against computer players; return it with all it received."""
    person = Prober(platform.urls, "Amal", chance)
    code = await person.open_table("fives", alone=True, level="hard", target=50)
    truth.secrets |= {person.secret} if person.secret else set()
    await person.connect()
    for played in range(rounds):
        await person.play(lambda view: bool(view["round"]["hands"]))
        game = await eye.until(code, lambda game: game.match.round.end is not None)
        truth.learn(game)
        if played + 1 < rounds:
            over = game.phase == "over"
            asked = {"type": "again"} if over else {"type": "ready", "round": game.match.round.number}
            await person.ask({**asked, "match": game.match.number})
            await person.until(lambda: not (person.view or {})["round"]["hands"])
    await person.look()
    await go([person])
    return [person]


async def _until_after(person: Person, view: dict[str, Any]) -> None:
    """Wait for the next view than this one."""
    version = view["position"]["version"]
    await person.until(lambda: (person.view or {})["position"]["version"] > version)


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


async def _game(eye: Eye, code: str) -> Game:
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
    truth, ear, report = Truth(), Ear(), Report()
    connection = await nats.connect(platform.nats_url_as("gateway"), inbox_prefix=b"_INBOX_gateway")
    for pattern in HEARD:
        await connection.subscribe(pattern, cb=ear.on_event, pending_bytes_limit=1 << 30)
    await connection.flush()
    tables = max(2, min(8, rounds // 8))
    each = -(-rounds * 3 // 4 // tables)
    async with Eye.open(platform) as eye, Engines.of(platform) as engines:
        *played, _, _, _ = await asyncio.gather(
            play_alone(platform, eye, max(1, rounds // 12), truth, Random(seed)),
            *(play_by_people(platform, eye, each, truth, Random(seed + n)) for n in range(tables)),
            *(
                play_by_engines(engines, eye, preset, max(1, rounds // 12), truth, Random(seed))
                for preset in ("fives", "draw", "bakesh")
            ),
        )
    await connection.flush()
    await connection.close()
    report.rounds = len(truth.rounds)
    scan(Scanner(truth), ear, [person for people in played for person in people], platform, report)
    return report


def scan(scanner: Scanner, ear: Ear, people: list[Prober], platform: Platform, report: Report) -> None:
    for person in people:
        for text in person.raw:
            report.add("client", text, scanner.frame(text, person.code, person.seat, person.named))
        for text in person.http:
            report.add("http", text, scanner.elsewhere(text))
    for subject, headers, body in ear.heard:
        report.add("header", headers, scanner.elsewhere(headers))
        match subject.split("."):
            case ["v1", "evt", "seat", table, seat]:
                report.add("event", body, scanner.frame(body, table, int(seat), set()))
            case _:
                report.add("event", body, scanner.elsewhere(body))
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
