"""Where everything stands on the terminal's screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from atlantis_games.cli.local_game import LocalGame
from atlantis_games.cli.sentences import move_sentence
from atlantis_games.core.contract import SPECTATOR, View
from atlantis_games.core.terminal import Frame, Line

MIN_WIDTH, MIN_HEIGHT = 80, 24
SIDE_WIDTH = 34  # columns that a log beside the board needs at least
MOVE_LINES = 3  # that the list of moves has at least
NEWS_LINES = 1  # that the log below the board has at least
FOOT_LINES = 3  # that the prompt, the preview and the keys have at least


@dataclass
class Shown:
    """What is on the screen beside the board."""

    title: str
    prompt: str = ""
    choices: Sequence[View] = ()  # in the list of moves
    selected: int = 0
    typed: str | None = None  # a line that is being typed
    piece: str = ""  # what the piece is called whose moves are listed
    message: str = ""  # instead of the preview
    keys: str = ""
    news: Sequence[str] = ()  # what happened, newest last
    extra: Sequence[Line] = ()  # lines in the place of the moves


def to_text(line: Line) -> Text:
    """A line of spans as Rich writes it."""
    return Text.assemble(*line, no_wrap=True, overflow="crop")


def has_unicode(console: Console) -> bool:
    """Whether the terminal takes more than ASCII."""
    return console.encoding.lower().startswith("utf")


class Layout:
    """The screen of a match, line by line."""

    def __init__(self, table: LocalGame, console: Console) -> None:
        self.table = table
        self.console = console
        self.columns = 1  # of the list of moves, as it was drawn last

    def lines(self, shown: Shown) -> list[Text]:
        """The whole screen, exactly as high as it is."""
        wide, high = self.console.size
        choice = shown.choices[shown.selected] if shown.choices else None
        screen = self.table.game.screen
        board_width = screen.BOARD_WIDTH + 2 if screen else wide
        has_side = wide >= board_width + SIDE_WIDTH
        main = board_width if has_side else wide
        frame = self.frame(main, high, choice)
        players = self.players(frame)
        fixed = 1 + len(players) + FOOT_LINES + MOVE_LINES + (0 if has_side else NEWS_LINES)
        frame = self.frame(main, max(1, high - fixed), choice)
        upper = [to_text(line) for line in [*self.board(frame), *players]]
        free = high - 1 - len(upper)
        foot = self.foot(shown, frame, choice, 2 if free > FOOT_LINES + MOVE_LINES + 2 else 1)
        free -= len(foot)
        news_room = 0 if has_side else max(NEWS_LINES, min(free // 3, free - MOVE_LINES))
        news = newest(shown.news, main, news_room)
        moves = [to_text(line) for line in shown.extra] or self.moves(shown, main, free - news_room)
        gap = [Text("")] * (free - len(news) - len(moves))
        body = [*upper, *news, *gap, *moves, *foot]
        if has_side:
            body = beside(body, newest(shown.news, wide - main - 3, len(body)), main)
        return [self.title(shown.title, wide), *body][:high]

    def frame(self, width: int, height: int, choice: View | None) -> Frame:
        """What the game draws into."""
        names = tuple(self.table.names)
        return Frame(width, height, self.table.texts, names, has_unicode(self.console), choice)

    def title(self, text: str, wide: int) -> Text:
        """The bar at the top."""
        return Text(f" {text} ".ljust(wide), style="reverse", no_wrap=True, overflow="crop")

    def view(self) -> View:
        """What the viewer sees."""
        return self.table.match.position.view(self.table.viewer)

    def board(self, frame: Frame) -> list[Line]:
        """The game's board, or its text drawing."""
        screen = self.table.game.screen
        if screen is not None:
            return screen.board(self.view(), frame)
        drawing = self.table.match.position.draw(self.table.viewer, self.table.language)
        return [[(line, "")] for line in drawing.splitlines()]

    def players(self, frame: Frame) -> list[Line]:
        """What everybody has."""
        screen = self.table.game.screen
        return screen.players(self.view(), frame) if screen else []

    def preview(self, choice: View, frame: Frame) -> str:
        """A move in words, and what it would do."""
        table = self.table
        words = move_sentence(table.game, table.texts, choice["move"])
        screen = table.game.screen
        more = screen.preview(choice, self.view(), frame) if screen else ""
        return f"{words[:1].upper()}{words[1:]}. {more}".strip()

    def foot(self, shown: Shown, frame: Frame, choice: View | None, room: int) -> list[Text]:
        """The prompt, what the move pointed at would do or what is to be said, and the keys."""
        prompt = shown.prompt
        if shown.typed is not None:
            prompt = f"> {shown.typed}{frame.mark('▏', '_')}"
        lines = [Text(f" {prompt}", style="bold", no_wrap=True, overflow="ellipsis")]
        about = shown.message
        if not about and choice is not None:
            about = self.preview(choice, frame)
        style = "bold" if shown.message else ""
        lines += wrapped(about, frame.width, room, style)
        lines.append(Text(f" {shown.keys}", style="dim", no_wrap=True, overflow="crop"))
        return lines

    def moves(self, shown: Shown, wide: int, room: int) -> list[Text]:
        """The list of moves in columns, with the one that is pointed at in sight."""
        table = self.table
        words = [move_sentence(table.game, table.texts, one["move"]) for one in shown.choices]
        lines = []
        if shown.piece:
            lines.append(Text(f" {shown.piece}", style="italic", no_wrap=True, overflow="ellipsis"))
            room -= 1
        if not words or room < 1:
            return lines
        cell = max(map(len, words)) + 6
        self.columns = max(1, wide // cell)
        rows = -(-len(words) // self.columns)
        first = max(0, min(shown.selected // self.columns - room // 2, rows - room))
        for row in range(first, min(first + room, rows)):
            line = Text(no_wrap=True, overflow="crop")
            for number in range(row * self.columns, min((row + 1) * self.columns, len(words))):
                style = "reverse bold" if number == shown.selected else ""
                line.append(f"{number + 1:3} {words[number]} ", style)
                line.append(" " * (cell - 5 - len(words[number])))
            lines.append(line)
        if rows > room:
            last = min(first + room, rows) * self.columns
            of_all = f" {first * self.columns + 1}-{min(last, len(words))}/{len(words)}"
            lines[-1].truncate(wide - len(of_all), pad=True)
            lines[-1].append(of_all, "dim")
        return lines


def wrapped(text: str, wide: int, lines: int, style: str = "") -> list[Text]:
    """A text in exactly so many lines, cut if it is longer."""
    parts = words_in_lines(text, wide - 2)
    if len(parts) > lines:
        parts = [*parts[: lines - 1], " ".join(parts[lines - 1 :])]
    parts += [""] * (lines - len(parts))
    return [Text(f" {one}", style=style, no_wrap=True, overflow="ellipsis") for one in parts]


def words_in_lines(text: str, wide: int) -> list[str]:
    """A text broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def newest(news: Sequence[str], wide: int, room: int) -> list[Text]:
    """The last lines of what happened that there is room for."""
    lines: list[Text] = []
    for number, sentence in enumerate(reversed(news)):
        parts = words_in_lines(sentence, wide - 2)
        if len(lines) + len(parts) > room and lines:
            break
        style = "" if number == 0 else "dim"
        lines = [*(Text(f" {part}", style=style, no_wrap=True) for part in parts), *lines]
    return lines[-room:] if room > 0 else []


def beside(left: list[Text], right: list[Text], wide: int) -> list[Text]:
    """Two columns with a rule between them."""
    lines = []
    for number, line in enumerate(left):
        joined = line.copy()
        joined.truncate(wide, overflow="crop", pad=True)
        joined.append(" │ ", "dim")
        if number < len(right):
            joined.append_text(right[number])
        lines.append(joined)
    return lines


def spectator_first(people: set[int]) -> int:
    """Who looks at the screen before anybody has moved: the only person, or those who watch."""
    return min(people) if len(people) == 1 else SPECTATOR
