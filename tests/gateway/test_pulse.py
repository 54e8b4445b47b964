"""Who is pinged, and who is silent: a wire with a clock of its own, seconds at a time."""

from collections.abc import Callable
from typing import Any

import pytest

from gateway.wire import PING, Wire

HALF = 6.0


class Clock:
    """A loop's time and timers."""

    def __init__(self) -> None:
        self.now = 100.0
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, work: Callable[[], None]) -> None:
        self.timers.append((self.now + seconds, work))

    def run(self, until: float) -> None:
        while self.timers and min(at for at, _ in self.timers) <= until:
            due = min(self.timers, key=lambda timer: timer[0])
            self.timers.remove(due)
            self.now = due[0]
            due[1]()
        self.now = until


class Transport:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.pinged: list[float] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        assert data == PING
        self.pinged.append(self._clock.now)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def silent() -> list[float]:
    return []


@pytest.fixture
def wire(clock: Clock, silent: list[float], monkeypatch: pytest.MonkeyPatch) -> Any:
    wire: Any = Wire.__new__(Wire)
    wire.loop, wire.transport, wire.close_sent = clock, Transport(clock), False
    wire.ping_interval = wire.ping_timeout = HALF
    wire._heard_at, wire._pinged_at = clock.now, 0.0
    monkeypatch.setattr(Wire, "keepalive_timeout", lambda self: silent.append(clock.now))
    wire.start_keepalive()
    return wire


def heard(wire: Any, clock: Clock, at: float) -> None:
    clock.run(at)
    wire._heard_at = clock.now


def test_who_says_something_now_and_then_is_not_pinged(wire: Any, clock: Clock, silent: list[float]) -> None:
    for second in range(105, 200, 5):
        heard(wire, clock, second)

    assert wire.transport.pinged == []
    assert silent == []


def test_who_only_answers_is_pinged_again_and_kept(wire: Any, clock: Clock, silent: list[float]) -> None:
    clock.run(106)
    heard(wire, clock, 107)
    clock.run(113)
    heard(wire, clock, 114)
    clock.run(119)

    assert wire.transport.pinged == [106, 113]
    assert silent == []


@pytest.mark.parametrize("last", [100.0, 103.5, 105.9])
def test_who_is_gone_is_silent_when_the_whole_time_has_passed_since_its_last_word(
    last: float, wire: Any, clock: Clock, silent: list[float]
) -> None:
    heard(wire, clock, last)
    clock.run(200)

    assert wire.transport.pinged == [pytest.approx(last + HALF)]
    assert silent == [pytest.approx(last + 2 * HALF)]


def test_there_is_never_more_than_one_timer(wire: Any, clock: Clock) -> None:
    for second in range(101, 160, 3):
        heard(wire, clock, second)
        assert len(clock.timers) == 1
