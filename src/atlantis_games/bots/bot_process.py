"""A bot in a file, in a process of its own: whatever it does, the game goes on without it."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from atlantis_games.bots.position_json import position_as_json
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position

MOVE_SECONDS = 10.0  # that a bot may think about a move where nothing else is said
GRACE = 1.0  # seconds beyond the clock, for a busy machine
LOAD_SECONDS = 120.0  # for a bot to be loaded and to hear of a game
MEGABYTES = 2048  # that a bot in a file may use


class BotFailed(Exception):
    """A bot in a file did not answer with a legal move."""

    def __init__(self, reason: str, traceback: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.traceback = traceback


class BotProcess:
    """One process with one bot's file, which plays one game at a time."""

    def __init__(self, file: Path, megabytes: int = MEGABYTES) -> None:
        self.file = file
        self.megabytes = megabytes
        program = [sys.executable, "-m", "atlantis_games.bots.host"]
        self.process = subprocess.Popen(
            [*program, str(file.absolute()), str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # so that what the bot starts ends with it
            env={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **os.environ},
        )
        self.answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()
        try:
            self.answer(LOAD_SECONDS)
        except BotFailed:
            self.close()
            raise

    def read(self) -> None:
        """Passes lines on as they come, and an empty one at the end."""
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.answers.put(line)
        self.answers.put("")

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self.process.poll() is None

    def ask(self, seconds: float, do: str, position: Position, **values: Any) -> Any:
        """What the bot answers in time; BotFailed says why it does not."""
        request = {"do": do, "position": position_as_json(position), **values}
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, as the missing answer shows
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        return self.answer(seconds)

    def answer(self, seconds: float) -> Any:
        """The next answer."""
        try:
            line = self.answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise BotFailed(f"did not answer within {seconds:g} s") from None
        try:
            found = json.loads(line)
        except ValueError:
            raise BotFailed(self.why_ended()) from None
        if "error" not in found:
            return found["found"]
        place = f"{self.file}, {found['where']}" if found["where"] else str(self.file)
        raise BotFailed(f"{found['error']} ({place})", found["traceback"])

    def why_ended(self) -> str:
        """How the process ended that should have answered."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        self.close()
        code = self.process.returncode
        if code >= 0:
            return f"ended its process with exit code {code} ({self.file})"
        return f"lost its process by {signal.Signals(-code).name} ({self.file})"

    def close(self) -> None:
        """Ends the process and everything that it started."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()


class BotProcesses:
    """Processes whose bots are not playing; as many are made as play at once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free: dict[tuple[Path, int], list[BotProcess]] = {}
        self.inherited: list[Any] = []  # of the process that this one was forked from

    def take(self, file: Path, megabytes: int) -> BotProcess:
        """A process with a bot's file."""
        with self.lock:
            free = self.free.get((file, megabytes))
            found = free.pop() if free else None
        return found if found is not None and found.is_alive else BotProcess(file, megabytes)

    def give(self, process: BotProcess) -> None:
        """Keeps a process for the next game."""
        if process.is_alive:
            with self.lock:
                self.free.setdefault((process.file, process.megabytes), []).append(process)

    def close(self) -> None:
        """Ends all that are free."""
        with self.lock:
            found = [process for free in self.free.values() for process in free]
            self.free.clear()
        for process in found:
            process.close()

    def forget(self) -> None:
        """Leaves them to the process that this one was forked from."""
        self.inherited.append(self.free)
        self.lock, self.free = threading.Lock(), {}


PROCESSES = BotProcesses()
atexit.register(PROCESSES.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=PROCESSES.forget)


class FileBot:
    """A bot in a Python file: a class `Bot`, made with a seed, or a function `choose`.

    It gets a process from `PROCESSES` when its game starts, and gives it back at the end.
    """

    def __init__(self, file: Path, seed: int, megabytes: int = MEGABYTES) -> None:
        if not file.is_file():
            raise BadRequest(f"There is no bot file {file}.")
        self.file = file
        self.seed = seed
        self.megabytes = megabytes
        self.process: BotProcess | None = None
        self.sent = 0  # entries of the log

    def check(self) -> None:
        """BadRequest if the file cannot be loaded or is not a bot."""
        try:
            PROCESSES.give(PROCESSES.take(self.file, self.megabytes))
        except BotFailed as failed:
            raise BadRequest(f"{self.file} is not a bot: {failed.reason}.") from failed

    def start(self, position: Position, seat: int) -> None:
        """Tells the bot that a game begins."""
        self.process = PROCESSES.take(self.file, self.megabytes)
        self.sent = 0
        self.process.ask(LOAD_SECONDS, "start", position, seat=seat, seed=self.seed)

    def see(self, log: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
        """The entries that the bot was not told of yet."""
        entries = list(log)
        news, self.sent = entries[self.sent :], len(entries)
        return news

    def choose(
        self, position: Position, clock: float | None, log: Iterable[tuple[int, str]] = ()
    ) -> str:
        """The bot's move; the log is all that its seat could see."""
        if self.process is None:
            self.start(position, position.actor)
        assert self.process is not None
        seconds = MOVE_SECONDS if clock is None else clock
        begin = time.monotonic()
        try:
            move = self.process.ask(
                seconds + GRACE, "choose", position, clock=seconds, log=self.see(log)
            )
        except BotFailed as failed:
            if time.monotonic() - begin >= seconds + GRACE:
                raise BotFailed(f"thought for more than {seconds:g} s ({self.file})") from failed
            raise
        return str(move)

    def end(self, position: Position, log: Iterable[tuple[int, str]] = ()) -> None:
        """Tells the bot that the game is over, and lets its process go."""
        process, self.process = self.process, None
        if process is None or not process.is_alive:
            return
        with contextlib.suppress(BotFailed):  # the game is over, whatever it does now
            process.ask(MOVE_SECONDS + GRACE, "end", position, log=self.see(log))
        PROCESSES.give(process)
