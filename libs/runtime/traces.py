"""Traces by OpenTelemetry, off unless `DOUBLESIX_TRACES_URL` says where they go.

Its packages are an extra of their own: without them, or without that address, a span costs nothing.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from runtime.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_tracer: "Tracer | None" = None


def configure(service: str, settings: Settings) -> None:
    """Send this process's traces to the collector of the settings, if there is one."""
    global _tracer
    if not settings.traces_url:
        return
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio

    about = {
        "service.namespace": "doublesix",
        "service.name": service,
        "service.instance.id": settings.instance,
    }
    sampler = ParentBasedTraceIdRatio(settings.traces_share)
    provider = TracerProvider(resource=Resource.create(about), sampler=sampler)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{settings.traces_url}/v1/traces")))
    trace.set_tracer_provider(provider)
    _tracer = trace.get_tracer("doublesix")


def span(name: str) -> AbstractContextManager[Any]:
    """What is done meanwhile, as a part of the trace of this task. Its name has no id in it."""
    return nullcontext() if _tracer is None else _tracer.start_as_current_span(name)


def carried() -> dict[str, str]:
    """Return the headers by which another service's part of this trace is known as such."""
    headers: dict[str, str] = {}
    if _tracer is not None:
        from opentelemetry.propagate import inject

        inject(headers)
    return headers


def middlewares() -> list[Any]:
    """What carries traces from one service to the next."""
    if _tracer is None:
        return []
    from faststream.nats.opentelemetry import NatsTelemetryMiddleware

    return [NatsTelemetryMiddleware()]
