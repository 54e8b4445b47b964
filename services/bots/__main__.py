"""Builds the computer players and runs them."""

from bots.delay import human_like
from bots.desk import Desk
from bots.routes import routes
from bots.thinking import Thinker
from runtime import service
from runtime.broker import Broker
from runtime.settings import Settings


def main() -> None:
    settings = Settings()
    service.begin("bots", settings)
    broker = Broker("bots", settings)
    thinker = Thinker(settings)
    delay = human_like(settings.bot_delay_min_ms, settings.bot_delay_max_ms)
    desk = Desk(broker, thinker, delay, settings)
    service.run(
        broker,
        routes(desk),
        settings,
        start=thinker.start,
        works=[],
        checks={"thinking": thinker.check},
        finish=desk.finish,
        stop=thinker.stop,
    )


if __name__ == "__main__":
    main()
