"""The only importer of Numba: how rules are compiled, and where the machine code is kept.

A kernel is a plain Python function that Numba compiles on first use. The compiled code is kept in
the user's cache folder, in a folder named by a fingerprint of every kernel source, because Numba
itself does not notice an edit in a file that a kernel merely calls into.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

PACKAGE = Path(__file__).parent.parent

Function = TypeVar("Function", bound=Callable[..., Any])

# A record of a game's state, seen from inside a kernel: fields are attributes.
State = Any


def kernel_sources() -> list[Path]:
    """Every file whose text ends up in machine code."""
    files = sorted(p for p in PACKAGE.rglob("*") if p.suffix in {".py", ".toml"})
    return [
        file
        for file in files
        if file.name in {"tables.py", "board.toml"} or b"@kernel" in file.read_bytes()
    ]


def cache_folder() -> Path:
    """Where compiled kernels are kept: one folder per place and state of the sources."""
    digest = hashlib.sha256(f"{sys.version}{version('numba')}{PACKAGE}".encode())
    for file in kernel_sources():
        digest.update(file.read_bytes())
    kind = "checked-" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    home = os.environ.get("ATLANTIS_CACHE") or Path(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "atlantis"
    )
    return Path(home, kind + digest.hexdigest()[:16])


CACHE = cache_folder()
os.environ.setdefault("NUMBA_CACHE_DIR", str(CACHE))

import numba  # noqa: E402  (Numba reads the folder's name when it is imported)
from llvmlite import ir  # noqa: E402
from numba import types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


def kernel(function: Function) -> Function:
    """Marks a function as a kernel: compiled, kept on disk, run without the interpreter's lock."""
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(Function, compiled)


def instruction(build: Callable[[Any, Any], Any], plain: Callable[[int], int]) -> Any:
    """A processor's instruction on a 64-bit mask for kernels; uncompiled, a plain function."""

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
    """The same as `spread` without compilation."""
    for bit in range(64):
        out[first + bit] = int(mask) >> bit & 1


def typed_spread(typing_context: Any, out: Any, first: Any, mask: Any) -> Any:
    """Builds `spread`: 64 bits become 64 bytes in a register, which is stored as a whole."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        bits = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), 64))
        row = ir.VectorType(ir.IntType(8), 64)
        place = builder.bitcast(builder.gep(array.data, [args[1]]), row.as_pointer())
        builder.store(builder.zext(bits, row), place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.uint64), generate


# Writes a mask as 64 bytes of 0 or 1 from a place in a row of bytes on. No index is checked.
spread: Any = intrinsic(typed_spread) if COMPILED else plain_spread

LINE = 64  # bytes that a processor fetches at once


def typed_fetch(typing_context: Any, rows: Any, at: Any) -> Any:
    """Builds `fetch`: the processor's own instruction."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, number = ir.IntType(8), ir.IntType(32)
        place = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [args[1]])
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch.p0", fnty=kind)
        for_writing, keep, data = (
            ir.Constant(number, 1),
            ir.Constant(number, 3),
            ir.Constant(number, 1),
        )
        builder.call(prefetch, [place, for_writing, keep, data])
        return context.get_dummy_value()

    return types.void(rows, types.intp), generate


# Has the line of memory fetched that is so many bytes into an array. No index is checked.
fetch: Any = intrinsic(typed_fetch) if COMPILED else lambda rows, at: None

ONE = np.uint64(1)


@kernel
def nth(mask: Any, number: int) -> int:
    """The number of the set bit that has so many set bits below it."""
    for _ in range(number):
        mask &= mask - ONE
    return lowest(mask)
