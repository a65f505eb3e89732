"""A position: who acts, what is legal, and what follows from each move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from threading import local
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.core.contract import CHANCE, EVERYBODY, OVER, SPECTATOR, Game, View
from atlantis_games.core.errors import BadRequest, IllegalMove, Reason


def copied(states: Any) -> Any:
    """A copy of an array of states, by its bytes: NumPy would copy field by field."""
    return np.ndarray(states.shape, states.dtype, buffer=bytearray(states.tobytes()))


def random_words(seed: int) -> Any:
    """A stream of random numbers for kernels."""
    return np.random.SeedSequence(seed).generate_state(1, np.uint64)


class Room(NamedTuple):
    """Where kernels list actions and their weights, and what they know about a state."""

    actions: Any
    weights: Any
    facts: Any


class Rooms(local):
    """The room that each thread has for each game."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}


ROOMS = Rooms()


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

    @cached_property
    def players(self) -> int:
        """How many play."""
        return int(self._states["players"][0])

    @cached_property
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
        actions, weights, _ = self._room()
        if self.actor == OVER or not self._knows_moves:
            found = 0
        elif self.actor == CHANCE:
            found = game.engine.chance(states, actions, weights)
        else:
            found = game.engine.legal(states, actions)
        moves = game.moves
        return MappingProxyType({moves[action]: action for action in actions[:found].tolist()})

    @property
    def _knows_moves(self) -> bool:
        """Whether what the actor can do is known here: another seat's moves depend on its hand."""
        return self.seen_by in (None, self.actor) or self.actor == CHANCE

    @cached_property
    def odds(self) -> Mapping[str, int]:
        """What chance may do now, each with its weight; empty when a seat is to decide."""
        if self.actor != CHANCE:
            return MappingProxyType({})
        actions, weights, _ = self._room()
        found = self.game.engine.chance(self._states, actions, weights)
        pairs = zip(actions[:found].tolist(), weights[:found].tolist(), strict=True)
        return MappingProxyType({self.game.moves[action]: weight for action, weight in pairs})

    @cached_property
    def audience(self) -> int:
        """Who sees what chance does now: a seat, or EVERYBODY."""
        return int(self.game.engine.audience(self._states)) if self.actor == CHANCE else EVERYBODY

    def play(self, move: str) -> Position:
        """The position after a legal move; IllegalMove says why another is refused."""
        game, action = self.game, self.game.numbers.get(move)
        if action is not None and self._knows_moves:
            states, room = copied(self._states), self._room()
            if game.engine.play(states, action, *room):
                return self._followed_by(states, room.facts)
        reason = self.why_not(move)
        assert reason is not None
        raise IllegalMove(move, reason)

    @cached_property
    def total_weight(self) -> int:
        """The sum of the weights of what chance may do now."""
        room = self._room()
        return int(self.game.engine.total_weight(self._states, room.actions, room.weights))

    def dealt(self, number: int) -> tuple[str, Position]:
        """What chance does at a number below the total weight, and the position after it.

        Outcomes are counted off in the order of `odds`.
        """
        states, room = copied(self._states), self._room()
        action = self.game.engine.deal(states, number, *room)
        return self.game.moves[action], self._followed_by(states, room.facts)

    def _followed_by(self, states: Any, facts: Any) -> Position:
        """The next position, of which some facts are known."""
        position = Position(self.game, states, self.seen_by)
        actor, turns, audience, weight = facts.tolist()
        known = position.__dict__  # where `cached_property` keeps values
        known["actor"], known["turns"], known["players"] = actor, turns, self.players
        if actor == CHANCE:
            known["audience"], known["total_weight"] = audience, weight
        else:
            known["audience"] = EVERYBODY
        return position

    def _room(self) -> Room:
        """Where kernels list actions and their weights; what is in it stays until the next use."""
        game = self.game
        room = ROOMS.rooms.get(game.name)
        if room is None:
            size = game.max_legal
            actions, weights = np.empty(size, np.int32), np.empty(size, np.int32)
            room = Room(actions, weights, np.zeros(game.engine.FACTS, np.int64))
            ROOMS.rooms[game.name] = room
        return room

    def why_not(self, move: str) -> Reason | None:
        """The rule and the reason why a move is not legal now; None if it is legal."""
        if move in self.moves:
            return None
        action = self.game.numbers.get(move)
        if self.is_over and action is not None:
            return Reason(self.game.name, "game-over")
        if action is not None:
            return self.game.reasons.why_not(self, action)
        explained = None if self.is_over else self.game.reasons.explain_text(self, move)
        return explained or Reason(self.game.name, "not-a-move", "", {"text": move})

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

    def public_states(self) -> Any:
        """A one-element array of the state as everybody knows it, only to be read."""
        if not self.game.has_secrets:
            return self._states
        states = copied(self._states)
        self.game.engine.redact(states, SPECTATOR)
        return states

    def resampled(self, seed: int, seat: int | None = None) -> Position:
        """The position with everything dealt again that a seat cannot know, from a seed.

        It is a guess that fits what the seat knows: nothing is redacted in it, so that all seats
        can move. The seat is the one that a position is redacted for, else the one to decide.
        """
        if seat is None:
            seat = max(self.actor, SPECTATOR) if self.seen_by is None else self.seen_by
        states = self.redacted(seat).states()
        self.game.engine.resample(states, seat, random_words(seed))
        return Position(self.game, states)

    def settled(self, seed: int) -> Position:
        """The position after chance has acted, from a seed, until a seat decides or it is over."""
        states = copied(self._states)
        self.game.engine.settle_chance(states, random_words(seed))
        return Position(self.game, states, self.seen_by)

    def playout(self, seed: int) -> Position:
        """The end of a game in which everybody plays at random from here on, from a seed."""
        if self.seen_by is not None:
            raise BadRequest("What is redacted cannot be played out: deal it with resampled(seed).")
        states = copied(self._states)
        actions = np.empty(self.game.max_legal, np.int32)
        self.game.kernels("simulation").playout(
            states, actions, random_words(seed), np.zeros(2, np.int64)
        )
        return Position(self.game, states)

    def view(self, seat: int) -> View:
        """What a seat (or SPECTATOR) sees, as plain values for a page or a program."""
        seen = self if self.seen_by == seat else self.redacted(seat)
        return seen.view_with(self.game.views.public(seen._states), seat)

    def view_with(self, public: View, seat: int) -> View:
        """A seat's view made from what everybody sees and what only that seat knows."""
        view = {**public, "actor": self.actor, "seat": seat}
        if seat != SPECTATOR:
            panels = list(public["seats"])
            panels[seat] = panels[seat] | self.private_view(seat)
            view["seats"] = panels
        return view

    def private_view(self, seat: int) -> View:
        """What only a seat knows of its own panel."""
        return self.game.views.private(self._states, seat)

    def choices(self) -> list[View]:
        """Every legal move of the seat to decide: how it is clicked and what it would do."""
        notation, preview = self.game.notation, self.game.outcomes.preview
        return [
            {"move": action.text, "clicks": list(action.clicks), **preview(number, row)}
            for number, row in self.previews().items()
            for action in (notation[number],)
        ]

    def previews(self) -> dict[int, list[int]]:
        """Every legal action of the seat to decide, with numbers about what it would do."""
        numbers = list(self.moves.values())
        if self.actor < 0 or not numbers:
            return {}
        rows = np.zeros((len(numbers), self.game.rules.PREVIEW_COLUMNS), np.int32)
        actions = np.array(numbers, np.int32)
        self.game.engine.preview(self._states, copied(self._states), actions, rows)
        return dict(zip(numbers, rows.tolist(), strict=True))

    def outcome(self, after: Position) -> View:
        """What everybody could see come of the move that led from here to another position."""
        return self.game.outcomes.outcome(self._states, after._states)

    @property
    def text(self) -> str:
        """The position as one line, from which `atlantis_games.position` makes it again."""
        from atlantis_games.core.diagram import write_position

        return write_position(self)

    def draw(self, seat: int, language: str = "en") -> str:
        """What a seat (or SPECTATOR) sees, as text."""
        return self.game.views.draw(self.view(seat), self.game.texts(language))

    def svg(
        self, seat: int = SPECTATOR, language: str = "en", is_dark: bool = False, **settings: Any
    ) -> str:
        """What a seat (or SPECTATOR) sees, as an SVG document.

        Further settings are `names` of the players, `title`, `subtitle`, `is_wide` (else upright)
        and `has_players` (else the board alone).
        """
        from atlantis_games.core.pictures.picture import picture_of

        drawing = picture_of(self.game, self.view(seat), language, is_dark, **settings)
        return drawing.svg(self.game.texts(language).fill("title"))

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: what the seat of a redacted position, or all, see."""
        return self.svg(SPECTATOR if self.seen_by is None else self.seen_by)

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
