"""Other versions of Python that are on this machine replay matches and compile kernels."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from atlantis_games.kernels.compiler import COMPILED
from kernels.test_machine_code import KERNELS, PROGRAM
from support.tiny_game import UNCOMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="it was run with compiled kernels")

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
MATCHES = sorted((ROOT / "tests" / "fixtures" / "fair-dealing").glob("*.match"))


def interpreter(version: str) -> str | None:
    """A Python of another version that runs: beside the one that runs here, or on the path."""
    beside = Path(sys.base_prefix).parent.glob(f"{version}.*/bin/python")
    for found in (*map(str, sorted(beside)), shutil.which(f"python{version}")):
        if found and not subprocess.run([found, "--version"], capture_output=True).returncode:
            return found
    return None


def run(*command: str, **variables: str) -> str:
    """What a program prints; it must end well."""
    done = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=VERSIONS)
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A version of Python with what the engine, the bots and the terminal need."""
    found = interpreter(request.param)
    if request.param == f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("all other tests run with it")
    if found is None:
        pytest.skip(f"Python {request.param} is not here")
    place = tmp_path_factory.mktemp("python")
    run(found, "-m", "venv", str(place))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    install = (str(place / "bin" / "pip"), "install", "--quiet", "--no-compile")
    run(*install, "--constraint", str(ROOT / "constraints.txt"), *project["dependencies"])
    return str(place / "bin" / "python")


def test_matches_are_replayed(python: str) -> None:
    variables = {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1", **UNCOMPILED}
    told = run(python, "-m", "atlantis_games", "verify", *map(str, MATCHES), **variables)
    assert told.count("\n") >= len(MATCHES) == 2


def test_kernels_are_compiled_and_found_again(python: str, tmp_path: Path) -> None:
    (tmp_path / "pieces.py").write_text(KERNELS)
    path = f"{tmp_path}{os.pathsep}{ROOT / 'src'}"
    cache = {"ATLANTIS_CACHE": str(tmp_path / "cache"), "PYTHONPATH": path}
    for new_types in ("0", "5"):
        compiled, plain = run(python, "-c", PROGRAM, "first", new_types, **cache).split()
        assert compiled == plain
