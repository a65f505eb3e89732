"""Chapter 2: the map, and the file it is read from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atlantis_games import BadRequest, new_game
from atlantis_games.games.escape import board
from atlantis_games.games.escape.board import distances, read_board
from atlantis_games.games.escape.tables import BOARD
from games.escape.reading import at, inside

pytestmark = pytest.mark.plain

FILE = Path(board.__file__).with_name("board.toml")
ROWS = [7, 10, 11, 10, 11, 12, 11, 12, 11, 10, 11, 10, 7]


def steps(start: str, end: str, over: set[str] | None = None) -> int:
    """How many hexes one is from the other, going over these (or any) hexes."""
    within = None if over is None else {BOARD.names.index(name) for name in {*over, end}}
    return distances(BOARD, [BOARD.names.index(start)], within)[BOARD.names.index(end)]


def island() -> set[str]:
    """The names of the island's hexes."""
    return {BOARD.names[place] for place in BOARD.kinds}


def gates() -> list[str]:
    """The names of the gates."""
    return [BOARD.names[gate] for gate in BOARD.gates]


# §2.1 Hexes


def test_there_are_133_hexes_in_13_rows() -> None:
    """§2.1"""
    names = [
        f"{row}{n + 1}"
        for row, long in zip("abcdefghijklm", ROWS, strict=True)
        for n in range(long)
    ]
    assert list(BOARD.names) == names
    assert len(names) == 133


def test_rows_are_centred_and_the_middle_is_g6() -> None:
    """§2.1: q = x - r/2."""
    where = dict(zip(BOARD.names, BOARD.places, strict=True))
    assert where["g6"] == (0, 0)
    assert (where["a1"], where["a7"]) == ((0, -6), (6, -6))
    assert (where["f1"], where["f12"]) == ((-5, -1), (6, -1))
    assert (where["m1"], where["m7"]) == ((-6, 6), (0, 6))


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("g6", "f6 f7 g5 g7 h6 h7"),
        ("g2", "f2 f3 g1 g3 h2 h3"),
        ("d4", "c4 c5 d3 d5 e4 e5"),
        ("c1", "b1 c2 d1"),
        ("a1", "a2 b2 b3"),
        ("f1", "e1 f2 g1"),
        ("m7", "l8 l9 m6"),
    ],
)
def test_hexes_touch_their_neighbours(name: str, near: str) -> None:
    """§2.1: pointed tops, so a hex has two neighbours in its row."""
    neighbours = BOARD.neighbours[BOARD.names.index(name)]
    assert {BOARD.names[other] for other in neighbours} == set(near.split())


def test_touching_is_mutual() -> None:
    """§2.1"""
    for place, near in enumerate(BOARD.neighbours):
        assert all(place in BOARD.neighbours[other] for other in near)


def test_the_island_is_what_is_within_three_of_the_middle() -> None:
    """§2.1: 37 hexes, and 96 of sea."""
    assert island() == {name for name in BOARD.names if steps("g6", name) <= 3}
    assert len(island()) == 37


# §2.2 Rings


def test_mountains_hills_and_flatland_lie_in_rings() -> None:
    """§2.2"""
    position = new_game("escape")
    kinds = ["mountain", "mountain", "hill", "flatland"]
    for name in island():
        assert at(position, name) == kinds[steps("g6", name)]


# §2.3 Gates


def test_the_four_gates() -> None:
    """§2.3"""
    where = dict(zip(BOARD.names, BOARD.places, strict=True))
    assert {gate: where[gate] for gate in gates()} == {
        "c1": (-3, -4),
        "c11": (7, -4),
        "k1": (-7, 4),
        "k11": (3, 4),
    }


def test_every_gate_is_seven_from_the_middle_and_four_from_land() -> None:
    """§2.3"""
    for gate in gates():
        assert steps(gate, "g6") == 7
        assert min(steps(gate, land) for land in island()) == 4


# §2.4 Boats


@pytest.mark.parametrize(
    ("players", "boats"), [(2, "g2 g10"), (3, "g2 g10 c6 k6"), (4, "g2 g10 c6 k6")]
)
def test_boats_lie_ready(players: int, boats: str) -> None:
    """§2.4: empty ones."""
    position = new_game("escape", players=players)
    assert inside(position.state.boats) == set(boats.split())
    assert at(position, "g2") == "boat"


@pytest.mark.parametrize(("boat", "far"), [("g2", 4), ("g10", 4), ("c6", 5), ("k6", 5)])
def test_a_boat_is_so_far_from_the_nearest_gate(boat: str, far: int) -> None:
    """§2.4: over sea."""
    sea = set(BOARD.names) - island()
    assert min(steps(boat, gate, sea) for gate in gates()) == far


# The file


def line_of(text: str, key: str) -> int:
    """The line of the file that begins with a key."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(key))


def broken(folder: Path, old: str, new: str) -> str:
    """What is said about a board.toml in which something is changed."""
    text = FILE.read_text("utf-8")
    assert old in text
    file = folder / "board.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadRequest) as caught:
        read_board(file)
    return str(caught.value)


def test_the_file_itself_is_right() -> None:
    assert read_board(FILE) == BOARD


@pytest.mark.parametrize(
    ("old", "new", "key", "sentence"),
    [
        ("rows = [7,", "rows = 7 #", "rows", "expected a list"),
        ("rows = [7,", "rows = [0,", "rows", "every row has from 1 to 30 hexes"),
        ("rows = [7,", "rows = [31,", "rows", "every row has from 1 to 30 hexes"),
        ("rows = [7,", "rows = ['7',", "rows", "every row has from 1 to 30 hexes"),
        ("rows = [7,", "rows = [true,", "rows", "every row has from 1 to 30 hexes"),
        ("rows = [7,", "rows = [", "rows", "an odd number of rows"),
        ("rows = [7,", f"rows = [{'7, 8, ' * 7} 7,", "rows", "an odd number of rows"),
        ("rows = [7,", "rows = [11, 10, 11, 10, 11, 10, 7,", "rows", "196 hexes are more than"),
        ("rows = [7,", "rows = [6,", "rows", "row a has 6 hexes, but needs an odd number"),
        ("rows = [7, 10", "rows = [7, 9", "rows", "row b has 9 hexes, but needs an even number"),
        ("rows = [7, 10, 11, 10", "rows = [7, 10, 11, 2", "island", "fit on the map"),
        ("island = [", "island = 4 # [", "island", "expected a list"),
        ('"hill",', '"swamp",', "island", "flatland, hill, mountain, not 'swamp'"),
        (
            'island = ["mountain", "mountain", "hill", "flatland"]',
            "island = []",
            "island",
            "centre",
        ),
        ('"hill", "flatland"]', '"hill", "hill", "hill", "hill", "flatland"]', "island", "fit on"),
        ('gates = ["c1"', 'gates = ["n1"', "gates", "there is no hex 'n1' on the map"),
        ('gates = ["c1"', 'gates = ["c11"', "gates", "c11 stands there twice"),
        ('gates = ["c1"', 'gates = ["e4"', "gates", "e4 is on the island, not at sea"),
        ('gates = ["c1"', 'gates = [] # ["c1"', "gates", "without a gate nobody can be saved"),
        ('two_players = ["g2"', 'two_players = ["g3"', "two_players", "g3 is on the island"),
        ('more_players = ["g2"', 'more_players = ["g10"', "more_players", "g10 stands there twice"),
        ('more_players = ["g2"', 'more_players = ["d4"', "more_players", "d4 is on the island"),
        ('more_players = ["g2"', 'more_players = "g2" # ["', "more_players", "expected a list"),
        ("hill = {", "hill = [] # {", "hill", "expected a table"),
        ("flatland = { monster = 2", "flatland = { monster = 3", "flatland", "19 symbols for 18"),
        ("hill = { monster = 2", "hill = { monster = 1", "hill", "11 symbols for 12 pieces"),
        ("mountain = { monster = 2", "mountain = { monster = -1", "mountain", "from 0 to 100"),
        ("hill = { monster = 2", "hill = { monster = 2.0", "hill", "from 0 to 100"),
        ("hill = { monster = 2, ", "hill = { ", "hill", "for monster, shark, kraken"),
        ("hill = { monster", "hill = { ghost = 0, monster", "hill", "for monster, shark, kraken"),
        (
            "hill = { monster = 2, shark = 2",
            "hill = { monster = 3, shark = 1",
            "[symbols]",
            "at most 6 of the monster",
        ),
        ("animals = { monster", "animals = { ghost = 1, monster", "animals", "for monster, shark"),
        ("numbers = { 1 = 1", "numbers = { 1 = 101", "numbers", "a number from 0 to 100"),
        (
            "animals = { monster = 1, shark = 1, kraken = 1, dolphin = 1 }",
            "animals = { monster = 0, shark = 0, kraken = 0, dolphin = 0 }",
            "[spinner.even]",
            "at least one outcome must be possible",
        ),
    ],
)
def test_a_wrong_board_is_an_error_and_the_message_names_the_line(
    tmp_path: Path, old: str, new: str, key: str, sentence: str
) -> None:
    message = broken(tmp_path, old, new)
    line = line_of((tmp_path / "board.toml").read_text("utf-8"), key)
    assert f"board.toml, line {line}, " in message
    assert sentence in message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kraken = 1, dolphin = 3 }", "kraken = 1 }"),
        ("numbers = { 1 = 2, 2 = 2,", "numbers = { 1 = 2, 2 = 200,"),
    ],
)
def test_what_is_wrong_with_the_second_spinner_is_not_blamed_on_the_first(
    tmp_path: Path, old: str, new: str
) -> None:
    message = broken(tmp_path, old, new)
    changed = (tmp_path / "board.toml").read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(changed, 1) if new in text)
    assert f"board.toml, line {line}, spinner.dice." in message


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    assert "gates: expected a list" in broken(tmp_path, "gates = [", "# gates = [")
    assert "spinner.dice.animals: expected a table" in broken(tmp_path, "[spinner.dice]", "[dice]")


def test_a_sea_in_two_parts_is_an_error(tmp_path: Path) -> None:
    """§8.1: the message names a hex that cannot be reached. The island here is nine across."""
    file = tmp_path / "board.toml"
    text = FILE.read_text("utf-8")
    text = re.sub(r"rows = .*", "rows = [4, 5, 6, 9, 6, 5, 4]", text)
    text = re.sub(r"gates = .*", 'gates = ["d1"]', text)
    text = re.sub(r"_players = .*", "_players = []", text)
    file.write_text(text, "utf-8")
    with pytest.raises(BadRequest, match=r"line 6, rows: the sea is not connected: d9 is cut off"):
        read_board(file)


def test_an_island_too_small_for_48_people_is_an_error(tmp_path: Path) -> None:
    """§3.2: with one ring of hills and one of flatland there are 33 places."""
    file = tmp_path / "board.toml"
    text = FILE.read_text("utf-8")
    text = re.sub(r"island = .*", 'island = ["mountain", "hill", "flatland"]', text)
    for kind, boats in (("flatland", 12), ("hill", 6), ("mountain", 1)):
        counts = f"monster = 0, shark = 0, kraken = 0, dolphin = 0, boat = {boats}, whirlpool = 0"
        text = re.sub(rf"\n{kind} = .*", f"\n{kind} = {{ {counts} }}", text)
    file.write_text(text, "utf-8")
    with pytest.raises(BadRequest, match="island: 48 people do not fit in 33 places"):
        read_board(file)


def test_a_file_that_is_not_toml_is_an_error_with_its_line(tmp_path: Path) -> None:
    message = broken(tmp_path, "rows = [7,", "rows = [7;")
    line = line_of(FILE.read_text("utf-8"), "rows")
    assert "board.toml is not valid TOML" in message
    assert f"line {line}" in message


def test_a_file_that_is_not_text_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(b"rows = \xff")
    with pytest.raises(BadRequest, match=r"board\.toml is not valid TOML"):
        read_board(file)


def test_a_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"Cannot read .*nowhere\.toml"):
        read_board(tmp_path / "nowhere.toml")
