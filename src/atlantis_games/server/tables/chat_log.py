"""The chat of a table, as it is kept in memory."""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_games.server.limits import Bucket
from atlantis_games.server.messages import ChatLine
from atlantis_games.server.store.rows import MAX_CHAT

LINES_PER_SECOND = 0.5
LINES_AT_ONCE = 8.0
LINE_BYTES = 60  # that a line takes beside its name and its text, about


def line_bytes(line: ChatLine) -> int:
    """How much of the disk a line takes, about."""
    return LINE_BYTES + len(line["name"].encode()) + len(line["text"].encode())


class ChatLog:
    """The last lines of a chat, and how much each guest may still say."""

    def __init__(self) -> None:
        self.lines: list[ChatLine] = []
        self.numbers: list[int] = []  # of the lines in the store
        self.count = 0  # lines that were ever shown
        self.next_number = 0  # of the next line in the store
        self.allowances: dict[str, Bucket] = {}

    def restore(self, lines: Iterable[tuple[int, ChatLine]]) -> None:
        """Takes stored lines, each with its number."""
        for number, line in lines:
            self.show(number, line)
            self.next_number = max(self.next_number, number + 1)

    def numbered(self) -> list[tuple[int, ChatLine]]:
        """The lines, each with its number."""
        return list(zip(self.numbers, self.lines, strict=True))

    @property
    def last_number(self) -> int:
        """The number of the latest line; -1 if there is none."""
        return max(self.numbers, default=-1)

    def take_number(self) -> int:
        """The number of a new line."""
        self.next_number += 1
        return self.next_number - 1

    def show(self, number: int, line: ChatLine) -> None:
        """Adds a line that is stored, once; the oldest one is forgotten, in the store too."""
        if number in self.numbers:
            return
        self.lines.append(line)
        self.numbers.append(number)
        del self.lines[:-MAX_CHAT], self.numbers[:-MAX_CHAT]
        self.count += 1

    def growth(self, line: ChatLine) -> int:
        """How many bytes more the chat takes with a new line, about."""
        forgotten = self.lines[0] if len(self.lines) >= MAX_CHAT else None
        return line_bytes(line) - (line_bytes(forgotten) if forgotten else 0)

    def since(self, count: int) -> list[ChatLine]:
        """The lines after so many, as far as they are still known."""
        missing = min(self.count - count, len(self.lines))
        return self.lines[-missing:] if missing > 0 else []

    def may_speak(self, guest: str, limits: float) -> bool:
        """Whether a guest has not said too much; one allowance for all connections of a guest."""
        allowance = self.allowances.get(guest)
        if allowance is None:
            allowance = Bucket(LINES_PER_SECOND * limits, LINES_AT_ONCE * limits)
            self.allowances[guest] = allowance
        return allowance.take()
