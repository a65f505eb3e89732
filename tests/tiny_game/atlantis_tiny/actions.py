"""The numbers of actions; who acts, what is legal, what an action does: `Rules` of the contract."""

from __future__ import annotations

from atlantis_games.core.contract import CHANCE, NO_ACTION, OVER, Row, State
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below
from atlantis_tiny.knowledge import nth_card, redact, resample
from atlantis_tiny.state import CARDS, HAND

__all__ = [  # the rules of the contract
    "PREVIEW_COLUMNS",
    "actor",
    "apply",
    "audience",
    "automatic_action",
    "begin",
    "chance",
    "legal",
    "preview",
    "random_action",
    "redact",
    "resample",
    "sample",
    "scores",
]

# Card - 1 is the action of a seat that plays a card, CARDS + card - 1 that of chance dealing it.
PLAY, DEAL = 0, CARDS


@kernel
def begin(state: State, players: int) -> None:
    """Sets a zeroed state, whose options are set, to the beginning of a game. §1.1"""
    state.players = players
    state.deck = (1 << CARDS + 1) - 2


@kernel
def is_dealing(state: State) -> bool:
    """Whether cards are still to be dealt. §1.2"""
    return bool(state.dealt < HAND * state.players)


@kernel
def actor(state: State) -> int:
    """The seat to decide, CHANCE or OVER."""
    if is_dealing(state):
        return CHANCE
    if state.turns == HAND * state.players:
        return OVER
    return (int(state.leader) + int(state.played)) % int(state.players)


@kernel
def audience(state: State) -> int:
    """The seat that is dealt the next card. §1.2"""
    return int(state.dealt) % int(state.players)


@kernel
def listed(cards: int, first: int, out: Row) -> int:
    """Writes the action of each card of a mask and counts them."""
    found = 0
    for card in range(1, CARDS + 1):
        if cards >> card & 1:
            out[found] = first + card - 1
            found += 1
    return found


@kernel
def legal(state: State, out: Row) -> int:
    """Any card of the hand. §2.1"""
    return listed(int(state.hands[actor(state)]), PLAY, out)


@kernel
def random_action(state: State, out: Row, stream: Row) -> int:
    """One of the legal actions, all equally likely."""
    seat = actor(state)
    return PLAY + nth_card(int(state.hands[seat]), below(stream, int(state.hand_size[seat]))) - 1


@kernel
def chance(state: State, out: Row, weights: Row) -> int:
    """Every card of the deck is as likely as the others. §1.2"""
    found = listed(int(state.deck), DEAL, out)
    for number in range(found):
        weights[number] = 1
    return found


@kernel
def sample(state: State, stream: Row) -> int:
    """One outcome of chance, drawn by its weight."""
    left = 0
    for card in range(1, CARDS + 1):
        left += int(state.deck) >> card & 1
    return DEAL + nth_card(int(state.deck), below(stream, left)) - 1


@kernel
def apply(state: State, action: int) -> None:
    """Does one legal action of a seat or of chance."""
    if action >= DEAL:
        deal(state, action - DEAL + 1)
    else:
        play(state, action - PLAY + 1)


@kernel
def deal(state: State, card: int) -> None:
    """A seat gets a card. §1.2"""
    seat = audience(state)
    state.deck = int(state.deck) & ~(1 << card)
    state.hands[seat] = int(state.hands[seat]) | 1 << card
    state.hand_size[seat] += 1
    state.dealt += 1


@kernel
def play(state: State, card: int) -> None:
    """A seat plays a card, which may end the round. §2"""
    seat = actor(state)
    if state.played == 0:
        state.table[:] = 0
    state.hands[seat] = int(state.hands[seat]) & ~(1 << card)
    state.hand_size[seat] -= 1
    state.table[seat] = card
    state.played += 1
    state.turns += 1
    if state.played == state.players:
        state.leader = best_seat(state)
        state.score[state.leader] += 1
        state.played = 0


@kernel
def best_seat(state: State) -> int:
    """The seat whose card takes the round as it stands. §2.2"""
    best = -1
    for seat in range(state.players):
        card = int(state.table[seat])
        if card and (best < 0 or (card < state.table[best]) == (state.low_wins == 1)):
            best = seat
    return best


@kernel
def scores(state: State, out: Row) -> None:
    """A point for each round. §3.1"""
    for seat in range(state.players):
        out[seat] = state.score[seat]


@kernel
def automatic_action(state: State) -> int:
    """NO_ACTION: every decision is a real one."""
    return NO_ACTION


PREVIEW_COLUMNS = 1


@kernel
def preview(before: State, after: State, action: int, out: Row) -> None:
    """Whether the card is the best of this round so far."""
    seat = actor(before)
    out[0] = best_seat(after) == seat
