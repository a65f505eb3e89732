"""Reads a position from text, and says what in it cannot be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from atlantis_games.core.contract import States
from atlantis_games.core.diagram import Lines, counted, refuse
from atlantis_games.games.causeway.diagram.checks import check_position
from atlantis_games.games.causeway.diagram.turn import read_turn
from atlantis_games.games.causeway.diagram.words import (
    BACKS,
    GAME,
    PARTS,
    PILES,
    TURN,
    UNKNOWN,
)
from atlantis_games.games.causeway.rules.path import back as back_of
from atlantis_games.games.causeway.rules.path import lay, reprice
from atlantis_games.games.causeway.state import LAY_TOPS, START
from atlantis_games.games.causeway.tables import (
    ALL_TILES,
    ATLANTIS,
    BIT,
    CARDS_PER_ITEM,
    COLOURS,
    FIGURES,
    ITEM_COUNT,
    ITEMS,
    LAYOUT,
    MAINLAND,
    TILES,
    VALUE_COUNT,
    WATER,
)

ALL_CARDS = CARDS_PER_ITEM * ITEM_COUNT


def fail(code: str, rule: str = "", /, **values: str | int) -> NoReturn:
    """Says what cannot be."""
    refuse(GAME, code, rule, **values)


def read(rows: list[list[str]], states: States, seen_by: int | None, is_extract: bool) -> None:
    """Sets a state at the beginning of a game to what some lines say."""
    state = states[0]
    rows = joined(rows)
    lines = Lines(
        GAME,
        [["path", *words] if words[0].startswith("path@") else words for words in rows],
        (*COLOURS, *PILES, *TURN, "path", "unseen"),
    )
    colours = [words[0] for words in rows if words[0] in COLOURS]
    if len(colours) > state.players:
        fail("too-many-players", n=len(colours), players=int(state.players))
    clear_the_table(state)
    box = Box(is_extract)
    lower = lay_tops(state, rows, box)
    for seat, colour in enumerate(colours):
        seat_player(state, seat, colour, lines.one(colour), seen_by)
    read_turn(state, lines, colours or list(COLOURS))
    lay_lower(state, lower, lines, box)
    share_out_cards(state, lines)
    spend_other_tiles(state, box)
    if state.phase != LAY_TOPS:
        reprice(state, ATLANTIS, MAINLAND)
    if not is_extract:
        count_bridges(state)
        check_position(state, lines)


def joined(rows: list[list[str]]) -> list[list[str]]:
    """The lines; one that begins with no known word goes on with the line before it."""
    known = {*COLOURS, *PILES, *TURN, "path", "unseen"}
    found: list[list[str]] = []
    for words in rows:
        if words[0] in known or words[0].startswith("path@") or not found:
            found.append(list(words))
        else:
            found[-1].extend(words)
    return found


def clear_the_table(state: Any) -> None:
    """The beginning of a game, without anything that the text will say."""
    state.covered = 0
    state.unseen[:] = 0
    state.deck[:] = 0
    state.deck_size = 0
    state.space = 0
    state.phase = START


class Box:
    """The tiles that are not on the path, by back."""

    def __init__(self, is_extract: bool) -> None:
        self.is_extract = is_extract
        self.tiles = [
            [tile for tile in range(len(TILES)) if int(mask) >> tile & 1] for mask in ALL_TILES
        ]

    def backs(self, space: int) -> Iterable[int]:
        """Which backs the tiles of a space may have: an extract may begin anywhere. §2.2"""
        back = back_of(space)
        return (back, 1 - back) if self.is_extract else (back,)

    def take(self, name: str, backs: Iterable[int], space: int) -> int:
        """Takes a tile out, of the first of these backs that has it. §1.1"""
        if name not in TILES:
            fail("not-a-tile", text=name, space=space)
        tile = TILES.index(name)
        for back in backs:
            if tile in self.tiles[back]:
                self.tiles[back].remove(tile)
                return tile
        fail("no-tile-left", "§1.1", tile=name, space=space)


def lay_tops(state: Any, rows: list[list[str]], box: Box) -> dict[int, str]:
    """Lays visible tiles and bridges; the words for the tiles below, by space."""
    lower: dict[int, str] = {}
    drawn: set[int] = set()
    for word, *symbols in rows:
        if not word.startswith("path"):
            continue
        start = word.removeprefix("path").removeprefix("@") or "1"
        if not re.fullmatch("[0-9]{1,2}", start) or not 1 <= int(start) < MAINLAND:
            fail("path-start", last=MAINLAND - 1, text=start)
        for space, symbol in enumerate(symbols, int(start)):
            if space >= MAINLAND:
                fail("beyond-mainland", "§2.1", text=symbol)
            if space in drawn:
                fail("space-twice", space=space)
            drawn.add(space)
            top, stacked, below = symbol.partition("+")
            if stacked:
                lower[space] = below
            lay_top(state, space, top, box)
    return lower


def lay_top(state: Any, space: int, symbol: str, box: Box) -> None:
    """What lies on a space: a tile, a bridge or nothing."""
    if symbol == "=":
        state.bridges |= BIT[space]
    elif symbol != "~":
        if space == WATER:
            fail("water", "§2.2", space=WATER)
        lay(state, space, box.take(symbol, box.backs(space), space))


def lay_lower(state: Any, lower: dict[int, str], lines: Lines, box: Box) -> None:
    """The tiles below others: known with `peek`, else unseen by all. §2.3"""
    unknown = Counter[int]()
    for space, name in lower.items():
        if LAYOUT[space - 1] < 2:
            fail("never-two", "§2.2", space=space)
        state.covered |= BIT[space]
        if name and state.peek:
            state.lower[space] = box.take(name, (back_of(space),), space) + 1
        elif name:  # it is one of those that nobody has seen
            state.unseen[back_of(space)] |= BIT[box.take(name, (back_of(space),), space)]
        else:
            unknown[back_of(space)] += 1
    if state.phase == LAY_TOPS:
        for space in range(int(state.space), MAINLAND):
            unknown[back_of(space)] += space != WATER
    listed = unseen_tiles(lines)
    for back in range(len(BACKS)):
        hide(state, back, listed.get(back), unknown[back], box)


def unseen_tiles(lines: Lines) -> dict[int, list[str]]:
    """The tiles that lines such as `unseen A ring135` name, by back."""
    found: dict[int, list[str]] = {}
    for words in lines.all("unseen"):
        if not words or words[0] not in BACKS or BACKS.index(words[0]) in found:
            fail("which-back")
        found[BACKS.index(words[0])] = [name for word in words[1:] for name in single_tiles(word)]
    return found


def single_tiles(word: str) -> list[str]:
    """`ring135` as ring1, ring3 and ring5."""
    item = word.rstrip("1234567")
    return [item + value for value in word[len(item) :]] or [word]


def hide(state: Any, back: int, names: list[str] | None, number: int, box: Box) -> None:
    """Puts so many tiles of a back where nobody has seen them. §2.3"""
    if names is None:
        if number > len(box.tiles[back]):
            fail("too-few-tiles", "§1.1", back=BACKS[back])
        names = [TILES[tile] for tile in box.tiles[back][:number]]
    if len(names) != number:
        fail("unseen-count", "§2.3", back=BACKS[back], n=len(names), below=number)
    for name in names:
        state.unseen[back] |= BIT[box.take(name, (back,), 0)]


def seat_player(state: Any, seat: int, colour: str, words: list[str], eyes: int | None) -> None:
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
    hand = parts.get("hand", [])
    known = [word for word in hand if counted(word)[1] != UNKNOWN]
    unknown = sum(counted(word)[0] for word in hand if counted(word)[1] == UNKNOWN)
    if unknown and eyes in (None, seat):
        fail("unknown-cards", colour=colour)
    for item, number in cards(known).items():
        state.hands[seat, item] = number
    if int(state.hands[seat].sum()) + unknown > ALL_CARDS:
        fail("too-few-cards", "§1.2", n=unknown)
    for item, number in cards(parts.get("shown", [])).items():
        if number > state.hands[seat, item]:
            fail("shown-more", "§3.8", colour=colour, item=ITEMS[item])
        state.shown[seat, item] = number
    for value, number in tile_values(colour, parts.get("tiles", [])).items():
        state.tiles[seat, value] = number
        state.wealth[seat] += number * value
    state.hand_size[seat] = int(state.hands[seat].sum()) + unknown
    state.has_bridge[seat] = "nobridge" not in parts


def tile_values(colour: str, words: list[str]) -> Counter[int]:
    """Collected tiles such as `5 2x3`, counted by value. §1.1"""
    found: Counter[int] = Counter()
    for word in words:
        number, value = counted(word)
        if value not in map(str, range(1, VALUE_COUNT + 1)):
            fail("tile-value", "§1.1", colour=colour, text=word)
        found[int(value)] += number
        if found[int(value)] > len(TILES):
            fail("too-many-tiles", "§1.1", value=int(value))
    return found


def place_figure(state: Any, seat: int, colour: str, word: str) -> None:
    """A figure such as `A:12`: on Atlantis, on the mainland, or on a tile."""
    letter, _, place = word.partition(":")
    place = str(MAINLAND) if place == "home" else place
    if letter not in FIGURES or not re.fullmatch("[0-9]{1,2}", place) or int(place) > MAINLAND:
        fail("not-a-figure", text=word, colour=colour)
    space = int(place)
    if state.figures[seat, FIGURES.index(letter)] != ATLANTIS:
        fail("figure-twice", colour=colour, figure=letter)
    state.home[seat] += space == MAINLAND
    if ATLANTIS < space < MAINLAND and not int(state.land) >> space & 1:
        fail("no-tile-under", "§4.1", colour=colour, figure=letter, space=space)
    state.figures[seat, FIGURES.index(letter)] = space


def cards(words: list[str]) -> Counter[int]:
    """Cards such as `2xring flag`, counted by item."""
    found: Counter[int] = Counter()
    for word in words:
        number, name = counted(word)
        if name not in ITEMS:
            fail("not-a-card", text=word)
        found[ITEMS.index(name)] += number
        if found[ITEMS.index(name)] > CARDS_PER_ITEM:
            fail("too-many-cards", "§1.2", n=CARDS_PER_ITEM, item=name)
    return found


def share_out_cards(state: Any, lines: Lines) -> None:
    """Makes the piles; the cards in no list go to the first pile that has none. §1.2"""
    found = {name: cards(lines.one(name)) for name in PILES if name in lines}
    left = next((name for name in ("draw", "discard") if name not in found), "removed")
    fields = {"draw": state.deck, "discard": state.discard, "removed": state.removed}
    for item in range(ITEM_COUNT):
        rest = CARDS_PER_ITEM - int(state.hands[:, item].sum())
        rest -= sum(pile[item] for pile in found.values())
        if rest < 0:
            fail("too-many-cards", "§1.2", n=CARDS_PER_ITEM, item=ITEMS[item])
        for name, pile in found.items():
            fields[name][item] = pile[item]
        fields[left][item] += rest
    hidden = int(state.hand_size.sum()) - int(state.hands.sum())
    state.deck_size = max(0, int(state.deck.sum()) - hidden)
    if int(state.deck.sum()) < hidden:
        fail("too-few-cards", "§1.2", n=hidden)
    state.discard_size = state.discard.sum()


def spend_other_tiles(state: Any, box: Box) -> None:
    """Counts every tile that is neither on the path nor collected as spent. §5.7, §7.1"""
    values = Counter(tile % VALUE_COUNT + 1 for tiles in box.tiles for tile in tiles)
    for value in range(1, VALUE_COUNT + 1):
        rest = values[value] - int(state.tiles[:, value].sum())
        if rest < 0:
            fail("too-many-tiles", "§1.1", value=value)
        state.spent[value] = rest


def count_bridges(state: Any) -> None:
    """Every bridge on the path is one that a player no longer has. §6.1"""
    on_the_path, used = int(state.bridges).bit_count(), 0
    for seat in range(state.players):
        used += not state.has_bridge[seat]
    if on_the_path != used:
        fail("bridges", "§6.1", n=on_the_path, used=used)
