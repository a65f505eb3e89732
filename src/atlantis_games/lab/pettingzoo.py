"""Both games as PettingZoo environments, in which agents act one after another.

>>> from atlantis_games.lab.pettingzoo import causeway_v1
>>> env = causeway_v1.env(players=3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> int(observation["action_mask"].sum()) > 0
True
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from atlantis_games.core.contract import OVER, SPECTATOR
from atlantis_games.core.errors import BadRequest, IllegalMove
from atlantis_games.games import game_named
from atlantis_games.lab.table import Table
from atlantis_games.lab.vector import first_state, seed_number, whole

ILLEGAL = -1.0  # the reward for an action that is not legal, as `env()` gives it
RENDER_MODES = ("human", "ansi")


class Environment(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game without wrappers: a step that is not legal raises `IllegalMove` and changes nothing.

    `max_cycles` cuts a game off after so many decisions of all agents together. The game's options
    are keywords, as in `atlantis.new_game`.
    """

    game = ""
    metadata: dict[str, Any]

    def __init__(
        self,
        players: int = 2,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadRequest(f"A render mode is {' or '.join(RENDER_MODES)}, not {render_mode!r}.")
        game = game_named(self.game)
        self.table = Table(first_state(game, players, options))
        self.render_mode = render_mode
        self.max_cycles = None
        if max_cycles is not None:
            self.max_cycles = whole("The number of cycles", max_cycles, 1, 1 << 40)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = game.observation
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (observation.LAYOUT.size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (observation.DECISIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
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
        self.table.deal(None if seed is None else seed_number(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.actor]
        self.cycles = 0
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do if it is its turn."""
        seat = self._seats[agent]
        mask = self.table.mask[0]
        mine = self.table.actor == seat
        return {
            "observation": self.table.seen_by(seat),
            "action_mask": mask.copy() if mine else np.zeros_like(mask),
        }

    def planes(self, agent: str) -> dict[str, Any]:
        """What an agent knows, by the names of the observation's fields."""
        layout = self.table.start.game.observation.LAYOUT
        return dict(layout.planes(self.table.seen_by(self._seats[agent])))

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
        who = self.table.act(int(action))  # type: ignore[arg-type]
        self.cycles += 1
        if who == OVER:
            self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[who]
            if self.max_cycles is not None and self.cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._show()

    def _check(self, action: Any) -> None:
        """Refuses what is no legal action, before anything is changed."""
        number = whole("An action", action, 0, self.table.mask.shape[1] - 1)
        if not self.table.mask[0, number]:
            position = self.table.position()
            move = position.game.moves[number]
            refusal = position.why_not(move)
            assert refusal is not None
            raise IllegalMove(move, refusal)

    def forfeit(self, agent: str) -> None:
        """Ends the game for everybody; the agent gets ILLEGAL, the others nothing."""
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL
        self._accumulate_rewards()
        self._deads_step_first()

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._picture())

    def _picture(self) -> str:
        return self.table.position().draw(SPECTATOR)

    def render(self) -> str | None:
        """The board as text, as a spectator sees it: returned in the mode `ansi`, else printed."""
        if self.render_mode == "ansi":
            return self._picture()
        if self.render_mode == "human":
            self._show()
        return None

    def close(self) -> None:
        """Nothing is open."""

    def __copy__(self) -> Environment:
        return deepcopy(self)


class Causeway(Environment):
    """Causeway without wrappers."""

    game = "causeway"
    metadata = {  # noqa: RUF012  (PettingZoo reads it from the class)
        "render_modes": list(RENDER_MODES),
        "name": "causeway_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }


class Escape(Environment):
    """Escape without wrappers."""

    game = "escape"
    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "name": "escape_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }


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
        mask = env.table.mask[0]
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


causeway_v1 = Family(Causeway)
escape_v1 = Family(Escape)
