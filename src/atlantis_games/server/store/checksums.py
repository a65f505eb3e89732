"""Checksums of rows, so that a damaged byte on the disk is noticed before it is believed."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from atlantis_games.server.store.rows import EntryRow, LogLengthRow, SnapshotRow, TableRow


def checksum_of(values: Iterable[object]) -> int:
    """The CRC-32 of some values: it notices every damage of up to 32 bits in a row."""
    return crc32("\x1f".join(map(str, values)).encode())


def table_checksum(row: TableRow) -> int:
    """Of what decides a match: game, options, seed and contributions to the dealing."""
    decisive = (row.id, row.game, int(row.rules), row.setup, row.seed, int(row.dealing))
    return checksum_of((*decisive, row.agreed, int(row.imported)))


def entry_checksum(row: EntryRow) -> int:
    """Of an entry of a log."""
    return checksum_of(row)


def log_length_checksum(row: LogLengthRow) -> int:
    """Of how long a log is."""
    return checksum_of(row)


def snapshot_checksum(row: SnapshotRow) -> int:
    """Of a snapshot and of where it belongs."""
    state = row.state if isinstance(row.state, bytes) else b""  # damage may change the type
    return crc32(state, checksum_of((row.table_id, row.ply)))
