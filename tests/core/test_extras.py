"""Where an optional package is missing, one sentence says how to install it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from atlantis_games.core.extras import missing_extra


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("fastapi.routing", "server"),
        ("pydantic_settings", "server"),
        ("fontTools", "server"),
        ("matplotlib", "plots"),
        ("pyspiel", "lab"),
        ("pettingzoo", "lab"),
        ("torch", "train"),
    ],
)
def test_a_module_is_found_in_its_extra(module: str, extra: str) -> None:
    assert f"pip install 'atlantis-games[{extra}]'." in missing_extra(module)


def test_other_modules_are_none_of_ours() -> None:
    assert missing_extra("no_such_module") == ""
    assert missing_extra("numba") == ""


def test_a_command_without_its_extra_is_one_sentence() -> None:
    code = (
        "import sys\nsys.modules['fastapi'] = sys.modules['uvicorn'] = None\n"
        "from atlantis_games.cli.main import main\nsys.argv = ['atlantis', 'serve']\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "atlantis: This needs uvicorn, which is not installed: "
        "pip install 'atlantis-games[server]'.\n"
    )
