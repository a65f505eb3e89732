"""The chart on a terminal's screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from atlantis_games.core.contract import View
from atlantis_games.core.terminal import (
    CHOSEN,
    Frame,
    Line,
    Span,
    columns,
    seat_span,
    width,
)
from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.picture.layout import PLACES, WIDTH, outward
from atlantis_games.games.escape.story import ends_turn as ends_turn
from atlantis_games.games.escape.story import turn as turn
from atlantis_games.games.escape.tables import COLOURS as SEAT_COLOURS

CELL = 6  # columns of a hex
BOARD_WIDTH = 76
THEMES: Any = json.loads(Path(__file__).with_name("colours.json").read_text("utf-8"))
COLOURS: dict[str, str] = THEMES["light"] | THEMES["dark"]
INK = "#14100d"
GROUNDS = {
    "flatland": f"{INK} on {COLOURS['flat']}",
    "hill": f"{INK} on {COLOURS['hill']}",
    "mountain": f"#ffffff on {COLOURS['mount']}",
    "gate": f"#ffffff on {COLOURS['reef']}",
    "sea": f"#ffffff on {COLOURS['sea-cell']}",
}
SIGNS = {"flatland": ("▁", "_"), "hill": ("∩", "n"), "mountain": ("▲", "^"), "gate": ("✦", "*")}
MOVERS = ("person", "swimmer", "boat", "dolphin", "animal", "evacuee")  # what moves, as clicked
BOAT, SWIMMER = ("◡", "u"), "~"
ANIMAL_STYLES = {animal: f"bold {COLOURS[animal]}" for animal in ANIMALS}


def board(view: View, frame: Frame) -> list[Line]:
    """Every row of hexes, in one line or, where there is room, in two."""
    rows: dict[str, list[View]] = {}
    for shown in view["hexes"]:
        rows.setdefault(shown["hex"][0], []).append(shown)
    longest = max(map(len, rows.values()))
    is_tall = frame.height >= 2 * len(rows)
    lines = []
    for letter, row in rows.items():
        indent = " " * ((longest - len(row)) * CELL // 2)
        cells = [tall_cell(shown, frame) if is_tall else [flat_cell(shown, frame)] for shown in row]
        for number, parts in enumerate(zip(*cells, strict=True)):
            label = letter if number == 0 else " "
            lines.append([(f"{label} {indent}", "dim"), *(span for part in parts for span in part)])
    return lines[: frame.height]


def flat_cell(shown: View, frame: Frame) -> Line:
    """A hex in one line: its number, its ground, and what is on it."""
    ground = ground_style(shown, frame)
    room = CELL - 2
    content = [*sign(shown, frame, ground), *contents(shown, frame, ground)]
    return [(f"{shown['hex'][1:]:>2}", ground), *fitted(content, room, ground)]


def tall_cell(shown: View, frame: Frame) -> list[Line]:
    """A hex in two lines: its number, ground and animals; below, people and boats."""
    ground = ground_style(shown, frame)
    upper = [*sign(shown, frame, ground), *animals(shown, ground)]
    lower = list(people(shown, frame, ground))
    return [
        [(f"{shown['hex'][1:]:>2}", ground), *fitted(upper, CELL - 2, ground)],
        [("  ", ground), *fitted(lower, CELL - 2, ground)],
    ]


def fitted(content: list[Span], room: int, ground: str) -> Line:
    """Spans cut and filled up to a width; + says that there is more."""
    if width(content) > room:
        letters = [(letter, style) for text, style in content for letter in text]
        content = [*letters[: room - 1], ("+", ground)]
    return [*content, (" " * (room - width(content)), ground)]


def kind_of(shown: View) -> str:
    """What a hex is: a kind of land, a gate, or sea."""
    return str(shown.get("land", "gate" if "gate" in shown else "sea"))


def ground_style(shown: View, frame: Frame) -> str:
    """The colours of a hex, those of the move that is pointed at before its own."""
    choice = frame.choice or {}
    if shown["hex"] == goal_of(choice):
        return CHOSEN
    style = GROUNDS[kind_of(shown)]
    return f"{style} bold underline" if shown["hex"] == start_of(choice) else style


def sign(shown: View, frame: Frame, ground: str) -> Line:
    """The sign of a kind of land or of a gate."""
    found = SIGNS.get(kind_of(shown))
    return [(frame.mark(*found), ground)] if found else []


def contents(shown: View, frame: Frame, ground: str) -> Iterator[Span]:
    """What is on a hex: animals, a boat, people and swimmers."""
    yield from animals(shown, ground)
    yield from people(shown, frame, ground)


def animals(shown: View, ground: str) -> Iterator[Span]:
    """The animals of a hex, by their letters."""
    for animal, n in shown.get("animals", {}).items():
        yield animal[0].upper() * n, f"{ground} {ANIMAL_STYLES[animal]}"


def people(shown: View, frame: Frame, ground: str) -> Iterator[Span]:
    """A boat, those in it or on land, and those in the water, by the numbers of their seats."""
    if "boat" in shown:
        yield frame.mark(*BOAT), f"{ground} bold"
    yield from counted(shown.get("people", []))
    if "swimmers" in shown:
        yield SWIMMER, ground
        yield from counted(shown["swimmers"])


def counted(counts: list[int]) -> Iterator[Span]:
    """People of each seat as its number, in its colours."""
    seats = {"seats": [{"colour": colour} for colour in SEAT_COLOURS]}
    for seat, n in enumerate(counts):
        if n:
            yield seat_span(seats, seat, str(seat + 1) * n)


def players(view: View, frame: Frame) -> list[Line]:
    """Each player's people, then the state of the turn: three lines for any number of players."""
    names = max(map(columns, frame.names))
    is_short = len(view["seats"]) > 2
    cells: list[Line] = []
    for seat, panel in enumerate(view["seats"]):
        mark = frame.mark("▸", ">") if view["turn"] == seat and view["phase"] != "over" else " "
        about = frame.texts.fill("draw.people", panel)
        if is_short:
            about = f"{panel['saved']}/{panel['in_play']}/{panel['lost']}  "
        line: Line = [(mark, "bold"), seat_span(view, seat, f" {seat + 1} ")]
        cells.append([*line, (f" {frame.names[seat]}".ljust(names + 2), "bold"), (about, "")])
    state: Line = [(f" {state_of_turn(view, frame)}", "")]
    if not is_short:
        return [*cells, state]
    words = (frame.texts.fill(f"hand.{code}") for code in ("saved", "in-play", "lost"))
    return [
        [span for cell in cells for span in cell],
        [(f"     {' / '.join(words)}", "dim")],
        state,
    ]


def state_of_turn(view: View, frame: Frame) -> str:
    """What is left to move, what the spinner shows, and what sinks."""
    texts, parts = frame.texts, []
    if view["phase"] == "place":
        parts.append(texts.fill("draw.to-place", {"n": view["seats"][view["turn"]]["to_place"]}))
    if view["phase"] == "move":
        parts.append(texts.fill("draw.points", {"n": view["points"]}))
    if view["spun"]:
        animal, number = view["spun"].split()
        parts.append(texts.fill("banner.spin", {"animal": animal, "number": number}))
    if view["sinking"]:
        parts.append(texts.fill("draw.sinking", {"hex": view["sinking"]}))
    elif view["sinks_next"]:
        kind = texts.fill(f"kind.{view['sinks_next']}")
        left = texts.fill("hand.left", {"kind": kind, "n": view["pieces"][view["sinks_next"]]})
        parts.append(f"{texts.fill('hand.sinks-next')}: {left}")
    return frame.mark(" · ", " | ").join(parts)


def legend(frame: Frame) -> list[Line]:
    """What the signs on the chart mean."""
    lines: list[Line] = []
    for kind, signs in SIGNS.items():
        text = f"{'kind' if kind == 'gate' else 'help'}.{kind}"
        lines.append(
            [(f"  {frame.mark(*signs)}   ", GROUNDS[kind]), (f" {frame.texts.fill(text)}", "")]
        )
    sea = GROUNDS["sea"]
    for animal in ANIMALS:
        style = f"{sea} {ANIMAL_STYLES[animal]}"
        lines.append(
            [(f"  {animal[0].upper()}   ", style), (f" {frame.texts.fill(f'help.{animal}')}", "")]
        )
    boat: Line = [(f"  {frame.mark(*BOAT)}", sea), *counted([1, 1]), (" ", sea)]
    swimmer: Line = [(f"  {SWIMMER}", sea), *counted([1]), ("  ", sea)]
    lines.append([*boat, (f" {frame.texts.fill('help.boat')}", "")])
    lines.append([*swimmer, (f" {frame.texts.fill('short.swimmer')}", "")])
    return lines


def piece(choice: View) -> str:
    """The person, swimmer, boat or animal that is clicked for a move."""
    first: str = choice["clicks"][0]
    return first if first.partition(":")[0] in MOVERS else ""


def piece_label(piece: str, view: View, frame: Frame) -> str:
    """What a piece is called, with its hex and all that is on it."""
    kind, _, name = piece.partition(":")
    where = hex_label(view, view["sinking"] if kind == "evacuee" else name, frame)
    return frame.texts.fill(f"pick.{kind}", {"where": where, "colour": name})


def spot(choice: View) -> tuple[float, float] | None:
    """The hex that a move leads to, and for the coral islands the place beside it."""
    name = goal_of(choice)
    if not name:
        return None
    place = PLACES[name]
    beyond = 2 * outward(place).right if choice.get("becomes") == "coral" else 0
    return place.x / WIDTH + beyond, place.y / WIDTH


def start_of(choice: View) -> str:
    """The hex of the piece that a move moves."""
    return str(choice.get("piece", "")).partition(":")[2].partition(":")[0]


def goal_of(choice: View) -> str:
    """The hex where a move leads, or that it sinks."""
    return str(choice.get("to", "")) or start_of(choice)


def people_texts(code: str, counts: list[int], frame: Frame) -> list[str]:
    """Such as "2 people in blue"."""
    return [
        frame.texts.fill(code, {"n": n, "colour": colour})
        for colour, n in zip(SEAT_COLOURS, counts, strict=False)
        if n
    ]


def hex_label(view: View, name: str, frame: Frame) -> str:
    """A hex and all that is on it, such as "e4, hill, 2 people in blue"."""
    shown = next(one for one in view["hexes"] if one["hex"] == name)
    fill = frame.texts.fill
    parts = [name, fill(f"kind.{kind_of(shown)}")]
    if view["sinking"] == name:
        parts.append(fill("here.sinking"))
    parts += [fill(f"here.{animal}", {"n": n}) for animal, n in shown.get("animals", {}).items()]
    if "boat" in shown:
        parts.append(fill("here.boat" if "people" in shown else "here.empty-boat"))
    parts += people_texts("here.people", shown.get("people", []), frame)
    parts += people_texts("here.swimmers", shown.get("swimmers", []), frame)
    parts += [
        fill(f"here.{code}", {"n": shown[code]}) for code in ("swum", "jumped") if code in shown
    ]
    return ", ".join([*parts, *([fill("here.guarded")] if "guarded" in shown else [])])


def preview(choice: View, view: View, frame: Frame) -> str:
    """Where a move leads and what is there, and who would be lost and saved."""
    parts = []
    piece = choice.get("piece", "").partition(":")
    if choice.get("becomes") == "coral":
        parts.append(frame.texts.fill("pick.coral", {"place": choice.get("to", piece[2])}) + ".")
    elif "to" in choice:
        parts.append(f"{hex_label(view, choice['to'], frame)}.")
    elif piece[0] == "land":
        parts.append(f"{hex_label(view, piece[2], frame)}.")
    for code in ("lost", "saved"):
        for name, n in zip(frame.names, choice.get(code, []), strict=False):
            if n:
                parts.append(frame.texts.fill(f"preview.{code}", {"n": n, "name": name}))
    return " ".join(parts)
