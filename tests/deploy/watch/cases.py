"""What is measured, and which alerts are to fire for it.

A series is written as promtool writes it: 0+3x20 begins at 0 and grows by 3 each minute, twenty times.
"""

from dataclasses import dataclass, field

SERVICES = ("gateway", "seating", "engine", "timer", "bots")
LATE = "doublesix_deadline_lateness_seconds_bucket"
SLOW = "doublesix_turn_latency_seconds_bucket"
WELL = {
    **{f'up{{service="{name}"}}': "1x40" for name in (*SERVICES, "proxy")},
    'doublesix_store_keeps{service="timer"}': "1x40",
    'doublesix_store_keeps{service="gateway"}': "0x40",  # not its to say
    'doublesix_commands_total{outcome="accepted"}': "0+600x40",
    'doublesix_commands_total{outcome="must_play"}': "0+600x40",
    'doublesix_outages_total{service="engine"}': "0x40",
    'doublesix_unheeded_total{kind="turn"}': "0x40",
    'doublesix_resumes_total{kind="rollback"}': "0x40",
    'doublesix_resumes_total{kind="reconnect"}': "0+90x40",
    'doublesix_turns_ended_total{by="computer"}': "0+600x40",
    'doublesix_turns_ended_total{by="fallback"}': "0+6x40",
    'doublesix_connections{service="gateway",instance="a"}': "400x40",
    'doublesix_connections{service="gateway",instance="b"}': "300x40",
    f'{SLOW}{{le="0.05"}}': "0+900x40",
    f'{SLOW}{{le="0.5"}}': "0+999x40",
    f'{SLOW}{{le="5.0"}}': "0+1000x40",
    f'{SLOW}{{le="+Inf"}}': "0+1000x40",
    f'{LATE}{{kind="turn",le="0.05"}}': "0+900x40",
    f'{LATE}{{kind="turn",le="1.0"}}': "0+999x40",
    f'{LATE}{{kind="turn",le="10.0"}}': "0+1000x40",
    f'{LATE}{{kind="turn",le="+Inf"}}': "0+1000x40",
}
"""A house in which all is well."""


@dataclass(frozen=True)
class Case:
    """What differs from a house in which all is well, and which alerts fire after twenty minutes of it.

    An alert that names a service is written with it: ServiceIsGone engine.
    """

    tells: str
    fires: set[str]
    differs: dict[str, str] = field(default_factory=dict)
    minutes: int = 20


CASES = [
    Case("all is well", set()),
    Case("twenty of a thousand moves are slow", {"MovesAreSlow"}, {f'{SLOW}{{le="0.5"}}': "0+980x40"}),
    Case("they were slow for two minutes", set(), {f'{SLOW}{{le="0.5"}}': "0+999x17 17963+980x22"}),
    Case(
        "moves are refused for a fault of ours",
        {"MovesAreRefused"},
        {'doublesix_commands_total{outcome="internal"}': "0+20x40"},
    ),
    Case(
        "one was, in twenty minutes", set(), {'doublesix_commands_total{outcome="unavailable"}': "0x15 1x24"}
    ),
    Case(
        "nobody could move",
        {"MovesCouldNotBeTaken"},
        {'doublesix_outages_total{service="engine"}': "0x17 64x22"},
    ),
    Case("that was ten minutes ago", set(), {'doublesix_outages_total{service="engine"}': "0x10 64x29"}),
    Case(
        "a turn is over and nobody ends it",
        {"TablesStandStill"},
        {'doublesix_unheeded_total{kind="turn"}': "0x10 0+60x29"},
    ),
    Case("somebody ended it then", set(), {'doublesix_unheeded_total{kind="turn"}': "0x10 0+60x3 180x26"}),
    Case(
        "twenty of a thousand turns end late",
        {"TimersAreLate"},
        {f'{LATE}{{kind="turn",le="1.0"}}': "0+980x40"},
    ),
    Case("the last engine is gone", {"ServiceIsGone engine"}, {'up{service="engine"}': "1x10 0x29"}),
    Case("no gateway is known at all", {"ServiceIsGone gateway"}, {'up{service="gateway"}': "1x10 stale"}),
    Case(
        "timers do not answer and bots are not known",
        {"ServiceIsGone timer", "ServiceIsGone bots"},
        {'up{service="timer"}': "1x10 0x29", 'up{service="bots"}': "1x10 stale"},
    ),
    Case(
        "none is known of any service",
        {f"ServiceIsGone {name}" for name in SERVICES},
        {f'up{{service="{name}"}}': "1x10 stale" for name in SERVICES},
    ),
    Case("one engine of two is gone", set(), {'up{service="engine",instance="b"}': "1x10 0x29"}),
    Case("the proxy is gone", {"ProxyIsGone"}, {'up{service="proxy"}': "1x10 0x29"}),
    Case("there is no proxy of ours", set(), {'up{service="proxy"}': "stale"}),
    Case("the disk is full", {"StoreDoesNotKeep"}, {'doublesix_store_keeps{service="timer"}': "1x10 0x29"}),
    Case(
        "the store is an old one",
        {"StoreWentBack"},
        {'doublesix_resumes_total{kind="rollback"}': "0x17 9x22"},
    ),
    Case(
        "one of ten turns of computers is the table's",
        {"ComputersAreLate"},
        {'doublesix_turns_ended_total{by="fallback"}': "0+60x40"},
    ),
    Case(
        "nearly all are at one gateway",
        {"GatewaysAreUneven"},
        {'doublesix_connections{service="gateway",instance="b"}': "30x40"},
    ),
    Case(
        "so few are here that it does not matter",
        set(),
        {
            'doublesix_connections{service="gateway",instance="a"}': "20x40",
            'doublesix_connections{service="gateway",instance="b"}': "0x40",
        },
    ),
    Case(
        "they have been for five minutes",
        set(),
        {'doublesix_connections{service="gateway",instance="b"}': "300x15 30x24"},
    ),
]
