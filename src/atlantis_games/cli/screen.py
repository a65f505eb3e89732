"""A game on the whole screen: arrow keys choose, and the board shows what would happen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from atlantis_games.bots.bot_process import BotFailed
from atlantis_games.cli.keyboard import Keyboard
from atlantis_games.cli.layout import (
    MIN_HEIGHT,
    MIN_WIDTH,
    Layout,
    Shown,
    spectator_first,
    to_text,
    words_in_lines,
)
from atlantis_games.cli.local_game import LocalGame, Quit, rules_text
from atlantis_games.cli.pages import Page, read_page, rules_page
from atlantis_games.cli.selection import Selection
from atlantis_games.cli.sentences import (
    error_sentence,
    move_sentence,
    option_sentences,
    prompt_sentence,
    reason_sentence,
    settlement_lines,
)
from atlantis_games.cli.turns import turn_sentences
from atlantis_games.core.contract import CHANCE, SPECTATOR
from atlantis_games.core.errors import AtlantisError, IllegalMove

BEAT_SECONDS = 0.5  # that a bot's move, or a symbol, is shown
POLL_SECONDS = 0.3  # between two looks at the size of the window


def can_use_screen(console: Console) -> bool:
    """Whether this is a terminal with keys and room enough, rather than a pipe."""
    import sys

    wide, high = console.size
    is_ours = console.is_terminal and sys.stdin.isatty() and not console.is_dumb_terminal
    return is_ours and not console.legacy_windows and wide >= MIN_WIDTH and high >= MIN_HEIGHT


class ScreenGame(LocalGame):
    """One match on the screen."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.layout = Layout(self, self.console)
        self.keyboard = Keyboard()
        self.live = Live(console=self.console, screen=True, auto_refresh=False)
        self.viewer = spectator_first(self.people)
        self.is_hurried = False  # a key was pressed while others played
        self.is_paused = False
        self.rule = ""  # that the last refusal cited

    # The whole match

    def play(self) -> None:
        """Goes on until the game is over or somebody stops, then says how it ended."""
        ending = [self.texts.fill("terminal.stopped")]
        try:
            with self.on_screen():
                while not self.match.position.is_over:
                    self.go_on()
                ending = self.ending()
                self.look_at_end(ending)
        except (Quit, EOFError, KeyboardInterrupt):
            pass
        except BotFailed as failed:
            values = {"name": self.names[self.match.position.actor], "reason": failed.reason}
            ending = [failed.traceback, self.texts.fill("terminal.bot-failed", values)]
        finally:
            self.end()
        for line in ending:
            self.console.print(line)
        if self.save is not None:
            self.console.print(self.texts.fill("terminal.saved", {"file": str(self.save)}))

    @contextmanager
    def on_screen(self) -> Iterator[None]:
        """Takes the screen and the keys, and gives them back whatever happens."""
        with self.keyboard, self.live:
            yield

    def go_on(self) -> None:
        """The next event: chance, a bot or a person."""
        position = self.match.position
        if position.actor == CHANCE:
            move = self.deal_one()
            if self.game.notation[self.game.numbers[move]].code in self.game.shown_alone:
                self.beat(self.log_line(move))
        elif position.actor in self.bots:
            name = self.names[position.actor]
            self.show(Shown("", prompt=self.texts.fill("terminal.thinks", {"name": name})))
            move = self.bot_move(position.actor)
            who = position.actor
            self.play_move(move)
            if self.match.position.actor != who:
                self.beat(self.texts.fill("prompt.other", {"name": name}))
        else:
            self.ask(position.actor)

    def log_line(self, move: str) -> str:
        """What chance did, in a sentence."""
        action = self.game.notation[self.game.numbers[move]]
        return self.texts.fill(f"log.{action.code}", action.values)

    # What is shown

    def show(self, shown: Shown) -> None:
        """Draws the screen."""
        position = self.match.position
        title = self.texts.fill("title")
        if position.actor >= 0:
            title += f" · {self.names[position.actor]}"
        options = option_sentences(self.match, self.texts)
        shown.title = " · ".join([title, *options])
        news = [sentence for _, sentence in turn_sentences(self, self.viewer)]
        shown.news = news or options
        self.live.update(Group(*self.layout.lines(shown)), refresh=True)

    def beat(self, prompt: str) -> None:
        """Leaves what happened on the screen for a moment; a key shortens all until one's turn."""
        keys = self.texts.fill("terminal.keys-watch")
        seconds = 0.0 if self.is_hurried else BEAT_SECONDS
        self.show(Shown("", prompt=prompt, keys=keys))
        key = self.keyboard.read(seconds)
        while self.is_paused and not key:
            key = self.keyboard.read(POLL_SECONDS)
        if key == "q":
            raise Quit
        if key == "p":
            self.is_paused = not self.is_paused
        elif key and self.people:
            self.is_hurried = True

    def ask(self, seat: int) -> None:
        """Lets a person choose, until a move is made."""
        self.hand_over(seat)
        self.is_hurried, self.is_paused = False, False
        position = self.match.position
        selection = Selection(self.game, self.texts, position.choices())
        prompt = f"{self.names[seat]}: {prompt_sentence(self.texts, position)}"
        message = ""
        while self.match.position is position:
            listed, keys = selection.listed, self.texts.fill("terminal.keys")
            piece = self.piece_label(selection)
            self.show(
                Shown("", prompt, listed, selection.place, selection.typed, piece, message, keys)
            )
            key = self.next_key()
            if key:
                message = self.press(seat, key, selection)

    def next_key(self) -> str:
        """The next key; nothing if the window has another size before one is pressed."""
        size = self.console.size
        while True:
            key = self.keyboard.read(POLL_SECONDS)
            if key or self.console.size != size:
                return key

    def piece_label(self, selection: Selection) -> str:
        """Which of several pieces the listed moves are of."""
        screen = self.game.screen
        if screen is None or not selection.piece or selection.typed is not None:
            return ""
        frame = self.layout.frame(self.console.width, 1, None)
        label = screen.piece_label(selection.piece, self.layout.view(), frame)
        number = selection.pieces.index(selection.piece) + 1
        return f"{label} ({number}/{len(selection.pieces)}, Tab)"

    # What is pressed

    def press(self, seat: int, key: str, selection: Selection) -> str:
        """Does what a key stands for; what is to be said about it."""
        if selection.typed is not None:
            return self.press_in_line(key, selection)
        if key in ("enter", " "):
            return self.make(selection.chosen)
        if selection.press(key, self.layout.columns):
            return ""
        commands = {
            "u": lambda: self.take_back(seat),
            "h": lambda: self.show_hint(seat, selection),
            "p": lambda: self.decide_for(seat),
            "r": lambda: self.read_rules(),
            "l": lambda: self.read_log(),
            "?": lambda: self.read_help(),
            "s": lambda: self.save_match(),
            "q": lambda: self.stop(),
        }
        return commands[key]() if key in commands else ""

    def press_in_line(self, key: str, selection: Selection) -> str:
        """A key while a move is being typed."""
        if key != "enter":
            selection.type(key)
            return ""
        line, chosen = (selection.typed or "").strip(), selection.chosen
        selection.type("esc")
        if not line:
            return ""
        return self.make(line if line in self.match.position.moves or not chosen else chosen)

    def make(self, move: str) -> str:
        """Makes a move, or says why it is refused."""
        try:
            self.play_move(move)
        except IllegalMove as error:
            self.rule = error.reason.rule.lstrip("§")
            return reason_sentence(error.reason, self.language)
        return ""

    def take_back(self, seat: int) -> str:
        """Takes the last move back."""
        if not self.match.can_undo(seat):
            return self.texts.fill("error.no-undo")
        self.undo(seat)
        return ""

    def show_hint(self, seat: int, selection: Selection) -> str:
        """Points at what the strongest bot would do."""
        self.show(Shown("", prompt=self.texts.fill("terminal.thinks-hint")))
        best = self.hints(seat)[0]
        selection.point_at(best.move)
        words = move_sentence(self.game, self.texts, best.move)
        chances = f"{round(100 * best.chances)} %"
        return self.texts.fill("hint.text", {"move": words, "chances": chances})

    def decide_for(self, seat: int) -> str:
        """Pays for a player as cheaply as possible, or makes a decision that is routine."""
        position = self.match.position
        move = self.game.outcomes.payment(position)
        if move is None and self.game.outcomes.is_routine(position):
            move = self.hints(seat)[0].move
        return self.make(move) if move else self.texts.fill("error.decide-yourself")

    def save_match(self) -> str:
        """Asks for the name of a file and saves the match as it stands."""
        prompt, typed = self.texts.fill("terminal.which-file"), ""
        while True:
            self.show(Shown("", typed=f"{prompt} {typed}"))
            key = self.next_key()
            if key == "esc" or (key == "enter" and not typed.strip()):
                return ""
            if key == "enter":
                break
            typed = typed[:-1] if key == "backspace" else typed + (key if len(key) == 1 else "")
        file = Path(typed.strip()).expanduser()
        try:
            self.match.save(file)
        except AtlantisError as error:
            return error_sentence(error, self.language)
        except OSError as error:
            return f"{file}: {error.strerror}."
        return self.texts.fill("terminal.saved", {"file": str(file)})

    def stop(self) -> str:
        """Stops when the key is pressed twice."""
        question = self.texts.fill("terminal.stop-again")
        self.show(Shown("", message=question))
        if self.keyboard.read(None) in ("q", "enter"):
            raise Quit
        return ""

    def hand_over(self, seat: int) -> None:
        """Hides one person's hand before the next one looks."""
        if self.hides_hands and self.viewer != seat:
            self.viewer = SPECTATOR
            values = {"name": self.names[seat]}
            sentences = [self.texts.fill(code, values) for code in ("pass.title", "pass.text")]
            sentences.append(f"[ {self.texts.fill('pass.look', values)}: Enter ]")
            while self.keyboard.read(0):  # what was typed before is not meant for this
                pass
            while True:
                wide, high = self.console.size
                lines = [Text(one.center(wide), style="bold") for one in sentences]
                blank = [Text("")] * ((high - 2 * len(lines)) // 2)
                spaced = [part for line in lines for part in (line, Text(""))]
                self.live.update(Group(*blank, *spaced), refresh=True)
                if self.next_key() == "enter":
                    break
        self.viewer = seat

    # What is read

    def read_rules(self) -> str:
        """The rules, at the one that the last refusal cited."""
        title = f"{self.texts.fill('title')}: {self.texts.fill('tools.rules')}"
        text = rules_text(self.game, self.language)
        make = lambda: rules_page(self.console, title, text)  # noqa: E731
        read_page(make, self.live, self.keyboard, self.texts, self.rule)
        return ""

    def read_log(self) -> str:
        """Everything that happened, turn by turn, newest last."""

        def make() -> Page:
            lines = [
                Text(f" {part}", no_wrap=True)
                for _, sentence in turn_sentences(self, self.viewer)
                for part in words_in_lines(sentence, self.console.width - 2)
            ]
            page = Page(self.texts.fill("tabs.log"), lines)
            page.first = max(0, len(lines) - self.console.height + 2)
            return page

        read_page(make, self.live, self.keyboard, self.texts)
        return ""

    def read_help(self) -> str:
        """What to do, what the keys do, and what the signs mean."""

        def make() -> Page:
            screen, texts = self.game.screen, self.texts
            frame = self.layout.frame(self.console.width, self.console.height, None)
            aim = texts.fill("help.aim") if "help.aim" in texts else texts.fill("card")
            lines = [Text(""), *(Text(f" {one}") for one in words_in_lines(aim, frame.width - 2))]
            keys = texts.fill("terminal.help-screen").splitlines()
            lines += [Text(""), *(Text(f"  {one}", no_wrap=True) for one in keys), Text("")]
            lines += [to_text(line) for line in screen.legend(frame)] if screen else []
            return Page(texts.fill("menu.title"), lines)

        read_page(make, self.live, self.keyboard, self.texts)
        return ""

    # The end

    def ending(self) -> list[str]:
        """Why the game ended, the final scores, and who won."""
        position = self.match.position
        why = f"ending.{self.game.outcomes.ending(position)}"
        lines = settlement_lines(self.match, self.texts, self.names)
        return [self.texts.fill(why if why in self.texts else "reason.game-over"), *lines]

    def look_at_end(self, lines: list[str]) -> None:
        """The last board with the settlement, until somebody leaves."""
        while True:
            extra = [[(f" {line}", "bold" if line is lines[-1] else "")] for line in lines]
            self.show(Shown("", extra=extra, keys=self.texts.fill("terminal.keys-end")))
            key = self.next_key()
            if key in ("q", "enter", "esc"):
                return
            reading = {"l": self.read_log, "r": self.read_rules, "?": self.read_help}
            if key == "s":
                lines = [*lines[:-1], self.save_match() or lines[-1]]
            elif key in reading:
                reading[key]()
