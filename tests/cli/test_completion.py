"""What a shell is offered when Tab is pressed: the script asks the program, which answers."""

from __future__ import annotations

import subprocess

import pytest

import atlantis_games
from atlantis_games.games import GAMES
from support.command import COMMAND, environment


def offered(*words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    asked = {
        "_ATLANTIS_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(["atlantis", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(
        COMMAND, capture_output=True, text=True, env=environment() | asked, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str) -> None:
    """The one that --show-completion prints for the shell it finds itself in."""
    asked = environment() | {"_ATLANTIS_COMPLETE": f"source_{shell}"}
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=asked, check=True)
    assert "_ATLANTIS_COMPLETE" in done.stdout


def test_commands_games_and_languages_are_offered() -> None:
    assert offered("pl") == ["play"]
    assert offered("play", "") == list(GAMES)
    assert offered("play", "--language", "") == ["en", "de", "nl"]


@pytest.mark.parametrize("game", GAMES)
def test_options_and_bots_are_those_of_the_game_that_is_typed(game: str) -> None:
    pairs = offered("play", game, "-o", "")
    assert {pair.partition("=")[0] for pair in pairs} == {*GAMES[game].options, "preset"}
    assert offered("play", game, "--bot", "")[: len(GAMES[game].levels)] == list(GAMES[game].levels)
    assert offered("arena", game, "--option", "no=such") == []


def test_names_of_the_package_are_there_before_they_are_imported() -> None:
    for name in (*atlantis_games.__all__, "__version__"):
        assert name in dir(atlantis_games)
        assert getattr(atlantis_games, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'atlantis'"):
        _ = atlantis_games.atlantis
