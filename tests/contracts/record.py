"""What services say to each other, written down: `python -m tests.contracts.record RELEASE`.

It plays a draw game with two people and two computer players on the whole platform, and keeps the first of
every kind of message that crosses NATS. The file stays in `conversations/` when the messages change: what
a release said is understood by all that come after it, for as long as both may run side by side.
"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from contracts.events import HEADERS
from tests.harness.platform import Platform
from tests.harness.player import Player
from tests.harness.traffic import Traffic, traffic

FOLDER = Path(__file__).with_name("conversations")
QUICK = {
    "DOUBLESIX_BOT_DELAY_MIN_MS": "40",
    "DOUBLESIX_BOT_DELAY_MAX_MS": "60",
    "DOUBLESIX_RENEW_MS": "200",
    "DOUBLESIX_POSITIONS_MS": "200",
}


def _kind(subject: str) -> str:
    return ".".join(subject.split(".")[:3]) + (".*" if subject.count(".") > 2 else "")


def _variety(body: dict[str, Any]) -> str:
    move = body.get("move", {}).get("type", "")
    return f"{body.get('type', '')} {move} {body.get('ok', '')} {body.get('level', '')}"


def lines(heard: Traffic) -> str:
    """The first message of each kind: by its subject without ids, its type, and whether it refused."""
    asked = {message.reply: _kind(message.subject) for message in heard.said if message.reply}
    told = [(_kind(message.subject), message) for message in heard.said]
    told += [
        (f"answer {asked[message.subject]}", message) for message in heard.answers if message.subject in asked
    ]
    kept: dict[tuple[str, str], str] = {}
    for subject, message in told:
        body = json.loads(message.data)
        headers = {name: value for name, value in (message.headers or {}).items() if name in HEADERS}
        line = {"subject": subject, "headers": headers, "body": body}
        kept.setdefault((subject, _variety(body)), json.dumps(line, sort_keys=True))
    return "".join(f"{kept[key]}\n" for key in sorted(kept))


async def record() -> str:
    """Play, and return what was said, a line a message."""
    with Platform(bots=1, env=QUICK) as platform:
        async with traffic(platform) as heard:
            host, guest = (Player(platform.urls, name, Random(n)) for n, name in enumerate(("Ada", "Basim")))
            await _play(host, guest)
            await heard.until(lambda heard: {"leases", "engine-positions"} <= heard.channels(), 20)
            for player in (host, guest):
                await player.close()
        return lines(heard)


async def _play(host: Player, guest: Player) -> None:
    code = await host.open_table("draw", players=4, target=50)
    await guest.sit(code)
    for player in (host, guest):
        await player.connect()
    await host.ask({"type": "options", "options": {"players": 4, "target": 50, "level": "easy"}})
    await host.ask({"type": "start"})
    await host.until(lambda: host.view is not None)
    await guest.ask({"type": "pass", "match": 1, "round": 1, "ply": 77})
    await host.ask({"type": "level", "seat": 2, "level": "hard"})
    over = lambda view: view["phase"] == "over"  # noqa: E731
    await asyncio.gather(host.play(over), guest.play(over))
    for kept in await host.rounds():
        await host.old_round(kept["match"], kept["round"])
    await asyncio.gather(*(player.ask({"type": "again", "match": 1}) for player in (host, guest)))
    await guest.ask({"type": "leave"})


if __name__ == "__main__":
    (FOLDER / f"{sys.argv[1]}.jsonl").write_text(asyncio.run(record()))
