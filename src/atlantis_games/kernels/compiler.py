"""How Numba compiles kernels and keeps them: dispatchers, libraries and caches of our own.

A kernel that Python calls becomes machine code. One that only other kernels call is *inner*: it is
kept as optimised code for its callers to contain, without the wrappers and the machine code that
nobody would use, which is quicker to compile and smaller to keep.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import local
from typing import Any

from llvmlite import binding
from numba import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher

from atlantis_games.kernels.cache import is_writable, locked

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
INNER = "inner"  # in the keys and the files of inner kernels

mode = local()  # is_inner: whether this thread compiles for another kernel


@contextmanager
def for_another_kernel() -> Iterator[None]:
    """What is compiled in this block is called by kernels only."""
    before = getattr(mode, "is_inner", False)
    mode.is_inner = True
    try:
        yield
    finally:
        mode.is_inner = before


def is_inner() -> bool:
    """Whether what is compiled now is called by kernels only."""
    return getattr(mode, "is_inner", False)


class NoEntry:
    """Stands for the entry point of an inner kernel, which Python cannot call."""


class InnerLibrary(JITCodeLibrary):
    """The optimised code of an inner kernel: for callers to contain, never machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class KernelCompiler(Compiler):
    """Numba's compiler, which puts inner kernels into libraries of their own kind."""

    def define_pipelines(self) -> Any:
        """Numba's own steps."""
        if self.state.flags.no_compile:
            name = self.state.func_id.func_qualname
            self.state.library = InnerLibrary(self.state.targetctx.codegen(), name)
        return super().define_pipelines()


class KernelDispatcher(CPUDispatcher):
    """A kernel with its compiled versions."""

    def __init__(self, function: Callable[..., Any], forceinline: bool) -> None:
        options = {**OPTIONS, "forceinline": forceinline, "no_cfunc_wrapper": True}
        super().__init__(function, {}, options, pipeline_class=KernelCompiler)
        self._compiler._customize_flags = flags_for_now

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a kernel calls: one version for all signed numbers, written out or not."""
        with for_another_kernel():
            return super().get_call_template(tuple(map(widened, args)), kws)

    def compile(self, sig: Any) -> Any:
        """Compiles a version, and again if Python calls one that only kernels called before."""
        args = tuple(sig.args if hasattr(sig, "args") else sig)
        found = self.overloads.get(args)
        if found is not None and isinstance(found.entry_point, NoEntry) and not is_inner():
            del self.overloads[args]
        return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Takes up a compiled version; Python is not offered those of inner kernels."""
        if cres.entry_point is None:
            cres = cres._replace(entry_point=NoEntry())
            self.targetctx.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
        if isinstance(cres.entry_point, NoEntry):
            self.overloads[tuple(cres.signature.args)] = cres
        else:
            super().add_overload(cres)


def flags_for_now(flags: Any) -> Any:
    """Numba's settings for what is compiled now."""
    if is_inner():
        flags.no_compile = True
        flags.no_cpython_wrapper = True
    return flags


def widened(kind: Any) -> Any:
    """The type that a kernel takes for an argument of some type."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


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
    """How a kernel is written and read, in our folder instead of one that Numba looks for."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelFolder(function, folder)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))

    def reduce(self, data: Any) -> Any:
        """A compiled version, to be written."""
        if data.entry_point is not None and not isinstance(data.entry_point, NoEntry):
            return super().reduce(data)
        library, data.fndesc.typemap, data.fndesc.calltypes = data.library, None, None
        code = library._get_module_for_linking().as_bitcode()
        rest = (data.fndesc, data.environment, data.signature, list(library._reload_init))
        return INNER, library.name, code, *rest

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """A compiled version that was read."""
        if payload[0] != INNER:
            return super().rebuild(target_context, payload)
        _, name, code, fndesc, environment, signature, reload_init = payload
        library = InnerLibrary(target_context.codegen(), name)
        library._final_module = binding.parse_bitcode(code)
        library._reload_init.update(reload_init)
        library._finalized = True
        return CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=NoEntry(),
            fndesc=fndesc,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=(),
        )


class KernelCache(FunctionCache):
    """The compiled versions of one kernel: the user's own, else those that were shipped."""

    def __init__(
        self, function: Callable[..., Any], folder: Path, shipped: Path | None, target: str
    ) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = KernelCacheParts(function, folder)
        self._cache_path = str(folder)
        base, stamp = self._impl.filename_base, folder.name
        self._cache_file = LockedCacheFile(str(folder), base, stamp)
        self.shipped = IndexDataCacheFile(str(shipped), base, stamp) if shipped else None
        self.target = target  # the processor that the shipped ones are for
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        key = super()._index_key(sig, codegen)
        return (*key, INNER) if is_inner() else key

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(OSError, EOFError, pickle.UnpicklingError):  # what is damaged is made again
            found = super()._load_overload(sig, target_context)
            if found is not None or self.shipped is None:
                return found
            key = self._index_key(sig, target_context.codegen())
            data = self.shipped.load((key[0], (key[1][0], self.target, ""), *key[2:]))
            return None if data is None else self._impl.rebuild(target_context, data)
        return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if is_writable(Path(self._cache_path)):
            with suppress(OSError):  # a full disk costs time at the next start, no more
                super()._save_overload(sig, data)
