"""Other versions of Python: the base installation replays whole matches on each that is here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = [version for version in ("3.11", "3.12", "3.13", "3.14") if version != HERE]
MATCHES = ("causeway-third-figure", "escape-shared-win")
# Uses a kernel and prints whether anything was compiled for that.
USE = """
from numba.core import event
with event.install_recorder("numba:compile") as compilations:
    from atlantis_games.kernels.random import streams
    assert len(set(streams(1, 5))) == 5
print(sum(happened.is_start for _, happened in compilations.buffer) > 0)
"""


def interpreter(version: str) -> Path | None:
    """Another Python that runs here: on the path, or one that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    on_path = shutil.which(f"python{version}")
    found = [*([Path(on_path)] if on_path else []), *kept.glob(f"{version}.*/bin/python")]
    for python in found:
        done = subprocess.run([python, "-V"], capture_output=True, text=True, check=False)
        if done.stdout.startswith(f"Python {version}."):
            return python
    return None


@pytest.mark.parametrize("version", OTHERS)
def test_another_python_replays_matches_and_keeps_kernels(version: str, tmp_path: Path) -> None:
    found = interpreter(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    subprocess.run([found, "-m", "venv", tmp_path / "venv"], check=True, capture_output=True)
    python = tmp_path / "venv" / "bin" / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    command = ["-m", "pip", "-q", "install", "--only-binary", ":all:"]
    pins = ["-c", str(ROOT / "constraints.txt")]
    installed = subprocess.run(
        [python, *command, *pins, *project["dependencies"]],
        capture_output=True,
        text=True,
        check=False,
    )
    if installed.returncode:
        pytest.skip(f"Numba cannot be had for Python {version}: {installed.stderr[-200:]}")

    def run(*arguments: str | Path, **environment: str) -> str:
        done = subprocess.run(
            [python, *arguments],
            env={"PYTHONPATH": str(ROOT / "src"), "ATLANTIS_CACHE": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    matches = [ROOT / "tests" / "matches" / f"{name}.match" for name in MATCHES]
    run("-W", "error", "-m", "atlantis_games", "verify", *matches, NUMBA_DISABLE_JIT="1")
    assert [run("-c", USE).strip(), run("-c", USE).strip()] == ["True", "False"]
