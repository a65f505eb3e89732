"""What each seat contributes to the dealing (docs/fair-dealing.md)."""

from __future__ import annotations

from atlantis_games.core.fair_dealer import ABSENT, BOT, DEVICE, SEAT, WITHHELD, FairDealer
from atlantis_games.server.messages import DealInfo
from atlantis_games.server.tables.table import Table, TableSeat

REVEAL_SECONDS = 8.0  # that devices have to reveal their nonces


def is_full(table: Table) -> bool:
    """Whether every seat is taken."""
    return all(seat.kind != "open" for seat in table.seats)


def is_missed(seat: TableSeat) -> bool:
    """Whether a device has promised a nonce and not revealed it yet."""
    return bool(seat.promise) and not seat.nonce


def is_collecting(table: Table) -> bool:
    """Whether the seats are fixed and devices reveal their nonces now."""
    return table.state == "waiting" and table.full_since is not None


def contributions(table: Table, dealer: FairDealer) -> list[str]:
    """What is agreed for each seat; a device with several seats contributes once."""
    found: list[str] = []
    of_guests: dict[str, int] = {}  # the first seat of each device that contributes
    for number, seat in enumerate(table.seats):
        earlier = of_guests.get(seat.guest or "")
        if earlier is not None:
            found.append(f"{SEAT} {earlier + 1}")
        elif seat.nonce:
            found.append(f"{DEVICE} {seat.nonce}")
            of_guests[seat.guest or ""] = number
        else:
            kind = BOT if seat.kind == "bot" else WITHHELD if seat.promise else ABSENT
            found.append(f"{kind} {dealer.derived_nonce(number)}")
    return found


def deal_info(table: Table) -> DealInfo:
    """How far the dealing is agreed, as everybody sees it."""
    dealer = table.match.dealer
    nonces = list(dealer.nonces) if isinstance(dealer, FairDealer) else []
    return {
        "collecting": is_collecting(table),
        "promises": [seat.promise for seat in table.seats] if table.state == "waiting" else [],
        "nonces": nonces,
    }
