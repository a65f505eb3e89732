"""Whom a learner plays against: bots by name or file, objects, functions, policies, past selves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias, runtime_checkable

from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.bots.registry import Bot
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.lab.batch import mask_of, observation_of


@runtime_checkable
class Policy(Protocol):
    """A trained model, such as those of Stable-Baselines3."""

    def predict(self, observation: Any, **settings: Any) -> tuple[Any, Any]:
        """An action for an observation; `action_masks` is among the settings."""
        ...


class League:
    """Opponents of whom one is drawn for every game, such as past selves of a learner.

    >>> league = League(["random", "greedy"])
    >>> len(league.members)
    2
    """

    def __init__(self, members: Iterable[Opponent], size: int | None = None) -> None:
        self.members = list(members)
        self.size = size
        if not self.members:
            raise BadRequest("A league needs at least one member.")

    def add(self, member: Opponent) -> None:
        """Takes in another member; with a size, the oldest one beyond it leaves."""
        self.members.append(member)
        if self.size is not None:
            del self.members[: -self.size]


Act: TypeAlias = Callable[[Any, Any], Any]  # an action for an observation and a mask
Opponent: TypeAlias = "str | Bot | Policy | Act | League"


class ActingBot:
    """A function from observation and mask to an action, as a bot."""

    def __init__(self, act: Act) -> None:
        self.act = act

    def choose(self, position: Position, clock: float | None) -> str:
        """The move whose number the function returns."""
        number = int(self.act(observation_of(position), mask_of(position)))
        move = position.game.moves[number]
        if move not in position.moves:
            raise BadRequest(f"An opponent chose {move!r}, which is not legal.")
        return move


def kernel_names(opponents: Iterable[Opponent], game: Game) -> list[str] | None:
    """Their names if all of them can play in compiled code; else None."""
    names = []
    for opponent in opponents:
        if not isinstance(opponent, str) or in_kernel(opponent, game) is None:
            return None
        names.append(opponent)
    return names


def seated(opponent: Opponent, game: Game, seed: int, draw: random.Random) -> Bot:
    """An opponent as a bot, for one game."""
    if isinstance(opponent, League):
        return seated(draw.choice(opponent.members), game, seed, draw)
    if isinstance(opponent, str):
        return bot_named(opponent, game.name, seed)
    if callable(getattr(opponent, "choose", None)):
        return opponent  # type: ignore[return-value]
    if isinstance(opponent, Policy):
        return ActingBot(lambda seen, mask: opponent.predict(seen, action_masks=mask)[0])
    if callable(opponent):
        return ActingBot(opponent)
    raise BadRequest(
        "An opponent is the name or file of a bot, an object with choose(position, clock) or "
        f"predict(observation), a function of observation and mask, or a League; not {opponent!r}."
    )
