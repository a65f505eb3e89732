"""What each player sees: everything but the symbols under pieces."""

from __future__ import annotations

import json
import re

import pytest

from atlantis_games import CHANCE, EVERYBODY, SPECTATOR, BadRequest
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.view import prompt
from atlantis_games.kernels.random import stream
from games.escape.diagram import diagram
from games.escape.reading import random_game
from support.playing import moves, play

pytestmark = pytest.mark.plain

TABLE = """
    land    d4 e5 g6
    people  e5 blue white
    boat    g2 blue
    swim    c1 2xwhite
    swum    c2 blue
    jumped  c3 blue
    shark   c2 d3 d3
    symbols flatland boat
    saved   white 3
    points  1
"""


def test_everybody_sees_the_whole_board() -> None:
    """People, boats, animals, swimmers, and who among them has swum or jumped."""
    position = diagram(TABLE)
    for seat in (SPECTATOR, 0, 1):
        view = position.view(seat)
        hexes = {shown.pop("hex"): shown for shown in view["hexes"]}
        assert len(hexes) == 133
        assert {name: shown for name, shown in hexes.items() if shown} == {
            "c1": {"gate": True, "swimmers": [0, 2]},
            "c2": {"swimmers": [1, 0], "swum": 1, "animals": {"shark": 1}},
            "c3": {"swimmers": [1, 0], "jumped": 1},
            "c11": {"gate": True},
            "d3": {"animals": {"shark": 2}},
            "d4": {"land": "flatland"},
            "e5": {"land": "hill", "people": [1, 1]},
            "g2": {"boat": True, "people": [1, 0]},
            "g6": {"land": "mountain"},
            "k1": {"gate": True},
            "k11": {"gate": True},
        }


def test_everybody_sees_the_saved_the_lost_and_the_turn() -> None:
    view = diagram(TABLE).view(SPECTATOR)
    blue, white = view["seats"]
    assert (blue["saved"], blue["lost"], blue["in_play"]) == (0, 8, 4)
    assert (white["saved"], white["lost"], white["in_play"]) == (3, 6, 3)
    assert (view["turn"], view["actor"], view["phase"], view["points"]) == (0, 0, "move", 1)
    assert view["sinks_next"] == "flatland"
    assert view["pieces"] == {"flatland": 1, "hill": 1, "mountain": 1}


def test_nothing_sinks_next_when_all_is_gone() -> None:
    assert diagram("swim a1 blue").view(0)["sinks_next"] is None


def test_how_many_symbols_are_left_is_known_per_kind() -> None:
    """§1.3: graded by kind, mixed over all."""
    graded = diagram(TABLE).view(1)["symbols"]
    assert graded["flatland"] == {
        **dict.fromkeys(("monster", "shark", "kraken", "dolphin", "whirlpool"), 0),
        "boat": 1,
    }
    assert set(graded) == {"flatland", "hill", "mountain"}
    mixed = diagram("land d4 g6\npeople g6 blue\nsymbols all boat shark", symbols="mixed")
    assert set(mixed.view(1)["symbols"]) == {"all"}
    assert sum(mixed.view(1)["symbols"]["all"].values()) == 2


def test_all_see_the_same() -> None:
    position = diagram(TABLE)
    for view in (position.view(0), position.view(1), position.view(SPECTATOR)):
        assert {**view, "seat": 0} == position.view(0)
    assert position.draw(0) == position.draw(1) == position.draw(SPECTATOR)


def test_what_lies_under_a_piece_is_nowhere_in_the_state() -> None:
    """§3.1: chance decides when the piece has gone, and everybody sees it."""
    position = play(diagram("land d4 d5 g6\npeople g6 blue\nphase sink"), "sink d4")
    assert (position.actor, position.audience) == (CHANCE, EVERYBODY)
    for seat in (SPECTATOR, 0, 1):
        redacted = position.redacted(seat)
        assert redacted.state.tobytes() == position.state.tobytes()
        assert moves(redacted) == moves(position)


def test_a_seat_that_is_not_to_decide_has_no_moves() -> None:
    position = diagram(TABLE)
    assert moves(position.redacted(0)) == moves(position)
    assert moves(position.redacted(1)) == set()
    with pytest.raises(BadRequest, match="no seat 2"):
        position.view(2)


def test_there_is_nothing_to_guess() -> None:
    """A state that a seat knows needs no dealing."""
    states = diagram(TABLE).redacted(1).states()
    before = states.tobytes()
    GAME.engine.resample(states, 1, stream(3))
    assert states.tobytes() == before


def test_a_view_is_plain_data() -> None:
    view = play(diagram(TABLE), "stop", "sink d4", "symbol boat", "spin shark 2").view(0)
    assert json.loads(json.dumps(view)) == view


def test_everybody_sees_the_spinner_and_what_it_does() -> None:
    position = diagram(TABLE)
    sinking = play(diagram("land d4 g6\npeople d4 blue\nphase sink"), "sink d4")
    assert sinking.view(1)["sinking"] == "d4"
    position = play(position, "stop", "sink d4", "symbol boat", "spin shark T")
    assert position.view(1)["spun"] == "shark T"
    assert (position.view(1)["picked"], position.view(1)["moving"]) == (None, None)
    position = play(position, "pick d3")
    assert (position.view(1)["picked"], position.view(1)["rider"]) == ("d3", False)
    assert position.view(1)["moving"] == "shark:d3"
    riding = diagram("swim c3 blue\ndolphin c3\nphase end dolphin 3 c3 rider").view(1)
    assert (riding["spun"], riding["rider"], riding["phase"]) == (
        "dolphin 3",
        True,
        "move the animal",
    )


def test_the_drawing_shows_what_is_there() -> None:
    text = diagram(TABLE).draw(0)
    for sign in ("d4_", "e5n", "g6^", "c1*", "c2S", "d3SS", "(1)", "~22", "12"):
        assert sign in text
    assert "Seat 2 white | saved 3 | in play 3 | lost 6" in text
    assert "Hidden (flatland): 1 × boat" in text
    assert "Turn 1 of seat 1: move, 1 point left." in text


def test_the_drawing_has_no_english_words_in_other_languages() -> None:
    spun = diagram(
        "land d4\nswim c3 blue\ndolphin c3\nsymbols flatland shark\nphase pick dolphin T"
    )
    german = spun.draw(0, "de")
    assert "Verborgen (Flachland): 1 × Hai" in german
    assert "der Drehpfeil zeigt Delfin, Tauchen." in german
    dutch = spun.draw(0, "nl")
    assert "Verborgen (laagland): 1 × haai" in dutch
    for word in ("flatland", "shark", "dolphin"):
        assert word not in german + dutch


def test_the_drawing_tells_what_a_crowded_hex_has_no_room_for() -> None:
    text = diagram("boat c1 2xblue white\nswim c1 2xblue white\nkraken c1\ndolphin c1").draw(0)
    assert "c1: KD (112)~112" in text


def test_the_drawing_tells_the_spinner_the_sinking_piece_and_who_is_to_place() -> None:
    spun = diagram("swim c3 blue\ndolphin c3\nphase pick dolphin 3").draw(0)
    assert "pick an animal, the spinner shows dolphin, 3." in spun
    sinking = diagram("land d4 g6\npeople d4 blue\nphase relocate d4").draw(0)
    assert "relocate, d4 sinks." in sinking
    assert "12 to place" in GAME.new(2).draw(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_has_its_labels_in_every_language(language: str) -> None:
    for position in random_game(5, 4, stall_limit=1, symbols="mixed"):
        text = position.draw(0, language)
        assert not re.search(r"[{}]|draw\.|phase\.", text)


def test_the_drawing_speaks_german() -> None:
    text = diagram(TABLE).draw(0, "de")
    assert "Platz 2 Weiß | gerettet 3 | im Spiel 3 | verloren 6" in text
    assert "Zug 1, Platz 1: ziehen, noch 1 Punkt." in text


# What is to be done


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("land all\nphase place", "place", {"points": 0}),
        ("land g6\npeople g6 blue\npoints 2", "move", {"points": 2}),
        ("land g6\npeople g6 blue\nphase sink", "sink", {"points": 0}),
        ("land d4 g6\npeople d4 blue\nphase relocate d4", "relocate", {"points": 0}),
        (
            "swim a1 blue\nshark c3\nphase pick shark T",
            "pick-an-animal",
            {"points": 0, "one": "shark", "reach": "T"},
        ),
        (
            "swim a1 blue\nshark c3\nphase end shark 2 c3",
            "move-the-animal",
            {"points": 0, "one": "shark", "reach": "2"},
        ),
    ],
)
def test_the_prompt_says_what_is_to_be_done(
    text: str, code: str, values: dict[str, str | int]
) -> None:
    assert prompt(diagram(text).view(0), ()) == (code, values)
    for language in LANGUAGES:
        sentence = GAME.texts(language).fill(f"prompt.{code}", values)
        assert re.fullmatch(r"[^{}]+[.?]", sentence)


def test_the_prompt_names_the_animal_and_how_far_it_goes() -> None:
    code, values = prompt(diagram("swim a1 blue\nkraken c3\nphase pick kraken 2").view(0), ())
    fill = {language: GAME.texts(language).fill(f"prompt.{code}", values) for language in LANGUAGES}
    assert fill["en"] == "Move a kraken up to 2 hexes, or skip."
    assert "einen Kraken bis zu 2 Felder weit" in fill["de"]
