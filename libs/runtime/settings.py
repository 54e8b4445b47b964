"""The environment, read once, as one checked value. Every duration is here, so that tests can shorten it.

Each field is an environment variable: `DOUBLESIX_` and the field's name in capitals.
"""

import socket
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Ms = Annotated[int, Field(gt=0)]

REPOSITORY = Path(__file__).resolve().parents[2]
SECRETS = Path("/run/secrets") if Path("/run/secrets").is_dir() else None
"""Where containers find secrets: a file named like the variable, its content the value. The environment comes
first."""


class Settings(BaseSettings):
    """All that can be set. Durations are in milliseconds."""

    model_config = SettingsConfigDict(
        env_prefix="DOUBLESIX_", frozen=True, extra="ignore", secrets_dir=SECRETS
    )

    # where the others are
    nats_url: str = "nats://127.0.0.1:4222"
    nats_password: SecretStr | None = None  # the user is the service's name
    nats_ca: Path | None = None  # who signed NATS's certificate, where its URL begins with tls://
    store_url: str = "redis://127.0.0.1:6379/0"  # or rediss://, redis+sentinel://, redis+cluster://
    store_password: SecretStr | None = None  # instead of one in the URL
    store_sentinel_password: SecretStr | None = None  # what sentinels themselves are asked with
    store_ca: Path | None = None  # who signed the store's certificate, where its URL begins with rediss
    store_replicas: Annotated[int, Field(ge=0, le=5)] = 0  # that must have a move before it is acknowledged
    store_replicas_ms: Ms = 800  # what they may take; within socket timeouts

    # this process
    instance: str = Field(default_factory=socket.gethostname)
    release: str = "development"  # what metrics name this version by
    inner_host: str = "127.0.0.1"
    inner_port: Annotated[int, Field(ge=0, le=65535)] = 0  # /health and /metrics; 0 for none
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "text"] = "json"
    drain_ms: Ms = 10_000
    traces_url: str | None = None  # an OpenTelemetry collector (OTLP over HTTP); none: no traces
    traces_share: Annotated[float, Field(gt=0, le=1)] = 0.01  # of all commands

    # the gateway's outside
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    origins: tuple[str, ...] = ()  # allowed beside the page's own
    trusted_proxies: str = "127.0.0.1"  # whose X-Forwarded-For and -Proto count
    secure_cookie: bool = False  # always on when the request came by https
    web_dist: Path = REPOSITORY / "services" / "web" / "dist"

    # asking
    request_ms: Ms = 1_000  # the first try; those after it last longer
    answer_ms: Ms = 10_000  # all tries of one command

    # connections
    renew_ms: Ms = 2_500  # how often a gateway renews its leases
    lease_ms: Ms = 12_500  # a lease that nobody renews: ten seconds beyond the last renewal that is missed
    lapse_ms: Ms = 3_000  # a lease whose connection was closed
    silence_ms: Ms = 12_000  # a connection that says nothing, not even pong
    positions_ms: Ms = 2_500  # how often a gateway compares positions
    restart_spread_ms: Ms = 3_000  # clients of a draining gateway are sent away within

    # protection
    frames_per_second: Annotated[float, Field(gt=0)] = 20.0
    frames_burst: Annotated[int, Field(gt=0)] = 60
    guesses_per_minute: Annotated[int, Field(gt=0)] = 60
    tables_per_minute: Annotated[int, Field(gt=0)] = 30

    # play
    turn_ms: Ms | None = None  # instead of the rule set's clock
    away_ms: Ms | None = None  # instead of the rule set's clock of an absent player
    between_ms: Ms = 20_000  # at most, between two rounds
    rest_ms: Ms = 60_000  # without anybody there, until the table rests; or of absence without any clock
    computer_ms: Ms = 4_000  # a computer player's turn, until the table plays it; the promise is five seconds
    keep_ms: Ms = 7 * 24 * 3600 * 1000  # without activity, until a table is gone

    # computer players
    bot_delay_min_ms: Ms = 700  # from the event until the move is said, drawn at random before thinking;
    bot_delay_max_ms: Ms = 1_800  # the same for every kind of move, so that it tells nothing
    bot_budget_ms: Ms = 150  # what hard may think; less under load
    bot_stale_ms: Ms = 3_000  # a turn that waited so long is left to the table, which plays at computer_ms

    # time
    scan_ms: Ms = 100  # how often a timer looks for what is due
    handling_ms: Ms = 1_000  # how long a due member is left to the timer that claimed it
    pulse_ms: Ms = 500  # how often engines prove that moves can be taken
    outage_ms: Ms = 2_000  # from when on time without a pulse is given back
