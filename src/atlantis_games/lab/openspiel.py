"""The games for OpenSpiel: importing this module registers them with `pyspiel.load_game`.

>>> import pyspiel
>>> import atlantis_games.lab.openspiel
>>> game = pyspiel.load_game("python_causeway_v2(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 42)
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from atlantis_games.core.contract import CHANCE, EVERYBODY, OVER, SPECTATOR, Game
from atlantis_games.core.errors import BadRequest, IllegalMove
from atlantis_games.core.layout import Field, Layout
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES, game_named
from atlantis_games.kernels.results import shares_of
from atlantis_games.lab import environment_id
from atlantis_games.lab.arguments import whole_number

NOBODY = -2  # as an audience: what was seen is not known any more
SEEDS = 1 << 53  # of guesses, as many as there are numbers from 0 to 1
MAX_LENGTH = 50_000  # decisions; no game comes near
MAX_EVENTS = 1024  # of a history that an information state's tensor has room for
EVENTS_FIELD = Field("events", (MAX_EVENTS,), "the last events seen, by action + 1; 0 for none yet")
PLAYERS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"python_{environment_id(game)}"


def chance_counts(game: Game) -> int:
    """How many outcomes chance can have: their actions come after those of the seats."""
    return game.actions - int(game.observation.DECISIONS)


def game_type(game: Game, is_imperfect: bool = False) -> Any:
    """What OpenSpiel knows about a game before it is loaded.

    A game without secrets can be declared as one of imperfect information, which some algorithms,
    such as ISMCTS, insist on.
    """
    hidden = pyspiel.GameType.Information
    is_imperfect = is_imperfect or game.has_secrets
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"Atlantis: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(hidden.IMPERFECT_INFORMATION if is_imperfect else hidden.PERFECT_INFORMATION),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": game.players[0],
            "limit": 0,
            "imperfect": False,
            **{
                name: option.default if option.numbers is None else int(option.default)
                for name, option in game.options.items()
            },
        },
    )


class AtlantisGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games with a number of players and options, as `pyspiel.load_game` makes it.

    With a `limit` the game ends after so many decisions, and the points then decide.
    """

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        self.name = name
        game = game_named(name)
        chosen = {"players": game.players[0], "limit": 0, "imperfect": False} | (params or {})
        try:
            options = {name: value for name, value in chosen.items() if name in game.options}
            start = game.new(chosen["players"], **options)
            self.limit = whole_number("The limit of decisions", chosen["limit"], 0, MAX_LENGTH)
        except BadRequest as error:  # the exception that OpenSpiel's own games raise
            raise pyspiel.SpielError(str(error)) from None
        info = pyspiel.GameInfo(
            num_distinct_actions=int(game.observation.DECISIONS),
            max_chance_outcomes=chance_counts(game),
            num_players=start.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit or MAX_LENGTH,
        )
        super().__init__(game_type(game, bool(chosen["imperfect"])), info, chosen)
        self.start = start

    def new_initial_state(self, start: str | dict[str, Any] | None = None) -> AtlantisState:
        """Before the deal, or where the `log` of a state's struct, also as JSON, leads to."""
        state = AtlantisState(self)
        if start is not None:
            state.replay(json.loads(start) if isinstance(start, str) else start)
        return state

    def state_at(self, position: Position) -> AtlantisState:
        """A state that begins at a position of this game, with nothing in its history.

        OpenSpiel's searches play whatever is in the position, so give them `position.resampled()`
        of what a seat knows.
        """
        if (position.game, position.players) != (self.start.game, self.start.players):
            raise pyspiel.SpielError("The position is of another game or number of players.")
        state = AtlantisState(self)
        state._position = position
        return state

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can act; a bound, not a figure."""
        return MAX_LENGTH

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AtlantisObserver:
        """What writes observations (or, with perfect recall, information states) of this game."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return AtlantisObserver(self.start, kind, params)


class AtlantisState(pyspiel.State):  # type: ignore[misc]
    """A position with its history; chance is a player, and its outcomes count from 0."""

    def __init__(self, game: AtlantisGame) -> None:
        super().__init__(game)
        self._position = game.start
        self._limit = game.limit
        self._decisions = 0
        self._log = b""  # the number and the audience of every event, as 16-bit numbers

    def replay(self, struct: dict[str, Any]) -> None:
        """Goes to where the log of a struct leads; SpielError if it does not fit the game."""
        events = struct.get("log")
        if not isinstance(events, list):
            raise pyspiel.SpielError("A starting state is a struct with the list `log` of events.")
        numbers = self._position.game.numbers
        for text in events:
            if text not in numbers:
                raise pyspiel.SpielError(f"There is no event {text!r}.")
            self._play(numbers[text])

    @property
    def position(self) -> Position:
        """The position as the rest of the package knows it."""
        return self._position

    def current_player(self) -> int:
        """The seat to decide, CHANCE or TERMINAL."""
        actor = OVER if self.is_terminal() else self._position.actor
        return int(PLAYERS.get(actor, actor))

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of what a seat may do, in ascending order."""
        if player != self._position.actor or self.is_terminal():
            return []
        return sorted(self._position.moves.values())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with probabilities."""
        position = self._position
        first = position.game.observation.DECISIONS
        total = sum(position.odds.values())
        return [
            (position.moves[text] - first, weight / total) for text, weight in position.odds.items()
        ]

    def _apply_action(self, action: int) -> None:
        """Plays an action of the actor; SpielError, and nothing changed, for an illegal one."""
        position = self._position
        if self.is_terminal():
            raise pyspiel.SpielError("The game is over.")
        number = action
        if position.actor == CHANCE:
            number += position.game.observation.DECISIONS
        if not 0 <= number < position.game.actions:
            raise pyspiel.SpielError(f"There is no action {action}.")
        self._play(number)

    def _play(self, number: int) -> None:
        """Plays an event by its number in the package."""
        position = self._position
        try:
            self._position = position.play(position.game.moves[number])
        except IllegalMove as error:
            raise pyspiel.SpielError(str(error)) from None
        self._decisions += position.actor != CHANCE
        self._log += np.array([number, position.audience], np.int16).tobytes()

    def _action_to_string(self, player: int, action: int) -> str:
        """An action as a match file writes it."""
        game = self._position.game
        shift = game.observation.DECISIONS if player == pyspiel.PlayerId.CHANCE else 0
        return game.moves[action + shift]

    def is_terminal(self) -> bool:
        """Whether the game is over, or has reached its limit of decisions."""
        return self._position.is_over or 0 < self._limit <= self._decisions

    def returns(self) -> list[float]:
        """1 for a lone winner and 0 in sum; nothing before the end."""
        position = self._position
        if not self.is_terminal():
            return [0.0] * position.players
        players = position.players
        return [(players * share - 1.0) / (players - 1) for share in shares_of(position.scores)]

    def events(self, player: int | None = None) -> list[str]:
        """Everything that has happened, or what a player saw of it: `draw`, not `draw ring`."""
        texts = self._position.game.moves
        seen = []
        for number, audience in np.frombuffer(self._log, np.int16).reshape(-1, 2).tolist():
            hidden = audience == NOBODY or (
                player is not None and audience not in (EVERYBODY, player)
            )
            seen.append(texts[number].partition(" ")[0] if hidden else texts[number])
        return seen

    def resample_from_infostate(self, player: int, sampler: Any) -> AtlantisState:
        """A state that this player cannot tell from this one: what it cannot know is dealt again.

        What others drew is not an event of it any more; what they hold is in their information
        states all the same.
        """
        other = self.clone()
        seed = int(sampler() * SEEDS)
        other._position = self._position.resampled(seed, player)
        log = np.frombuffer(self._log, np.int16).reshape(-1, 2).copy()
        log[(log[:, 1] != EVERYBODY) & (log[:, 1] != player), 1] = NOBODY
        other._log = log.tobytes()
        return other  # type: ignore[no-any-return]

    def private(self, player: int) -> str:
        """What a player knows and others do not, as text."""
        states = self._position.states()
        return json.dumps(self._position.game.views.private(states, player), sort_keys=True)

    def _to_struct(self) -> dict[str, Any]:
        """The state as JSON: its log, from which `new_initial_state` makes it again, and a view."""
        position = self._position
        return {"log": self.events(), "view": position.view(SPECTATOR)}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """What a player sees (docs/views.md), and the events that it saw."""
        return {"log": self.events(player), "view": self._position.view(player)}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        number = self._position.game.numbers.get(struct.get("move", ""))
        if number is None:
            raise pyspiel.SpielError(f"There is no move {struct.get('move')!r}.")
        first = int(self._position.game.observation.DECISIONS)
        return [number - first if number >= first else number]

    def __str__(self) -> str:
        return ", ".join(self.events())


class AtlantisObserver:
    """OpenSpiel's observer: the fields of the observation, and with perfect recall the events.

    What is public is the observation without what only its player knows; what is private is the
    difference: the fields that the player's own knowledge changes, zero elsewhere.
    """

    def __init__(self, start: Position, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no observation parameters; {params} was given.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("The private information of all players together is not observed.")
        self.game = start.game
        self.is_public = kind.public_info
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.perfect_recall = kind.perfect_recall
        fields = self.game.observation.LAYOUT.fields
        rest = self.game.observation.LAYOUT.size - sum(field.size for field in fields)
        fields = (*fields, Field("rest", (rest,), "zeros that fill the last word"))
        if not (self.is_public or self.is_private):
            fields = ()
        elif self.perfect_recall and self.is_public:
            fields = (*fields, EVENTS_FIELD)
        layout = Layout(*fields)
        size = layout.size if fields else 0
        self.tensor = np.zeros(size, np.float32)
        self.dict = layout.planes(self.tensor) if fields else {}
        self._numbers = {text: number + 1 for text, number in self.game.numbers.items()}
        self._vector = np.zeros(self.game.observation.LAYOUT.size, np.uint8)

    def _seen(self, position: Position, player: int) -> Any:
        self.game.kernels("batch").look(position.states(), player, self._vector)
        return self._vector.astype(np.float32)

    def set_from(self, state: AtlantisState, player: int) -> None:
        """Writes what a player knows into `tensor`, and so into `dict`."""
        if not self.dict:
            return
        position = state.position
        if self.is_private:
            seen = self._seen(position, player)
        if not (self.is_private and self.is_public):
            public = self._seen(position.redacted(SPECTATOR), player)
            seen = public if self.is_public else np.where(seen != public, seen, 0)
        self.tensor[: len(seen)] = seen
        if "events" in self.dict:
            unknown = self.game.actions + 1
            events = state.events(player if self.is_private else SPECTATOR)
            numbers = [self._numbers.get(text, unknown) for text in events[-MAX_EVENTS:]]
            self.dict["events"].fill(0)
            self.dict["events"][: len(numbers)] = numbers

    def string_from(self, state: AtlantisState, player: int) -> str:
        """What a player knows as text: the events seen, or the fields that are not zero."""
        private = state.private(player) if self.is_private else ""
        if not self.is_public:
            return private
        if self.perfect_recall:
            events = state.events(player if self.is_private else SPECTATOR)
            return f"seat {player}: " + ", ".join(events) + (f"; {private}" if private else "")
        self.set_from(state, player)
        parts = []
        for name, plane in self.dict.items():
            numbers = plane.ravel()
            places = np.flatnonzero(numbers).tolist()
            parts.append(f"{name} " + " ".join(f"{at}:{int(numbers[at])}" for at in places))
        return "\n".join(parts)


def game_class(game: Game) -> type[AtlantisGame]:
    """What OpenSpiel calls to load a game.

    It has to be a class: OpenSpiel lets go of it after Python has ended, when any other object
    would be freed, which crashes.
    """

    class LoadedGame(AtlantisGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game.name, params)

    return LoadedGame


for _game in GAMES.values():
    pyspiel.register_game(game_type(_game), game_class(_game))
