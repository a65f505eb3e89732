"""How pictures look: the theme's colours, which the page shares, the language, and who plays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from atlantis_games.core.pictures.lettering import can_letter
from atlantis_games.core.texts import Texts

if TYPE_CHECKING:
    from atlantis_games.core.pictures.drawing import Drawing

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a game's picture is drawn with."""

    colours: Mapping[str, str]  # by name, those of the house and of the game
    texts: Texts
    is_dark: bool = False
    names: tuple[str, ...] = ()  # of the players; empty if only their colours are known
    title: str = ""  # above the players
    subtitle: str = ""
    is_wide: bool = True  # wider than high, with the players beside the board
    has_players: bool = True  # else the board alone is drawn

    def name(self, seat: int, colour: str) -> str:
        """What a player is called: by their colour if their name cannot be drawn."""
        given = self.names[seat] if seat < len(self.names) else ""
        return given if given.strip() and can_letter(given) else self.texts.fill(f"colour.{colour}")


@cache
def colours_in(folder: Path, is_dark: bool) -> Mapping[str, str]:
    """The colours of the house and of a folder in a theme; the page reads the same files."""
    found: dict[str, str] = {}
    for file in (HERE / "colours.json", folder / "colours.json"):
        if file.is_file():
            themes = json.loads(file.read_text("utf-8"))
            found |= themes["light"] | (themes["dark"] if is_dark else {})
    return found


class Picture(Protocol):
    """How a game looks, as a picture."""

    def __call__(self, view: dict[str, Any], look: Look) -> Drawing:
        """A view as SVG elements: the board, and the players as all may see them.

        It is made from the view alone, so that it shows nothing that the viewer may not know.
        """
        ...
