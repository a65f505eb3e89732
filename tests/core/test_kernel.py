"""Compiled kernels are kept, and not for ever."""

from __future__ import annotations

import os
import time
from pathlib import Path

from atlantis_games.kernels.numba import UNUSED_DAYS, remove_unused


def test_what_nobody_has_used_for_long_is_removed(tmp_path: Path) -> None:
    old = time.time() - (UNUSED_DAYS + 1) * 86_400
    ages = {
        "0" * 16: old,
        "checked-" + "1" * 16: old,
        "2" * 16: time.time(),
        "somebody else's": old,
    }
    for name, used in ages.items():
        ready = tmp_path / name / "Causeway.ready"
        ready.parent.mkdir()
        ready.touch()
        os.utime(ready, (used, used))
    (tmp_path / ("3" * 16)).mkdir()  # just being made
    remove_unused(tmp_path)
    kept = {folder.name for folder in tmp_path.iterdir()}
    assert kept == {"2" * 16, "3" * 16, "somebody else's"}
