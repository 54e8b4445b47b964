"""Run the whole platform on this machine, in the foreground: `python -m deploy.embedded`, or `make run`.

Ctrl-C or SIGTERM ends everything in order; a second one ends it at once.
"""

import os
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from types import FrameType
from typing import NoReturn

from pydantic import ValidationError

from deploy.embedded.errors import CannotStart
from deploy.embedded.lock import only_one
from deploy.embedded.opening import open_platform
from deploy.embedded.plan import Sizes, make_plan
from deploy.embedded.ports import is_free
from deploy.embedded.servers import FSYNC
from deploy.embedded.supervised import Supervised
from deploy.embedded.watch import watch
from runtime.settings import REPOSITORY, Settings


class Asked(BaseException):
    """A signal asked for the end."""


def main() -> int:
    """Return the exit code: 0 after an end that was asked for, 1 with a reason."""
    arguments = _arguments()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _asked)
    try:
        with only_one(arguments.data) as lock:
            _run(_platform(arguments, lock), with_parent=arguments.with_parent)
    except (CannotStart, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    except Asked:
        return 0
    return 0


def _run(platform: Supervised, *, with_parent: bool) -> None:
    """Start and watch `platform`, and end it whatever happens."""
    parent = os.getppid()
    began = time.monotonic()
    try:
        open_platform(platform, _say)
        _say(f"ready in {time.monotonic() - began:.1f} s; logs are in {_short(platform.plan.logs)}")
        _say("Double Six is at " + " and ".join(platform.plan.urls) + "  (Ctrl-C ends it)")
        watch(platform, _say, lambda: with_parent and os.getppid() != parent)
    finally:
        try:
            platform.stop()
            platform.wait()
        except Asked:
            platform.kill()


def _platform(arguments: Namespace, lock: int) -> Supervised:
    settings = _settings()
    for port in range(settings.port, settings.port + arguments.gateways) if settings.port else ():
        if not is_free(settings.host, port):
            another = f"DOUBLESIX_PORT={port + 80} make run"
            raise CannotStart(f"Port {port} is taken; DOUBLESIX_PORT chooses another one: {another}")
    sizes = Sizes(arguments.gateways, arguments.engines, arguments.seatings, arguments.timers, arguments.bots)
    environ = {"DOUBLESIX_LOG_FORMAT": "text", **os.environ}
    plan = make_plan(settings, sizes, arguments.data, fsync=arguments.fsync, environ=environ)
    return Supervised(plan, environ, hold=(lock,))


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        raise CannotStart(f"DOUBLESIX_{name} cannot be {first['input']!r}: {first['msg']}.") from None


def _asked(number: int, frame: FrameType | None) -> NoReturn:
    if number == signal.SIGINT:
        print()  # after the ^C of a terminal
    raise Asked


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m deploy.embedded", description="Run Double Six on this machine.")
    for service in ("gateways", "engines", "seatings", "timers", "bots"):
        parser.add_argument(f"--{service}", type=int, default=1, metavar="N", help="how many (1)")
    parser.add_argument(
        "--data", type=lambda path: Path(path).resolve(), default=REPOSITORY / ".data", help="folder (.data)"
    )
    parser.add_argument("--fsync", choices=FSYNC, default="always", help="when Valkey writes to the disk")
    parser.add_argument("--with-parent", action="store_true", help="end when the parent process is gone")
    return parser.parse_args()


def _say(line: str) -> None:
    print(line, flush=True)


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


if __name__ == "__main__":
    sys.exit(main())
