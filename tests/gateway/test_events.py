"""What happens is sent on: whole, newest only, to whom it concerns; and what was lost is found."""

import asyncio
import json
import socket
import time

import pytest

from contracts import commands
from contracts.commands import Arrival, Arrive, Leases, Look, ViewAsked
from contracts.frames import CloseCode
from contracts.ids import Position
from engine.views import frame_of
from gateway.server import Gateway
from runtime import metrics
from runtime.settings import Settings
from tests.engine.games import LIMITS, a_game, ms
from tests.gateway.client import Client
from tests.gateway.conftest import running
from tests.gateway.test_commands import closed_count, still_served
from tests.gateway.world import CODE, SECRETS, Place, World

NEVER_MS = 60_000


async def seen_as_it_is(place: Place, client: Client) -> None:
    """Return once the client was told how the table stands; it may be told of arrivals before."""
    while (await client.until("table"))["table"]["position"]["version"] < place.position.version:
        pass


async def test_a_view_is_sent_on_as_it_came(world: World, port: int) -> None:
    place = world.place()
    place.play("before")
    async with Client(port) as client:
        await client.until("view")
        place.play("after")
        await world.tell_view(place, 0)
        raw = await client.ws.recv()

    assert raw == place.view(0).decode()


async def test_nobody_gets_the_view_of_another_seat(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as one, Client(port, secret=SECRETS[1]) as other:
        await one.welcomed()
        await other.welcomed()
        place.play("private")
        await world.tell_view(place, 1)
        view = await other.until("view")
        await still_served(one)

    assert view["view"]["seat"] == 1
    assert not any("view" in frame and frame["view"]["seat"] == 1 for frame in one.frames)


async def test_everybody_at_a_table_sees_it_change(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as one, Client(port, secret=SECRETS[1]) as other:
        await one.welcomed()
        await other.welcomed()
        place.move()
        await world.tell_table(place)
        for client in (one, other):
            await seen_as_it_is(place, client)


async def test_another_table_s_changes_are_not_heard(world: World, port: int) -> None:
    place, other = world.place(), world.place("0THER000")
    async with Client(port) as client:
        await client.welcomed()
        other.connections = list(place.connections)
        other.move()
        await world.tell_table(other)
        await still_served(client)

    assert sum(frame["type"] == "table" for frame in client.frames) == 1


async def test_a_view_that_is_late_is_dropped_and_one_said_again_is_sent_for_its_clock(
    settings: Settings, world: World
) -> None:
    place = world.place()
    place.play("old")
    place.play("new")
    quiet = settings.model_copy(update={"positions_ms": NEVER_MS})
    async with running(quiet) as gateway, Client(gateway.server.port) as client:
        await client.until("view")
        await world.tell_view(place, 0, position=Position(version=1, mark="00000001"))
        place.move()
        await world.tell_table(place)
        await seen_as_it_is(place, client)
        assert sum(frame["type"] == "view" for frame in client.frames) == 1
        await world.tell_view(place, 0)
        await client.until("view")


async def texts_of_the_views(client: Client) -> list[str]:
    """What was shown by all views up to now."""
    await still_served(client)
    return [frame["view"]["text"] for frame in client.frames if frame["type"] == "view"]


async def test_a_view_from_before_this_connection_is_not_shown_after_it(
    settings: Settings, world: World
) -> None:
    """The client may have been shown a newer one over another gateway, while this one stood still."""
    place = world.place()
    place.play("old")
    old = place.match
    gate = world.slow["ViewAsked"] = asyncio.Event()
    quiet = settings.model_copy(update={"positions_ms": NEVER_MS})
    async with running(quiet) as gateway, Client(gateway.server.port) as client:
        await client.welcomed()
        await world.until(ViewAsked)
        await world.tell_view(place, 0, position=old)
        assert await texts_of_the_views(client) == []
        place.play("new")
        gate.set()
        await world.tell_view(place, 0)
        await client.until("view")

        shown = await texts_of_the_views(client)

    assert shown[-1:] == ["new"]


async def test_a_view_that_comes_while_the_first_one_is_asked_for_is_not_missed(
    settings: Settings, world: World
) -> None:
    place = world.place()
    place.play("first")
    gate = world.slow["ViewAsked"] = asyncio.Event()
    quiet = settings.model_copy(update={"positions_ms": NEVER_MS})
    async with running(quiet) as gateway, Client(gateway.server.port) as client:
        await client.welcomed()
        await world.until(ViewAsked)
        place.play("second")
        await world.tell_view(place, 0)
        place.play("third")
        await world.tell_view(place, 0)
        await still_served(client)
        gate.set()
        while (await client.until("view"))["view"]["text"] != "third":
            pass

        shown = await texts_of_the_views(client)

    assert shown[-1] == "third"


async def test_an_older_view_does_not_come_with_a_refusal(settings: Settings, world: World) -> None:
    """A client takes the last view it got for the one that holds."""
    place = world.place()
    for text in ("first", "second", "third"):
        place.play(text)
    now = place.match
    assert now is not None
    seen = frame_of(a_game(), 0, now, ms(0), (), LIMITS).view
    world.refusals["pass"] = "stale_ply"
    quiet = settings.model_copy(update={"positions_ms": NEVER_MS})
    async with running(quiet) as gateway, Client(gateway.server.port) as client:
        await client.until("view")
        came = []
        for version in (2, 3, 5, 4):
            position = Position(version=version, mark=now.mark)
            world.refused_with = seen.model_copy(update={"position": position})
            reply = await client.ask("pass", f"r{version}", match=1, round=1, ply=0)
            came.append(reply["view"] and reply["view"]["position"]["version"])
        await world.tell_view(place, 0, position=Position(version=4, mark="00000004"))
        views = await texts_of_the_views(client)

    assert came == [None, 3, 5, None]
    assert views == ["third"]


async def test_a_table_event_that_came_before_the_arrival_was_answered_is_not_missed(
    settings: Settings, world: World
) -> None:
    place = world.place()
    gate = world.slow["arrivals"] = asyncio.Event()
    quiet = settings.model_copy(update={"positions_ms": NEVER_MS})
    async with running(quiet) as gateway, Client(gateway.server.port) as client:
        arrival = await world.until(Arrival)
        place.move()
        place.connections[0] = arrival.connection
        await world.tell_table(place)
        gate.set()
        await client.until("welcome")
        await seen_as_it_is(place, client)


async def test_an_event_about_who_sat_here_before_does_not_end_a_new_connection(
    world: World, port: int
) -> None:
    place = world.place()
    gate = world.slow["arrivals"] = asyncio.Event()
    async with Client(port) as client:
        arrival = await world.until(Arrival)
        mine = place.position
        place.connections[0] = "f" * 16
        await world.tell_table(place, Position(version=1, mark="0000000a"))
        place.connections[0] = arrival.connection
        place.position = mine
        gate.set()
        await client.welcomed()
        await still_served(client)


async def test_a_newer_connection_replaces_an_older_one(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as older:
        await older.welcomed()
        async with Client(port) as newer:
            await newer.welcomed()
            await world.tell_table(place)
            code, frames = await older.closed()
            await still_served(newer)

    assert code == CloseCode.REPLACED
    assert frames[-1] == {"type": "bye", "reason": "replaced", "after_ms": None}
    assert not any(
        lease.connection == arrived.connection
        for leases in world.heard
        if isinstance(leases, Leases)
        for lease in leases.closed
        for arrived in [next(heard for heard in world.heard if isinstance(heard, Arrival))]
    )


async def test_who_is_leaving_hears_what_came_of_it_whoever_takes_the_seat_meanwhile(
    world: World, port: int
) -> None:
    place = world.place()
    gate = world.slow["leave"] = asyncio.Event()
    async with Client(port) as client:
        await client.welcomed()
        await client.say("leave", "bye")
        await world.until(commands.Leave)
        place.connections[0] = "f" * 16
        place.move()
        await world.tell_table(place)
        await world.until(Look)
        await still_served(client)
        gate.set()
        code, frames = await client.closed()

    assert code == CloseCode.LEFT
    assert [frame["type"] for frame in frames[-2:]] == ["reply", "bye"]
    assert frames[-2]["ok"]


async def test_a_replacement_whose_event_was_lost_is_found(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as older:
        await older.welcomed()
        place.connections[0] = "f" * 16
        place.move()
        code, _ = await older.closed()

    assert code == CloseCode.REPLACED


async def test_who_loses_its_seat_is_told_so(world: World, port: int) -> None:
    place = world.place()
    async with Client(port, secret=SECRETS[3]) as client:
        await client.welcomed()
        place.secrets[3] = place.connections[3] = None
        place.move()
        await world.tell_table(place)
        code, frames = await client.closed()

    assert code == CloseCode.FREED
    assert frames[-1]["reason"] == "freed"


async def test_who_lost_its_seat_unheard_is_not_shown_the_hand_of_who_has_it_now(
    world: World, port: int
) -> None:
    place = world.place()
    world.silent.add("positions")
    async with Client(port, secret=SECRETS[3]) as client:
        await client.welcomed()
        place.secrets[3], place.connections[3] = "e" * 43, None
        place.play("private")  # and nothing was heard of the table
        await world.tell_view(place, 3)
        code, frames = await client.closed()

    assert code == CloseCode.FREED
    assert "view" not in [frame["type"] for frame in frames]


async def test_who_lost_its_seat_unheard_cannot_play_for_who_has_it_now(world: World, port: int) -> None:
    place = world.place()
    world.silent.add("positions")
    async with Client(port, secret=SECRETS[3]) as client:
        await client.welcomed()
        place.secrets[3], place.connections[3] = "e" * 43, None
        place.play("private")
        reply = await client.ask("pass", "mine", match=1, round=1, ply=0)

    assert reply["error"]["code"] == "no_match"
    assert not world.count(commands.Pass)


async def test_who_was_freed_and_sits_elsewhere_now_comes_back_there(world: World, port: int) -> None:
    place = world.place()
    place.secrets[2] = None
    async with Client(port) as client:
        await client.welcomed()
        place.secrets[0], place.connections[0], place.secrets[2] = None, None, SECRETS[0]
        place.move()
        await world.tell_table(place)
        code, _ = await client.closed()
    async with Client(port) as client:
        welcome = await client.until("welcome")

    assert code == CloseCode.RESTART
    assert welcome["seat"] == 2


async def test_a_seat_that_was_freed_and_taken_by_another_is_told_as_freed(world: World, port: int) -> None:
    place = world.place()
    async with Client(port, secret=SECRETS[3]) as client:
        await client.welcomed()
        place.secrets[3], place.connections[3] = "e" * 43, "e" * 16  # and nothing was heard in between
        place.move()
        await world.tell_table(place)
        code, _ = await client.closed()

    assert code == CloseCode.FREED


# seats that are numbered anew


async def test_who_is_moved_to_another_seat_comes_straight_back_to_it(world: World, port: int) -> None:
    place = world.place()
    place.secrets[1] = None
    async with Client(port) as host, Client(port, secret=SECRETS[2]) as moved:
        await host.welcomed()
        await moved.welcomed()
        place.close_up(1)
        await world.tell_table(place)
        code, frames = await moved.closed()
        while len((await host.until("table"))["table"]["seats"]) == 4:
            pass
        async with Client(port, secret=SECRETS[2]) as back:
            welcome = await back.until("welcome")
        await still_served(host)

    assert code == CloseCode.RESTART
    assert frames[-1] == {"type": "bye", "reason": "restart", "after_ms": 0}
    assert welcome["seat"] == 1


async def test_a_move_whose_event_was_lost_is_found(world: World, port: int) -> None:
    place = world.place()
    place.secrets[0] = None
    async with Client(port, secret=SECRETS[3]) as client:
        await client.welcomed()
        place.close_up(0)
        code, frames = await client.closed()

    assert code == CloseCode.RESTART
    assert frames[-1]["after_ms"] == 0


async def test_who_was_held_to_be_away_while_seats_moved_comes_back_to_its_own(
    world: World, port: int
) -> None:
    place = world.place()
    async with Client(port, secret=SECRETS[2]) as client, Client(port, secret=SECRETS[3]) as next_:
        await client.welcomed()
        await next_.welcomed()
        place.connections[2] = None
        place.secrets[1] = None
        place.close_up(1)  # now the other's connection holds the seat that was this one's
        await world.tell_table(place)
        code, _ = await client.closed()

    assert code == CloseCode.RESTART


async def test_an_older_tab_whose_player_was_moved_takes_the_seat_from_no_newer_one(
    world: World, port: int
) -> None:
    place = world.place()
    async with Client(port, secret=SECRETS[2]) as older, Client(port, secret=SECRETS[3]) as next_:
        await older.welcomed()
        await next_.welcomed()
        place.connections[2] = "e" * 16  # a newer tab, and nothing was heard of it
        place.secrets[1] = None
        place.close_up(1)
        await world.tell_table(place)
        code, _ = await older.closed()

    assert code == CloseCode.REPLACED


async def test_at_a_table_with_fewer_seats_than_its_own_one_comes_back_to_another(
    world: World, port: int
) -> None:
    place = world.place()
    async with Client(port, secret=SECRETS[3]) as client:
        await client.welcomed()
        place.connections[3] = None
        place.secrets[1] = None
        place.close_up(1)
        await world.tell_table(place)
        code, _ = await client.closed()

    assert code == CloseCode.RESTART


async def test_who_was_moved_unheard_is_not_shown_the_hand_of_who_has_the_seat_now(
    world: World, port: int
) -> None:
    place = world.place()
    world.silent.add("positions")
    async with Client(port, secret=SECRETS[2]) as client, Client(port, secret=SECRETS[3]) as next_:
        await client.welcomed()
        await next_.welcomed()
        place.secrets[1] = None
        place.close_up(1)
        place.play("private")  # and nothing was heard of the table
        await world.tell_view(place, 2)
        code, frames = await client.closed()

    assert code == CloseCode.RESTART
    assert "view" not in [frame["type"] for frame in frames]


async def test_who_is_only_held_to_be_away_arrives_again(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        place.connections[0] = None
        place.move()
        await world.tell_table(place)
        again = await world.until(Arrive)
        table = await client.until("table")

    assert table["table"]["seats"][0]["present"]
    assert again.connection == place.connections[0]


# what was lost


async def test_a_lost_view_is_fetched(world: World, port: int) -> None:
    place = world.place()
    place.play("old")
    before = resumes("behind")
    async with Client(port) as client:
        await client.until("view")
        place.play("new")  # and no event
        view = await client.until("view")

    assert view["view"]["text"] == "new"
    assert resumes("behind") == before + 1


async def test_the_first_view_is_fetched_when_its_event_was_lost(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        place.play("dealt")
        view = await client.until("view")

    assert view["view"]["text"] == "dealt"


async def test_a_lost_table_event_is_made_good(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        place.move()
        table = await client.until("table")

    assert table["table"]["position"]["version"] == place.position.version


@pytest.mark.parametrize("version", [1, 2])
async def test_a_store_that_went_back_is_believed(world: World, port: int, version: int) -> None:
    place = world.place()
    place.play("old")
    place.play("lost")
    before = resumes("rollback")
    async with Client(port) as client:
        await client.until("view")
        place.match = Position(version=version, mark="0badcafe")
        place.text = "old"
        view = await client.until("view")

    assert view["view"]["text"] == "old"
    assert resumes("rollback") == before + 1


async def test_a_connection_that_a_store_forgot_takes_its_seat_again(world: World, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        place.position = Position(version=1, mark="0badcafe")
        place.connections[0] = "f" * 16  # whom this client had replaced
        table = await client.until("table")
        await still_served(client)

    assert table["table"]["seats"][0]["present"]
    assert place.connections[0] != "f" * 16


async def test_a_match_that_is_no_more_makes_its_clients_start_afresh(world: World, port: int) -> None:
    place = world.place()
    place.play("lost")
    async with Client(port) as client:
        await client.until("view")
        place.match = None
        code, frames = await client.closed()

    assert code == CloseCode.RESTART
    assert frames[-1] == {"type": "bye", "reason": "restart", "after_ms": 0}


async def test_a_table_that_went_back_to_before_its_match_makes_its_clients_start_afresh(
    world: World, port: int
) -> None:
    place = world.place()
    place.play("lost")
    async with Client(port) as client:
        await client.until("view")
        place.match = None
        place.position = Position(version=1, mark="0badcafe")
        code, _ = await client.closed()

    assert code == CloseCode.RESTART


async def test_a_table_that_is_no_more_is_said_to_be_gone(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        del world.places[CODE]
        code, frames = await client.closed()

    assert code == CloseCode.GONE
    assert frames[-1]["reason"] == "gone"


async def test_what_is_as_it_was_shown_is_not_fetched(world: World, port: int) -> None:
    world.place().play("now")
    async with Client(port) as client:
        await client.until("view")
        await asyncio.sleep(0.7)  # three comparisons

    assert world.count(ViewAsked) == 1


async def test_views_that_a_new_connection_fetches_are_counted(world: World, port: int) -> None:
    world.place().play("now")
    before = resumes("reconnect")

    async with Client(port) as client:
        await client.until("view")

    assert resumes("reconnect") == before + 1


async def test_the_time_from_a_command_to_its_view_is_measured(world: World, port: int) -> None:
    place = world.place()
    place.play("old")
    async with Client(port) as client:
        await client.until("view")
        count, total = latency()
        place.play("new")
        await world.tell_view(place, 0, received=int(time.time() * 1000) - 500)
        await client.until("view")
        place.play("by the clock")
        await world.tell_view(place, 0)
        await client.until("view")

    late_count, late_total = latency()
    assert late_count == count + 1
    assert 0.5 <= late_total - total < 1.5


# who reads slowly


async def test_a_slow_reader_gets_the_latest_view_and_nobody_waits_for_it(world: World, port: int) -> None:
    place = world.place()
    place.play("start")
    async with Sleeper(port) as sleeper, Client(port, secret=SECRETS[1]) as neighbour:
        await neighbour.until("view")
        for number in range(400):
            place.play(f"{number:04}" + "x" * 8_000)
            await world.tell_view(place, 0)
        await world.tell_view(place, 1)
        began = time.monotonic()
        await neighbour.until("view")
        waited = time.monotonic() - began
        texts = await sleeper.wake("0399")

    assert waited < 1
    assert texts[-1].startswith("0399")
    assert len(texts) < 300


async def test_a_reader_so_slow_that_replies_pile_up_is_sent_away(settings: Settings, world: World) -> None:
    place = world.place()
    place.play("start")
    before = closed_count("slow")
    eager = settings.model_copy(update={"frames_burst": 1000, "silence_ms": NEVER_MS})
    async with running(eager) as gateway, Sleeper(gateway.server.port) as sleeper:
        for number in range(200):
            place.play(f"{number:04}" + "x" * 8_000)
            await world.tell_view(place, 0)
        for _ in range(100):
            await sleeper.ping()
        async with asyncio.timeout(8):
            await gateway.hub.empty.wait()

    assert closed_count("slow") == before + 1


async def test_a_connection_that_answers_no_ping_is_closed_as_silent(world: World, port: int) -> None:
    world.place()
    before = closed_count("silent")
    async with Sleeper(port) as sleeper:
        arrival = await world.until(Arrival)
        began = time.monotonic()
        closed = await world.until(Leases, lambda leases: bool(leases.closed))
        noticed = time.monotonic() - began
        end = await sleeper.rest()

    assert noticed < 2.5
    assert [lease.connection for lease in closed.closed] == [arrival.connection]
    assert closed_count("silent") == before + 1
    assert b'{"type":"bye","reason":"silent","after_ms":0}' in end
    assert end.endswith(b"\x88\x02" + int(CloseCode.SILENT).to_bytes(2, "big"))


async def test_a_connection_that_only_answers_pings_is_kept(world: World, port: int) -> None:
    world.place()
    async with Client(port) as client:
        await client.welcomed()
        await asyncio.sleep(2.2)  # longer than silence_ms
        await still_served(client)


async def test_an_event_without_a_position_harms_nobody(world: World, gateway: Gateway, port: int) -> None:
    place = world.place()
    async with Client(port) as client:
        await client.welcomed()
        await world.nc.publish(f"v1.evt.table.{CODE}", b"{}")
        place.play("now")
        await world.tell_view(place, 0)
        await client.until("view")


def resumes(kind: str) -> float:
    return metrics.RESUMES.labels(kind)._value.get()


def latency() -> tuple[float, float]:
    [family] = metrics.TURN_LATENCY.collect()
    values = {sample.name: sample.value for sample in family.samples if "bucket" not in sample.name}
    return values[f"{family.name}_count"], values[f"{family.name}_sum"]


class Sleeper:
    """A client that does not read, with a small buffer; it speaks WebSocket by hand."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> "Sleeper":
        loop = asyncio.get_running_loop()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        self._socket.setblocking(False)
        await loop.sock_connect(self._socket, ("127.0.0.1", self._port))
        await loop.sock_sendall(
            self._socket,
            f"GET /ws/{CODE} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Protocol: doublesix.v1\r\nAuthorization: Bearer {SECRETS[0]}\r\n\r\n".encode(),
        )
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._socket.close()

    async def ping(self) -> None:
        text = json.dumps({"type": "ping", "id": "p"}).encode()
        frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
        await asyncio.get_running_loop().sock_sendall(self._socket, frame)

    async def wake(self, last: str) -> list[str]:
        """Read at last, until the view `last`; return the texts of all views."""
        data = b""
        async with asyncio.timeout(20):
            while f'"text":"{last}'.encode() not in data:
                data += await asyncio.get_running_loop().sock_recv(self._socket, 65_536)
        return [part[:8].decode() for part in data.split(b'"text":"')[1:]]

    async def rest(self) -> bytes:
        """Read all that there is until the server closes."""
        data = b""
        async with asyncio.timeout(20):
            while more := await asyncio.get_running_loop().sock_recv(self._socket, 65_536):
                data += more
        return data
