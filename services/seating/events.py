"""Publishing a table after each change. What is lost here is found by its position."""

from contracts.events import connections_header, position_headers, status_header
from contracts.frames import TableFrame
from contracts.ids import Position
from contracts.subjects import table_event
from runtime.broker import Broker
from runtime.logs import log
from seating.document import document
from seating.table import Table

logger = log("events")


async def publish(broker: Broker, table: Table, position: Position) -> None:
    """Send the table to whoever follows it. Never raises: the change is stored already."""
    frame = TableFrame(table=document(table, position)).model_dump_json().encode()
    headers = position_headers(position) | connections_header(table.connections) | status_header(table.status)
    try:
        await broker.tell([(table_event(table.code), frame)], headers)
    except Exception as error:
        logger.warning("a table was not sent; its position will tell", error=type(error).__name__)
