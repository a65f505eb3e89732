"""Where a match begins that goes on from another one, or from a position that somebody set up."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from atlantis_games.core.diagram import read_position
from atlantis_games.core.errors import BadPosition, BadRequest
from atlantis_games.core.position import Position
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.http_models import OriginBody, TableBody


async def beginning_of(
    body: TableBody, position_at: Callable[[str, int], Awaitable[Position]]
) -> Position | None:
    """The position that a table is to begin with; None for the beginning of a game.

    Positions of matches are asked for by table and ply; only those of finished ones are given.
    """
    if body.origin is not None:
        found = await position_at(body.origin.table, body.origin.ply)
        start = as_known(found, body.origin)
    elif body.position:
        start = dealt(position_in(body.position))
    else:
        return None
    if start.is_over:
        raise RequestRefused("over-already")
    if start.game.name != body.game or start.players != len(body.seats):
        raise BadRequest(f"This position is {start.game.name} with {start.players} players.")
    return start


def position_in(text: str, language: str = "en") -> Position:
    """The position that a text describes; what cannot be is refused with its rule."""
    try:
        return read_position(text)
    except BadPosition as error:
        sentence = error.reason.sentence(language if language in LANGUAGES else "en")
        raise RequestRefused("bad-position", reason=error.reason, detail=sentence) from error


def as_known(position: Position, origin: OriginBody) -> Position:
    """A position of a match with what a seat did not know as it was, or dealt again."""
    if origin.hidden == "kept":
        return position
    if origin.seat >= position.players:
        raise BadRequest(f"There is no seat {origin.seat} at a table of {position.players}.")
    return dealt(position.redacted(origin.seat))


def dealt(position: Position) -> Position:
    """A position in which nothing is unknown: at random, what its seat does not know."""
    if position.seen_by is None:
        return position
    return position.resampled(secrets.randbits(48))
