"""What is said when the database cannot be used: a code and a sentence."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.errors import RequestRefused

TRY_AGAIN_LATER = 1013  # the code with which a socket closes
FULL = ("disk is full", "No space left", "could not extend file")  # SQLite, Linux, PostgreSQL
# SQLite's own words about a damaged schema need not be UTF-8.
FAILURES = (sql.exc.SQLAlchemyError, OSError, UnicodeDecodeError)


def is_full(error: BaseException) -> bool:
    """Whether an error means that the disk has no more room."""
    cause = getattr(error, "orig", error)
    is_full_by_number = getattr(cause, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
    return is_full_by_number or any(words in str(cause) for words in FULL)


def unavailable(error: BaseException) -> RequestRefused:
    """Why nothing can be read or stored now."""
    if is_full(error):
        return RequestRefused("disk-full", 503, close=TRY_AGAIN_LATER)
    return RequestRefused("database-away", 503, close=TRY_AGAIN_LATER)


@contextmanager
def refused_when_away() -> Iterator[None]:
    """Turns failures of the database into refusals; a row that is there already is not one."""
    try:
        yield
    except sql.exc.IntegrityError:
        raise
    except FAILURES as error:
        raise unavailable(error) from error


async def roll_back(connection: AsyncConnection) -> None:
    """Ends what a commit that failed has left open in SQLite, so that nothing is written twice."""
    with suppress(Exception):  # a connection that is gone has nothing open
        raw = await connection.get_raw_connection()
        if connection.dialect.name == "sqlite" and raw.driver_connection is not None:
            await raw.driver_connection.rollback()


def first_line(error: Exception) -> str:
    """What went wrong, without the statement and its values."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


class FileWatch:
    """Notices when the file of a database is moved or replaced while it is open.

    What is written to a file without a name is lost when the server stops.
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file  # None: a database on another machine
        self.known = self.identity()

    def identity(self) -> tuple[int, int] | None:
        """Which file it is; None if there is none."""
        try:
            found = self.file.stat() if self.file is not None else None
        except OSError:
            return None
        return None if found is None else (found.st_dev, found.st_ino)

    def check(self) -> None:
        """Refuses to go on with another file than the one that was opened."""
        if self.identity() != self.known:
            raise RequestRefused("database-replaced", 503, close=TRY_AGAIN_LATER)
