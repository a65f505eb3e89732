"""Runs the command `atlantis` as `python -m atlantis_games`."""

from atlantis_games.cli.main import main

main()
