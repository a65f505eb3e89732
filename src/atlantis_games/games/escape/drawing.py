"""A view as text for a terminal, with hexes as they are written in moves."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import View
from atlantis_games.core.texts import Texts

CELL = 6  # characters
LAND_MARKS = {"flatland": "_", "hill": "n", "mountain": "^"}


def draw(view: View, texts: Texts) -> str:
    """A view as text: every hex in two lines, what it is and who is on it."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for shown in view["hexes"]:
        rows.setdefault(shown["hex"][0], []).append(shown)
    longest = max(map(len, rows.values()))
    lines, notes = [], []
    for row in rows.values():
        indent = " " * ((longest - len(row)) * CELL // 2)
        upper, lower = "", ""
        for shown in row:
            top = shown["hex"] + LAND_MARKS.get(shown.get("land", ""), "")
            top += "*" * ("gate" in shown) + animal_letters(shown)
            people = people_marks(shown)
            if len(top) >= CELL or len(people) >= CELL:
                notes.append(f"{shown['hex']}: {animal_letters(shown)} {people}".strip())
                top, people = top[: CELL - 1], people[: CELL - 2] + "+" * (len(people) >= CELL)
            upper += top.ljust(CELL)
            lower += people.ljust(CELL)
        lines += [(indent + upper).rstrip(), (indent + lower).rstrip()]
    below = [
        *drawn_seats(view, texts),
        *drawn_symbols(view, texts),
        *drawn_refuges(view, texts),
        drawn_turn(view, texts),
    ]
    return "\n".join([*lines, *notes, texts.fill("draw.legend"), "", *below])


def animal_letters(shown: dict[str, Any]) -> str:
    """The animals on a hex as letters."""
    return "".join(animal[0].upper() * n for animal, n in shown.get("animals", {}).items())


def people_marks(shown: dict[str, Any]) -> str:
    """The people on a hex as the numbers of their seats."""
    people = "".join(str(seat + 1) * n for seat, n in enumerate(shown.get("people", [])))
    if "boat" in shown:
        people = f"({people})"
    water = "".join(str(seat + 1) * n for seat, n in enumerate(shown.get("swimmers", [])))
    return people + (f"~{water}" if water else "")


def drawn_seats(view: View, texts: Texts) -> list[str]:
    """A line about each player."""
    names = [
        texts.fill("draw.seat", {"seat": number, "colour": panel["colour"]})
        for number, panel in enumerate(view["seats"], 1)
    ]
    width = max(map(len, names))
    lines = []
    for name, panel in zip(names, view["seats"], strict=True):
        line = f"{name.ljust(width)} | {texts.fill('draw.people', panel)}"
        if panel["to_place"]:
            line += f", {texts.fill('draw.to-place', {'n': panel['to_place']})}"
        lines.append(line)
    return lines


def drawn_symbols(view: View, texts: Texts) -> list[str]:
    """A line about the symbols under each kind of piece, or under all. §1.3"""
    lines = []
    for row, symbols in view["symbols"].items():
        left = [f"{n} × {texts.fill(f'symbol.{symbol}')}" for symbol, n in symbols.items() if n]
        if left:
            lines.append(texts.fill("draw.hidden", {"kind": row, "symbols": ", ".join(left)}))
    return lines


def drawn_refuges(view: View, texts: Texts) -> list[str]:
    """With `refuge=riding`, a line about the hexes where dolphins protect riders. §8.3"""
    hexes = [shown["hex"] for shown in view["hexes"] if "guarded" in shown]
    return [texts.fill("draw.guarded", {"hexes": ", ".join(hexes)})] if hexes else []


def drawn_turn(view: View, texts: Texts) -> str:
    """Whose turn it is, and what is to be done."""
    values = {
        "turn": view["turns"] + 1,
        "seat": view["turn"] + 1,
        "phase": view["phase"].replace(" ", "-"),
    }
    parts = [texts.fill("draw.turn", values)]
    if view["phase"] == "move":
        parts.append(texts.fill("draw.points", {"n": view["points"]}))
    if view["spun"]:
        animal, number = view["spun"].split()
        parts.append(texts.fill("draw.spun", {"animal": animal, "number": number}))
    if view["sinking"]:
        parts.append(texts.fill("draw.sinking", {"hex": view["sinking"]}))
    return ", ".join(parts) + "."
