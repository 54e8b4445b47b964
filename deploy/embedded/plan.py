"""What runs: every program with its command, its environment, and how one knows that it is ready. A value."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Literal, get_args

from contracts.channels import Service
from deploy.embedded import probe, servers
from deploy.embedded.passwords import passwords
from deploy.embedded.ports import FreePorts
from deploy.embedded.probe import Probe
from runtime.settings import Settings

Group = Literal["servers", "services", "gateways"]
GROUPS: tuple[Group, ...] = ("servers", "services", "gateways")
"""They end in the opposite order, one after the other."""
STAGES: tuple[tuple[Group, ...], ...] = (("servers",), ("services", "gateways"))
"""They start stage after stage."""

NATS_USERS: tuple[Service, ...] = get_args(Service)
NATS_VARIABLES: dict[str, str] = {user: f"NATS_PASSWORD_{user.upper()}" for user in NATS_USERS}
"""The variable of each user's password, as nats.conf names it."""
VALKEY_VARIABLE = "VALKEY_PASSWORD"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many processes of each service."""

    gateways: int = 1
    engines: int = 1
    seatings: int = 1
    timers: int = 1
    bots: int = 1


@dataclass(frozen=True, slots=True)
class Program:
    """One process that is kept alive."""

    name: str
    service: str
    group: Group
    command: Sequence[str]
    probe: Probe
    environment: Mapping[str, str] = field(default_factory=dict)
    inner_port: int | None = None
    ends_within_s: int = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that runs, and where it is reached."""

    data: Path
    programs: Sequence[Program]
    urls: Sequence[str]
    nats_url: str
    store_url: str
    console: Mapping[str, str]
    valkey_conf: str | None
    control_port: int
    control_password: str

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def run(self) -> Path:
        """Files that are written anew at every start."""
        return self.data / "run"

    def log(self, program: str) -> Path:
        return self.logs / f"{program}.log"

    def of(self, *groups: Group) -> list[Program]:
        return [program for program in self.programs if program.group in groups]


def make_plan(
    settings: Settings, sizes: Sizes, data: Path, *, fsync: servers.Fsync, environ: Mapping[str, str]
) -> Plan:
    """Return what is to run; a NATS or a store that the environment names is used instead of an own one."""
    data.mkdir(parents=True, exist_ok=True)
    free = FreePorts()
    words = passwords(data / "passwords", [*NATS_VARIABLES.values(), VALKEY_VARIABLE], environ)
    programs: list[Program] = []

    nats_url, store_url, conf = settings.nats_url, settings.store_url, None
    if "DOUBLESIX_NATS_URL" not in environ:
        port = free.take()
        nats_url = f"nats://127.0.0.1:{port}"
        programs.append(_nats(port, words))
    if "DOUBLESIX_STORE_URL" not in environ:
        port, password = free.take(), words[VALKEY_VARIABLE]
        store_url = f"redis://:{password}@127.0.0.1:{port}/0"
        conf = servers.valkey_conf(port, data / "valkey", password=password, fsync=fsync)
        programs.append(_valkey(port, password, data / "run" / "valkey.conf"))

    shared = {"DOUBLESIX_NATS_URL": nats_url, "DOUBLESIX_STORE_URL": store_url}
    counts = (
        ("seating", sizes.seatings),
        ("engine", sizes.engines),
        ("timer", sizes.timers),
        ("bots", sizes.bots),
    )
    for name, count in counts:
        programs += [_service(name, n, free.take(), shared, words) for n in range(1, count + 1)]
    public = [settings.port + n if settings.port else free.take() for n in range(sizes.gateways)]
    for n, port in enumerate(public, 1):
        gateway = {**shared, "DOUBLESIX_PORT": str(port)}
        programs.append(_service("gateway", n, free.take(), gateway, words))

    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host  # noqa: S104
    return Plan(
        data=data,
        programs=programs,
        urls=[f"http://{host}:{port}" for port in public],
        nats_url=nats_url,
        store_url=store_url,
        console=_console(shared, words, environ),
        valkey_conf=conf,
        control_port=free.take(),
        control_password=token_hex(16),
    )


def _console(
    shared: Mapping[str, str], words: Mapping[str, str], environ: Mapping[str, str]
) -> Mapping[str, str]:
    """What the console needs to know of this run: all that services are told, and the operators' password."""
    told = {name: value for name, value in environ.items() if name.startswith("DOUBLESIX_")}
    return {**told, **shared, "DOUBLESIX_NATS_PASSWORD": words[NATS_VARIABLES["console"]]}


def _nats(port: int, words: Mapping[str, str]) -> Program:
    return Program(
        name="nats",
        service="nats",
        group="servers",
        command=servers.nats_command(port),
        environment={name: words[name] for name in NATS_VARIABLES.values()},
        probe=probe.nats(port),
    )


def _valkey(port: int, password: str, conf: Path) -> Program:
    return Program(
        name="valkey",
        service="valkey",
        group="servers",
        command=(str(servers.valkey_binary()), str(conf)),
        probe=probe.valkey(port, password),
    )


def _service(
    name: str, number: int, inner_port: int, environment: Mapping[str, str], words: Mapping[str, str]
) -> Program:
    return Program(
        name=f"{name}-{number}",
        service=name,
        group="gateways" if name == "gateway" else "services",
        command=(sys.executable, "-m", name),
        environment={
            **environment,
            "DOUBLESIX_INSTANCE": f"{name}-{number}",
            "DOUBLESIX_INNER_PORT": str(inner_port),
            "DOUBLESIX_NATS_PASSWORD": words[NATS_VARIABLES[name]],
        },
        probe=probe.service(inner_port),
        inner_port=inner_port,
        ends_within_s=12,
    )
