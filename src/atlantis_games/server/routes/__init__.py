"""HTTP, one file for each concern."""
