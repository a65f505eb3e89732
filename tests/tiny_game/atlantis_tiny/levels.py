"""Opponents for people, from the weakest to the strongest: the name of a level and its bot."""

from __future__ import annotations

LEVELS = {"easy": "greedy@1", "hard": "search:200"}
