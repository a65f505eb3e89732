"""`atlantis move-database`: a server's database, from SQLite to PostgreSQL or back."""

from __future__ import annotations

from typing import Annotated

import typer

from atlantis_games.cli.options import Language


def move_database(
    source: Annotated[str, typer.Argument(help="A file of SQLite, or a URL of PostgreSQL.")],
    target: Annotated[str, typer.Argument(help="An empty one, of either kind.")],
    language: Language = None,
) -> None:
    """Copies a server's database into an empty one, and compares them row by row."""
    import asyncio
    import os

    from atlantis_games.cli.language import house_texts
    from atlantis_games.server.run import locked_database
    from atlantis_games.server.store.moving import move_database as copy

    texts = house_texts(language)
    os.umask(0o077)
    with locked_database(source) as one, locked_database(target, is_new=True) as other:
        count = asyncio.run(copy(one, other))
    print(
        texts.fill(
            "terminal.moved", {"count": f"{count:,}", "file": target.partition("@")[2] or target}
        )
    )
