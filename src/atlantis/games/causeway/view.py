"""What a seat sees, as plain values and as text. Made from a redacted state only."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from atlantis.core.game import plain
from atlantis.games.causeway import rules
from atlantis.games.causeway.tables import (
    ATLANTIS,
    BUY,
    COLOURS,
    FIGURES,
    ITEMS,
    MAINLAND,
    PASS,
    PAY_TILE,
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
    state = plain(states)
    phase = PHASES[state.phase]
    actor = int(rules.actor(states[0]))
    return {
        "game": "causeway",
        "seat": seat,
        "players": state.players,
        "actor": actor,
        "turn": state.seat,
        "turns": state.turns,
        "phase": phase,
        "path": [space_view(state, space) for space in range(1, MAINLAND)],
        "gaps": gaps_view(state),
        "bridges": spaces_of(state.bridges),
        "seats": [seat_view(state, other, seat) for other in range(state.players)],
        "moving": moving_view(state),
        "owed": state.owed,
        "bought": state.bought_count,
        "draw_pile": state.deck_size,
        "discard": counts(ITEMS, state.discard),
        "removed": counts(ITEMS, state.removed),
        "spent": counts(range(VALUE_COUNT + 1), state.spent),
        "unseen": {
            back: [TILES[tile] for tile in spaces_of(mask)]
            for back, mask in zip("AB", state.unseen, strict=True)
        },
    }


def spaces_of(mask: int) -> list[int]:
    """The bits that are set in a mask."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def counts(names: Any, numbers: list[int]) -> dict[Any, int]:
    """A pile as name: number, without what it does not hold."""
    return {name: n for name, n in zip(names, numbers, strict=True) if n}


def space_view(state: Any, space: int) -> dict[str, Any]:
    """A space of the path: its visible tile, and whether one lies below."""
    shown: dict[str, Any] = {"space": space, "back": "B" if space > WATER else "A"}
    if state.land >> space & 1:
        shown["item"] = ITEMS[state.face[space]]
        shown["value"] = state.value[space]
    if state.covered >> space & 1:
        shown["covered"] = TILES[state.lower[space] - 1] if state.lower[space] else "?"
    return shown


def gaps_view(state: Any) -> list[dict[str, int | bool]]:
    """The gaps between tiles, with what crossing each costs. §5"""
    gaps = []
    tiles = spaces_of(state.land | state.covered)
    for behind, ahead in pairwise(tiles):
        if ahead > behind + 1:
            price = state.cost[ahead] - state.cost[behind]
            bridged = bool(state.bridges >> behind & (1 << (ahead - behind)) - 1)
            gap = {"first": behind + 1, "last": ahead - 1, "price": price, "bridged": bridged}
            gaps.append(gap)
    return gaps


def seat_view(state: Any, other: int, seat: int) -> dict[str, Any]:
    """A player's panel; the hand is there for its owner only."""
    figures = state.figures[other]
    home = state.cost[MAINLAND]
    shown: dict[str, Any] = {
        "colour": COLOURS[other],
        "figures": dict(zip(FIGURES, figures, strict=True)),
        "cards": state.hand_size[other],
        "shown": counts(ITEMS, state.shown[other]),
        "tiles": counts(range(VALUE_COUNT + 1), state.tiles[other]),
        "worth": state.wealth[other],
        "bridge": bool(state.has_bridge[other]),
        "last_journey": sum(home - state.cost[space] for space in figures),
    }
    if other == seat:
        shown["hand"] = counts(ITEMS, state.hands[other])
        if state.seat == seat:
            shown["bought"] = counts(ITEMS, state.bought)
    return shown


def moving_view(state: Any) -> dict[str, Any] | None:
    """The figure on the move, from the first card until everything is paid."""
    if state.phase in (rules.CHAINING, rules.PAYING):
        return {"figure": FIGURES[state.figure], "from": state.origin}
    return None


def effect(action: int, row: list[int]) -> dict[str, Any]:
    """What an action would do, as a page shows it before it is chosen."""
    lands, price, takes, rest = row
    if action < PAY_TILE:
        shown: dict[str, Any] = {"lands": lands, "at": f"space:{lands}", "price": price}
        if takes > 0:
            shown["takes"] = takes
        return shown | {"chain": True} if rest else shown
    if action < BUY:
        return {"owed": rest}
    if action < PASS:
        return {"cards": rest}
    return {"saves": rest} if rest >= 0 else {}


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
