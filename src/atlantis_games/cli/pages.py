"""Pages over the board that are read and closed again: help, log, rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.markdown import Markdown
from rich.text import Text

from atlantis_games.cli.keyboard import Keyboard
from atlantis_games.core.texts import Texts

POLL_SECONDS = 0.3  # between two looks at the size of the window
STEPS = {"up": -1, "down": 1, "k": -1, "j": 1}
CLOSING = {"esc", "q", "enter", "r", "l", "?", " "}


class Page:
    """Lines to scroll through; in rules, a number that is typed leads to that rule."""

    def __init__(
        self, title: str, lines: Sequence[Text], starts: dict[str, int] | None = None
    ) -> None:
        self.title = title
        self.lines = lines
        self.starts = starts or {}  # the first line of each numbered part
        self.first = 0
        self.typed = ""

    def go_to(self, number: str) -> None:
        """Scrolls to a numbered part, if there is one."""
        self.first = self.starts.get(number, self.first)

    def press(self, key: str, room: int) -> None:
        """Scrolls, or takes a digit of a number."""
        last = max(0, len(self.lines) - room)
        jumps = {
            "home": 0,
            "end": last,
            "page-up": self.first - room,
            "page-down": self.first + room,
        }
        if key in STEPS:
            self.first += STEPS[key]
        elif key in jumps:
            self.first = jumps[key]
        elif self.starts and len(key) == 1 and (key.isdecimal() or key == "."):
            longer = self.typed + key
            is_begun = any(number.startswith(longer) for number in self.starts)
            self.typed = longer if is_begun else key
            self.go_to(self.typed)
        self.first = max(0, min(self.first, last))

    def show(self, room: int, wide: int, keys: str) -> list[Text]:
        """The part of the page that is in sight, between its title and the keys."""
        body = [*self.lines[self.first : self.first + room]]
        body += [Text("")] * (room - len(body))
        title = Text(f" {self.title} ".ljust(wide), style="reverse", no_wrap=True, overflow="crop")
        return [title, *body, Text(f" {keys}", style="dim", no_wrap=True, overflow="crop")]


def read_page(
    make: Callable[[], Page], live: Live, keyboard: Keyboard, texts: Texts, at: str = ""
) -> None:
    """Shows a page until it is closed; after a change of the window's size it is made again."""
    page, size = make(), live.console.size
    page.go_to(at)
    code = "terminal.keys-rules" if page.starts else "terminal.keys-page"
    while True:
        if live.console.size != size:
            first = page.first
            page, size = make(), live.console.size
            page.first = first
        room = size.height - 2
        live.update(Group(*page.show(room, size.width, texts.fill(code))), refresh=True)
        key = ""
        while not key and live.console.size == size:
            key = keyboard.read(POLL_SECONDS)
        if key in CLOSING:
            return
        if key:
            page.press(key, room)


def rendered(console: Console, text: str) -> list[Text]:
    """Markdown as lines."""
    options = console.options.update(width=min(console.width - 2, 100))
    lines = console.render_lines(Markdown(text), options, pad=False)
    return [
        Text.assemble(" ", *((part.text, part.style or "") for part in line), no_wrap=True)
        for line in lines
    ]


def rules_page(console: Console, title: str, text: str) -> Page:
    """The rules, with the line where each numbered one begins."""
    lines: list[Text] = []
    starts: dict[str, int] = {}
    for part in re.split(r'(?=<a id="[\d.]+"></a>)', text):
        anchor = re.match(r'<a id="([\d.]+)"></a>\s*', part)
        if anchor:
            starts[anchor[1]] = len(lines)
            part = part[anchor.end() :]
        if part.strip():
            lines += [*rendered(console, part), Text("")]
    return Page(title, lines, starts)
