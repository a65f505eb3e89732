"""The command `atlantis` as a real process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND = [str(Path(sys.executable).with_name("atlantis"))]
MODULE = [sys.executable, "-m", "atlantis_games"]


def environment(locale: str = "C.UTF-8") -> dict[str, str]:
    """The environment of somebody with a locale."""
    kept = {name: word for name, word in os.environ.items() if not name.startswith("LC_")}
    return kept | {"LANG": locale, "COLUMNS": "200"}


def atlantis(
    *args: object, typed: str = "", locale: str = "C.UTF-8", program: list[str] = COMMAND
) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    return subprocess.run(
        [*program, *map(str, args)],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment(locale),
    )


def output(*args: object, typed: str = "", locale: str = "C.UTF-8") -> str:
    """What the command prints, if all is well."""
    done = atlantis(*args, typed=typed, locale=locale)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
