"""The games as PettingZoo environments, in which agents act one after another.

Each game that is installed has an attribute here that is called as its environments are.

>>> from atlantis_games.lab.pettingzoo import causeway_v2
>>> env = causeway_v2.env(players=3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> int(observation["action_mask"].sum()) > 0
True
"""

from __future__ import annotations

import warnings
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from atlantis_games.core.contract import OVER, Game
from atlantis_games.core.errors import IllegalMove
from atlantis_games.games import GAMES
from atlantis_games.kernels.batch_arrays import ILLEGAL
from atlantis_games.lab import class_name, environment_id
from atlantis_games.lab.arguments import first_position, known_game, seed_number, whole_number
from atlantis_games.lab.episode import Episode
from atlantis_games.lab.frames import FRAMES_PER_SECOND, RENDER_MODES, Renderer

MAX_CYCLES = 1 << 40


class Environment(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game without wrappers: a step that is not legal raises `IllegalMove` and changes nothing.

    `max_cycles` cuts a game off after so many decisions of all agents together. The game's options
    are keywords, as in `atlantis.new_game`.
    """

    game: Game  # of each subclass
    metadata: dict[str, Any]

    def __init__(
        self,
        players: int = 2,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.renderer = Renderer(render_mode, self.game.title)
        self.episode = Episode(first_position(self.game, players, options))
        self.render_mode = render_mode
        self.max_cycles = None
        if max_cycles is not None:
            self.max_cycles = whole_number("The number of cycles", max_cycles, 1, MAX_CYCLES)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = self.game.observation
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (observation.LAYOUT.size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (observation.DECISIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        whole = len(self.possible_agents) * observation.LAYOUT.size
        self.state_space = spaces.Box(0, 255, (whole,), np.uint8)
        self.action_spaces = {
            agent: spaces.Discrete(observation.DECISIONS) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """What `observe` returns for an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers an agent may step with."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; after the same seed the same games are dealt, one after another."""
        self.episode.deal(None if seed is None else seed_number(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.episode.actor]
        self.cycles = 0
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do if it is its turn."""
        seat = self._seats[agent]
        mask = self.episode.mask
        mine = self.episode.actor == seat
        return {
            "observation": self.episode.seen_by(seat),
            "action_mask": mask.copy() if mine else np.zeros_like(mask),
        }

    def planes(self, agent: str) -> dict[str, Any]:
        """What an agent knows, by the names of the observation's fields."""
        layout = self.game.observation.LAYOUT
        return dict(layout.planes(self.episode.seen_by(self._seats[agent])))

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts; often the same agent goes on."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._check(action)
        self._cumulative_rewards[agent] = 0.0
        if self.cycles == 0 or any(self.rewards.values()):
            self.rewards = dict.fromkeys(self.agents, 0.0)
        who = self.episode.act(int(action))  # type: ignore[arg-type]
        self.cycles += 1
        if who == OVER:
            self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[who]
            if self.max_cycles is not None and self.cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._show()

    def _check(self, action: Any) -> None:
        """Raises for an action that is not legal, before anything is changed."""
        number = whole_number("An action", action, 0, len(self.episode.mask) - 1)
        if not self.episode.mask[number]:
            position = self.episode.position()
            move = position.game.moves[number]
            reason = position.why_not(move)
            assert reason is not None
            raise IllegalMove(move, reason)

    def forfeit(self, agent: str) -> None:
        """Ends the game for everybody; the agent gets ILLEGAL, the others nothing."""
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL
        self._accumulate_rewards()
        self._deads_step_first()

    def state(self) -> Any:
        """What all agents know together, one observation after the other from `player_0` on."""
        seats = range(len(self.possible_agents))
        return np.concatenate([self.episode.seen_by(seat) for seat in seats])

    def _show(self) -> None:
        if self.render_mode == "human":
            self.renderer.show(self.episode.position())

    def render(self) -> Any:
        """The board as a spectator sees it: a window, an array of pixels, text or SVG."""
        if self.render_mode is None:
            warnings.warn("Choose a render_mode when the environment is made.", stacklevel=2)
            return None
        return self.renderer.render(self.episode.position())

    def close(self) -> None:
        """Closes the window, if there is one."""
        self.renderer.close()

    def __copy__(self) -> Environment:
        return deepcopy(self)


def passed_on(name: str) -> Any:
    """An attribute of the environment inside, which has none before the first reset."""

    def read(guard: Guard) -> Any:
        if not guard._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(guard.env, name)

    return property(read)


class Guard(OrderEnforcingWrapper[str, Any, Any]):  # type: ignore[misc]
    """PettingZoo's three usual wrappers in one, with the same answers to every call.

    Terminate-illegal, assert-out-of-bounds and order-enforcing, one around the other, look up each
    attribute through the whole chain, which takes several times as long as the game itself.
    """

    env: Environment
    agents = passed_on("agents")
    num_agents = passed_on("num_agents")
    agent_selection = passed_on("agent_selection")
    rewards = passed_on("rewards")
    terminations = passed_on("terminations")
    truncations = passed_on("truncations")
    infos = passed_on("infos")
    _cumulative_rewards = passed_on("_cumulative_rewards")

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent to act knows, what it got since it last acted, and whether it is done."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)  # type: ignore[no-any-return]

    def step(self, action: int | None) -> None:
        """Acts; an illegal action ends the game for all, with the reward ILLEGAL for its agent."""
        env = self.env
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = env.agent_selection
        mask = env.episode.mask
        is_dead = env.terminations[agent] or env.truncations[agent]
        is_plain = type(action) is int and 0 <= action < len(mask)  # the space asks at more length
        if not (is_plain or (is_dead and action is None)):
            assert env.action_spaces[agent].contains(action), "action is not in action space"
        if is_dead:
            env._was_dead_step(action)
        elif mask[action]:
            env.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            env.forfeit(agent)

    def __str__(self) -> str:
        return str(self.env)

    def __copy__(self) -> Guard:
        return deepcopy(self)


@dataclass(frozen=True)
class Family:
    """What PettingZoo's modules offer: the environment with and without wrappers."""

    raw_env: type[Environment]

    def env(self, **settings: Any) -> Guard:
        """The environment as PettingZoo's usual wrappers make it: an illegal action ends it."""
        return Guard(self.raw_env(**settings))


def family(game: str | Game) -> Family:
    """The environments of a game, also of one from another distribution.

    >>> family("causeway").env(players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    return made_family(known_game(game))


@cache
def made_family(game: Game) -> Family:
    """The environments of a game, which are made once."""
    details = {
        "__doc__": f"{game.title} without wrappers.",
        "__module__": __name__,
        "game": game,
        "metadata": {
            "render_modes": list(RENDER_MODES),
            "name": environment_id(game),
            "is_parallelizable": False,
            "render_fps": FRAMES_PER_SECOND,
        },
    }
    return Family(type(class_name(game.name), (Environment,), details))


def make(game: str, **settings: Any) -> Guard:
    """The environment of a game with its guard, as PettingZoo's registry makes it."""
    return family(game).env(**settings)


for _game in GAMES.values():
    register("aec", f"atlantis/{environment_id(_game)}", make, kwargs={"game": _game.name})


def __getattr__(name: str) -> Any:
    """The family of a game, such as `causeway_v2`, or its class without wrappers, `Causeway`."""
    for game in GAMES:
        if name == class_name(game):
            return family(game).raw_env  # pickles look for it here
        if name.startswith(f"{game}_v") and name == environment_id(GAMES[game]):
            return family(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
