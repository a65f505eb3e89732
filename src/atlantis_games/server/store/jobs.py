"""Jobs in the database: any free worker takes one, and one whose worker died is taken again.

The database's own clock decides about deadlines, for machines' clocks differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from atlantis_games.server.store.changes import NOTIFY, UPDATE_TABLE
from atlantis_games.server.store.failures import refused_when_away
from atlantis_games.server.store.news import CHANNEL

KEEP_SECONDS = 600.0  # that the result of a job can be asked for
ABANDON_SECONDS = 86_400.0  # after which nobody waits for one any more
NOW = "extract(epoch FROM clock_timestamp())"
ADD = sql.text(
    f"INSERT INTO jobs (id, task, created) VALUES (:id, :task, {NOW}) ON CONFLICT (id) DO NOTHING"
)
CLAIM = sql.text(
    f"UPDATE jobs SET worker = :worker, deadline = {NOW} + :seconds WHERE id = ("
    f"SELECT id FROM jobs WHERE result IS NULL AND deadline < {NOW} "
    "ORDER BY created LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, task"
)
GO_ON = sql.text(
    f"UPDATE jobs SET progress = :progress, so_far = :so_far, deadline = {NOW} + :seconds "
    "WHERE id = :id AND worker = :worker AND result IS NULL"
)
FINISH = sql.text(
    "UPDATE jobs SET result = :result, so_far = NULL "
    "WHERE id = :id AND worker = :worker AND result IS NULL"
)
GIVE_BACK = sql.text(
    "UPDATE jobs SET deadline = 0 WHERE id = :id AND worker = :worker AND result IS NULL"
)
LOOK = sql.text("SELECT progress, result FROM jobs WHERE id = :id")
SO_FAR = sql.text("SELECT so_far FROM jobs WHERE id = :id")
COUNT = sql.text(
    f"SELECT count(*) FILTER (WHERE deadline < {NOW}), count(*) FILTER (WHERE deadline >= {NOW}) "
    "FROM jobs WHERE result IS NULL"
)
FORGET = sql.text(
    f"DELETE FROM jobs WHERE (result IS NOT NULL AND created < {NOW} - {KEEP_SECONDS}) "
    f"OR created < {NOW} - {ABANDON_SECONDS}"
)


@dataclass(frozen=True)
class Job:
    """A job that a worker has taken."""

    id: str
    task: dict[str, Any]


class JobStore:
    """Adds, hands out and closes jobs."""

    def __init__(self, engine: AsyncEngine, worker: str) -> None:
        self.engine = engine
        self.worker = worker

    async def add(self, job_id: str, task: dict[str, Any]) -> None:
        """Adds a job, unless it is there already, and wakes workers."""
        parameters = {"id": job_id, "task": orjson.dumps(task).decode()}
        with refused_when_away():
            async with self.engine.begin() as connection:
                await connection.execute(ADD, parameters)
                await connection.execute(NOTIFY, self.news({"kind": "job"}))

    async def claim(self, seconds: float) -> Job | None:
        """Takes the oldest job that nobody works on; others may take it after so many seconds."""
        async with self.engine.begin() as connection:
            parameters = {"worker": self.worker, "seconds": seconds}
            row = (await connection.execute(CLAIM, parameters)).one_or_none()
        return None if row is None else Job(row.id, orjson.loads(row.task))

    async def go_on(
        self, job: Job, progress: str, seconds: float, so_far: dict[str, Any] | None = None
    ) -> bool:
        """Notes how far a job is, and what it found; False if it is another worker's now."""
        parameters = {"id": job.id, "worker": self.worker, "seconds": seconds}
        found = None if so_far is None else orjson.dumps(so_far).decode()
        async with self.engine.begin() as connection:
            done = await connection.execute(
                GO_ON, {**parameters, "progress": progress, "so_far": found}
            )
        return done.rowcount == 1

    async def so_far(self, job_id: str) -> Any:
        """What a job that is being done has found, or None."""
        with refused_when_away():
            async with self.engine.connect() as connection:
                found = (await connection.execute(SO_FAR, {"id": job_id})).scalar_one_or_none()
        return None if found is None else orjson.loads(found)

    async def finish(self, job: Job, result: Any) -> None:
        """Keeps the result of a job, that of a review with its table, and tells who waits."""
        text = orjson.dumps(result).decode()
        async with self.engine.begin() as connection:
            parameters = {"id": job.id, "worker": self.worker, "result": text}
            is_first = (await connection.execute(FINISH, parameters)).rowcount == 1
            if is_first and job.task["kind"] == "review":
                made = orjson.dumps(result["made"]).decode()
                await connection.execute(
                    UPDATE_TABLE, {"at_table": job.task["table"], "review": made}
                )
            await connection.execute(NOTIFY, self.news({"kind": "done", "job": job.id}))

    async def give_back(self, job: Job) -> None:
        """Lets another worker have a job at once."""
        async with self.engine.begin() as connection:
            await connection.execute(GIVE_BACK, {"id": job.id, "worker": self.worker})
            await connection.execute(NOTIFY, self.news({"kind": "job"}))

    async def look(self, job_id: str) -> tuple[str, Any] | None:
        """How far a job is, and its result or None; None if there is no such job."""
        with refused_when_away():
            async with self.engine.connect() as connection:
                row = (await connection.execute(LOOK, {"id": job_id})).one_or_none()
        if row is None:
            return None
        return row.progress, None if row.result is None else orjson.loads(row.result)

    async def count(self) -> tuple[int, int]:
        """How many jobs wait, and how many are being worked on."""
        async with self.engine.begin() as connection:
            await connection.execute(FORGET)
            waiting, running = (await connection.execute(COUNT)).one()
        return waiting, running

    def news(self, note: dict[str, Any]) -> dict[str, str]:
        """The parameters of a notification."""
        news = {"from": f"{self.worker} jobs", "notes": [note]}
        return {"channel": CHANNEL, "payload": orjson.dumps(news).decode()}
