"""AsyncAPI of what services say to each other, from the table of channels."""

from typing import Final

from contracts.channels import CHANNELS, Channel, Said, Service, said_anywhere
from contracts.events import HEADERS
from contracts.published.asyncapi import Json, Payloads, message, to
from contracts.published.asyncapi import document as asyncapi

ABOUT: Final = (
    "Commands are requests, answered in the inbox that they name; events are whole documents. Every command "
    "may come twice, or late, and means the same each time. Each service is a user of its own on NATS, which "
    "may say and hear what stands here and nothing else. Requests and answers carry `correlation_id` and "
    "`content-type` in their headers, too."
)
PARAMETERS: Final = {
    "table": {"description": "A table's code in its one canonical spelling."},
    "seat": {"description": "The number of a seat.", "enum": ["0", "1", "2", "3"]},
}


def document() -> Json:
    payloads = Payloads((said.model, "serialization") for said in said_anywhere())
    channels: Json = {}
    operations: Json = {}
    for channel in CHANNELS:
        channels[channel.name] = _channel(channel, payloads)
        if channel.answers:
            channels[_answers(channel)] = {
                "address": None,
                "description": "The inbox that the request names.",
                "messages": _messages(channel.answers, payloads),
            }
        for service in channel.hears:
            operations[f"{service}.hears.{channel.name}"] = _heard(channel, service)
        for service in channel.says:
            operations[f"{service}.says.{channel.name}"] = _said(channel, service)
    server = {"nats": {"host": "nats:4222", "protocol": "nats"}}
    return asyncapi("Double Six, between services", ABOUT, server, channels, operations, payloads.all)


def _channel(channel: Channel, payloads: Payloads) -> Json:
    parameters = {name: value for name, value in PARAMETERS.items() if f"{{{name}}}" in channel.subject}
    return {
        "address": channel.subject,
        "description": channel.about,
        **({"parameters": parameters} if parameters else {}),
        "messages": _messages(channel.messages, payloads),
    }


def _messages(said: tuple[Said, ...], payloads: Payloads) -> Json:
    return {one.model.__name__: message(one.model, payloads, _headers(one)) for one in said}


def _headers(said: Said) -> Json | None:
    """All headers are texts."""
    named = (*said.headers, *said.perhaps)
    if not named:
        return None
    properties = {
        name: {"type": "string", "pattern": HEADERS[name][0], "description": HEADERS[name][1]}
        for name in named
    }
    return {"type": "object", "properties": properties, "required": list(said.headers)}


def _heard(channel: Channel, service: Service) -> Json:
    queue = {"bindings": {"nats": {"queue": service}}} if channel.queue else {}
    return {"action": "receive", **_exchange(channel), **queue}


def _said(channel: Channel, service: Service) -> Json:
    return {"action": "send", "summary": f"Said by {service}.", **_exchange(channel)}


def _exchange(channel: Channel) -> Json:
    reply = {"reply": {"channel": to("channels", _answers(channel))}} if channel.answers else {}
    return {"channel": to("channels", channel.name), **reply}


def _answers(channel: Channel) -> str:
    return f"{channel.name}.answers"
