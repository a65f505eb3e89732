"""Opponents for people, from one that a child beats to the strongest.

Weaker ones look at fewer moves and make mistakes: they prefer a good move but may miss it. The
temperature of `greedy` is in the units of the evaluation, that of `search` in winning chances.
"""

from __future__ import annotations

LEVELS = {
    "sprat": "greedy:1@9",
    "crab": "greedy:1@2",
    "otter": "greedy:1@0.7",
    "dolphin": "search:120@0.03",
    "triton": "search:900ms",
}
