"""A game in the terminal: people at one keyboard, and bots."""

from __future__ import annotations

import re
import sys
from datetime import date
from importlib.resources import files
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from atlantis_games.bots import Bot, bot_named
from atlantis_games.bots.greedy import Greedy
from atlantis_games.bots.search import Search
from atlantis_games.core.contract import CHANCE, SPECTATOR
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import AtlantisError, BadRequest
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position

HELP = """\
  a number or a move   plays it          ?            this help
  ? MOVE               why it is refused ? 4.3        that rule
  u                    takes back        s FILE       saves the match
  b                    the board         q            stops
"""


class Quit(Exception):
    """The person wants to stop."""


class Table:
    """One match at one keyboard."""

    def __init__(
        self,
        position: Position,
        people: set[int],
        bots: list[str],
        seed: str | None,
        save: Path | None,
    ) -> None:
        self.people = people
        self.save = save
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.bots: dict[int, Bot] = {}
        seats = []
        dealer = Dealer(seed)
        for seat in range(position.players):
            if seat in people:
                seats.append("You" if len(people) == 1 else f"Player {seat + 1}")
            else:
                name = bots[min(len(self.bots), len(bots) - 1)]
                self.bots[seat] = bot_named(
                    name, position.game.name, seat + int(dealer.commitment[:8], 16)
                )
                seats.append(Path(name).stem if name.endswith(".py") else name)
        if any(isinstance(bot, Greedy | Search) for bot in self.bots.values()):
            position.game.kernels(
                "search"
            )  # the first time this compiles: better before the game than in it
        self.match = Match(position, seats, dealer, {"date": date.today().isoformat()})
        self.shown_ply = 0
        self.viewer = SPECTATOR

    def play(self) -> None:
        """Goes on until the game is over or somebody stops."""
        self.console.print(f"{self.match.game.title}. Type ? for help.")
        try:
            while not self.match.position.is_over:
                self.go_on()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("Stopped.")
        else:
            self.tell_news()
            self.console.print("\n" + self.match.position.draw(self.viewer))
            self.console.print(self.settlement())
        if self.save is not None:
            self.match.save(self.save)
            self.console.print(f"Saved as {self.save}.")

    def go_on(self) -> None:
        """The next event: chance, a bot or a person."""
        position = self.match.position
        if position.actor == CHANCE:
            self.match.deal()
        elif position.actor in self.bots:
            bot = self.bots[position.actor]
            with self.console.status(f"{self.match.seats[position.actor]} thinks"):
                move = bot.choose(position.redacted(position.actor), None)
            self.match.play(move)
        else:
            self.ask(position.actor)

    # What is shown

    def ask(self, seat: int) -> None:
        """Shows a person the board and does what is typed."""
        self.hand_over(seat)
        if self.tell_news():
            self.console.print("\n" + self.match.position.draw(seat))
        moves = list(self.match.position.moves)
        self.console.print(f"\n{self.match.seats[seat]}, your move:")
        width = max(len(move) for move in moves) + 6
        columns = max(1, self.console.width // width)
        cells = [f"{number:3}  {move}".ljust(width) for number, move in enumerate(moves, 1)]
        for first in range(0, len(cells), columns):
            self.console.print("".join(cells[first : first + columns]).rstrip())
        try:
            self.do(seat, moves, self.read("> "))
        except AtlantisError as error:
            self.console.print(str(error))

    def read(self, prompt: str) -> str:
        """A line that a person types."""
        self.console.print(prompt, end="")
        sys.stdout.flush()
        return input().strip()

    def do(self, seat: int, moves: list[str], line: str) -> None:
        """A move, or one of the commands of the help."""
        command, _, rest = line.partition(" ")
        if line.isdecimal() and 1 <= int(line) <= len(moves):
            self.match.play(moves[int(line) - 1])
        elif line == "q":
            raise Quit
        elif line == "u":
            self.match.undo(seat)
        elif line == "b":
            self.console.print(self.match.position.draw(seat))
        elif command == "s":
            if not rest:
                raise BadRequest("Give the file's name too: s FILE")
            self.match.save(Path(rest))
            self.console.print(f"Saved as {rest}.")
        elif command == "?":
            self.explain(rest.strip())
        elif line:
            self.match.play(line)

    def explain(self, what: str) -> None:
        """The help, a rule, or why a move is refused."""
        if not what:
            self.console.print(HELP)
        elif re.fullmatch(r"§?\d+(\.\d+)?", what):
            text = rule_text(self.match.game.name, what.lstrip("§"))
            self.console.print(Markdown(text or f"There is no rule {what}."))
        else:
            refusal = self.match.position.why_not(what)
            self.console.print(str(refusal) if refusal else f"{what} is legal.")

    def hand_over(self, seat: int) -> None:
        """Hides one person's cards before the next one looks."""
        if self.viewer not in (SPECTATOR, seat):
            self.console.clear()
            self.read(f"Pass the keyboard to {self.match.seats[seat]} and press Enter. ")
            self.console.clear()
            self.shown_ply = max(0, self.shown_ply - 1)
        self.viewer = seat

    def tell_news(self) -> bool:
        """Tells what happened since the last time; what others drew stays their secret."""
        news = []
        for actor, move, seen in self.match.seen_by(self.viewer, self.shown_ply):
            if actor != CHANCE:
                news.append(f"{self.match.seats[actor]}: {move}")
            elif seen and self.shown_ply:
                news.append(f"  {move}")
        fresh = self.match.ply > self.shown_ply or self.match.ply == 0
        self.shown_ply = self.match.ply
        if news:
            self.console.print("\n" + "\n".join(news))
        return fresh

    def settlement(self) -> str:
        """Who has won, and how the points stand."""
        position = self.match.position
        lines = ["", "The game is over."]
        for seat, score in enumerate(position.scores):
            mark = "  wins" if seat in position.winners else ""
            lines.append(f"  {self.match.seats[seat]} (seat {seat + 1}): {score}{mark}")
        return "\n".join(lines)


def rule_text(game: str, number: str) -> str:
    """A numbered rule or chapter of the rules document."""
    text = files("atlantis_games.games").joinpath(game, "rules.md").read_text("utf-8")
    following = "" if "." in number else r"\d+\""  # a chapter goes on to the next chapter
    found = re.search(
        rf'<a id="{re.escape(number)}"></a>\n(.*?)(?=<a id="{following}|\Z)', text, re.DOTALL
    )
    return found[1].strip() if found else ""
