"""Builds the gateway and runs it until SIGTERM or SIGINT."""

import asyncio
import gc
import signal

import uvloop

from gateway.server import Gateway
from runtime.service import begin
from runtime.settings import Settings

GARBAGE = 50_000
"""Objects by which a gateway may grow until garbage is looked for. What it makes by the thousand, such as a
round of leases, is soon gone of itself, and looking through all that connections are made of
stops everybody."""


async def serve(settings: Settings) -> None:
    gateway = Gateway(settings)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, gateway.stop)
    await gateway.run()


def main() -> None:
    settings = Settings()
    begin("gateway", settings)
    gc.freeze()  # what was imported stays; to look through it for garbage is work for nothing
    gc.set_threshold(GARBAGE)
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
