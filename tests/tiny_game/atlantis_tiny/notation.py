"""What every action is called, in the order of their numbers."""

from __future__ import annotations

from atlantis_games.core.contract import Action
from atlantis_tiny.state import CARDS

NOTATION = (
    *(
        Action(f"play {card}", "play", {"card": card}, (f"card:{card}",))
        for card in range(1, CARDS + 1)
    ),
    *(Action(f"deal {card}", "deal", {"card": card}) for card in range(1, CARDS + 1)),
)
