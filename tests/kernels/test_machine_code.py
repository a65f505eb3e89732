"""Large kernels are compiled once and called; each process finds what another compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_games.kernels.compiler import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

STEPS = "\n".join(f"    total ^= total * numbers[{place}] % {place + 3}" for place in range(100))
KERNELS = f"""
from atlantis_games.kernels.numba import kernel

@kernel
def large(numbers, total):
{STEPS}
    return total

@kernel
def small(numbers, total):
    return large(numbers, total) + 1

@kernel
def outer(numbers, total):
    return small(numbers, total) + large(numbers, 2)
"""
PROGRAM = """
import numpy as np, pieces
numbers = np.arange(100)
print(pieces.outer(numbers, 7), pieces.outer.py_func(numbers, 7), pieces.outer.stats.cache_hits,
      len(pieces.large.inner.stats.cache_misses), len(pieces.large.inner.overloads))
"""


def run(folder: Path, cache: Path) -> list[str]:
    """What a new process prints that uses the kernels of a folder."""
    variables = {**os.environ, "ATLANTIS_CACHE": str(cache), "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(
        command, env=variables, capture_output=True, text=True, check=True
    ).stdout.split()


def test_a_kernel_from_the_cache_brings_the_large_ones_that_it_calls(tmp_path: Path) -> None:
    """Also where another process has to compile them again, under the same name."""
    (tmp_path / "pieces.py").write_text(KERNELS)
    cache = tmp_path / "cache"
    result, plain, *first = run(tmp_path, cache)
    assert result == plain
    assert first[1:] == ["1", "1"]  # compiled once for two callers that give it constants or not
    assert run(tmp_path, cache)[:2] == [result, plain]
    files = list(cache.glob("*/pieces.large.inner*"))
    assert files
    for file in files:
        file.unlink()
    assert run(tmp_path, cache)[:2] == [result, plain]
