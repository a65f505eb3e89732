"""What a wheel holds: the page always, and nothing that an older build left."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
BUILD = "from setuptools import build_meta; build_meta.build_wheel('dist')"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The sources without a built page, as somebody has them who clones the repository."""
    place = tmp_path / "a checkout ü"
    place.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place)
    unwanted = shutil.ignore_patterns("page", "__pycache__", "*.npz", "*.egg-info")
    shutil.copytree(ROOT / "src", place / "src", ignore=unwanted)
    return place


def built(checkout: Path) -> subprocess.CompletedProcess[str]:
    """Builds a wheel on a machine without Node."""
    command = [sys.executable, "-c", BUILD]
    return subprocess.run(
        command, cwd=checkout, env={"PATH": ""}, capture_output=True, text=True, check=False
    )


def test_a_wheel_without_the_page_is_refused_and_leftovers_stay_out(checkout: Path) -> None:
    refused = built(checkout)
    assert refused.returncode != 0
    assert refused.stderr.rstrip().endswith("or install a released wheel.")
    assert "The page is not built" in refused.stderr
    assert not list(checkout.glob("dist/*.whl"))
    page = checkout / "src" / "atlantis_games" / "server" / "page"
    page.mkdir()
    (page / "index.html").write_text("the page")
    left = checkout / "build" / "lib" / "atlantis_games" / "removed_long_ago.py"
    left.parent.mkdir(parents=True)
    left.touch()
    done = built(checkout)
    assert done.returncode == 0, done.stderr
    [wheel] = checkout.glob("dist/*-py3-none-any.whl")
    names = ZipFile(wheel).namelist()
    assert "atlantis_games/server/page/index.html" in names
    assert not [name for name in names if "removed_long_ago" in name]
