"""`atlantis backup`: a server's database copied."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from atlantis_games.cli.options import Language


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Annotated[Path | None, typer.Option(help="The server's folder.")] = None,
    language: Language = None,
) -> None:
    """Copies a server's database to one file, also while the server runs."""
    from atlantis_games.cli.language import house_texts
    from atlantis_games.server.settings import read_settings
    from atlantis_games.server.store.backup import backup as copy

    texts = house_texts(language)
    copy(read_settings(data=data), file)
    print(texts.fill("terminal.saved", {"file": str(file)}))
