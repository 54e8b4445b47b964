"""What doctor makes of what it is told; and what it finds of real servers that are there, away, or wrong."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from console import judged_certificates, judged_nats, judged_services, judged_store
from console.bus import Heard
from console.certificates import Certificate
from console.findings import Finding, Level, lines, worst
from console.nats_seen import Server
from console.store_seen import Node, nodes
from contracts.channels import RUNNING
from runtime import keys
from runtime.functions import LIBRARY
from runtime.keys import match_due, shard_of
from runtime.settings import Settings
from tests.console.tables import CODE, Console, Kept, a_table, its_game
from tests.console.test_leaving import an_instance
from tests.harness.copies import Copies, cluster, until, with_sentinels

WELL: dict[str, Any] = {
    "role": "master",
    "valkey_version": "9.1.2",
    "aof_enabled": 1,
    "aof_last_write_status": "ok",
    "aof_last_bgrewrite_status": "ok",
    "used_memory": 2**20,
    "maxmemory": 0,
}
SET = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
NODE = Node("a:6379", info=WELL, configured=SET, libraries=(LIBRARY,))
FOLLOWING, LAGGING = {"state": "online", "lag": 0}, {"state": "online", "lag": 60}


def told(findings: Iterable[Finding]) -> list[str]:
    """What is not well, by how bad it is."""
    return [f"{one.level.name}: {one.what}" for one in findings if one.level]


def of(changes: dict[str, Any], wanted: int = 0, **fields: Any) -> list[str]:
    return told(judged_store.judged([replace(NODE, info=WELL | changes, **fields)], wanted))


def test_a_store_that_is_well_is() -> None:
    findings = list(judged_store.judged([NODE], 0))

    assert worst(findings) is Level.OK
    assert "fsync always: a power cut loses nothing" in "\n".join(lines(findings))


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"aof_enabled": 0}, "FAULT: a:6379 keeps nothing on its disk"),
        ({"aof_last_write_status": "err"}, "FAULT: a:6379 cannot write its file: moves are refused"),
        ({"aof_last_bgrewrite_status": "err"}, "WARNING: a:6379 could not rewrite its file"),
        ({"loading": 1}, "FAULT: a:6379 is reading its file"),
        ({"maxmemory": 2**20}, "WARNING: a:6379 is full to 100%"),
        ({"role": "slave", "master_link_status": "down"}, "WARNING: a:6379 does not follow its primary"),
        ({"slave0": FOLLOWING}, "WARNING: a:6379 has 1 replicas, and no move waits for any"),
        ({"slave0": FOLLOWING, "slave1": LAGGING}, "WARNING: a:6379 has replicas that lag behind"),
    ],
)
def test_what_the_store_says_of_itself_is_judged(changes: dict[str, Any], wrong: str) -> None:
    assert wrong in of(changes)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"error": "refused"}, "FAULT: a:6379 does not answer: refused"),
        ({"libraries": ()}, f"WARNING: a:6379 has no functions {LIBRARY}"),
        ({"cluster_state": "fail"}, "FAULT: a:6379 says the cluster is fail"),
        ({"configured": SET | {"appendfsync": "no"}}, "WARNING: a:6379 leaves its file to the system"),
        ({"configured": {}}, "WARNING: a:6379 keeps its file (0 MB); how, this user may not ask"),
        ({"ahead_ms": -900.0}, "WARNING: its clock and this machine's are 0.9 s apart"),
    ],
)
def test_how_a_node_was_found_is_judged(fields: dict[str, Any], wrong: str) -> None:
    assert any(one.startswith(wrong) for one in of({}, **fields))


def test_a_store_that_throws_tables_away_is_a_fault_where_it_has_a_limit() -> None:
    lru = SET | {"maxmemory-policy": "allkeys-lru"}

    what = "a:6379 throws tables away when full: allkeys-lru"
    assert of({"maxmemory": 2**30}, configured=lru) == [f"FAULT: {what}"]
    assert of({}, configured=lru) == [f"WARNING: {what}"]


def test_replicas_that_a_move_waits_for_have_to_be_there() -> None:
    assert of({"slave0": FOLLOWING}, wanted=2) == [
        "FAULT: a:6379 has 1 replicas that follow, and a move waits for 2"
    ]
    assert of({"slave0": FOLLOWING, "slave1": FOLLOWING}, wanted=1) == []


def test_clocks_of_nodes_that_differ_are_worse_the_further_they_are() -> None:
    apart = [NODE, replace(NODE, address="b:6379", ahead_ms=900.0)]
    far = [NODE, replace(NODE, address="b:6379", ahead_ms=8_100.0)]

    assert "WARNING: the clocks of its nodes are 0.9 s apart" in told(judged_store.judged(apart, 0))
    assert "FAULT: the clocks of its nodes are 8.1 s apart" in told(judged_store.judged(far, 0))


def test_without_a_primary_nothing_can_be_written() -> None:
    replica = replace(NODE, info=WELL | {"role": "slave", "master_link_status": "up"})

    assert told(judged_store.judged([replica], 0)) == ["FAULT: no primary is there: nothing can be written"]


SERVER = Server("n:4222", True, version="2.15.1", wants_login=True)
HOUSE = [Heard(an_instance(f"{service}-1", number), 0) for number, service in enumerate(RUNNING)]


@pytest.mark.parametrize(
    ("server", "no_bus", "hears_all", "wrong"),
    [
        (replace(SERVER, error="refused"), None, False, "FAULT: n:4222 cannot be reached: refused"),
        (replace(SERVER, wants_login=False), None, False, "WARNING: n:4222 lets everybody in"),
        (SERVER, None, True, "WARNING: this user may hear everything that is said"),
        (SERVER, "NATS does not let us in", False, "FAULT: NATS does not let us in"),
    ],
)
def test_what_nats_says_of_itself_is_judged(
    server: Server, no_bus: str | None, hears_all: bool, wrong: str
) -> None:
    assert told(judged_nats.judged([SERVER], None, False)) == []
    assert told(judged_nats.judged([server], no_bus, hears_all)) == [wrong]


def test_a_house_with_one_of_each_service_is_well() -> None:
    assert told(judged_services.judged(HOUSE, "1")) == []


@pytest.mark.parametrize(
    ("service", "level"), [("engine", "FAULT"), ("gateway", "FAULT"), ("bots", "WARNING")]
)
def test_a_service_of_which_none_is_ready_is_missed(service: str, level: str) -> None:
    rest = [one for one in HOUSE if one.status.service != service]

    (missed,) = told(judged_services.judged(rest, "1"))

    assert missed.startswith(f"{level}: none is ready")


def test_an_instance_says_why_it_is_not_ready() -> None:
    away = Heard(an_instance("engine-2", 9, faults={"store": "TimeoutError"}), 0)

    assert told(judged_services.judged([*HOUSE, away], "1")) == [
        "FAULT: engine-2, release 1, is not ready: store: TimeoutError"
    ]


def test_releases_side_by_side_are_told_and_so_is_an_old_console() -> None:
    new = Heard(an_instance("engine-2", 9).model_copy(update={"release": "2"}), 0)

    assert "WARNING: 1, 2 run side by side" in told(judged_services.judged([*HOUSE, new], "1"))
    assert told(judged_services.judged(HOUSE, "0")) == ["WARNING: services are of 1, this console of 0"]


def test_a_clock_that_goes_wrong_is_told() -> None:
    late = replace(HOUSE[0], ahead_ms=-1_500)

    (wrong,) = told(judged_services.judged([late, *HOUSE[1:]], "1"))

    assert "its clock is -1.5 s from this machine's" in wrong


@pytest.mark.parametrize(
    ("certificate", "level"),
    [
        (Certificate(90), Level.OK),
        (Certificate(5), Level.WARNING),
        (Certificate(None, "certificate has expired"), Level.FAULT),
    ],
)
def test_a_certificate_is_renewed_in_time(certificate: Certificate, level: Level) -> None:
    assert judged_certificates.judged("store", "a:6379", certificate).level is level


# on real servers


def test_servers_without_services_are_found_as_they_are(kept: Kept, console: Console) -> None:
    kept.now()  # loads the functions

    findings = console.json("doctor", ends=2)

    by_part = {one["part"]: one["level"] for one in findings}
    assert (by_part["engine"], by_part["bots"], by_part["tables"]) == ("fault", "warning", "ok")
    assert [one["level"] for one in findings if one["part"] == "store"] == ["ok", "ok", "ok"]
    assert "lets everybody in" in console("doctor", ends=2).stdout  # as tests run it


def test_servers_that_are_away_are_told_and_keep_nobody_from_the_rest(settings: Settings) -> None:
    nowhere = {"DOUBLESIX_NATS_URL": "nats://127.0.0.1:1", "DOUBLESIX_STORE_URL": "redis://127.0.0.1:1/0"}

    said = Console(settings, **nowhere)("doctor", ends=2).stdout

    assert "127.0.0.1:1 cannot be reached" in said
    assert "127.0.0.1:1 does not answer" in said


def test_a_table_that_stands_still_is_a_fault(kept: Kept, console: Console) -> None:
    table = a_table("7K3MXY52", "partners", 4)
    kept.put(table, its_game(table, now=kept.now()))
    late = {match_due(CODE): kept.now() - 20_000}
    kept.do(lambda store: store._redis.zadd(keys.due(shard_of(CODE)), late))

    assert "1 reminder is overdue" in console("doctor", ends=2).stdout


def test_every_node_of_a_cluster_is_looked_at(settings: Settings) -> None:
    with cluster() as copies:
        console = Console(settings, DOUBLESIX_STORE_URL=copies.url, DOUBLESIX_STORE_REPLICAS="1")
        found = asyncio.run(nodes(settings.model_copy(update={"store_url": copies.url})))
        said = [one["what"] for one in console.json("doctor", ends=2) if one["part"] == "store"]

    assert sum(" is a primary" in what for what in said) == 3
    assert sum(" is a replica" in what for what in said) == 6
    assert sum("has 2 replicas that follow; a move waits for 1" in what for what in said) == 3
    assert [node.cluster_state for node in found] == ["ok"] * 9
    assert all(node.configured.keys() == SET.keys() for node in found)


def follow(copies: Copies) -> bool:
    """Whether every replica has all that its primary had."""
    told = [node.redis.info("replication") for node in copies.nodes]
    return all(one["role"] == "master" or one["master_link_status"] == "up" for one in told)


def test_a_primary_that_sentinels_know_is_looked_at_with_its_replicas(settings: Settings) -> None:
    with with_sentinels() as copies:
        until(lambda: follow(copies))
        console = Console(settings, DOUBLESIX_STORE_URL=copies.url)
        found = [one for one in console.json("doctor", ends=2) if one["part"] == "store"]

    said = "\n".join(one["what"] for one in found)
    assert (said.count(" is a primary"), said.count(" is a replica")) == (1, 2)
    assert "has 2 replicas, and no move waits for any" in said
