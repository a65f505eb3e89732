"""Matches judged: what was skill and what was luck."""
