"""Our rules beside other people's, on thousands of deals. Ends with 1 where they differ.

python -m tests.differential --deals 2000 --seed 1
"""

import argparse
import sys
from collections import Counter

from tests.differential.compare import PAIRS, compare
from tests.rules.progress import Progress


def main() -> int:
    """Read the command line, compare, and print what was compared."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential",
        description="Plays every deal by our rules and by other people's, and compares them move by move. "
        "What is compared, and what is not, stands in tests/differential/README.md.",
    )
    parser.add_argument("--deals", type=int, default=2000, help="with each of the others (2000)")
    parser.add_argument("--with", dest="names", choices=PAIRS, action="append", help="only these (all)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.names or PAIRS:
        pair, compared = PAIRS[name], Counter[str]()
        with Progress(f"{pair.preset} for {pair.players} beside {name}", given.deals) as progress:
            for number in range(given.deals):
                try:
                    compared += compare(name, number, given.seed)
                except AssertionError as wrong:
                    print(f"\nDIFFERENT: {wrong}")
                    return 1
                progress.one_more()
            progress.done(", ".join(f"{what} {count:,}" for what, count in compared.items() if count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
