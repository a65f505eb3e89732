"""`atlantis worker`: another machine, or this one, thinks for the bots of a server."""

from __future__ import annotations

from typing import Annotated

import typer


def worker(
    database: Annotated[
        str, typer.Option(help="The server's PostgreSQL database.", envvar="ATLANTIS_DATABASE")
    ],
    threads: Annotated[
        int | None, typer.Option(help="How many jobs at a time; one per core.", min=1, max=1024)
    ] = None,
) -> None:
    """Thinks for the bots of a server, and makes hints and reviews, until it is stopped."""
    from atlantis_games.server.workers import run_worker

    run_worker(database, threads)
