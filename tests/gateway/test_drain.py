"""How a gateway goes: nobody loses a move or a seat, and every client knows when to come back."""

import asyncio
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import httpx
import pytest

from contracts.commands import Leases, Pass
from contracts.frames import CloseCode
from gateway.drain import ARRIVAL_MS, drain, spread_ms
from gateway.hub import Hub, Member
from runtime.settings import Settings
from tests.gateway.client import Client
from tests.gateway.servers import NatsServer, Process
from tests.gateway.test_commands import KEY
from tests.gateway.test_events import Sleeper
from tests.gateway.world import CODE, SECRETS, World


@pytest.fixture
def process(world: World, tmp_path: Path) -> Process:
    return Process(world.nats_url, tmp_path / "dist")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_every_client_is_told_when_to_come_back(
    world: World, process: Process, number: signal.Signals
) -> None:
    world.place().play("now")
    async with process, Client(process.port) as one, Client(process.port, secret=SECRETS[1]) as other:
        await one.until("view")
        await other.until("view")
        process.end(number)
        for client in (one, other):
            code, frames = await client.closed()
            assert code == CloseCode.RESTART
            assert frames[-1]["type"] == "bye"
            assert frames[-1]["reason"] == "restart"
            assert 0 <= frames[-1]["after_ms"] <= 1000
        assert await process.exit_code() == 0


def test_few_clients_are_sent_away_sooner_than_many(settings: Settings) -> None:
    settings = settings.model_copy(update={"restart_spread_ms": 3000})

    assert spread_ms(1, settings) < 100
    assert spread_ms(20, settings) < spread_ms(50, settings) <= 1000
    assert spread_ms(5000, settings) == 3000


async def test_clients_are_sent_away_one_after_the_other(settings: Settings) -> None:
    """Each may come back at once, and until its moment it is at its desk."""
    hub, gone = Hub(), []
    away: dict[int, float] = {}
    for number in range(5):
        connection = SimpleNamespace(id=str(number), end=lambda *end, number=number: leave(number, *end))
        desk = SimpleNamespace(close=AsyncMock())
        hub.add(Member(connection, desk, abort=Mock()))  # type: ignore[arg-type]

    def leave(number: int, reason: str, after_ms: int) -> None:
        away[number] = asyncio.get_running_loop().time()
        gone.append((reason, after_ms))
        hub.remove(SimpleNamespace(id=str(number)), reason)  # type: ignore[arg-type]

    own = settings.model_copy(update={"restart_spread_ms": 3000})
    began = asyncio.get_running_loop().time()
    await drain(hub, SimpleNamespace(last=AsyncMock()), own)  # type: ignore[arg-type]

    assert gone == [("restart", 0)] * 5
    for number, moment in enumerate(sorted(away.values())):
        assert moment - began > 0.9 * number * ARRIVAL_MS / 1000


async def test_what_was_asked_before_is_answered_first(world: World, process: Process) -> None:
    world.place().play("now")
    gate = world.slow["pass"] = asyncio.Event()
    async with process, Client(process.port) as client:
        await client.until("view")
        await client.say("pass", "mine", **KEY)
        await world.until(Pass)
        process.end()
        await client_refused(process)
        gate.set()
        code, frames = await client.closed()

    assert code == CloseCode.RESTART
    assert frames[-2:][0] == {"type": "reply", "id": "mine", "ok": True}
    assert frames[-1]["reason"] == "restart"


async def test_a_command_that_nobody_answers_holds_nobody_up(world: World, process: Process) -> None:
    world.place().play("now")
    world.silent.add("pass")
    async with process, Client(process.port) as client:
        await client.until("view")
        await client.say("pass", "mine", **KEY)
        await world.until(Pass)
        began = time.monotonic()
        process.end()
        assert await process.exit_code() == 0

    assert time.monotonic() - began < 6


async def test_the_seats_are_held_on_to_and_none_is_said_to_be_closed(world: World, process: Process) -> None:
    world.place()
    async with process, Client(process.port) as client:
        await client.welcomed()
        await world.until(Leases, lambda leases: bool(leases.alive))
        world.heard.clear()
        process.end()
        last = await world.until(Leases)
        assert await process.exit_code() == 0

    assert [(lease.table, lease.seat) for lease in last.alive] == [(CODE, 0)]
    assert not any(leases.closed for leases in world.heard if isinstance(leases, Leases))


async def test_while_it_goes_it_is_not_ready_and_takes_nobody_new(world: World, process: Process) -> None:
    world.place().play("now")
    gate = world.slow["pass"] = asyncio.Event()
    inner = f"http://127.0.0.1:{process.inner_port}"
    async with process, Client(process.port) as client, httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(f"{inner}/health/ready")).status_code == 200
        await client.until("view")
        await client.say("pass", "mine", **KEY)
        await world.until(Pass)
        process.end()
        await client_refused(process)
        ready = await http.get(f"{inner}/health/ready")
        live = await http.get(f"{inner}/health/live")
        gate.set()
        assert await process.exit_code() == 0

    assert (ready.status_code, live.status_code) == (503, 200)
    assert "ending" in ready.text


async def test_a_client_that_does_not_read_holds_nobody_up(world: World, process: Process) -> None:
    place = world.place()
    place.play("start")
    async with process, Sleeper(process.port):
        await world.until(Leases, lambda leases: bool(leases.alive))
        for number in range(200):
            place.play(f"{number:04}" + "x" * 8_000)
            await world.tell_view(place, 0)
        process.end()
        assert await process.exit_code() == 0


async def test_it_starts_serves_and_ends_while_nats_is_away(tmp_path: Path) -> None:
    nats = NatsServer()
    async with Process(nats.url, tmp_path) as process, httpx.AsyncClient(trust_env=False) as http:
        base = f"http://127.0.0.1:{process.port}"
        page = await http.get(base)
        presets = await http.get(f"{base}/api/presets")
        table = await http.get(f"{base}/api/tables/{CODE}")
        ready = await http.get(f"http://127.0.0.1:{process.inner_port}/health/ready")
        async with Client(process.port) as client:
            code, frames = await client.closed()
        process.end()
        exit_code = await process.exit_code()

    assert (page.status_code, presets.status_code) == (200, 200)
    assert (table.status_code, table.json()["code"]) == (503, "unavailable")
    assert ready.status_code == 503
    assert (code, frames[0]["error"]["code"]) == (CloseCode.LATER, "unavailable")
    assert exit_code == 0


async def test_an_outage_of_nats_is_lived_through(tmp_path: Path) -> None:
    nats = NatsServer()
    await nats.start()
    try:
        async with World(nats.url) as world, Process(nats.url, tmp_path, answer_ms=10_000) as process:
            place = world.place()
            place.play("before")
            async with Client(process.port) as client:
                await client.until("view")
                nats.kill()
                await client.say("pass", "meanwhile", **KEY)
                await client.say("ping", "p")
                await client.until("pong")
                place.play("after")
                await nats.start()
                seen = [await client.next(), await client.next()]
                await client.say("leave", "end")
                await client.closed()

            assert {"type": "reply", "id": "meanwhile", "ok": True} in seen
            assert any(frame.get("view", {}).get("text") == "after" for frame in seen)
    finally:
        nats.kill()


async def test_it_ends_well_during_an_outage(tmp_path: Path) -> None:
    nats = NatsServer()
    await nats.start()
    try:
        async with World(nats.url) as world, Process(nats.url, tmp_path) as process:
            world.place().play("now")
            async with Client(process.port) as client:
                await client.until("view")
                nats.kill()
                process.end()
                code, frames = await client.closed()
                exit_code = await process.exit_code()
    finally:
        nats.kill()

    assert (code, frames[-1]["reason"], exit_code) == (CloseCode.RESTART, "restart", 0)
    assert not any("Traceback" in line for line in process.logs)


async def test_no_frame_secret_or_view_is_ever_logged(world: World, tmp_path: Path) -> None:
    process = Process(world.nats_url, tmp_path, log_level="debug")
    place = world.place()
    place.play("6-6 unspeakable")
    world.garbage.add("start")
    async with process, Client(process.port) as client, Client(process.port, secret=SECRETS[1]) as other:
        await client.until("view")
        await client.ask("place", **KEY, tile="3-5", end="left")
        await client.ask("start", "garbled")
        await client.ws.send('{"type":"place","id":"i","tile":"2-6"')
        await client.until("reply")
        await other.welcomed()
        await other.ws.send(b'{"tile":"2-6","x":"\xff"}', text=True)
        await other.closed()
        await world.nc.publish(f"v1.evt.seat.{CODE}.0", place.view(0))
        metrics = (await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{process.inner_port}/metrics")).text
        process.end()
        await process.exit_code()
        logs = "".join(process.logs)

    for word in (*SECRETS, "unspeakable", "3-5", "2-6", "tile"):
        assert word not in logs
        assert word not in metrics


async def client_refused(process: Process) -> None:
    """Return when the gateway takes nobody new."""
    async with asyncio.timeout(20):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", process.port)
            except ConnectionRefusedError:
                return
            writer.close()
            await asyncio.sleep(0.02)
