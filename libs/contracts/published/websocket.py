"""AsyncAPI of the WebSocket, from the models of its frames."""

from typing import Final, get_args

from contracts import frames
from contracts.frames import SUBPROTOCOL, Accepted, CloseCode, PingFrame, PongFrame, Refused
from contracts.http import status_of
from contracts.model import Message
from contracts.published.asyncapi import Json, Payloads, message, to
from contracts.published.asyncapi import document as asyncapi
from contracts.routes import SOCKET

ABOUT: Final = (
    "JSON texts of at most 16 KiB, under the subprotocol " + SUBPROTOCOL + ". Every frame of a client is "
    "answered once, with the same `id`. `table` and `view` come whole, whenever they change: the last one "
    "received is the one that holds."
)
SENT: Final = get_args(get_args(frames.ClientFrame)[0])
RECEIVED: Final = get_args(frames.ServerFrame)
UNASKED: Final = tuple(frame for frame in RECEIVED if frame not in (Accepted, PongFrame))
"""A refusal, too: of what could not be read, or of the arrival itself."""


def document() -> Json:
    payloads = Payloads(
        [(frame, "validation") for frame in SENT] + [(frame, "serialization") for frame in RECEIVED]
    )
    channel = {
        "address": "/ws/{code}",
        "description": "One seat at one table, for as long as it is open.",
        "parameters": {"code": {"description": "The table's code, as it was typed or canonical."}},
        "messages": {frame.__name__: message(frame, payloads) for frame in SENT + RECEIVED},
        "bindings": {"ws": {"method": "GET", "headers": HANDSHAKE}},
        "x-close-codes": {str(code.value): code.name.lower() for code in CloseCode},
        "x-refused-handshake": {code: status_of(code) for code in SOCKET},
    }
    operations = {_kind(frame): _asked(frame) for frame in SENT}
    operations["told"] = {
        "action": "send",
        "summary": "What a server says without being asked.",
        "channel": to("channels", "socket"),
        "messages": [_ref(frame) for frame in UNASKED],
    }
    server = {"gateway": {"host": "127.0.0.1:8000", "protocol": "ws"}}
    return asyncapi("Double Six, for clients", ABOUT, server, {"socket": channel}, operations, payloads.all)


HANDSHAKE: Final[Json] = {
    "type": "object",
    "properties": {
        "sec-websocket-protocol": {"type": "string", "const": SUBPROTOCOL},
        "authorization": {
            "type": "string",
            "pattern": "^Bearer [A-Za-z0-9_-]{43}$",
            "description": "The player's secret; needed where there is no Origin.",
        },
        "cookie": {"type": "string", "description": "A page's secret is in its cookie `player`."},
        "origin": {"type": "string", "description": "The page's own, or one that is configured."},
    },
    "required": ["sec-websocket-protocol"],
}


def _asked(frame: type[frames.Asked]) -> Json:
    answers = (PongFrame,) if frame is PingFrame else (Accepted, Refused)
    return {
        "action": "receive",
        "channel": to("channels", "socket"),
        "messages": [_ref(frame)],
        "reply": {"channel": to("channels", "socket"), "messages": [_ref(answer) for answer in answers]},
    }


def _ref(frame: type[Message]) -> Json:
    return to("channels", "socket", "messages", frame.__name__)


def _kind(frame: type[Message]) -> str:
    """A frame's `type`."""
    kind: str = get_args(frame.model_fields["type"].annotation)[0]
    return kind
