"""The games, by name. A game of this package is a folder beside the others and a name here.

A game of another distribution is found through the entry point group `atlantis_games`: the name of
the entry point is the game's, and it leads to its `Game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from atlantis_games.core.contract import Game

BUILT_IN = ("causeway", "escape")
GROUP = "atlantis_games"


class Games(Mapping[str, "Game"]):
    """Every game that is installed; each is imported when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game] = {}

    @cached_property
    def _sources(self) -> dict[str, EntryPoint]:
        from importlib.metadata import EntryPoint, entry_points  # too slow for `atlantis --help`

        found = {point.name: point for point in entry_points(group=GROUP)}
        own = {name: EntryPoint(name, f"{__name__}.{name}:GAME", GROUP) for name in BUILT_IN}
        return own | {name: point for name, point in sorted(found.items()) if name not in own}

    def __getitem__(self, name: str) -> Game:
        if name not in self._loaded:
            self._loaded[name] = self._sources[name].load()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)


GAMES = Games()


def game_named(name: str) -> Game:
    """One of the games by its name."""
    if name not in GAMES:
        raise BadRequest(f"There is no game {name!r}; there are {' and '.join(GAMES)}.")
    return GAMES[name]
