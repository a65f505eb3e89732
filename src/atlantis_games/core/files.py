"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from atlantis_games.core.errors import BadRequest


@contextmanager
def written_whole(file: Path) -> Iterator[Path]:
    """A place to write to, which becomes the file once all is written; BadRequest if it cannot."""
    target = file.resolve()  # a link stays a link
    if target.exists() and not target.is_file():
        raise BadRequest(f"Cannot write {file}: it is not a file.")
    part = target.with_name(target.name + ".part")
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise BadRequest(f"Cannot write {file}: {error.strerror or error}.") from error
    finally:
        part.unlink(missing_ok=True)
