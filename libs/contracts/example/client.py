"""A whole client: `python client.py http://127.0.0.1:8000 [CODE]`. It needs `websockets`, nothing of ours.

With a table's code it sits down there; without, it opens a table of its own against computer players. It
plays what scores most at once until the match is over, and comes back by itself after any cut.
"""

import asyncio
import json
import sys
from itertools import count
from secrets import token_urlsafe
from typing import Any
from urllib.request import Request, urlopen

from websockets import ConnectionClosed, Subprotocol, connect

SECRET = token_urlsafe(32)  # it holds the seat: a client that keeps it comes back to its seat tomorrow, too
BEARER = {"authorization": f"Bearer {SECRET}"}
FOR_GOOD = {4001, 4003, 4004, 4010, 4011, 4029}  # close codes after which one does not come back


def post(address: str, body: dict[str, Any]) -> Any:
    request = Request(address, json.dumps(body).encode(), BEARER | {"content-type": "application/json"})  # noqa: S310
    with urlopen(request, timeout=15) as answer:  # noqa: S310
        return json.load(answer)


def to_say(view: dict[str, Any], consent: bool) -> dict[str, Any] | None:
    """What this seat has to say to what it sees, if anything. It may be said twice: it counts once."""
    round_, at = view["round"], {"match": view["match"]["number"], "round": view["round"]["number"]}
    if view["phase"] == "between":
        return {"type": "new_round", **at, "ply": round_["ply"]} if consent else {"type": "ready", **at}
    if view["phase"] != "playing" or round_["must"] is None:
        return None
    move = {"type": round_["must"], **at, "ply": round_["ply"]}
    if round_["must"] == "place":
        best = max(round_["legal"], key=lambda placement: placement["points"])
        move |= {"tile": best["tile"], "end": best["end"]}
    return move


async def play(server: str, code: str) -> list[int]:
    """Play at the table until a match is over; return its scores."""
    ids, consent = count(), False
    said: dict[str, Any] = {}
    address = f"{server.replace('http', 'ws', 1)}/ws/{code}"
    async for socket in connect(
        address, subprotocols=[Subprotocol("doublesix.v1")], additional_headers=BEARER, ping_interval=5
    ):
        pause = 0
        try:
            async for text in socket:
                frame = json.loads(text)
                word = None
                if frame["type"] == "bye":
                    pause = frame["after_ms"] or 0
                elif frame["type"] == "table":
                    consent = frame["table"]["settings"]["next_round"] == "consent"
                elif view := frame.get("view"):  # a `view`, or the one to go on from after a refusal
                    if view["phase"] == "over":
                        return list(view["match"]["scores"])
                    word = to_say(view, consent)
                elif frame["type"] == "reply" and not frame["ok"] and frame["error"]["code"] == "unavailable":
                    word = said[frame["id"]]  # nobody knows whether it counted: the same again
                if word:
                    said[key := str(next(ids))] = word
                    await socket.send(json.dumps({**word, "id": key}))
        except ConnectionClosed:
            pass
        if socket.close_code in FOR_GOOD:
            raise SystemExit(f"closed for good: {socket.close_code}")
        await asyncio.sleep(pause / 1000)  # then `connect` tries again, and waits longer each time in vain
    raise AssertionError("it tries for ever")


def main(server: str, code: str | None = None) -> None:
    if code is None:
        options = {"alone": True, "players": 2, "target": 50}
        table = {"preset": "draw", "options": options, "name": "Example", "request": token_urlsafe()}
        code = post(f"{server}/api/tables", table)["code"]
    else:
        post(f"{server}/api/tables/{code}/seats", {"name": "Example"})
    print(*asyncio.run(play(server, code)))


if __name__ == "__main__":
    main(*sys.argv[1:])
