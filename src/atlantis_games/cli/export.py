"""`atlantis export`: a server's finished games, of those who agreed, without names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import Json, Language

if TYPE_CHECKING:
    from atlantis_games.core.match import Match


def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write to, new or empty.")],
    data: Annotated[Path | None, typer.Option(help="The server's folder.")] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Also writes every decision (needs the lab extra).")
    ] = False,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Writes the finished games of people who all agreed, without names; the server may run."""
    import asyncio
    import json

    from atlantis_games.cli.language import house_texts
    from atlantis_games.core.errors import BadRequest
    from atlantis_games.server.settings import read_settings
    from atlantis_games.server.shared_games import shared_games

    async def all_shared() -> list[Match]:
        return [match async for match in shared_games(read_settings(data=data))]

    texts = house_texts(language)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadRequest(f"{folder} is not empty: name a new folder.")
    matches = asyncio.run(all_shared())
    written = write_files(folder, matches)
    decisions = 0
    if parquet:
        from atlantis_games.lab.match_data import write_matches

        decisions = sum(write_matches(folder, matches).values())
    if as_json:
        print(json.dumps({"folder": str(folder), "games": written, "decisions": decisions}))
    else:
        print(texts.fill("terminal.exported", {"n": written, "folder": str(folder)}))


def write_files(folder: Path, matches: list[Match]) -> int:
    """Writes each match as a file, called by what is in it, so that not even the order tells."""
    import hashlib

    from atlantis_games.core.errors import BadRequest

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRequest(f"Cannot use {folder}: {error.strerror}.") from error
    names = {}
    for match in matches:
        digest = hashlib.sha256(match.write().encode()).hexdigest()[:16]
        names[f"{match.game.name}-{digest}.match"] = match
    matches[:] = [names[name] for name in sorted(names)]
    for name, match in names.items():
        match.save(folder / name)
    return len(names)
