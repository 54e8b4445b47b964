"""Nobody learns a hidden tile, a seed before its time, or another's secret."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from contracts.commands import ComputerTurn
from contracts.frames import ViewFrame
from contracts.ids import Position
from contracts.problems import problem
from contracts.subjects import engine as engine_subject
from engine.archive import record
from engine.game import Game
from engine.kept import Kept, words
from engine.views import frame_of
from rules.seats import Seat, next_seat
from rules.view import view
from tests.engine.games import LIMITS, TABLE, a_game, ms, played, played_out
from tests.faults.games import MIX
from tests.harness.known import known
from tests.harness.platform import Platform
from tests.platform import leaks
from tests.platform.eye import HEARD
from tests.platform.leaks import Scanner
from tests.platform.truth import RoundTruth, Truth

SECRET = "s" * 43


# the scanner finds what is planted


OVER = played_out(a_game(target=500))
NOW = played(a_game(target=500), 6)
"""The same round, six plies in."""
ACTS: Seat = NOW.match.round.turn or 0
OTHER = next_seat(ACTS, 4)


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    truth = Truth(secrets={SECRET})
    truth.learn(OVER)
    return Scanner(truth)


def shown(game: Game, seat: Seat) -> dict[str, Any]:
    frame: ViewFrame = frame_of(game, seat, Position(version=1, mark="00000000"), ms(0), [], LIMITS)
    result: dict[str, Any] = json.loads(frame.model_dump_json())
    return result


def found(
    scanner: Scanner, frame: dict[str, Any], seat: int = ACTS, said: set[str] | None = None
) -> list[str]:
    return scanner.frame(json.dumps(frame), TABLE, seat, said or set())


def hidden_tile() -> str:
    """A tile that another holds, six plies in."""
    return str(NOW.match.round.hands[OTHER][0])


def test_what_is_shown_is_no_leak(scanner: Scanner) -> None:
    for seat in (0, 1, 2, 3):
        assert scanner.frame(json.dumps(shown(NOW, seat)), TABLE, seat, set()) == []  # type: ignore[arg-type]
        assert scanner.frame(json.dumps(shown(OVER, seat)), TABLE, seat, set()) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("where", ["forced", "spinner", "hand", "line", "log", "hands", "elsewhere"])
def test_a_hidden_tile_is_found_wherever_it_stands(scanner: Scanner, where: str) -> None:
    frame, tile = shown(NOW, ACTS), hidden_tile()
    match where:
        case "hand":
            frame["view"]["round"]["hand"].append(tile)
        case "line":
            frame["view"]["round"]["line"].append({"tile": tile, "end": "left", "seat": 0})
        case "log":
            frame["view"]["round"]["log"].append({"type": "draw", "seat": 0, "tiles": [tile]})
        case "hands":
            frame["view"]["round"]["hands"] = [[], [tile], [], []]
        case "elsewhere":
            frame["view"]["round"]["note"] = f"they hold {tile}."
        case _:
            frame["view"]["round"][where] = tile

    assert found(scanner, frame) == [f"tile {tile} at ply 6"]


def test_the_view_of_another_is_found(scanner: Scanner) -> None:
    assert found(scanner, shown(NOW, OTHER), seat=ACTS) == [f"a view for seat {OTHER} of {TABLE}"]


def test_a_tile_placed_later_is_still_hidden(scanner: Scanner) -> None:
    frame = shown(NOW, ACTS)
    later = str(OVER.match.round.log[7].tile)  # type: ignore[union-attr]
    assert later not in {str(tile) for tile in NOW.match.round.hands[ACTS]}
    frame["view"]["round"]["line"].append({"tile": later, "end": "left", "seat": 0})

    assert found(scanner, frame) == [f"tile {later} at ply 6"]


def test_a_view_that_says_too_soon_that_the_round_is_over_is_found(scanner: Scanner) -> None:
    frame = shown(OVER, ACTS)
    frame["view"]["round"]["ply"] = 6

    assert any("seed" in leak for leak in found(scanner, frame))
    assert sum("tile" in leak for leak in found(scanner, frame)) > 10


@pytest.mark.parametrize("seed", [OVER.seed, OVER.seed.upper()])
def test_a_seed_is_found_before_its_time(scanner: Scanner, seed: str) -> None:
    frame = shown(NOW, ACTS)
    frame["view"]["round"]["commitment"] = seed

    assert found(scanner, frame)
    assert scanner.elsewhere(f"dealt from {seed}")


def test_a_seed_of_another_round_is_found(scanner: Scanner) -> None:
    truth = Truth()
    truth.learn(OVER)
    another = played_out(a_game(seed=77, target=500))
    truth.rounds[TABLE, 1, 2] = RoundTruth(another)
    frame = shown(OVER, ACTS)
    frame["view"]["round"]["commitment"] = another.seed

    assert Scanner(truth).frame(json.dumps(frame), TABLE, ACTS, set())


def a_record(game: Game) -> str:
    """The record of a round as it would be made at this point of it."""
    round_ = game.match.round
    told = Kept(game.seed, round_.leader, words(round_.log), game.by, None, round_.before)
    return record(game, 1, 1, told).model_dump_json()


def test_the_record_of_a_round_that_is_over_is_no_leak(scanner: Scanner) -> None:
    assert scanner.record(a_record(OVER)) == []


def test_a_record_before_the_round_is_over_is_found(scanner: Scanner) -> None:
    assert scanner.record(a_record(NOW)) == [f"a record at ply 6 of {len(OVER.match.round.log)}"]


def a_turn(seat: Seat = ACTS) -> ComputerTurn:
    """What a computer player on a seat would be told, six plies in."""
    rules = NOW.match.rules
    return ComputerTurn(table=TABLE, match=1, level="hard", rules=rules, view=view(NOW.match, seat))


def test_what_a_computer_player_is_told_is_no_leak(scanner: Scanner) -> None:
    assert scanner.told(a_turn().model_dump_json(), TABLE, ACTS) == []


def test_the_hand_of_another_is_found_in_what_a_computer_player_is_told(scanner: Scanner) -> None:
    assert scanner.told(a_turn(OTHER).model_dump_json(), TABLE, ACTS) == [
        f"a view for seat {OTHER} of {TABLE}"
    ]


def test_a_hidden_tile_is_found_in_what_a_computer_player_is_told(scanner: Scanner) -> None:
    turn, tile = a_turn(), NOW.match.round.hands[OTHER][0]
    told = turn.model_copy(update={"view": replace(turn.view, aside=(tile,))})

    assert scanner.told(told.model_dump_json(), TABLE, ACTS) == [f"tile {tile} at ply 6"]


@pytest.mark.parametrize("more", [{"seed": OVER.seed}, {"note": "nothing hidden"}])
def test_nothing_beside_a_view_is_told_to_a_computer_player(scanner: Scanner, more: dict[str, str]) -> None:
    told = json.loads(a_turn().model_dump_json())
    told["view"] |= more

    assert scanner.told(json.dumps(told), TABLE, ACTS) == ["more than a computer player's turn"]


def test_a_round_that_was_abandoned_never_shows_a_hand(scanner: Scanner) -> None:
    truth = Truth()
    truth.learn(NOW)

    assert truth.rounds[TABLE, 1, 1].visible(ACTS, 6) is not None


def test_a_secret_is_found_everywhere(scanner: Scanner) -> None:
    frame = shown(OVER, ACTS)
    frame["view"]["owner"] = SECRET

    assert found(scanner, frame)
    assert scanner.elsewhere(f"authorization: Bearer {SECRET}")
    assert scanner.elsewhere(SECRET, handed=[SECRET]) == []


def test_an_error_may_name_what_its_reader_has_named_and_nothing_else(scanner: Scanner) -> None:
    why = problem("not_in_hand", message="3-5 is not in your hand.")
    frame = {"type": "reply", "ok": False, "error": why.model_dump(), "view": None}

    assert found(scanner, frame, said=frozenset({"3-5"})) == []
    assert found(scanner, frame, said=frozenset({"2-5"})) == ["tile 3-5"]


@pytest.mark.parametrize(
    ("line", "leaks_"),
    [
        ("2026-11-29T21:35:31.6-6 ready instance=engine-1 part=service", 0),
        ("[13010] 2026/11/29 21:35:31.668681 [INF] Starting, rev 1-2b, 10-10", 0),
        ("placed 3-5 at the left", 1),
        ('{"event":"place","tile":"0-0"}', 1),
        ("Place(seat=1, tile=Tile(low=3, high=5))", 2),
        (OVER.seed, 1),
    ],
)
def test_a_line_of_a_log_is_read_with_care(scanner: Scanner, line: str, leaks_: int) -> None:
    assert len(scanner.elsewhere(line)) == leaks_


# the platform


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(gateways=2, engines=2, bots=1, env=leaks.ENV) as platform:
        yield platform


def test_nothing_that_anybody_receives_tells_what_is_hidden(platform: Platform) -> None:
    """Two hundred rounds are looked through by `python -m tests.platform.leaks --rounds 200`."""
    report = asyncio.run(leaks.run(platform, rounds=len(MIX), seed=5))

    assert report.leaks == []
    assert report.rounds >= len(MIX)
    assert report.texts["client"] > 500
    assert report.texts["event"] > 500
    assert report.texts["bot"] > 100
    assert report.texts["log"] > 10
    assert report.texts["metrics"] == 7


# what a gateway may do on NATS


class Visitor:
    """A connection with the gateway's user, and what NATS told it that it may not."""

    def __init__(self, client: Client, errors: list[str], told: asyncio.Event) -> None:
        self.client = client
        self.errors = errors
        self.told = told

    async def refused(self) -> str:
        """Wait for a refusal."""
        async with asyncio.timeout(20):
            await self.told.wait()
        return self.errors[0].lower()


async def visit(platform: Platform, service: str = "gateway") -> Visitor:
    errors: list[str] = []
    told = asyncio.Event()

    async def on_error(error: Exception) -> None:
        errors.append(str(error))
        told.set()

    client = await nats.connect(
        platform.nats_url_as(service), error_cb=on_error, inbox_prefix=f"_INBOX_{service}".encode()
    )
    return Visitor(client, errors, told)


async def ignore(message: Msg) -> None:
    pass


@pytest.mark.parametrize(
    "subject",
    [
        ">",
        "*.>",
        "v1.>",
        "v1.cmd.>",
        "v1.cmd.engine.*",
        "v1.cmd.seating",
        "v1.cmd.timer.leases",
        "v1.evt.>",
        "v1.evt.bot.*.*",
        "_INBOX.>",
        "_INBOX_engine.>",
        "_INBOX_seating.>",
        "_INBOX_timer.>",
        "$SYS.>",
    ],
)
async def test_a_gateway_can_not_listen_to(platform: Platform, subject: str) -> None:
    visitor = await visit(platform)
    await visitor.client.subscribe(subject, cb=ignore)

    assert "permissions violation for subscription" in await visitor.refused()
    await visitor.client.close()


@pytest.mark.parametrize(
    "subject",
    [
        f"v1.evt.seat.{TABLE}.0",
        f"v1.evt.table.{TABLE}",
        f"v1.evt.bot.{TABLE}.0",
        "v1.cmd.engine-computer",
        "v1.evt.anything",
        "v1.cmd.anything",
        "v1.ops.status",
        "v1.ops.drain",
        "_INBOX_engine.1.2",
        "_INBOX_seating.1.2",
        "_INBOX_console.1.2",
    ],
)
async def test_a_gateway_can_not_publish(platform: Platform, subject: str) -> None:
    visitor, heard = await visit(platform), []

    async def hear(message: Msg) -> None:
        heard.append(message.subject)

    for pattern in HEARD:
        await visitor.client.subscribe(pattern, cb=hear)
    await visitor.client.publish(subject, b"{}")

    assert "permissions violation for publish" in await visitor.refused()
    await known(visitor.client)
    assert subject not in heard
    await visitor.client.close()


async def test_a_gateway_can_do_what_it_has_to(platform: Platform) -> None:
    visitor = await visit(platform)
    for pattern in HEARD:
        await visitor.client.subscribe(pattern, cb=ignore)
    reply = await visitor.client.request(
        engine_subject(TABLE), b'{"type":"expire","table":"7K3MXY52"}', timeout=5
    )

    assert b"no_match" in reply.data
    assert visitor.errors == []
    await visitor.client.close()


@pytest.mark.parametrize(
    ("service", "subject"),
    [
        ("seating", "v1.evt.seat.*.*"),
        ("seating", "_INBOX_engine.>"),
        ("timer", "v1.evt.>"),
        ("timer", "v1.cmd.engine.*"),
        ("timer", "v1.evt.bot.*.*"),
        ("seating", "v1.evt.bot.*.*"),
        ("bots", "v1.evt.seat.*.*"),
        ("bots", "v1.cmd.engine-computer"),
        ("engine", "v1.evt.seat.>"),
        ("engine", "v1.cmd.seating"),
    ],
)
async def test_no_service_listens_to_what_is_not_its_own(
    platform: Platform, service: str, subject: str
) -> None:
    visitor = await visit(platform, service)
    await visitor.client.subscribe(subject, cb=ignore)

    assert "permissions violation for subscription" in await visitor.refused()
    await visitor.client.close()


async def test_without_a_password_nobody_is_let_in(platform: Platform) -> None:
    with pytest.raises(Exception, match=r"(?i)authorization"):
        await nats.connect(platform.nats_url, allow_reconnect=False, max_reconnect_attempts=0)
