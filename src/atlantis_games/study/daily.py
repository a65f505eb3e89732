"""The challenge of a day: one deal for everybody, against bots that answer everybody alike.

Everything follows from the name of the game and the date, so it needs no server, and two people
who make the same moves play the same game.
"""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass

from atlantis_games.bots.registry import built_in
from atlantis_games.bots.search import Search
from atlantis_games.core.contract import Game
from atlantis_games.core.daily_dealer import PREFIX, DailyDealer
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position

WITHOUT_LEVELS = "greedy"  # the opponent in a game that names no levels
BEST_ITERATIONS = 4000  # of the strongest bot, which plays the same cards for comparison
DAYS = 7  # from the easiest opponent on Monday to the hardest on Sunday


class DailyBot:
    """A bot whose choice depends on the position and the name of the challenge only.

    A level that thinks by the clock, which is never the same, gets so many iterations instead.
    """

    def __init__(self, game: Game, level: str, name: str) -> None:
        self.game = game
        self.level = level
        self.name = name

    def choose(self, position: Position, clock: float | None) -> str:
        """The bot's move in a position that is redacted for the seat to decide."""
        known = self.name.encode() + position.states().tobytes()
        seed = int.from_bytes(hashlib.sha256(known).digest()[:6])
        bot = built_in(self.level, self.game, seed)
        if not bot.is_repeatable:
            bot = Search(seed, iterations=BEST_ITERATIONS)
        return bot.choose(position, None)


@dataclass(frozen=True)
class Challenge:
    """What everybody plays on a day.

    >>> from atlantis_games.games import GAMES
    >>> challenge_of(GAMES["causeway"], datetime.date(2026, 11, 17)).seat
    1
    """

    game: Game
    day: datetime.date
    players: int
    seat: int  # of the person
    level: str  # of the bots in all other seats

    @property
    def name(self) -> str:
        """What the match is called, from which everything is dealt."""
        return f"{PREFIX}{self.game.name} {self.day.isoformat()}"

    @property
    def dealer(self) -> DailyDealer:
        """Who deals."""
        return DailyDealer(self.name)

    def match(self, name: str) -> Match:
        """The match before anything is dealt, with the name of who plays it."""
        seats = [name if seat == self.seat else self.level for seat in range(self.players)]
        headers = {"date": self.day.isoformat()}
        return Match(self.game.new(self.players), seats, self.dealer, headers)

    def bot(self, seat: int) -> DailyBot:
        """The bot of a seat; of the person's seat the strongest, for comparison."""
        level = strongest(self.game) if seat == self.seat else self.level
        return DailyBot(self.game, level, self.name)

    def best_match(self) -> Match:
        """What the strongest bot makes of the same cards."""
        match = self.match(strongest(self.game))
        match.deal()
        while not match.position.is_over:
            match.play(self.next_move(match))
            match.deal()
        return match

    def next_move(self, match: Match) -> str:
        """What the bot to decide does in the match of the strongest one."""
        seat = match.position.actor
        return self.bot(seat).choose(match.position.redacted(seat), None)


def strongest(game: Game) -> str:
    """The strongest level of a game."""
    return [WITHOUT_LEVELS, *game.levels][-1]


def challenge_of(game: Game, day: datetime.date) -> Challenge:
    """The challenge of a day: as few players as the game has, the person in turn in each seat."""
    levels = [name for name, bot in game.levels.items() if not bot.endswith("ms")]
    known = levels or [WITHOUT_LEVELS]
    level = known[round(day.weekday() * (len(known) - 1) / (DAYS - 1))]
    players = min(game.players)
    return Challenge(game, day, players, day.toordinal() % players, level)


def day_named(text: str) -> datetime.date:
    """A day such as 2026-11-17."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise BadRequest(f"A day is written like 2026-11-17, not {text!r}.") from error


def today() -> datetime.date:
    """The day of now, the same everywhere: by UTC."""
    return datetime.datetime.now(datetime.UTC).date()
