"""Builds the timer and runs it."""

from runtime import service
from runtime.broker import Broker
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store
from timer.census import census
from timer.routes import routes
from timer.sender import Sender
from timer.watch import Watch


def main() -> None:
    settings = Settings()
    service.begin("timer", settings)
    store = Store(connect(settings), settings)
    broker = Broker("timer", settings)
    sender = Sender(broker, settings)
    watch = Watch(store, sender, settings)
    service.run(
        broker,
        routes(store),
        settings,
        start=store.prepare_patiently,
        works=[watch.run, lambda: census(store)],
        checks={"store": store.ping},
        finish=sender.finish,
        stop=store.close,
    )


if __name__ == "__main__":
    main()
