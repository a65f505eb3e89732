"""The tiny game of tests/tiny_game, installed for other processes without touching this one."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "tiny_game"
GAME = "highcard"
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}  # so small a game need not be compiled


class Installation:
    """A folder with the metadata of an installed distribution; the package stays in place."""

    def __init__(self, folder: Path) -> None:
        project = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]
        name, version = project["name"].replace("-", "_"), project["version"]
        info = folder / f"{name}-{version}.dist-info"
        info.mkdir(parents=True)
        metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
        (info / "METADATA").write_text(metadata, "utf-8")
        (info / "entry_points.txt").write_text(entry_points(project), "utf-8")
        path = [str(folder), str(SOURCE), os.environ.get("PYTHONPATH", "")]
        self.environment = {"PYTHONPATH": os.pathsep.join(filter(None, path))}

    def run(self, *command: str, typed: str = "", compiled: bool = False) -> str:
        """Runs Python where the game is installed; what it prints."""
        done = subprocess.run(
            [sys.executable, *command],
            input=typed,
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, **self.environment, **({} if compiled else UNCOMPILED)},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        """Runs a program."""
        return self.run("-W", "error", "-c", code)

    def atlantis(self, *arguments: str, typed: str = "", compiled: bool = False) -> str:
        """Runs the command `atlantis`."""
        return self.run("-m", "atlantis_games", *arguments, typed=typed, compiled=compiled)


def entry_points(project: dict[str, dict[str, dict[str, str]]]) -> str:
    """The entry points of a project as they are kept beside an installed package."""
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    return "\n".join(lines) + "\n"
