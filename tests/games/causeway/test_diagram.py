"""The drawings themselves: what they leave out is filled in as real play would have it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from atlantis_games import SPECTATOR, BadPosition
from atlantis_games.core import diagram as core_diagram
from atlantis_games.core.diagram import read_position
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import GAMES
from atlantis_games.games.causeway.diagram.words import PHASES, TURN
from atlantis_games.games.causeway.state import UNCOVERING
from atlantis_games.games.causeway.tables import ITEMS
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
            "could never pay it",
        ),
        ("phase draw", "still to be dealt"),
        ("phase buy / draws 1", "“bought” belongs here"),
        ("phase uncover", "which space is being uncovered"),
        ("turns many", "“many” should be a number from 0"),
        ("paid crown", "“paid tile” or “paid card”"),
        ("blue hand 99xring", "only 15 cards of each kind"),
        ("blue hand 999xring", "“999xring” is not a card"),
        ("blue / white hand 99x? 99x? / eyes blue", "No 198 cards are left"),
        ("blue tiles 90x1 90x1", "not that many tiles of value 1"),
        ("blue A:home A:home A:home", "Blue A is named twice"),
        ("played 9xring 9xring", "only 15 cards of each kind"),
        ("bought 99x? 99x? / eyes white", "only 15 cards of each kind"),
        (f"path@{'9' * 5000} ring1", "A path begins"),
        (f"blue A:{'9' * 5000}", "is not a figure"),
        ("path ring1+ / phase uncover / space 1", "Only the space that is being uncovered"),
        ("path ring1 ~+ / phase uncover / space 3", "Only the space that is being uncovered"),
        ("path ~+", "Only the space that is being uncovered"),
        ("path ring1 / phase lay / space 2 / blue A:1", "as at the beginning of a game"),
        ("phase lower / space 1", "as at the beginning of a game"),
        ("phase deal / draws 4", "as at the beginning of a game"),
        ("draw / discard / phase draw / draws 1", "Nobody could do"),
        ("path ring2 ~ ring3 / blue A:3 hand flag / from 1 / phase pay / owed 1", "so 2 is owed"),
        ("idle 2", "“2” should be a number from 0 to 1"),
    ],
)
def test_a_text_that_cannot_be_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        read_position(f"causeway 2 / {text}")


@pytest.mark.parametrize("text", [f"causeway {'9' * 5000} / path ring1", "causeway ² / path ring1"])
def test_what_is_not_a_number_of_players_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="for 2 to 4 players"):
        read_position(text)


def test_with_peek_every_tile_below_is_known() -> None:
    with pytest.raises(BadPosition, match="below space 1 is known"):
        read_position("causeway 2 peek=on / path ring1+ flag2")
    assert read_position("causeway 2 peek=on / path ring1+crown5 flag2").actor == 0


def test_whatever_is_said_of_the_turn_the_game_goes_on_or_is_refused() -> None:
    """Nothing that a text says can lead where nobody could do anything, or beyond the tables."""
    rng = random.Random(7)
    numbers = {"owed": 20, "draws": 20, "space": 54, "idle": 3, "from": 54}
    went_on = refused = 0
    for position in list(random_game(6, 2))[::3]:
        lines = [line for line in position.text.split(" / ") if line.split()[0] not in TURN]
        lines += [f"phase {rng.choice(list(PHASES.values()))}", f"figure {rng.choice('ABC')}"]
        lines += [f"{word} {rng.randrange(n)}" for word, n in numbers.items() if rng.random() < 0.5]
        lines += [f"bought {rng.choice(ITEMS)}"] * (rng.random() < 0.3)
        try:
            position = read_position(" / ".join(lines))
        except BadPosition:
            refused += 1
            continue
        went_on += 1
        for _ in range(20):
            if position.is_over:
                break
            position = position.play(rng.choice(list(position.moves)))
    assert went_on > 10
    assert refused > 10
