"""Where a match begins that goes on from another one, or from a position that somebody set up."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from atlantis_games.core.diagram import read_position
from atlantis_games.core.errors import BadPosition, BadRequest
from atlantis_games.core.position import Position
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.http_models import OriginBody, TableBody

# Who opens the table has chosen what others are dealt, and may know their hands.
ONLY_BY_LINK = "A match that begins in a position is neither listed nor rated: pass its link on."
MAX_DEALS = 5  # attempts to deal hands with which the game can go on


async def beginning_of(
    body: TableBody,
    position_at: Callable[[str, int], Awaitable[Position]],
    thread: ThreadPoolExecutor,
) -> Position | None:
    """The position that a table is to begin with; None for the beginning of a game.

    Positions of matches are asked for by table and ply; only those of finished ones are given.
    What is stored is the text: every position is read from it, as it will be when it is loaded.
    """
    if body.origin is None and not body.position:
        return None
    if body.public or body.rated:
        raise BadRequest(ONLY_BY_LINK)
    loop = asyncio.get_running_loop()
    if body.origin is not None:
        found = await position_at(body.origin.table, body.origin.ply)
        start = await loop.run_in_executor(thread, as_known, found, body.origin)
    else:
        start = await loop.run_in_executor(thread, set_up, body.position)
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


def set_up(text: str) -> Position:
    """The position that somebody set up, with nothing unknown in it."""
    return dealt(position_in(text))


def as_known(position: Position, origin: OriginBody) -> Position:
    """A position of a match with what a seat did not know as it was, or dealt again."""
    if origin.hidden == "kept":
        return position_in(position.text)
    if origin.seat >= position.players:
        raise BadRequest(f"There is no seat {origin.seat} at a table of {position.players}.")
    return dealt(position.redacted(origin.seat))


def dealt(position: Position) -> Position:
    """A position in which nothing is unknown: at random, what its seat does not know.

    With some hands the game could not go on, such as with a bill that nobody could pay: it is dealt
    again. Nobody can try all seeds to learn what others were dealt.
    """
    if position.seen_by is None:
        return position
    for _ in range(MAX_DEALS - 1):
        with suppress(BadPosition):
            return read_position(position.resampled(secrets.randbits(128)).text)
    return position_in(position.resampled(secrets.randbits(128)).text)
