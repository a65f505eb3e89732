"""Causeway positions drawn as text, so that a test shows the board it speaks of.

    path   ring1 flag4+ olive2+crown3 ~ = statue7
    blue   A:1 B:3 C:home   hand 2xring flag   shown ring   tiles 5 3   nobridge
    white  A:2
    turn   white

- `path` lists the spaces from 1 on (`path@40` from 40 on) and leaves all others empty. `~` is an
  empty space and `=` one with a bridge. `+` is an unknown tile below, `+crown3` a certain one.
- Every colour that plays has a line. They sit and take turns in the order of their lines; figures
  that are not mentioned are on Atlantis (0), `home` is the mainland.
- `draw`, `discard` and `removed` list those piles. The cards in no list are in the draw pile; if
  that is listed they are in the discard pile, and if both are, they are out of the game.
- The tiles in no list have been spent.
- A line that begins with none of these words goes on with the line before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from atlantis_games.core.position import Position
from atlantis_games.games.causeway import GAME
from atlantis_games.games.causeway.rules.path import back as back_of
from atlantis_games.games.causeway.rules.path import lay, reprice
from atlantis_games.games.causeway.state import START
from atlantis_games.games.causeway.tables import (
    ALL_TILES,
    ATLANTIS,
    BIT,
    CARDS_PER_ITEM,
    COLOURS,
    FIGURE_COUNT,
    FIGURES,
    ITEM_COUNT,
    ITEMS,
    LAYOUT,
    MAINLAND,
    TILES,
    VALUE_COUNT,
    WATER,
)

PILES = ("draw", "discard", "removed")
PARTS = ("hand", "shown", "tiles", "nobridge")

Line = tuple[str, list[str]]  # the first word, and the others


def diagram(text: str, players: int | None = None, **options: object) -> Position:
    """The position of a drawing, at the start of a turn; `players` may seat more than are drawn."""
    lines = lines_of(text)
    colours = [word for word, _ in lines if word in COLOURS]
    states = GAME.new(players or max(2, len(colours)), **options).states()
    state = states[0]
    if len(colours) > state.players:
        raise ValueError(f"{len(colours)} colours are drawn, but {state.players} play.")
    clear_the_table(state)
    box = Box()
    lay_path(state, [line for line in lines if line[0].startswith("path")], box)
    for seat, colour in enumerate(colours):
        seat_player(state, seat, colour, dict(lines)[colour])
    share_out_cards(state, {word: words for word, words in lines if word in PILES})
    spend_other_tiles(state, box)
    for word, words in lines:
        if word == "turn":
            if len(words) != 1 or words[0] not in colours:
                raise ValueError(f"It is the turn of one of {', '.join(colours)}, not {words}.")
            state.seat = colours.index(words[0])
    return Position(GAME, states)


def lines_of(text: str) -> list[Line]:
    """The lines by their first word; a line without a known one goes on with the line before."""
    lines: list[Line] = []
    for words in filter(None, (line.split() for line in text.splitlines())):
        first = words[0]
        if first in (*COLOURS, *PILES, "turn", "path") or first.startswith("path@"):
            if first in (word for word, _ in lines):
                raise ValueError(f"There are two lines {first!r}.")
            lines.append((first, words[1:]))
        elif lines:
            lines[-1][1].extend(words)
        else:
            raise ValueError(f"A drawing does not begin with {first!r}.")
    return lines


def clear_the_table(state: Any) -> None:
    """The beginning of a game, without anything that the drawing will say."""
    state.covered = 0
    state.unseen[:] = 0
    state.deck[:] = 0
    state.deck_size = 0
    state.space = 0
    state.phase = START


class Box:
    """The tiles that are not on the path, by back."""

    def __init__(self) -> None:
        self.tiles = [
            [tile for tile in range(len(TILES)) if int(mask) >> tile & 1] for mask in ALL_TILES
        ]

    def take(self, name: str, backs: Iterable[int], space: int) -> int:
        """Takes a tile out, of the first of these backs that has it."""
        if name not in TILES:
            raise ValueError(f"{name!r} at space {space} is not a tile.")
        tile = TILES.index(name)
        for back in backs:
            if tile in self.tiles[back]:
                self.tiles[back].remove(tile)
                return tile
        raise ValueError(f"No tile {name} is left for space {space}.")


def lay_path(state: Any, lines: list[Line], box: Box) -> None:
    """Lays visible tiles, the tiles below them and bridges."""
    lower: dict[int, str] = {}
    for word, symbols in lines:
        start = word.removeprefix("path").removeprefix("@") or "1"
        if not start.isdigit() or not 1 <= int(start) < MAINLAND:
            raise ValueError(f"A path begins at a space from 1 to {MAINLAND - 1}, not {start!r}.")
        for space, symbol in enumerate(symbols, int(start)):
            if space >= MAINLAND:
                raise ValueError(f"{symbol!r} lies beyond the mainland.")
            if symbol == "=":
                state.bridges |= BIT[space]
            elif symbol != "~":
                top, stacked, below = symbol.partition("+")
                lay_top(state, space, top, box)
                if stacked:
                    lower[space] = below
    # Named tiles go first, so that an unknown one is never the one another stack asks for.
    for space in sorted(lower, key=lambda space: (not lower[space], space)):
        lay_below(state, space, lower[space], box)
    reprice(state, ATLANTIS, MAINLAND)


def lay_top(state: Any, space: int, name: str, box: Box) -> None:
    """A visible tile. An extract may begin anywhere, so either back will do."""
    if space == WATER:
        raise ValueError(f"Space {WATER} is water and never has a tile.")
    if int(state.land) >> space & 1:
        raise ValueError(f"Space {space} is drawn twice.")
    back = back_of(space)
    lay(state, space, box.take(name, (back, 1 - back), space))


def lay_below(state: Any, space: int, name: str, box: Box) -> None:
    """A tile below another: unseen by all, or known with `peek`."""
    back = back_of(space)
    if LAYOUT[space - 1] < 2:
        raise ValueError(f"Space {space} never has two tiles.")
    if not name and not box.tiles[back]:
        raise ValueError(f"No tile is left to lie below space {space}.")
    tile = box.take(name or TILES[box.tiles[back][0]], (back,), space)
    state.covered |= BIT[space]
    if state.peek:
        state.lower[space] = tile + 1
    else:
        state.unseen[back] |= BIT[tile]


def seat_player(state: Any, seat: int, colour: str, words: list[str]) -> None:
    """Figures, hand, tiles and bridge of one player."""
    parts: dict[str, list[str]] = {}
    part = ""
    for word in words:
        if word in PARTS:
            part = word
            parts[part] = []
        elif part in ("", "nobridge") or ":" in word:
            place_figure(state, seat, colour, word)
        else:
            parts[part].append(word)
    for item, number in cards(parts.get("hand", [])).items():
        state.hands[seat, item] = number
    for item, number in cards(parts.get("shown", [])).items():
        if number > state.hands[seat, item]:
            raise ValueError(f"{colour} cannot have shown more {ITEMS[item]} cards than it has.")
        state.shown[seat, item] = number
    for word in parts.get("tiles", []):
        if not word.isdigit() or not 1 <= int(word) <= VALUE_COUNT:
            raise ValueError(f"{colour} has no tile of value {word!r}: they are worth 1 to 7.")
        state.tiles[seat, int(word)] += 1
        state.wealth[seat] += int(word)
    state.hand_size[seat] = state.hands[seat].sum()
    state.has_bridge[seat] = "nobridge" not in parts
    if state.home[seat] == FIGURE_COUNT:
        raise ValueError(f"All figures of {colour} are home: the game would be over.")


def place_figure(state: Any, seat: int, colour: str, word: str) -> None:
    """A figure such as `A:12`: on Atlantis, on the mainland, or alone on a tile."""
    letter, _, place = word.partition(":")
    place = str(MAINLAND) if place == "home" else place
    if letter not in FIGURES or not place.isdigit() or int(place) > MAINLAND:
        raise ValueError(f"{word!r} is not a figure of {colour} and its space.")
    space = int(place)
    if space == MAINLAND:
        state.home[seat] += 1
    elif space != ATLANTIS:
        if not int(state.land) >> space & 1:
            raise ValueError(f"{colour} {letter} stands on space {space}, which has no tile.")
        if int(state.occupied) >> space & 1:
            raise ValueError(f"Two figures stand on space {space}.")
        state.occupied |= BIT[space]
    state.figures[seat, FIGURES.index(letter)] = space


def cards(words: list[str]) -> Counter[int]:
    """Cards such as `2xring flag`, counted by item."""
    counted: Counter[int] = Counter()
    for word in words:
        found = re.fullmatch(r"(?:(\d+)x)?(\w+)", word)
        if not found or found[2] not in ITEMS:
            raise ValueError(f"{word!r} is not a card.")
        counted[ITEMS.index(found[2])] += int(found[1] or 1)
    return counted


def share_out_cards(state: Any, piles: dict[str, list[str]]) -> None:
    """Makes the piles; the cards in no list go to the first pile that has none."""
    listed = {name: cards(words) for name, words in piles.items()}
    left = next((name for name in ("draw", "discard") if name not in listed), "removed")
    fields = {"draw": state.deck, "discard": state.discard, "removed": state.removed}
    for item in range(ITEM_COUNT):
        rest = CARDS_PER_ITEM - int(state.hands[:, item].sum())
        for name, counted in listed.items():
            fields[name][item] = counted[item]
            rest -= counted[item]
        if rest < 0:
            raise ValueError(f"There are only {CARDS_PER_ITEM} {ITEMS[item]} cards.")
        fields[left][item] += rest
    state.deck_size = state.deck.sum()
    state.discard_size = state.discard.sum()


def spend_other_tiles(state: Any, box: Box) -> None:
    """Counts every tile that is neither on the path nor collected as spent."""
    values = Counter(tile % VALUE_COUNT + 1 for tiles in box.tiles for tile in tiles)
    for value in range(1, VALUE_COUNT + 1):
        rest = values[value] - int(state.tiles[:, value].sum())
        if rest < 0:
            raise ValueError(f"There are not so many tiles of value {value}.")
        state.spent[value] = rest
