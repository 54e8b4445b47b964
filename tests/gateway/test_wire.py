"""Frames as they lie on the wire, byte by byte: what is past ASGI must be as it was."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.frames import Frame, Opcode

from gateway.front import is_handshake
from gateway.gate import Gate
from gateway.mailbox import Mailbox
from gateway.wire import _head
from tests.gateway.world import CODE, SECRETS, World

HEAD = (
    f"GET /ws/{CODE} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    f"Sec-WebSocket-Protocol: doublesix.v1\r\nAuthorization: Bearer {SECRETS[0]}\r\n\r\n"
).encode()


def masked(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin).serialize(mask=True)


def ping(name: str) -> bytes:
    return json.dumps({"type": "ping", "id": name}).encode()


@asynccontextmanager
async def raw(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(HEAD)
        await reader.readuntil(b"\r\n\r\n")
        yield reader, writer
    finally:
        writer.close()


async def pongs(reader: asyncio.StreamReader, last: str) -> list[str]:
    """Return whom pongs were for, until `last`."""
    data = b""
    async with asyncio.timeout(20):
        while f'"pong","id":"{last}"'.encode() not in data:
            more = await reader.read(65_536)
            assert more, data
            data += more
    return [part.partition(b'"')[0].decode() for part in data.split(b'"pong","id":"')[1:]]


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([HEAD], id="whole"),
        pytest.param([HEAD[:40], HEAD[40:]], id="in two pieces"),
        pytest.param([HEAD.replace(b"Upgrade: w", b"UPGRADE:   W")], id="spelled otherwise"),
        pytest.param([HEAD.replace(b"Authorization", b"AUTHORIZATION")], id="in capitals"),
        pytest.param([b"GET /api/presets HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", HEAD], id="after a request"),
    ],
)
async def test_a_handshake_is_taken_however_it_comes(world: World, port: int, parts: list[bytes]) -> None:
    world.place()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    async with asyncio.timeout(5):
        for part in parts[:-1]:
            writer.write(part)
            await asyncio.sleep(0.05)  # so that it comes as a piece of its own
        writer.write(parts[-1])

        said = await reader.readuntil(b'"type":"welcome"')

    writer.close()
    assert b"HTTP/1.1 101 " in said


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace(b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""),
        HEAD.replace(b"Connection: Upgrade\r\n", b""),
        HEAD.replace(b"Version: 13", b"Version: 12"),
        HEAD.replace(b"\r\nHost", b"\r\nno header\r\nHost"),
        HEAD.replace(b" HTTP/1.1", b""),
        HEAD.replace(b"\r\nHost", b"\r\nx: y" * 200 + b"\r\nHost"),
        HEAD.replace(b"\r\nHost", b"\r\nx: " + b"y" * 9_000 + b"\r\nHost"),
        HEAD.replace(b"AAAA", b"\xff\x00\x01", 1),
    ],
)
@pytest.mark.parametrize("pieces", [1, 2])
async def test_what_is_no_handshake_is_refused_or_closed(
    world: World, port: int, head: bytes, pieces: int
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in [head] if pieces == 1 else [head[:10], head[10:]]:
        writer.write(piece)
        await asyncio.sleep(0.05)  # so that the next one comes by itself
    async with asyncio.timeout(5):
        said = await reader.read(10)

    writer.close()
    assert said in (b"HTTP/1.1 4", b"")  # or it is closed without a word


def test_only_the_whole_head_of_a_handshake_is_one() -> None:
    assert is_handshake(HEAD)
    assert not is_handshake(HEAD[:-1])
    assert not is_handshake(HEAD + masked(b"early"))
    assert not is_handshake(HEAD + HEAD)
    assert not is_handshake(HEAD.replace(b"/ws/", b"/api/"))
    assert not is_handshake(HEAD.replace(b"Upgrade: websocket", b"X-Upgrade: websocket"))


async def test_many_frames_in_one_piece_are_each_answered_in_their_order(world: World, port: int) -> None:
    world.place()
    names = [f"p{number}" for number in range(20)]
    async with raw(port) as (reader, writer):
        writer.write(b"".join(masked(ping(name)) for name in names))

        assert await pongs(reader, "p19") == names


async def test_a_message_in_three_parts_is_heard_as_one(world: World, port: int) -> None:
    world.place()
    text = ping("whole")
    parts = (
        masked(text[:5], fin=False)
        + masked(text[5:9], Opcode.CONT, fin=False)
        + masked(b"", Opcode.PING)
        + masked(text[9:], Opcode.CONT)
    )
    async with raw(port) as (reader, writer):
        writer.write(masked(ping("before")) + parts)

        assert await pongs(reader, "whole") == ["before", "whole"]


async def test_what_came_before_text_that_is_none_is_answered(world: World, port: int) -> None:
    world.place()
    async with raw(port) as (reader, writer), asyncio.timeout(20):
        writer.write(masked(ping("p")) + masked(b"\xff\xfe"))
        data = await reader.read(-1)

    assert b'"pong","id":"p"' in data
    assert b"\x88" in data
    assert (1007).to_bytes(2, "big") in data[data.rindex(b"\x88") :]


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_the_head_of_a_frame_is_as_the_protocol_has_it(length: int) -> None:
    text = b"x" * length

    assert _head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_all_who_wait_at_a_gate_pass_when_it_opens_and_one_may_turn_away_before() -> None:
    gate, passed = Gate(), []

    async def wait(name: str) -> None:
        await gate.wait()
        passed.append(name)

    waiting = [asyncio.create_task(wait(name)) for name in "abc"]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await asyncio.sleep(0)
    assert not gate.is_set()
    gate.set()
    await asyncio.wait(waiting)
    await wait("d")

    assert passed == ["a", "c", "d"]


async def test_a_mailbox_hands_out_the_oldest_and_waits_when_it_is_empty() -> None:
    box: Mailbox[int] = Mailbox()
    box.put_nowait(1)
    box.put_nowait(2)
    assert [await box.get(), await box.get()] == [1, 2]
    assert box.empty()

    waits = asyncio.create_task(box.get())
    await asyncio.sleep(0)
    box.put_nowait(3)

    assert await waits == 3
