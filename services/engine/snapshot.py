"""A game as bytes, and back: `load(dump(game)) == game`."""

from pydantic import TypeAdapter

from engine.game import Game

_adapter: TypeAdapter[Game] = TypeAdapter(Game)


def dump(game: Game) -> bytes:
    return _adapter.dump_json(game)


def load(body: bytes) -> Game:
    """Return the game that `dump` wrote; raise ValidationError for anything else."""
    return _adapter.validate_json(body)
