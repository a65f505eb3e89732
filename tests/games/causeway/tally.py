"""What each player has and may know, counted from the log by hand: no view may say more."""

from __future__ import annotations

from collections import Counter
from typing import Any

from atlantis_games.games.causeway.tables import CARDS_PER_ITEM, ITEMS, TILES
from support.stored_table import StoredTable, branches

CARDS = CARDS_PER_ITEM * len(ITEMS)
UNSEEN_TILES = 84  # before the first one is laid


class Tally:
    """Cards and tiles, counted from the log like somebody who sees every hand."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.shown: list[Counter[str]] = [Counter() for _ in range(players)]
        self.discard: Counter[str] = Counter()
        self.removed: Counter[str] = Counter()
        self.pile = CARDS
        self.tiles = 0  # seen so far
        self.removes = options.get("spent_cards") == "remove"

    def count(self, actor: int, move: str, audience: int) -> None:
        """One entry of the log."""
        first, _, last = move.partition(" ")
        if first == "tile":
            self.tiles += 1
        elif first == "draw":
            if not self.pile:
                self.pile, self.discard = self.discard.total(), Counter()
            self.pile -= 1
            self.hands[audience][last] += 1
        elif first == "pass":
            self.shown[actor] = Counter(self.hands[actor])  # everybody sees it. §3.7
        elif last in ITEMS:
            self.hands[actor][last] -= 1
            self.shown[actor][last] = max(0, self.shown[actor][last] - 1)
            spent = self.removes and first == "pay"
            (self.removed if spent else self.discard)[last] += 1


def check_view(stored: StoredTable, ply: int, seat: int, view: dict[str, Any]) -> int:
    """Compares a view with what a seat can work out at the table; how much was compared."""
    cards: Tally = stored.tally(ply)
    allowed: dict[tuple[Any, ...], Counter[str]] = {
        ("discard",): cards.discard,
        ("removed",): cards.removed,
        **{("seats", other, "shown"): shown for other, shown in enumerate(cards.shown)},
    }
    if seat >= 0:
        allowed["seats", seat, "hand"] = cards.hands[seat]
    compared = 0
    for path, value in branches(view):
        if path[:1] == ("unseen",) and len(path) == 1:
            assert sum(map(len, value.values())) == UNSEEN_TILES - cards.tiles
            assert all(name in TILES for names in value.values() for name in names)
        elif path and path[-1] in ("hand", "bought") and isinstance(value, dict):
            assert path[:2] == ("seats", seat), f"{path} is shown to seat {seat}"
            if path[-1] == "bought":
                assert Counter(value) <= cards.hands[seat] + cards.discard + cards.removed
        if path[:1] == ("unseen",) or path[-1:] == ("bought",):
            continue
        if isinstance(value, dict) and value and set(value) <= set(ITEMS):
            assert path in allowed, f"{path} = {value} is shown to seat {seat}"
        if path in allowed:
            assert Counter(value) == +allowed[path], (path, seat, ply)
            compared += 1
    for other, panel in enumerate(view["seats"]):
        assert panel["cards"] == cards.hands[other].total()
    assert view["draw_pile"] == cards.pile
    if stored.positions[0].options["peek"] != "on":
        assert {space.get("covered", "?") for space in view["path"]} == {"?"}
    assert compared == len(allowed)
    return compared
