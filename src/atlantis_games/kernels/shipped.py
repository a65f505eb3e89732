"""Compiled kernels that come with the package: where they are, and whether they fit this machine.

A platform wheel holds them in `kernels/compiled/`, made by `ship.py` for a baseline of processors.
They are read and never written. Whatever does not fit is compiled here, as without them.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

SHIPPED = Path(__file__).parent / "compiled"
TARGET_FILE = "target.json"
# Features of x86-64-v3, as LLVM calls them: processors since about 2013.
V3 = [
    "avx",
    "avx2",
    "bmi",
    "bmi2",
    "cx16",
    "f16c",
    "fma",
    "lzcnt",
    "movbe",
    "popcnt",
    "sahf",
    "sse3",
    "sse4.1",
    "sse4.2",
    "ssse3",
]
BASELINES = {  # by machine: what LLVM calls the processor, and the features that a host must have
    "x86_64": ("x86-64-v3", V3),
    "amd64": ("x86-64-v3", V3),
    "aarch64": ("generic", []),
    "arm64": ("generic", []),
}
OWN_SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_DEBUGINFO")


class Target(NamedTuple):
    """What compiled kernels depend on."""

    cpu: str
    system: str
    python: str
    numba: str
    llvmlite: str


@cache
def target() -> Target:
    """What kernels that are shipped to a machine like this one depend on."""
    cpu = BASELINES.get(platform.machine().lower(), ("", []))[0]
    tag = sys.implementation.cache_tag or ""
    return Target(cpu, sys.platform, tag, version("numba"), version("llvmlite"))


def fits(features: Mapping[str, bool], has_deposit: bool) -> bool:
    """Whether the kernels in this package were made for machines like this one.

    Somebody who sets what Numba compiles for gets that.
    """
    try:
        made_for = json.loads((SHIPPED / TARGET_FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    needed = BASELINES.get(platform.machine().lower(), ("", []))[1]
    return (
        made_for == list(target())
        and all(features.get(feature) for feature in needed)
        and (has_deposit or not needed)
        and not any(os.environ.get(name) for name in OWN_SETTINGS)
    )


def shipped_folder(folder: Path) -> Path | None:
    """Where the kernels of some sources are in this package, if it holds them."""
    found = SHIPPED / folder.name
    return found if found.is_dir() else None
