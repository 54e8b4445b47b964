"""From a client's frame to the command it stands for. Pure: the seat and the time are arguments."""

from dataclasses import dataclass

from contracts import commands, frames, subjects
from contracts.ids import SeatNumber, UnixMs


@dataclass(frozen=True, slots=True)
class Speaker:
    """Over which connection, of which seat, a frame came."""

    table: str
    seat: SeatNumber
    connection: str


EngineFrame = (
    frames.PlaceFrame
    | frames.DrawFrame
    | frames.PassFrame
    | frames.ReadyFrame
    | frames.AgainFrame
    | frames.NewRoundFrame
)
SeatingFrame = (
    frames.StartFrame | frames.OptionsFrame | frames.FreeFrame | frames.LevelFrame | frames.LeaveFrame
)
CommandFrame = EngineFrame | SeatingFrame
"""Every frame that is answered by a reply; a ping is answered by a pong."""

Command = commands.EngineCommand | commands.SeatingCommand


def command_for(frame: CommandFrame, speaker: Speaker, received: UnixMs) -> tuple[str, Command]:
    """Return the subject and the command to ask there."""
    at, seat, by = speaker.table, speaker.seat, speaker.connection
    engine, seating = subjects.engine(at), subjects.SEATING
    match frame:
        case frames.PlaceFrame(match=match_, round=round_, ply=ply, tile=tile, end=end):
            return engine, commands.Place(
                table=at,
                seat=seat,
                match=match_,
                round=round_,
                ply=ply,
                received=received,
                tile=tile,
                end=end,
            )
        case frames.DrawFrame(match=match_, round=round_, ply=ply):
            return engine, commands.Draw(
                table=at, seat=seat, match=match_, round=round_, ply=ply, received=received
            )
        case frames.PassFrame(match=match_, round=round_, ply=ply):
            return engine, commands.Pass(
                table=at, seat=seat, match=match_, round=round_, ply=ply, received=received
            )
        case frames.ReadyFrame(match=match_, round=round_):
            return engine, commands.Ready(table=at, seat=seat, match=match_, round=round_)
        case frames.AgainFrame(match=match_):
            return engine, commands.Again(table=at, seat=seat, match=match_)
        case frames.NewRoundFrame(match=match_, round=round_, ply=ply):
            return engine, commands.NewRound(
                table=at, seat=seat, match=match_, round=round_, ply=ply, received=received
            )
        case frames.StartFrame():
            return seating, commands.Start(table=at, seat=seat, connection=by)
        case frames.OptionsFrame(options=options):
            return seating, commands.Choose(table=at, seat=seat, connection=by, options=options)
        case frames.FreeFrame(seat=other, name=name):
            return seating, commands.Free(table=at, seat=seat, connection=by, other=other, name=name)
        case frames.LevelFrame(seat=other, level=level):
            return seating, commands.SetLevel(table=at, seat=seat, connection=by, other=other, level=level)
        case frames.LeaveFrame():
            return seating, commands.Leave(table=at, seat=seat, connection=by)
