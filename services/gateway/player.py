"""The secret that makes a browser a player: where it is read from, and how a browser keeps it."""

from dataclasses import dataclass
from secrets import token_urlsafe

from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from contracts.ids import PlayerSecret
from gateway.problems import Refusal

COOKIE = "player"
KEPT_S = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""

_secret: TypeAdapter[str] = TypeAdapter(PlayerSecret)


@dataclass(frozen=True, slots=True, repr=False)
class Player:
    """Who asks. Without a `secret` it is nobody yet; `bearer` says that it came in a header."""

    secret: str | None
    bearer: bool


def player_of(connection: HTTPConnection) -> Player:
    """Return who asks; raise Refusal(wrong_secret) for a secret that is not well formed."""
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer":
            raise Refusal("wrong_secret")
        return Player(_checked(secret.strip()), bearer=True)
    cookie = connection.cookies.get(COOKIE)
    return Player(None if cookie is None else _checked(cookie), bearer=False)


def fresh_secret() -> str:
    return token_urlsafe(32)


def remember(response: Response, secret: str, *, secure: bool) -> None:
    """Let the browser keep `secret` where no script can read it."""
    response.set_cookie(
        COOKIE, secret, max_age=KEPT_S, path="/", secure=secure, httponly=True, samesite="strict"
    )


def forget(response: Response) -> None:
    """Take a cookie away that is not well formed: its page could not do it, and would be locked out."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


def _checked(secret: str) -> str:
    try:
        return _secret.validate_python(secret)
    except ValidationError:
        raise Refusal("wrong_secret") from None
