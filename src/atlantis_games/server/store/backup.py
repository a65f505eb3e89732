"""Copying a database of SQLite."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.files import written_whole
from atlantis_games.server.settings import Settings


def copy_sqlite(source: Path, file: Path) -> None:
    """Copies a database that may be in use to a file, which is there whole or not at all."""
    address = f"{source.resolve().as_uri()}?mode=ro"
    with written_whole(file) as part:
        part.unlink(missing_ok=True)
        try:
            with (
                closing(sqlite3.connect(address, uri=True)) as database,
                closing(sqlite3.connect(part)) as copy,
            ):
                database.backup(copy)
                (check,) = copy.execute("PRAGMA integrity_check").fetchone()
                if check != "ok":
                    raise sqlite3.DatabaseError(f"the copy is damaged, {check}")
                copy.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            raise BadRequest(f"Cannot write {file}: {error}.") from error


def backup(settings: Settings, file: Path) -> None:
    """Copies the database to a file, whole and consistent, also while the server runs."""
    if settings.database:
        raise BadRequest("ATLANTIS_DATABASE is set: back that database up with its own tools.")
    os.umask(0o077)
    copy_sqlite(settings.existing_file(), file)
