"""Rounds that are over, as people at their table may look at them: whole, with all hands. Writes nothing."""

from contracts.commands import RoundAsked
from contracts.rounds import RoundKept, RoundRecord, RoundsKept
from contracts.told import logged, scores_before
from engine import kept, snapshot
from engine.errors import Refused
from engine.game import Game
from engine.kept import Kept
from rules.deal import commitment, deal
from rules.round import replay
from rules.tile import Tile
from rules.view import public_log
from runtime.store import Store


class Archive:
    """Answers for any table. What the game does not hold to be over is not there, whatever is kept."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rounds(self, table: str) -> RoundsKept:
        """Return which rounds can be looked at, the oldest first; none where no match has begun."""
        game = await self._game(table)
        if game is None:
            return RoundsKept(rounds=())
        stored = await self._store.rounds(table)
        return RoundsKept(
            rounds=tuple(
                RoundKept(match=one.match, round=one.round, result=round_.result, scores=round_.scores)
                for one in stored
                if is_over(game, one.match, one.round)
                for round_ in (kept.load(one.body),)
            )
        )

    async def round(self, asked: RoundAsked) -> RoundRecord:
        """Return a round; raise Refused where it is not over, or not kept."""
        game = await self._game(asked.table)
        if game is None or not is_over(game, asked.match, asked.round):
            raise Refused("no_such_round")
        stored = await self._store.round(asked.table, asked.match, asked.round)
        if stored is None:
            raise Refused("no_such_round")
        return record(game, asked.match, asked.round, kept.load(stored.body))

    async def _game(self, table: str) -> Game | None:
        stored = await self._store.load("match", table)
        return None if stored.body is None else snapshot.load(stored.body)


def is_over(game: Game, match: int, round_: int) -> bool:
    """Whether nothing of this round is hidden any more: another one has been dealt, or it has ended."""
    return (match, round_) < game.at or ((match, round_) == game.at and game.match.round.end is not None)


def record(game: Game, match: int, round_: int, stored: Kept) -> RoundRecord:
    """Return a round of the table of `game`, dealt again from its seed and played again by its log."""
    agreed, seed = game.match, bytes.fromhex(stored.seed)
    dealt = deal(seed, agreed.rules, agreed.players)
    played = replay(
        dealt,
        agreed.rules,
        stored.leader,
        stored.actions(agreed.players),
        target=agreed.target,
        before=scores_before(stored.result, stored.scores),
        number=round_,
    )
    spinner = played.line.spinner
    return RoundRecord(
        table=game.table,
        match=match,
        round=round_,
        rules=agreed.rules,
        players=agreed.players,
        target=agreed.target,
        leader=stored.leader,
        dealt=tuple(map(_tiles, dealt.hands)),
        boneyard=_tiles(dealt.boneyard),
        spinner=None if spinner is None else str(spinner),
        log=tuple(logged(event, by) for event, by in zip(public_log(played), stored.by, strict=True)),
        result=stored.result,
        scores=stored.scores,
        commitment=commitment(game.table, match, round_, seed),
        seed=stored.seed,
    )


def _tiles(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    return tuple(map(str, tiles))
