"""A few games on both engines, which notice most mutants at once.

Not collected with the other tests: `test_agreement.py` plays many more of them, compiled.
"""

from __future__ import annotations

import random

import pytest

from games.engines import Engines, both_engines
from games.test_agreement import play_batch

pytestmark = pytest.mark.plain


@both_engines
@pytest.mark.parametrize("number", range(6))
def test_both_engines_agree(engines: Engines, number: int) -> None:
    """Games of two to four players with options varied at random."""
    play_batch(engines, 2 + number % 3, 2, random.Random(number))
