"""Study: what an engine thinks of a position, and positions to learn from."""
