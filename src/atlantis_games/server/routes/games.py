"""The games: what can be set, their texts and their lessons."""

from __future__ import annotations

import asyncio
from importlib.metadata import version

from fastapi import APIRouter, Response

from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.game_texts import own_texts
from atlantis_games.server.http_models import (
    GameInfo,
    GamesAnswer,
    Lesson,
    OptionInfo,
    PreparationAnswer,
)
from atlantis_games.server.notation import NotationAnswer, encoded_notation, notation_version
from atlantis_games.server.routes.requests import AllServices
from atlantis_games.server.tutorial import encoded_tutorial, uncompiled_tutorial

router = APIRouter()


@router.get("/api/games")
async def games(services: AllServices) -> GamesAnswer:
    """Every game with its options and presets, colours and the levels of its bots."""
    return {
        "version": version("atlantis-games"),
        "network": services.network,
        "patience": services.settings.patience_seconds,
        "games": [game_info(game) for game in GAMES.values()],
    }


@router.get("/api/preparation")
async def preparation(services: AllServices) -> PreparationAnswer:
    """How far the games are that are being prepared for their first use."""
    found = services.preparation
    return {
        "games": [
            {"name": name, "ready": found.is_ready(name), "share": share}
            for name, share in found.shares.items()
        ]
    }


def game_info(game: Game) -> GameInfo:
    """What can be set about a game."""
    texts = game.texts("en")
    options: list[OptionInfo] = [
        {
            "name": name,
            "default": option.default,
            "words": [] if option.numbers else list(option.words),
            "numbers": [option.numbers[0], option.numbers[-1]] if option.numbers else [],
            "help": texts.fill(f"option.{name}.help"),
        }
        for name, option in game.options.items()
    ]
    return {
        "name": game.name,
        "title": game.title,
        "players": (game.players[0], game.players[-1]),
        "colours": list(game.colours),
        "secrets": game.has_secrets,
        "has_board": game.has_board,
        "levels": list(game.levels),
        "options": options,
        "presets": [{"name": name, "options": game.preset(name)} for name in game.presets],
    }


def known_game(name: str) -> Game:
    """A game by its name."""
    if name not in GAMES:
        raise RequestRefused("no-such-game", 404, {"game": name})
    return GAMES[name]


@router.get("/api/games/{game}/texts/{language}")
async def texts(game: str, language: str) -> dict[str, str | dict[str, str]]:
    """A game's own sentences by their codes; those with a plural have a form for each."""
    return own_texts(known_game(game), language)


@router.get("/api/games/{game}/notation", response_model=NotationAnswer)
async def notation(game: str, version: str = "") -> Response:
    """What the numbers of a game's actions stand for; with its version it may be kept for ever."""
    known = known_game(game)
    is_current = version == notation_version(known)
    kept = "public, max-age=31536000, immutable" if is_current else "no-cache"
    headers = {"Cache-Control": kept, "ETag": f'"{notation_version(known)}"'}
    return Response(encoded_notation(known), media_type="application/json", headers=headers)


@router.get("/api/tutorial/{game}", response_model=list[Lesson])
async def lessons(game: str, services: AllServices) -> Response:
    """The lessons of a game, in real positions; before it can be played, too."""
    is_ready = services.preparation.is_ready(known_game(game).name)
    make = encoded_tutorial if is_ready else uncompiled_tutorial
    text = await asyncio.to_thread(make, known_game(game))
    return Response(text, media_type="application/json")
