"""What processes tell each other about tables, on one channel of PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import orjson

CHANNEL = "atlantis"
MAX_PAYLOAD = 7_500  # bytes; PostgreSQL takes 8,000
TABLE_BYTES = 70  # of a payload, at most
TABLES_AT_ONCE = MAX_PAYLOAD // TABLE_BYTES


def payloads(process: str, tables: Sequence[tuple[str, int, bool]]) -> Iterator[str]:
    """One notification for all tables of a commit, or more if they do not fit into one."""
    for first in range(0, len(tables), TABLES_AT_ONCE):
        news = {"from": process, "tables": tables[first : first + TABLES_AT_ONCE]}
        yield orjson.dumps(news).decode()
