"""The text, code, values and clicks of every action, by its number (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_games.core.contract import Action
from atlantis_games.games.causeway.tables import FIGURES, ITEMS, MAINLAND, TILES, VALUE_COUNT

VALUES = range(1, VALUE_COUNT + 1)


def actions() -> Iterator[Action]:
    """Every action, block by block as in actions.py."""
    for figure in FIGURES:
        for item in ITEMS:
            clicks = (f"figure:{figure}", f"card:{item}")
            yield Action(f"{figure} {item}", "move", {"figure": figure, "item": item}, clicks)
    for item in ITEMS:
        yield Action(f"then {item}", "then", {"item": item}, (f"card:{item}",))
    for value in VALUES:
        yield Action(f"pay {value}", "pay-tile", {"value": value}, (f"tile:{value}",))
    for item in ITEMS:
        yield Action(f"pay {item}", "pay-card", {"item": item}, (f"card:{item}",))
    for value in VALUES:
        yield Action(f"buy {value}", "buy", {"value": value}, ("button:buy", f"tile:{value}"))
    yield Action("pass", "pass", {}, ("button:pass",))
    yield Action("end", "end", {}, ("button:end",))
    for space in range(1, MAINLAND):
        clicks = ("button:bridge", f"gap:{space}")
        yield Action(f"bridge {space}", "bridge", {"space": space}, clicks, is_once=True)
    for tile in TILES:
        yield Action(f"tile {tile}", "tile", {"item": tile[:-1], "value": int(tile[-1])})
    for item in ITEMS:
        yield Action(f"draw {item}", "draw", {"item": item})


NOTATION = tuple(actions())
