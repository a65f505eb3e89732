"""How long every seat has thought, and how much time it has left."""

from __future__ import annotations

import time
from collections.abc import Callable

from atlantis_games.server.messages import Clock, ClockSetting

GRACE = 10.0  # seconds for a turn when the time of the whole game has run out


class GameClock:
    """Counts the seconds that seats use; with a setting they run out, without one they do not."""

    def __init__(
        self,
        setting: ClockSetting | None,
        seats: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.setting = setting
        self.now = now
        self.used = [0.0] * seats  # seconds thought, per seat
        self.used_in_turn = 0.0  # by the seat that decides, before its last move
        self.thinking_since = now()
        self.is_started = False  # by the first move of a person: until then everybody may arrive

    def thinking(self) -> float:
        """The seconds since the last event that count."""
        return self.now() - self.thinking_since if self.is_started else 0.0

    def charge(self, seat: int, seconds: float) -> None:
        """Counts what a seat has used for a move."""
        self.used[seat] += seconds
        self.used_in_turn += seconds

    def start(self) -> None:
        """From now on time counts."""
        self.is_started = True

    def next_event(self, is_new_turn: bool) -> None:
        """Begins to count the time for the next move."""
        if is_new_turn:
            self.used_in_turn = 0.0
        self.thinking_since = self.now()

    def thought_elsewhere(self, seconds: float, in_turn: float) -> None:
        """Counts since when another process does, if that is longer."""
        if seconds > self.thinking():
            self.thinking_since, self.is_started = self.now() - seconds, True
        self.used_in_turn = max(self.used_in_turn, in_turn)

    def seconds_left(self, seat: int, is_running: bool) -> float:
        """The seconds that a seat has left, of its turn or of the whole game."""
        assert self.setting is not None
        left = float(self.setting["seconds"])
        if self.setting["kind"] == "total":
            left -= self.used[seat]
            left = left if left > 0 else GRACE
        elif is_running:
            left -= self.used_in_turn
        if is_running:
            left -= self.thinking()
        return max(0.0, left)

    def state(self, running: int) -> Clock:
        """How much time everybody has left now, where `running` is the seat to decide."""
        left = [self.seconds_left(seat, seat == running) for seat in range(len(self.used))]
        left_now = [round(seconds, 1) for seconds in left]
        return {"left": left_now, "running": running if self.is_started else -1}
