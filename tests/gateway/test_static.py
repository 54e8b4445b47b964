"""The client's files: two pages, files that are kept for ever, and nothing else of this machine."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from gateway.headers import POLICY
from runtime.settings import Settings
from tests.gateway.conftest import http_to, running
from tests.gateway.world import CODE, World

PAGE = "<!doctype html><div id=app></div>" + " " * 500
BROTLI = b"as if packed"
"""What lies beside a file is sent as it is; only a browser unpacks it."""


@pytest_asyncio.fixture
async def http(settings: Settings, world: World, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    dist = settings.web_dist
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text(PAGE)
    (dist / "sw.js").write_text("// worker")
    (dist / "app.webmanifest").write_text("{}")
    (dist / "assets" / "index-abc.js").write_text("export {};" * 100)
    (dist / "assets" / "index-abc.js.br").write_bytes(BROTLI)
    (dist / "assets" / "font-abc.woff2").write_bytes(bytes(range(256)))
    (tmp_path / "private").write_text("private")
    (dist / "assets" / "link").symlink_to(tmp_path / "private")
    async with running(settings) as gateway, http_to(gateway) as client:
        yield client


@pytest.mark.parametrize("path", ["/", f"/t/{CODE}", "/t/abcd-1234", "/?x=1", f"/t/{CODE}/1/12"])
async def test_a_page_is_the_client_and_is_asked_for_anew_each_time(
    http: httpx.AsyncClient, path: str
) -> None:
    response = await http.get(path)

    assert response.text == PAGE
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/api/presets", "/nothing", "/assets/index-abc.js"])
async def test_every_answer_tells_the_browser_to_be_careful(http: httpx.AsyncClient, path: str) -> None:
    headers = (await http.get(path)).headers

    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_no_page_may_frame_the_client_nor_any_script_come_from_elsewhere() -> None:
    sources = dict(rule.split(" ", 1) for rule in POLICY.split("; "))

    assert sources["default-src"] == sources["frame-ancestors"] == sources["base-uri"] == "'none'"
    assert sources["script-src"] == sources["style-src"] == sources["worker-src"] == "'self'"
    assert set(" ".join(sources.values()).split()) == {"'none'", "'self'", "data:"}


async def test_what_is_named_by_its_content_is_kept_for_ever(http: httpx.AsyncClient) -> None:
    script = await http.get("/assets/index-abc.js")
    worker = await http.get("/sw.js")
    manifest = await http.get("/app.webmanifest")

    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == manifest.headers["cache-control"] == "no-cache"
    assert manifest.headers["content-type"] == "application/manifest+json"


async def test_text_is_packed_for_those_who_can_unpack_it(http: httpx.AsyncClient) -> None:
    plain = await http.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
    packed = await http.get("/assets/index-abc.js", headers={"accept-encoding": "gzip"})
    font = await http.get("/assets/font-abc.woff2", headers={"accept-encoding": "gzip"})

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert packed.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in font.headers
    assert gzip.decompress(gzip.compress(font.content)) == bytes(range(256))


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", "br"),
        ("gzip, br;q=0", "gzip"),
        ("gzip, deflate", "gzip"),
        ("brotli, xgzip", None),
        ("gzip;q=0", None),
        ("identity", None),
    ],
)
async def test_the_smallest_packing_is_sent_that_a_browser_takes(
    http: httpx.AsyncClient, accepted: str, coding: str | None
) -> None:
    request = http.build_request("GET", "/assets/index-abc.js", headers={"accept-encoding": accepted})
    response = await http.send(request, stream=True)
    body = b"".join([chunk async for chunk in response.aiter_raw()])

    assert response.headers.get("content-encoding") == coding
    assert (body == BROTLI) == (coding == "br")


async def test_what_was_packed_has_no_address_of_its_own(http: httpx.AsyncClient) -> None:
    assert (await http.get("/assets/index-abc.js.br")).status_code == 404


async def test_what_a_browser_has_already_is_not_sent_again(http: httpx.AsyncClient) -> None:
    etag = (await http.get("/")).headers["etag"]

    again = await http.get("/", headers={"if-none-match": f'"other", {etag}'})

    assert (again.status_code, again.content) == (304, b"")


async def test_head_tells_the_length_alone(http: httpx.AsyncClient) -> None:
    response = await http.head("/", headers={"accept-encoding": "identity"})

    assert (response.content, response.headers["content-length"]) == (b"", str(len(PAGE)))


OUTSIDE = [
    "/../private",
    "/assets/../../private",
    "/assets/%2e%2e/%2e%2e/private",
    "/..%2fprivate",
    "/%2e%2e%2fprivate",
    "//private",
    "/assets/link",
    "/assets/",
    "/assets",
    "/index.html%00",
    "/t/../index",
    "/etc/passwd",
    "//etc/passwd",
    "/" + "a" * 3000,
]


@pytest.mark.parametrize(
    "path",
    [
        f"/t/{CODE}/1",
        f"/t/{CODE}/1/",
        f"/t/{CODE}/0/1",
        f"/t/{CODE}/1/x",
        f"/t/{CODE}/1/2/3",
        f"/t/{CODE}/x/y",
        "/t/short/1/2",
    ],
)
async def test_what_no_round_is_called_is_no_page(http: httpx.AsyncClient, path: str) -> None:
    assert (await http.get(path)).status_code == 404


async def test_no_path_leads_out(http: httpx.AsyncClient) -> None:
    answers = {}
    for path in OUTSIDE:
        response = await http.get(httpx.URL(http.base_url).copy_with(raw_path=path.encode()))
        answers[path] = (response.status_code, "private" in response.text)

    assert answers == dict.fromkeys(OUTSIDE, (404, False))


async def test_without_a_client_that_was_built_the_page_says_so(settings: Settings, world: World) -> None:
    async with running(settings) as gateway, http_to(gateway) as http:
        page = await http.get("/")
        api = await http.get("/api/presets")
        settings.web_dist.mkdir()
        (settings.web_dist / "index.html").write_text(PAGE)
        built = await http.get("/")

    assert "not been built" in page.text
    assert api.status_code == 200
    assert built.text == PAGE
