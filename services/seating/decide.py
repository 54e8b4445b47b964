"""What a command makes of a table. Knows no store: what is read or written is somebody else's."""

from contracts.commands import Arrive, Choose, Free, Leave, Look, Sit, Start
from contracts.ids import SeatNumber
from seating import table as tables
from seating.codes import player_digest
from seating.names import clean_name
from seating.table import Table

Deciding = Look | Sit | Arrive | Start | Choose | Free | Leave


def decide(table: Table, command: Deciding) -> tuple[Table, SeatNumber | None]:
    """Return the table after `command`, and the seat of whoever asked; raise Refusal."""
    match command:
        case Look(player=player):
            return table, None if player is None else table.seat_of(player_digest(player))
        case Sit(name=name, player=player):
            return _sit(table, name, player_digest(player))
        case Arrive(player=player, connection=connection, replaces=replaces):
            return tables.arrive(table, player_digest(player), connection, replaces)
        case Start(seat=seat, connection=connection):
            return tables.start(table, seat, connection), seat
        case Choose(seat=seat, connection=connection, options=options):
            return tables.choose(table, seat, connection, options), seat
        case Free(seat=seat, connection=connection, other=other, name=name):
            return tables.free(table, seat, connection, other, name), seat
        case Leave(seat=seat, connection=connection):
            after = tables.leave(table, seat, connection)
            return after, seat if after.seats[seat] is not None else None


def _sit(table: Table, name: str, player: str) -> tuple[Table, SeatNumber | None]:
    """Names are judged only where one is taken: who sits here already keeps the one it has."""
    if table.seat_of(player) is None and None in table.seats and table.status == "open":
        name = clean_name(name)
    return tables.sit(table, name, player)
