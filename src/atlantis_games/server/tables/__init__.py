"""Tables: matches with seats, live in memory and stored move by move."""
