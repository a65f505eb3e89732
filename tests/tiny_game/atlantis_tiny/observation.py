"""What the seat to decide knows, as numbers: `highcard_v1`. Seats count from the observer on."""

from __future__ import annotations

from atlantis_games.core.contract import Row, State
from atlantis_games.core.layout import Field, Layout
from atlantis_games.kernels.numba import kernel
from atlantis_tiny.state import CARDS, SEATS

VERSION = 1
DECISIONS = CARDS  # what seats do has the numbers below this, what chance does the others
LAYOUT = Layout(
    Field("hand", (CARDS,), "1 for each of the observer's cards"),
    Field("hidden", (CARDS,), "1 for each card in the deck or in another hand"),
    Field("table", (SEATS,), "the card of each seat in this or the last round, 0 without one"),
    Field("hand_sizes", (SEATS,), "cards in each hand"),
    Field("scores", (SEATS,), "rounds taken"),
    Field("played", (1,), "cards played in this round"),
    Field("players", (1,), "how many play"),
    Field("options", (1,), "winner=lowest"),
)
HAND_AT, HIDDEN_AT, TABLE_AT = (LAYOUT.start[name] for name in ("hand", "hidden", "table"))
SIZES_AT, SCORES_AT, PLAYED_AT = (LAYOUT.start[name] for name in ("hand_sizes", "scores", "played"))


@kernel
def observe(state: State, seat: int, out: Row) -> None:
    """Writes what a seat knows into a vector of LAYOUT.size bytes."""
    out[:] = 0
    hidden = int(state.deck)
    for number in range(state.players):
        other = (seat + number) % int(state.players)
        out[TABLE_AT + number] = state.table[other]
        out[SIZES_AT + number] = state.hand_size[other]
        out[SCORES_AT + number] = state.score[other]
        if other != seat:
            hidden |= int(state.hands[other])
    for card in range(1, CARDS + 1):
        out[HAND_AT + card - 1] = int(state.hands[seat]) >> card & 1
        out[HIDDEN_AT + card - 1] = hidden >> card & 1
    out[PLAYED_AT] = state.played
    out[PLAYED_AT + 1] = state.players
    out[PLAYED_AT + 2] = state.low_wins
