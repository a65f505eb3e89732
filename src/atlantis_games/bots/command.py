"""A bot behind a command line: any program that reads positions as text and writes moves.

For every decision the program gets on its standard input the position in words, as a language model
reads it, and at last the line `move?`. It answers with one line, a legal move. A game ends with the
line `end`.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading

from atlantis_games.bots.bot_process import GRACE, MOVE_SECONDS, BotFailed
from atlantis_games.bots.words import in_words
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position

PREFIX = "command:"
ASKS, ENDS = "move?", "end"  # the last line of a question, and of a game


class CommandBot:
    """Starts the program at its first decision, and lets it go on for later games."""

    process: subprocess.Popen[str] | None = None

    def __init__(self, command: str) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BadRequest(f"The command {command!r} cannot be read: {error}.") from None
        if not self.words:
            raise BadRequest("A bot behind a command line is written as command:PROGRAM ARGUMENTS.")
        self.command = command
        self.lines: queue.Queue[str] = queue.Queue()

    def start(self) -> subprocess.Popen[str]:
        """Starts the program, and a thread that reads its lines."""
        try:
            process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise BotFailed(f"could not be started: {error} ({self.command})") from error
        self.process, self.lines = process, queue.Queue()
        threading.Thread(target=read, args=(process, self.lines), daemon=True).start()
        return process

    def choose(self, position: Position, clock: float | None) -> str:
        """The line that the program answers; BotFailed if there is none in time."""
        process = self.process or self.start()
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, as the missing answer shows
            process.stdin.write(f"{in_words(position, position.actor)}\n{ASKS}\n")
            process.stdin.flush()
        seconds = (MOVE_SECONDS if clock is None else clock) + GRACE
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise BotFailed(f"did not answer within {seconds:g} s ({self.command})") from None
        if not line:
            self.close()
            raise BotFailed(f"ended without an answer ({self.command})")
        return line.strip()

    def close(self) -> None:
        """Ends the program."""
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it may have ended already
            process.stdin.write(f"{ENDS}\n")
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.terminate()
        process.wait()

    def __del__(self) -> None:
        self.close()


def read(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Passes lines on as they come, and an empty one at the end."""
    assert process.stdout is not None
    with process.stdout as stream:
        for line in stream:
            lines.put(line)
    lines.put("")
