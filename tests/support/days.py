"""Tests of what happens once a day."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable
from typing import Any


def in_one_day(test: Callable[..., None]) -> Callable[..., None]:
    """Runs a test again if the day, by UTC, ended in the middle of it; any other failure stands."""

    @functools.wraps(test)
    def run(*args: Any, **fixtures: Any) -> None:
        begun = datetime.datetime.now(datetime.UTC).date()
        try:
            test(*args, **fixtures)
        except Exception:
            if datetime.datetime.now(datetime.UTC).date() == begun:
                raise
            test(*args, **fixtures)

    return run
