"""Analysis of matches: what was skill and what was luck."""
