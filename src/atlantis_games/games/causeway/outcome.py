"""What a move would do, what came of it, the cheapest payment, and the final scores by line."""

from __future__ import annotations

from atlantis_games.core.contract import State, States, View
from atlantis_games.core.plain_fields import plain
from atlantis_games.core.position import Position
from atlantis_games.games.causeway.actions import (
    BLOCK_OF,
    BRIDGE,
    BUY,
    CHAIN,
    FIRST,
    MOVE,
    PAY_CARD,
    PAY_TILE,
)
from atlantis_games.games.causeway.rules.funds import cannot_pay
from atlantis_games.games.causeway.state import PAYING
from atlantis_games.games.causeway.tables import FIGURE_COUNT, ITEMS, VALUE_COUNT


def preview(action: int, row: list[int]) -> View:
    """What an action would do, as a page shows it before it is chosen. §4.1, §5.2, §7.1, §8.1"""
    lands, price, takes, rest, overpaid = row
    block = BLOCK_OF[action]
    if block in (MOVE, CHAIN):
        shown: View = {"lands": lands, "at": f"space:{lands}", "price": price}
        if takes > 0:
            shown["takes"] = takes
        return shown | {"chain": True} if rest else shown
    if block in (PAY_TILE, PAY_CARD):
        pays = action - int(FIRST[PAY_TILE]) + 1 if block == PAY_TILE else 1
        shown = {"owed": rest, "pays": pays}
        return shown | {"overpaid": overpaid} if overpaid else shown
    if block == BUY:
        return {"cards": rest}
    return {"saves": rest} if block == BRIDGE else {}


def outcome(before: States, after: States) -> View:
    """Where a figure has gone, and the tile that was won, for the log. §4, §8"""
    done: View = {}
    stood, stand = before["figures"].tobytes(), after["figures"].tobytes()  # a byte each
    if stood != stand:
        done["lands"] = next(new for old, new in zip(stood, stand, strict=True) if old != new)
    land, land_after = before["land"].item(), after["land"].item()
    uncovered = before["covered"].item() & ~after["covered"].item()  # at once, with `peek`
    taken = land & (~land_after | uncovered)
    if taken:
        space = taken.bit_length() - 1
        item, value = before["face"][0, space], before["value"][0, space]
        done["takes"] = {"item": ITEMS[item], "value": int(value)}
    return done


def settlement(position: Position) -> list[View]:
    """Tiles, cards, the last journey and the total of every seat. §10.2 to §10.4"""
    state = plain(position.states())
    lines = []
    for seat, score in enumerate(position.scores):
        tiles, cards = state.wealth[seat], state.hand_size[seat]
        journey = score - tiles - cards
        for code, points in (
            ("tiles", tiles),
            ("cards", cards),
            ("journey", journey),
            ("total", score),
        ):
            lines.append({"seat": seat, "code": code, "points": points})
    return lines


def is_routine(position: Position) -> bool:
    """No: every decision is one that a player wants to make."""
    return False


def ending(position: Position) -> str:
    """Somebody's third figure is home, or nobody could do anything any more. §10.1, §10.5"""
    return "home" if FIGURE_COUNT in position.state.home.tolist() else "idle"


def payment(position: Position) -> str | None:
    """The next piece to pay so that the fewest points are lost and the best hand is kept. §5.4

    A card is worth as much as it pays, so points are lost only by paying too much. Cards are more
    useful than tiles of the same worth, and a card held several times is missed least.
    """
    state = plain(position.states())
    if state.phase != PAYING or not position.moves:
        return None
    record = position.state
    hand = state.hands[state.seat]
    cards = [held - int(cannot_pay(record, item)) for item, held in enumerate(hand)]  # §5.6
    tiles_to_pay = best_tiles(state, sum(cards))
    if tiles_to_pay:
        return f"pay {max(tiles_to_pay)}"
    item = max((item for item, left in enumerate(cards) if left), key=lambda item: hand[item])
    return f"pay {ITEMS[item]}"


def best_tiles(state: State, cards: int) -> tuple[int, ...]:
    """The tiles to pay the debt with, while so many cards can pay the rest. §5.4"""
    owed = state.owed

    def loss(choice: tuple[int, tuple[int, ...]]) -> tuple[int, int, int, tuple[int, ...]]:
        """What to keep small: points given, then cards given; then the highest tile decides."""
        paid, used = choice
        rest = max(0, owed - paid)
        return paid + rest, rest, -max(used, default=0), used

    sums = tile_sums(state.tiles[state.seat], owed)
    ways = ((paid, sums[paid]) for paid in sums if can_finish(state, paid, cards))
    return min(ways, key=loss)[1]


def can_finish(state: State, paid: int, cards: int) -> bool:
    """Whether so many cards may pay what such a sum of tiles leaves of the debt. §5.4"""
    rest = state.owed - paid
    if not state.strict_payment:
        return bool(rest <= cards)
    if rest <= 0:  # with tiles alone
        return not state.paid_cards
    began_with_tiles = state.has_paid and not state.paid_cards
    return paid == 0 and rest <= cards and not began_with_tiles


def tile_sums(tiles: list[int], owed: int) -> dict[int, tuple[int, ...]]:
    """What some of the tiles add up to, none of them needless, each with the tiles that make it."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for value in range(VALUE_COUNT, 0, -1):
        for _ in range(tiles[value]):
            for paid, used in list(found.items()):
                if paid < owed:
                    found.setdefault(paid + value, (*used, value))
    return found
