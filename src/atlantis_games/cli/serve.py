"""`atlantis serve`: the page, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from atlantis_games.core.collector import loading


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for the database.")] = None,
    browser: Annotated[bool, typer.Option("--open", help="Opens the page in a browser.")] = False,
    processes: Annotated[
        int | None, typer.Option(help="How many processes serve; more than one need PostgreSQL.")
    ] = None,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Shares the PostgreSQL database with other servers.")
    ] = False,
) -> None:
    """Starts the page: tables for people and bots, in the browser."""
    with loading():
        from atlantis_games.server.run import serve as run
        from atlantis_games.server.settings import read_settings

    run(read_settings(host, port, data, processes, cluster), browser)
