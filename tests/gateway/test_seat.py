"""Taking a seat over a WebSocket, and how it is refused."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from contracts.commands import Arrival, Arrivals, Leases, Look
from contracts.frames import SUBPROTOCOL, CloseCode
from gateway.server import Gateway
from runtime import metrics
from runtime.settings import Settings
from tests.gateway.client import Client
from tests.gateway.conftest import running
from tests.gateway.world import CODE, SECRETS, World

STRANGER = "x" * 43


async def test_a_seated_player_is_welcomed_and_shown_the_table_and_the_view(world: World, port: int) -> None:
    world.place().play("now")

    async with Client(port, secret=SECRETS[2]) as client:
        frames = [await client.next() for _ in range(3)]

    assert frames[0] == {"type": "welcome", "table": CODE, "seat": 2}
    assert frames[1]["table"]["seats"][2]["present"]
    assert frames[2] == {"type": "view", "view": {"seat": 2, "text": "now"}}


async def test_before_the_first_deal_there_is_no_view(world: World, port: int) -> None:
    world.place()

    async with Client(port) as client:
        await client.welcomed()
        await client.say("ping", "p")
        after = await client.next()

    assert after == {"type": "pong", "id": "p"}


async def test_the_code_in_the_address_may_be_typed_carelessly(world: World, port: int) -> None:
    world.place("10ABCDEF")

    async with Client(port, code="lo-ab%20cdef") as client:
        welcome = await client.until("welcome")

    assert welcome["table"] == "10ABCDEF"


async def test_a_program_may_come_with_its_secret_in_a_header(world: World, port: int) -> None:
    world.place()

    async with Client(port, secret=SECRETS[1], bearer=True) as client:
        welcome = await client.until("welcome")

    assert welcome["seat"] == 1


async def test_a_foreign_secret_gets_no_seat_and_sees_nothing(world: World, port: int) -> None:
    world.place().play("secret")

    async with Client(port, secret=STRANGER) as client:
        code, frames = await client.closed()

    assert code == CloseCode.NOT_SEATED
    assert [(frame["type"], frame["error"]["code"]) for frame in frames] == [("reply", "not_seated")]


async def test_a_browser_without_a_secret_is_told_that_it_has_no_seat(world: World, port: int) -> None:
    world.place()

    async with Client(port, secret=None) as client:
        code, frames = await client.closed()

    assert code == CloseCode.NOT_SEATED
    assert frames[0]["error"]["code"] == "not_seated"


@pytest.mark.parametrize("secret", [None, SECRETS[0]])
@pytest.mark.parametrize("typed", ["ZZZZZZZZ", "short", "nix!"])
async def test_an_unknown_table_is_told_apart(
    world: World, port: int, secret: str | None, typed: str
) -> None:
    async with Client(port, secret=secret, code=typed) as client:
        code, frames = await client.closed()

    assert code == CloseCode.GONE
    assert frames[0]["error"]["code"] == "unknown_table"
    assert frames[1] == {"type": "bye", "reason": "gone", "after_ms": None}


async def test_a_table_that_is_gone_says_so(world: World, port: int) -> None:
    world.refusals["arrivals"] = "table_gone"

    async with Client(port) as client:
        code, frames = await client.closed()

    assert code == CloseCode.GONE
    assert frames[0]["error"]["code"] == "table_gone"


async def test_a_seating_that_does_not_answer_means_come_back_later(world: World, port: int) -> None:
    world.place()
    world.silent.add("arrivals")

    async with Client(port) as client:
        await client.say("ping", "meanwhile")
        pong = await client.next()
        code, frames = await client.closed()

    assert pong == {"type": "pong", "id": "meanwhile"}
    assert code == CloseCode.LATER
    assert frames[1]["error"]["code"] == "unavailable"
    assert frames[2]["reason"] == "unavailable"
    assert frames[2]["after_ms"] > 0


async def test_an_engine_that_does_not_answer_leaves_the_table_and_the_view_follows(
    world: World, port: int
) -> None:
    world.place().play("late")
    world.silent.add("view")

    async with Client(port) as client:
        await client.welcomed()
        world.silent.clear()
        view = await client.until("view")

    assert view["view"]["text"] == "late"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "x"])
async def test_a_page_of_another_origin_is_refused(world: World, port: int, origin: str) -> None:
    world.place()

    with pytest.raises(InvalidStatus) as refused:
        async with Client(port, origin=origin):
            pass

    assert refused.value.response.status_code == 403
    assert b'"code":"wrong_origin"' in (refused.value.response.body or b"")


async def test_without_an_origin_a_cookie_is_not_believed(world: World, port: int) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with Client(port, origin=None):
            pass

    assert b'"code":"wrong_origin"' in (refused.value.response.body or b"")


@pytest.mark.parametrize("protocol", [None, "doublesix.v2"])
async def test_a_client_of_another_protocol_is_refused(world: World, port: int, protocol: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with Client(port, protocol=protocol):
            pass

    assert refused.value.response.status_code == 400
    assert b'"code":"wrong_protocol"' in (refused.value.response.body or b"")


@pytest.mark.parametrize("bearer", [True, False])
async def test_a_malformed_secret_is_refused_and_its_cookie_taken_away(
    world: World, port: int, bearer: bool
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with Client(port, secret="short", bearer=bearer):
            pass

    assert refused.value.response.status_code == 401
    assert b'"code":"wrong_secret"' in (refused.value.response.body or b"")
    assert "Max-Age=0" in refused.value.response.headers["set-cookie"]


async def test_there_is_no_socket_at_another_address(
    world: World, http: httpx.AsyncClient, port: int
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with Client(port, code="a/b"):
            pass

    assert refused.value.response.status_code == 404


async def test_who_leaves_while_arriving_is_told_to_the_timer_all_the_same(world: World, port: int) -> None:
    world.place()
    gate = world.slow["arrivals"] = asyncio.Event()
    async with Client(port):
        arrival = await world.until(Arrival)

    gate.set()

    leases = await world.until(Leases, lambda leases: bool(leases.closed))
    assert [lease.connection for lease in leases.closed] == [arrival.connection]


async def test_open_connections_are_counted(world: World, gateway: Gateway, port: int) -> None:
    world.place()
    before = metrics.CONNECTIONS._value.get()

    async with Client(port) as client:
        await client.welcomed()
        during = metrics.CONNECTIONS._value.get()

    async with asyncio.timeout(20):
        await gateway.hub.empty.wait()
    assert (during - before, metrics.CONNECTIONS._value.get()) == (1, before)


async def test_nothing_is_left_of_a_closed_connection(world: World, gateway: Gateway, port: int) -> None:
    world.place().play("now")
    async with Client(port) as one, Client(port, secret=SECRETS[1]) as other:
        await one.until("view")
        await other.until("view")
        listening = len(gateway.feeds)

    async with asyncio.timeout(20):
        await gateway.hub.empty.wait()
    assert (listening, len(gateway.feeds)) == (3, 0)  # the table once, and each seat


async def test_a_seat_is_taken_over_from_the_connection_that_seating_names(world: World, port: int) -> None:
    place = world.place()
    place.play("now")
    place.connections[0] = "f" * 16

    async with Client(port) as client:
        await client.until("view")

    asked = [heard.holders for heard in world.heard if isinstance(heard, Arrivals)]
    assert asked == [(), ("f" * 16,)]


async def test_who_comes_to_a_table_while_seating_is_asked_about_it_goes_along_next(
    world: World, gateway: Gateway, port: int
) -> None:
    place = world.place()
    place.connections = [letter * 16 for letter in "abcd"]
    gate = world.slow["arrivals"] = asyncio.Event()
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(port, secret=SECRETS[0]))]
        await world.until(Arrivals)
        clients += [await stack.enter_async_context(Client(port, secret=secret)) for secret in SECRETS[1:]]
        await until(lambda: len(gateway.arriving) == 3)

        gate.set()
        seats = [(await client.until("welcome"))["seat"] for client in clients]

    asked = [[one.player for one in heard.arrivals] for heard in world.heard if isinstance(heard, Arrivals)]
    assert seats == [0, 1, 2, 3]
    assert asked == [SECRETS[:1], SECRETS]


async def test_of_two_connections_of_a_player_that_come_together_the_later_one_stays(
    world: World, gateway: Gateway, port: int
) -> None:
    place = world.place()
    place.connections[0] = "f" * 16
    gate = world.slow["arrivals"] = asyncio.Event()
    async with Client(port) as older:
        await world.until(Arrivals)
        async with Client(port) as newer:
            await until(lambda: len(gateway.arriving) == 1)
            gate.set()
            await newer.until("welcome")
            await world.tell_table(place)

            code, _ = await older.closed()

    assert code == CloseCode.REPLACED
    last = [heard.connection for heard in world.heard if isinstance(heard, Arrival)][-1]
    assert place.connections[0] == last


async def test_who_has_no_seat_hinders_nobody_who_comes_along(
    world: World, gateway: Gateway, port: int
) -> None:
    world.place()
    gate = world.slow["arrivals"] = asyncio.Event()
    async with Client(port, secret=SECRETS[0]):
        await world.until(Arrivals)
        async with Client(port, secret=STRANGER) as stranger, Client(port, secret=SECRETS[1]) as player:
            await until(lambda: len(gateway.arriving) == 2)
            gate.set()
            code, _ = await stranger.closed()
            welcome = await player.until("welcome")

    assert (code, welcome["seat"]) == (CloseCode.NOT_SEATED, 1)


async def test_nothing_is_taken_for_a_client_that_went_while_another_held_its_seat(
    world: World, gateway: Gateway, port: int
) -> None:
    place = world.place()
    place.connections[0] = "f" * 16
    gate = world.slow["arrivals"] = asyncio.Event()
    async with Client(port):
        await world.until(Arrivals)
    async with Client(port, secret=SECRETS[1]) as other:
        await until(lambda: not all(member.connection.open for member in gateway.hub.all()))

        gate.set()
        await other.welcomed()

    assert place.connections[0] == "f" * 16
    assert [heard.player for heard in world.heard if isinstance(heard, Arrival)] == SECRETS[:2]


async def until(holds: Callable[[], bool]) -> None:
    """Return when something is so in the gateway, which tells nobody."""
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_secretless_look_is_all_that_a_stranger_causes(world: World, port: int) -> None:
    world.place()

    async with Client(port, secret=None) as client:
        await client.closed()

    assert world.count(Look) == 1
    assert world.count(Arrivals) == 0


async def test_guessing_by_socket_is_slowed_down_but_keeps_no_player_out(
    settings: Settings, world: World
) -> None:
    world.place()
    own = settings.model_copy(update={"guesses_per_minute": 2})
    async with running(own) as gateway:
        port = gateway.server.port
        for typed in ("ZZZZZZZ1", "ZZZZZZZ2"):
            async with Client(port, code=typed, secret=STRANGER) as guesser:
                await guesser.closed()
        for secret in (STRANGER, None):
            with pytest.raises(InvalidStatus) as refused:
                async with Client(port, secret=secret):
                    pass
        async with Client(port) as player:
            await player.until("welcome")

    assert refused.value.response.status_code == 429
    assert int(refused.value.response.headers["retry-after"]) >= 1
    assert b'"code":"too_many_guesses"' in (refused.value.response.body or b"")


async def test_an_answer_that_is_none_means_come_back_later(world: World, port: int) -> None:
    world.place()
    world.garbage.add("arrivals")

    async with Client(port) as client:
        code, frames = await client.closed()

    assert (code, frames[0]["error"]["code"]) == (CloseCode.LATER, "internal")


async def test_nothing_is_taken_for_a_client_that_went_while_the_gateway_stood_still(
    world: World, port: int
) -> None:
    """What it sent lies there with its end; meanwhile its player may have left over another connection."""
    world.place()
    request = (
        f"GET /ws/{CODE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\nAuthorization: Bearer {SECRETS[0]}\r\n\r\n"
    )
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port)) as gone:
            gone.sendall(request.encode())  # nothing of the gateway runs until both are done

    async with Client(port, secret=SECRETS[1]) as other:
        await other.welcomed()
        await asyncio.sleep(0.3)

    assert [heard.player for heard in world.heard if isinstance(heard, Arrival)] == [SECRETS[1]]
