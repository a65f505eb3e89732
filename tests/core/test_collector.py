from __future__ import annotations

import gc

import pytest

from atlantis_games.core.collector import loading


def test_nothing_is_collected_while_modules_load_and_they_are_left_alone_later() -> None:
    frozen = gc.get_freeze_count()
    try:
        with loading():
            assert not gc.isenabled()
            kept = [[number] for number in range(1000)]
        assert gc.isenabled()
        assert gc.get_freeze_count() >= frozen + len(kept)
    finally:
        gc.unfreeze()


def test_collecting_goes_on_after_an_import_that_failed() -> None:
    try:
        with pytest.raises(ImportError), loading():
            raise ImportError("there is no such module")
        assert gc.isenabled()
    finally:
        gc.unfreeze()
