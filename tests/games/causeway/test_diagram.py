"""The drawings themselves: what they leave out is filled in as real play would have it."""

from __future__ import annotations

import numpy as np
import pytest

from atlantis_games import Position
from atlantis_games.games.causeway.state import START
from atlantis_games.games.causeway.tables import COLOURS, TILES, WATER
from games.causeway.diagram import diagram
from games.causeway.reading import counted, random_game, space_text, tiles

pytestmark = pytest.mark.plain


def drawing(position: Position) -> str:
    """The drawing of a position at the start of a turn."""
    state = position.state
    unseen = [[t for t in TILES if int(mask) >> TILES.index(t) & 1] for mask in state.unseen]
    spaces = []
    for space in range(1, 54):
        text = space_text(state, space)
        if text.endswith("+"):
            known = int(state.lower[space])
            text += TILES[known - 1] if known else unseen[int(space > WATER)].pop()
        spaces.append(text)
    rows = ["path " + " ".join(spaces)]
    for seat in range(position.players):
        places = zip("ABC", state.figures[seat].tolist(), strict=True)
        rows.append(
            f"{COLOURS[seat]} {' '.join(f'{name}:{space}' for name, space in places)}"
            f" hand {pile(state.hands[seat])} shown {pile(state.shown[seat])}"
            f" tiles {' '.join(map(str, tiles(position, seat)))}"
            f" {'' if state.has_bridge[seat] else 'nobridge'}"
        )
    rows += [f"discard {pile(state.discard)}", f"removed {pile(state.removed)}"]
    return "\n".join([*rows, f"turn {COLOURS[state.seat]}"])


def pile(numbers: np.ndarray[tuple[int], np.dtype[np.int8]]) -> str:
    """A pile as a drawing lists it."""
    return " ".join(f"{number}x{item}" for item, number in counted(numbers.tolist()).items())


@pytest.mark.parametrize(
    ("players", "options"), [(2, {"peek": "on"}), (3, {"spent_cards": "remove"}), (4, {})]
)
def test_a_drawing_of_a_real_position_is_that_position(
    players: int, options: dict[str, str]
) -> None:
    starts = 0
    for position in random_game(5, players, **options):
        if position.state.phase == START and not position.state.has_bought:
            states = position.states()
            states["turns"] = states["idle"] = states["has_acted"] = 0  # no drawing tells these
            assert diagram(drawing(position), players, **options) == Position(position.game, states)
            starts += 1
    assert starts > 20


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ring1", "does not begin with 'ring1'"),
        ("path ring1\npath ring2", "two lines 'path'"),
        ("path ring8", "'ring8' at space 1 is not a tile"),
        ("path ring7 ring7", "No tile ring7 is left for space 2"),
        ("path@54 ring1", "from 1 to 53, not '54'"),
        ("path@53 ring1 ring2", "'ring2' lies beyond the mainland"),
        ("path@27 ring1", "Space 27 is water"),
        ("path ring1 ring2\npath@2 ring3", "Space 2 is drawn twice"),
        ("path@11 ring1+", "Space 11 never has two tiles"),
        ("path ring1+ring7", "No tile ring7 is left for space 1"),
        ("path ring1\nblue D:1", "'D:1' is not a figure of blue"),
        ("path ring1\nblue A:55", "'A:55' is not a figure of blue"),
        ("path ring1\nblue A:2", "space 2, which has no tile"),
        ("path ring1\nblue A:1\nwhite A:1", "Two figures stand on space 1"),
        ("blue A:home B:home C:home", "the game would be over"),
        ("blue hand rings", "'rings' is not a card"),
        ("blue hand 16xring", "only 15 ring cards"),
        ("blue hand ring shown 2xring", "cannot have shown more ring"),
        ("blue tiles 8", "no tile of value '8'"),
        ("path ring7\nblue tiles 7 7 7 7 7 7 7", "not so many tiles of value 7"),
        ("blue A:0\nturn red", "the turn of one of blue"),
    ],
)
def test_a_bad_drawing_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        diagram(text)


def test_no_more_colours_are_drawn_than_play() -> None:
    with pytest.raises(ValueError, match="3 colours are drawn, but 2 play"):
        diagram("blue\nwhite\nred", players=2)
