"""What bots are called: built-in ones, levels of opponents, and files."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from atlantis_games.bots.bot_process import MEGABYTES, FileBot
from atlantis_games.bots.command import PREFIX, CommandBot
from atlantis_games.bots.greedy import Greedy
from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.bots.policy import Policy
from atlantis_games.bots.random import Random
from atlantis_games.bots.search import Search
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.kernels.bots import MAX_NODES, OWN_NET, BotRecord
from atlantis_games.kernels.weights import shipped_weights

NAMES = ("random", "greedy", "policy", "search:500", "search:500ms")
NUMBER = r"\d+(?:\.\d+)?"
PATTERN = re.compile(
    rf"(random|greedy|policy|search)(?::(\d+)(ms|r)?)?(?:@({NUMBER}))?"
    rf"((?:/[a-z-]+=(?:{NUMBER}|on|off))*)"
)
SETTINGS = {  # of a search, as in `search:500/explore=0.7`
    "explore": "explore",
    "sharpness": "sharpness",
    "first-play": "first_play",
    "nodes": "max_nodes",
    "net": "net",
}
SWITCHES = {"on": float(OWN_NET), "off": 0.0}  # values of the setting `net`
ITERATIONS = 500  # of a search whose name does not say how many
MAX_BUDGET = 10_000_000  # iterations or milliseconds


class Bot(Protocol):
    """Anything that chooses a move."""

    def choose(self, position: Position, clock: float | None) -> str:
        """One of the position's moves.

        The position is redacted. The clock is the seconds that this move may take; None is as long
        as the bot takes by itself.
        """
        ...


def bot_named(name: str, game: str, seed: int = 0, megabytes: int = MEGABYTES) -> Bot:
    """A bot by its name, its level or its file, with a seed that makes its choices repeatable.

    A bot in a file may use so much memory.
    """
    if name.endswith(".py") and not name.startswith(PREFIX):
        bot = FileBot(Path(name), seed, megabytes)
        bot.check()
        return bot
    if name.startswith(PREFIX):
        return CommandBot(name.removeprefix(PREFIX))
    return built_in(name, game_named(game), seed)


@lru_cache(maxsize=256)
def in_kernel(name: str, game: Game) -> BotRecord | None:
    """The record of a bot that can play inside kernels, to be copied rather than changed.

    None for bots in files or behind a command line, and for those that think by the clock.
    """
    if name.endswith(".py") or name.startswith(PREFIX):
        return None
    bot = built_in(name, game, 0)
    return bot.record if bot.is_repeatable else None


def built_in(name: str, game: Game, seed: int) -> KernelBot:
    """A bot of this package."""
    found = PATTERN.fullmatch(plain_name(name, game.name))
    if found is None or is_odd(found):
        known = ", ".join((*NAMES, *game.levels))
        raise BadRequest(
            f"There is no bot {name!r}; there are {known}, or a file that ends in .py."
        )
    kind, number, unit, temperature, written = found.groups()
    settings = settings_in(written)
    if settings and kind != "search":
        raise BadRequest(f"Only a search has settings, not {kind}.")
    if kind == "random":
        return Random(seed)
    errors = float(temperature or 0)
    if kind == "policy":
        return policy(name, game, seed, errors)
    if kind == "greedy":
        return Greedy(seed, errors, one_move=number is not None)
    if settings.get("net", OWN_NET):
        shipped_weights(game)  # refused here rather than in the middle of a game
    budget = int(number or ITERATIONS)
    if not 1 <= budget <= MAX_BUDGET:
        raise BadRequest(f"A search has from 1 to {MAX_BUDGET:,} iterations or ms, not {budget}.")
    if unit == "ms":
        return Search(seed, seconds=budget / 1000, temperature=errors, settings=settings)
    is_random = unit == "r"
    return Search(seed, budget, temperature=errors, random_playouts=is_random, settings=settings)


def is_odd(found: re.Match[str]) -> bool:
    """Whether a name gives a bot a number or a temperature that it does not take.

    A greedy bot takes the one move of `greedy:1`.
    """
    kind, number, unit, temperature, _ = found.groups()
    if kind == "greedy":
        return (number or "1", unit) != ("1", None)
    return (kind == "random" and bool(number or temperature)) or (kind == "policy" and bool(number))


def policy(name: str, game: Game, seed: int, temperature: float) -> Policy:
    """The bot that plays by the net alone, for a game that has one."""
    if game.features is None:
        raise BadRequest(f"{game.title} has no net, so there is no bot {name!r} for it.")
    shipped_weights(game)
    return Policy(seed, temperature)


def settings_in(written: str) -> dict[str, float]:
    """Settings of a search as fields of its record, from a text such as `/explore=0.7`."""
    settings: dict[str, float] = {}
    for part in written.split("/")[1:]:
        name, value = part.split("=")
        if name not in SETTINGS:
            raise BadRequest(f"A search has no setting {name!r}; it has {', '.join(SETTINGS)}.")
        if (value in SWITCHES) != (name == "net"):
            wanted = "on or off" if name == "net" else "a number"
            raise BadRequest(f"The setting {name} of a search is {wanted}, not {value}.")
        settings[SETTINGS[name]] = SWITCHES[value] if name == "net" else float(value)
    limit = settings.get("max_nodes", MAX_NODES)
    if not 2 <= limit <= MAX_NODES:
        raise BadRequest(f"A search has from 2 to {MAX_NODES:,} nodes, not {limit:g}.")
    return settings


def plain_name(name: str, game: str) -> str:
    """What a level stands for; another name as it is."""
    return game_named(game).levels.get(name, name)
