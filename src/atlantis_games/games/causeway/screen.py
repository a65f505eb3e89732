"""The path on a terminal's screen, and what moves and turns are in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from atlantis_games.core.contract import View
from atlantis_games.core.terminal import (
    CHOSEN,
    Cast,
    Frame,
    Line,
    LogEntry,
    Span,
    columns,
    continued,
    padded,
    seat_span,
    width,
)
from atlantis_games.core.texts import Texts
from atlantis_games.games.causeway.tables import ATLANTIS, FIGURES, ITEMS, MAINLAND

CELLS = 11  # spaces in a row
BOARD_WIDTH = 7 * CELLS
SIGNS = dict(zip(ITEMS, "♛○⚑Ω♙❦Φ", strict=True))
COLOURS: dict[str, str] = json.loads(Path(__file__).with_name("colours.json").read_text("utf-8"))[
    "light"
]
FACES = {item: f"{COLOURS['face-ink']} on {COLOURS[f'face-{item}']}" for item in ITEMS}
WATER = f"#ffffff on {COLOURS['chart-wave']}"
PLANK = f"#ffffff on {COLOURS['plank-dark']}"


def board(view: View, frame: Frame) -> list[Line]:
    """Both shores, then the path row by row: each space with its tile, and who stands there."""
    size = min(max(frame.width // CELLS, 7), 13)
    rows = -(-len(view["path"]) // CELLS)
    is_airy = frame.height >= 1 + 3 * rows
    gaps = {space: gap for gap in view["gaps"] for space in range(gap["first"], gap["last"] + 1)}
    lines = [shores(view, frame)]
    for first in range(0, len(view["path"]), CELLS):
        spaces = view["path"][first : first + CELLS]
        lines.append(joined([tile_span(one, gaps, frame, size - 1) for one in spaces]))
        lines.append([span for one in spaces for span in below(view, one, frame, size)])
        if is_airy:
            lines.append([])
    return lines[: frame.height]


def joined(spans: list[Span]) -> Line:
    """Spans with a blank between them."""
    return [part for span in spans for part in (span, (" ", ""))]


def shores(view: View, frame: Frame) -> Line:
    """Who still stands on Atlantis, and who has reached the mainland."""
    line: Line = []
    for place, code in ((ATLANTIS, "place.atlantis"), (MAINLAND, "place.mainland")):
        is_goal = frame.choice is not None and frame.choice.get("lands") == place
        line.append((f" {frame.texts.fill(code)} ", CHOSEN if is_goal else "bold"))
        for seat, panel in enumerate(view["seats"]):
            here = "".join(figure for figure in FIGURES if panel["figures"][figure] == place)
            if here:
                line += [seat_span(view, seat, f"{seat + 1}{here}"), (" ", "")]
        if place == ATLANTIS:
            line.append((frame.mark("  ⟶  ", "  ->  "), "dim"))
    return line


def tile_span(shown: View, gaps: dict[int, View], frame: Frame, size: int) -> Span:
    """A space's visible tile, or the gap with its price, or the bridge over it."""
    space, choice = shown["space"], frame.choice or {}
    is_goal = choice.get("lands") == space
    if "item" not in shown:
        gap = gaps.get(space)
        return gap_span(gap, space, frame, size) if gap else ("".center(size), WATER)
    name = frame.texts.fill(f"item.{shown['item']}")
    sign = frame.mark(SIGNS[shown["item"]], "")
    stack = frame.mark("▂", "+") if "covered" in shown else " "
    room = size - len(sign) - 2
    value = str(shown["value"])
    text = f"{sign}{name[:room].ljust(room)}{value}{stack}"
    if choice.get("takes") == space:
        text = f"{text[:-1]}{frame.mark('✓', '!')}"
    return text, CHOSEN if is_goal else FACES[shown["item"]]


def gap_span(gap: View, space: int, frame: Frame, size: int) -> Span:
    """Water with what it costs to cross, which stands on the first space of the gap."""
    is_chosen = f"gap:{gap['first']}" in (frame.choice or {}).get("clicks", ())
    if gap["bridged"]:
        return frame.mark("═", "=") * size, PLANK
    wave = frame.mark("≈", "~")
    text = str(gap["price"]) if space == gap["first"] else ""
    return f" {text} ".center(size, wave) if text else wave * size, CHOSEN if is_chosen else WATER


def below(view: View, shown: View, frame: Frame, size: int) -> Line:
    """Below a tile: the figures that stand on it, the number of its space, and a known tile."""
    line: Line = []
    moving = view["moving"] or {}
    for seat, panel in enumerate(view["seats"]):
        for figure, space in panel["figures"].items():
            if space == shown["space"]:
                line.append(seat_span(view, seat, f"{seat + 1}{figure}"))
                if seat == view["turn"] and figure == chosen_figure(frame, moving):
                    line.append((frame.mark("◂", "<"), "bold"))
    if width(line) <= 3:
        covered = shown.get("covered", "?")
        lower = f" {frame.texts.fill(f'item.{covered[:-1]}')[:2]}{covered[-1]}"
        line.append((f"{' ' if line else ''}{shown['space']}", "dim"))
        if covered != "?" and width(line) + columns(lower) < size:
            line.append((lower, "dim"))
    return padded(line, size)


def chosen_figure(frame: Frame, moving: View) -> str:
    """The figure of the move that is pointed at, or that is on its way."""
    clicks = (frame.choice or {}).get("clicks", ())
    figures = (click.partition(":")[2] for click in clicks if click.startswith("figure:"))
    return next(figures, str(moving.get("figure", "")))


def players(view: View, frame: Frame) -> list[Line]:
    """A line for each player, then the viewer's hand."""
    texts, lines = frame.texts, []
    names = max(map(columns, frame.names))
    for seat, panel in enumerate(view["seats"]):
        tiles = " ".join(str(value) for value, n in panel["tiles"].items() for _ in range(n))
        turn = frame.mark("▸", ">") if view["turn"] == seat and view["phase"] != "over" else " "
        parts = [
            texts.fill("draw.tiles", {"tiles": tiles or "-", "worth": panel["worth"]}),
            texts.fill("panel.cards", {"n": panel["cards"]}),
            texts.fill("draw.bridge" if panel["bridge"] else "draw.no-bridge"),
        ]
        if panel["shown"] and "hand" not in panel:
            parts.append(texts.fill("draw.shown", {"cards": in_words(panel["shown"], texts)}))
        line: Line = [(turn, "bold"), seat_span(view, seat, f" {seat + 1} ")]
        line.append((f" {frame.names[seat]}".ljust(names + 2), "bold"))
        lines.append([*line, (" · ".join(parts) if frame.has_unicode else " | ".join(parts), "")])
    return lines + hand(view, frame)


def in_words(cards: dict[str, int], texts: Texts) -> str:
    """Cards such as `2 ring, 1 flag`."""
    return ", ".join(f"{n} {texts.fill(f'item.{item}')}" for item, n in cards.items())


def hand(view: View, frame: Frame) -> list[Line]:
    """The cards of the viewer, each kind with its number, in the colours of the tiles."""
    own = view["seats"][view["seat"]].get("hand") if view["seat"] >= 0 else None
    if own is None:
        return []
    line: Line = [(f" {frame.texts.fill('hand.label')}: ", "")]
    for item, n in own.items():
        sign = frame.mark(SIGNS[item], "")
        text = f" {n} {sign}{' ' if sign else ''}{frame.texts.fill(f'item.{item}')} "
        is_chosen = f"card:{item}" in (frame.choice or {}).get("clicks", ())
        line += [(text, CHOSEN if is_chosen else FACES[item]), (" ", "")]
    if not own:
        line.append((frame.texts.fill("hand.no-cards"), "dim"))
    return [line]


def legend(frame: Frame) -> list[Line]:
    """What the signs on the path mean."""
    texts = frame.texts
    gap = {"first": 3, "last": 3, "price": 2, "bridged": False}
    signs = (
        (
            tile_span({"space": 2, "item": ITEMS[0], "value": 5, "covered": "?"}, {}, frame, 6),
            "tile",
        ),
        (gap_span(gap, 3, frame, 6), "gap"),
        (gap_span(gap | {"bridged": True}, 3, frame, 6), "bridge"),
        (("1A", "bold"), "figure"),
    )
    return [
        [("  ", ""), *padded([span], 8), (texts.fill(f"legend.{code}"), "")] for span, code in signs
    ]


def piece(choice: View) -> str:
    """Nothing: all moves stand in one list."""
    return ""


def piece_label(piece: str, view: View, frame: Frame) -> str:
    """Nothing: moves are not chosen piece by piece."""
    return ""


def spot(choice: View) -> tuple[float, float] | None:
    """Nowhere: arrow keys go through the list."""
    return None


def place_name(view: View, space: int, texts: Texts) -> str:
    """A space and its visible tile, such as `space 12, ring 4`."""
    if space == ATLANTIS:
        return texts.fill("place.atlantis")
    if space == MAINLAND:
        return texts.fill("place.mainland")
    shown = view["path"][space - 1]
    tile = [texts.fill("tile", shown)] if "item" in shown else []
    return ", ".join([texts.fill("place.space", {"space": space}), *tile])


def preview(choice: View, view: View, frame: Frame) -> str:
    """What a move would do, in short sentences."""
    texts, parts = frame.texts, []
    if "lands" in choice:
        place = place_name(view, choice["lands"], texts)
        parts.append(texts.fill("preview.lands", {"place": place}))
        parts.append(texts.fill("preview.price" if choice["price"] else "preview.free", choice))
    if "takes" in choice:
        parts.append(texts.fill("preview.takes", view["path"][choice["takes"] - 1]))
    if "chain" in choice:
        parts.append(texts.fill("preview.chain"))
    for code in ("cards", "saves", "owed"):
        if choice.get(code):
            parts.append(texts.fill(f"preview.{code}", {"n": choice[code]}))
    if choice.get("owed") == 0:
        code = "preview.overpaid" if "overpaid" in choice else "preview.paid"
        parts.append(texts.fill(code, {"n": choice.get("overpaid", 0)}))
    return " ".join(parts)


def turn(entries: Sequence[LogEntry], who: str, cast: Cast, texts: Texts) -> str:
    """A whole turn: what was traded, the run, the bridge, and what was paid."""
    parts: list[str] = []

    def add(code: str, values: View) -> None:
        subject = "" if parts else who
        parts.append(continued(texts.fill(code, {"who": subject, **values})))

    runs = [entry for entry in entries if entry.code in ("move", "then")]
    for number, entry in enumerate(entries):
        if entry.code == "buy":
            add("turn.trades", {**entry.values, "n": cards_drawn(entries[number + 1 :])})
        elif runs and entry is runs[0]:
            add(*run_sentence(entries, runs, texts))
        elif entry.code == "bridge":
            add("turn.bridge", {})
        elif entry.code in ("pass", "undo"):
            add(f"log.{entry.code}", entry.values)
    paid = sum(int(entry.values.get("value", 1)) for entry in entries if "pay-" in entry.code)
    if paid:
        add("turn.pays", {"n": paid})
    if not parts and entries:
        add(f"log.{entries[0].code}", entries[0].values)
    return " ".join(parts)


def cards_drawn(after: Sequence[LogEntry]) -> int:
    """How many cards come before the next decision."""
    return next((n for n, entry in enumerate(after) if entry.actor >= 0), len(after))


def run_sentence(
    entries: Sequence[LogEntry], runs: Sequence[LogEntry], texts: Texts
) -> tuple[str, View]:
    """The run of a turn: with which cards, which figure, how far, and what it takes."""
    cards = [texts.fill("turn.card", {"one": entry.values["item"]}) for entry in runs]
    *others, last = cards
    if others:
        last = texts.fill("turn.and", {"first": ", ".join(others), "last": last})
    values: View = {"figure": runs[0].values.get("figure", ""), "cards": last}
    is_home = any(entry.outcome.get("lands") == MAINLAND for entry in runs)
    takes = next((entry.outcome["takes"] for entry in entries if "takes" in entry.outcome), None)
    if takes:
        values |= {"the": takes["item"], "value": takes["value"]}
        return "turn.home-takes" if is_home else "turn.takes", values
    return "turn.home" if is_home else "turn.runs", values


def ends_turn(entry: LogEntry) -> bool:
    """No: a player's turn is over when another acts."""
    return False
