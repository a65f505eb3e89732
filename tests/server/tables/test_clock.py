"""Clocks: for the whole game, for each turn, and none."""

from __future__ import annotations

from atlantis_games.server.messages import ClockSetting
from atlantis_games.server.tables.clock import GRACE, GameClock


class Time:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """The time now."""
        return self.now


TOTAL: ClockSetting = {"kind": "total", "seconds": 60}
TURN: ClockSetting = {"kind": "move", "seconds": 60}


def test_nothing_runs_before_the_first_move() -> None:
    time = Time()
    clock = GameClock(TOTAL, 2, time)
    time.now += 500
    assert clock.state(0) == {"left": [60.0, 60.0], "running": -1}
    clock.charge(0, clock.thinking())
    clock.start()
    clock.next_event(is_new_turn=True)
    time.now += 5
    assert clock.state(1) == {"left": [60.0, 55.0], "running": 1}


def started(setting: ClockSetting | None, time: Time) -> GameClock:
    """A clock of two seats after the first move."""
    clock = GameClock(setting, 2, time)
    clock.start()
    return clock


def test_the_time_of_the_whole_game_adds_up() -> None:
    time = Time()
    clock = started(TOTAL, time)
    time.now += 20
    assert clock.state(0) == {"left": [40.0, 60.0], "running": 0}
    clock.charge(0, clock.thinking())
    clock.next_event(is_new_turn=True)
    time.now += 5
    assert clock.state(1) == {"left": [40.0, 55.0], "running": 1}
    assert clock.state(-1)["left"] == [40.0, 60.0], "a clock runs while nobody is to decide"


def test_when_the_time_of_the_game_is_used_up_every_turn_has_some_grace() -> None:
    time = Time()
    clock = started(TOTAL, time)
    clock.charge(0, 61)
    assert clock.seconds_left(0, is_running=True) == GRACE
    time.now += GRACE + 1
    assert clock.seconds_left(0, is_running=True) == 0


def test_the_time_of_a_turn_goes_on_until_the_turn_passes() -> None:
    time = Time()
    clock = started(TURN, time)
    time.now += 25
    clock.charge(0, clock.thinking())
    clock.next_event(is_new_turn=False)  # the same seat goes on
    time.now += 5
    assert clock.state(0)["left"] == [30.0, 60.0]
    clock.charge(0, clock.thinking())
    clock.next_event(is_new_turn=True)
    assert clock.state(1)["left"] == [60.0, 60.0]


def test_without_a_setting_time_is_counted_but_does_not_run_out() -> None:
    time = Time()
    clock = started(None, time)
    time.now += 7
    clock.charge(1, clock.thinking())
    assert clock.used == [0.0, 7.0]
