"""Match files that are brought to the server, to be replayed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.fair_dealer import FairDealer, other_start
from atlantis_games.core.match import IMPORTED
from atlantis_games.server.plain_text import one_line
from atlantis_games.server.store import Changes
from atlantis_games.server.store.rows import SnapshotRow
from atlantis_games.server.tables.loading import entry_rows, new_table
from atlantis_games.server.tables.lobby import Lobby, new_table_id, nothing_else
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, Table, TableSeat

MAX_ENTRIES = 10_000
MAX_HEADER = 80  # characters of a header's value
MAX_HEADERS = 2_000  # characters of all headers


async def import_match(
    lobby: Lobby,
    reader: ThreadPoolExecutor,
    text: str,
    guest: str,
    also: Callable[[Table], Changes] = nothing_else,
) -> Session:
    """Stores a match file as a finished table; BadMatch or BadRequest if it cannot be one."""
    if text.count(",") + text.count("\n") > MAX_ENTRIES:
        raise BadRequest(f"A match has at most {MAX_ENTRIES} entries.")
    match = await asyncio.get_running_loop().run_in_executor(reader, read_verified, text)
    headers = dict(match.headers)
    headers.pop(IMPORTED, None)
    if match.dealer is not None:
        headers |= {"match": match.dealer.match, "seed": match.dealer.seed}
    check_lengths(match.seats, headers)
    seats = [TableSeat("person", name) for name in cleaned_names(match)]
    seats[0].guest = guest
    setup = Setup(match.start.options, headers=headers, position=other_start(match.start))
    table = Table(new_table_id(), match, seats, setup, "over", created=time.time())
    table.imported = True
    changes = new_table(table).append_entries(entry_rows(table.id, match))
    # The last position is all that opening it takes.
    last = match.position.states().tobytes()
    changes.save_snapshot(SnapshotRow(table.id, match.ply, last))
    changes.add(also(table))
    return await lobby.add_finished(table, changes)


def cleaned_names(match: MatchLog) -> list[str]:
    """The players' names without what cannot be seen; names that the dealing binds must have none.

    BadRequest if those have: with other names the file would not verify any more.
    """
    names = [one_line(name) or f"Seat {number}" for number, name in enumerate(match.seats, 1)]
    if isinstance(match.dealer, FairDealer) and names != match.seats:
        raise BadRequest("A player's name has characters that cannot be seen.")
    return names


def read_verified(text: str) -> MatchLog:
    """A match from a file; BadMatch if its seed deals something else."""
    match = MatchLog.read(text)
    match.verify()
    return match


def check_lengths(names: list[str], headers: dict[str, str]) -> None:
    """Refuses a match file whose headers are longer than the store accepts."""
    if any(len(value) > MAX_HEADER for value in (*names, *headers.values())):
        raise BadRequest(f"The value of a header has at most {MAX_HEADER} characters.")
    if not all(text.isprintable() for text in (*names, *headers, *headers.values())):
        raise BadRequest("A header has no control characters.")
    if sum(len(name) + len(value) for name, value in headers.items()) > MAX_HEADERS:
        raise BadRequest(f"The headers have at most {MAX_HEADERS} characters together.")
