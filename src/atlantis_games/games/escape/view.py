"""What everybody sees, as plain values and as text."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import Values
from atlantis_games.core.position import plain
from atlantis_games.core.texts import Texts
from atlantis_games.games.escape import pieces
from atlantis_games.games.escape.board import ANIMALS, KINDS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.state import (
    DONE,
    ENDING,
    MOVING,
    NOWHERE,
    PICKING,
    PLACING,
    RELOCATING,
    REVEALING,
    SINKING,
    SPINNING,
)
from atlantis_games.games.escape.tables import BOARD, COLOURS, HEXES, PEOPLE

NAMES = BOARD.names
KIND_NAMES = {place: KINDS[kind] for place, kind in BOARD.kinds.items()}
GATE_PLACES = frozenset(BOARD.gates)
PHASES = {
    REVEALING: "reveal",
    SPINNING: "spin",
    PLACING: "place",
    MOVING: "move",
    SINKING: "sink",
    RELOCATING: "relocate",
    PICKING: "pick an animal",
    ENDING: "move the animal",
    DONE: "over",
}


def public(states: Any) -> dict[str, Any]:
    """Everything there is to know, for a page or a program; nothing is hidden in this game."""
    state = plain(states)
    spun = None
    if state.spun_animal != NOWHERE:
        spun = f"{ANIMALS[state.spun_animal]} {NUMBERS[state.spun_number - 1]}"
    return {
        "game": "escape",
        "players": state.players,
        "turn": state.seat,
        "turns": state.turns,
        "quiet": state.quiet,
        "quiet_limit": state.stall_limit * state.players,
        "phase": PHASES[state.phase],
        "points": state.points,
        "spun": spun,
        "sinking": name_or_none(state.sinking),
        "picked": name_or_none(state.picked),
        "rider": bool(state.rider),
        "moving": moving_pieces(state),
        "sinks_next": next((kind for kind, n in zip(KINDS, state.pieces, strict=True) if n), None),
        "hexes": hexes_view(state),
        "seats": [
            {
                "colour": COLOURS[other],
                "to_place": state.to_place[other],
                "in_play": PEOPLE - state.saved[other] - state.lost[other],
                "saved": state.saved[other],
                "lost": state.lost[other],
            }
            for other in range(state.players)
        ],
        "symbols": symbols_view(state),
        "pieces": dict(zip(KINDS, state.pieces, strict=True)),
    }


def private(states: Any, seat: int) -> dict[str, Any]:
    """Nothing is hidden in this game."""
    return {}


def prompt(view: dict[str, Any]) -> tuple[str, Values]:
    """What is to be done now: the code of a sentence, `prompt.CODE`, and what it names."""
    values: Values = {"points": view["points"]}
    if view["spun"]:
        values["one"], values["reach"] = view["spun"].split()
    return view["phase"].replace(" ", "-"), values


def moving_pieces(state: Any) -> list[str]:
    """Ids of the pieces that are being moved just now: an animal, perhaps with its rider. §9.2"""
    if state.phase != ENDING:
        return []
    found = [pieces.animal(state.spun_animal, state.picked)]
    if state.rider:
        found.append(pieces.rider(state.picked, state.seat, state.swum[state.picked]))
    return found


def name_or_none(place: int) -> str | None:
    """The name of a hex, if it is one."""
    return None if place == NOWHERE else NAMES[place]


def symbols_view(state: Any) -> dict[str, dict[str, int]]:
    """How many of each symbol are still hidden, per kind of piece or over all. §1.3"""
    rows = ("all",) if state.mixed else KINDS
    return {
        row: dict(zip(SYMBOLS, state.symbols[number], strict=True))
        for number, row in enumerate(rows)
    }


def hexes_view(state: Any) -> list[dict[str, Any]]:
    """Every hex and what is on it; what is not there is left out."""
    land, boats = bits(state.land), bits(state.boats)
    animals: dict[int, dict[str, int]] = {}
    for animal, places in zip(ANIMALS, state.animals, strict=True):
        for place in places:
            if place != NOWHERE:
                here = animals.setdefault(place, {})
                here[animal] = here.get(animal, 0) + 1
    hexes = []
    for place in range(HEXES):
        shown: dict[str, Any] = {"hex": NAMES[place]}
        if land >> place & 1:
            shown["land"] = KIND_NAMES[place]
        if boats >> place & 1:
            shown["boat"] = True
        if place in GATE_PLACES:
            shown["gate"] = True
        if any(state.people[place]):
            shown["people"] = state.people[place][: state.players]
        if any(state.swimmers[place]):
            shown["swimmers"] = state.swimmers[place][: state.players]
        if state.swum[place]:
            shown["swum"] = state.swum[place]
        if state.jumped[place]:
            shown["jumped"] = state.jumped[place]
        if place in animals:
            shown["animals"] = animals[place]
        hexes.append(shown)
    return hexes


def bits(words: list[int]) -> int:
    """A set of hexes as one number with a bit for each hex."""
    return sum(word << (64 * number) for number, word in enumerate(words))


CELL = 6
LAND_MARKS = {"flatland": "_", "hill": "n", "mountain": "^"}
LEGEND = (
    "_ flatland  n hill  ^ mountain  * gate  "
    "M monster  S shark  K kraken  D dolphin  (12) boat with seats 1 and 2  ~1 swimmer"
)


def draw(view: dict[str, Any], texts: Texts) -> str:
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
    return "\n".join([*lines, *notes, LEGEND, "", *lines_below(view)])


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


def lines_below(view: dict[str, Any]) -> list[str]:
    """What the board does not show."""
    lines = []
    for number, player in enumerate(view["seats"], 1):
        placing = f", {player['to_place']} to place" if player["to_place"] else ""
        lines.append(
            f"Seat {number} {player['colour']:5} | saved {player['saved']} | "
            f"in play {player['in_play']} | lost {player['lost']}{placing}"
        )
    for row, symbols in view["symbols"].items():
        left = ", ".join(f"{n} {symbol}" for symbol, n in symbols.items() if n)
        if left:
            lines.append(f"Hidden under {row}: {left}")
    now = f"Turn {view['turns'] + 1} of seat {view['turn'] + 1}: {view['phase']}"
    now += f", {view['points']} points left" if view["phase"] == "move" else ""
    now += f", the spinner shows {view['spun']}" if view["spun"] else ""
    now += f", {view['sinking']} sinks" if view["sinking"] else ""
    return [*lines, now + "."]
