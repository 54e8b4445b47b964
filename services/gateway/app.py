"""The routes: the API, the WebSocket, and for all else the client's files."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from gateway.api import Api
from gateway.door import Door
from gateway.headers import SafeHeaders
from gateway.player import forget
from gateway.problems import Refusal, response
from gateway.static import Site
from runtime.ask import Unavailable

EVERY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def routes(api: Api, door: Door, site: Site) -> list[BaseRoute]:
    return [
        Mount("/api", app=Router(api.routes(), redirect_slashes=False, default=_nothing)),
        WebSocketRoute("/ws/{code}", door.open),
        Route("/{path:path}", site.answer, methods=EVERY_METHOD),
    ]


def build(api: Api, door: Door, site: Site) -> Starlette:
    """Return the application that faces the internet."""
    app = Starlette(
        routes=routes(api, door, site),
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={
            Refusal: _on_refusal,
            Unavailable: _on_unavailable,
            HTTPException: _on_http,
            Exception: _on_fault,
        },
    )
    app.router.redirect_slashes = False
    app.router.default = _nothing
    return app


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    answer = response(Refusal("not_found"))
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)


async def _on_refusal(request: Request, refusal: Exception) -> Response:
    if not isinstance(refusal, Refusal):
        raise refusal
    answer = response(refusal, {"connection": "close"} if refusal.code == "too_large" else None)
    if refusal.code == "wrong_secret":
        forget(answer)
    return answer


async def _on_unavailable(request: Request, error: Exception) -> Response:
    return response(Refusal("unavailable", after_s=1))


async def _on_http(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: a method, or a path."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return response(Refusal("wrong_method" if status == 405 else "not_found"), headers)


async def _on_fault(request: Request, error: Exception) -> Response:
    """The server logs it; nobody outside learns more."""
    return response(Refusal("internal"))
