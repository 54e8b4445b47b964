"""A service as a process of its own."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from runtime.settings import Settings


@asynccontextmanager
async def a_process(service: str, settings: Settings) -> AsyncIterator[Process]:
    """A service, by its module, with these settings, once it is ready."""
    given = settings.model_dump(exclude_unset=True, exclude={"log_level"})
    environment = {f"DOUBLESIX_{name.upper()}": str(value) for name, value in given.items()}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", service, env={**os.environ, **environment}, stderr=PIPE
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(20):
            while b'"ready"' not in (line := await process.stderr.readline()):
                assert line, "it ended"
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
