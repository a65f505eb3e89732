"""What a game must bring. docs/adding-a-game.md walks through it with a complete small game.

A game is a folder: a record for its state, kernels that are its rules, and a few plain functions
that show and explain what the kernels do. Everything else in the package (positions, matches, bots,
tournaments, the server, environments) is written once against what stands here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from atlantis_games.core.actors import (
    CHANCE,
    EVERYBODY,
    MAX_SEATS,
    NO_ACTION,
    OVER,
    SPECTATOR,
    Row,
    State,
    States,
)
from atlantis_games.core.errors import BadRequest, Reason
from atlantis_games.core.options import Option as Option
from atlantis_games.core.texts import Texts, texts_in

if TYPE_CHECKING:
    from atlantis_games.core.diagram import Diagrams
    from atlantis_games.core.layout import Layout
    from atlantis_games.core.pictures.look import Picture
    from atlantis_games.core.position import Position
    from atlantis_games.core.terminal import Screen

# Further names that other files take from here.
__all__ = ["CHANCE", "EVERYBODY", "MAX_SEATS", "NO_ACTION", "OVER", "SPECTATOR"]
__all__ += ["Row", "State", "States"]

STANDARD = "standard"  # the preset of every game that leaves all options at their defaults
PRESET = "preset"  # beside the names of options: the preset that they are changes of

View: TypeAlias = dict[str, Any]  # plain values that can be written as JSON
Values: TypeAlias = dict[str, str | int]  # what a sentence speaks of, by name


@dataclass(frozen=True, slots=True)
class Action:
    """What an action's number stands for: how it is written, spoken of and clicked."""

    text: str  # its move in the notation; the same in every position
    code: str  # of the sentences about it: `log.CODE` and `move.CODE` in the game's texts
    values: Values  # what those sentences speak of
    clicks: tuple[str, ...] = ()  # ids of what to click on a board to choose it, in any order
    is_once: bool = False  # uses up what a seat has once in a match; a stand-in saves it


class Rules(Protocol):
    """Kernels over one state: they change it in place, draw no random numbers, allocate nothing."""

    PREVIEW_COLUMNS: int  # how many numbers a preview has

    def begin(self, state: State, players: int) -> None:
        """Sets a zeroed state, whose options are set, to the beginning of a game."""

    def actor(self, state: State) -> int:
        """The seat to decide (from 0), CHANCE or OVER."""
        ...

    def legal(self, state: State, out: Row) -> int:
        """Writes the legal actions of the seat to decide, in ascending order, and counts them."""
        ...

    def random_action(self, state: State, out: Row, stream: Row) -> int:
        """One of the legal actions, all equally likely; `out` is room for a list of them."""
        ...

    def automatic_action(self, state: State) -> int:
        """What a bot plays without thinking though other actions are legal, or NO_ACTION.

        A single legal action is played without thinking in every game.
        """
        ...

    def apply(self, state: State, action: int) -> None:
        """Does one legal action of a seat or of chance."""

    def chance(self, state: State, out: Row, weights: Row) -> int:
        """Writes what chance may do now, each with its weight, and counts the outcomes."""
        ...

    def sample(self, state: State, stream: Row) -> int:
        """One outcome of chance, drawn by its weight."""
        ...

    def audience(self, state: State) -> int:
        """Who sees what chance does now: a seat, or EVERYBODY."""
        ...

    def scores(self, state: State, out: Row) -> None:
        """Writes the points of each seat; before the end, as they stand."""

    def redact(self, state: State, seat: int) -> None:
        """Removes what a seat, or SPECTATOR, cannot know."""

    def resample(self, state: State, seat: int, stream: Row) -> None:
        """Deals at random what was removed for a seat."""

    def preview(self, before: State, after: State, action: int, out: Row) -> None:
        """Writes PREVIEW_COLUMNS numbers about what an action does; `after` has it done."""


class Evaluation(Protocol):
    """How good a position looks, for bots that look ahead."""

    SCALE: float  # points of advantage that make a win e times as likely as a loss
    EXPLORE: float  # how much a search trusts priors against results (PUCT's constant)
    SHARPNESS: float  # the temperature of priors, in units of SCALE

    def evaluate(self, state: State, out: Row) -> None:
        """Writes the points that each seat may expect at the end. A kernel."""

    def is_beaten(self, state: State, seat: int) -> bool:
        """Whether a seat can neither win nor share the win; False if not known. A kernel."""

    def is_late(self, state: State) -> bool:
        """Whether the game soon ends for want of events, so that bots go by looks. A kernel."""


class Features(Protocol):
    """What a net sees, for a game that brings one: only what the seat to decide may know.

    Its arrays are NumPy arrays of whole numbers; actions are those of seats, by their numbers.
    """

    VERSION: int  # of what the numbers mean; weights are of one version
    EXPLORE: float  # how much a search with the net trusts priors against results
    SHARPNESS: float  # the temperature of its priors; 1 takes them as they were learned
    INPUTS: int  # how many numbers `features` writes
    ACTION_INPUTS: int  # how many numbers `action_features` writes
    KINDS: int  # kinds of actions
    KIND: Row  # of each action; those of a kind have numbers that follow each other
    PARTS: Row  # for each action, the rows of a table that describe it together
    IS_ONCE: Row  # whether each action can be done only once in a game

    def features(self, state: State, points: Row, out: Row) -> None:
        """Writes what the seat to decide sees; points are what the evaluation says. A kernel."""

    def action_features(self, state: State, action: int, out: Row) -> None:
        """Writes what is known of a legal action before it is tried. A kernel."""


class Observation(Protocol):
    """What a seat knows, as a vector of bytes for learning programs."""

    VERSION: int  # of the layout and the actions; part of the environments' ids
    DECISIONS: int  # actions of seats have the numbers below this, those of chance the others
    LAYOUT: Layout  # the fields of the vector

    def observe(self, state: State, seat: int, out: Row) -> None:
        """Writes the vector of a seat. A kernel."""


class Views(Protocol):
    """What people and programs see of a position; `PARTS` (view_parts.py) may say from what."""

    def public(self, states: States) -> View:
        """What everybody sees. Has `game`, `players`, `turn`, `turns`, `phase` and `seats`."""
        ...

    def private(self, states: States, seat: int) -> View:
        """What only a seat sees: further entries of its panel in `seats`."""
        ...

    def prompt(self, view: View, moves: Collection[str]) -> tuple[str, Values]:
        """What is to be done, from a public view and legal moves: CODE of `prompt.CODE`, values."""
        ...

    def draw(self, view: View, texts: Texts) -> str:
        """A view as text for a terminal, with its labels from the game's texts in a language."""
        ...


class Reasons(Protocol):
    """Why something cannot be done now."""

    def why_not(self, position: Position, action: int) -> Reason:
        """The rule that an action breaks, which is not legal in a position that is not over."""
        ...

    def explain_text(self, position: Position, text: str) -> Reason | None:
        """The rule that a text breaks which is written like a move, but can never be one.

        None if it is not written like a move. The position is not over.
        """
        ...

    def explain_click(self, position: Position, clicks: Sequence[str] = ()) -> Reason:
        """Why clicks that complete no legal move lead nowhere."""
        ...


class Outcomes(Protocol):
    """What moves do and what came of them."""

    def preview(self, action: int, row: list[int]) -> View:
        """What an action would do, from the numbers of `Rules.preview`."""
        ...

    def outcome(self, before: States, after: States) -> View:
        """What everybody could see come of a move, for the log."""
        ...

    def settlement(self, position: Position) -> list[View]:
        """The final scores line by line: {"seat", "code", "points"}, with a `total` per seat."""
        ...

    def is_routine(self, position: Position) -> bool:
        """Whether a player may leave this decision to a bot, such as one of many alike."""
        ...

    def ending(self, position: Position) -> str:
        """Why a game that is over has ended: CODE of the text `ending.CODE`."""
        ...

    def payment(self, position: Position) -> str | None:
        """The next move that pays a debt as cheaply as possible; None if nothing is owed."""
        ...


class Difference(NamedTuple):
    """Something that one position has before another, for a sentence that explains a move."""

    code: str  # of the sentence `why.CODE`
    values: Values  # `n`, and `seat` where it is about another player
    points: float  # what it is worth as the evaluation counts; below 0 it speaks against


class Coach(Protocol):
    """Says in words why a move is good."""

    THEMES: tuple[str, ...]  # of puzzles: NAME of the texts `theme.NAME` and `theme.NAME.hint`

    def differences(self, good: Position, bad: Position, seat: int) -> list[Difference]:
        """What a seat, after its move and what it does next, has before another such position."""
        ...

    def theme(self, position: Position, move: str, reasons: list[Difference]) -> str:
        """What a puzzle with this solution is about; the most important reason is the first."""
        ...


class Kernels(Protocol):
    """A game's compiled code by name, such as `kernels("search")` (kernels/loader.py)."""

    def __call__(self, module: str) -> Any:
        """The functions of per_game/MODULE.py for this game, compiled on first use."""
        ...

    def folder(self, module: str) -> Path:
        """Where a module's compiled kernels are kept."""
        ...

    def files(self, module: str) -> tuple[Path, ...]:
        """A module's file, and the files that are bound in it."""
        ...


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its name, its components and the modules that are its rules."""

    name: str  # of its folder, in lower case
    version: int  # of the rules; a match file of another version is not replayed
    folder: Path  # where its texts, its lessons and its other data files are
    players: range
    colours: tuple[str, ...]  # of the seats
    options: Mapping[str, Option]
    levels: Mapping[str, str]  # of opponents for people, weakest first: name and bot
    has_secrets: bool  # whether players know things that others do not
    has_board: bool  # whether the page draws it; else it shows the text drawing
    record: np.dtype[Any]  # of a state; has the fields `players` and `turns`
    max_legal: int  # the most actions that are ever legal, or possible for chance, at once
    notation: tuple[Action, ...]  # what each action is called, by its number
    rules: Rules
    evaluation: Evaluation
    observation: Observation
    views: Views
    reasons: Reasons
    outcomes: Outcomes
    kernels: Kernels = field(repr=False)
    shown_alone: frozenset[str] = frozenset()  # codes of chance events that a page shows one by one
    # Options that belong together, by name: of each preset the values that are not the defaults.
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    picture: Picture | None = None  # without it, pictures show the text drawing
    screen: Screen | None = None  # without it, a terminal shows the text drawing
    diagrams: Diagrams | None = None  # without it, positions cannot be written as text
    features: Features | None = None  # what a net sees; without it bots go by the evaluation
    coach: Coach | None = None  # without it, moves are explained by their chances alone

    @property
    def title(self) -> str:
        """What the game is called in English."""
        return self.texts("en").fill("title")

    def texts(self, language: str = "en") -> Texts:
        """The game's sentences in a language, and behind them those of the house."""
        return texts_in(language, self.folder / "locales")

    @cached_property
    def view_schema(self) -> View:
        """The JSON Schema of a seat's view, from the file view.json of the game's folder.

        `$defs` describes the parts, and `Choice` there what `Position.choices()` lists.
        """
        file = self.folder / "view.json"
        found: View = json.loads(file.read_text("utf-8")) if file.exists() else {"type": "object"}
        return found

    @property
    def actions(self) -> int:
        """How many actions there are; each is a number below this."""
        return len(self.notation)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """How each action is written, by its number."""
        return tuple(action.text for action in self.notation)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The action of each move."""
        return {text: action for action, text in enumerate(self.moves)}

    @cached_property
    def actions_by_click(self) -> dict[str, list[int]]:
        """The actions that have a click among theirs."""
        found: dict[str, list[int]] = {}
        for number, action in enumerate(self.notation):
            for click in action.clicks:
                found.setdefault(click, []).append(number)
        return found

    def clicked_actions(self, clicks: Sequence[str]) -> list[int]:
        """The actions that have all of these clicks."""
        if not clicks:
            return []
        found = self.actions_by_click.get(clicks[0], [])
        return [action for action in found if set(clicks) <= set(self.notation[action].clicks)]

    @cached_property
    def engine(self) -> Any:
        """The compiled functions of kernels/engine.py."""
        return self.kernels("engine")

    def preset(self, name: object) -> dict[str, str]:
        """The values of all options in a preset; BadRequest if there is none of this name.

        Its name and what it stands for are the texts `preset.NAME` and `preset.NAME.help`.
        """
        known = {STANDARD: {}, **self.presets}
        if not isinstance(name, str) or name not in known:
            names = ", ".join(known)
            raise BadRequest(f"{self.title} has no preset {name!r}; it has {names}.")
        return {option: one.default for option, one in self.options.items()} | dict(known[name])

    def new(self, players: int = 2, /, **options: object) -> Position:
        """The position before the first event; usually chance is to act.

        With `preset` among the options, those that are not given are as in that preset.
        """
        from atlantis_games.core.position import Position

        if players not in self.players:
            limits = f"{self.players[0]} to {self.players[-1]}"
            raise BadRequest(f"{self.title} is for {limits} players, not {players}.")
        states = np.zeros(1, self.record)
        usual = self.preset(options.pop(PRESET, STANDARD))
        for name, option in self.options.items():
            states[option.field] = option.number(name, options.pop(name, usual[name]))
        if options:
            known = ", ".join(self.options)
            raise BadRequest(f"{self.title} has no option {next(iter(options))!r}; it has {known}.")
        self.engine.begin(states, players)
        return Position(self, states)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        from atlantis_games.games import game_named

        return game_named, (self.name,)
