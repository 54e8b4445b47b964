"""An engine that is killed the moment it has committed the end of a round: `python -m tests.engine.dying`.

Nobody hears of it from this engine, neither by a view nor by an answer.
"""

import os
import signal
from typing import Any

from engine import __main__
from engine.desk import Desk
from engine.game import Game

publish = Desk._publish


async def dies(self: Desk, game: Game, *more: Any) -> None:
    if game.match.round.end is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    await publish(self, game, *more)


if __name__ == "__main__":
    Desk._publish = dies  # type: ignore[method-assign]
    __main__.main()
