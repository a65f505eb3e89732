"""What is asked of a game beyond core/contract.py, until the contract has it."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Any

from atlantis_games.core.contract import Game, Values
from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position


def prompt_of(game: Game, view: dict[str, Any]) -> tuple[str, Values]:
    """The sentence that says what is to be done in a view."""
    views: Any = game.views
    if hasattr(views, "prompt"):
        code, values = views.prompt(view)
        return code, values
    values = {name: view[name] for name in ("owed", "points") if name in view}
    return view["phase"].replace(" ", "-"), values


def explain_clicks(position: Position, clicks: Sequence[str]) -> Reason:
    """Why clicks that belong to no move lead nowhere."""
    explain: Any = position.game.reasons.explain_click
    takes_clicks = len(signature(explain).parameters) > 1
    reason: Reason = explain(position, clicks) if takes_clicks else explain(position)
    return reason
