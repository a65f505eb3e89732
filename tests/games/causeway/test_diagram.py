"""The drawings themselves: what they leave out is filled in as real play would have it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atlantis_games import SPECTATOR, BadPosition
from atlantis_games.core import diagram as core_diagram
from atlantis_games.core.diagram import read_position
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import GAMES
from atlantis_games.games.causeway.diagram.words import PHASES
from atlantis_games.games.causeway.state import UNCOVERING
from games.causeway.diagram import diagram
from games.causeway.reading import random_game

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"peek": "on", "payment": "strict"}),
        (3, {"spent_cards": "remove", "bought_cards_pay": "off"}),
        (4, {}),
    ],
)
def test_the_text_of_a_position_is_that_position(players: int, options: dict[str, str]) -> None:
    """At every moment, for everybody's eyes. While a tile is uncovered prices are not yet right."""
    phases = set()
    for number, position in enumerate(random_game(5, players, **options)):
        phases.add(int(position.state.phase))
        for seen in (position, position.redacted(number % players), position.redacted(SPECTATOR)):
            again = read_position(seen.text)
            if position.state.phase == UNCOVERING:
                assert [again.play(move) for move in seen.moves] == [
                    seen.play(move) for move in seen.moves
                ]
            else:
                assert again == seen
    assert len(phases) >= len(PHASES) - 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ring1", "cannot begin with “ring1”"),
        ("path ring1\npath ring2", "Space 1 is filled twice"),
        ("path ring8", "“ring8” on space 1 is not a tile"),
        ("path ring7 ring7", "No tile ring7 is left for space 2"),
        ("path@54 ring1", "from 1 to 53, not “54”"),
        ("path@53 ring1 ring2", "“ring2” would lie beyond the mainland"),
        ("path@27 ring1", "Space 27 is water"),
        ("path ring1 ring2\npath@2 ring3", "Space 2 is filled twice"),
        ("path@11 ring1+", "Space 11 never has two tiles"),
        ("path ring1+ring7", "No tile ring7 is left for space 1"),
        ("path ring1\nblue D:1", "“D:1” is not a figure of Blue"),
        ("path ring1\nblue A:55", "“A:55” is not a figure of Blue"),
        ("path ring1\nblue A:2", "space 2, which has no tile"),
        ("path ring1\nblue A:1\nwhite A:1", "Two figures stand on space 1"),
        ("blue A:home B:home C:home", "the game would be over"),
        ("blue hand rings", "“rings” is not a card"),
        ("blue hand 16xring", "only 15 cards of each kind, also of ring"),
        ("blue hand ring shown 2xring", "cannot have shown more cards of ring"),
        ("blue tiles 8", "no tile of value “8”"),
        ("path ring7\nblue tiles 7 7 7 7 7 7 7", "not that many tiles of value 7"),
        ("blue A:0\nturn red", "the turn of one of blue"),
    ],
)
def test_a_bad_drawing_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        diagram(text)


def test_every_problem_has_a_sentence_in_every_language() -> None:
    """The codes are read from the sources, here and for every game."""
    for game in GAMES.values():
        files = [*(game.folder / "diagram").glob("*.py"), Path(core_diagram.__file__)]
        found = [
            re.findall(
                r'(?:fail|refuse)\(\s*(?:GAME, |game\.name, )?"([a-z-]+)"', file.read_text("utf-8")
            )
            for file in files
        ]
        codes = {code for some in found for code in some}
        assert len(codes) > 25
        for language in LANGUAGES:
            texts = game.texts(language)
            assert not [code for code in codes if f"reason.position-{code}" not in texts]


def test_no_more_colours_are_drawn_than_play() -> None:
    with pytest.raises(BadPosition, match="3 colours have a line, but 2 play"):
        diagram("blue\nwhite\nred", players=2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("path@40 ring6", "No tile ring6 is left for space 40"),  # only the other half has it
        ("path ring1 =", "1 bridges lie on the path, but 0 players"),
        ("blue nobridge", "0 bridges lie on the path, but 1 players"),
        ("blue hand 3x?", "hand of Blue need somebody else's eyes"),
        ("eyes blue / blue hand ?", "hand of Blue need somebody else's eyes"),
        ("eyes red", "one of blue, white, spectator"),
        ("path ring1+ / unseen A", "0 unseen tiles are named for back A, but 1 lie hidden"),
        ("unseen C ring1", "for each back once"),
        ("phase dance", "no phase “dance”"),
        ("path ring1 / blue A:1 / phase chain", "there is nobody else"),
        ("path ring1 ~ ring2 / blue A:3 / from 1 / phase pay", "at least 1 and at most 1"),
        (
            "path ring1 ~ ring2 = / blue A:3 nobridge / from 1 / phase pay / owed 1",
            "Nobody could do",
        ),
        ("phase draw", "still to be dealt"),
        ("phase buy / draws 1", "“bought” belongs here"),
        ("phase uncover", "which space is being uncovered"),
        ("turns many", "“many” should be a number from 0"),
        ("paid crown", "“paid tile” or “paid card”"),
    ],
)
def test_a_text_that_cannot_be_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        read_position(f"causeway 2 / {text}")
