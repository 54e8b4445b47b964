"""Commands and events live in two trees that never meet, and no table's subject is another's."""

from itertools import combinations

from contracts import subjects

A_TABLE, ANOTHER = "7K3MXY52", "4D0M1N0S"


def matches(pattern: str, subject: str) -> bool:
    """Whether a subscription to `pattern` hears `subject`, as NATS says."""
    parts, words = pattern.split("."), subject.split(".")
    for at, part in enumerate(parts):
        if part == ">":
            return len(words) > at
        if at >= len(words) or part not in ("*", words[at]):
            return False
    return len(parts) == len(words)


COMMANDS = [
    subjects.SEATING,
    subjects.SEATING_POSITIONS,
    subjects.ENGINE_COMPUTER,
    subjects.ENGINE_VIEW,
    subjects.ENGINE_POSITIONS,
    subjects.ENGINE_ROUNDS,
    subjects.ENGINE_ROUND,
    subjects.TIMER_LEASES,
    subjects.engine(A_TABLE),
    subjects.engine(ANOTHER),
]
EVENTS = [
    subjects.table_event(A_TABLE),
    subjects.table_event(ANOTHER),
    *(subjects.seat_event(A_TABLE, seat) for seat in range(4)),
    *(subjects.bot_event(A_TABLE, seat) for seat in range(4)),
]


def test_whoever_hears_all_events_hears_no_command() -> None:
    assert all(matches(subjects.EVENTS_ALL, event) for event in EVENTS)
    assert not any(matches(subjects.EVENTS_ALL, command) for command in COMMANDS)


def test_commands_are_commands_and_events_are_events() -> None:
    assert all(command.startswith("v1.cmd.") for command in COMMANDS)
    assert all(event.startswith("v1.evt.") for event in EVENTS)


def test_an_engine_hears_what_is_said_to_any_engine_and_nothing_else() -> None:
    heard = [command for command in COMMANDS if matches(subjects.ENGINE_ANY, command)]

    assert heard == [subjects.engine(A_TABLE), subjects.engine(ANOTHER)]


def test_bots_hear_every_turn_of_a_computer_player_and_nothing_else() -> None:
    heard = [subject for subject in [*COMMANDS, *EVENTS] if matches(subjects.BOTS, subject)]

    assert heard == [subjects.bot_event(A_TABLE, seat) for seat in range(4)]


def test_no_two_subjects_are_the_same() -> None:
    for one, other in combinations([*COMMANDS, *EVENTS], 2):
        assert not matches(one, other)
        assert not matches(other, one)
