"""Opponents for people, from one for a first game to the strongest.

Weaker ones go by the first impression of the net and err like people: they prefer a good move but
do not always find it. Stronger ones try moves out. docs/bots.md says how often one beats the next.
"""

from __future__ import annotations

LEVELS = {
    "sprat": "policy@1.05",
    "crab": "policy@0.65",
    "otter": "search:6",
    "dolphin": "search:50",
    "triton": "search:900ms",
}
