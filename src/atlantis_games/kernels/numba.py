"""What kernels are written with: the mark of a kernel, and instructions that Numba lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from atlantis_games.core.actors import State
from atlantis_games.kernels.compiler import COMPILED, inlined_kernel, kernel
from atlantis_games.kernels.shipped import deposits_quickly

__all__ = [
    "COMPILED",
    "LINE",
    "State",
    "count",
    "dense",
    "dot",
    "fetch",
    "highest",
    "inlined_kernel",
    "kernel",
    "lowest",
    "nth",
    "spread",
]

WIDTH = 32  # numbers that a processor adds at once in `dense` and `dot`: units of a net's layer
TERMS = 4  # further numbers in a row of `dense`
MAX_VALUES = 1024  # that `dense` takes

builders: Any = cgutils  # which has no types


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
nth: Callable[[Any, int], int] = deposited_nth if deposits_quickly() else looped_nth


# What nets are made of. Sums are kept in registers; products are rounded before they are added, on
# every processor, so that a bot chooses the same moves on all of them.


def plain_dense(weights: Any, first: int, values: Any, source: int, count: int, out: int) -> None:
    """Adds up rows one by one."""
    row = WIDTH + TERMS
    total = weights[first : first + row].copy()
    for number in range(count):
        if values[source + number] != 0:
            at = first + (number + 1) * row
            total += values[source + number] * weights[at : at + row]
    values[out : out + WIDTH] = np.maximum(total[:WIDTH], np.float32(0.0))
    values[out + WIDTH : out + row] = total[WIDTH:]


def plain_dot(weights: Any, first: int, values: Any, source: int) -> Any:
    """Adds products up as a tree, in the order of `dot`."""
    total = weights[first : first + WIDTH] * values[source : source + WIDTH]
    while len(total) > 1:
        total = total[: len(total) // 2] + total[len(total) // 2 :]
    return total[0]


FLOAT = ir.FloatType()
WIDE, NARROW = ir.VectorType(FLOAT, WIDTH), ir.VectorType(FLOAT, TERMS)


def vector_at(builder: Any, data: Any, index: Any, kind: Any) -> Any:
    """The address of a vector in an array of floats."""
    return builder.bitcast(builder.gep(data, [index]), kind.as_pointer())


def repeated(builder: Any, value: Any, kind: Any) -> Any:
    """A vector of the same number in every place."""
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.IntType(32)(0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), places)


def typed_dense(
    typing_context: Any, weights: Any, first: Any, values: Any, source: Any, count: Any, out: Any
) -> Any:
    """Generates `dense`: a loop with its sums in vector registers.

    Values that are not zero are listed first, without a branch: half of the guesses of a processor
    whether to skip a row would be wrong, and cost more than the row.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        table, start, numbers, begin, length, target = args
        table = context.make_array(signature.args[0])(context, builder, table).data
        numbers = context.make_array(signature.args[2])(context, builder, numbers).data
        index = start.type
        wide_at, narrow_at = start, builder.add(start, index(WIDTH))
        sums = []
        for kind, at in ((WIDE, wide_at), (NARROW, narrow_at)):
            place = builders.alloca_once(builder, kind)
            builder.store(builder.load(vector_at(builder, table, at, kind), align=4), place)
            sums.append((kind, place, at))
        used = builders.alloca_once(builder, index, index(MAX_VALUES))
        amount = builders.alloca_once_value(builder, index(0))
        with builders.for_range(builder, length) as loop:
            number = builder.load(builder.gep(numbers, [builder.add(begin, loop.index)]))
            before = builder.load(amount)
            builder.store(loop.index, builder.gep(used, [before]))
            is_used = builder.fcmp_unordered("!=", number, FLOAT(0.0))
            builder.store(builder.add(before, builder.zext(is_used, index)), amount)
        with builders.for_range(builder, builder.load(amount)) as loop:
            place_of = builder.load(builder.gep(used, [loop.index]))
            number = builder.load(builder.gep(numbers, [builder.add(begin, place_of)]))
            row = builder.mul(builder.add(place_of, index(1)), index(WIDTH + TERMS))
            for kind, place, at in sums:
                there = vector_at(builder, table, builder.add(at, row), kind)
                factor = repeated(builder, number, kind)
                product = builder.fmul(builder.load(there, align=4), factor)
                builder.store(builder.fadd(builder.load(place), product), place)
        (_, wide, _), (_, narrow, _) = sums
        total, nothing = builder.load(wide), ir.Constant(WIDE, [0.0] * WIDTH)
        positive = builder.fcmp_ordered(">", total, nothing)
        total = builder.select(positive, total, nothing)
        builder.store(total, vector_at(builder, numbers, target, WIDE), align=4)
        terms_at = builder.add(target, index(WIDTH))
        terms = builder.load(narrow)
        builder.store(terms, vector_at(builder, numbers, terms_at, NARROW), align=4)
        return context.get_dummy_value()

    sizes = (types.intp,) * 3
    return types.void(weights, types.intp, values, *sizes), generate


def typed_dot(typing_context: Any, weights: Any, first: Any, values: Any, source: Any) -> Any:
    """Generates `dot`: one product of vectors, its halves added until one number is left."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        loaded = []
        for number in (0, 2):
            array = context.make_array(signature.args[number])(context, builder, args[number])
            there = vector_at(builder, array.data, args[number + 1], WIDE)
            loaded.append(builder.load(there, align=4))
        total, size = builder.fmul(*loaded), WIDTH
        while size > 1:
            size //= 2
            halves = [
                builder.shuffle_vector(
                    total,
                    ir.Constant(total.type, ir.Undefined),
                    ir.Constant(
                        ir.VectorType(ir.IntType(32), size), list(range(half, half + size))
                    ),
                )
                for half in (0, size)
            ]
            total = builder.fadd(*halves)
        return builder.extract_element(total, ir.IntType(32)(0))

    return types.float32(weights, types.intp, values, types.intp), generate


# dense(weights, first, values, source, count, out): a layer of a net, unchecked. A row of weights
# is added for the bias and for each of `count` values, times the value; what is below zero in its
# WIDTH units becomes zero, and the TERMS after them stay as they are.
dense: Any = intrinsic(typed_dense) if COMPILED else plain_dense

# dot(weights, first, values, source): the sum of WIDTH products, unchecked.
dot: Any = intrinsic(typed_dot) if COMPILED else plain_dot
