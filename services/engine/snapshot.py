"""A game as bytes, and back: `load(dump(game)) == game`."""

from pydantic import TypeAdapter, ValidationError

from engine.game import Game

_adapter: TypeAdapter[Game] = TypeAdapter(Game)


class NotAGame(Exception):
    """The store holds something else where a game should be; what it holds is not said."""


def dump(game: Game) -> bytes:
    return _adapter.dump_json(game)


def load(body: bytes) -> Game:
    """Return the game that `dump` wrote; raise NotAGame for anything else."""
    try:
        return _adapter.validate_json(body)
    except ValidationError as error:
        raise NotAGame(error.error_count()) from None
