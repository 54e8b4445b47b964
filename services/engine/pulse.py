"""Proof, twice a second, that moves can be taken: the broker answers this engine, and the store does.

Time without such proof is found in the store as an outage, and does not count for the turns under way.
"""

import asyncio

from runtime import metrics
from runtime.broker import Broker
from runtime.logs import log
from runtime.service import broker_answers
from runtime.settings import Settings
from runtime.store import Store

logger = log("pulse")


async def pulse(broker: Broker, store: Store, settings: Settings) -> None:
    """Go on until cancelled."""
    while True:
        try:
            await broker_answers(broker)
            noticed = await store.pulse()
            if noticed:
                metrics.OUTAGES.inc(len(noticed))
                metrics.OUTAGE_SECONDS.inc(max(noticed) / 1000)
                logger.warning(
                    "moves could not be taken for a while; the time is given back",
                    shards=len(noticed),
                    longest_ms=max(noticed),
                )
        except Exception as error:
            logger.warning("no pulse", error=type(error).__name__)
        await asyncio.sleep(settings.pulse_ms / 1000)
