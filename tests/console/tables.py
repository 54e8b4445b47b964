"""Tables in a real store, as services write them, and the command line run on it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from click.testing import Result
from typer.testing import CliRunner

import engine.snapshot
import seating.snapshot
from console.__main__ import app
from console.stored import understood
from contracts.ids import Position, UnixMs
from contracts.lobby import Level, Options, Status
from engine.clock import timing
from engine.due import due
from engine.game import Game
from engine.kept import over
from rules.presets import PRESETS
from runtime.keys import lease_due, match_due
from runtime.nodes import connect
from runtime.operated import OperatedStore, Whole
from runtime.settings import Settings
from runtime.store import next_position
from seating.table import Computer, Person, Sitting, Table
from tests.engine.games import a_game, acts, at, decide, next_action

T = TypeVar("T")

NAMES = ("Amal", "Basim", "Carim", "Dunya")
CODE = "7K3MXY52"
SECRETS = ("digest-of-a-player", "digest-of-a-request")


def a_table(
    code: str = CODE,
    preset: str = "draw",
    people: int = 2,
    *,
    here: Sequence[bool] | None = None,
    computers: Sequence[Level] = (),
    status: Status = "playing",
) -> Table:
    """People, and computer players after them."""
    there = here or (True,) * people
    sitting: list[Sitting | None] = [
        Person(NAMES[n], f"{SECRETS[0]}-{n}", n, connection=f"{n:016x}", present=there[n])
        for n in range(people)
    ]
    sitting += [Computer(level) for level in computers]
    settings = PRESETS[preset]
    return Table(
        code=code,
        request=f"{SECRETS[1]}-{code}",
        asked="asked",
        preset=preset,
        settings=settings,
        options=Options(),
        status=status,
        host=0,
        seats=tuple(sitting),
        arrivals=people,
    )


def its_game(table: Table, *, now: int, seed: int = 1, target: int | None = None) -> Game:
    """The match of a table as it has just been dealt."""
    game = a_game(
        table.settings,
        len(table.seats),
        present=table.present,
        computers=table.computers,
        seed=seed,
        now=now,
        target=target,
    )
    return replace(game, table=table.code)


class Kept:
    """A store that tests write to as services do, and read as they do."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def do(self, what: Callable[[OperatedStore], Awaitable[T]]) -> T:
        async def done() -> T:
            store = OperatedStore(connect(self.settings), self.settings)
            try:
                await store.prepare()
                return await what(store)
            finally:
                await store.close()

        return asyncio.run(done())

    def now(self) -> int:
        return self.do(lambda store: store.now())

    def put(self, table: Table, game: Game | None = None, *, before: Game | None = None) -> None:
        """Store a table with its leases, and its match with what is due; `before` is the match until now."""

        async def put(store: OperatedStore) -> None:
            now = await store.now()
            held = [(seat, one) for seat, one in enumerate(table.connections) if one]
            leases = {lease_due(table.code, *one): UnixMs(now + self.settings.lease_ms) for one in held}
            await store.commit(
                "table",
                table.code,
                expected=(stands := await self._stands(store, "table", table.code)),
                position=next_position(stands),
                body=seating.snapshot.dump(table),
                state="open" if table.status == "open" else None,
                due=leases,
            )
            if game is not None:
                await self._put_match(store, game, before)

        self.do(put)

    async def _put_match(self, store: OperatedStore, game: Game, before: Game | None) -> None:
        limits = timing(self.settings).limits(game.match.rules)
        stands = await self._stands(store, "match", game.table)
        await store.commit(
            "match",
            game.table,
            expected=stands,
            position=next_position(stands),
            body=engine.snapshot.dump(game),
            state=game.phase,
            due={match_due(game.table): due(game, limits, ())},
            over=over(before, game),
        )

    async def _stands(self, store: OperatedStore, kind: Any, code: str) -> Position | None:
        return (await store.positions(kind, [code]))[code]

    def play(self, table: Table, game: Game, times: int) -> Game:
        """Play so many actions, each of them stored."""
        for _ in range(times):
            after = decide(game, acts(game, next_action(game)), at(self.now()))
            self.put(table, after, before=game)
            game = after
        return game

    def play_round(self, table: Table, game: Game) -> Game:
        while game.match.round.end is None:
            game = self.play(table, game, 1)
        return game

    def whole(self, code: str = CODE) -> Whole:
        return self.do(lambda store: store.take(code, due=True))

    def flush(self) -> None:
        self.do(lambda store: store._redis.flushall())


def match_of(whole: Whole) -> Game:
    game = understood(whole).game
    assert game is not None
    return game


class Console:
    """The command line on that store."""

    def __init__(self, settings: Settings, **more: str) -> None:
        self.settings = settings
        self._environment: Mapping[str, str] = {
            f"DOUBLESIX_{name.upper()}": str(value)
            for name, value in settings.model_dump(exclude_defaults=True, exclude_none=True).items()
        } | more

    def __call__(self, *words: str | int, ends: int = 0) -> Result:
        done = CliRunner().invoke(app, [str(word) for word in words], env=self._environment)
        assert done.exit_code == ends, f"{done.output}\n{done.exception!r}"
        return done

    def json(self, *words: str | int, ends: int = 0) -> Any:
        return json.loads(self(*words, "--json", ends=ends).stdout)
