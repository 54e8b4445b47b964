"""The dashboards: the house, then one for each service, then what they all stand on."""

from deploy.grafana.questions import (
    TIME,
    Panel,
    halves_and_tails,
    machine,
    mean,
    quantile,
    rate,
    rates,
    share_of,
)

GATEWAYS = 'service="gateway"'
ENGINES = 'service="engine"'
TO_ENGINES = 'to="engine"'
FAULTS = "unavailable|internal"

HOUSE = (
    Panel("Players connected", {"players": f"sum(doublesix_connections{{{GATEWAYS}}})"}, now=True),
    Panel("Moves a second", {"moves": rate("doublesix_turns_ended_total")}, "ops", now=True),
    Panel("A turn takes, p99", {"p99": quantile(0.99, "doublesix_turn_latency_seconds")}, "s", now=True),
    Panel(
        "Refused for a fault of ours",
        {"faults": rate("doublesix_commands_total", where=f'outcome=~"{FAULTS}"') + " or vector(0)"},
        "ops",
        now=True,
    ),
    halves_and_tails("A turn, from the socket to all sockets", "doublesix_turn_latency_seconds"),
    Panel(
        "Where the time goes, p99",
        {
            "in {{service}}": quantile(0.99, "doublesix_command_seconds", "service"),
            "asking {{to}}": quantile(0.99, "doublesix_request_seconds", "to"),
            "store": quantile(0.99, "doublesix_store_seconds", where='call=~"load|commit"'),
        },
        "s",
    ),
    Panel("Tables", {"{{state}}": 'max by (state) (doublesix_tables{service="timer"})'}),
    rates("Turns, by who ended them", "doublesix_turns_ended_total", "by"),
    rates(
        "Refusals",
        "doublesix_commands_total",
        "outcome",
        where=f'{GATEWAYS},outcome!~"accepted|repeated"',
    ),
    Panel(
        "How late things due are, p99",
        {"{{kind}}": quantile(0.99, "doublesix_deadline_lateness_seconds", "kind")},
        "s",
    ),
    Panel(
        "Outages",
        {
            "times, by shard": f"sum(increase(doublesix_outages_total[{TIME}]))",
            "seconds given back": f"sum(increase(doublesix_outage_seconds_total[{TIME}]))",
        },
    ),
    Panel("What runs", {"{{service}} {{release}}": "count by (service, release) (doublesix_build_info)"}),
)

GATEWAY = (
    *machine("gateway"),
    Panel("Connections", {"{{instance}}": f"doublesix_connections{{{GATEWAYS}}}"}),
    rates("Connections that ended", "doublesix_connections_closed_total", "reason"),
    rates("Views fetched again", "doublesix_resumes_total", "kind", where=GATEWAYS),
    rates("Commands", "doublesix_commands_total", "kind", "outcome", where=GATEWAYS),
    halves_and_tails("Until another service answered", "doublesix_request_seconds", "to", where=GATEWAYS),
    rates("Asked again", "doublesix_request_retries_total", "why", where=GATEWAYS),
)


def _deciding(service: str) -> tuple[Panel, ...]:
    """What a service shows that takes commands and keeps records."""
    here = f'service="{service}"'
    return (
        *machine(service),
        rates("Commands", "doublesix_commands_total", "kind", "outcome", where=here),
        halves_and_tails("A command takes", "doublesix_command_seconds", "kind", where=here),
        halves_and_tails("Of that, the store", "doublesix_store_seconds", "call", where=here),
        rates("Decided anew", "doublesix_commit_conflicts_total", where=here),
        rates("Left undone: too many waited before", "doublesix_requests_dropped_total", where=here),
    )


ENGINE = (
    *_deciding("engine"),
    rates("Turns, by who ended them", "doublesix_turns_ended_total", "by", where='service="engine"'),
    Panel("Outages noticed", {"by shard": f"sum(increase(doublesix_outages_total[{TIME}]))"}),
)

SEATING = (
    *_deciding("seating"),
    halves_and_tails("Asking an engine", "doublesix_request_seconds", "to", where='service="seating"'),
)

TIMER = (
    *machine("timer"),
    halves_and_tails("How late things due are", "doublesix_deadline_lateness_seconds", "kind"),
    Panel("Things due", {"{{kind}}": rate("doublesix_deadline_lateness_seconds_count", "kind")}, "ops"),
    rates("Said over ten times in vain", "doublesix_unheeded_total", "kind", where='service="timer"'),
    rates("Connections found to be over", "doublesix_leases_lapsed_total"),
    rates("Batches of leases", "doublesix_commands_total", "outcome", where='service="timer"'),
    Panel("Tables", {"{{state}}": 'max by (state) (doublesix_tables{service="timer"})'}),
    Panel("Looks at hidden tiles", {"kept": 'max(doublesix_reveals{service="timer"})'}),
)

BOTS = (
    *machine("bots"),
    rates("Turns", "doublesix_bot_turns_total", "level", "outcome"),
    halves_and_tails("Thinking", "doublesix_bot_think_seconds", "level"),
    Panel("Turns not played yet", {"{{instance}}": 'doublesix_bot_turns_waiting{service="bots"}'}),
    Panel(
        "Turns that the table had to play, of all of computers",
        {
            "share": share_of(
                rate("doublesix_turns_ended_total", where='by="fallback"'),
                rate("doublesix_turns_ended_total", where='by=~"computer|fallback"'),
            )
        },
        "percentunit",
    ),
)

STORE_AND_BROKER = (
    Panel("The store keeps", {"keeps": 'min(doublesix_store_keeps{service="timer"})'}, now=True),
    halves_and_tails("The store answers", "doublesix_store_seconds", "call"),
    rates("Calls of the store", "doublesix_store_seconds_count", "call"),
    rates("Decided anew", "doublesix_commit_conflicts_total", "service"),
    halves_and_tails("Asking by way of NATS", "doublesix_request_seconds", "to"),
    Panel(
        "Of that, not in the service asked, on average",
        {
            "broker and waiting": f"({mean('doublesix_request_seconds', where=TO_ENGINES)}) - "
            f"({mean('doublesix_command_seconds', where=ENGINES)})"
        },
        "s",
    ),
    rates("Asked again", "doublesix_request_retries_total", "why"),
)

BOARDS = {
    "house": ("The house", HOUSE),
    "gateway": ("Gateway", GATEWAY),
    "engine": ("Engine", ENGINE),
    "seating": ("Seating", SEATING),
    "timer": ("Timer", TIMER),
    "bots": ("Bots", BOTS),
    "store-and-broker": ("Store and broker", STORE_AND_BROKER),
}
"""Each by the name of its file: its title, and its panels in the order of reading."""
