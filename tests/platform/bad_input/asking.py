"""Asking over HTTP and by handshake, and what a refusal must look like."""

from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from contracts import http
from tests.harness.platform import Platform
from tests.harness.player import SUBPROTOCOL
from tests.harness.published import wrong_answer
from tests.platform.rude import assert_clear


class Client:
    """Asks over HTTP, as somebody at an address of their own. Every answer is as it is published."""

    addresses = 0

    def __init__(self, platform: Platform) -> None:
        self.url = platform.urls[0]
        Client.addresses += 1
        self.address = f"10.1.{Client.addresses // 250}.{Client.addresses % 250}"
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30, verify=False)  # noqa: S501, no TLS

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"x-forwarded-for": self.address, **more.pop("headers", {})}
        answer = await self._http.request(method, path, headers=headers, **more)
        assert wrong_answer(answer) is None
        return answer

    async def close(self) -> None:
        await self._http.aclose()


def assert_problem(answer: httpx.Response, status: int, code: str) -> None:
    document = http.ProblemDocument.model_validate_json(answer.content)
    assert (answer.status_code, document.status, document.code) == (status, status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert_clear(document.detail, code)


GOOD_OPENING = {"preset": "partners", "options": {"target": 150}, "name": "Amal", "request": "r1"}
GOOD_SITTING = {"name": "Basim"}


async def handshake(platform: Platform, code: str, subprotocol: str = SUBPROTOCOL, **headers: str) -> int:
    """Return the HTTP status that a WebSocket is answered with."""
    url = f"{platform.urls[0].replace('http', 'ws')}/ws/{code}"
    try:
        async with connect(
            url, subprotocols=[Subprotocol(subprotocol)], additional_headers=headers, compression=None
        ):
            return 101
    except InvalidStatus as refused:
        response = refused.response
    document = http.ProblemDocument.model_validate_json(response.body or b"")
    assert document.status == response.status_code
    assert_clear(document.detail, document.code)
    return response.status_code


def assert_no_error_logged(platform: Platform) -> None:
    """Or anybody could fill the disk, and hide what is."""
    for service in ("gateway", "seating", "engine"):
        lines = [line for line in platform.logs(service).splitlines() if "error" in line.lower()]
        assert lines == []
