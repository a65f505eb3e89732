"""What every action is called, in the order of their numbers (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_games.core.contract import Action
from atlantis_games.games.escape.board import ANIMALS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.tables import BOARD, COLOURS, EDGES, GATES, PIECES

NAMES = BOARD.names
MOVERS = {"go": "person", "swim": "swimmer", "sail": "boat", "ride": "dolphin"}


def actions() -> Iterator[Action]:
    """Every action, in the order of the blocks (blocks.py)."""
    for piece in PIECES:
        name = NAMES[piece]
        yield Action(f"place {name}", "place", {"to": name}, (f"hex:{name}",))
    for verb, mover in MOVERS.items():
        for a, b in EDGES:
            start, end = NAMES[a], NAMES[b]
            clicks = (f"{mover}:{start}", f"hex:{end}")
            yield Action(f"{verb} {start} {end}", verb, {"from": start, "to": end}, clicks)
    for name in NAMES:
        yield Action(f"jump {name}", "jump", {"from": name}, (f"person:{name}", f"hex:{name}"))
    for name in NAMES:
        yield Action(f"climb {name}", "climb", {"to": name}, (f"swimmer:{name}", f"boat:{name}"))
    for verb in ("go", "swim"):
        for gate in GATES:
            name = NAMES[gate]
            clicks = (f"{MOVERS[verb]}:{name}", f"coral:{name}")
            yield Action(f"{verb} {name} coral", f"{verb}-coral", {"from": name}, clicks)
    yield Action("stop", "stop", {}, ("button:stop",))
    for piece in PIECES:
        name = NAMES[piece]
        yield Action(f"sink {name}", "sink", {"to": name}, (f"hex:{name}",))
    for colour in COLOURS:
        for name in NAMES:
            clicks = (f"evacuee:{colour}", f"hex:{name}")
            yield Action(
                f"move {colour} {name}", "relocate", {"colour": colour, "to": name}, clicks
            )
    for name in NAMES:
        yield Action(f"pick {name}", "pick", {"from": name}, (f"animal:{name}", "button:alone"))
    for name in NAMES:
        clicks = (f"animal:{name}", "button:rider")
        yield Action(f"pick {name} rider", "pick-rider", {"from": name}, clicks)
    for name in NAMES:
        yield Action(f"to {name}", "to", {"to": name}, (f"hex:{name}",))
    yield Action("stay", "stay", {}, ("button:stay",))
    for symbol in SYMBOLS:
        yield Action(f"symbol {symbol}", "symbol", {"symbol": symbol})
    for animal in ANIMALS:
        for number in NUMBERS:
            yield Action(f"spin {animal} {number}", "spin", {"animal": animal, "number": number})


NOTATION = tuple(actions())
