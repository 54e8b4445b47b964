"""A command can be followed from the socket to the store and back: in the logs, and in traces."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from random import Random

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.harness.platform import Platform
from tests.harness.player import Player

Spans = Queue[tuple[str, str, str]]
"""Trace, service and name of each span."""


@contextmanager
def collector() -> Iterator[tuple[str, Spans]]:
    """Yield the URL of a collector of traces, and what it gets."""
    spans: Spans = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            for told in ExportTraceServiceRequest.FromString(body).resource_spans:
                names = {one.key: one.value.string_value for one in told.resource.attributes}
                for span in (span for scope in told.scope_spans for span in scope.spans):
                    spans.put((span.trace_id.hex(), names["service.name"], span.name))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """It is not part of the test's output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", spans
    finally:
        server.shutdown()
        server.server_close()


async def a_round_is_led(platform: Platform) -> str:
    """Lead a duel's first round; return the tile."""
    players = [Player(platform.urls, name, Random(1)) for name in ("Ada", "Basim")]
    try:
        code = await players[0].open_table("duel")
        await players[1].sit(code)
        for player in players:
            await player.connect()
        assert (await players[0].ask({"type": "start"}))["ok"]
        for player in players:
            await player.until(lambda player=player: player.view is not None)  # type: ignore[misc]
        leader = next(player for player in players if player.my_turn())
        move = leader.move()
        assert (await leader.ask(move))["ok"]
        return str(move["tile"])
    finally:
        for player in players:
            await player.close()


@pytest.mark.timeout(180)
async def test_a_move_is_followed_from_the_gateway_through_the_engine_to_the_store() -> None:
    with collector() as (url, spans):
        watched = {
            "DOUBLESIX_LOG_LEVEL": "debug",
            "DOUBLESIX_LOG_FORMAT": "json",
            "DOUBLESIX_TRACES_URL": url,
            "DOUBLESIX_TRACES_SHARE": "1",
            "OTEL_BSP_SCHEDULE_DELAY": "100",
        }
        with Platform(env=watched) as platform:
            tile = await a_round_is_led(platform)
            trace = _trace_of("gateway", "place", spans)
            logged = platform.logs("gateway") + platform.logs("engine")

    assert {("engine", "store commit"), ("gateway", "ask engine")} <= trace
    accepted = re.findall(r'\{[^{}]*"kind": ?"place"[^{}]*\}', logged)
    lines = [line for line in map(json.loads, accepted) if line["event"] == "accepted"]
    assert {line["service"] for line in lines} == {"gateway", "engine"}
    assert len({line["command"] for line in lines}) == 1
    assert f'"{tile}"' not in logged


def _trace_of(service: str, name: str, spans: Spans, seconds: float = 20) -> set[tuple[str, str]]:
    """All spans of the trace that one of this name is in, once the engine's are among them."""
    seen: dict[str, set[tuple[str, str]]] = {}
    while True:
        for trace in seen.values():
            if (service, name) in trace and ("engine", "store commit") in trace and len(trace) > 4:
                return trace
        try:
            trace_id, of, what = spans.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"no such trace; there are {seen}") from None
        seen.setdefault(trace_id, set()).add((of, what))
