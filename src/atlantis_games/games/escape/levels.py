"""Opponents for people, from one for a first game to the strongest.

Weaker ones go by the first impression of the net and err like people: they prefer a good move but
do not always find it. Stronger ones try moves out. docs/bots.md says how often one beats the next.
"""

from __future__ import annotations

LEVELS = {
    "sprat": "policy@0.7",
    "crab": "search:6",
    "otter": "search:24",
    "dolphin": "search:160",
    "triton": "search:900ms",
}
