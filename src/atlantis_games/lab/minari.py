"""Games of a bot as a Minari data set, for offline learning in Farama's tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from atlantis_games import __version__
from atlantis_games.bots import Bot, bot_named
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.lab.arguments import seed_number, whole_number
from atlantis_games.lab.export import MAX_GAMES, check_start

GROUP = 100  # games that are handed over at a time


def write_minari(
    dataset: str,
    start: Position,
    bots: list[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Lets the first bot play against the others and keeps what it saw, did and won.

    An episode is a game of the first bot, in a seat that is drawn. How many decisions it made is
    returned; the data set is where Minari keeps its own, under the name that is given.
    """
    minari, make = library()
    games = whole_number("The number of games", games, 1, MAX_GAMES)
    seed = seed_number(seed)
    check_start(start)
    if len(bots) != start.players:
        raise BadRequest(f"A data set needs a bot for each of {start.players} players.")
    check_name(dataset, minari)
    settings: dict[str, Any] = {"players": start.players, "opponents": bots[1:], **start.options}
    env = make(start.game, **settings)
    bot = bot_named(bots[0], start.game.name, seed)
    buffer = minari.data_collector.EpisodeBuffer
    found: Any = None
    for first in range(0, games, GROUP):
        episodes = []
        for number in range(first, min(games, first + GROUP)):
            episodes.append(episode_of(env, bot, seed + number, buffer))
            progress(number + 1)
        if found is None:
            about = described(bots, seed)
            found = minari.create_dataset_from_buffers(
                dataset, episodes, env=env, eval_env=env, data_format="arrow", **about
            )
        else:
            found.update_dataset_from_buffer(episodes)
    env.close()
    return int(found.total_steps)


def described(bots: list[str], seed: int) -> dict[str, Any]:
    """What a data set says of itself."""
    return {
        "algorithm_name": bots[0],
        "description": f"{bots[0]} against {', '.join(bots[1:])}, seed {seed}.",
        "author": "atlantis simulate",
        "author_email": "none",
        "code_permalink": f"atlantis-games {__version__}",
        "requirements": [f"atlantis-games=={__version__}"],
    }


def check_name(dataset: str, minari: Any) -> None:
    """BadRequest if a data set cannot be called that."""
    try:
        minari.dataset.minari_dataset.parse_dataset_id(dataset)
    except ValueError:
        raise BadRequest(f"A data set is called like atlantis/games-v0, not {dataset!r}.") from None
    if dataset in minari.list_local_datasets():
        raise BadRequest(f"There is a data set {dataset!r} already: choose another name.")


def episode_of(env: Any, bot: Bot, seed: int, kept_as: Callable[..., Any]) -> Any:
    """One game of the bot."""
    observation, info = env.reset(seed=seed)
    observations, masks = [observation], [info["action_mask"]]
    actions, rewards, ends, cuts = [], [], [False], [False]
    while not (ends[-1] or cuts[-1]):
        known = env.unwrapped.position
        actions.append(known.moves[bot.choose(known, None)])
        observation, reward, ended, cut, info = env.step(actions[-1])
        observations.append(observation)
        masks.append(info["action_mask"])
        rewards.append(reward)
        ends.append(ended)
        cuts.append(cut)
    return kept_as(
        seed=seed,
        observations=np.array(observations),
        actions=np.array(actions),
        rewards=rewards,
        terminations=ends[1:],
        truncations=cuts[1:],
        infos={"action_mask": np.array(masks)},
    )


def library() -> tuple[Any, Callable[..., Any]]:
    """Minari, and what makes an environment of a game; both are in the extra `minari`."""
    try:
        import gymnasium
        import minari
    except ImportError:
        raise BadRequest(
            "Such a data set needs Minari: pip install 'atlantis-games[minari]'."
        ) from None
    from atlantis_games.lab.gymnasium import gymnasium_id

    def make(game: Game, **settings: Any) -> Any:
        return gymnasium.make(gymnasium_id(game), **settings)

    return minari, make
