"""How kernels are compiled, kept and found again.

A kernel is a plain Python function that Numba compiles on first use and keeps in the folder that
`cache.py` names. A platform wheel brings some of them compiled (`shipped.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from llvmlite import binding
from numba import config
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from atlantis_games.kernels.cache import cache_folder, is_writable, locked, mark_used
from atlantis_games.kernels.shipped import baseline, shipped_folder

settings: Any = config  # which has no types, like the next
dispatcher: Any = CPUDispatcher
COMPILED = not settings.DISABLE_JIT

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

    suffix = ""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelFolder(function, folder)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}{self.suffix}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]


class KernelCache(FunctionCache):
    """The compiled versions of one kernel in one folder."""

    parts = KernelCacheParts

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.folder = folder
        self._name = repr(function)
        self._py_func = function
        self._impl = self.parts(function, folder)
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

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        super().__init__(function, folder)
        shipped = shipped_folder(folder)
        self.shipped = ShippedCache(function, shipped) if shipped else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """A version for this very processor, else one that was shipped."""
        found = super().load_overload(sig, target_context)
        if found is not None:
            mark_used(self.folder)
        elif self.shipped is not None:
            found = self.shipped.load_overload(sig, target_context)
        return found


class InnerCode(JITCodeLibrary):
    """A kernel as its callers contain it: optimised, but without machine code of its own."""

    def _finalize_final_module(self) -> None:
        """Ends where Numba would go on to machine code."""
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Nothing of it can be called from outside."""
        return 0

    @property
    def codegen(self) -> Any:
        """Itself, since it has no machine code whose constants could be set."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Does nothing; `Kernel.compile` sets what the machine code of callers needs."""

    def serialize_using_object_code(self) -> Any:
        """What is kept of it: LLVM's code."""
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


class InnerCompiler(Compiler):
    """Compiles what only kernels call."""

    def __init__(self, typing_context: Any, target_context: Any, library: Any, *rest: Any) -> None:
        code = InnerCode(target_context.codegen(), "kernel")  # type: ignore[no-untyped-call]
        super().__init__(typing_context, target_context, code, *rest)  # type: ignore[no-untyped-call]


class InnerContext:
    """Numba's target, as far as a kept kernel needs it to be read again as inner code."""

    def __init__(self, target: Any) -> None:
        self.target = target
        self.typing_context = target.typing_context
        self.get_executable = target.get_executable

    def codegen(self) -> InnerContext:
        """Itself, which reads the code."""
        return self

    def unserialize_library(self, data: Any) -> InnerCode:
        """The code that was kept."""
        name, _, bitcode = data
        code = InnerCode(self.target.codegen(), name)  # type: ignore[no-untyped-call]
        code._final_module = binding.parse_bitcode(bitcode)
        code._finalize_final_module()
        return code


class InnerCacheParts(KernelCacheParts):
    """How inner code is written and read, in files of its own."""

    suffix = ".inner"

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """What was kept."""
        result = CompileResult._rebuild(InnerContext(target_context), *payload)  # type: ignore[no-untyped-call]
        return result._replace(target_context=target_context)


class InnerCache(KernelCache):
    """The versions of a kernel that other kernels call."""

    parts = InnerCacheParts


class Kernel(CPUDispatcher):
    """A function that is called from Python as machine code, and from kernels as inner code.

    Numba would make machine code, and wrappers for calls from Python, of every kernel, though most
    are called by kernels only.
    """

    def __init__(
        self, function: Callable[..., Any], variables: Any = None, options: Any = None
    ) -> None:
        super().__init__(function, variables, options)
        bound_files = function.__globals__.get("bound_files", ())  # see loader.py
        folder = cache_folder(Path(function.__code__.co_filename), *bound_files)
        self._cache = UserCache(function, folder)
        inner = {**options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        self.inner = dispatcher(function, variables, inner, InnerCompiler)
        self.inner._cache = InnerCache(function, folder)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The types of a call from a kernel."""
        return self.inner.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """What a kernel calls."""
        return self.inner.get_overload(sig)

    def compile(self, sig: Any) -> Any:
        """Machine code for calls from Python."""
        entry = super().compile(sig)
        arguments, _ = normalize_signature(sig)  # type: ignore[no-untyped-call]
        result: Any = self.overloads[tuple(arguments)]
        for environment in result._find_referenced_environments():  # of the kernels it contains
            result.library.codegen.set_env(environment.env_name, environment)
        return entry


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
    options = {
        **{"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None},
        "forceinline": forceinline,
    }
    return cast(Function, Kernel(function, options=options))
