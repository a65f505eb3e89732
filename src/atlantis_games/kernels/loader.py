"""Loads the compiled code of a game: `game.kernels("search")`.

Numba keeps no compiled code for kernels that get other kernels as arguments, so code that serves
every game is written once, in `per_game/`, against the names `rules`, `evaluation` and so on, and
executed once for each game under a module name of its own. What it compiles is kept apart by the
sources of what is bound in it (cache.py).
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

from atlantis_games.kernels import no_features
from atlantis_games.kernels.cache import cache_folder

if TYPE_CHECKING:
    from atlantis_games.core.contract import Evaluation, Features, Observation, Rules

FOLDER = Path(__file__).parent / "per_game"
BOUND: Mapping[str, tuple[str, ...]] = {  # the files of `per_game/`, with what is bound in each
    "chance": ("rules",),
    "engine": ("rules", "chance"),
    "simulation": ("rules", "engine"),
    "deltas": ("rules", "engine"),
    "net": ("rules", "evaluation", "features"),
    "looking": ("rules", "evaluation"),
    "search": ("rules", "evaluation", "features", "chance", "net", "looking"),
    "contest": ("rules", "search"),
    "selfplay": ("rules", "evaluation", "features", "search"),
    "batch": ("rules", "observation", "chance"),
    "opponents": ("rules", "observation", "search", "batch"),
}
MODULES = (  # what can be asked for
    *("engine", "deltas", "simulation", "search", "contest", "selfplay", "batch", "opponents"),
)


class GameKernels:
    """The compiled code of one game; each module is loaded and compiled when it is first used."""

    def __init__(
        self,
        game: str,
        rules: Rules,
        evaluation: Evaluation,
        observation: Observation,
        features: Features | None = None,
    ) -> None:
        self.game = game
        self.bound = {
            "rules": rules,
            "evaluation": evaluation,
            "observation": observation,
            "features": features or no_features,
        }
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

    def files(self, module: str) -> tuple[Path, ...]:
        """A file of `per_game/`, and those of the modules that are bound in it."""
        files = {FOLDER / f"{module}.py": None}
        for name in BOUND[module]:
            source = Path(getattr(self.bound.get(name), "__file__", __file__))
            files |= dict.fromkeys(self.files(name) if name in BOUND else (source,))
        return tuple(files)

    def folder(self, module: str) -> Path:
        """Where a module's kernels are kept, under a name that tells all of their sources."""
        return cache_folder(*self.files(module))

    def load(self, module: str) -> ModuleType:
        """Executes a file, and those it calls into, with this game's kernels bound in it."""
        if module not in self.modules:
            others = {name: self.load(name) for name in BOUND[module] if name in BOUND}
            name = f"atlantis_games.kernels.per_game.{module}_{self.game}"
            spec = importlib.util.spec_from_file_location(name, FOLDER / f"{module}.py")
            assert spec is not None
            assert spec.loader is not None
            loaded = importlib.util.module_from_spec(spec)
            files = self.files(module)[1:]
            vars(loaded).update(self.bound, **others, bound_files=files)
            sys.modules[name] = loaded
            spec.loader.exec_module(loaded)
            self.modules[module] = loaded
        return self.modules[module]


def bound(names: Mapping[str, Any], name: str) -> Any:
    """What is bound to a name in a file of `per_game/`; it cannot be imported like others."""
    if name not in names:
        raise ImportError(f"{names['__name__']} is loaded once per game: use game.kernels(...).")
    return names[name]
