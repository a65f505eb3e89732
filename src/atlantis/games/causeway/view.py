"""What a seat sees, as plain values and as text. Made from a redacted state only."""

from __future__ import annotations

from typing import Any

from atlantis.games.causeway import rules
from atlantis.games.causeway.tables import (
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
    rules.LAY_TOPS: "lay tiles",
    rules.LAY_LOWER: "lay lower tiles",
    rules.DEAL: "deal",
    rules.START: "start",
    rules.CHAINING: "chain",
    rules.PAYING: "pay",
    rules.UNCOVERING: "uncover",
    rules.LATE_BRIDGE: "bridge or end",
    rules.DRAWING: "draw",
    rules.BUYING: "buy",
    rules.DONE: "over",
}


def view(states: Any, seat: int) -> dict[str, Any]:
    """Everything a seat may know, for a page or a program."""
    state = states[0]
    return {
        "game": "causeway",
        "seat": seat,
        "players": int(state.players),
        "actor": rules.actor(state),
        "turn": int(state.seat),
        "turns": int(state.turns),
        "phase": PHASES[int(state.phase)],
        "path": [space_view(state, space) for space in range(1, MAINLAND)],
        "gaps": gaps_view(state),
        "bridges": spaces_of(state.bridges),
        "seats": [seat_view(state, other, seat) for other in range(state.players)],
        "moving": moving_view(state),
        "owed": int(state.owed),
        "bought": int(state.bought_count),
        "draw_pile": int(state.deck_size),
        "discard": counts(ITEMS, state.discard),
        "removed": counts(ITEMS, state.removed),
        "spent": counts(range(VALUE_COUNT + 1), state.spent),
        "unseen": {
            back: [TILES[tile] for tile in spaces_of(mask)]
            for back, mask in zip("AB", state.unseen, strict=True)
        },
    }


def spaces_of(mask: Any) -> list[int]:
    """The bits that are set in a mask."""
    return [bit for bit in range(64) if int(mask) >> bit & 1]


def counts(names: Any, numbers: Any) -> dict[Any, int]:
    """A pile as name: number, without what it does not hold."""
    return {name: int(n) for name, n in zip(names, numbers, strict=True) if n}


def space_view(state: Any, space: int) -> dict[str, Any]:
    """A space of the path: its visible tile, and whether one lies below."""
    shown: dict[str, Any] = {"space": space, "back": "B" if space > WATER else "A"}
    if int(state.land) >> space & 1:
        shown |= {"item": ITEMS[state.face[space]], "value": int(state.value[space])}
    if int(state.covered) >> space & 1:
        shown["covered"] = TILES[state.lower[space] - 1] if state.lower[space] else "?"
    return shown


def gaps_view(state: Any) -> list[dict[str, int | bool]]:
    """The gaps between tiles, with what crossing each costs. §5"""
    gaps = []
    for first in spaces_of(rules.gap_starts(state)):
        end = rules.tile_ahead(state, first)
        bridged = bool(rules.is_bridged(state, first))
        price = 0 if bridged else int(rules.toll(state, first - 1, end))
        gaps.append({"first": first, "last": end - 1, "price": price, "bridged": bridged})
    return gaps


def seat_view(state: Any, other: int, seat: int) -> dict[str, Any]:
    """A player's panel; the hand is there for its owner only."""
    shown: dict[str, Any] = {
        "colour": COLOURS[other],
        "figures": {name: int(state.figures[other, i]) for i, name in enumerate(FIGURES)},
        "cards": int(state.hand_size[other]),
        "shown": counts(ITEMS, state.shown[other]),
        "tiles": counts(range(VALUE_COUNT + 1), state.tiles[other]),
        "worth": int(state.wealth[other]),
        "bridge": bool(state.has_bridge[other]),
        "last_journey": rules.final_price(state, other),
    }
    if other == seat:
        shown["hand"] = counts(ITEMS, state.hands[other])
        if state.seat == seat:
            shown["bought"] = counts(ITEMS, state.bought)
    return shown


def moving_view(state: Any) -> dict[str, Any] | None:
    """The figure on the move, from the first card until everything is paid."""
    if state.phase in (rules.CHAINING, rules.PAYING):
        return {"figure": FIGURES[state.figure], "from": int(state.origin)}
    return None


COLUMNS = 5
CELL = 16


def draw(view: dict[str, Any]) -> str:
    """A view as text: the path row by row, then the players."""
    standing: dict[int, list[str]] = {}
    for number, player in enumerate(view["seats"], 1):
        for name, space in player["figures"].items():
            standing.setdefault(space, []).append(f"{number}{name}")
    prices = {
        space: "===" if gap["bridged"] else f"~{gap['price']}~"
        for gap in view["gaps"]
        for space in range(gap["first"], gap["last"] + 1)
    }
    cells = []
    for shown in view["path"]:
        space = shown["space"]
        text = prices.get(space, "")
        if "item" in shown:
            text = f"{shown['item']}{shown['value']}{'+' if 'covered' in shown else ''}"
        people = ",".join(standing.get(space, []))
        cells.append(f"{space:2} {text}{f'[{people}]' if people else ''}".ljust(CELL))
    rows = ["".join(cells[i : i + COLUMNS]).rstrip() for i in range(0, len(cells), COLUMNS)]
    atlantis = " ".join(standing.get(ATLANTIS, [])) or "nobody"
    mainland = " ".join(standing.get(MAINLAND, [])) or "nobody"
    return "\n".join(
        [
            f"Atlantis: {atlantis}",
            *rows,
            f"Mainland: {mainland}",
            "",
            *(draw_seat(number, player) for number, player in enumerate(view["seats"], 1)),
            f"Draw pile {view['draw_pile']}, discard pile {sum(view['discard'].values())}.",
        ]
    )


def draw_seat(number: int, player: dict[str, Any]) -> str:
    """One line about a player."""
    tiles = " ".join(str(value) for value, n in player["tiles"].items() for _ in range(n))
    parts = [
        f"Seat {number} {player['colour']:5}",
        f"tiles {tiles or '-'} ({player['worth']})",
        f"{player['cards']} cards",
        "bridge" if player["bridge"] else "no bridge",
    ]
    cards = player.get("hand")
    if cards is not None:
        parts.append("hand " + (" ".join(f"{n}x{item}" for item, n in cards.items()) or "-"))
    elif player["shown"]:
        parts.append("showed " + " ".join(f"{n}x{item}" for item, n in player["shown"].items()))
    return " | ".join(parts)
