"""What a browser asks beside its connection: to open a table, to look, to sit down; to see old rounds."""

import re
import time
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from contracts import subjects
from contracts.commands import Look, Open, RoundAsked, RoundsAsked, Seated, Sit
from contracts.http import OpenTable, Preset, Presets, SeatHeld, TableSeen, TakeSeat
from contracts.ids import canonical_code
from gateway.guesses import Guesses
from gateway.limits import PerAddress
from gateway.link import Link
from gateway.origin import check_origin
from gateway.player import COOKIE, Player, fresh_secret, player_of, remember
from gateway.problems import Refusal
from gateway.reading import Unreadable, read
from rules.presets import GAMES
from runtime.settings import Settings

LONGEST_BODY = 16 * 1024
"""Bytes of a request's body."""
THROWN_AWAY = 1024 * 1024
"""Bytes read beyond that, and not kept: a client that still sends would not hear why it is refused."""

NUMBER = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)
"""What a match or a round is called in a path."""

M = TypeVar("M")

_open_table = TypeAdapter(OpenTable)
_take_seat = TypeAdapter(TakeSeat)


class Api:
    """The HTTP side of the protocol. It decides nothing but who may ask how often."""

    def __init__(self, link: Link, guesses: Guesses, settings: Settings) -> None:
        self._link = link
        self._guesses = guesses
        self._openings = PerAddress(settings.tables_per_minute)
        self._settings = settings
        presets = tuple(Preset(name=name, settings=game.columns) for name, game in GAMES.items())
        self._presets = Presets(presets=presets).model_dump_json()

    def routes(self) -> list[Route]:
        return [
            Route("/tables", self.open_table, methods=["POST"]),
            Route("/tables/{code}", self.look, methods=["GET"]),
            Route("/tables/{code}/seats", self.sit, methods=["POST"]),
            Route("/tables/{code}/rounds", self.rounds, methods=["GET"]),
            Route("/tables/{code}/rounds/{match}/{round}", self.round, methods=["GET"]),
            Route("/presets", self.presets, methods=["GET"]),
        ]

    async def open_table(self, request: Request) -> Response:
        player = self._poster(request)
        asked = await _body(request, _open_table)
        now = time.monotonic()
        bucket = self._openings.bucket(address_of(request), now)
        if not bucket.take(now):
            raise Refusal("too_many_requests", after_s=bucket.wait(now))
        secret = player.secret or fresh_secret()
        try:
            command = Open(
                preset=asked.preset,
                options=asked.options,
                name=asked.name,
                player=secret,
                request=asked.request,
            )
        except ValidationError:  # the only field that is narrower inside
            raise Refusal("unknown_preset") from None
        return self._held(request, player, secret, await self._link.ask_seating(command))

    async def look(self, request: Request) -> Response:
        player = player_of(request)
        code = _code(request)
        async with self._guesses.at(address_of(request), code, player.secret):
            seated = await self._link.ask_seating(Look(table=code, player=player.secret))
        return self._met(request, player, TableSeen(table=seated.table, seat=seated.seat).model_dump_json())

    async def sit(self, request: Request) -> Response:
        player = self._poster(request)
        asked = await _body(request, _take_seat)
        code = _code(request)
        secret = player.secret or fresh_secret()
        async with self._guesses.at(address_of(request), code, player.secret):
            seated = await self._link.ask_seating(Sit(table=code, name=asked.name, player=secret))
        return self._held(request, player, secret, seated)

    async def rounds(self, request: Request) -> Response:
        code = await self._own_table(request)
        return _json(await self._link.ask_engine(subjects.ENGINE_ROUNDS, RoundsAsked(table=code)))

    async def round(self, request: Request) -> Response:
        match, round_ = (_number(request.path_params[name]) for name in ("match", "round"))
        code = await self._own_table(request)
        asked = RoundAsked(table=code, match=match, round=round_)
        return _json(await self._link.ask_engine(subjects.ENGINE_ROUND, asked))

    async def _own_table(self, request: Request) -> str:
        """Return the code asked for; raise Refusal unless whoever asks has a seat there."""
        player = player_of(request)
        code = _code(request)
        async with self._guesses.at(address_of(request), code, player.secret):
            seated = await self._link.ask_seating(Look(table=code, player=player.secret))
        if seated.seat is None:
            raise Refusal("not_seated")
        return code

    async def presets(self, request: Request) -> Response:
        return self._met(request, player_of(request), self._presets)

    def _poster(self, request: Request) -> Player:
        """Return who asks for a change; raise Refusal for a page that may not."""
        headers = request.headers
        bearer = "authorization" in headers
        cookie = COOKIE in request.cookies
        check_origin(
            headers.get("origin"), headers.get("host"), self._settings.origins, bearer=bearer, cookie=cookie
        )
        return player_of(request)

    def _met(self, request: Request, player: Player, body: str) -> Response:
        """Answer a look; a page that has no secret yet gets one, before it asks for anything that counts.

        So a seat or a table asked for twice, because the first answer was lost, is one. Only a script of the
        page itself says that it accepts JSON and nothing else: no link from outside can change a secret.
        """
        response = _json(body)
        if player.secret is None and request.headers.get("accept") == "application/json":
            self._remember(request, response, fresh_secret())
        return response

    def _remember(self, request: Request, response: Response, secret: str) -> None:
        remember(response, secret, secure=self._settings.secure_cookie or request.url.scheme == "https")

    def _held(self, request: Request, player: Player, secret: str, seated: Seated) -> Response:
        if seated.seat is None:
            raise Refusal("internal")
        page = "origin" in request.headers and not player.bearer  # its scripts are not to see the secret
        held = SeatHeld(code=seated.table.code, seat=seated.seat, player=None if page else secret)
        response = _json(held.model_dump_json(), 201)
        if not player.bearer:
            self._remember(request, response, secret)
        return response


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address, as a trusted proxy tells it."""
    return connection.client.host if connection.client else "unknown"


def _code(request: Request) -> str:
    code = canonical_code(request.path_params["code"])
    if code is None:
        raise Refusal("unknown_table")
    return code


def _number(text: str) -> int:
    """Return the number of a match or round, as it is written in a path."""
    if not NUMBER.fullmatch(text):
        raise Refusal("not_found")
    return int(text)


async def _body(request: Request, adapter: TypeAdapter[M]) -> M:
    """Return the body as a message; raise Refusal, having kept no more than may be."""
    body = bytearray()
    length = 0
    async for chunk in request.stream():
        length += len(chunk)
        if length <= LONGEST_BODY:
            body += chunk
        elif length > LONGEST_BODY + THROWN_AWAY:
            break
    if length > LONGEST_BODY:
        raise Refusal("too_large")
    try:
        return read(adapter, bytes(body))
    except Unreadable as unreadable:
        raise Refusal(unreadable.problem) from None


def _json(body: str | bytes, status: int = 200) -> Response:
    return Response(body, status, {"cache-control": "no-store"}, "application/json")
