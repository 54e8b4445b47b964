"""What can be shown only where compose.yaml is up, with the profiles that are asked.

python -m tests.deploy.live play --tables 50 bots engine seating timer gateway     # each container renewed
python -m tests.deploy.live play --url https://localhost gateway=3 engine=2        # scaled, over TLS
python -m tests.deploy.live questions                                              # of dashboards and alerts
python -m tests.deploy.live alarm engine                                           # ServiceIsGone, and back
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.deploy.live import alarm, containers, questions
from tests.deploy.live.play import Wanted, play
from tests.deploy.live.report import report


def main(arguments: list[str] | None = None) -> int:
    """Show it, and return 1 if it does not hold."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.deploy.live",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts = parser.add_subparsers(dest="part", required=True)
    playing = parts.add_parser("play", help="people play while containers are renewed or scaled")
    playing.add_argument("deeds", nargs="*", help="a service to renew, SERVICE=COUNT, or `nothing`")
    playing.add_argument("--url", default="http://127.0.0.1:8000", help="https: Caddy's authority is trusted")
    playing.add_argument("--tables", type=int, default=4, help="of four people (4)")
    playing.add_argument("--alone", type=int, default=0, help="of one with computer players (0)")
    playing.add_argument("--pace", type=float, default=3.0, help="mean thinking time in s (3)")
    playing.add_argument("--rounds", type=int, default=0, help="go on until so many are over")
    for part, text in (("questions", "what dashboards and alerts ask"), ("alarm", "an alert comes and goes")):
        asking = parts.add_parser(part, help=text)
        asking.add_argument("--prometheus", default="http://127.0.0.1:9090")
        if part == "alarm":
            asking.add_argument("--alertmanager", default="http://127.0.0.1:9093")
            asking.add_argument("service", help="that is stopped, and started again")
    asked = parser.parse_args(arguments)
    match asked.part:
        case "questions":
            return questions.main(asked.prometheus)
        case "alarm":
            return alarm.main(asked.alertmanager, asked.service)
    with tempfile.TemporaryDirectory(prefix="doublesix-live-") as folder:
        if asked.url.startswith("https:"):
            os.environ["SSL_CERT_FILE"] = str(containers.caddys_authority(Path(folder)))
        played = play(
            Wanted(asked.url, asked.tables, asked.alone, asked.pace, asked.rounds, asked.deeds),
            lambda line: print(f"  {line}", file=sys.stderr, flush=True),
        )
    print(report(played))
    return 1 if played.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
