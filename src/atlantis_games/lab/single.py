"""One game as a Gymnasium environment: one seat learns, opponents have the others.

>>> import gymnasium
>>> env = gymnasium.make("atlantis_games.lab.gymnasium:atlantis/Causeway-v2", opponents=["greedy"])
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
>>> bool(env.observation_space.contains(observation))
True
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from atlantis_games.bots.bot_process import FileBot
from atlantis_games.core.contract import OVER, Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.kernels.batch_arrays import ILLEGAL, NO_ACTION
from atlantis_games.kernels.random import below
from atlantis_games.kernels.results import shares_of
from atlantis_games.lab import environment_id
from atlantis_games.lab.arguments import (
    MAX_DECISIONS,
    POINTS,
    WINS,
    first_position,
    known_game,
    outlook,
    reward_name,
    seed_number,
    whole_number,
)
from atlantis_games.lab.episode import Episode
from atlantis_games.lab.frames import FRAMES_PER_SECOND, RENDER_MODES, Renderer
from atlantis_games.lab.gymnasium import VectorEnvironment
from atlantis_games.lab.opponents import Opponent, kernel_names, seated


class SingleEnvironment(gymnasium.Env[Any, Any]):
    """A game of one learner in Gymnasium's conventions, with the settings of `VectorEnvironment`.

    - `info["action_mask"]` has 1 for every legal action, and `action_masks()` the same as bool.
    - `opponents` are names of bots, files of bots, objects with `choose(position, clock)`, models
      with `predict(observation, action_masks=…)`, functions of observation and mask, or a `League`,
      which draws one of its members for every game. The last one given fills the seats left.
    - `render_mode` is `human` (a window), `rgb_array`, `ansi` or `svg`: what the learner sees.

    Where all opponents can play in compiled code and nothing is rendered, a step is one call of it;
    the same seed and actions lead to the same games either way.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (Gymnasium asks the class)
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        game: str | Game,
        players: int = 2,
        opponents: Sequence[Opponent] = ("greedy",),
        seat: int | None = None,
        *,
        reward: str = "wins",
        limit: int = 0,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = known_game(game)
        start = first_position(self.game, players, options)
        self.reward = reward_name(reward)
        self.limit = whole_number("The limit of decisions", limit, 0, MAX_DECISIONS)
        self.own_seat = None if seat is None else whole_number("A seat", seat, 0, players - 1)
        self.metadata = {"name": environment_id(self.game), **self.metadata}
        self.renderer = Renderer(render_mode, self.game.title)
        self.render_mode = render_mode
        bots = players - 1
        if isinstance(opponents, str) or not 1 <= len(opponents) <= bots:
            raise BadRequest(f"From 1 to {bots} opponents are needed, as a list.")
        self.opponents = [*opponents, *[opponents[-1]] * bots][:bots]
        names = kernel_names(self.opponents, self.game) if render_mode is None else None
        self.table: CompiledTable | Table
        settings = {"seat": seat, "reward": reward, "limit": limit, **options}
        if names is not None:
            self.table = CompiledTable(self.game, players, names, settings)
        else:
            self.table = Table(start, self.opponents, self.own_seat, self.reward, self.limit)
        observation = self.game.observation
        self.observation_space = spaces.Box(0, 255, (observation.LAYOUT.size,), np.uint8)
        self.action_space = spaces.Discrete(observation.DECISIONS)

    @property
    def seat(self) -> int:
        """The learner's seat in the present game."""
        return self.table.seat

    @property
    def position(self) -> Position:
        """The game as the learner may know it."""
        return self.table.position().redacted(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game. A seed deals the same games to the same opponents and actions."""
        super().reset(seed=None if seed is None else seed_number(seed))
        observation = self.table.reset(seed)
        self._show()
        return observation, self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's decision; the opponents answer until it is to decide again."""
        if not self.table.is_running:
            raise BadRequest("Reset the environment before its first step and after a game's end.")
        observation, reward, terminated, truncated = self.table.step(int(action))
        info = self._info()
        if terminated or truncated:
            info |= {"scores": self.table.scores(), "illegal": self.table.was_illegal}
        self._show()
        return observation, reward, terminated, truncated, info

    def action_masks(self) -> Any:
        """Which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        return self.table.mask.astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask.copy(), "seat": self.table.seat}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.renderer.show(self.table.position(), self.seat)

    def render(self) -> Any:
        """What the learner sees, as the render mode says."""
        if self.render_mode is None:
            gymnasium.logger.warn("Choose a render_mode when the environment is made.")
            return None
        return self.renderer.render(self.table.position(), self.seat)

    def close(self) -> None:
        """Closes the window, if there is one, and ends what bots have started."""
        self.renderer.close()
        if isinstance(self.table, Table):
            self.table.end()


class CompiledTable:
    """A game against built-in bots, stepped by one compiled call."""

    def __init__(
        self, game: Game, players: int, names: list[str], settings: dict[str, Any]
    ) -> None:
        self.games = VectorEnvironment(game, 1, players, names, threads=1, copy=False, **settings)
        self.is_running = False
        self.was_illegal = False
        self._has_begun = False  # the game after one that has ended
        self.seat = 0  # of the learner
        self._open()

    def _open(self) -> None:
        games = self.games
        self.mask, self._observation = games.masks[0], games.observations[0]
        self._choice = games._learner.choices
        self._step = games.play_choices if games.is_shaped else games.quick_step()

    def reset(self, seed: int | None) -> Any:
        """Begins a game, unless the end of the last one has begun it already."""
        if seed is not None or not self._has_begun:
            self.games.reset(seed=seed)
        self.is_running, self._has_begun, self.was_illegal = True, False, False
        self.seat = int(self.games.seats[0])
        return self._observation.copy()

    def step(self, action: int) -> tuple[Any, float, bool, bool]:
        """Plays an action; one that is not legal ends the game."""
        games = self.games
        is_legal = 0 <= action < len(self.mask) and self.mask[action]
        self._choice[0] = action if is_legal else NO_ACTION
        self._step()
        reward = float(games.rewards[0])
        if not (games.terminations[0] or games.truncations[0]):
            return self._observation.copy(), reward, False, False
        self.is_running, self._has_begun, self.was_illegal = False, True, not is_legal
        terminated, truncated = bool(games.terminations[0]), bool(games.truncations[0])
        return games.final_observations[0].copy(), reward, terminated, truncated

    def scores(self) -> list[int]:
        """The points of every seat when the game ended."""
        points: list[int] = self.games._learner.scores[0, : self.games.start.players].tolist()
        return points

    def position(self) -> Position:
        """The game that is being played."""
        return Position(self.games.game, self.games._batch.states.copy())

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("mask", "_observation", "_choice", "_step")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()


class Table:
    """A game against opponents of any kind, which stays at its end."""

    def __init__(
        self,
        start: Position,
        opponents: Sequence[Opponent],
        seat: int | None,
        reward: str,
        limit: int,
    ) -> None:
        self.start, self.opponents, self.own_seat = start, opponents, seat
        self.reward, self.limit = reward, limit
        self.episode = Episode(start)
        self.seat = 0
        self.is_running = False
        self.was_illegal = False
        self.decisions = 0
        self.standing: list[int] = []
        self.bots: list[Any] = [None] * len(opponents)
        self.seeds: list[int] = []
        self.draw = random.Random()

    @property
    def mask(self) -> Any:
        """1 for every action that the learner may choose."""
        return self.episode.mask

    def reset(self, seed: int | None) -> Any:
        """Begins a game: draws the learner's seat, and plays until its first decision."""
        if seed is not None or not self.seeds:
            word = self.episode.seed(secrets.randbits(62) if seed is None else seed)
            self.end()
            self.seeds = [(word >> 2) + number for number in range(len(self.opponents))]
            self.bots = [None] * len(self.opponents)
            self.draw.seed(word)
        for number, opponent in enumerate(self.opponents):
            if self.bots[number] is None or not isinstance(opponent, str):
                seed_of_bot = self.seeds[number]
                self.bots[number] = seated(opponent, self.start.game, seed_of_bot, self.draw)
        self.was_illegal, self.decisions = False, 0
        while True:
            self.seat = self._drawn_seat()
            self.episode.begin()
            if self._play_on() != OVER:  # else before the learner's first turn
                break
        self.standing = self.scores()
        self.is_running = True
        return self.episode.seen_by(self.seat)

    def _drawn_seat(self) -> int:
        if self.own_seat is not None:
            return self.own_seat
        return int(below(self.episode.stream, self.start.players))

    def _play_on(self) -> int:
        """Lets the opponents act until the learner decides or the game is over."""
        episode, players = self.episode, self.start.players
        while episode.actor not in (OVER, self.seat):
            bot = self.bots[(episode.actor - self.seat + players) % players - 1]
            known = episode.position().redacted(episode.actor)
            episode.act(known.moves[bot.choose(known, None)])
        return episode.actor

    def step(self, action: int) -> tuple[Any, float, bool, bool]:
        """Plays an action; one that is not legal ends the game."""
        self.decisions += 1
        self.was_illegal = not (0 <= action < len(self.mask) and self.mask[action])
        if self.was_illegal:
            self.is_running = False
            self.end()
            return self.episode.seen_by(self.seat), ILLEGAL, True, False
        self.episode.act(action)
        is_over = self._play_on() == OVER
        is_cut_off = not is_over and 0 < self.limit <= self.decisions
        self.is_running = not (is_over or is_cut_off)
        if not self.is_running:
            self.end()
        return self.episode.seen_by(self.seat), self._reward(is_over), is_over, is_cut_off

    def end(self) -> None:
        """Lets go of the processes of bots in files."""
        for bot in self.bots:
            if isinstance(bot, FileBot):
                bot.end(self.start)  # of which a bot learns nothing

    def _reward(self, is_over: bool) -> float:
        before, after = self.standing, self.scores()
        self.standing = after
        players, scale = self.start.players, self.start.game.evaluation.SCALE
        if self.reward == POINTS:
            return float(after[self.seat] - before[self.seat])
        share = shares_of(after)[self.seat] if is_over else 1 / players
        win = (players * share - 1) / (players - 1)
        if self.reward == WINS:
            return win
        guesses = outlook(np.array([before, after]), np.array([self.seat] * 2), scale).tolist()
        return float((win if is_over else guesses[1]) - guesses[0])

    def scores(self) -> list[int]:
        """The points of every seat."""
        return list(self.episode.position().scores)

    def position(self) -> Position:
        """The game that is being played, or its end."""
        return self.episode.position()
