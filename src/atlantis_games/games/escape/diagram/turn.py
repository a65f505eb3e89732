"""Reads what is to be done, and what a phase must remember."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.diagram import Lines
from atlantis_games.games.escape.animals import can_pick_any, may_move_alone, may_move_together
from atlantis_games.games.escape.board import ANIMALS, NUMBERS
from atlantis_games.games.escape.diagram.words import NAMES, PHASES, fail, hex_of
from atlantis_games.games.escape.hexes import contains
from atlantis_games.games.escape.tables import KIND, POINTS


def read_phase(state: Any, lines: Lines) -> None:
    """The phase, the points left, and the turns before this one."""
    name, *words = lines.one("phase", ["move"]) or [""]
    if name not in PHASES:
        fail("phase", text=name, names=", ".join(PHASES))
    state.phase = PHASES[name]
    state.eventful = "eventful" in lines or name == "reveal"
    state.quiet = lines.number("quiet", range(4001))
    state.turns = lines.number("turns", range(1_000_000))
    if name == "move":
        state.points = lines.number("points", range(1, POINTS + 1), POINTS)
    elif "points" in lines:
        fail("points-only-moving", "§4.1")
    if name == "sink" and not state.pieces.any():
        fail("nothing-to-sink", "§6.1")
    if name in ("relocate", "reveal"):
        read_sinking(state, name, hex_of(words.pop(0) if words else ""))
    if name in ("pick", "end"):
        read_spinner(state, words[:2])
        read_picked(state, name, words[2:])
        words = []
    if words:
        fail("too-much", text=" ".join(words), phase=name)


def read_sinking(state: Any, phase: str, place: int) -> None:
    """The piece that sinks with people on it, or has just gone."""
    state.sinking = place
    if phase == "relocate" and not state.people[place].any():
        fail("nobody-on", "§6.2", hex=NAMES[place])
    if phase == "reveal" and (KIND[place] < 0 or contains(state.land, place)):
        fail("not-sunk", "§6.1", hex=NAMES[place])


def read_spinner(state: Any, words: list[str]) -> None:
    """What the spinner shows: there is such an animal to move. §8.1"""
    if len(words) != 2 or words[0] not in ANIMALS or words[1] not in NUMBERS:
        fail("spinner", "§8.1", text=" ".join(words))
    state.spun_animal = ANIMALS.index(words[0])
    state.spun_number = NUMBERS.index(words[1]) + 1
    if not can_pick_any(state):
        fail("no-animal-moves", "§8.1", animal=words[0])


def read_picked(state: Any, phase: str, words: list[str]) -> None:
    """The animal that moves, and whether it takes a swimmer along. §8.1, §9.2"""
    if phase == "pick" and not words:
        return
    place = hex_of(words[0] if words else "")
    state.rider = words[1:] == ["rider"]
    can_move = may_move_together if state.rider else may_move_alone
    there = contains(state.beasts[state.spun_animal], place)
    if phase == "pick" or words[1:] not in ([], ["rider"]) or not there:
        fail("not-picked", "§8.1", text=" ".join(words))
    if not can_move(state, place):
        fail("cannot-move", "§8.1", hex=words[0])
    state.picked = place
