"""Jobs for workers: one that dies loses nothing, and the queue is seen in the metrics."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.match import Match
from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.jobs import Jobs
from atlantis_games.server.store import Store
from atlantis_games.server.store.jobs import Job, JobStore
from atlantis_games.server.thoughts import Task, move_task, review_task
from atlantis_games.server.workers import Workers
from support.postgresql import Database, postgresql_server
from support.server_checks import figure
from support.server_fork import ServerFork
from support.server_process import GAME, PATIENCE, ServerProcess, run_apart

AT_ONCE = 0.01  # seconds


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    """A database for all tests here."""
    with postgresql_server() as database:
        yield database


def a_task() -> Task:
    """The task to choose a move at the beginning of a game."""
    return move_task(Dealer("1").deal(game_named(GAME).new(2)).redacted(0), "sprat")


async def opened(database: Database, name: str) -> Store:
    """The store of a process of a cluster."""
    store = Store(database.url, name)
    await store.open()
    return store


async def claimed(jobs: JobStore, seconds: float) -> Job:
    """Takes a job, as soon as one can be taken."""
    while True:
        job = await jobs.claim(seconds)
        if job is not None:
            return job


def test_what_a_dead_worker_had_is_done_by_another_and_counts_once(database: Database) -> None:
    async def scenario() -> None:
        store = await opened(database, "one")
        dead, alive = JobStore(store.engine, "dead"), JobStore(store.engine, "alive")
        await dead.add("a", a_task())
        assert await dead.count() == (1, 0)
        lost = await claimed(dead, AT_ONCE)  # and is killed
        taken = await claimed(alive, PATIENCE)
        assert (taken.id, taken.task) == (lost.id, lost.task)
        assert await alive.count() == (0, 1)
        assert not await dead.go_on(lost, "1 2", PATIENCE)  # it was only slow, and must stop now
        await dead.finish(lost, "too late")
        assert await alive.look("a") == ("", None)
        await alive.finish(taken, "in time")
        await dead.finish(lost, "too late")
        assert await alive.look("a") == ("", "in time")
        assert await alive.count() == (0, 0)
        assert await alive.claim(PATIENCE) is None
        await store.close()

    run_apart(scenario())


def test_many_workers_never_have_the_same_job(database: Database) -> None:
    async def scenario() -> None:
        store = await opened(database, "one")
        names = [f"job {number}" for number in range(20)]
        for name in names:
            await JobStore(store.engine, "one").add(name, a_task())
        workers = [JobStore(store.engine, f"worker {number}") for number in range(8)]

        async def take(jobs: JobStore) -> list[str]:
            found = []
            while (job := await jobs.claim(PATIENCE)) is not None:
                found.append(job.id)
                await jobs.finish(job, "done")
            return found

        taken = await asyncio.gather(*map(take, workers))
        assert sorted(chain.from_iterable(taken)) == sorted(names)
        await store.close()

    run_apart(scenario())


def test_a_worker_that_is_stopped_gives_back_what_it_has(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """Two wait for the same review: it is done once, for both, who see what is found so far."""
    match = Match(game_named(GAME).new(2), dealer=Dealer("1"))
    match.deal()
    while not match.position.is_over:
        match.play(next(iter(match.position.moves)))
        match.deal()

    async def scenario() -> None:
        store = await opened(database, "one")
        first = Workers(JobStore(store.engine, "first"), 1)
        await first.jobs.add("review", review_task("no table", match))
        first.start(AT_ONCE)
        while await first.jobs.count() != (0, 1):
            await asyncio.sleep(AT_ONCE)
        await first.close()
        first.pool.shutdown()  # its thread has stopped, without a word in the log
        assert await first.jobs.count() == (1, 0)
        jobs = Jobs(store, 1)
        jobs.workers.start(AT_ONCE)
        task = review_task("no table", match)
        both = asyncio.gather(*(jobs.result("review", task) for _ in range(2)))
        while (early := await jobs.store.so_far("review")) is None:
            assert not both.done(), "first results are there before all are"
            await asyncio.sleep(AT_ONCE)
        one, other = await both
        assert one == other
        judged = one["made"]["decisions"]
        assert early["decisions"] == judged[: len(early["decisions"])]
        assert await jobs.store.so_far("review") is None
        await jobs.workers.close()
        await store.close()

    run_apart(scenario())
    gc.collect()
    assert "never retrieved" not in caplog.text


def test_a_task_that_cannot_be_done_is_refused_and_not_tried_for_ever(database: Database) -> None:
    async def scenario() -> None:
        store = await opened(database, "one")
        jobs = Jobs(store, 1)
        jobs.workers.start(AT_ONCE)
        with pytest.raises(RequestRefused, match="went wrong"):
            await jobs.result("bad", {"kind": "move", "position": {}})
        assert await jobs.store.count() == (0, 0)
        await jobs.workers.close()
        await store.close()

    run_apart(scenario())


def test_a_bot_waits_for_a_worker_and_the_queue_is_in_the_metrics(
    database: Database, tmp_path: Path
) -> None:
    variables = {"ATLANTIS_DATABASE": database.url}
    settings = {"ATLANTIS_CLUSTER": "yes", "ATLANTIS_WORKERS": "0"}
    server = ServerProcess(tmp_path, **variables, **settings).start()
    ada = server.guest()
    line = ada.sit(ada.open(GAME, "pb"))
    while line.until_ply(1)["moves"]:  # until it is the bot's turn
        ply = line.play()["ply"]
    begin = time.monotonic()
    while figure(server, 'atlantis_jobs{state="waiting"}') < 1:
        assert time.monotonic() - begin < PATIENCE
        time.sleep(0.1)
    with (tmp_path / "worker.log").open("a") as log:
        worker = ServerFork(["worker", "--threads", "1"], {**os.environ, **variables}, log)
    try:
        assert line.until_turn()["ply"] > ply
    finally:
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(PATIENCE) == 0
        worker.stdout.close()
        server.stop()
