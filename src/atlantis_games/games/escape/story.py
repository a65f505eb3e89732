"""What happened in a turn, in a sentence or two, as the page tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from atlantis_games.core.terminal import Cast, LogEntry, continued
from atlantis_games.core.texts import Texts

MOVES = {"go", "swim", "sail", "ride", "jump", "climb", "go-coral", "swim-coral"}
TOLD = {"place", "sink", "animal", "animal-rider", "undo"}  # that have a sentence of their own


def ends_turn(entry: LogEntry) -> bool:
    """A turn ends with what the animals do; while people are placed, each placing is a turn."""
    return entry.code in ("to", "stay", "place")


def readable(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """A picked animal by its name, with where it goes as one entry; a symbol as an exclamation."""
    found: list[LogEntry] = []
    animal: str | int = ""
    for entry in entries:
        if entry.code == "spin":
            animal = entry.values["animal"]
        if entry.code == "to" and found and found[-1].code.startswith("picked"):
            picked = found.pop()
            code = picked.code.replace("picked", "animal")
            values = {**picked.values, **entry.values, "animal": animal, "the": animal}
            found.append(replace(entry, code=code, values=values))
        elif entry.code in ("pick", "pick-rider") and animal:
            code = entry.code.replace("pick", "picked")
            found.append(replace(entry, code=code, values={**entry.values, "the": animal}))
        elif entry.code == "symbol":
            values = {"reveal": entry.values["symbol"]}
            found.append(replace(entry, code="reveal", values=values))
        else:
            found.append(entry)
    return found


def turn(entries: Sequence[LogEntry], who: str, cast: Cast, texts: Texts) -> str:
    """Moves, people saved, what sank and came up, what an animal did, and who was lost."""
    entries = readable(entries)
    parts: list[str] = []

    def add(code: str, values: dict[str, str | int]) -> None:
        subject = "" if parts else who
        parts.append(continued(texts.fill(code, {"who": subject, **values})))

    moves = [entry for entry in entries if entry.code in MOVES]
    saved = sum(sum(entry.outcome.get("saved", ())) for entry in moves)
    if len(moves) == 1 and not saved:
        add(f"log.{moves[0].code}", moves[0].values)
    elif len(moves) > 1:
        add("turn.moves", {"n": len(moves)})
    if saved:
        add("turn.saves", {"n": saved})
    reveal = next((entry.values["reveal"] for entry in entries if entry.code == "reveal"), None)
    for entry in entries:
        if entry.code == "sink" and reveal is not None:
            add("turn.sinks", {"to": entry.values["to"], "reveal": reveal})
        elif entry.code in TOLD or (not parts and entry.code.startswith("picked")):
            add(f"log.{entry.code}", entry.values)
    if not parts and entries:
        add(f"log.{entries[0].code}", entries[0].values)
    losses = [sentence for entry in entries for sentence in consequences(entry, cast, texts)]
    return " ".join([*parts, *losses])


def consequences(entry: LogEntry, cast: Cast, texts: Texts) -> Iterator[str]:
    """A sentence for each player who lost people by an entry."""
    for victim, n in enumerate(entry.outcome.get("lost", ())):
        if n:
            code, values = cause(entry, victim, cast)
            if victim in cast.own and code != "log.taken-by-you":
                code += "-you"
            yield texts.fill(code, {"who": cast.names[victim], "n": n, **values})


def cause(entry: LogEntry, victim: int, cast: Cast) -> tuple[str, dict[str, str | int]]:
    """Who took somebody's people: a player's animal, what was revealed, or nobody in particular."""
    animal, reveal = entry.values.get("animal", ""), entry.values.get("reveal")
    if animal and entry.actor >= 0 and entry.actor != victim:
        code = "log.taken-by-you" if entry.actor in cast.own else "log.taken"
        return code, {"animal": animal, "beast": animal, "by": cast.names[entry.actor]}
    return ("log.swallowed", {"cause": reveal}) if reveal else ("log.lost", {})
