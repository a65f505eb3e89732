"""The command `atlantis` as a real process."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

COMMAND = [str(Path(sys.executable).with_name("atlantis"))]
MODULE = [sys.executable, "-m", "atlantis_games"]


def environment(locale: str = "C.UTF-8") -> dict[str, str]:
    """The environment of somebody with a locale."""
    kept = {name: word for name, word in os.environ.items() if not name.startswith("LC_")}
    return kept | {"LANG": locale, "COLUMNS": "200"}


def atlantis(
    *args: object, typed: str = "", locale: str = "C.UTF-8", program: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the command: a fork of one that is loaded, unless a program is given."""
    words = list(map(str, args))
    if program is None:
        return forked(words, typed, environment(locale))
    return subprocess.run(
        [*program, *words],
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


def forked(
    words: list[str], typed: str, variables: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """The command, run by a fork of the server to its end."""
    with tempfile.TemporaryDirectory() as home:
        files = [Path(home, name) for name in ("input", "output", "errors")]
        files[0].write_text(typed, "utf-8")
        files[1].touch()
        files[2].touch()
        code = Fork(words, variables, *map(str, files)).wait()
        return subprocess.CompletedProcess(words, code, *(f.read_text("utf-8") for f in files[1:]))


class Fork:
    """A running command, one at a time: the next one waits for its end."""

    def __init__(self, words: list[str], variables: dict[str, str], *files: str) -> None:
        call = {"arguments": words, "environment": variables, "folder": os.getcwd()}
        call |= dict(zip(("input", "output", "errors"), files, strict=True))
        self.server = command_server()
        assert self.server.stdin is not None
        self.server.stdin.write(json.dumps(call) + "\n")
        self.server.stdin.flush()
        self.pid = self._number()
        self.code: int | None = None

    def _number(self) -> int:
        assert self.server.stdout is not None
        return int(self.server.stdout.readline())

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def wait(self) -> int:
        """Its exit code, once it has ended."""
        if self.code is None:
            self.code = self._number()
        return self.code

    def kill(self) -> None:
        """Ends it, if it has not ended."""
        if self.code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.wait()


@cache
def command_server() -> subprocess.Popen[str]:
    """Started once for all tests of a process; it ends when its input does."""
    return subprocess.Popen(
        [sys.executable, "-m", "support.command_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment() | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
