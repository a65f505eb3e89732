"""Single keys from a terminal, on Unix and on Windows."""

from __future__ import annotations

import os
import select
import sys
import time
from types import TracebackType
from typing import Any, Self

SEQUENCE_SECONDS = 0.05  # that the rest of a key's sequence may take to arrive
POLL_SECONDS = 0.02  # between two looks at a Windows keyboard

SEQUENCES = {  # what terminals send after Esc
    **{"[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end"},
    **{"OA": "up", "OB": "down", "OC": "right", "OD": "left", "OH": "home", "OF": "end"},
    **{"[5~": "page-up", "[6~": "page-down", "[1~": "home", "[4~": "end", "[Z": "shift-tab"},
}
NAMES = {
    **{"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace"},
    "\x1b": "esc",
}
WINDOWS_CODES = {
    **{"H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end"},
    **{"I": "page-up", "Q": "page-down"},
}


class Keyboard:
    """The keys of this terminal, one by one and unechoed, while it is open."""

    def __init__(self) -> None:
        self.waiting = ""  # typed and not read yet
        self.before: Any = None  # how the terminal was set

    def __enter__(self) -> Self:
        if sys.platform != "win32":
            import termios
            import tty

            self.before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self.before)

    def read(self, seconds: float | None = None) -> str:
        """The next key: its letter or its name; nothing if none is pressed in time."""
        if not self.waiting and not self.fetch(seconds):
            return ""
        if self.waiting == "\x1b":
            self.fetch(SEQUENCE_SECONDS)
        key, length = first_key(self.waiting)
        self.waiting = self.waiting[length:]
        return key

    def fetch(self, seconds: float | None) -> bool:
        """Waits for keys and takes them; whether there were any."""
        if sys.platform == "win32":
            typed = windows_key(seconds)
        else:
            if not select.select([sys.stdin], [], [], seconds)[0]:
                return False
            typed = os.read(sys.stdin.fileno(), 1024).decode("utf-8", "ignore")
            if not typed:
                raise EOFError
        self.waiting += typed
        return bool(typed)


def first_key(typed: str) -> tuple[str, int]:
    """The first key of what a terminal has sent, and how many letters it took."""
    if typed[0] == "\x1b" and len(typed) > 1 and typed[1] in "[O":
        end = next((n for n, letter in enumerate(typed[2:], 3) if letter >= "@"), len(typed))
        return SEQUENCES.get(typed[1:end], "unknown"), end
    if typed[0] == "\x04":  # Ctrl-D ends the input, as it does in lines
        raise EOFError
    return NAMES.get(typed[0], typed[0]), 1


def windows_key(seconds: float | None) -> str:
    """A key of a Windows console, as a Unix terminal would send it; nothing after some time."""
    import msvcrt

    console: Any = msvcrt
    deadline = None if seconds is None else time.monotonic() + seconds
    while not console.kbhit():
        if deadline is not None and time.monotonic() >= deadline:
            return ""
        time.sleep(POLL_SECONDS)
    letter: str = console.getwch()
    if letter == "\x03":
        raise KeyboardInterrupt
    if letter not in "\x00\xe0":
        return letter
    name = WINDOWS_CODES.get(console.getwch(), "")
    return next((f"\x1b{code}" for code, known in SEQUENCES.items() if known == name), "")
