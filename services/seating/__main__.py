"""Builds seating and runs it."""

from runtime import service
from runtime.broker import Broker
from runtime.nodes import connect
from runtime.settings import Settings
from runtime.store import Store
from seating.desk import Desk
from seating.engine import Teller
from seating.routes import routes
from seating.shelf import Shelf


def main() -> None:
    settings = Settings()
    service.begin("seating", settings)
    store = Store(connect(settings), settings)
    broker = Broker("seating", settings)
    shelf = Shelf(store, broker)
    teller = Teller(shelf, broker, settings)
    service.run(
        broker,
        routes(Desk(store, shelf, teller, settings)),
        settings,
        start=store.prepare_patiently,
        works=[],
        checks={"store": store.ping},
        finish=teller.finish,
        stop=store.close,
    )


if __name__ == "__main__":
    main()
