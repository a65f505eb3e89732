"""A game on the whole screen of a terminal, as a person plays it: real keys in a real terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.pseudo_terminal import terminal

ALTERNATE = "\x1b[?1049h"  # takes the screen and leaves what was printed before untouched
COLOURS = re.compile(r"\x1b\[[\d;]*[34]8;[25];")


def test_arrows_choose_and_the_board_shows_what_would_happen() -> None:
    with terminal("play", "causeway", "--seed", "4") as screen:
        screen.wait_for("Player 1: Choose a figure and a card.")
        screen.press("down")
        screen.wait_for("Figure A with helmet. To space 3, helmet 3. Free.")
        screen.press("1", "enter")
        screen.wait_for("Player 1 plays a crown: A runs ahead and takes the amphora (1).")
        screen.press("u")
        screen.wait_for("Player 1 takes the last move back.")
        screen.press("h")
        assert re.search(r"Hint: .* \(\d+ % to win\)", screen.wait_for("to win)"))
        screen.press("q")
        screen.wait_for("Stop here?")
        screen.press("q")
        assert "Stopped." in screen.end()


def test_a_typed_move_is_made_or_refused_with_its_rule() -> None:
    with terminal("play", "causeway", "--seed", "4", "--language", "de") as screen:
        screen.wait_for("Spieler 1: Wähle eine Figur und eine Karte.")
        screen.press("/", "pay 3", "enter")
        screen.wait_for("Du schuldest gerade nichts. (§5.3)")
        screen.press("r")
        screen.wait_for("5.3 ")
        screen.press("esc")
        screen.wait_for("Spieler 1: Wähle")
        screen.press("/", "helm", "enter")
        screen.wait_for("Spieler 1 spielt den Helm: A läuft vor")
        screen.press("?")
        screen.wait_for("wählt den Zug mit dieser Nummer")
        screen.press("esc", "l")
        screen.wait_for("Esc schließt")
        screen.press("esc", "q", "q")
        assert "Abgebrochen." in screen.end()


def test_arrows_go_by_place_on_a_map() -> None:
    with terminal("play", "escape", "--seed", "4", width=120, height=40) as screen:
        screen.wait_for("Place somebody on d4.")
        screen.press("right")
        screen.wait_for("Place somebody on d5.")
        screen.press("enter")
        screen.wait_for("Crab puts a person on")


def test_a_whole_game_is_played_with_one_key(tmp_path: Path) -> None:
    """Enter plays what is pointed at, hurries bots, and leaves the final board."""
    file = tmp_path / "game.match"
    with terminal("play", "causeway", "--seed", "4", "--save", file) as screen:
        screen.wait_for("Player 1:")
        while screen.read(0.02):
            if screen.process.is_running and not file.exists():
                screen.press("enter", "enter")
        text = screen.text
    assert re.search(r"(Player 1|Crab) wins|Shared victory: ", text)
    assert "Total" in text
    assert f"Savedas{file}." in "".join(text.split())
    assert file.read_text("utf-8").startswith("Atlantis match")


def test_hands_are_hidden_between_turns() -> None:
    with terminal("play", "causeway", "--humans", "1,2", "--seed", "4") as screen:
        before = screen.wait_for("I am Player 1")
        assert "What is yours" not in before
        screen.press("enter")
        screen.wait_for("What is yours")
        screen.press("/", "helmet", "enter")
        screen.wait_for("End the turn.")
        screen.press("enter")
        hidden = screen.wait_for("I am Player 2")
        handed = hidden[hidden.rindex("Pass the device to Player 2") :]
        assert "What is yours" not in handed
        screen.press("enter")
        assert "Card drawn" not in screen.wait_for("Player 2: Choose")


@pytest.mark.parametrize(
    ("variables", "width", "has_screen", "has_colours"),
    [
        ({"COLORTERM": "truecolor"}, 80, True, True),
        ({"NO_COLOR": "1"}, 80, True, False),
        ({"TERM": "dumb"}, 80, False, False),
        ({}, 60, False, False),
    ],
)
def test_without_colours_room_or_a_clever_terminal(
    variables: dict[str, str], width: int, has_screen: bool, has_colours: bool
) -> None:
    with terminal("play", "escape", "--seed", "4", width=width, variables=variables) as screen:
        while "Player 1:" not in screen.text:
            assert screen.read(1)
        assert (ALTERNATE in screen.raw) == has_screen
        assert bool(COLOURS.search(screen.raw)) == has_colours


def test_lines_are_printed_where_they_are_asked_for() -> None:
    with terminal("play", "causeway", "--seed", "4", "--plain") as screen:
        screen.wait_for("Player 1: Choose a figure and a card.")
        screen.press("q\n")
        assert "Stopped." in screen.end()
