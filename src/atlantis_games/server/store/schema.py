"""The tables of the database, and the steps from older versions of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sql

from atlantis_games.core.errors import BadRequest

META = sql.MetaData()
FACTS = sql.Table(
    "facts",
    META,
    sql.Column("name", sql.String(40), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
TABLES = sql.Table(
    "tables",
    META,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("game", sql.String(20), nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("setup", sql.Text, nullable=False),
    sql.Column("seed", sql.String(80), nullable=False),
    sql.Column("state", sql.String(10), nullable=False, index=True),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("touched", sql.Float, nullable=False, index=True),
    sql.Column("rematch", sql.String(40)),
    sql.Column("review", sql.Text),  # JSON: the analysis, once it is made
    sql.Column("dealing", sql.Integer, nullable=False, server_default="1"),
    sql.Column("agreed", sql.Text, nullable=False, server_default=""),
    sql.Column("imported", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("winners", sql.String(20), nullable=False, server_default=""),
    sql.Column("notes", sql.Text, nullable=False, server_default=""),
    sql.Column("marked", sql.Float),  # when a sweep marked it for removal
    sql.Column("checksum", sql.BigInteger),  # NULL in rows of older versions
    sql.Column("revision", sql.Integer, nullable=False, server_default="0"),
)
IS_REMOVABLE = sql.or_(TABLES.c.state != "over", TABLES.c.imported)  # when it is old
SEATS = sql.Table(
    "seats",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(10), nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("level", sql.String(20), nullable=False),
    sql.Column("guest", sql.String(64), index=True),
    sql.Column("away", sql.Boolean, nullable=False),
    sql.Column("promise", sql.String(64), nullable=False, server_default=""),
    sql.Column("nonce", sql.String(64), nullable=False, server_default=""),
)
ENTRIES = sql.Table(
    "entries",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True),
    sql.Column("actor", sql.Integer, nullable=False),
    sql.Column("move", sql.String(40), nullable=False),
    sql.Column("audience", sql.Integer, nullable=False),
    sql.Column("spent", sql.Integer, nullable=False),
    sql.Column("outcome", sql.Text, nullable=False, server_default=""),
    sql.Column("checksum", sql.BigInteger),
    sqlite_with_rowid=False,
)
LOG_LENGTHS = sql.Table(  # apart from the log, so that one damaged page cannot hide its end
    "log_lengths",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("entries", sql.Integer, nullable=False),
    sql.Column("checksum", sql.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
SNAPSHOTS = sql.Table(
    "snapshots",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("state", sql.LargeBinary, nullable=False),
    sql.Column("checksum", sql.BigInteger),
)
CHAT = sql.Table(
    "chat",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)

OWNERS = sql.Table(
    "owners",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("guest", sql.String(64), nullable=False, index=True),
    sql.Column("network", sql.String(64), nullable=False, index=True),
    sql.Column("is_import", sql.Boolean, nullable=False),
    sql.Column("size", sql.Integer, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
)

NAMES = sql.Table(  # of guests, where several processes must know them
    "names",
    META,
    sql.Column("guest", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("given", sql.Float, nullable=False),
)
CONSENTS = sql.Table(  # guests whose finished games may be given away without their names
    "consents",
    META,
    sql.Column("guest", sql.String(64), primary_key=True),
    sql.Column("given", sql.Float, nullable=False),
)
JOBS = sql.Table(
    "jobs",
    META,
    sql.Column("id", sql.String(80), primary_key=True),
    sql.Column("task", sql.Text, nullable=False),  # JSON
    sql.Column("created", sql.Float, nullable=False, index=True),
    sql.Column("worker", sql.String(40), nullable=False, server_default=""),
    sql.Column("deadline", sql.Float, nullable=False, server_default="0"),
    sql.Column("progress", sql.String(40), nullable=False, server_default=""),
    sql.Column("result", sql.Text),  # JSON, once it is done
    sql.Column("so_far", sql.Text),  # JSON: what is found before that
)

# The steps from each version of the schema to the next. A new database gets the newest version.
MIGRATIONS: Mapping[int, Sequence[str]] = {
    1: ("ALTER TABLE entries ADD COLUMN deed TEXT NOT NULL DEFAULT ''",),
    2: ("ALTER TABLE entries RENAME COLUMN deed TO outcome",),
    3: (
        "ALTER TABLE tables ADD COLUMN dealing INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE tables ADD COLUMN agreed TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN imported BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE tables ADD COLUMN marked FLOAT",
        "ALTER TABLE tables ADD COLUMN checksum BIGINT",
        "ALTER TABLE seats ADD COLUMN promise VARCHAR(64) NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN nonce VARCHAR(64) NOT NULL DEFAULT ''",
        "ALTER TABLE entries ADD COLUMN checksum BIGINT",
        "ALTER TABLE snapshots ADD COLUMN checksum BIGINT",
        # A person without a token sits at tables only that were brought as a file.
        "UPDATE tables SET imported = TRUE WHERE id IN "
        "(SELECT table_id FROM seats WHERE kind = 'person' AND guest IS NULL)",
    ),
    4: (
        "CREATE TABLE owners (table_id VARCHAR(40) NOT NULL PRIMARY KEY, "
        "guest VARCHAR(64) NOT NULL, network VARCHAR(64) NOT NULL, "
        "is_import BOOLEAN NOT NULL, size INTEGER NOT NULL, created FLOAT NOT NULL)",
        "CREATE INDEX ix_owners_guest ON owners (guest)",
        "CREATE INDEX ix_owners_network ON owners (network)",
    ),
    5: ("ALTER TABLE tables ADD COLUMN winners VARCHAR(20) NOT NULL DEFAULT ''",),
    6: ("ALTER TABLE tables ADD COLUMN notes TEXT NOT NULL DEFAULT ''",),
    7: (
        "CREATE TABLE log_lengths (table_id VARCHAR(40) NOT NULL PRIMARY KEY, "
        "entries INTEGER NOT NULL, checksum BIGINT NOT NULL)",
    ),
    8: (
        "ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
        "CREATE TABLE names (guest VARCHAR(64) NOT NULL PRIMARY KEY, "
        "name VARCHAR(80) NOT NULL, given FLOAT NOT NULL)",
        "CREATE TABLE jobs (id VARCHAR(80) NOT NULL PRIMARY KEY, task TEXT NOT NULL, "
        "created FLOAT NOT NULL, worker VARCHAR(40) NOT NULL DEFAULT '', "
        "deadline FLOAT NOT NULL DEFAULT 0, progress VARCHAR(40) NOT NULL DEFAULT '', "
        "result TEXT)",
        "CREATE INDEX ix_jobs_created ON jobs (created)",
    ),
    9: ("CREATE TABLE consents (guest VARCHAR(64) NOT NULL PRIMARY KEY, given FLOAT NOT NULL)",),
    10: ("ALTER TABLE jobs ADD COLUMN so_far TEXT",),
}
SCHEMA_VERSION = 11


def upgrade(connection: sql.Connection) -> None:
    """Creates the tables in an empty database, or brings an older database to this version."""
    if not sql.inspect(connection).has_table("facts"):
        META.create_all(connection)
        connection.execute(sql.insert(FACTS), {"name": "schema", "value": str(SCHEMA_VERSION)})
        return
    stored = sql.select(FACTS.c.value).where(FACTS.c.name == "schema")
    found = connection.execute(stored).scalar_one_or_none()
    if not str(found).isdecimal() or int(str(found)) < 1:
        raise BadRequest("The database is damaged: it does not say which schema it has.")
    version = int(str(found))
    if version > SCHEMA_VERSION:
        raise BadRequest(
            "The database is of a newer version of Atlantis "
            f"(schema {version}, not {SCHEMA_VERSION})."
        )
    for step in range(version, SCHEMA_VERSION):
        for statement in MIGRATIONS[step]:
            connection.execute(sql.text(statement))
    newest = sql.update(FACTS).where(FACTS.c.name == "schema").values(value=str(SCHEMA_VERSION))
    connection.execute(newest)
