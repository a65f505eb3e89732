"""`atlantis games`: which games there are, and the options and levels of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import Language

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game
    from atlantis_games.core.texts import Texts


def games(
    game: Annotated[str | None, typer.Argument(help="Tells the options and levels of one.")] = None,
    language: Language = None,
) -> None:
    """Lists the games, or the options and levels of one."""
    from atlantis_games.cli.language import chosen_language
    from atlantis_games.games import GAMES, game_named

    spoken = chosen_language(language)
    if game is not None:
        print_game(game_named(game), game_named(game).texts(spoken))
        return
    for name, one in GAMES.items():
        texts = one.texts(spoken)
        print(f"{name}: {texts.fill('title')}. {texts.fill('card')}")


def print_game(game: Game, texts: Texts) -> None:
    """What can be chosen about a game, and what each choice is called on the command line."""
    from atlantis_games.cli.sentences import level_name, option_name, option_value, text_or

    limits = {"first": game.players[0], "last": game.players[-1]}
    print(f"{texts.fill('title')}: {texts.fill('terminal.players', limits)}")
    print("\n" + texts.fill("terminal.options"))
    for name, option in game.options.items():
        about = texts.fill(f"option.{name}.help")
        print(f"  {option_name(texts, name)}: {about}")
        for word in option.words if option.numbers is None else (option.default,):
            mark = texts.fill("terminal.default") if word == option.default else ""
            value = option_value(texts, name, word)
            print(f"    -o {name}={word}  {value if value != word else ''} {mark}".rstrip())
        if option.numbers is not None:
            limits = {"first": option.numbers[0], "last": option.numbers[-1]}
            print(f"    -o {name}=N  {texts.fill('terminal.numbers', limits)}")
    print_presets(game, texts)
    print("\n" + texts.fill("terminal.levels"))
    for level, bot in game.levels.items():
        about = text_or(texts, f"level.{level}.help", "")
        print(f"  {level:10} {level_name(texts, level)}: {about} ({bot})")


def print_presets(game: Game, texts: Texts) -> None:
    """What sets all options of a game at once, and to which values."""
    from atlantis_games.cli.sentences import text_or

    if game.presets:
        print("\n" + texts.fill("terminal.presets"))
    for name in game.presets:
        about = text_or(texts, f"preset.{name}.help", "")
        print(f"  {text_or(texts, f'preset.{name}', name)}: {about}")
        values = " ".join(f"{option}={value}" for option, value in game.preset(name).items())
        print(f"    -o preset={name}  {values}")
