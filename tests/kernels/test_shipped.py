"""Kernels that a wheel brings compiled: used where they fit, and nothing is written beside them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_games.kernels.cache import PACKAGE
from atlantis_games.kernels.shipped import SHIPPED, baseline

# Uses a kernel and prints whether anything was compiled for that.
USE = """
from numba.core import event
with event.install_recorder("numba:compile") as compilations:
    from atlantis_games.kernels.random import below, stream
    assert 0 <= below(stream(1), 5) < 5
print(len(compilations.buffer) > 0)
"""
HIDE = """
from llvmlite import binding
features = binding.get_host_cpu_features()
features["avx2"] = False
binding.get_host_cpu_features = lambda: features
"""
NOWHERE = {"HOME": "/dev/null", "ATLANTIS_CACHE": "/dev/null/cache"}


def compiles(site: Path, code: str = USE, **environment: str) -> bool:
    """Whether a program compiles anything, in a clean environment with a package installed."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {"True": True, "False": False}[done.stdout.strip()]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the package is installed with one kernel compiled for other processors."""
    kind = baseline()
    if kind is None:
        pytest.skip("this processor is not of the kind that kernels are shipped for")
    site = tmp_path_factory.mktemp("an installation ü")
    unwanted = shutil.ignore_patterns("page", "__pycache__")
    package = shutil.copytree(PACKAGE, site / PACKAGE.name, ignore=unwanted)
    shipped = package / SHIPPED.name
    assert compiles(site, ATLANTIS_CACHE=str(shipped), **kind.settings)
    return site


def test_a_shipped_kernel_is_not_compiled_and_nothing_is_written(site: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in site.rglob("*")}
    assert not compiles(site, **NOWHERE)
    assert {file: file.stat().st_mtime_ns for file in site.rglob("*")} == before


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        pytest.param(HIDE + USE, {}, id="another processor"),
        pytest.param(USE, {"NUMBA_CPU_NAME": "generic"}, id="chosen processor"),
        pytest.param(USE, {"NUMBA_OPT": "1"}, id="chosen optimisation"),
        pytest.param(USE, {"NUMBA_BOUNDSCHECK": "1"}, id="checked indexes"),
    ],
)
def test_where_a_shipped_kernel_does_not_fit_it_is_compiled(
    site: Path, code: str, settings: dict[str, str]
) -> None:
    assert compiles(site, code, **NOWHERE, **settings)


def test_what_was_compiled_here_is_kept_and_goes_before_what_was_shipped(
    site: Path, tmp_path: Path
) -> None:
    home = {"ATLANTIS_CACHE": str(tmp_path / "cache")}
    assert compiles(site, HIDE + USE, **home)
    assert not compiles(site, HIDE + USE, **home)
    assert not compiles(site, USE, **home)
    assert not compiles(site, USE, **home, NUMBA_DISABLE_JIT="1")
