"""What a command makes of a table. Knows no store: what is read or written is somebody else's."""

from contracts.commands import Arrivals, Arrive, Choose, Free, Leave, Look, SetLevel, Sit, Start
from contracts.ids import SeatNumber
from contracts.problems import Code
from seating import coming, hosting
from seating.codes import player_digest
from seating.errors import Refusal
from seating.names import clean_name
from seating.speaking import speaker
from seating.starting import start
from seating.table import Table

Said = Start | Choose | SetLevel | Free | Leave
"""Said over a connection that holds a seat."""
Deciding = Look | Sit | Arrive | Said


def decide(table: Table, command: Deciding) -> tuple[Table, SeatNumber | None]:
    """Return the table after `command`, and the seat that whoever asked has then; raise Refusal."""
    match command:
        case Look(player=player):
            return table, None if player is None else table.seat_of(player_digest(player))
        case Sit(name=name, player=player):
            return _sit(table, name, player_digest(player))
        case Arrive(player=player, connection=connection, replaces=replaces):
            holders = () if replaces is None else (replaces,)
            return coming.arrive(table, player_digest(player), connection, holders)
        case _:
            seat = speaker(table, command.seat, command.connection)
            after = _said(table, command, seat)
            who = table.person(seat)
            return after, None if who is None else after.seat_of(who.player)


def together(table: Table, command: Arrivals) -> tuple[Table, tuple[SeatNumber | Code, ...]]:
    """Return the table after all have arrived, and of each the seat, or why it has none."""
    came: list[SeatNumber | Code] = []
    for one in command.arrivals:
        try:
            table, seat = coming.arrive(table, player_digest(one.player), one.connection, command.holders)
        except Refusal as refusal:
            came.append(refusal.code)
        else:
            came.append(seat)
    return table, tuple(came)


def _said(table: Table, command: Said, seat: SeatNumber) -> Table:
    connection = command.connection
    match command:
        case Start():
            return start(table, seat, connection)
        case Choose(options=options):
            return hosting.choose(table, seat, connection, options)
        case SetLevel(other=other, level=level):
            return hosting.set_level(table, seat, connection, other, level)
        case Free(other=other, name=name):
            return hosting.free(table, seat, connection, other, name)
        case Leave():
            return coming.leave(table, seat, connection)


def _sit(table: Table, name: str, player: str) -> tuple[Table, SeatNumber | None]:
    """Names are judged only where one is taken: who sits here already keeps the one it has."""
    if table.seat_of(player) is None:
        coming.free_seat(table)
        name = clean_name(name)
    return coming.sit(table, name, player)
