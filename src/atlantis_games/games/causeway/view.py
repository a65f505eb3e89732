"""What a seat sees, as plain values and as text; what to do now. Made from a redacted state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import Any

from atlantis_games.core.contract import State, States, Values, View
from atlantis_games.core.plain_fields import plain
from atlantis_games.core.texts import Texts
from atlantis_games.core.view_parts import Entry, ListPart, Part, Parts, Rows, public_view
from atlantis_games.games.causeway.state import (
    BUYING,
    CHAINING,
    DEAL,
    DONE,
    DRAWING,
    LATE_BRIDGE,
    LAY_LOWER,
    LAY_TOPS,
    PAYING,
    START,
    UNCOVERING,
)
from atlantis_games.games.causeway.tables import (
    ATLANTIS,
    COLOURS,
    FIGURES,
    ITEMS,
    MAINLAND,
    TILES,
    VALUE_COUNT,
    WATER,
)

PHASES = {
    LAY_TOPS: "lay tiles",
    LAY_LOWER: "lay lower tiles",
    DEAL: "deal",
    START: "start",
    CHAINING: "chain",
    PAYING: "pay",
    UNCOVERING: "uncover",
    LATE_BRIDGE: "bridge or end",
    DRAWING: "draw",
    BUYING: "buy",
    DONE: "over",
}


def public(states: States) -> View:
    """Everything that everybody may know, for a page or a program."""
    return public_view(PARTS, states)


def spaces_of(mask: int) -> list[int]:
    """The bits that are set in a mask."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


@lru_cache(4096)
def tiles_of(mask: int) -> tuple[str, ...]:
    """The names of the tiles in a mask."""
    return tuple(TILES[tile] for tile in spaces_of(mask))


def counts(names: Sequence[str], numbers: list[int]) -> dict[str, int]:
    """A pile as name: number, without what it does not hold."""
    return {name: n for name, n in zip(names, numbers, strict=True) if n}


VALUES = tuple(str(value) for value in range(VALUE_COUNT + 1))  # JSON has no keys but texts
NO_TILE = -1


def path_view(state: State, space: int) -> dict[str, Any]:
    """A space of the path."""
    below = state.lower[space] if state.covered >> space & 1 else NO_TILE
    return space_view(space, state.face[space], state.value[space], below)


@cache
def space_view(space: int, item: int, value: int, lower: int) -> dict[str, Any]:
    """A space of the path: its visible tile, and whether one lies below. Not to be changed."""
    shown: dict[str, Any] = {"space": space, "back": "B" if space > WATER else "A"}
    if value:
        shown["item"] = ITEMS[item]
        shown["value"] = value
    if lower != NO_TILE:
        shown["covered"] = TILES[lower - 1] if lower else "?"
    return shown


def gaps_view(state: State) -> list[dict[str, int | bool]]:
    """The gaps between tiles, with what crossing each costs. §5"""
    gaps = []
    tiles = state.land | state.covered
    holes = ~tiles & (1 << tiles.bit_length()) - 1 & -(tiles & -tiles)
    while holes:
        first = (holes & -holes).bit_length() - 1
        last = first + trailing_ones(holes >> first) - 1
        price = state.cost[last + 1] - state.cost[first - 1]
        bridged = bool(state.bridges >> first & (1 << (last - first + 1)) - 1)
        gaps.append({"first": first, "last": last, "price": price, "bridged": bridged})
        holes &= -(1 << (last + 1))
    return gaps


def trailing_ones(mask: int) -> int:
    """How many of the lowest bits are set without a break."""
    return (~mask & (mask + 1)).bit_length() - 1


def last_journey(state: State, seat: int) -> int:
    """What the journey home would cost a seat now. §10.2"""
    home = state.cost[MAINLAND]
    return sum(
        home - state.cost[space]
        for space in state.figures[seat]
        if space != ATLANTIS or not state.atlantis_is_free
    )


SEAT = {  # a player's panel, as all see it
    "colour": Entry(lambda state, seat: COLOURS[seat]),
    "figures": Entry(
        lambda state, seat: dict(zip(FIGURES, state.figures[seat], strict=True)), is_written=True
    ),
    "cards": Entry(lambda state, seat: state.hand_size[seat], ("hand_size",)),
    "shown": Entry(lambda state, seat: counts(ITEMS, state.shown[seat]), ("shown",)),
    "tiles": Entry(lambda state, seat: counts(VALUES, state.tiles[seat]), is_written=True),
    "worth": Entry(lambda state, seat: state.wealth[seat], ("wealth",)),
    "bridge": Entry(lambda state, seat: bool(state.has_bridge[seat]), ("has_bridge",)),
    "last_journey": Entry(last_journey, is_written=True),
}


def private(states: States, seat: int) -> View:
    """A player's hand, and what of it was bought this turn, for the player alone."""
    return own_cards(plain(states), seat)


def own_cards(state: State, seat: int) -> View:
    """The same from plain fields."""
    return {name: entry.show(state, seat) for name, entry in PRIVATE.items()}


PRIVATE = {
    "hand": Entry(lambda state, seat: counts(ITEMS, state.hands[seat]), ("hands",)),
    "bought": Entry(
        lambda state, seat: counts(ITEMS, state.bought) if state.seat == seat else {},
        shared=("bought", "seat"),
    ),
}


def moving_view(state: State) -> dict[str, Any] | None:
    """The figure on the move, from the first card until everything is paid."""
    if state.phase in (CHAINING, PAYING):
        space = state.figures[state.seat][state.figure]
        price = state.cost[space] - state.cost[state.origin]  # before anything is paid
        return {"figure": FIGURES[state.figure], "from": state.origin, "price": price}
    return None


def unseen_view(state: State) -> dict[str, list[str]]:
    """The tiles that nobody has seen yet, by their backs."""
    return {back: list(tiles_of(mask)) for back, mask in zip("AB", state.unseen, strict=True)}


PARTS: Parts = {  # what everybody may know
    "game": Part(lambda state: "causeway"),
    "players": Part(lambda state: state.players, ("players",)),
    "turn": Part(lambda state: state.seat, ("seat",)),
    "turns": Part(lambda state: state.turns, ("turns",)),
    "phase": Part(lambda state: PHASES[state.phase], ("phase",)),
    "path": ListPart(
        path_view,
        lambda state: MAINLAND - 1,
        first=1,
        each=("face", "value", "lower"),
        masks=("covered",),
    ),
    "gaps": Part(gaps_view, is_written=True),
    "bridges": Part(lambda state: spaces_of(state.bridges), ("bridges",)),
    "seats": Rows(lambda state: state.players, SEAT),
    "moving": Part(moving_view, is_written=True),
    "owed": Part(lambda state: state.owed, ("owed",)),
    "payment": Part(
        lambda state: "strict" if state.strict_payment else "free", ("strict_payment",)
    ),
    "bought": Part(lambda state: state.bought_count, ("bought_count",)),
    "draw_pile": Part(lambda state: state.deck_size, ("deck_size",)),
    "discard": Part(lambda state: counts(ITEMS, state.discard), is_written=True),
    "removed": Part(lambda state: counts(ITEMS, state.removed), ("removed",)),
    "spent": Part(lambda state: counts(VALUES, state.spent), is_written=True),
    "unseen": Part(unseen_view, is_written=True),
}


PROMPT = ("phase", "strict_payment", "owed")  # what it is made from,
PROMPT_MOVES = ("pass", "buy")  # beside whether there are moves that begin with these words


def prompt(view: View, moves: Collection[str]) -> tuple[str, Values]:
    """What is to be done now: the phase, and the debt if there is one. §3, §5.4"""
    if "pass" in moves:  # no figure can move. §3.7
        return "stuck" if "buy" in {move.split()[0] for move in moves} else "pass", {}
    is_strict = view["phase"] == PHASES[PAYING] and view["payment"] == "strict"
    code = "pay-strict" if is_strict else view["phase"].replace(" ", "-")
    return code, {"owed": view["owed"]}


COLUMNS = 5
CELL = 16  # characters


def draw(view: View, texts: Texts) -> str:
    """A view as text: the path row by row, then the players.

    Items are written as in moves, in every language: that is what a player types.
    """
    standing: dict[int, list[str]] = {}
    for number, panel in enumerate(view["seats"], 1):
        for name, space in panel["figures"].items():
            standing.setdefault(space, []).append(f"{number}{name}")
    nobody = texts.fill("draw.nobody")
    atlantis = " ".join(standing.get(ATLANTIS, [])) or nobody
    mainland = " ".join(standing.get(MAINLAND, [])) or nobody
    piles = {"draw": view["draw_pile"], "discard": sum(view["discard"].values())}
    return "\n".join(
        [
            texts.fill("draw.atlantis", {"figures": atlantis}),
            *drawn_path(view, standing),
            texts.fill("draw.mainland", {"figures": mainland}),
            "",
            *drawn_seats(view, texts),
            texts.fill("draw.piles", piles),
        ]
    )


def drawn_path(view: View, standing: dict[int, list[str]]) -> list[str]:
    """The path in rows: tiles, prices of gaps, bridges, and the figures on each space."""
    gaps = {
        space: "===" if gap["bridged"] else f"~{gap['price']}~"
        for gap in view["gaps"]
        for space in range(gap["first"], gap["last"] + 1)
    }
    cells = []
    for shown in view["path"]:
        space = shown["space"]
        text = gaps.get(space, "")
        if "item" in shown:
            text = f"{shown['item']}{shown['value']}{'+' if 'covered' in shown else ''}"
        figures = ",".join(standing.get(space, []))
        cells.append(f"{space:2} {text}{f'[{figures}]' if figures else ''}".ljust(CELL))
    return ["".join(cells[i : i + COLUMNS]).rstrip() for i in range(0, len(cells), COLUMNS)]


def drawn_seats(view: View, texts: Texts) -> list[str]:
    """A line about each player."""
    colours = [texts.fill(f"colour.{panel['colour']}").lower() for panel in view["seats"]]
    names = [
        texts.fill("draw.seat", {"seat": number, "player": colour})
        for number, colour in enumerate(colours, 1)
    ]
    width = max(map(len, names))
    return [
        " | ".join([name.ljust(width), *drawn_panel(panel, texts)])
        for name, panel in zip(names, view["seats"], strict=True)
    ]


def drawn_panel(panel: View, texts: Texts) -> list[str]:
    """What a player has, part by part."""
    tiles = " ".join(str(value) for value, n in panel["tiles"].items() for _ in range(n))
    parts = [
        texts.fill("draw.tiles", {"tiles": tiles or "-", "worth": panel["worth"]}),
        texts.fill("draw.cards", {"n": panel["cards"]}),
        texts.fill("draw.bridge" if panel["bridge"] else "draw.no-bridge"),
    ]
    if "hand" in panel:
        parts.append(texts.fill("draw.hand", {"cards": drawn_cards(panel["hand"])}))
    elif panel["shown"]:
        parts.append(texts.fill("draw.shown", {"cards": drawn_cards(panel["shown"])}))
    return parts


def drawn_cards(cards: dict[str, int]) -> str:
    """Cards such as `2xring 1xflag`."""
    return " ".join(f"{n}x{item}" for item, n in cards.items()) or "-"
