"""Where the house is that an operator asks about: the environment, or what `make run` wrote down here."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import typer
from pydantic import ValidationError
from redis.exceptions import RedisError

from console.ends import NOTHING
from runtime.nodes import WrongUrl, connect
from runtime.operated import OperatedStore
from runtime.settings import REPOSITORY, Settings

WRITTEN = REPOSITORY / ".data" / "run" / "console.env"
"""What `make run` writes: where its servers are, and the operators' passwords."""
NAMED = ("DOUBLESIX_NATS_URL", "DOUBLESIX_STORE_URL")


def settings(written: Path = WRITTEN) -> Settings:
    """Return the settings; those of `make run` on this machine where the environment names no server."""
    beside = None if any(name in os.environ for name in NAMED) or not written.exists() else written
    try:
        return Settings(_env_file=beside)
    except ValidationError as error:
        first = error.errors()[0]
        name = f"DOUBLESIX_{first['loc'][0]}".upper() if first["loc"] else "The settings"
        raise give_up(f"{name} is wrong: {first['msg']}.") from None


@asynccontextmanager
async def store(settings: Settings) -> AsyncIterator[OperatedStore]:
    """Yield the store; end the command where it cannot be reached, or does not let us in."""
    try:
        opened = OperatedStore(connect(settings), settings)
    except WrongUrl as error:
        raise give_up(f"DOUBLESIX_STORE_URL is wrong: {error}.") from None
    try:
        yield opened
    except RedisError as error:
        raise give_up(f"The store does not answer: {error}. Try doublesix doctor.") from None
    finally:
        await opened.close()


def give_up(sentence: str) -> typer.Exit:
    """Say why there is nothing to look at; raise what this returns."""
    typer.echo(sentence, err=True)
    return typer.Exit(NOTHING)
