"""How nets learn: games that a search plays against itself, fitting, and a match to decide."""
