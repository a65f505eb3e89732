"""Which of the legal moves is pointed at, and how keys change that."""

from __future__ import annotations

from math import hypot

from atlantis_games.cli.sentences import move_sentence
from atlantis_games.core.contract import Game, View
from atlantis_games.core.texts import Texts

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Selection:
    """The legal moves, those of one piece where they are chosen so, and the one pointed at."""

    def __init__(self, game: Game, texts: Texts, choices: list[View]) -> None:
        self.game = game
        self.texts = texts
        self.choices = choices
        self.typed: str | None = None  # part of a move that is being typed
        self.number = ""  # digits of a move's number so far
        pieces = (game.screen.piece(choice) for choice in choices) if game.screen else ()
        self.pieces = list(dict.fromkeys(piece for piece in pieces if piece))
        self.piece = self.pieces[0] if self.pieces else ""
        self.place = self.first_place()  # in the list

    @property
    def listed(self) -> list[View]:
        """The moves that are listed: those of the piece, or those that fit what is typed."""
        if self.typed:
            words = self.typed.casefold().split()
            return [one for one in self.choices if all(word in self.words(one) for word in words)]
        screen = self.game.screen
        if screen is None or not self.piece:
            return self.choices
        others = [one for one in self.choices if not screen.piece(one)]
        return [*others, *(one for one in self.choices if screen.piece(one) == self.piece)]

    def first_place(self) -> int:
        """Where the moves of the piece begin, after those that belong to none, such as to stop."""
        screen, listed = self.game.screen, self.listed
        if screen is None or not self.piece:
            return 0
        return next(n for n, one in enumerate(listed) if screen.piece(one) == self.piece)

    @property
    def chosen(self) -> str:
        """The move pointed at; nothing if none fits."""
        listed = self.listed
        return listed[self.place]["move"] if listed else ""

    def words(self, choice: View) -> str:
        """A move as it is written and as it is said, for searching."""
        move: str = choice["move"]
        return f"{move} {move_sentence(self.game, self.texts, move)}".casefold()

    def point_at(self, move: str) -> None:
        """Points at a move."""
        choice = next(one for one in self.choices if one["move"] == move)
        screen = self.game.screen
        self.piece = (screen.piece(choice) if screen else "") or self.piece
        self.place = self.listed.index(choice)

    def press(self, key: str, columns: int) -> bool:
        """Points at another move; whether the key does that."""
        digits, self.number = self.number, ""
        if key in DIRECTIONS:
            self.place = self.place_beside(key, columns)
        elif key in ("tab", "shift-tab") and self.pieces:
            step = 1 if key == "tab" else -1
            place = self.pieces.index(self.piece) + step
            self.piece = self.pieces[place % len(self.pieces)]
            self.place = self.first_place()
        elif key in ("tab", "shift-tab"):
            step = 1 if key == "tab" else -1
            self.place = (self.place + step) % len(self.listed)
        elif key in ("home", "end"):
            self.place = 0 if key == "home" else len(self.listed) - 1
        elif key.isdecimal() and len(key) == 1:
            self.take_digit(digits, key)
        elif key == "/":
            self.typed, self.place = "", 0
        else:
            return False
        return True

    def take_digit(self, digits: str, digit: str) -> None:
        """Points at the move with the number typed so far, or at the one with the last digit."""
        for number in (digits + digit, digit):
            if 1 <= int(number) <= len(self.listed):
                self.number, self.place = number, int(number) - 1
                return

    def type(self, key: str) -> None:
        """Takes a key of a move that is being typed."""
        if key == "esc":
            self.typed, self.place = None, self.first_place()
            return
        if key == "backspace":
            self.typed = self.typed[:-1] if self.typed else None
        elif len(key) == 1 and key.isprintable():
            self.typed = (self.typed or "") + key
        elif key in ("up", "down") and self.listed:
            self.place = (self.place + (1 if key == "down" else -1)) % len(self.listed)
            return
        self.place = 0

    def place_beside(self, key: str, columns: int) -> int:
        """The place in the list that lies in a direction: on the board, else in the list."""
        spots = self.spots()
        here = spots.get(self.place)
        if here is None or len(spots) < 2:
            steps = {"left": -1, "right": 1, "up": -columns, "down": columns}
            return max(0, min(self.place + steps[key], len(self.listed) - 1))
        right, down = DIRECTIONS[key]

        def effort(place: int) -> float:
            """How far a spot is, and how far out of the way."""
            across, along = spots[place][0] - here[0], spots[place][1] - here[1]
            ahead = across * right + along * down
            aside = abs(across * down) + abs(along * right)
            return hypot(ahead, 2 * aside) if ahead > 0.01 and aside <= 2 * ahead else float("inf")

        others = [place for place in spots if effort(place) < float("inf")]
        if others:
            return min(others, key=effort)
        beyond = [place for place in range(len(self.listed)) if place not in spots]
        return beyond[0] if beyond and key == "down" else self.place

    def spots(self) -> dict[int, tuple[float, float]]:
        """Where on the board each listed move leads, as far as the game says."""
        screen = self.game.screen
        found = (
            (place, screen.spot(one) if screen else None) for place, one in enumerate(self.listed)
        )
        return {place: spot for place, spot in found if spot is not None}
