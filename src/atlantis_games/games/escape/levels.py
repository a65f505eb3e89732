"""Opponents for people, from one that a child beats to the strongest.

Weaker ones think less and err like people: they prefer a good move but do not always find it. The
temperature of `greedy` is in the units of the evaluation, that of `search` in winning chances.
"""

from __future__ import annotations

LEVELS = {
    "sprat": "greedy:1@0.25",
    "crab": "greedy:1@0.05",
    "otter": "greedy:1@0.03",
    "dolphin": "search:200@0.02",
    "triton": "search:900ms",
}
