"""OpenSpiel's searches as bots of this package, so that they can play in a tournament.

Each search is OpenSpiel's own; new positions are judged by random games to the end, played by our
compiled rules, since those that OpenSpiel would play step by step in Python take 100 times as long.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from atlantis_games import Position
from atlantis_games.kernels.results import shares_of
from atlantis_games.lab.openspiel import AtlantisState, name_of

SIMULATIONS = 200
EXPLORE = 1.4  # the constant of UCT, for returns from -1 to 1


class Playouts(mcts.Evaluator):  # type: ignore[misc]
    """Judges a state by one random game to its end, and knows nothing of moves before."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def evaluate(self, state: AtlantisState) -> Any:
        """What each player got."""
        self.seed += 1
        position = state.position.playout(self.seed)
        shares = np.array(shares_of(position.scores))
        return (position.players * shares - 1) / (position.players - 1)

    def prior(self, state: AtlantisState) -> list[tuple[int, float]]:
        """Every action is as likely as any other."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class SearchBot:
    """Chooses by a search of OpenSpiel; what the seat cannot know is dealt to it at random."""

    kind = ""  # "mcts" or "ismcts"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.search: Any = None
        self.game: Any = None

    def start(self, position: Position) -> None:
        """Loads the game that a position is of, with its options."""
        chosen = dict(position.options) | {"players": position.players, "imperfect": True}
        options = position.game.options
        chosen |= {name: int(chosen[name]) for name, one in options.items() if one.numbers}
        self.game = pyspiel.load_game(name_of(position.game), chosen)
        random, judge = np.random.RandomState(self.seed % 2**32), Playouts(self.seed)
        if self.kind == "mcts":
            self.search = mcts.MCTSBot(
                self.game, EXPLORE, SIMULATIONS, judge, solve=False, random_state=random
            )
        else:
            self.search = ismcts.ISMCTSBot(
                game=self.game,
                uct_c=EXPLORE,
                max_simulations=SIMULATIONS,
                evaluator=judge,
                random_state=random,
            )

    def choose(self, position: Position, clock: float | None) -> str:
        """One of the moves of a position that is redacted for the seat to decide."""
        if len(position.moves) == 1:
            return next(iter(position.moves))
        if self.game is None:
            self.start(position)
        self.seed += 1
        state = self.game.state_at(position.resampled(self.seed))
        return str(position.game.moves[self.search.step(state)])
