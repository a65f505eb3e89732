"""What a move has done, paying a bill for somebody, and the settlement. §4, §5.4, §8, §10"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.position import Position, plain
from atlantis_games.games.causeway import rules
from atlantis_games.games.causeway.tables import (
    BUY,
    ITEMS,
    PASS,
    PAY_TILE,
    VALUE_COUNT,
)


def outcome(before: Any, after: Any) -> dict[str, Any]:
    """Where a figure has gone, and the tile that was won, for the log. §4, §8"""
    done: dict[str, Any] = {}
    stood, stand = before["figures"].ravel().tolist(), after["figures"].ravel().tolist()
    for old, new in zip(stood, stand, strict=True):
        if old != new:
            done["lands"] = new
    uncovered = before["covered"] & ~after["covered"]  # at once, with `peek`
    taken = (before["land"] & (~after["land"] | uncovered)).item()
    if taken:
        space = taken.bit_length() - 1
        item, value = before["face"][0, space], before["value"][0, space]
        done["takes"] = {"item": ITEMS[item], "value": int(value)}
    return done


def payment(position: Position) -> str | None:
    """The next piece to pay so that the fewest points are lost and the best hand is kept. §5.4

    A card is worth as much as it pays, so only paying too much loses points. Cards are more use
    than tiles of the same worth, and of the cards those held several times are missed least.
    """
    state = plain(position.states())
    if state.phase != rules.PAYING or not position.moves:
        return None
    cards = [item for item in ITEMS if f"pay {item}" in position.moves]
    most_cards = sum(state.hands[state.seat][ITEMS.index(item)] for item in cards)
    tiles = state.tiles[state.seat]
    best = min(
        (paid + max(0, state.owed - paid), max(0, state.owed - paid), -max(used, default=0), used)
        for paid, used in sums(tiles, state.owed).items()
        if state.owed - paid <= most_cards
    )
    used = best[-1]
    if used:
        return f"pay {max(used)}"
    return f"pay {max(cards, key=lambda item: state.hands[state.seat][ITEMS.index(item)])}"


def sums(tiles: list[int], owed: int) -> dict[int, tuple[int, ...]]:
    """What some of the tiles add up to, none of them needless, each with the tiles that make it."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for value in range(VALUE_COUNT, 0, -1):
        for _ in range(tiles[value]):
            for paid, used in list(found.items()):
                if paid < owed:
                    found.setdefault(paid + value, (*used, value))
    return found


def settlement(position: Position) -> list[dict[str, Any]]:
    """Tiles, cards, the last journey and the sum, for every seat. §10.2-10.4"""
    state = plain(position.states())
    lines = []
    for seat, score in enumerate(position.scores):
        tiles, cards = state.wealth[seat], state.hand_size[seat]
        for code, points in (
            ("tiles", tiles),
            ("cards", cards),
            ("journey", score - tiles - cards),
        ):
            lines.append({"seat": seat, "code": code, "points": points})
        lines.append({"seat": seat, "code": "total", "points": score})
    return lines


def preview(action: int, row: list[int]) -> dict[str, Any]:
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


def automatic_move(position: Position) -> str | None:
    """Every decision is a real one."""
    return None
