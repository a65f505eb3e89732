"""The program `atlantis`. A verb imports what it needs when it runs, so that help is quick."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from atlantis_games.cli.analyse import analyse
from atlantis_games.cli.arena import arena
from atlantis_games.cli.backup import backup
from atlantis_games.cli.bench import bench
from atlantis_games.cli.command import Verb
from atlantis_games.cli.export import export
from atlantis_games.cli.games import games
from atlantis_games.cli.join import join
from atlantis_games.cli.mcp import mcp
from atlantis_games.cli.move_database import move_database
from atlantis_games.cli.perft import perft
from atlantis_games.cli.picture import picture
from atlantis_games.cli.play import play
from atlantis_games.cli.prepare import prepare
from atlantis_games.cli.puzzles import puzzles
from atlantis_games.cli.replay import replay
from atlantis_games.cli.serve import serve
from atlantis_games.cli.simulate import simulate
from atlantis_games.cli.train import train
from atlantis_games.cli.tune import tune
from atlantis_games.cli.verify import verify
from atlantis_games.cli.worker import worker
from atlantis_games.core.errors import AtlantisError
from atlantis_games.core.extras import missing_extra

VERBS = (
    *(play, games, replay, picture, verify, analyse, arena, train, simulate, perft, bench, serve),
    *(backup, export, join, mcp, move_database, prepare, puzzles, tune, worker),
)
FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130  # exit codes

app = typer.Typer(
    help="Board games about a sinking island, in the terminal.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for verb in VERBS:
    app.command(cls=Verb)(verb)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Prints the version.")] = False,
) -> None:
    """Answers --version; without a command, opens the page."""
    if version:
        from importlib.metadata import version as version_of

        print(f"atlantis {version_of('atlantis-games')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve(browser=True)


root.__doc__ = app.info.help


def main() -> None:
    """Runs the command line; wrong input gets one sentence and exit code 2."""
    try:
        app()
    except AtlantisError as error:
        print(f"atlantis: {error}", file=sys.stderr)
        sys.exit(WRONG_INPUT)
    except ModuleNotFoundError as error:
        sentence = missing_extra(error.name or "")
        if not sentence:
            raise
        print(f"atlantis: {sentence}", file=sys.stderr)
        sys.exit(WRONG_INPUT)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output has seen enough
        sys.exit(FAILED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
