"""Headers are read as nats-py reads them, only sooner."""

import asyncio

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from runtime.ear import hear
from runtime.headers import header_lines, read_quickly

HEADERS = {"x-version": "17", "x-mark": "0000000a", "x-connections": ",,0123456789abcdef,", "x-empty": ""}


@pytest.mark.parametrize(
    "raw",
    [
        b"x-version: 17\r\nx-mark: 0000000a\r\n\r\n",
        b"traceparent: 00-a: b-01\r\n\r\n",
        b"tight:17\r\nx-mark: 0000000a\r\n\r\n",
        b"name: \xc3\xa4\r\n\r\n",
        b"no colon at all\r\nx-mark: 0000000a\r\n\r\n",
        b"",
    ],
)
def test_headers_are_what_nats_py_reads(raw: bytes) -> None:
    assert header_lines(raw) == Client._parse_header_lines(raw)


async def test_what_was_published_with_a_message_is_heard_with_it(nats_url: str) -> None:
    heard: list[dict[str, str] | None] = []
    both = asyncio.Event()

    def on_message(message: Msg) -> None:
        heard.append(message.headers)
        if len(heard) == 2:
            both.set()

    connection = await nats.connect(nats_url)
    try:
        read_quickly(connection)
        await hear(connection, "v1.evt.something", on_message)
        await connection.publish("v1.evt.something", b"", headers=HEADERS)
        await connection.publish("v1.evt.something", b"")
        async with asyncio.timeout(20):
            await both.wait()
    finally:
        await connection.close()

    assert heard == [HEADERS, None]
