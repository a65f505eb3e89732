"""Loads the compiled code of a game: `game.kernels("search")`.

Numba keeps no compiled code for kernels that get other kernels as arguments, so code that serves
every game is written once, in `per_game/`, against the names `rules`, `evaluation` and so on, and
executed once for each game under a module name of its own. Numba tells compiled versions apart by
source file and argument types only, so every kernel in such a file takes a state.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from atlantis_games.core.contract import Evaluation, Observation, Rules
from atlantis_games.kernels.cache import package_of

FOLDER = Path(__file__).parent / "per_game"
MODULES: Mapping[str, tuple[str, ...]] = {  # what can be asked for, with what is bound in it
    "engine": ("chance",),
    "search": ("chance",),
    "contest": ("search",),
    "batch": ("chance",),
    "opponents": ("search", "batch"),
}


class GameKernels:
    """The compiled code of one game; each module is loaded and compiled when it is first used."""

    def __init__(
        self, game: str, rules: Rules, evaluation: Evaluation, observation: Observation
    ) -> None:
        self.game = game
        self.bound = {"rules": rules, "evaluation": evaluation, "observation": observation}
        self.package = package_of(Path(getattr(rules, "__file__", __file__)))
        self.modules: dict[str, ModuleType] = {}
        self.preparing: set[str] = set()
        self.prepared: set[str] = set()
        self.lock = RLock()

    def __call__(self, module: str) -> Any:
        """The functions of per_game/MODULE.py for this game, compiled."""
        if module not in self.prepared:
            from atlantis_games.games import game_named
            from atlantis_games.kernels.prepare import prepare

            with self.lock:
                if module not in self.preparing | self.prepared:  # preparing uses it, too
                    self.preparing.add(module)
                    try:
                        prepare(game_named(self.game), module, self.load(module))
                        self.prepared.add(module)
                    finally:
                        self.preparing.discard(module)
        return self.modules[module]

    def load(self, module: str) -> ModuleType:
        """Executes a file, and those it calls into, with this game's kernels bound in it."""
        if module not in self.modules:
            others = {name: self.load(name) for name in MODULES.get(module, ())}
            name = f"atlantis_games.kernels.per_game.{module}_{self.game}"
            spec = importlib.util.spec_from_file_location(name, FOLDER / f"{module}.py")
            assert spec is not None
            assert spec.loader is not None
            loaded = importlib.util.module_from_spec(spec)
            vars(loaded).update(self.bound, **others, game_package=self.package)
            sys.modules[name] = loaded
            spec.loader.exec_module(loaded)
            self.modules[module] = loaded
        return self.modules[module]


def bound(names: Mapping[str, Any], name: str) -> Any:
    """What is bound to a name in a file of `per_game/`; it cannot be imported like others."""
    if name not in names:
        raise ImportError(f"{names['__name__']} is loaded once per game: use game.kernels(...).")
    return names[name]
