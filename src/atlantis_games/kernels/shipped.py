"""Kernels that a platform wheel brings compiled, for every processor of a stated kind.

They are used where nothing was compiled for this very processor, if it has all that the stated kind
has and Python and Numba are those of the wheel; else kernels are compiled as from any other wheel.
Nothing is ever written here. docs/releasing.md tells how they are made.
"""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding
from numba import config

settings: Any = config  # Numba's, as the user has set them; they have no types
SHIPPED = Path(__file__).parent.parent / "compiled"  # in a platform wheel only


class Baseline(NamedTuple):
    """A kind of processor that compiled kernels can be shipped for, as LLVM names it."""

    name: str
    features: tuple[str, ...]

    @property
    def settings(self) -> dict[str, str]:
        """Numba's variables for a process that compiles for this kind."""
        features = ",".join(f"+{feature}" for feature in self.features)
        return {"NUMBA_CPU_NAME": self.name, "NUMBA_CPU_FEATURES": features}


V3_FEATURES = (
    "64bit avx avx2 bmi bmi2 cmov crc32 cx16 cx8 f16c fma fxsr lzcnt mmx movbe popcnt sahf "
    "sse sse2 sse3 sse4.1 sse4.2 ssse3 xsave"
)
# Intel since 2013 and AMD since 2020: older ones of AMD do not pass `deposits_quickly`.
X86_64_V3 = Baseline("x86-64-v3", tuple(V3_FEATURES.split()))
BASELINES = {"x86_64": X86_64_V3, "amd64": X86_64_V3}  # by the machine's name


@cache
def baseline() -> Baseline | None:
    """The kind of processor that kernels are shipped for, if this one is of that kind."""
    wanted = BASELINES.get(platform.machine().lower())
    is_chosen = settings.CPU_NAME is not None or settings.CPU_FEATURES is not None
    if wanted is None or is_chosen or not deposits_quickly():
        return None
    features = binding.get_host_cpu_features()
    return wanted if all(features.get(feature) for feature in wanted.features) else None


@cache
def deposits_quickly() -> bool:
    """Whether this processor deposits bits in one instruction; some do it in hundreds of steps."""
    features, name = binding.get_host_cpu_features(), binding.get_host_cpu_name()
    return bool(features.get("bmi2")) and name not in {"znver1", "znver2"}


def shipped_folder(folder: Path) -> Path | None:
    """Where the kernels that belong into a folder of the cache came compiled, if they did."""
    shipped = SHIPPED / folder.name
    return shipped if SHIPPED.is_dir() and baseline() and shipped.is_dir() else None
