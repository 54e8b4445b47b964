"""A browser page on which a scene is played: the built client, and answers made up beforehand.

No server is asked. The page gets the headers it gets from a gateway, so that what a strict policy forbids
is forbidden here too.
"""

import json
import mimetypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute

from contracts.http import Preset, Presets, ProblemDocument
from contracts.problems import SENTENCES, Code
from contracts.rounds import RoundKept, RoundRecord, RoundsKept
from gateway.headers import ALWAYS
from rules.presets import GAMES
from tests.e2e.browser import speak
from tests.e2e.fit import SETTLED
from tests.e2e.played import CODE
from tests.e2e.scenes import Scene

DIST = Path(__file__).resolve().parents[2] / "services/web/dist"
ORIGIN = "http://localhost:9"
"""Nothing listens there: every request is answered here. Localhost counts as secure."""
ENDS = "#result, #winner"
"""What an end sheet tells: the last part of a table to come."""
AHEAD_S = 10
"""How far ahead a page's time is stopped: further than it goes while it is asked what it is."""
HEADERS = {
    **ALWAYS,
    "cache-control": "no-store",
}


class Stage:
    """One page. `sent` is what the client said over its socket, pings left out."""

    def __init__(self, context: BrowserContext, language: str) -> None:
        self._context = context
        self.sent: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.problem: Code | None = None
        self.wrong: ProblemDocument | None = None
        """What opening a table is refused with."""
        self.kept: tuple[RoundRecord, ...] = ()
        """The finished rounds of the table."""
        self._scene: Scene | None = None
        self.on_command: Callable[[WebSocketRoute, dict[str, object]], None] | None = None
        context.route(f"{ORIGIN}/**", self._answer)
        speak(context, language)
        self.page: Page = context.new_page()
        self.page.route_web_socket(f"{ORIGIN.replace('http', 'ws')}/ws/*", self._connect)

    def home(self, game: str | None = None) -> Page:
        """Open the front page, or the choices for one game; for none, the choice of a game."""
        return self._come("" if game is None else f"/?game={game}")

    def show(self, scene: Scene) -> Page:
        """Open the table as `scene` has it."""
        self.play(scene)
        self._come(f"/t/{CODE}")
        if scene.has_ended:
            self.page.wait_for_selector(ENDS)
        return self._settled()

    def replay(self, scene: Scene, *kept: RoundRecord) -> Page:
        """Come by a link to the last of the rounds that the table has kept."""
        self.play(scene)
        self.kept = kept
        self._come(f"/t/{CODE}/{kept[-1].match}/{kept[-1].round}")
        return self._settled()

    def play(self, scene: Scene) -> None:
        """From now on the answers are those of `scene`."""
        self._scene = scene

    def refuse(self, code: Code) -> Page:
        """Open a table that HTTP refuses with `code`."""
        self.problem = code
        return self._come(f"/t/{CODE}")

    def _come(self, path: str) -> Page:
        """Go to a path of the page, until it has begun and listens to what is done."""
        self.page.goto(f"{ORIGIN}{path}")
        self.page.wait_for_selector("h1")
        self.page.wait_for_selector(".splash", state="detached")
        return self.page

    def _settled(self) -> Page:
        """The page in its fonts, laid out, and with all in its place that moved there."""
        self.page.evaluate("document.fonts.ready.then(() => true)")
        self.page.evaluate(SETTLED)
        return self.page

    def until(self, holds: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until something has come from the page; its events are heard meanwhile."""
        ends = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < ends, f"it did not come; said: {self.sent}"
            self.page.wait_for_timeout(20)

    def wait(self, holds: Callable[[], bool], at_most_s: int) -> None:
        """Let the page's own time pass, a second at a time, until this holds.

        One jump would pass by what the page only begins when an answer reaches it after the jump.
        """
        for _ in range(at_most_s):
            if holds():
                return
            self.page.clock.run_for(1_000)
            self.page.wait_for_timeout(20)
        assert holds(), f"it did not come within {at_most_s} s of the page's time"

    def hold_time(self) -> None:
        """From now on the page's time stands still, but for what it is run for. Its clock is installed."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1_000 + AHEAD_S)

    def tell(self, frame: str) -> None:
        self.sockets[-1].send(frame)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/api/"):
            self._answer_api(route, path)
            return
        file = DIST / path.partition("?")[0].lstrip("/")
        if not file.is_file():
            file = DIST / "index.html"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        route.fulfill(body=file.read_bytes(), headers={**HEADERS, "content-type": kind})

    def _answer_api(self, route: Route, path: str) -> None:
        if path == "/api/presets":
            presets = tuple(Preset(name=name, settings=game.columns) for name, game in GAMES.items())
            self._json(route, 200, Presets(presets=presets).model_dump_json())
        elif path == "/api/tables" and self.wrong:
            self._json(route, self.wrong.status, self.wrong.model_dump_json(), "application/problem+json")
        elif self.problem or not self._scene:
            self._refuse(route, self.problem or "unknown_table")
        elif path.startswith(f"/api/tables/{CODE}/rounds"):
            self._answer_rounds(route, path)
        else:
            self._json(route, 200, self._scene.seen.model_dump_json())

    def _answer_rounds(self, route: Route, path: str) -> None:
        if path.endswith("/rounds"):
            kept = tuple(
                RoundKept(match=one.match, round=one.round, result=one.result, scores=one.scores)
                for one in self.kept
            )
            self._json(route, 200, RoundsKept(rounds=kept).model_dump_json())
            return
        found = [one for one in self.kept if path.endswith(f"/rounds/{one.match}/{one.round}")]
        if found:
            self._json(route, 200, found[0].model_dump_json())
        else:
            self._refuse(route, "no_such_round")

    def _refuse(self, route: Route, code: Code) -> None:
        document = ProblemDocument(
            type="about:blank", title=code, status=404, code=code, detail=SENTENCES[code], fields=()
        )
        self._json(route, 404, document.model_dump_json(), "application/problem+json")

    def _json(self, route: Route, status: int, body: str, kind: str = "application/json") -> None:
        route.fulfill(status=status, body=body, headers={**HEADERS, "content-type": kind})

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda message: self._hear(socket, str(message)))
        for frame in self._scene.frames if self._scene else ():
            socket.send(frame.model_dump_json())

    def _hear(self, socket: WebSocketRoute, message: str) -> None:
        frame = json.loads(message)
        if frame["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "id": frame["id"]}))
            return
        self.sent.append(frame)
        if self.on_command:
            self.on_command(socket, frame)
