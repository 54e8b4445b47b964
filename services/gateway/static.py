"""The client's files, held in memory as they were built: what is not among them is not there."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from contracts.ids import canonical_code
from gateway.problems import Refusal

NOT_BUILT = "The client has not been built yet: services/web/dist is missing. The API is there.\n"

_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
_PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_FOR_EVER = "public, max-age=31536000, immutable"
_CHECK_FIRST = "no-cache"
_BUILT_PACKED = ".br"


TABLE = re.compile(r"/t/(?P<code>[^/]+)(/[1-9][0-9]{0,4}/[1-9][0-9]{0,4})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class File:
    """A file's bytes, plain and packed; its name carries a digest of them if it may be kept `for_ever`."""

    plain: bytes
    packed: Mapping[str, bytes]
    """By content coding, the smallest first."""
    media_type: str
    etag: str
    for_ever: bool


class Site:
    """Answers GET and HEAD for all that is not the API. All pages have one document."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}

    def load(self) -> bool:
        """Read what was built, once there is something; return whether there is."""
        if not self._files and (self._folder / "index.html").is_file():
            self._files = _read(self._folder)
        return bool(self._files)

    async def answer(self, request: Request) -> Response:
        path = request.url.path
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        if not self.load() and _is_page(path):
            return PlainTextResponse(NOT_BUILT, headers={"cache-control": "no-store"})
        name = "index.html" if _is_page(path) else path.removeprefix("/")
        file = self._files.get(name)
        if file is None:
            raise Refusal("not_found")
        return _send(file, request.headers)


def _is_page(path: str) -> bool:
    """The front page, a table, and a round of it that is over."""
    table = TABLE.fullmatch(path)
    return path == "/" or (table is not None and canonical_code(table["code"]) is not None)


def _send(file: File, asked: Headers) -> Response:
    headers = {"etag": file.etag, "cache-control": _FOR_EVER if file.for_ever else _CHECK_FIRST}
    if file.packed:
        headers["vary"] = "accept-encoding"
    if file.etag in asked.get("if-none-match", ""):
        return Response(None, 304, headers)
    body = file.plain
    for coding, packed in file.packed.items():
        if _takes(asked.get("accept-encoding", ""), coding):
            body = packed
            headers["content-encoding"] = coding
            break
    return Response(body, 200, headers, file.media_type)


def _takes(accepted: str, coding: str) -> bool:
    """Whether a browser says that it can unpack `coding`: `gzip, br;q=0` takes gzip alone."""
    found = re.search(rf"(?:^|,)\s*{coding}\s*(?:;\s*q=([0-9.]+)\s*)?(?:,|$)", accepted)
    return found is not None and (found[1] is None or float(found[1]) > 0)


def _read(folder: Path) -> dict[str, File]:
    """Every file but those that are another one, packed when it was built: NAME.br."""
    root = folder.resolve()
    found = {}
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.resolve().is_relative_to(root):
            found[path.relative_to(root).as_posix()] = path.read_bytes()
    return {
        name: _file(plain, name, found.get(name + _BUILT_PACKED))
        for name, plain in found.items()
        if not (name.endswith(_BUILT_PACKED) and name.removesuffix(_BUILT_PACKED) in found)
    }


def _file(plain: bytes, name: str, brotli: bytes | None) -> File:
    media_type = _TYPES.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"
    packed = {"br": brotli} if brotli is not None else {}
    if media_type.startswith(_PACKED):
        packed["gzip"] = gzip.compress(plain, 9, mtime=0)
    smaller = {coding: body for coding, body in packed.items() if len(body) < len(plain)}
    etag = f'"{sha256(plain).hexdigest()[:20]}"'
    return File(plain, smaller, media_type, etag, for_ever=name.startswith("assets/"))
