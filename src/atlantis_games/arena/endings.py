"""How the games of a tournament ended, in the words of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from atlantis_games.arena.results import Result
from atlantis_games.core.position import Position
from atlantis_games.games import game_named


@dataclass(frozen=True)
class Ending:
    """How often games of one number of players ended in one way."""

    players: int
    code: str  # of the game's text `ending.CODE`
    games: int
    share: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def endings(game: str, options: dict[str, str], results: list[Result]) -> list[Ending]:
    """The ways in which games ended, by number of players; games that a bot forfeited do not count.

    Results hold moves, so this works for tournaments of any version.
    """
    counted = [result for result in results if not result.forfeit]
    found = Counter((result.job.players, ending_of(game, options, result)) for result in counted)
    played = Counter(result.job.players for result in counted)
    return [
        Ending(players, code, games, games / played[players])
        for (players, code), games in sorted(found.items())
    ]


def ending_of(game_name: str, options: dict[str, str], result: Result) -> str:
    """Why one game ended: the code that the game gives it."""
    game = game_named(game_name)
    states = game.new(result.job.players, **options).states()
    for move in result.moves:
        game.engine.apply(states, game.numbers[move])
    return game.outcomes.ending(Position(game, states))
