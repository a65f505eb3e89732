"""A bot at a seat of a match: it hears when the game starts and ends, and what its seat saw."""

from __future__ import annotations

from atlantis_games.bots.bot_process import FileBot
from atlantis_games.bots.registry import Bot
from atlantis_games.core.match import Match


class Player:
    """Asks a bot for the moves of a seat; the bot gets only what the seat may know."""

    def __init__(self, bot: Bot, seat: int, match: Match) -> None:
        self.bot = bot
        self.seat = seat
        self.match = match
        if isinstance(bot, FileBot):
            bot.start(match.position.redacted(seat), seat)

    def log(self) -> list[tuple[int, str]]:
        """Who did what, as this seat saw it: what another was dealt is `draw`, not `draw ring`."""
        return [(actor, move) for actor, move, _ in self.match.seen_by(self.seat)]

    def move(self, clock: float | None) -> str:
        """The bot's move; BotFailed if a bot in a file has none."""
        position = self.match.position.redacted(self.seat)
        if isinstance(self.bot, FileBot):
            return self.bot.choose(position, clock, self.log())
        return self.bot.choose(position, clock)

    def end(self) -> None:
        """Tells the bot that the game is over, or stopped."""
        if isinstance(self.bot, FileBot):
            self.bot.end(self.match.position.redacted(self.seat), self.log())
