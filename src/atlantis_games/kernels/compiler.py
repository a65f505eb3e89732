"""How kernels are compiled, kept and found again.

A kernel is a plain Python function that Numba compiles on first use and keeps in the folder that
`cache.py` names. A platform wheel brings some of them compiled (`shipped.py`). Large kernels are
compiled once and called; `machine_code.py` does that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import update_wrapper
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.core.compiler import Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import trigger_event
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from atlantis_games.kernels.cache import is_writable, locked, mark_used
from atlantis_games.kernels.machine_code import KernelCompiler, folder_of, note_entry
from atlantis_games.kernels.shipped import baseline, shipped_folder

settings: Any = config  # which has no types, like the next
kinds: Any = types
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
            super().save(key, data)


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
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))


class KernelCache(FunctionCache):
    """The compiled versions of one kernel in one folder."""

    def __init__(self, function: Callable[..., Any], folder: Path, kind: str) -> None:
        self.folder = folder
        self._name = repr(function)
        self._py_func = function
        self._impl = KernelCacheParts(function, folder, kind)
        self._cache_path = str(folder)
        self._cache_file = LockedCacheFile(self._cache_path, self._impl.filename_base, folder.name)
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A kept version; one that cannot be read is compiled again."""
        with suppress(OSError):
            return super().load_overload(sig, target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a version where that is possible; else it is compiled at every start."""
        if is_writable(self.folder):
            with suppress(OSError):  # such as a full disk
                super().save_overload(sig, data)


class ShippedCache(KernelCache):
    """The versions of a kernel that a platform wheel brought, for a kind of processor."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Numba's key, with the kind of processor in the place of the one that is here."""
        signature, (system, *_), code = super()._index_key(sig, codegen)
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


class KernelFlags(Flags):
    """Numba's settings of a compilation, compared quickly: typing looks them up at every call."""

    def __hash__(self) -> int:
        return FLAGS_HASH

    def __eq__(self, other: object) -> bool:
        if type(other) is KernelFlags and other._values == self._values:
            return True
        return bool(super().__eq__(other))


FLAGS_HASH = hash(Flags())  # which does not depend on their values


class InnerKernel(CPUDispatcher):
    """What kernels call."""

    _compiler: Any
    _cache: Any

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=KernelCompiler)
        self._compiler._customize_flags = KernelFlags

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The types of a call from a kernel."""
        names = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(widened, args)), names)

    def compile(self, sig: Any) -> Any:
        """Loads or compiles a version, as Numba does but without its timers, which take long."""
        with global_compiler_lock, self._compiling_counter:
            arguments, returned = normalize_signature(sig)
            compiled: Any = self.overloads.get(arguments)
            if compiled is None:
                compiled = self._cache.load_overload(sig, self.targetctx)
                if compiled is not None:
                    self.targetctx.insert_user_function(
                        compiled.entry_point, compiled.fndesc, [compiled.library]
                    )
                    self.add_overload(compiled)
                else:
                    told = {"dispatcher": self, "args": arguments, "return_type": returned}
                    with trigger_event("numba:compile", data=told):
                        compiled = self._compiler.compile(arguments, returned)
                    self.add_overload(compiled)
                    self._cache.save_overload(sig, compiled)
            return compiled.entry_point


class Kernel(InnerKernel):
    """A function that can be called from Python, and from kernels.

    Numba would give every kernel what calls from Python need, though most are called by kernels
    only. Here what Python calls is a function of one line, which calls the inner kernel.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.inner = InnerKernel(function, {**options, "no_cpython_wrapper": True})
        super().__init__(caller_of(function, self.inner), options)
        self.py_func = function
        folder = folder_of(function)
        self._cache = UserCache(function, folder, "")
        self.inner._cache = UserCache(function, folder, INNER)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The types of a call from a kernel."""
        return self.inner.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """What a kernel calls."""
        return self.inner.get_overload(sig)


def caller_of(function: Callable[..., Any], inner: InnerKernel) -> Callable[..., Any]:
    """A function with the same arguments that calls a kernel."""
    names = ", ".join(signature(function).parameters)
    source = f"def {function.__name__}({names}):\n    return inner({names})"
    bound_files = function.__globals__.get("bound_files", ())
    variables = {"inner": inner, "bound_files": bound_files, "__name__": function.__module__}
    exec(compile(source, function.__code__.co_filename, "exec"), variables)
    return update_wrapper(cast(Callable[..., Any], variables[function.__name__]), function)


def widened(kind: Any) -> Any:
    """The type that a kernel takes an argument as, so that it has few versions.

    Constants are taken as any number of their type, and small integers as the largest ones, with
    which Numba calculates alike. Only masks of 64 bits stay unsigned.
    """
    kind = kinds.unliteral(kind)
    if isinstance(kind, kinds.Integer) and kind != kinds.uint64:
        return kinds.int64
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
