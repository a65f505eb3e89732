"""Pictures of positions: well-formed, readable without fonts, and without anybody's secrets."""

from __future__ import annotations

import io
import random
import re
from itertools import islice
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.pictures.look import colours_in
from atlantis_games.core.pictures.png import png
from atlantis_games.core.position import Position
from atlantis_games.games import BUILT_IN, GAMES
from atlantis_games.kernels.random import stream
from support.playing import random_game, random_options

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "g", "path", "rect", "circle", "ellipse"}  # no text: that needs a font
NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)")


def some_positions(name: str, seed: int, every: int) -> list[Position]:
    """Positions of a random game with random options, from the first to the last."""
    rng = random.Random(seed)
    options = random_options(GAMES[name], rng)
    every_position = list(random_game(GAMES[name], seed, 2 + seed % 3, **options))
    return [*islice(every_position, rng.randrange(every), None, every), every_position[-1]]


def pixels(svg: str, width: int | None = None) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A picture's pixels: rows, columns, and red, green and blue of each."""
    return np.asarray(Image.open(io.BytesIO(png(svg, width))).convert("RGB"))


def has_colour(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], colour: str) -> bool:
    """Whether a colour such as #2456a6 covers some pixels."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return int((picture == wanted).all(axis=-1).sum()) > 20


def check_document(svg: str) -> None:
    """A document of shapes with finite coordinates, which needs nothing from outside."""
    document = ElementTree.fromstring(svg)
    assert {part.tag.removeprefix(SVG) for part in document.iter()} <= DRAWN
    assert "href" not in svg
    assert "url(" not in svg
    for part in document.iter():
        for name, value in part.attrib.items():
            if name in ("x", "y", "cx", "cy", "r", "width", "height", "stroke-width"):
                assert NUMBER.fullmatch(value), (part.tag, name, value)
            assert not re.search(r"nan|inf|None|[{}]", value), (part.tag, name, value[:80])


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_position_is_drawn_as_a_document_of_shapes(name: str) -> None:
    """Random games with two to four players and random options, for every seat and theme."""
    drawn = 0
    for seed in range(9):
        for position in some_positions(name, seed, 9 if name == BUILT_IN[0] else 41):
            rng = random.Random(drawn)
            seat = rng.randrange(SPECTATOR, position.players)
            names = ["<&>", "Ödön 🦀", "שלום", "a" * 60][: position.players]
            svg = position.svg(
                seat,
                rng.choice(["en", "de", "nl"]),
                rng.random() < 0.5,
                names=names,
                is_wide=rng.random() < 0.7,
                has_players=rng.random() < 0.9,
            )
            check_document(svg)
            drawn += 1
    assert drawn > 200


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_viewer_cannot_know_changes_no_picture(name: str) -> None:
    changed = 0
    for seed in range(3):
        for position in some_positions(name, seed, 23 if name == BUILT_IN[0] else 97):
            for seat in (SPECTATOR, seed % position.players):
                states = position.redacted(seat).states()
                position.game.engine.resample(states, seat, stream(seed))
                other = Position(position.game, states)
                changed += other != position
                assert other.svg(seat) == position.svg(seat)
    assert changed > 10 or not GAMES[name].has_secrets


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    game = GAMES[BUILT_IN[0]]
    position = next(p for p in random_game(game, 5, 3) if p.actor >= 0)
    seen = {position.svg(seat) for seat in (SPECTATOR, 0, 1, 2)}
    assert len(seen) == 4, "each sees other cards"


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("is_dark", [False, True])
def test_a_png_has_its_size_and_shows_board_and_players(name: str, is_dark: bool) -> None:
    position = some_positions(name, 3, 40)[2]
    svg = position.svg(is_dark=is_dark, title="A title")
    picture = pixels(svg, 1200)
    assert picture.shape == (630, 1200, 3)
    colours = colours_in(position.game.folder, is_dark)
    assert tuple(picture[2, 2]) == tuple(bytes.fromhex(colours["paper"][1:]))
    board, column = picture[:, :640], picture[:, 960:]
    assert len(np.unique(board.reshape(-1, 3), axis=0)) > 300, "a board is not blank"
    panels = picture[100:, 660:] if name != BUILT_IN[0] else column
    for panel in position.view(SPECTATOR)["seats"]:
        assert has_colour(panels, colours[panel["colour"]]), panel["colour"]
    assert has_colour(picture[:90, 680:], colours["ink"]), "the title"
    assert pixels(svg, 320).shape == (168, 320, 3)
    upright = pixels(position.svg(is_dark=is_dark, is_wide=False), 400)
    assert upright.shape[0] > upright.shape[1] == 400


def test_a_name_that_cannot_be_drawn_is_the_colours_name() -> None:
    """Whole names only: half of one would be somebody else's."""
    position = next(p for p in random_game(GAMES[BUILT_IN[0]], 5, 2) if p.actor >= 0)
    plain = position.svg()
    for name in ("🦀", "שלום", "李雷", " ", "Ada 🦀"):
        assert position.svg(names=[name, ""]) == plain
    assert position.svg(names=["Ada", ""]) != plain
