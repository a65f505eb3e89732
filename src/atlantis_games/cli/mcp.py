"""`atlantis mcp`: the games as tools for language models."""

from __future__ import annotations

from typing import Annotated

import typer


def mcp(
    hints: Annotated[
        bool, typer.Option("--hints/--no-hints", help="Whether a model may ask for hints.")
    ] = True,
) -> None:
    """Offers the games to language models over the Model Context Protocol, on standard streams."""
    from atlantis_games.lab.mcp_server import make_server

    make_server(hints).run()
