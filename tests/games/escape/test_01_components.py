"""Chapter 1: what is in the box."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from atlantis_games import BadRequest, new_game
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.actions import sample
from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.state import NOWHERE
from atlantis_games.kernels.random import stream
from games.escape.diagram import diagram
from games.escape.reading import inside, random_game, sets_are_right
from support.playing import play

pytestmark = pytest.mark.plain

FLATLAND = {"monster": 2, "shark": 3, "kraken": 3, "dolphin": 4, "boat": 4, "whirlpool": 2}
HILL = {"monster": 2, "shark": 2, "kraken": 2, "dolphin": 1, "boat": 2, "whirlpool": 3}
MOUNTAIN = {"monster": 2, "shark": 1, "kraken": 1, "dolphin": 1, "boat": 0, "whirlpool": 2}
TOGETHER = {"monster": 6, "shark": 6, "kraken": 6, "dolphin": 6, "boat": 6, "whirlpool": 7}


def odds(symbols: dict[str, int]) -> dict[str, int]:
    """What chance may reveal, from symbols that are left."""
    return {f"symbol {symbol}": number for symbol, number in symbols.items() if number}


# §1.1 People and pieces


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_twelve_people_and_a_colour(players: int) -> None:
    """§1.1"""
    seats = new_game("escape", players=players).view(0)["seats"]
    assert [seat["colour"] for seat in seats] == ["blue", "white", "black", "red"][:players]
    assert [seat["to_place"] for seat in seats] == [12] * players


@pytest.mark.parametrize("players", [1, 5])
def test_fewer_than_two_or_more_than_four_cannot_play(players: int) -> None:
    """§1.1"""
    with pytest.raises(BadRequest, match="2 to 4 players"):
        new_game("escape", players=players)


def test_the_island_has_37_pieces() -> None:
    """§1.1: 18 flatlands, 12 hills and 7 mountains."""
    position = new_game("escape")
    assert position.view(0)["pieces"] == {"flatland": 18, "hill": 12, "mountain": 7}
    assert len(inside(position.state.land)) == 37


# §1.2 Animals and boats


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"symbols": "mixed"}), (4, {"no_refuge": "on", "hurricane": "on"})],
)
def test_nobody_and_nothing_comes_from_nowhere(players: int, options: dict[str, str]) -> None:
    """§1.1, §1.2: 12 people each; at most 6 of each animal; at most 10 boats, for two players 8."""
    for position in islice(random_game(3, players, stall_limit=1, **options), 0, None, 7):
        state = position.state
        accounted = state.people.sum(0) + state.swimmers.sum(0) + state.saved + state.lost
        assert (accounted + state.to_place)[:players].tolist() == [12] * players
        assert sets_are_right(position)
        hidden = state.symbols.sum(0)
        for animal in range(len(ANIMALS)):
            assert (state.animals[animal] != NOWHERE).sum() + hidden[animal] <= 6
        assert len(inside(state.boats)) + hidden[4] <= (8 if players == 2 else 10)


# §1.3 Symbols


def test_graded_symbols_are_split_by_kind() -> None:
    """§1.3: danger grows inland."""
    assert new_game("escape").view(0)["symbols"] == {
        "flatland": FLATLAND,
        "hill": HILL,
        "mountain": MOUNTAIN,
    }


def test_mixed_symbols_are_dealt_over_the_whole_island() -> None:
    """§1.3"""
    assert new_game("escape", symbols="mixed").view(0)["symbols"] == {"all": TOGETHER}


@pytest.mark.parametrize(
    ("land", "sunk", "left"),
    [
        ("land all", "d4", FLATLAND),
        ("land e5 e6 e7 f5 f8 g4 g8 h5 h8 i5 i6 i7 f6 f7 g5 g6 g7 h6 h7", "e5", HILL),
        ("land f6 f7 g5 g6 g7 h6 h7", "f6", MOUNTAIN),
    ],
)
def test_a_piece_hides_a_symbol_of_its_kind(land: str, sunk: str, left: dict[str, int]) -> None:
    """§1.3: each as likely as there are symbols left."""
    position = diagram(f"{land}\npeople g6 blue\nphase sink")
    assert dict(play(position, f"sink {sunk}").odds) == odds(left)


def test_with_mixed_any_piece_hides_any_symbol() -> None:
    """§1.3"""
    position = diagram("land all\npeople g6 blue\nphase sink", symbols="mixed")
    assert dict(play(position, "sink d4").odds) == odds(TOGETHER)


@pytest.mark.parametrize(("symbols", "row"), [("graded", "flatland"), ("mixed", "all")])
def test_a_symbol_comes_up_only_so_often(symbols: str, row: str) -> None:
    """§1.3"""
    position = diagram("land all\npeople g6 blue\nphase sink", symbols=symbols)
    after = play(position, "sink d4", "symbol monster")
    before = position.view(0)["symbols"][row]
    assert after.view(0)["symbols"][row] == {**before, "monster": before["monster"] - 1}
    others = {kind: left for kind, left in after.view(0)["symbols"].items() if kind != row}
    assert others.items() <= position.view(0)["symbols"].items()


def test_with_mixed_a_hill_takes_from_the_same_symbols() -> None:
    """§1.3"""
    position = diagram("land e5 g6\npeople g6 blue\nsymbols all boat shark", symbols="mixed")
    after = play(position, "stop", "sink e5", "symbol shark")
    left = {symbol: n for symbol, n in after.view(0)["symbols"]["all"].items() if n}
    assert left == {"boat": 1}


def test_no_symbol_comes_up_that_is_not_left() -> None:
    """§1.3"""
    position = diagram("""
        land    d4 d5 g6
        people  g6 blue
        symbols flatland boat shark
        phase   sink
    """)
    assert dict(play(position, "sink d4").odds) == {"symbol boat": 1, "symbol shark": 1}


# §1.4 The spinner


def test_the_even_spinner_shows_every_animal_and_number_equally_often() -> None:
    """§1.4"""
    position = diagram("swim a1 blue\nphase spin")
    assert dict(position.odds) == {
        f"spin {animal} {number}": 1
        for animal in ("monster", "shark", "kraken", "dolphin")
        for number in "123T"
    }


def test_the_dice_are_gentler() -> None:
    """§1.4: three dolphins on one die; 1, 1, 2, 2, 3 and T on the other."""
    position = diagram("swim a1 blue\nphase spin", spinner="dice")
    animals = {"monster": 1, "shark": 1, "kraken": 1, "dolphin": 3}
    numbers = {"1": 2, "2": 2, "3": 1, "T": 1}
    assert dict(position.odds) == {
        f"spin {animal} {number}": often * times
        for animal, often in animals.items()
        for number, times in numbers.items()
    }


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("swim a1 blue\nphase spin", {"spinner": "dice"}),
        ("land all\nsunk d4\npeople g6 blue\nphase reveal d4", {}),
        ("land e5 e6\npeople e6 blue\nsymbols hill boat dolphin shark\nphase reveal e7", {}),
        ("land all\nsunk d4\npeople g6 blue\nphase reveal d4", {"symbols": "mixed"}),
    ],
)
def test_chance_draws_by_the_odds(text: str, options: dict[str, Any]) -> None:
    """§1.3, §1.4: over many draws."""
    position = diagram(text, **options)
    state, random = position.states()[0], stream(7)
    drawn = Counter(GAME.moves[sample(state, random)] for _ in range(1500))
    total = sum(position.odds.values())
    assert set(drawn) == set(position.odds)
    for outcome, weight in position.odds.items():
        assert abs(drawn[outcome] / 1500 - weight / total) < 0.04


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("symbols", "sorted"),
        ("spinner", "wheel"),
        ("hurricane", "maybe"),
        ("no_refuge", "2"),
        ("stall_limit", "0"),
        ("boats", "4"),
    ],
)
def test_a_wrong_option_is_an_error(option: str, value: str) -> None:
    options: dict[str, Any] = {option: value}
    with pytest.raises(BadRequest, match=option):
        new_game("escape", **options)


def test_presets_set_all_options() -> None:
    """§5.12, §8.3, §1.4"""
    usual = GAME.new(2).options
    assert GAME.new(2, preset="standard").options == usual
    german = {"refuge": "riding", "bite": "arriving"}
    assert GAME.new(2, preset="german").options == usual | german
    family = {"spinner": "dice", "bite": "arriving"}
    assert GAME.new(2, preset="family").options == usual | family
    assert set(GAME.presets) == {"standard", "german", "family"}
