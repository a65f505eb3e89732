"""Finds puzzles in games: decisions where one move is best, and stays so with more thinking.

A quick look at every decision finds candidates. A candidate is kept if a deeper search and one
eight times as deep, with another seed, both find the same move, and both find every other move
clearly worse, each looked at closely by itself; and if other seeds do not contradict them.
"""

from __future__ import annotations

import itertools
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from atlantis_games.analysis.words import reasons_for
from atlantis_games.arena.play import play_compiled
from atlantis_games.arena.schedule import Job
from atlantis_games.bots.registry import built_in
from atlantis_games.bots.search import Candidate, Search
from atlantis_games.core.contract import CHANCE, Game
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.study.puzzles import Puzzle, puzzle_id

DEEPER = 8  # times as much thinking, for the last word
RIVALS = 3  # other moves that are looked at closely
PER_MATCH = 2  # puzzles from one match at most
EASY_SHARE = 0.25  # of a set at most is solved by the weakest opponent
THEME_SHARE = 0.4  # of a set at most has the same theme
SEEDS = 5  # of each opponent that tries to solve a puzzle; four must find the move
SOLVED = 4
STRONGEST = 3000  # iterations of an opponent that thinks by the clock


@dataclass(frozen=True)
class Standard:
    """What a puzzle must be like."""

    iterations: int = 800  # of the first search; the last one has eight times as many
    gap: float = 0.08  # of the win, between the best move and every other
    quick: int = 100  # iterations of the look at every decision
    worst: float = 0.06  # the chances with the best move are neither lost nor won
    sure: float = 0.97


class Verdict(NamedTuple):
    """The best move of a position, the best of the others, and how far apart they are."""

    best: Candidate
    second: Candidate

    @property
    def gap(self) -> float:
        """How much worse the second is."""
        return self.best.chances - self.second.chances


def verdict(position: Position, iterations: int, seed: int) -> Verdict:
    """A position judged, the moves that were tried most beside the best one each by itself."""
    searcher = Search(seed, iterations=iterations)
    best, *others = searcher.think(position)
    closely = [
        next(one for one in searcher.think(position, only=other.move) if one.move == other.move)
        for other in others[:RIVALS]
    ]
    return Verdict(best, max(closely, key=lambda one: one.chances))


def is_candidate(position: Position, standard: Standard, seed: int) -> bool:
    """Whether a quick look finds a decision that matters."""
    if position.actor < 0 or len(position.moves) < 3:
        return False
    game = position.game
    if game.outcomes.is_routine(position) or game.evaluation.is_late(position.state):
        return False
    found = Search(seed, iterations=standard.quick).think(position.redacted(position.actor))
    if found[0].visits < 0.4 * standard.quick:
        return False
    tried = [one for one in found[1:] if one.visits >= 3]
    return all(found[0].chances - one.chances > standard.gap / 2 for one in tried)


def solved_by(game: Game, position: Position, best: str) -> str:
    """The weakest opponent that finds a move in most of its tries."""
    for level, name in game.levels.items():
        right = 0
        for seed in range(SEEDS):
            bot = built_in(name, game, seed)
            if isinstance(bot, Search) and not bot.is_repeatable:
                bot = Search(seed, iterations=STRONGEST)
            right += bot.choose(position, None) == best
        if right >= SOLVED:
            return level
    return ""


def puzzle_at(position: Position, standard: Standard, seed: int) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    game = position.game
    seen = position.redacted(position.actor)
    first = verdict(seen, standard.iterations, seed)
    if first.gap < standard.gap or not standard.worst < first.best.chances < standard.sure:
        return None
    last = verdict(seen, DEEPER * standard.iterations, seed + 1)
    if last.best.move != first.best.move or last.gap < standard.gap:
        return None
    best, second = last.best.move, last.second.move
    reasons = reasons_for(seen, best, second)
    theme = game.coach.theme(seen, best, reasons) if game.coach else ""
    level = solved_by(game, seen, best)
    text = seen.text
    gap, chances = round(last.gap, 3), round(last.best.chances, 3)
    found = Puzzle(puzzle_id(text), text, best, second, chances, gap, theme, level)
    return None if fault_of(found, standard) else found


def fault_of(puzzle: Puzzle, standard: Standard) -> str:
    """Why a puzzle is none any more, in a sentence; nothing if it is as good as when it was mined.

    It is judged as a new one is, with the first search and one eight times as deep, each with
    two seeds that differ from those that it was mined with.
    """
    position = puzzle.position
    seed = zlib.crc32(puzzle.id.encode())
    for iterations in (standard.iterations, DEEPER * standard.iterations):
        for number in (1, 2):
            found = verdict(position, iterations, seed + number)
            if found.best.move != puzzle.best:
                return f"{found.best.move!r} is best at {iterations:,} iterations"
            if found.gap < standard.gap / 2:
                share = f"{100 * found.gap:.1f}"
                return f"{found.second.move!r} is only {share} points worse at {iterations:,}"
    return ""


@dataclass
class Collection:
    """Puzzles found so far: different ones, of many themes, and not too many easy ones."""

    game: Game
    count: int
    puzzles: list[Puzzle] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether there are as many as wanted."""
        return len(self.puzzles) >= self.count

    def add(self, puzzle: Puzzle) -> bool:
        """Keeps a puzzle if there is room for one of its kind."""
        themes = Counter(one.theme for one in self.puzzles)
        easiest = next(iter(self.game.levels))
        easy = sum(one.level == easiest for one in self.puzzles)
        if (
            self.is_full
            or any(one.id == puzzle.id for one in self.puzzles)
            or themes[puzzle.theme] >= THEME_SHARE * self.count
            or (puzzle.level == easiest and easy >= EASY_SHARE * self.count)
        ):
            return False
        self.puzzles.append(puzzle)
        return True


def matches_of_bots(game: Game, seed: str) -> Iterator[Match]:
    """Games between bots of several strengths, without an end."""
    names = [name for name in game.levels.values() if not name.endswith("ms")]
    for number in itertools.count():
        players = game.players[number % len(game.players)] if number % 2 else game.players[0]
        seats = tuple(names[(number + 2 * seat + 1) % len(names)] for seat in range(players))
        job = Job(players, number, seats, seed)
        match = Match(game.new(players))
        for move in play_compiled(game.name, {}, job).moves:
            match.play(move)
        yield match


def mine(
    collection: Collection,
    matches: Iterator[Match],
    standard: Standard | None = None,
    found: Callable[[Puzzle], None] = lambda puzzle: None,
) -> None:
    """Looks for puzzles in matches until the collection is full or there are no more matches."""
    wanted = standard or Standard()
    for match in matches:
        turns: set[int] = set()  # that gave a puzzle
        for position, seed in decisions(match):
            if collection.is_full:
                return
            if len(turns) == PER_MATCH:
                break
            if position.turns in turns or not is_candidate(position, wanted, seed):
                continue
            puzzle = puzzle_at(position, wanted, seed)
            if puzzle is not None and collection.add(puzzle):
                turns.add(position.turns)
                found(puzzle)


def decisions(match: Match) -> Iterator[tuple[Position, int]]:
    """The positions of a match in which a seat decided, each with a seed."""
    before = match.start
    for entry, (actor, _, after) in enumerate(match.positions()):
        if actor != CHANCE:
            yield before, zlib.crc32(f"{before.turns} {entry}".encode())
        before = after
