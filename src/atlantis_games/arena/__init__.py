"""Tournaments between bots, their results and ratings, and statistics of random games."""
