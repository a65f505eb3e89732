"""Loads a source file once per game, with that game's rules bound in it.

Numba keeps no compiled code for kernels that get other kernels as arguments, so code that serves
every game (stepping, random play, search) is written once, as a template that calls `rules.apply`
and the like, and is executed once for each game under a name of its own. Every kernel in a template
takes a state: Numba tells compiled versions apart by the types of their arguments only.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def load(file: Path, name: str, **bound: object) -> ModuleType:
    """The template as a module for one game, with the given names bound in its globals."""
    full_name = f"{file.stem}_{name}"
    if full_name not in sys.modules:
        spec = importlib.util.spec_from_file_location(full_name, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        vars(module).update(bound)
        sys.modules[full_name] = module
        spec.loader.exec_module(module)
    return sys.modules[full_name]
