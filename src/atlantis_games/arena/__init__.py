"""Tournaments between bots: what is to be played, what came of it, and what it says."""
