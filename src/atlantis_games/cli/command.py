"""A command whose help names the installed games, which are looked up only when help is shown."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

INSTALLED_GAMES = "INSTALLED_GAMES"  # stands for them in the help of an argument


class Verb(TyperCommand):
    """One of the commands of `atlantis`."""

    def get_help(self, ctx: Any) -> str:
        """The help, with the names of the installed games."""
        from atlantis_games.games import GAMES

        for param in self.params:
            about: str | None = getattr(param, "help", None)
            if about and INSTALLED_GAMES in about:
                param.help = about.replace(INSTALLED_GAMES, " or ".join(GAMES))  # type: ignore[attr-defined]
        return super().get_help(ctx)
