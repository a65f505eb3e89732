"""The drawings themselves: what they leave out is filled in as real play would have it."""

from __future__ import annotations

import pytest

from atlantis_games import BadPosition
from atlantis_games.core.diagram import read_position
from atlantis_games.games.escape.diagram.words import PHASES
from games.escape.diagram import diagram
from games.escape.reading import at, everything, lost, random_game, saved, sets_are_right

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"no_refuge": "on", "stall_limit": 3}),
        (3, {"symbols": "mixed", "stall_limit": 1, "refuge": "riding"}),
        (4, {"hurricane": "on", "stall_limit": 1}),
    ],
)
def test_the_text_of_a_position_is_that_position(players: int, options: dict[str, object]) -> None:
    phases = set()
    for number, position in enumerate(random_game(5, players, **options)):
        if number % 9 == 0 or position.is_over:
            assert read_position(position.text) == position
            phases.add(int(position.state.phase))
    assert len(phases) >= len(PHASES) - 1  # nobody need be on a piece that sinks


def test_what_is_drawn_is_there() -> None:
    position = diagram(
        """
        land    e4 e5
        people  e5 blue 2xwhite
        boat    g2 blue white g10
        swim    c2 black c2 2xblue
        swum    c3 black
        jumped  c3 black
        shark   d4 d4
        kraken  g10
        saved   blue 3
        turn    black
        points  2
        """,
        players=3,
    )
    assert everything(position) == {
        "c2": "~blue ~blue ~black",
        "c3": "~black ~black",
        "e4": "flatland",
        "e5": "hill blue white white",
        "d4": "shark shark",
        "g2": "boat blue white",
        "g10": "boat kraken",
    }
    assert (saved(position), lost(position)) == ((3, 0, 0), (5, 9, 9))
    assert (position.actor, position.state.points) == (2, 2)


def test_symbols_not_listed_explain_what_is_at_sea() -> None:
    """One flatland is gone, and it must have been a shark's."""
    position = diagram("land all\nsunk g3\nshark a1\npeople g6 blue")
    assert position.view(0)["symbols"]["flatland"]["shark"] == 2
    assert position.view(0)["pieces"]["flatland"] == 17


def test_people_not_drawn_are_still_to_be_placed_in_the_setup() -> None:
    position = diagram("land all\npeople g6 blue\nturn white\nphase place")
    assert [seat["to_place"] for seat in position.view(0)["seats"]] == [11, 12]
    assert at(position.play("place e5"), "e5") == "hill white"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("island g6", "cannot begin with “island”"),
        ("turn blue\nturn white", "two lines “turn”"),
        ("turn black", "“black” does not play; blue, white do"),
        ("land n1", "no hex “n1”"),
        ("land c1", "c1 is not on the island"),
        ("land e4 e4", "e4 is filled twice"),
        ("sunk e4", "no land at e4"),
        ("boat blue", "Where is “blue”"),
        ("boat c1 red", "“red” does not play; blue, white do"),
        ("land e4\nboat e4", "no boat at e4: that is land"),
        ("people c1 blue", "stands at c1: that is sea"),
        ("boat c1 c1", "c1 is filled twice"),
        ("boat c1 4xblue", "4 people do not fit on c1"),
        ("land e4\nswim e4 blue", "Nobody swims at e4"),
        ("swum c1 white", "Only blue can have swum"),
        ("land e4\nshark e4", "no shark at e4"),
        ("shark c1 c1 c1 c1 c1 c1 c1", "at most 6 of the shark"),
        ("swim c1 blue\nphase dance", "no phase “dance”"),
        ("swim c1 blue\npoints 4", "“4” should be a number from 1 to 3"),
        ("swim c1 blue\nphase spin\npoints 2", "only while people are moved"),
        ("swim c1 blue\nphase sink", "Nothing is left"),
        ("swim c1 blue\nphase relocate", "no hex “”"),
        ("land e4\nphase relocate e4", "Nobody is on e4"),
        ("land e4\nphase reveal e4", "e4 has not just sunk"),
        ("swim c1 blue\nphase spin shark", "“shark” says nothing"),
        ("swim c1 blue\nphase pick shark", "cannot show “shark”"),
        ("swim c1 blue\nphase pick shark 2", "No shark can be moved"),
        ("shark c1\nphase pick shark 2 c1", "“c1” is not an animal that was picked"),
        ("shark c1\nphase end shark 2", "no hex “”"),
        ("shark c1\nphase end shark 2 c2", "“c2” is not an animal that was picked"),
        ("dolphin c1\nswim b1 blue\nphase end dolphin 2 c1 rider", "can move like that"),
        ("swim c1 blue\nsymbols all boat", "listed for flatland, hill, mountain"),
        ("land e4\nsymbols flatland ship", "“ship” is not a symbol"),
        ("land e4\nsymbols flatland 5xboat", "not 5 of the boat in the box"),
        ("land e4\nsymbols flatland 2xboat", "2 symbols are named, but 1 pieces"),
        ("land all\nshark c1", "1 more of the shark"),
        ("land all\nboat a1 a2 a3", "1 more of the boat"),
        ("saved blue", "like “saved blue 3”"),
        ("saved blue 13", "“13” should be a number from 0 to 12"),
        ("swim c1 13xblue", "blue has more than 12"),
        ("swim c1 99xblue 99xblue 70xblue", "blue has more than 12"),
        ("swim c1 999xblue", "no hex “999xblue”"),
        ("swum c1 99xblue 99xblue", "blue has more than 12"),
        ("swim c1 blue\nlost blue 10", "11 of blue are lost"),
        ("saved blue 12", "the game would be over"),
        ("land all\npeople g6 blue\nphase place", "blue is not to place"),
    ],
)
def test_a_bad_drawing_is_an_error_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        diagram(text)


def test_masks_follow_from_what_is_drawn() -> None:
    text = "land e4 e5\npeople e5 3xblue\nboat g2 white\nshark g1\nswim g1 blue"
    assert sets_are_right(diagram(text))
