"""Settings of a game's rules."""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_games.core.errors import BadRequest


@dataclass(frozen=True)
class Option:
    """A setting of a game: a choice among words, or a number in a range.

    What it is called and what it does are the texts `option.NAME` and `option.NAME.help`.
    """

    field: str  # of the state
    default: str
    words: tuple[str, ...] = ("off", "on")  # what the values 0, 1, ... are called
    numbers: range | None = None  # for a number, what it may be

    def number(self, name: str, value: object) -> int:
        """The number that goes into the state."""
        text = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        if self.numbers is None:
            if text in self.words:
                return self.words.index(text)
            choices = " or ".join(self.words)
            raise BadRequest(f"Option {name} is {choices}, not {text!r}.")
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in self.numbers:
            return int(text)
        limits = f"{self.numbers[0]} to {self.numbers[-1]}"
        raise BadRequest(f"Option {name} is a number from {limits}, not {text!r}.")

    def text(self, number: int) -> str:
        """How a number of the state is written."""
        return str(number) if self.numbers is not None else self.words[number]
