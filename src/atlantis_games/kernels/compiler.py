"""How kernels are compiled, kept and found again.

A kernel is a plain Python function that Numba compiles on first use and keeps in the folder that
`cache.py` names. A platform wheel brings some of them compiled (`shipped.py`). Large kernels are
compiled once and called; `machine_code.py` does that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.core.registry import CPUDispatcher

from atlantis_games.kernels.cache import is_writable, locked, mark_used
from atlantis_games.kernels.machine_code import KernelCompiler, folder_of, note_entry
from atlantis_games.kernels.shipped import baseline, shipped_folder

settings: Any = config  # which has no types, like the next two
kinds: Any = types
dispatcher: Any = CPUDispatcher
COMPILED = not settings.DISABLE_JIT
INNER = ".inner"  # in the names of files with what only kernels call
OPTIONS = {
    **{"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None},
    "no_cfunc_wrapper": True,
}

Function = TypeVar("Function", bound=Callable[..., Any])


class LockedCacheFile(IndexDataCacheFile):
    """Numba's index of a function's versions, written by one process at a time.

    Without the lock, two processes that compile at once could give the same number to two
    versions, and a caller would be handed the wrong machine code.
    """

    def save(self, key: Any, data: Any) -> None:
        """Adds a compiled version."""
        with locked(Path(self._cache_path, "lock")):
            super().save(key, data)  # type: ignore[no-untyped-call]


class KernelFolder(_CacheLocator):
    """Says where a kernel is kept; the folder's name tells its sources, so it is never stale."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.folder = folder
        self.line = function.__code__.co_firstlineno
        self._py_file = function.__code__.co_filename  # which Numba names in warnings

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self.folder)

    def get_source_stamp(self) -> str:
        """The same for all that is kept in a folder."""
        return self.folder.name

    def get_disambiguator(self) -> str:
        """Tells functions of the same name apart."""
        return str(self.line)


class KernelCacheParts(CompileResultCacheImpl):
    """How Numba writes and reads a kernel, in our folder instead of one that it looks for."""

    def __init__(self, function: Callable[..., Any], folder: Path, kind: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelFolder(function, folder)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}{kind}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]


class KernelCache(FunctionCache):
    """The compiled versions of one kernel in one folder."""

    def __init__(self, function: Callable[..., Any], folder: Path, kind: str) -> None:
        self.folder = folder
        self._name = repr(function)
        self._py_func = function
        self._impl = KernelCacheParts(function, folder, kind)
        self._cache_path = str(folder)
        self._cache_file = LockedCacheFile(self._cache_path, self._impl.filename_base, folder.name)  # type: ignore[no-untyped-call]
        self.enable()  # type: ignore[no-untyped-call]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A kept version; one that cannot be read is compiled again."""
        with suppress(OSError):
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a version where that is possible; else it is compiled at every start."""
        if is_writable(self.folder):
            with suppress(OSError):  # such as a full disk
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class ShippedCache(KernelCache):
    """The versions of a kernel that a platform wheel brought, for a kind of processor."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Numba's key, with the kind of processor in the place of the one that is here."""
        signature, (system, *_), code = super()._index_key(sig, codegen)  # type: ignore[no-untyped-call]
        kind = baseline()
        assert kind is not None
        return signature, (system, *kind.settings.values()), code


class UserCache(KernelCache):
    """The versions that were compiled here, and behind them those that were shipped."""

    def __init__(self, function: Callable[..., Any], folder: Path, kind: str) -> None:
        super().__init__(function, folder, kind)
        shipped = shipped_folder(folder)
        self.shipped = ShippedCache(function, shipped, kind) if shipped else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A version for this very processor, else one that was shipped."""
        found = super().load_overload(sig, target_context)
        if found is not None:
            mark_used(self.folder)
        elif self.shipped is not None:
            found = self.shipped.load_overload(sig, target_context)
        if found is not None:
            note_entry(found, self._py_func)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a version that was compiled just now."""
        note_entry(data, self._py_func)
        super().save_overload(sig, data)


class Kernel(CPUDispatcher):
    """A function that can be called from Python, and from kernels.

    Numba would give every kernel what calls from Python need, though most are called by kernels
    only; here those are compiled apart from what Python calls.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=KernelCompiler)
        options = {**options, "no_cpython_wrapper": True}
        self.inner = dispatcher(function, targetoptions=options, pipeline_class=KernelCompiler)
        folder = folder_of(function)
        self._cache = UserCache(function, folder, "")
        self.inner._cache = UserCache(function, folder, INNER)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The types of a call from a kernel."""
        names = {name: widened(kind) for name, kind in kws.items()}
        return self.inner.get_call_template(tuple(map(widened, args)), names)

    def get_overload(self, sig: Any) -> Any:
        """What a kernel calls."""
        return self.inner.get_overload(sig)


def widened(kind: Any) -> Any:
    """The type that a kernel takes an argument as, so that it has few versions.

    Constants are taken as any number of their type, and small integers as larger ones, with which
    Numba calculates alike. Unsigned ones get 32 bits: with 64, their sum with a signed one would be
    a float.
    """
    kind = kinds.unliteral(kind)
    if isinstance(kind, kinds.Integer) and kind.signed:
        return kinds.int64
    if isinstance(kind, kinds.Integer) and kind.bitwidth < kinds.uint64.bitwidth:
        return kinds.uint32
    return kind


def kernel(function: Function) -> Function:
    """Marks a function as a kernel: compiled, kept on disk, run without the interpreter's lock."""
    return compiled(function, forceinline=False)


def inlined_kernel(function: Function) -> Function:
    """Marks a short kernel in a hot loop that every caller is to contain."""
    return compiled(function, forceinline=True)


def compiled(function: Function, forceinline: bool) -> Function:
    """A function that Numba compiles and keeps in the folder of its sources."""
    if not COMPILED:
        return function
    return cast(Function, Kernel(function, {**OPTIONS, "forceinline": forceinline}))
