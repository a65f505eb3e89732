"""Large kernels are compiled once and called; each process finds what another compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_games.kernels.compiler import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

STEPS = "\n".join(
    f"    total ^= total * record.numbers[{place}] % {place + 3}" for place in range(100)
)
KERNELS = f"""
from atlantis_games.kernels.numba import kernel

@kernel
def large(record, total):
{STEPS}
    return total

@kernel
def small(record, total):
    return large(record, total) + 1

@kernel
def first(records, total):
    return small(records[0], total) + large(records[0], 2)

@kernel
def second(records, total):
    return small(records[0], total) - 1
"""
PROGRAM = """
import sys, numpy as np, pieces
from numba import types
for number in range(int(sys.argv[2])):  # which gives later types other numbers
    types.Array(types.int64, 20 + number, "C")
records = np.zeros(1, np.dtype((np.record, [("numbers", np.int64, (100,))])))
records["numbers"][:] = np.arange(100)
function = getattr(pieces, sys.argv[1])
print(function(records, 7), function.py_func(records, 7))
"""


def run(folder: Path, cache: Path, name: str, new_types: int = 0) -> None:
    """Lets a new process compare a kernel of a folder, compiled or kept, with its Python."""
    variables = {**os.environ, "ATLANTIS_CACHE": str(cache), "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", PROGRAM, name, str(new_types)]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    result, plain = done.stdout.split()
    assert result == plain


def versions(cache: Path) -> list[Path]:
    """The versions that are kept of the large kernel."""
    return list(cache.glob("*/pieces.large.inner-*.nbc"))


def test_a_kernel_from_the_cache_brings_the_large_ones_that_it_calls(tmp_path: Path) -> None:
    """Whichever process compiled them, directly or through what it contains."""
    (tmp_path / "pieces.py").write_text(KERNELS)
    cache = tmp_path / "cache"
    run(tmp_path, cache, "first")
    assert len(versions(cache)) == 1  # for callers that give it a constant or not
    run(tmp_path, cache, "second", 5)  # contains what the first process compiled
    run(tmp_path, cache, "second")  # from the cache alone
    for file in cache.glob("*/pieces.large.inner*"):
        file.unlink()
    run(tmp_path, cache, "second", 9)  # compiles it again, under the same name
    run(tmp_path, cache, "first")
    assert len(versions(cache)) == 1
