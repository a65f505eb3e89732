"""The games, by name. A new game is a folder beside the others and a line here."""

from __future__ import annotations

from atlantis.core.game import Game
from atlantis.games.causeway import GAME as causeway
from atlantis.games.escape import GAME as escape

GAMES: dict[str, Game] = {game.name: game for game in (causeway, escape)}
