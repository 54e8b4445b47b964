"""What crosses a wire beside what is published of the protocol: says whether a message is as documented."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx
from jsonschema import Draft7Validator, Draft202012Validator

from contracts.published.__main__ import FOLDER

Json = dict[str, Any]
PLACEHOLDER = re.compile(r"\\\{\w+\\\}")


@cache
def published(name: str) -> Json:
    """A document as it lies in its file."""
    document: Json = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return document


def wrong_answer(answer: httpx.Response) -> str | None:
    """Say what is wrong with an answer over HTTP, or None. What no route is for is to be refused as such."""
    document = published("http.openapi.json")
    method, path, status = answer.request.method, answer.request.url.path, answer.status_code
    route = next((route for route in document["paths"] if _pattern(route).fullmatch(path)), None)
    operation = document["paths"][route].get(method.lower()) if route else None
    if operation is None:
        said = f"no {method} {path} is published, and it answers {status}"
        return said if path.startswith("/api/") and status not in (404, 405) else None
    content = operation["responses"].get(str(status), {}).get("content", {})
    media_type = answer.headers["content-type"]
    if media_type not in content:
        return f"{method} {path}: {status} {media_type} is not published"
    validator = Draft202012Validator(content[media_type]["schema"] | _parts(document))
    return _faults(validator, answer.json())


def wrong_message(
    subject: str, headers: Mapping[str, str], body: bytes, *, answer: bool = False
) -> str | None:
    """Say what is wrong with a message on NATS, or with the `answer` to one said on `subject`; or None."""
    name = channel_of(subject)
    if name is None:
        return f"no subject {subject} is published"
    said = f"{name}.answers" if answer else name
    return _wrong("nats.asyncapi.json", said, json.loads(body), dict(headers))


def channel_of(subject: str) -> str | None:
    """Return the channel that is published for a subject."""
    for name, channel in published("nats.asyncapi.json")["channels"].items():
        if channel["address"] and _pattern(channel["address"]).fullmatch(subject):
            return str(name)
    return None


def wrong_frame(frame: Json) -> str | None:
    """Say what is wrong with a frame of the WebSocket, or None."""
    return _wrong("websocket.asyncapi.json", "socket", frame, {})


def _wrong(name: str, channel: str, body: Any, headers: Json) -> str | None:
    """A message is right when it is one of those of its channel."""
    whys = []
    for message in published(name)["channels"][channel]["messages"].values():
        payload, head = _validators(name, message["payload"]["$ref"], json.dumps(message.get("headers", {})))
        why = _faults(payload, body) or _faults(head, headers)
        if why is None:
            return None
        whys.append(f"  as {message['name']}: {why}")
    return f"{channel}: {str(body)[:300]} {headers} is none of its messages\n" + "\n".join(whys)


@cache
def _validators(name: str, ref: str, headers: str) -> tuple[Draft7Validator, Draft7Validator]:
    parts = _parts(published(name))
    return Draft7Validator({"allOf": [{"$ref": ref}], **parts}), Draft7Validator(json.loads(headers))


def _parts(document: Json) -> Json:
    return {"components": document["components"]}


def _faults(validator: Any, value: Any) -> str | None:
    faults = [f"{fault.json_path} {fault.message[:200]}" for fault in validator.iter_errors(value)]
    return "; ".join(faults[:3]) or None


@cache
def _pattern(address: str) -> re.Pattern[str]:
    return re.compile(PLACEHOLDER.sub(r"[^./]+", re.escape(address)))
