"""What is published of the protocol: the models' own words, valid, and what services really listen to."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from faststream.nats import NatsBroker, NatsRouter
from faststream.specification.asyncapi import AsyncAPI
from jsonschema import Draft7Validator, Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from pydantic import TypeAdapter
from starlette.routing import Route

from contracts.channels import CHANNELS, OPERATED
from contracts.frames import client_frame
from contracts.http import OpenTable
from contracts.published.__main__ import DOCUMENTS, FOLDER, text
from contracts.routes import ROUTES
from gateway.api import Api
from runtime.settings import REPOSITORY, Settings
from tests.contracts.test_readme import OPENED, RECEIVED, SENT
from tests.harness.published import published, wrong_frame

SPECIFICATION = REPOSITORY / "services/web/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"
ASYNCAPI = ["nats.asyncapi.json", "websocket.asyncapi.json"]


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def at(document: Any, reference: str) -> Any:
    for name in reference.removeprefix("#/").split("/"):
        document = document[name]
    return document


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_the_one_that_the_models_make(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == text(DOCUMENTS[name]())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_reference_leads_somewhere_and_every_schema_is_used(name: str) -> None:
    document = published(name)
    used = set(references(document))

    assert all(at(document, reference) for reference in used)
    assert {f"#/components/schemas/{schema}" for schema in document["components"]["schemas"]} <= used


@pytest.mark.parametrize("name", ASYNCAPI)
def test_a_document_is_asyncapi_as_its_specification_has_it(name: str) -> None:
    specification = json.loads(SPECIFICATION.read_text(encoding="utf-8"))  # `make check` installs it

    Draft7Validator(specification).validate(published(name))


@pytest.mark.parametrize("name", ASYNCAPI)
def test_every_payload_is_a_schema_of_draft_7(name: str) -> None:
    for schema in published(name)["components"]["schemas"].values():
        Draft7Validator.check_schema(schema)
        assert "prefixItems" not in json.dumps(schema)


def test_the_http_document_is_openapi_as_its_specification_has_it() -> None:
    OpenAPIV31SpecValidator(published("http.openapi.json")).validate()


def test_what_is_no_asyncapi_is_found() -> None:
    specification = json.loads(SPECIFICATION.read_text(encoding="utf-8"))
    wrong = json.loads(json.dumps(published("nats.asyncapi.json")))
    wrong["operations"]["engine.hears.engine"]["action"] = "hear"

    assert not Draft7Validator(specification).is_valid(wrong)


# beside what runs


def listening(router: NatsRouter) -> dict[str, tuple[str, str, set[str]]]:
    """What FastStream says of a router: by subject the queue, and the payloads it knows."""
    broker = NatsBroker()
    broker.include_router(router)
    document = json.loads(AsyncAPI(broker, schema_version="3.0.0").to_specification().to_json())
    found = {}
    for channel in document["channels"].values():
        (message,) = channel["messages"].values()
        payload = at(document, at(document, message["$ref"].replace("%2A", "*"))["payload"]["$ref"])
        kinds = {one["$ref"].rsplit("/", 1)[1] for one in payload.get("contentSchema", {}).get("oneOf", ())}
        found[channel["address"]] = (channel["bindings"]["nats"]["queue"], kinds or {payload["title"]})
    return found


@pytest.mark.parametrize("service", ["seating", "engine", "timer"])
def test_a_service_listens_to_what_is_published_and_to_nothing_else(service: str) -> None:
    routes = __import__(f"{service}.routes", fromlist=["routes"]).routes
    told = {
        re.sub(r"{\w+}", "*", channel.subject): (service, {said.model.__name__ for said in channel.messages})
        for channel in CHANNELS
        if service in channel.hears and channel.name not in OPERATED
    }

    assert listening(routes(None)) == told


def test_bots_listen_to_what_is_published_and_to_nothing_else() -> None:
    """What they read there FastStream does not know: they read it themselves."""
    from bots.routes import routes

    told = {
        re.sub(r"{\w+}", "*", channel.subject): "bots"
        for channel in CHANNELS
        if "bots" in channel.hears and channel.name not in OPERATED
    }

    assert {subject: queue for subject, (queue, _) in listening(routes(None)).items()} == told  # type: ignore[arg-type]


def test_a_gateway_has_the_routes_that_are_published_and_no_other() -> None:
    api = Api(None, None, Settings())  # type: ignore[arg-type]

    def named(route: Route) -> tuple[str, str]:
        (method,) = (route.methods or set()) - {"HEAD"}
        return method, f"/api{route.path}"

    assert {named(route) for route in api.routes()} == {(route.method, route.path) for route in ROUTES}


# beside what is said


@pytest.mark.parametrize("example", [*SENT, *RECEIVED])
def test_an_example_of_a_frame_is_as_published(example: str) -> None:
    assert wrong_frame(json.loads(example)) is None


@pytest.mark.parametrize(
    "frame",
    [
        '{"type": "place", "id": "a1", "match": 1, "round": 3, "ply": 14, "tile": "3-5"}',
        '{"type": "place", "id": "a1", "match": 1, "round": 3, "ply": 14, "tile": "3:5", "end": "left"}',
        '{"type": "draw", "id": "a2", "match": 0, "round": 3, "ply": 14}',
        '{"type": "ping", "id": "b1", "more": 1}',
        '{"type": "sing", "id": "b1"}',
    ],
)
def test_what_is_no_frame_is_none_as_published_either(frame: str) -> None:
    assert wrong_frame(json.loads(frame)) is not None
    with pytest.raises(ValueError, match="validation error"):
        client_frame.validate_json(frame)


@pytest.mark.parametrize("example", OPENED)
def test_an_example_of_how_a_table_is_opened_is_as_published(example: str) -> None:
    document = published("http.openapi.json")
    schema = {"$ref": "#/components/schemas/OpenTable", "components": document["components"]}

    Draft202012Validator(schema).validate(json.loads(example))
    assert TypeAdapter(OpenTable).validate_json(example)
