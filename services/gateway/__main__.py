"""Builds the gateway and runs it until SIGTERM or SIGINT."""

import asyncio
import signal

import uvloop

from gateway.server import Gateway
from runtime.service import begin
from runtime.settings import Settings


async def serve(settings: Settings) -> None:
    gateway = Gateway(settings)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, gateway.stop)
    await gateway.run()


def main() -> None:
    settings = Settings()
    begin("gateway", settings)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
