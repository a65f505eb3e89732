"""Systems that are not here: everything is imported and a server started without Unix's modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx

from support.server_process import GAME, PATIENCE
from support.tiny_game import UNCOMPILED

UNIX_ONLY = "fcntl grp pty pwd resource syslog termios tty uvloop".split()  # noqa: SIM905
HIDDEN = f"""
import os, sys
for name in {UNIX_ONLY}:
    sys.modules[name] = None
for name in ("fork", "nice", "setsid"):
    if hasattr(os, name):
        delattr(os, name)
"""
IMPORT_ALL = """
import importlib, pkgutil, atlantis_games
for module in pkgutil.walk_packages(atlantis_games.__path__, "atlantis_games."):
    if "per_game." not in module.name and not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
SERVE = """
import sys
from atlantis_games.cli.main import main
sys.argv = ["atlantis", "serve", "--port", "0", "--data", sys.argv[1]]
main()
"""


def command(code: str, *arguments: str) -> list[str]:
    """A program without what only Unix has."""
    return [sys.executable, "-c", HIDDEN + code, *arguments]


def test_everything_can_be_imported_without_the_modules_of_unix() -> None:
    done = subprocess.run(command(IMPORT_ALL), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_server_runs_without_the_modules_of_unix(tmp_path: Path) -> None:
    """In a folder with a space and an umlaut, in another locale, without a home."""
    data = tmp_path / "Meine Spiele für später"
    environment = {
        **{"HOME": "/dev/null", "LC_ALL": "C", "PATH": ""},
        **{"ATLANTIS_CACHE": "/dev/null/cache", **UNCOMPILED},
    }
    server = subprocess.Popen(
        command(SERVE, str(data)), env=environment, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        address = server.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            answer = client.post("/api/guest", json={"name": "Ada", "bearer": True}).json()
            client.headers["Authorization"] = f"Bearer {answer['token']}"
            seats = [{"kind": "person"}, {"kind": "bot"}]
            table = client.post("/api/tables", json={"game": GAME, "seats": seats})
            assert table.status_code == 201, table.text
    finally:
        server.terminate()
        server.wait(PATIENCE)
        server.stdout.close()
