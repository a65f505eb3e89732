"""The only importer of Numba: how kernels are compiled, and instructions that Numba lacks.

A kernel is a plain Python function that Numba compiles on first use and keeps in the folder that
`cache.py` names.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from numba.extending import intrinsic

from atlantis_games.core.actors import State
from atlantis_games.kernels.cache import cache_folder, is_writable, locked

__all__ = [
    "COMPILED",
    "LINE",
    "State",
    "count",
    "fetch",
    "highest",
    "kernel",
    "lowest",
    "nth",
    "spread",
]

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}

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

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelFolder(function, folder)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]


class KernelCache(FunctionCache):
    """The compiled versions of one kernel."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = KernelCacheParts(function, folder)
        self._cache_path = str(folder)
        self._cache_file = LockedCacheFile(self._cache_path, self._impl.filename_base, folder.name)  # type: ignore[no-untyped-call]
        self.enable()  # type: ignore[no-untyped-call]


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
    bound_files = function.__globals__.get("bound_files", ())  # see loader.py
    folder = cache_folder(Path(function.__code__.co_filename), *bound_files)
    jit = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)
    dispatcher: Any = jit(function)
    if is_writable(folder):
        dispatcher._cache = KernelCache(function, folder)
    return cast(Function, dispatcher)


def instruction(build: Callable[[Any, Any], Any], plain: Callable[[int], int]) -> Any:
    """An instruction on a 64-bit mask for kernels, with a plain function for uncompiled ones."""

    def typed(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return build(builder, args[0])

        return types.int64(types.uint64), generate

    return intrinsic(typed) if COMPILED else lambda mask: plain(int(mask))


FALSE = ir.Constant(ir.IntType(1), 0)
SIXTY_THREE = ir.Constant(ir.IntType(64), 63)

# The number of the lowest bit that is set; 64 when none is.
lowest: Callable[[Any], int] = instruction(
    lambda builder, mask: builder.cttz(mask, FALSE),
    lambda mask: (mask & -mask).bit_length() - 1 if mask else 64,
)

# The number of the highest bit that is set; -1 when none is.
highest: Callable[[Any], int] = instruction(
    lambda builder, mask: builder.sub(SIXTY_THREE, builder.ctlz(mask, FALSE)),
    lambda mask: mask.bit_length() - 1,
)

# How many bits are set.
count: Callable[[Any], int] = instruction(
    lambda builder, mask: builder.ctpop(mask),
    lambda mask: mask.bit_count(),
)


def plain_spread(out: Any, first: int, mask: Any) -> None:
    """Writes 64 bits as 64 bytes, one by one."""
    for bit in range(64):
        out[first + bit] = int(mask) >> bit & 1


def typed_spread(typing_context: Any, out: Any, first: Any, mask: Any) -> Any:
    """Generates `spread`: widens 64 bits to 64 bytes in a register and stores it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        bits = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), 64))
        row = ir.VectorType(ir.IntType(8), 64)
        place = builder.bitcast(builder.gep(array.data, [args[1]]), row.as_pointer())
        builder.store(builder.zext(bits, row), place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.uint64), generate


# spread(row, first, mask): writes 64 bits as bytes of 0 or 1 from an index on, unchecked.
spread: Any = intrinsic(typed_spread) if COMPILED else plain_spread

LINE = 64  # bytes that a processor fetches at once


def typed_fetch(typing_context: Any, array: Any, offset: Any) -> Any:
    """Generates `fetch`: LLVM's own intrinsic."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, number = ir.IntType(8), ir.IntType(32)
        address = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [args[1]])
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
        intrinsic = builder.module.declare_intrinsic("llvm.prefetch.p0", fnty=kind)
        for_writing, keep, data = (ir.Constant(number, value) for value in (1, 3, 1))
        builder.call(intrinsic, [address, for_writing, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


# fetch(array, offset): prefetches the cache line at a byte offset, unchecked.
fetch: Any = intrinsic(typed_fetch) if COMPILED else lambda array, offset: None

ONE = np.uint64(1)


def has_deposit() -> bool:
    """Whether this processor deposits bits in one instruction; some do it in hundreds of steps."""
    features, name = binding.get_host_cpu_features(), binding.get_host_cpu_name()
    return bool(features.get("bmi2")) and name not in {"znver1", "znver2"}


def typed_nth(typing_context: Any, mask: Any, number: Any) -> Any:
    """Generates `nth`: deposits one bit where the mask has its bit of that number."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        bit = builder.call(deposit, [builder.shl(ir.Constant(word, 1), args[1]), args[0]])
        return builder.cttz(bit, FALSE)

    return types.int64(types.uint64, types.int64), generate


@kernel
def looped_nth(mask: Any, number: int) -> int:
    """The same for other processors: removes the lower bits one by one."""
    for _ in range(number):
        mask &= mask - ONE
    return lowest(mask)


# nth(mask, number): the index of the set bit that has so many set bits below it.
deposited_nth: Any = intrinsic(typed_nth) if COMPILED else looped_nth
nth: Callable[[Any, int], int] = deposited_nth if has_deposit() else looped_nth
