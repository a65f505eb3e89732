"""The schema: new databases, older ones, and newer ones that are refused."""

from __future__ import annotations

import pytest
import sqlalchemy as sql

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.store import schema

FIRST_ENTRIES = """
    CREATE TABLE entries (table_id VARCHAR(40), ply INTEGER, actor INTEGER, move VARCHAR(40),
    audience INTEGER, spent INTEGER, PRIMARY KEY (table_id, ply))
"""


def test_an_older_schema_is_upgraded_and_a_newer_one_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = sql.create_engine("sqlite://")
    version = schema.SCHEMA_VERSION
    with engine.begin() as connection:
        schema.upgrade(connection)
        schema.upgrade(connection)
    steps = ("ALTER TABLE tables ADD COLUMN mood TEXT", "UPDATE tables SET mood = 'calm'")
    monkeypatch.setattr(schema, "SCHEMA_VERSION", version + 1)
    monkeypatch.setattr(schema, "MIGRATIONS", {**schema.MIGRATIONS, version: steps})
    with engine.begin() as connection:
        schema.upgrade(connection)
        columns = {column["name"] for column in sql.inspect(connection).get_columns("tables")}
    assert "mood" in columns
    monkeypatch.setattr(schema, "SCHEMA_VERSION", version)
    with engine.begin() as connection, pytest.raises(BadRequest, match="newer version"):
        schema.upgrade(connection)


@pytest.mark.parametrize("version", [1, 2])
def test_entries_of_older_schemas_keep_their_moves_and_what_came_of_them(version: int) -> None:
    """Schema 1 did not store outcomes, schema 2 in another column."""
    engine = sql.create_engine("sqlite://")
    with engine.begin() as connection:
        schema.upgrade(connection)
        connection.execute(sql.text("DROP TABLE entries"))
        connection.execute(sql.text(FIRST_ENTRIES))
        connection.execute(sql.text("INSERT INTO entries VALUES ('t', 0, -1, 'draw ring', 0, 0)"))
        if version == 2:
            for statement in schema.MIGRATIONS[1]:
                connection.execute(sql.text(statement))
            connection.execute(sql.text("UPDATE entries SET deed = '{\"lands\": 3}'"))
        stored = {"version": str(version)}
        connection.execute(sql.text("UPDATE facts SET value = :version"), stored)
        schema.upgrade(connection)
        [row] = connection.execute(sql.select(schema.ENTRIES))
    assert (row.move, row.outcome) == ("draw ring", '{"lands": 3}' if version == 2 else "")


def test_every_version_has_its_step() -> None:
    assert set(schema.MIGRATIONS) == set(range(1, schema.SCHEMA_VERSION))
