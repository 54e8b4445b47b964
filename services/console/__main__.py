"""`doublesix`: the commands by name."""

import typer

from console.backup import backup
from console.deal import deal
from console.doctor import doctor
from console.drain import drain
from console.replay import replay
from console.restore import restore
from console.reveals import reveals
from console.show import show
from console.tables import tables
from console.verify import verify

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(doctor)
app.command()(tables)
app.command()(show)
app.command()(replay)
app.command()(reveals)
app.command()(drain)
app.command()(backup)
app.command()(restore)
app.command()(verify)
app.command()(deal)


@app.callback()
def doublesix() -> None:
    """Double Six at the command line."""


def main() -> None:
    app()


if __name__ == "__main__":
    main()
