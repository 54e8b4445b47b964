"""A command's way through the engine: load, decide, commit, publish, answer.

What a player says of the game as it was last seen here needs no loading: what comes of it is committed if the
store still holds that very game.

Events are put on the wire just before the answer: both are buffered writes to one socket, and whoever reads
the answer can then be sure that the views are under way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_bytes

from contracts.commands import Answer, Done, Expire, Failed, Play, Positions
from contracts.events import position_headers, received_header
from contracts.ids import Position, UnixMs
from contracts.problems import problem
from contracts.subjects import bot_event, seat_event
from engine import snapshot
from engine.archive import Archive
from engine.clock import Timing
from engine.computers import to_act
from engine.decide import Command, decide, said_by
from engine.due import due
from engine.errors import Refused
from engine.game import Game
from engine.kept import over
from engine.memory import Memory, Remembered
from engine.moment import Moment
from engine.outcome import count, count_turns
from engine.views import frame_of, text_of, texts_of
from rules.seats import Seat
from runtime import metrics
from runtime.broker import Broker
from runtime.keys import match_due
from runtime.logs import correlation, log
from runtime.one_by_one import OneByOne
from runtime.store import Store, next_position

ATTEMPTS = 20
"""Commits tried before a command is given up: each conflict means that somebody else got on."""

logger = log("desk")


@dataclass(frozen=True, slots=True)
class Standing:
    """A game as it stands in the store, or is `remembered` to stand there, at a moment."""

    game: Game | None
    position: Position | None
    moment: Moment
    remembered: bool = False


class Desk:
    """Takes any command of any table. What was played there before is in the `archive`."""

    def __init__(self, store: Store, broker: Broker, timing: Timing) -> None:
        self._store = store
        self._broker = broker
        self._timing = timing
        self._memory = Memory()
        self._busy = OneByOne()
        self.archive = Archive(store)

    async def handle(self, command: Command) -> Answer:
        """Carry out `command` and answer it. Raises StoreError when the store does not answer.

        Of one table this engine takes one after another: of four who are ready at once, three would commit in
        vain.
        """
        async with self._busy.at(said_by(command).table):
            return await self._carry_out(command)

    async def _carry_out(self, command: Command) -> Answer:
        if done := await self._go_on(command):
            return done
        for _ in range(ATTEMPTS):
            standing = await self._load(said_by(command).table)
            try:
                after = decide(standing.game, command, standing.moment)
            except Refused as refused:
                await self._settle(command, standing)
                if isinstance(command, Play):  # what it is refused by must not go with a node of the store
                    await self._store.confirm("match", command.table)
                logger.debug("refused", kind=command.type, table=said_by(command).table, code=refused.code)
                count(command, refused.code)
                return self._refusal(refused, command, standing)
            if after is standing.game and standing.position is not None:
                await self._settle(command, standing)
                await self._store.confirm("match", after.table)
                await self._publish(after, standing.position, standing.moment, command)
                count(command, "repeated")
                return Done(position=standing.position)
            if done := await self._accept(command, standing, after):
                return done
        count(command, "unavailable")
        return Failed(error=problem("unavailable"))

    async def view(self, table: str, seat: Seat) -> tuple[bytes, Mapping[str, str]]:
        """Return the frame that shows the game to `seat` now, and its position; raise Refused without one.

        Nothing is shown that could go with a node of the store: somebody would move by it.
        """
        standing = await self._load(table)
        await self._store.confirm("match", table)
        if standing.game is None or standing.position is None:
            raise Refused("no_match")
        if seat >= standing.game.match.players:
            raise Refused("no_such_seat")
        game, moment = standing.game, standing.moment
        limits = self._timing.limits(game.match.rules)
        text = text_of(game, seat, standing.position, moment.now, moment.outages, limits)
        return text, position_headers(standing.position)

    async def positions(self, tables: tuple[str, ...]) -> Positions:
        """Return where the matches of many tables stand."""
        return Positions(positions=await self._store.positions("match", tables))

    async def _go_on(self, command: Command) -> Done | None:
        """Carry out `command` in the remembered game; None where that cannot be, or might be wrong."""
        known = self._memory.recall(command)
        if known is None:
            return None
        moment = Moment(known.now, known.outages, token_bytes(32), self._timing)
        try:
            after = decide(known.game, command, moment)
        except Refused:
            return None  # only the game that is stored refuses
        if after is known.game:
            return await self._counted(command, known)
        done = await self._accept(command, Standing(known.game, known.position, moment, True), after)
        if done is None:
            self._memory.forget(known.game.table)
        return done

    async def _counted(self, command: Command, known: Remembered) -> Done | None:
        """Answer what counts already where the store holds that game still; everybody was told of it here.

        Where engines have too much to do, all is asked again: then this must cost little.
        """
        table = known.game.table
        if (await self._store.positions("match", (table,)))[table] != known.position:
            return None
        count(command, "repeated")
        return Done(position=known.position)

    async def _accept(self, command: Command, standing: Standing, after: Game) -> Done | None:
        """Commit what came of a command, and tell everybody; None when somebody else was first."""
        position = next_position(standing.position)
        committed = await self._commit(standing, after, position)
        if committed is None:
            metrics.COMMIT_CONFLICTS.labels("engine").inc()
            return None
        self._memory.keep(after, position, standing.moment.outages, committed)
        await self._publish(after, position, standing.moment, command)
        await self._call(standing.game, after)
        logger.debug("accepted", kind=command.type, table=after.table, version=position.version)
        count(command, "accepted")
        count_turns(standing.game, after, command)
        return Done(position=position)

    async def _load(self, table: str) -> Standing:
        stored = await self._store.load("match", table)
        game = None if stored.body is None else snapshot.load(stored.body)
        moment = Moment(stored.now, stored.outages, token_bytes(32), self._timing)
        return Standing(game, stored.position, moment)

    async def _commit(self, standing: Standing, after: Game, position: Position) -> UnixMs | None:
        limits, moment = self._timing.limits(after.match.rules), standing.moment
        return await self._store.commit(
            "match",
            after.table,
            expected=standing.position,
            position=position,
            body=snapshot.dump(after),
            state=after.phase,
            due={match_due(after.table): due(after, limits, moment.outages)},
            read=moment.now,
            remembered=moment.outages if standing.remembered else None,
            over=over(standing.game, after),
        )

    async def _settle(self, command: Command, standing: Standing) -> None:
        """Nothing was due after all: say anew when something will be; where there is no match, nothing."""
        if not isinstance(command, Expire):
            return
        at, game = None, standing.game
        if game is not None:
            at = due(game, self._timing.limits(game.match.rules), standing.moment.outages)
        await self._store.settle("match", command.table, standing.position, match_due(command.table), at)

    async def _publish(self, game: Game, position: Position, moment: Moment, command: Command) -> None:
        """Send every seat its view. What is lost here is found by its position."""
        received = command.received if isinstance(command, Play) else None
        headers = position_headers(position) | received_header(received)
        try:
            limits = self._timing.limits(game.match.rules)
            texts = texts_of(game, position, moment.now, moment.outages, limits)
            await self._broker.tell(((seat_event(game.table, seat), text) for seat, text in texts), headers)
        except Exception as error:
            logger.warning("views were not sent; positions will tell", error=type(error).__name__)

    async def _call(self, before: Game | None, after: Game) -> None:
        """Tell a computer player that it is to act. What is lost here, the table plays in its place."""
        told = to_act(before, after)
        if told is None:
            return
        try:
            body = told.model_dump_json().encode()
            await self._broker.publish(
                body, bot_event(told.table, told.view.seat), correlation_id=correlation()
            )
        except Exception as error:
            logger.warning("a computer player was not told", error=type(error).__name__)

    def _refusal(self, refused: Refused, command: Command, standing: Standing) -> Failed:
        """Say why, and show the seat what to go on from."""
        view = None
        game, position = standing.game, standing.position
        if game and position and isinstance(command, Play) and command.seat < game.match.players:
            moment, limits = standing.moment, self._timing.limits(game.match.rules)
            view = frame_of(game, command.seat, position, moment.now, moment.outages, limits).view
        return Failed(error=problem(refused.code, message=refused.message), view=view)
