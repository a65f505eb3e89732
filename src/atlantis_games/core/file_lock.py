"""Locks between processes, by a file: on Unix and on Windows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import IO, Any


def module_or_none(name: str) -> Any:
    """A module that only some systems have."""
    try:
        return import_module(name)
    except ImportError:
        return None


unix, windows = module_or_none("fcntl"), module_or_none("msvcrt")

FIRST_BYTE = 0x40000000  # Windows locks bytes, and nobody may read those: far behind the content
BETWEEN_TRIES = 0.1  # seconds


def try_lock(file: IO[Any]) -> bool:
    """Takes a file's lock until it is closed; False if another process has it."""
    try:
        if unix:
            unix.flock(file, unix.LOCK_EX | unix.LOCK_NB)
        elif windows:
            file.seek(FIRST_BYTE)
            windows.locking(file.fileno(), windows.LK_NBLCK, 1)
    except OSError:
        return False
    return True


@contextmanager
def locked(file: IO[Any]) -> Iterator[None]:
    """Waits for a file's lock and gives it back, where the system has such locks."""
    if unix:
        unix.flock(file, unix.LOCK_EX)
    else:
        while not try_lock(file):
            time.sleep(BETWEEN_TRIES)
    try:
        yield
    finally:
        if unix:
            unix.flock(file, unix.LOCK_UN)
        elif windows:
            file.seek(FIRST_BYTE)
            windows.locking(file.fileno(), windows.LK_UNLCK, 1)
