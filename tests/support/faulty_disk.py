"""A layer between SQLite and its files that fails by plan and can cut the power.

It is a VFS (SQLite's name for such a layer) around the one of the system, registered through ctypes
in the very library that Python's sqlite3 uses; while it is the default one, every database that is
opened goes through it. Reading, locking and shared memory are the system's own; writing, syncing,
truncating and removing are counted, may fail, and are remembered until they are synced.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

OK, FULL, WRITE_FAILED, SYNC_FAILED = 0, 13, 778, 1034  # result codes of SQLite
SECTOR = 512  # bytes that a disk writes whole or not at all
NAME = b"faulty"

Method = ctypes.CFUNCTYPE
CLOSE = Method(c_int, c_void_p)
WRITE = Method(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = Method(c_int, c_void_p, c_int64)
SYNC = Method(c_int, c_void_p, c_int)
# Names are passed on as the pointers they are: SQLite keeps them, and more stands behind their end.
OPEN = Method(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = Method(c_int, c_void_p, c_void_p, c_int)


class Methods(ctypes.Structure):
    """sqlite3_io_methods: what can be done with an open file."""

    _fields_ = (
        ("version", c_int),
        ("close", CLOSE),
        ("read", c_void_p),
        ("write", WRITE),
        ("truncate", TRUNCATE),
        ("sync", SYNC),
        ("others", c_void_p * 13),
    )


class OpenFile(ctypes.Structure):
    """sqlite3_file: begins with its methods; what follows belongs to the system's VFS."""

    _fields_ = (("methods", POINTER(Methods)),)


class Vfs(ctypes.Structure):
    """sqlite3_vfs: opens and removes files."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("max_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", OPEN),
        ("delete", DELETE),
        ("others", c_void_p * 14),
    )


@dataclass
class Contents:
    """A file: what is certainly on the disk, and what was written since the last sync."""

    durable: bytearray
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: it was cut there

    def sync(self) -> None:
        """Puts everything on the disk."""
        for place, data in self.pending:
            apply(self.durable, place, data)
        self.pending.clear()

    def after_power_cut(self, rng: random.Random) -> bytes:
        """What is found later: of what was not synced any sectors may be missing."""
        found, kept = bytearray(self.durable), rng.choice([0.0, 0.5, 0.9, 1.0])
        for place, data in self.pending:
            if data is None:
                if rng.random() < kept:
                    apply(found, place, None)
                continue
            for first in range(0, len(data), SECTOR):
                if rng.random() < kept:
                    apply(found, place + first, data[first : first + SECTOR])
        return bytes(found)


def apply(contents: bytearray, place: int, data: bytes | None) -> None:
    """Writes into a file, or cuts it at a place."""
    if data is None:
        del contents[place:]
        return
    if len(contents) < place:
        contents.extend(bytes(place - len(contents)))
    contents[place : place + len(data)] = data


class FaultyDisk:
    """All files of SQLite, as they are on a disk that keeps only what was synced."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.files: dict[str, Contents] = {}
        self.paths: dict[int, str] = {}  # of open files, by address
        self.operations = 0
        self.failures: Callable[[str], int] = lambda operation: OK
        self.on_operation: Callable[[str], None] = lambda operation: None
        self.library: Any = ctypes.CDLL(_sqlite3.__file__)
        self.library.sqlite3_vfs_find.restype = POINTER(Vfs)
        self.original = self.library.sqlite3_vfs_find(None)
        self.vfs = Vfs.from_buffer_copy(self.original.contents)
        self.vfs.next, self.vfs.name = None, NAME
        self.vfs.open, self.vfs.delete = OPEN(self._open), DELETE(self._delete)
        self.wrapped: dict[int, tuple[Methods, Methods]] = {}  # the system's and ours, by address

    def after_power_cut(self, folder: Path, rng: random.Random) -> None:
        """Writes the files into an empty folder as they would be found if power went now."""
        with self.lock:
            for path, contents in self.files.items():
                (folder / Path(path).name).write_bytes(contents.after_power_cut(rng))

    def begin(self, operation: str) -> int:
        """Counts an operation; the code with which it fails, or OK."""
        self.operations += 1
        self.on_operation(operation)
        return self.failures(operation)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, found: int | None) -> int:
        with self.lock:
            address = ctypes.cast(self.original, c_void_p)
            code: int = self.original.contents.open(address, name, file, flags, found)
            opened = OpenFile.from_address(file)
            if code != OK or not opened.methods or name is None:
                return code
            path = ctypes.string_at(name).decode()
            self.paths[file] = path
            if path not in self.files:
                self.files[path] = Contents(bytearray(Path(path).read_bytes()))
            opened.methods = ctypes.pointer(self._methods(opened.methods))
            return code

    def _methods(self, original: Any) -> Methods:
        """The methods of a file, with ours where something is written."""
        address = ctypes.cast(original, c_void_p).value or 0
        if address not in self.wrapped:
            system, ours = original.contents, Methods.from_buffer_copy(original.contents)
            ours.close = CLOSE(lambda file: self._close(system, file))
            ours.write = WRITE(lambda *given: self._write(system, *given))
            ours.truncate = TRUNCATE(lambda *given: self._truncate(system, *given))
            ours.sync = SYNC(lambda *given: self._sync(system, *given))
            self.wrapped[address] = system, ours
        return self.wrapped[address][1]

    def _close(self, system: Methods, file: int) -> int:
        with self.lock:
            self.paths.pop(file, None)
            return int(system.close(file))

    def _write(self, system: Methods, file: int, data: int, size: int, place: int) -> int:
        with self.lock:
            code = self.begin("write") or int(system.write(file, data, size, place))
            if code == OK:
                self.files[self.paths[file]].pending.append((place, ctypes.string_at(data, size)))
            return code

    def _truncate(self, system: Methods, file: int, size: int) -> int:
        with self.lock:
            code = self.begin("truncate") or int(system.truncate(file, size))
            if code == OK:
                self.files[self.paths[file]].pending.append((size, None))
            return code

    def _sync(self, system: Methods, file: int, flags: int) -> int:
        with self.lock:
            code = self.begin("sync")  # the system need not: nobody cuts its power
            if code == OK:
                self.files[self.paths[file]].sync()
            return code

    def _delete(self, vfs: int, name: int, sync: int) -> int:
        with self.lock:
            address = ctypes.cast(self.original, c_void_p)
            code = int(self.original.contents.delete(address, name, sync))
            if code == OK:
                self.files.pop(ctypes.string_at(name).decode(), None)
            return code


@contextmanager
def faulty_disk() -> Iterator[FaultyDisk]:
    """Lets every database that is opened meanwhile go through the layer."""
    disk = FaultyDisk()
    assert disk.library.sqlite3_vfs_register(ctypes.byref(disk.vfs), 1) == OK
    try:
        yield disk
    finally:
        disk.library.sqlite3_vfs_register(disk.original, 1)
        disk.library.sqlite3_vfs_unregister(ctypes.byref(disk.vfs))


def every(count: int, operation: str, code: int, in_a_row: int = 1) -> Callable[[str], int]:
    """A plan by which every so many-th operation of a kind fails, and perhaps some after it."""
    done = 0

    def fails(kind: str) -> int:
        nonlocal done
        if kind != operation:
            return OK
        done += 1
        return code if done % count < in_a_row else OK

    return fails
