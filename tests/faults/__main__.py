"""Play while processes are killed and frozen at random, then compare everything. Ends with 1 if any is wrong.

python -m tests.faults --rounds 300 --tables 8 --seed 1
python -m tests.faults --cluster sentinels --strikes kill --times 3
"""

import argparse
import random
import sys
from pathlib import Path

from tests.faults.games import MIX, chosen
from tests.faults.houses import CAN, Wanted
from tests.faults.run import Options, among_nodes, run


def main() -> int:
    """Read the command line, run, and say what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description="Scripted players play on while a gateway, engine, seating, timer, bot, NATS or Valkey "
        "is killed or frozen every 1 to 3 seconds. Then every acknowledged move, every view and every round "
        "is compared with what was stored. Ends with 1 if anything is wrong.",
    )
    parser.add_argument("--rounds", type=int, default=300, help="rounds to be played (300)")
    parser.add_argument("--tables", type=int, default=8, help="tables at a time (8)")
    parser.add_argument("--racing", type=float, default=0.25, help="share with a clock of 1 s (0.25)")
    names = " ".join(game.name for game in MIX)
    parser.add_argument("--games", default="mix", help=f"all (mix), or some by name, with commas: {names}")
    parser.add_argument("--seed", type=int, help="what is done to whom, and who plays what (random)")
    parser.add_argument("--data", type=Path, help="keep the store and all logs in this folder")
    parser.add_argument(
        "--cluster",
        choices=CAN,
        help="instead: strike nodes of NATS (nats), a primary that sentinels watch (sentinels), or primaries "
        "of a cluster (slots), one strike after the other; four people at each table",
    )
    parser.add_argument("--strikes", default="", help="of which kinds, with commas (all that can be done)")
    parser.add_argument("--times", type=int, default=3, help="strikes of each kind (3)")
    parser.add_argument("--replicas", type=int, default=1, help="DOUBLESIX_STORE_REPLICAS (1)")
    parser.add_argument("--guarded", action="store_true", help="primaries take no writes without a replica")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
    try:
        games = chosen(given.games)
    except ValueError as error:
        parser.error(str(error))
    if given.cluster:
        kinds = [kind for kind in CAN[given.cluster] if kind in given.strikes.split(",")]
        if len(kinds) < len(given.strikes.split(",")) and given.strikes:
            parser.error(f"strikes that --cluster {given.cluster} can do are {', '.join(CAN[given.cluster])}")
        wanted = Wanted(given.cluster, kinds, given.times, given.replicas, given.guarded)
        options = among_nodes(wanted, given.tables, seed, given.data)
    else:
        options = Options(given.rounds, given.tables, seed, given.racing, games, data=given.data)
    report = run(options, lambda line: print(line, flush=True))
    print(report)
    return 0 if report.clean else 1


if __name__ == "__main__":
    sys.exit(main())
