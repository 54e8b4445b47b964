"""Which process is meant by a name, and whether it can be spared. Pure."""

from collections.abc import Sequence

from contracts.operating import Status


class CannotDrain(Exception):
    """It is not known, not clear, or not to be spared; the text says which."""


def meant(statuses: Sequence[Status], name: str) -> Status:
    """Return the instance called `name`, or the only one of the service called so; raise CannotDrain."""
    found = [one for one in statuses if one.instance == name] or [
        one for one in statuses if one.service == name
    ]
    if not found:
        known = ", ".join(one.instance for one in statuses) or "nobody answers"
        raise CannotDrain(f"No instance is called {name}: {known}.")
    if len(found) > 1:
        raise CannotDrain(f"There are several: name one of {', '.join(one.instance for one in found)}.")
    return found[0]


def check_spared(statuses: Sequence[Status], leaving: Status) -> None:
    """Raise CannotDrain unless another instance of its service is ready to go on."""
    others = [
        one
        for one in statuses
        if one.service == leaving.service and one.process != leaving.process and is_ready(one)
    ]
    if not others:
        raise CannotDrain(
            f"No other {leaving.service} is ready to go on. Start one first, or say --alone: until "
            "another one is there, nobody does its work."
        )


def is_ready(status: Status) -> bool:
    return not status.faults and not status.ending


def successor(statuses: Sequence[Status], gone: Status, before: frozenset[str]) -> Status | None:
    """Return who has come in the place of a process: by its name, or new of its service."""
    new = [one for one in statuses if one.service == gone.service and one.process not in before]
    return next((one for one in new if one.instance == gone.instance), next(iter(new), None))
