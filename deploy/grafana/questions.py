"""How one asks Prometheus for what people want to see. Of Grafana it knows the word for a rate's time."""

from dataclasses import dataclass
from typing import Literal

Unit = Literal["s", "short", "ops", "bytes", "percentunit"]
"""Seconds, a number, so many a second, bytes, a share."""

TIME = "$__rate_interval"


@dataclass(frozen=True)
class Panel:
    """One picture. `asks` is its expressions, each with what its lines are called."""

    title: str
    asks: dict[str, str]
    unit: Unit = "short"
    now: bool = False
    """Whether the last value is enough, in large."""


def rate(metric: str, *by: str, where: str = "") -> str:
    """How many a second, by the values of `by`."""
    return f"{_sum(by)} (rate({metric}{_chosen(where)}[{TIME}]))"


def quantile(share: float, metric: str, *by: str, where: str = "") -> str:
    """The value that `share` of all are below."""
    return f"histogram_quantile({share}, {_sum(('le', *by))} (rate({metric}_bucket{_chosen(where)}[{TIME}])))"


def mean(metric: str, where: str = "") -> str:
    """What one takes on average."""
    return share_of(rate(f"{metric}_sum", where=where), rate(f"{metric}_count", where=where))


def share_of(part: str, whole: str) -> str:
    return f"{part} / {whole}"


def halves_and_tails(title: str, metric: str, *by: str, where: str = "") -> Panel:
    """p50 and p99, for each value of `by`."""
    name = "".join(f"{{{{{label}}}}} " for label in by)
    return Panel(
        title,
        {
            f"{name}p50": quantile(0.5, metric, *by, where=where),
            f"{name}p99": quantile(0.99, metric, *by, where=where),
        },
        "s",
    )


def rates(title: str, metric: str, *by: str, where: str = "") -> Panel:
    return Panel(title, {" ".join(f"{{{{{label}}}}}" for label in by): rate(metric, *by, where=where)}, "ops")


def machine(service: str) -> tuple[Panel, ...]:
    """What every instance of a service takes."""
    here = f'service="{service}"'
    return (
        Panel("Instances", {"up": f"sum(up{_chosen(here)})"}, now=True),
        Panel("Cores", {"{{instance}}": rate("process_cpu_seconds_total", "instance", where=here)}, "short"),
        Panel(
            "Memory",
            {"{{instance}}": f"sum by (instance) (process_resident_memory_bytes{_chosen(here)})"},
            "bytes",
        ),
    )


def _sum(by: tuple[str, ...]) -> str:
    return f"sum by ({', '.join(by)})" if by else "sum"


def _chosen(where: str) -> str:
    return f"{{{where}}}" if where else ""
