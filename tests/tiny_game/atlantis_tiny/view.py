"""What a seat sees, as plain values and as text. Made from a redacted state only."""

from __future__ import annotations

from collections.abc import Collection

from atlantis_games.core.contract import States, Values, View
from atlantis_games.core.plain_fields import plain
from atlantis_games.core.texts import Texts
from atlantis_tiny.state import CARDS, COLOURS, HAND


def public(states: States) -> View:
    """What everybody sees."""
    state = plain(states)
    phase = "play" if state.turns < HAND * state.players else "over"
    if state.dealt < HAND * state.players:
        phase = "deal"
    return {
        "game": "highcard",
        "players": state.players,
        "turn": (state.leader + state.played) % state.players,
        "turns": state.turns,
        "phase": phase,
        "seats": [
            {
                "colour": COLOURS[seat],
                "cards": state.hand_size[seat],
                "table": state.table[seat],
                "score": state.score[seat],
            }
            for seat in range(state.players)
        ],
    }


def private(states: States, seat: int) -> View:
    """The cards in a hand, for its player alone."""
    hand = int(states["hands"][0, seat])
    return {"hand": [card for card in range(1, CARDS + 1) if hand >> card & 1]}


def prompt(view: View, moves: Collection[str]) -> tuple[str, Values]:
    """What is to be done now."""
    return view["phase"], {}


def draw(view: View, texts: Texts) -> str:
    """A line for each player."""
    return "\n".join(
        texts.fill(
            "draw.seat",
            {
                "seat": number,
                "colour": seat["colour"],
                "table": seat["table"] or "-",
                "hand": " ".join(map(str, seat.get("hand", "?" * seat["cards"]))) or "-",
                "score": seat["score"],
            },
        ).rstrip()
        for number, seat in enumerate(view["seats"], 1)
    )
