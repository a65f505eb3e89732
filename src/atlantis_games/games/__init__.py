"""The games, by name. A new game is a folder beside the others and a line here."""

from __future__ import annotations

from atlantis_games.core.game import Game
from atlantis_games.games.causeway import GAME as causeway
from atlantis_games.games.escape import GAME as escape

GAMES: dict[str, Game] = {game.name: game for game in (causeway, escape)}
