"""A match at one keyboard: who plays, what has happened, and what both ways to show it share."""

from __future__ import annotations

import re
import secrets
from datetime import date
from pathlib import Path

from atlantis_games.bots import Bot, bot_named
from atlantis_games.bots.bot_process import MOVE_SECONDS
from atlantis_games.bots.player import Player
from atlantis_games.bots.search import Candidate, Search
from atlantis_games.cli.language import ENGLISH
from atlantis_games.cli.sentences import level_name
from atlantis_games.core.contract import SPECTATOR, Game, View
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.match import UNDO, Match
from atlantis_games.core.position import Position
from atlantis_games.core.terminal import LogEntry
from atlantis_games.study.daily import Challenge

HINT_SECONDS = 0.5


class Quit(Exception):
    """The person wants to stop."""


class LocalGame:
    """One match at one keyboard."""

    def __init__(
        self,
        position: Position,
        people: set[int],
        bots: list[str],
        seed: str | None,
        save: Path | None,
        language: str = ENGLISH,
        challenge: Challenge | None = None,
    ) -> None:
        self.game = position.game
        self.language = language
        self.texts = self.game.texts(language)
        self.save = save
        self.people = people
        chosen: dict[int, Bot] = {}
        self.names: list[str] = []  # of the seats, as they are shown
        dealer = challenge.dealer if challenge else Dealer(seed)
        seats = []
        for seat in range(position.players):
            if seat in people:
                self.names.append(self.texts.fill("terminal.player", {"n": seat + 1}))
                seats.append(self.names[seat])
            else:
                name = bots[min(len(chosen), len(bots) - 1)]
                bot_seed = seat + int(dealer.commitment[:8], 16)
                made = challenge.bot(seat) if challenge else None
                chosen[seat] = made or bot_named(name, self.game.name, bot_seed)
                seats.append(Path(name).stem if name.endswith(".py") else name)
                self.names.append(level_name(self.texts, seats[seat]))
        if chosen:
            self.game.kernels("search")  # compiles before the game rather than in the middle of it
        self.match = Match(position, seats, dealer, {"date": date.today().isoformat()})
        self.bots = {seat: Player(bot, seat, self.match) for seat, bot in chosen.items()}
        self.outcomes: list[View] = []  # what came of each entry of the log
        self.viewer = SPECTATOR

    @property
    def hides_hands(self) -> bool:
        """Whether the keyboard is handed over between turns: several people, and secrets."""
        return self.game.has_secrets and len(self.people) > 1

    def play_move(self, move: str) -> None:
        """Does a legal move of the seat to decide or of chance, and keeps what came of it."""
        before = self.match.position
        self.match.play(move)
        self.outcomes.append(before.outcome(self.match.position))

    def deal_one(self) -> str:
        """Lets chance act once; what it did."""
        move, _ = self.match.next_outcome()
        self.play_move(move)
        return move

    def undo(self, seat: int) -> None:
        """Takes a seat's last move back."""
        self.match.undo(seat)
        self.outcomes.append({})

    def bot_move(self, seat: int) -> str:
        """What a bot wants to do, with what its seat may know; BotFailed if it cannot."""
        return self.bots[seat].move(MOVE_SECONDS)

    def end(self) -> None:
        """Tells the bots that the game is over, or stopped, and saves it where that is wanted."""
        for player in self.bots.values():
            player.end()
        if self.save is not None:
            self.match.save(self.save)

    def hints(self, seat: int) -> list[Candidate]:
        """What a search would do with what a seat may know, best first."""
        search = Search(secrets.randbits(48), seconds=HINT_SECONDS)
        return search.think(self.match.position.redacted(seat))

    def entries(self, seat: int) -> list[LogEntry]:
        """The log as a seat (or SPECTATOR) may know it."""
        seen = self.match.seen_by(seat)
        return [
            log_entry(self.game, *entry, outcome)
            for entry, outcome in zip(seen, self.outcomes, strict=True)
        ]


def log_entry(game: Game, actor: int, move: str, seen: bool, outcome: View) -> LogEntry:
    """An entry with the code and the values of the sentences about it."""
    if not seen:
        return LogEntry(actor, f"{move}-hidden", {}, outcome)
    if move == UNDO:
        return LogEntry(actor, UNDO, {}, outcome)
    action = game.notation[game.numbers[move]]
    return LogEntry(actor, action.code, action.values, outcome)


def rules_text(game: Game, language: str) -> str:
    """The rules document; English where it is not translated."""
    translated = game.folder / f"rules.{language}.md"
    file = translated if translated.is_file() else game.folder / "rules.md"
    return file.read_text("utf-8") if file.is_file() else ""


def rule_text(game: Game, number: str, language: str) -> str:
    """A numbered rule or chapter of the rules document; empty if there is none."""
    following = "" if "." in number else r"\d+\""  # a chapter goes on to the next chapter
    found = re.search(
        rf'<a id="{re.escape(number)}"></a>\n(.*?)(?=<a id="{following}|\Z)',
        rules_text(game, language),
        re.DOTALL,
    )
    return found[1].strip() if found else ""
