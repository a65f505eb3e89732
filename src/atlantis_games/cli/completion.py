"""What a shell offers when Tab is pressed; `atlantis --install-completion` sets it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from atlantis_games.core.texts import LANGUAGES

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game


def games(incomplete: str) -> list[str]:
    """The installed games."""
    from atlantis_games.games import GAMES

    return beginning_with(incomplete, list(GAMES))


def languages(incomplete: str) -> list[str]:
    """The languages that there are texts in."""
    return beginning_with(incomplete, list(LANGUAGES))


def bots(context: typer.Context, incomplete: str) -> list[str]:
    """The levels of the game that is typed already, and the kinds of bots."""
    from atlantis_games.bots.registry import NAMES

    game = typed_game(context)
    return beginning_with(incomplete, [*(game.levels if game else ()), *NAMES])


def options(context: typer.Context, incomplete: str) -> list[str]:
    """The options of the game that is typed already, as name=value, and its presets."""
    game = typed_game(context)
    if game is None:
        return []
    pairs = [f"preset={preset}" for preset in game.presets]
    for name, option in game.options.items():
        words = option.words if option.numbers is None else (option.default,)
        pairs += [f"{name}={word}" for word in words]
    return beginning_with(incomplete, pairs)


def typed_game(context: typer.Context) -> Game | None:
    """The game that the command line names before the word that is being typed."""
    from atlantis_games.games import GAMES

    words = (*context.args, context.params.get("game") or "")  # what is not parsed yet comes first
    return next((GAMES[word] for word in words if word in GAMES), None)


def beginning_with(incomplete: str, words: list[str]) -> list[str]:
    """The words that go on from what is typed."""
    return [word for word in words if word.startswith(incomplete)]
