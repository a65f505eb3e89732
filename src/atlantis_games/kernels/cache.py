"""Where compiled kernels are kept: one folder for each state of the sources they come from.

Numba notices an edit in a kernel's own file, but not in a file that the kernel calls into or takes
constants from. So a folder's name is a fingerprint of all of them, and of nothing else: an edit
compiles again only what it can change, and copies of the package share what they compiled.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from importlib.util import MAGIC_NUMBER  # of Python's bytecode, which kernels are compiled from
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
IMPORT = re.compile(rb"^(?:from +([\w.]+) +import +(\([^)]*\)|.+)|import +([\w.]+))", re.M)
DATA_FILE = re.compile(rb"[\w-]+\.(?:toml|json|csv|npy|npz)\b")
DAY = 86_400  # seconds
# Numba's variables that change machine code, beside those that tell the processor: what is compiled
# with them is kept apart. (Numba itself tells only processors apart.)
CHANGES_CODE = ("NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE", "NUMBA_DEBUGINFO")


def home() -> Path:
    """The folder of all compiled kernels; the variable ATLANTIS_CACHE names another."""
    chosen = os.environ.get("ATLANTIS_CACHE")
    return Path(chosen) if chosen else user_cache_path("atlantis", appauthor=False)


@cache
def cache_folder(*files: Path) -> Path:
    """Where the kernels of a file are kept; with it come the files that are bound in it."""
    python = f"{sys.implementation.cache_tag}{MAGIC_NUMBER.hex()}"
    settings = [f"{name}={os.environ[name]}" for name in CHANGES_CODE if os.environ.get(name)]
    digest = hashlib.sha256(f"{python}{version('numba')}{settings}".encode())
    for name, file in sorted((name_of(file), file) for file in sources(files)):
        digest.update(f"{name}\n".encode())
        digest.update(file.read_bytes())
    kind = "checked-" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return home() / (kind + digest.hexdigest()[:16])


def name_of(file: Path) -> str:
    """A file's name in its package, wherever that is installed."""
    return file.relative_to(package_of(file).parent).as_posix()


@cache
def package_of(file: Path) -> Path:
    """The folder of the outermost package that a file is in; else the file's own folder."""
    folder = file.parent
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def sources(files: Iterable[Path]) -> set[Path]:
    """Every file whose text or constants end up in the machine code of some files.

    Those are the files themselves, the modules that they import when they are loaded, directly or
    through others, and the data files beside them that their text names.
    """
    left = list(files)
    found = set(left)
    while left:
        file = left.pop()
        if file.suffix == ".py":
            new = set(used(file)) - found
            found |= new
            left += new
    return found


@cache
def used(file: Path) -> frozenset[Path]:
    """The modules that a file imports, of its own package and this one, and its data files."""
    text = file.read_bytes()
    data = (file.parent / name.decode() for name in DATA_FILE.findall(text))
    return frozenset(other for other in (*imported(file, text), *data) if other.is_file())


def imported(file: Path, text: bytes) -> Iterator[Path]:
    """Where the modules would be that a module imports when it is loaded."""
    for source, names, plain in IMPORT.findall(text):
        module = module_path(file, (source or plain).decode())
        if module is None:
            continue
        inside = [module / f"{name}.py" for name in re.findall(r"\w+", names.decode())]
        yield from inside
        if not inside or not all(submodule.exists() for submodule in inside):
            yield module.with_name(f"{module.name}.py")
            yield module / "__init__.py"


def module_path(file: Path, name: str) -> Path | None:
    """The path of an imported module, without its suffix; None if it is another library's."""
    dots = len(name) - len(name.lstrip("."))
    if dots:
        return file.parents[dots - 1].joinpath(*filter(None, name.split(".")))
    package = PACKAGE if name.split(".")[0] == PACKAGE.name else package_of(file)
    if not (package / "__init__.py").exists():
        return package.joinpath(*name.split("."))
    if name.split(".")[0] != package.name:
        return None  # which lies beside this package where both are installed
    return package.parent.joinpath(*name.split("."))


@cache
def is_writable(folder: Path) -> bool:
    """Whether kernels can be kept in a folder; if not, they are compiled at every start."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def mark_used(folder: Path) -> None:
    """Notes by a folder's time, once a day, that it is used: others are removed some day."""
    with suppress(OSError):
        if time.time() - folder.stat().st_mtime > DAY:
            os.utime(folder)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Waits until no other process holds a file's lock, where the system has such locks."""
    try:
        import fcntl

        handle = file.open("ab")
    except (ImportError, OSError):
        yield
        return
    with handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
