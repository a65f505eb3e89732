"""A game in lines, for a pipe, a plain terminal or a screen reader."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from atlantis_games.bots.bot_process import BotFailed
from atlantis_games.cli.language import ENGLISH
from atlantis_games.cli.local_game import LocalGame, Quit, rule_text
from atlantis_games.cli.sentences import (
    error_sentence,
    log_sentence,
    move_sentence,
    option_sentences,
    prompt_sentence,
    reason_sentence,
    settlement_lines,
)
from atlantis_games.core.contract import CHANCE, SPECTATOR
from atlantis_games.core.errors import AtlantisError


class TerminalGame(LocalGame):
    """One match in lines: what is printed, and what is typed."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.shown_ply = 0

    def say(self, code: str, **values: str | int) -> None:
        """Prints a sentence."""
        self.console.print(self.texts.fill(code, values))

    def play(self) -> None:
        """Goes on until the game is over or somebody stops."""
        self.say("terminal.begin", title=self.texts.fill("title"))
        for sentence in option_sentences(self.match, self.texts):
            self.console.print(sentence)
        try:
            while not self.match.position.is_over:
                self.go_on()
        except (Quit, EOFError, KeyboardInterrupt):
            self.say("terminal.stopped")
        except BotFailed as failed:
            self.console.print(failed.traceback, end="")
            name = self.names[self.match.position.actor]
            self.say("terminal.bot-failed", name=name, reason=failed.reason)
        else:
            self.show_end()
        finally:
            self.end()
        if self.save is not None:
            self.say("terminal.saved", file=str(self.save))

    def go_on(self) -> None:
        """The next event: chance, a bot or a person."""
        position = self.match.position
        if position.actor == CHANCE:
            self.deal_one()
        elif position.actor in self.bots:
            name = self.names[position.actor]
            with self.console.status(self.texts.fill("terminal.thinks", {"name": name})):
                move = self.bot_move(position.actor)
            self.play_move(move)
        else:
            self.ask(position.actor)

    # What is asked

    def ask(self, seat: int) -> None:
        """Shows a person the board and does what is typed."""
        self.hand_over(seat)
        if self.show_news():
            self.console.print("\n" + self.match.position.draw(seat, self.language))
        moves = list(self.match.position.moves)
        prompt = prompt_sentence(self.texts, self.match.position)
        self.console.print(f"\n{self.names[seat]}: {prompt}")
        self.show_moves(moves)
        try:
            self.do(seat, moves, self.read("> "))
        except AtlantisError as error:
            self.console.print(error_sentence(error, self.language))

    def read(self, prompt: str) -> str:
        """A line that a person types."""
        self.console.print(prompt, end="")
        sys.stdout.flush()
        return input().strip()

    def do(self, seat: int, moves: list[str], line: str) -> None:
        """A move, or one of the commands of the help."""
        command, _, rest = line.partition(" ")
        if line.isdecimal() and 1 <= int(line) <= len(moves):
            self.play_move(moves[int(line) - 1])
        elif line == "q":
            raise Quit
        elif line == "u":
            if self.match.can_undo(seat):
                self.undo(seat)
            else:
                self.say("error.no-undo")
        elif line == "b":
            self.console.print(self.match.position.draw(seat, self.language))
        elif command == "s":
            self.save_as(rest.strip())
        elif command == "?":
            self.explain(rest.strip())
        elif line:
            self.play_move(line)

    def save_as(self, file: str) -> None:
        """Saves the match as it stands."""
        if not file:
            self.say("terminal.no-file")
            return
        self.match.save(Path(file))
        self.say("terminal.saved", file=file)

    def explain(self, what: str) -> None:
        """The help, a rule, or why a move is not legal."""
        if not what:
            self.say("terminal.help")
        elif re.fullmatch(r"§?\d+(\.\d+)?", what):
            text = rule_text(self.game, what.lstrip("§"), self.language)
            self.console.print(
                Markdown(text or self.texts.fill("terminal.no-rule", {"rule": what}))
            )
        else:
            reason = self.match.position.why_not(what)
            if reason is None:
                self.say("terminal.legal", move=what)
            else:
                self.console.print(reason_sentence(reason, self.language))

    def hand_over(self, seat: int) -> None:
        """Hides one person's cards before the next one looks."""
        if self.hides_hands and self.viewer not in (SPECTATOR, seat):
            self.console.clear()
            self.read(self.texts.fill("terminal.pass", {"name": self.names[seat]}) + " ")
            self.console.clear()
            self.shown_ply = max(0, self.shown_ply - 1)
        self.viewer = seat

    # What is shown

    def show_moves(self, moves: list[str]) -> None:
        """The moves with their numbers, in columns: as they are typed, which is English."""
        if self.language != ENGLISH:
            words = [move_sentence(self.game, self.texts, move) for move in moves]
            moves = [
                f"{move} = {word}" if word != move else move
                for move, word in zip(moves, words, strict=True)
            ]
        width = max(map(len, moves)) + 6
        columns = max(1, self.console.width // width)
        cells = [f"{number:3}  {move}".ljust(width) for number, move in enumerate(moves, 1)]
        for first in range(0, len(cells), columns):
            self.console.print("".join(cells[first : first + columns]).rstrip())

    def show_news(self) -> bool:
        """Shows what happened since the last time; what others drew stays their secret."""
        news = []
        for actor, move, seen in self.match.seen_by(self.viewer, self.shown_ply):
            if actor != CHANCE:
                news.append(log_sentence(self.game, self.texts, self.names[actor], move))
            elif seen and self.shown_ply:
                news.append("  " + log_sentence(self.game, self.texts, "", move))
        fresh = self.match.ply > self.shown_ply or self.match.ply == 0
        self.shown_ply = self.match.ply
        if news:
            self.console.print("\n" + "\n".join(news))
        return fresh

    def show_end(self) -> None:
        """The last moves, the board, and the final scores."""
        self.show_news()
        self.console.print("\n" + self.match.position.draw(self.viewer, self.language) + "\n")
        self.say("reason.game-over")
        for line in settlement_lines(self.match, self.texts, self.names):
            self.console.print(line)
