"""Opening a table as somebody asks for it, and the same table again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from atlantis_games.core.contract import Game
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.http_models import SeatBody, TableBody, clock_setting
from atlantis_games.server.store import Changes, Conflict
from atlantis_games.server.tables.bots import level_for
from atlantis_games.server.tables.lobby import Lobby, nothing_else
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.storing import retried
from atlantis_games.server.tables.table import Setup, Table, TableSeat


class Opener(NamedTuple):
    """Who opens a table."""

    guest: str
    name: str
    address: str


async def open_table(
    lobby: Lobby,
    body: TableBody,
    opener: Opener,
    also: Callable[[Table], Changes] = nothing_else,
    beginning: Position | None = None,
) -> Session:
    """Opens a table for somebody; it begins at once if no seat is open.

    The match begins with another position than a game does if one is given.
    """
    game = game_named(body.game)
    start = beginning or game.new(len(body.seats), **body.options)
    guest, name, address = opener
    seats = [seat_for(seat, game, guest, name, body.promise) for seat in body.seats]
    seats = with_one_promise(seats)
    clock = clock_setting(body.clock)
    hints = allows_hints(body.hints, seats)
    setup = Setup(
        start.options,
        clock,
        hints,
        body.rated,
        body.pace,
        host=guest,
        private=body.private,
        position=beginning.text if beginning else "",
        origin=f"{body.origin.table} {body.origin.ply}" if body.origin else "",
    )
    session = await lobby.add(start, seats, setup, body.public, also)
    session.table.address = address
    await session.begin()
    return session


def allows_hints(wanted: bool | None, seats: list[TableSeat]) -> bool:
    """Whether there are hints: as wanted, else only where one person plays alone."""
    return sum(seat.kind != "bot" for seat in seats) <= 1 if wanted is None else wanted


def seat_for(body: SeatBody, game: Game, guest: str, name: str, promise: str = "") -> TableSeat:
    """A seat as it was asked for."""
    if body.kind == "bot":
        level = level_for(game, body.level)
        return TableSeat("bot", level.capitalize(), level)
    if body.kind == "person":
        return TableSeat("person", body.name or name, guest=guest, promise=promise)
    return TableSeat("open")


def with_one_promise(seats: list[TableSeat]) -> list[TableSeat]:
    """Seats where a device with several of them promises once, with the first."""
    seen: set[str | None] = set()
    for seat in seats:
        if seat.guest in seen:
            seat.promise = ""
        seen.add(seat.guest)
    return seats


@retried
async def rematch(
    lobby: Lobby,
    session: Session,
    guest: str,
    also: Callable[[Table], Changes] = nothing_else,
) -> Session:
    """The same people again, everybody one seat on; the same table for all who ask."""
    table = session.table
    if table.state != "over":
        raise RequestRefused("not-over", 409)
    if any(seat.kind == "person" and not seat.guest for seat in table.seats):
        raise RequestRefused("no-rematch", 409)  # imported: some of its players are not here
    if not table.seats_of(guest):
        raise RequestRefused("not-a-player", 403)
    async with session.lock:
        if table.rematch is None:
            table.rematch = await open_rematch(lobby, session, also)
    session.announce()
    following = await lobby.session(table.rematch)
    await following.begin()
    return following


def series_after(session: Session) -> dict[str, Any]:
    """How many games were played and won with this one, for the seats of the next table."""
    table = session.table
    winners = table.position.winners
    wins = table.setup.wins or [0.0] * len(table.seats)
    won = [count + (seat in winners) / len(winners) for seat, count in enumerate(wins)]
    return {"games": table.setup.games + 1, "wins": won[1:] + won[:1]}


async def open_rematch(lobby: Lobby, session: Session, also: Callable[[Table], Changes]) -> str:
    """Opens the table that follows, in one transaction with the link to it; its id."""
    table = session.table

    def linked(following: Table) -> Changes:
        changes = also(following)
        return changes.link_rematch(table.id, following.id).expect(table.id, table.revision)

    seats = [next_seat(seat, table.next_promises) for seat in table.seats]
    setup = replace(
        table.setup,
        headers={},
        removed=[],
        position="",
        origin="",
        daily="",
        **series_after(session),
    )
    start = table.game.new(len(seats), **setup.options)
    try:
        following = await lobby.add(
            start,
            with_one_promise(seats[1:] + seats[:1]),
            setup,
            table.public,
            linked,
        )
    except Conflict:
        await session.reload(session)
        raise
    table.revision += 1
    following.table.address = table.address
    return following.table.id


def next_seat(seat: TableSeat, promises: dict[str, str]) -> TableSeat:
    """The same person or bot at the next table, with what their device has promised for it."""
    promise = promises.get(seat.guest or "", "")
    return TableSeat(seat.kind, seat.name, seat.level, seat.guest, promise=promise)
