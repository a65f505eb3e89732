"""How good a position of Causeway looks for each player: an estimate of the final points.

Tiles count their value. Bringing a figure home will cost the tolls that lie ahead of it now, and
more the longer others take tiles from the path. While the game goes on, a card is worth more than
the point it brings at the end.
"""

from __future__ import annotations

from atlantis_games.core.actors import Row, State
from atlantis_games.games.causeway.rules.scoring import scores, tolls_ahead
from atlantis_games.games.causeway.state import DONE
from atlantis_games.games.causeway.tables import FIGURE_COUNT, ITEM_COUNT, MAINLAND
from atlantis_games.kernels.numba import kernel

EXPLORE = 0.4  # how much a search trusts priors against results (PUCT's constant)
SHARPNESS = 0.35  # of priors: the temperature of looks, in units of SCALE
SCALE = 8.0  # points of advantage that make a win e times as likely as a loss

CARD = 1.6  # a card while the game goes on; at the end it is 1 point
VARIETY = 0.5  # each different item in a hand that is known
TOLL = 1.0  # each point of tolls now lying ahead of own figures
DISTANCE = 0.16  # each space a figure still has to go: tolls that will arise, tempo
HOME = 3.0  # a figure at home draws a card every turn
BRIDGE_LEFT = 2.5  # a bridge not yet laid


@kernel
def evaluate(state: State, out: Row) -> None:
    """Writes the points that each player may expect."""
    if state.phase == DONE:
        scores(state, out)
        return
    for seat in range(state.players):
        points = float(state.wealth[seat]) + CARD * float(state.hand_size[seat])
        points -= TOLL * float(tolls_ahead(state, seat))
        for figure in range(FIGURE_COUNT):
            points -= DISTANCE * float(MAINLAND - int(state.figures[seat, figure]))
        for item in range(ITEM_COUNT):
            points += VARIETY if state.hands[seat, item] > 0 else 0.0
        points += HOME * float(state.home[seat]) + BRIDGE_LEFT * float(state.has_bridge[seat])
        out[seat] = points
    turn = state.seat
    out[turn] += CARD * float(state.draws) - float(state.owed)


@kernel
def is_beaten(state: State, seat: int) -> bool:
    """Never known before the end: every turn may bring tiles."""
    return False


@kernel
def is_late(state: State) -> bool:
    """Never: somebody comes home sooner or later."""
    return False
