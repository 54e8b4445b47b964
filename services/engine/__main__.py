"""Builds the engine and runs it."""

from engine.clock import timing
from engine.desk import Desk
from engine.pulse import pulse
from engine.routes import routes
from runtime import service
from runtime.broker import Broker
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store


def main() -> None:
    settings = Settings()
    service.begin("engine", settings)
    store = Store(connect(settings), settings)
    broker = Broker("engine", settings)
    service.run(
        broker,
        routes(Desk(store, broker, timing(settings))),
        settings,
        start=store.prepare_patiently,
        works=[lambda: pulse(broker, store, settings)],
        checks={"store": store.ping},
        stop=store.close,
    )


if __name__ == "__main__":
    main()
