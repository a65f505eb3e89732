"""Where compiled kernels are kept: one folder for each state of the sources they come from.

Numba notices an edit in a kernel's own file, but not in a file that the kernel calls into or takes
constants from. So the folder's name is a fingerprint of all of them.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent.parent
IMPORT = re.compile(rb"^(?:from +([\w.]+) +import +(\([^)]*\)|.+)|import +([\w.]+))", re.M)
KERNEL = re.compile(rb"^@(?:inlined_)?kernel\b", re.M)
DATA_FILE = re.compile(rb"[\w-]+\.(?:toml|json|csv|npy|npz)\b")


def home() -> Path:
    """The folder of all compiled kernels; the variable ATLANTIS_CACHE names another."""
    chosen = os.environ.get("ATLANTIS_CACHE")
    return Path(chosen) if chosen else user_cache_path("atlantis", appauthor=False)


def package_of(file: Path) -> Path:
    """The folder of the outermost package that a file is in; else the file's own folder."""
    folder = file.parent
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@cache
def cache_folder(package: Path = PACKAGE) -> Path:
    """Where the kernels of a package are kept, which may call into kernels of this one."""
    digest = hashlib.sha256(f"{sys.version}{version('numba')}{PACKAGE}{package}".encode())
    for folder in {PACKAGE: None, package: None}:
        for file in kernel_sources(folder):
            digest.update(f"{file.relative_to(folder)}\n".encode())
            digest.update(file.read_bytes())
    kind = "checked-" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return home() / (kind + digest.hexdigest()[:16])


def kernel_sources(package: Path) -> list[Path]:
    """Every file of a package whose text or constants end up in machine code.

    Those are the files with kernels, the modules of the package that they import, directly or
    through others, and the data files beside them that their text names.
    """
    pattern = "**/*.py" if (package / "__init__.py").exists() else "*.py"
    texts = {file: file.read_bytes() for file in package.glob(pattern)}
    left = [file for file, text in texts.items() if KERNEL.search(text)]
    found = set(left)
    while left:
        file = left.pop()
        new = {other for other in imported(package, file, texts[file]) if other in texts} - found
        found |= new
        left += new
    data = {
        file.parent / name.decode() for file in found for name in DATA_FILE.findall(texts[file])
    }
    return sorted(found | {file for file in data if file.is_file()})


def imported(package: Path, file: Path, text: bytes) -> Iterator[Path]:
    """The files of a package that a module imports when it is loaded."""
    for source, names, plain in IMPORT.findall(text):
        module = module_path(package, file, (source or plain).decode())
        inside = [module / f"{name}.py" for name in re.findall(r"\w+", names.decode())]
        yield from inside
        if not inside or not all(submodule.exists() for submodule in inside):
            yield module.with_name(f"{module.name}.py")
            yield module / "__init__.py"


def module_path(package: Path, file: Path, name: str) -> Path:
    """The path of an imported module, without its suffix."""
    dots = len(name) - len(name.lstrip("."))
    top = package.parent if (package / "__init__.py").exists() else package
    return (file.parents[dots - 1] if dots else top).joinpath(*filter(None, name.split(".")))


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
