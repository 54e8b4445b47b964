"""The parts that know no network: origins, buckets, what is news, what waits to be sent."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from nats.aio.msg import Msg

from contracts.commands import Lease
from contracts.ids import Position
from gateway.feeds import Feeds
from gateway.holding import holding
from gateway.leases import BATCH, batches
from gateway.limits import Bucket, PerAddress, network
from gateway.origin import check_origin
from gateway.outbox import Outbox, Overflow
from gateway.problems import Refusal
from gateway.shown import Shown
from gateway.tasks import Tasks
from runtime import metrics


def position(version: int, mark: str = "aaaaaaaa") -> Position:
    return Position(version=version, mark=mark)


# origins


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://dominoes.example", "dominoes.example"),
        ("https://dominoes.example", "dominoes.example:443"),
        ("https://dominoes.example:443", "dominoes.example"),
        ("http://dominoes.example", "Dominoes.Example"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("https://named.example", "else.example"),
    ],
)
def test_the_own_page_and_named_ones_may_ask(origin: str, host: str) -> None:
    check_origin(origin, host, ("https://named.example",), bearer=False, cookie=True)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://evil.example", "dominoes.example"),
        ("https://dominoes.example.evil.example", "dominoes.example"),
        ("https://evil.example/dominoes.example", "dominoes.example"),
        ("https://dominoes.example:8443", "dominoes.example"),
        ("http://dominoes.example", "dominoes.example:443"),
        ("null", "dominoes.example"),
        ("", "dominoes.example"),
        ("ftp://dominoes.example", "dominoes.example"),
        ("https://dominoes.example:x", "dominoes.example"),
        ("https://[", "dominoes.example"),
        ("https://dominoes.example", None),
        ("https://", ""),
    ],
)
def test_other_pages_may_not(origin: str, host: str | None) -> None:
    with pytest.raises(Refusal, match="wrong_origin"):
        check_origin(origin, host, ("https://named.example",), bearer=True, cookie=False)


def test_what_is_no_page_may_ask_with_a_header_or_as_nobody() -> None:
    check_origin(None, "x", (), bearer=True, cookie=True)
    check_origin(None, "x", (), bearer=False, cookie=False)
    with pytest.raises(Refusal):
        check_origin(None, "x", (), bearer=False, cookie=True)


# buckets


def test_a_bucket_gives_what_it_holds_and_fills_with_time() -> None:
    bucket = Bucket(per_second=2, most=3, now=0)

    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait(0) == 0.5
    assert [bucket.take(1), bucket.take(1), bucket.take(1)] == [True, True, False]
    assert [bucket.take(1000) for _ in range(4)] == [True, True, True, False]


def test_what_is_given_back_can_be_taken_again_but_never_more() -> None:
    bucket = Bucket(per_second=1, most=1, now=0)
    bucket.give_back()

    assert [bucket.take(0), bucket.take(0)] == [True, False]
    bucket.give_back()
    assert bucket.take(0)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(per_second=1, most=1, now=100)
    assert bucket.take(100)

    assert not bucket.take(0)
    assert not bucket.take(100)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::1", True),
        ("nonsense", "nonsense", True),
    ],
)
def test_one_client_is_an_address_or_a_net_of_ipv6(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same


def test_only_so_many_addresses_are_remembered() -> None:
    addresses = PerAddress(per_minute=1, most=100)
    assert addresses.bucket("192.0.2.1", 0).take(0)
    for number in range(1000):
        addresses.bucket(f"198.51.{number // 256}.{number % 256}", 0).take(0)

    assert len(addresses) == 100


# who holds a seat


@pytest.mark.parametrize(
    ("connections", "how"),
    [
        (["a", None, "b", None], "held"),
        (["a", "b"], "moved"),
        ([None, None, None, "b"], "moved"),
        (["a", None, None, None], "vacant"),
        (["a", None], "vacant"),
        (["a", None, "c", None], "taken"),
    ],
)
def test_what_became_of_a_seat_is_told_by_who_holds_which(connections: list[str | None], how: str) -> None:
    assert holding(connections, 2, "b") == how


# what is news


def test_an_older_event_is_no_news_and_one_not_older_is() -> None:
    shown = Shown()
    assert shown.is_news(position(5))
    shown.position = position(5)

    assert not shown.is_news(position(4))
    assert shown.is_news(position(5))
    assert shown.is_news(position(5, "bbbbbbbb"))
    assert shown.is_news(position(6))


def test_what_was_fetched_holds_even_when_it_is_older() -> None:
    shown = Shown()
    shown.position = position(5)

    assert shown.is_fetched_news(position(4, "bbbbbbbb"), before=position(5))
    assert not shown.is_fetched_news(position(5), before=position(5))


def test_what_was_fetched_is_no_news_when_an_event_came_meanwhile() -> None:
    shown = Shown()
    shown.position = position(6)

    assert not shown.is_fetched_news(position(5), before=position(4))
    assert shown.is_fetched_news(position(7), before=position(4))


def test_a_gap_is_told_by_its_kind() -> None:
    shown = Shown()
    assert shown.gap(None, before=None) is None
    assert shown.gap(position(1), before=None) == "behind"
    shown.position = position(5)
    now = shown.position

    assert shown.gap(position(5), before=now) is None
    assert shown.gap(position(6), before=now) == "behind"
    assert shown.gap(position(4), before=now) == "rollback"
    assert shown.gap(position(5, "bbbbbbbb"), before=now) == "rollback"
    assert shown.gap(None, before=now) == "rollback"
    assert shown.gap(position(6), before=position(4)) is None  # an event came meanwhile


# what waits


async def sent_by(outbox: Outbox) -> list[bytes]:
    sent: list[bytes] = []

    async def send(text: bytes) -> None:
        sent.append(text)

    await outbox.write(send)
    return sent


async def test_a_newer_document_is_sent_instead_of_one_that_waits_and_after_all_that_waits() -> None:
    outbox = Outbox()
    for text, slot in ((b"t1", "table"), (b"r1", None), (b"v1", "view"), (b"t2", "table"), (b"v2", "view")):
        outbox.put(text, slot)  # type: ignore[arg-type]
    outbox.end(b"bye")

    assert await sent_by(outbox) == [b"r1", b"t2", b"v2", b"bye"]


async def test_replies_are_never_dropped_and_too_many_are_too_many() -> None:
    outbox = Outbox(most=2)
    outbox.put(b"r1")
    outbox.put(b"v1", "view")
    outbox.put(b"v2", "view")

    with pytest.raises(Overflow):
        outbox.put(b"r2")


async def test_after_the_end_nothing_is_sent() -> None:
    outbox = Outbox()
    outbox.put(b"r1")
    outbox.end(b"bye")
    outbox.put(b"r2")
    outbox.end(b"bye again")

    assert await sent_by(outbox) == [b"r1", b"bye"]


async def test_an_end_at_once_drops_what_waits() -> None:
    outbox = Outbox()
    outbox.put(b"r1")
    outbox.end(b"bye", at_once=True)

    assert await sent_by(outbox) == [b"bye"]


async def test_a_frame_is_written_at_once_where_that_needs_no_waiting_and_never_before_another() -> None:
    written: list[bytes] = []
    free = True

    def at_once(text: bytes) -> bool:
        if free:
            written.append(text)
        return free

    async def send(text: bytes) -> None:
        written.append(text)
        if text == b"r2":
            outbox.put(b"r4")  # while another is being sent
        if text == b"r4":
            outbox.end(b"bye")

    outbox = Outbox(at_once=at_once)
    outbox.put(b"r1")
    free = False
    outbox.put(b"r2")
    free = True
    outbox.put(b"r3")
    assert written == [b"r1"]
    await outbox.write(send)

    assert written == [b"r1", b"r2", b"r3", b"r4", b"bye"]


async def test_a_frame_that_is_not_taken_in_time_is_given_up() -> None:
    outbox = Outbox()
    outbox.put(b"r1")

    async def never(text: bytes) -> None:
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        await outbox.write(never, within_s=0.05)


async def test_a_view_that_overtakes_another_answers_for_the_older_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    observed: list[float] = []
    monkeypatch.setattr(metrics.TURN_LATENCY, "observe", observed.append)
    monkeypatch.setattr("gateway.outbox.time.time", lambda: 10.0)
    outbox = Outbox()
    outbox.put(b"v1", "view", 9_000)
    outbox.put(b"v2", "view", 9_900)
    outbox.put(b"v3", "view")
    outbox.end(None)

    assert await sent_by(outbox) == [b"v3"]
    assert observed == [1.0]


# leases


def test_leases_go_in_as_few_batches_as_may_be() -> None:
    leases = [Lease(table="ABCD1234", seat=0, connection=f"{number:016x}") for number in range(BATCH + 1)]

    assert [(len(b.alive), len(b.closed)) for b in batches(leases, leases[:3])] == [(BATCH, 3), (1, 0)]
    assert list(batches([], [])) == []


# work that nobody waits for


async def test_work_with_a_key_is_not_begun_twice() -> None:
    tasks = Tasks(at_once=1)
    gate = asyncio.Event()
    done: list[str] = []

    async def work(name: str) -> None:
        await gate.wait()
        done.append(name)

    tasks.start(work("first"))
    tasks.start(work("a"), "key")
    tasks.start(work("a again"), "key")
    assert len(tasks) == 2
    gate.set()
    await tasks.done()

    assert done == ["first", "a"]
    tasks.start(work("later"), "key")
    await tasks.done()
    assert done[-1] == "later"


async def test_work_that_fails_or_is_cancelled_leaves_nothing_behind() -> None:
    tasks = Tasks(at_once=1)

    async def fail() -> None:
        raise RuntimeError

    tasks.start(fail())
    tasks.start(asyncio.Event().wait())  # type: ignore[arg-type]
    tasks.start(fail())
    await asyncio.sleep(0)
    await tasks.cancel()

    assert len(tasks) == 0


# subscriptions


class Subscriptions:
    """Counts what is subscribed to, and lets messages come."""

    def __init__(self) -> None:
        self.open: dict[str, Callable[[Msg], None]] = {}

    async def listen(self, subject: str, heard: Callable[[Msg], None]) -> Callable[[], Awaitable[None]]:
        assert subject not in self.open
        self.open[subject] = heard

        async def unsubscribe() -> None:
            del self.open[subject]

        return unsubscribe


async def test_connections_of_one_table_share_a_subscription() -> None:
    subscriptions = Subscriptions()
    feeds = Feeds(subscriptions.listen)
    heard: list[str] = []

    def one(body: bytes, headers: object) -> None:
        heard.append("one")

    def other(body: bytes, headers: object) -> None:
        heard.append("other")

    await asyncio.gather(feeds.join("table", one), feeds.join("table", other))
    subscriptions.open["table"](Msg(_client=None, subject="table", data=b"{}"))  # type: ignore[arg-type]
    await feeds.part("table", one)
    await feeds.part("table", one)
    assert list(subscriptions.open) == ["table"]
    await feeds.part("table", other)

    assert heard == ["one", "other"]
    assert not subscriptions.open


async def test_a_listener_that_fails_keeps_nobody_else_from_hearing() -> None:
    subscriptions = Subscriptions()
    feeds = Feeds(subscriptions.listen)
    heard: list[bytes] = []

    def failing(body: bytes, headers: object) -> None:
        raise KeyError

    await feeds.join("table", failing)
    await feeds.join("table", lambda body, headers: heard.append(body))
    subscriptions.open["table"](Msg(_client=None, subject="table", data=b"{}"))  # type: ignore[arg-type]

    assert heard == [b"{}"]
