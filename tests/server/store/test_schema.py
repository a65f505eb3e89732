"""The schema: new databases, older ones, and newer ones that are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import sqlalchemy as sql

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.store import schema

OLD = Path(__file__).parent.parent.parent / "fixtures" / "version-0.1" / "server" / "atlantis.db"
# Schema 1 as the commit before version 0.1 made it: schema 2 without the column `deed`.
TO_SCHEMA_1 = ("ALTER TABLE entries DROP COLUMN deed", "UPDATE facts SET value = '1'")


def old_database(folder: Path, version: int) -> sql.Engine:
    """A copy of the database that version 0.1 wrote, with all that people did in it."""
    file = Path(shutil.copy(OLD, folder / "atlantis.db"))
    engine = sql.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        for statement in TO_SCHEMA_1 if version == 1 else ():
            connection.execute(sql.text(statement))
    return engine


def columns(connection: sql.Connection) -> dict[str, list[str]]:
    """The names of the columns of every table, in an order of their own."""
    found = sql.inspect(connection)
    return {
        table: sorted(column["name"] for column in found.get_columns(table))
        for table in found.get_table_names()
    }


def test_a_newer_schema_is_reached_by_its_steps_and_refused_by_an_older_version(
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
        assert "mood" in columns(connection)["tables"]
    monkeypatch.setattr(schema, "SCHEMA_VERSION", version)
    with engine.begin() as connection, pytest.raises(BadRequest, match="newer version"):
        schema.upgrade(connection)


@pytest.mark.parametrize("version", [1, 2])
def test_a_real_old_database_gets_the_columns_of_a_new_one_and_keeps_its_rows(
    tmp_path: Path, version: int
) -> None:
    """Schema 1 did not store outcomes, schema 2 in another column."""
    engine, fresh = old_database(tmp_path, version), sql.create_engine("sqlite://")
    with fresh.begin() as connection:
        schema.upgrade(connection)
        newest = columns(connection)
    with engine.begin() as connection:
        before = connection.execute(
            sql.text("SELECT table_id, ply, actor, move, audience, spent FROM entries")
        ).fetchall()
        schema.upgrade(connection)
        assert columns(connection) == newest
        rows = connection.execute(sql.select(schema.ENTRIES)).fetchall()
        tables = connection.execute(sql.select(schema.TABLES)).fetchall()
        imported = [row.id for row in tables if row.imported]
    assert [row[:6] for row in rows] == before
    assert any(row.outcome for row in rows) == (version == 2)
    assert {row.checksum for row in rows} == {None}
    assert {(row.dealing, row.agreed) for row in tables} == {(1, "")}
    assert len(imported) == 1, "the match that Ada sent as a file"


def test_every_version_has_its_step() -> None:
    assert set(schema.MIGRATIONS) == set(range(1, schema.SCHEMA_VERSION))
