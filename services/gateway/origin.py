"""Which pages may talk to this server: its own, and those that were named. Pure."""

from collections.abc import Collection
from urllib.parse import urlsplit

from gateway.problems import Refusal

_USUAL = {"http": 80, "https": 443}


def check_origin(
    origin: str | None, host: str | None, others: Collection[str], *, bearer: bool, cookie: bool
) -> None:
    """Raise Refusal(wrong_origin) unless the request comes from an allowed page, or from no page at all.

    A browser names the page with every WebSocket and every POST, so a request without an Origin is no page's.
    One that nevertheless brings a cookie, and no secret in a header, is not believed.
    """
    if origin is None:
        if cookie and not bearer:
            raise Refusal("wrong_origin")
    elif not (_is_own(origin, host or "") or origin in others):
        raise Refusal("wrong_origin")


def _is_own(origin: str, host: str) -> bool:
    """Tell whether `origin` is a page of the very host that was asked; the usual port goes without saying."""
    try:
        page = urlsplit(origin)
        port = page.port
        asked = urlsplit(f"//{host}")
        asked_port = asked.port
    except ValueError:
        return False
    if page.scheme not in _USUAL or not page.hostname or page.path or page.query:
        return False
    usual = _USUAL[page.scheme]
    return (page.hostname, port or usual) == (asked.hostname, asked_port or usual)
