"""Compiles kernels for a platform wheel: `python -m atlantis_games.kernels.ship FOLDER`.

Every game is compiled for the baseline of this kind of machine (shipped.py), then all of it is used
once more: what that loads is what a wheel needs, without the kernels that others contain.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from atlantis_games.kernels.loader import MODULES
from atlantis_games.kernels.shipped import OWN_SETTINGS, TARGET_FILE, target

LOADED = re.compile(r"\[cache\] data loaded from '(.+)'")


def ship(folder: Path, games: tuple[str, ...], modules: tuple[str, ...]) -> None:
    """Writes a folder with the compiled kernels of some games."""
    if not target().cpu:
        raise SystemExit("There is no baseline of processors for this kind of machine.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with TemporaryDirectory() as cache:
        use(games, modules, Path(cache))
        ready = list(Path(cache).glob("*/*.ready"))
        for marker in ready:
            marker.unlink()  # so that everything is used again
        loaded = LOADED.findall(use(games, modules, Path(cache), NUMBA_DEBUG_CACHE="1"))
        for file in {Path(name) for name in loaded}:
            into = folder / file.parent.name
            into.mkdir(exist_ok=True)
            shutil.copy(file, into)
            shutil.copy(file.with_suffix("").with_suffix(".nbi"), into)
        for marker in ready:
            (folder / marker.parent.name).mkdir(exist_ok=True)
            (folder / marker.parent.name / marker.name).touch()
    (folder / TARGET_FILE).write_text(json.dumps(target()), "utf-8")


def use(games: tuple[str, ...], modules: tuple[str, ...], cache: Path, **settings: str) -> str:
    """Compiles or uses the kernels of each game in a process of its own; what those print."""
    environment = {name: value for name, value in os.environ.items() if name not in OWN_SETTINGS}
    environment |= {"NUMBA_CPU_NAME": target().cpu, "ATLANTIS_CACHE": str(cache), **settings}
    command = [sys.executable, "-m", "atlantis_games.kernels"]
    processes = [
        subprocess.Popen(
            [*command, game, *modules], env=environment, stdout=subprocess.PIPE, text=True
        )
        for game in games
    ]
    printed = [process.communicate()[0] for process in processes]
    if any(process.returncode for process in processes):
        raise SystemExit("The kernels could not be compiled.")
    return "".join(printed)


if __name__ == "__main__":
    from atlantis_games.games import BUILT_IN

    ship(Path(sys.argv[1]), BUILT_IN, tuple(sys.argv[2:]) or MODULES)
