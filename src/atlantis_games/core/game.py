"""A game as a value, and a position in it: the API that everything else stands on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from atlantis_games.core.errors import BadRequest, IllegalMove, Refusal

CHANCE = -1
OVER = -2
EVERYBODY = -1  # as an audience: all may see it
SPECTATOR = -1  # as a seat: sees what all may see


@dataclass(frozen=True)
class Option:
    """A setting of a game: a choice among words, or a number in a range."""

    field: str  # of the state
    default: str
    help: str
    words: tuple[str, ...] = ("off", "on")  # what the values 0, 1, ... are called
    numbers: range | None = None  # for a number, what it may be

    def number(self, name: str, value: object) -> int:
        """The number that goes into the state."""
        text = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        if self.numbers is None:
            if text in self.words:
                return self.words.index(text)
            choices = " or ".join(self.words)
            raise BadRequest(f"Option {name} is {choices}, not {text!r}.")
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in self.numbers:
            return int(text)
        limits = f"{self.numbers[0]} to {self.numbers[-1]}"
        raise BadRequest(f"Option {name} is a number from {limits}, not {text!r}.")

    def text(self, number: int) -> str:
        """How a number of the state is written."""
        return str(number) if self.numbers is not None else self.words[number]


@dataclass(frozen=True, slots=True)
class Action:
    """What a number stands for: how it is written, spoken of and clicked."""

    text: str
    code: str  # of the sentence that tells of it, to translate by
    values: dict[str, str | int]  # what the sentence speaks of
    clicks: tuple[str, ...] = ()  # what to click on a board to choose it


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its name, its components and the functions that are its rules."""

    name: str
    title: str
    version: int  # of the rules; a match file of another version is not replayed
    players: range
    options: Mapping[str, Option]
    record: np.dtype[Any]  # of a state
    notation: tuple[Action, ...]  # what each action is called
    width: int  # the most actions that are ever legal at once
    colours: tuple[str, ...]
    rules: ModuleType  # kernels over one state
    evaluation: ModuleType  # how good a position looks; a kernel
    observation: ModuleType  # what a seat knows, as a vector of numbers; a kernel
    engine: Any  # compiled functions over arrays of states (core/engine.py)
    public: Callable[[Any], dict[str, Any]]  # what everybody sees
    private: Callable[[Any, int], dict[str, Any]]  # what only a seat sees, for its panel
    draw: Callable[[dict[str, Any]], str]  # a view as text for a terminal
    refuse: Callable[[Position, int], Refusal]  # why an action is not legal now
    astray: Callable[[Position], Refusal]  # why a click that belongs to no move is in vain
    effect: Callable[[int, list[int]], dict[str, Any]]  # what an action would do, from a preview
    deed: Callable[[Any, Any], dict[str, Any]]  # what all could see come of a move
    settlement: Callable[[Position], list[dict[str, Any]]]  # the final scores, line by line
    payment: Callable[[Position], str | None]  # the next move of a bill paid for somebody
    courtesy: Callable[[Position], str | None]  # what whoever has nothing to gain does at once
    secrets: bool  # whether players know things that others do not

    @property
    def actions(self) -> int:
        """How many actions there are; each is a number below this."""
        return len(self.notation)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """How each action is written."""
        return tuple(action.text for action in self.notation)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The action of each text."""
        return {text: action for action, text in enumerate(self.texts)}

    def new(self, players: int = 2, /, **options: object) -> Position:
        """The position before the first event; usually chance is to act."""
        if players not in self.players:
            limits = f"{self.players[0]} to {self.players[-1]}"
            raise BadRequest(f"{self.title} is for {limits} players, not {players}.")
        states = np.zeros(1, self.record)
        for name, option in self.options.items():
            states[option.field] = option.number(name, options.pop(name, option.default))
        if options:
            known = ", ".join(self.options)
            raise BadRequest(f"{self.title} has no option {next(iter(options))!r}; it has {known}.")
        self.prepared  # noqa: B018  (the first time, this compiles and says so)
        self.engine.begin(states, players)
        return Position(self, states)

    @cached_property
    def prepared(self) -> bool:
        """Sees to it that every kernel is compiled before anybody waits for it."""
        from atlantis_games.core.kernel import prepare

        prepare(self.title, self._use_everything)
        return True

    def _use_everything(self) -> None:
        """Calls every function of the engine once, which compiles it."""
        from atlantis_games.core.random import stream

        random = stream(1)
        actions = np.zeros(self.width, np.int32)
        weights = np.zeros(self.width, np.int32)
        states = np.zeros(1, self.record)
        self.engine.begin(states, self.players[0])
        position = Position(self, states)
        position.odds, position.audience, position.scores, position.view(SPECTATOR)
        self.engine.sample(states, random)
        self.engine.settle_chance(states, random)
        position = Position(self, states)
        position.play(next(iter(position.moves)))
        position.choices()
        for action in set(range(self.actions)) - set(position.moves.values()):
            self.refuse(position, action)
        self.engine.resample(position.redacted(position.actor).states(), position.actor, random)
        results, turns = np.zeros((1, len(self.colours)), np.int64), np.zeros(1, np.int64)
        self.engine.simulate(states, actions, random, results, turns, np.zeros(2, np.int64))
        self.engine.perft(np.zeros(2, self.record), np.stack([actions] * 2), weights, 1)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game_named, (self.name,)


def game_named(name: str) -> Game:
    """One of the games by its name."""
    from atlantis_games.games import GAMES

    if name not in GAMES:
        raise BadRequest(f"There is no game {name!r}; there are {' and '.join(GAMES)}.")
    return GAMES[name]


def copied(states: Any) -> Any:
    """A copy of an array of states, by its bytes: NumPy would copy field by field."""
    return np.ndarray(states.shape, states.dtype, buffer=bytearray(states.tobytes()))


def plain(states: Any) -> Any:
    """The fields of a one-element array of states as Python's own numbers and lists."""
    fields = zip(states.dtype.names, states.tolist()[0], strict=True)
    return SimpleNamespace(
        **{
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in fields
        }
    )


class Position:
    """An immutable position: who acts, what is legal, and what follows from each move.

    >>> import atlantis_games as atlantis
    >>> position = atlantis.new_game("causeway", players=2)
    >>> position.actor == atlantis.CHANCE
    True
    >>> position = position.play("tile amphora2")
    """

    def __init__(self, game: Game, states: Any, seen_by: int | None = None) -> None:
        self.game = game
        self.seen_by = seen_by  # the seat this position is redacted for; None if nothing is hidden
        self._states = states

    @property
    def state(self) -> Any:
        """The record itself, read only. Copies of it are what searches and batches work on."""
        states = self._states[:]
        states.flags.writeable = False
        return states[0]

    def states(self) -> Any:
        """A fresh one-element array of the state, for kernels."""
        return copied(self._states)

    @cached_property
    def actor(self) -> int:
        """The seat to decide (0 is seat 1), CHANCE or OVER."""
        return int(self.game.engine.actor(self._states))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._states["players"][0])

    @property
    def turns(self) -> int:
        """How many turns have been completed."""
        return int(self._states["turns"][0])

    @property
    def options(self) -> dict[str, str]:
        """The options of this game, as text."""
        return {
            name: option.text(int(self._states[option.field][0]))
            for name, option in self.game.options.items()
        }

    @cached_property
    def moves(self) -> Mapping[str, int]:
        """Every legal move and its action; chance's outcomes when chance is to act.

        In a redacted position the moves of another seat are not known, and there are none.
        """
        game, states = self.game, self._states
        actions = np.empty(game.width, np.int32)
        if self.actor == OVER:
            found = 0
        elif self.actor == CHANCE:
            found = game.engine.chance(states, actions, np.empty(game.width, np.int32))
        elif self.seen_by is not None and self.seen_by != self.actor:
            found = 0
        else:
            found = game.engine.legal(states, actions)
        texts = game.texts
        return MappingProxyType({texts[action]: action for action in actions[:found].tolist()})

    @cached_property
    def odds(self) -> Mapping[str, int]:
        """What chance may do now, each with its weight; empty when a seat is to decide."""
        if self.actor != CHANCE:
            return MappingProxyType({})
        actions = np.empty(self.game.width, np.int32)
        weights = np.empty(self.game.width, np.int32)
        found = self.game.engine.chance(self._states, actions, weights)
        pairs = zip(actions[:found].tolist(), weights[:found].tolist(), strict=True)
        return MappingProxyType({self.game.texts[action]: weight for action, weight in pairs})

    @property
    def audience(self) -> int:
        """Who sees what chance does now: a seat, or EVERYBODY."""
        return int(self.game.engine.audience(self._states)) if self.actor == CHANCE else EVERYBODY

    def play(self, move: str) -> Position:
        """The position after a legal move; IllegalMove says why another is refused."""
        action = self.moves.get(move)
        if action is None:
            refusal = self.why_not(move)
            assert refusal is not None
            raise IllegalMove(move, refusal)
        states = copied(self._states)
        self.game.engine.apply(states, action)
        return Position(self.game, states, self.seen_by)

    def why_not(self, move: str) -> Refusal | None:
        """The rule and the reason why a move is not legal now; None if it is legal."""
        if move in self.moves:
            return None
        action = self.game.numbers.get(move)
        if action is None:
            return Refusal(
                "not-a-move",
                "",
                f"{move!r} is not how a move is written in {self.game.title}.",
                {"move": move},
            )
        if self.is_over:
            return Refusal("game-over", "§10", "The game is over.")
        return self.game.refuse(self, action)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat; before the end, as they stand."""
        out = np.zeros(len(self.game.colours), np.int64)
        self.game.engine.scores(self._states, out)
        return tuple(out[: self.players].tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points, once the game is over."""
        if not self.is_over:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def redacted(self, seat: int) -> Position:
        """The position as a seat (or SPECTATOR) knows it: what it cannot know is gone."""
        if seat != SPECTATOR and seat not in range(self.players):
            raise BadRequest(f"There is no seat {seat} at a table of {self.players}.")
        if self.seen_by is not None and self.seen_by != seat:
            raise BadRequest("A redacted position cannot be shown to another seat.")
        states = copied(self._states)
        self.game.engine.redact(states, seat)
        return Position(self.game, states, seat)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat (or SPECTATOR) sees, as plain values for a page or a program."""
        seen = self if self.seen_by == seat else self.redacted(seat)
        return seen.view_with(self.game.public(seen._states), seat)

    def view_with(self, public: dict[str, Any], seat: int) -> dict[str, Any]:
        """A seat's view made from what everybody sees and what only that seat knows."""
        view = {**public, "actor": self.actor, "seat": seat}
        if seat != SPECTATOR:
            panels = list(public["seats"])
            panels[seat] = panels[seat] | self.game.private(self._states, seat)
            view["seats"] = panels
        return view

    def choices(self) -> list[dict[str, Any]]:
        """Every legal move of the seat to decide: how it is clicked and what it would do."""
        game, numbers = self.game, list(self.moves.values())
        if self.actor < 0 or not numbers:
            return []
        effects = np.zeros((len(numbers), game.rules.EFFECTS), np.int32)
        actions = np.array(numbers, np.int32)
        game.engine.preview(self._states, copied(self._states), actions, effects)
        return [
            {"move": action.text, "clicks": action.clicks, **game.effect(number, effect)}
            for number, effect in zip(numbers, effects.tolist(), strict=True)
            for action in (game.notation[number],)
        ]

    def deed(self, after: Position) -> dict[str, Any]:
        """What everybody could see come of the move that led from here to another position."""
        return self.game.deed(self._states, after._states)

    def draw(self, seat: int) -> str:
        """What a seat (or SPECTATOR) sees, as text."""
        return self.game.draw(self.view(seat))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int | None, bytes]:
        return self.game.name, self.seen_by, self._states.tobytes()

    def __reduce__(self) -> tuple[type[Position], tuple[Game, Any, int | None]]:
        return Position, (self.game, self._states, self.seen_by)

    def __copy__(self) -> Position:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __repr__(self) -> str:
        who = {CHANCE: "chance to act", OVER: "over"}.get(self.actor, f"seat {self.actor + 1}")
        return f"<{self.game.name} position, {self.players} players, {who}>"
