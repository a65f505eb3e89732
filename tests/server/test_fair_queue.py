"""Threads that are shared out: whose turn it is, how many at once, and who is in debt."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from atlantis_games.games import GAMES
from atlantis_games.server.fair_queue import FairQueue, Payer, Share
from atlantis_games.server.limits import Buckets
from atlantis_games.server.tables.bots import payer_of
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.table import Setup, Table, TableSeat
from support.server_process import PATIENCE, run_apart


class Work:
    """Pieces of work that note when they begin, and end when they are told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end: dict[str, threading.Event] = {}

    def named(self, name: str) -> Callable[[], str]:
        """A piece of work."""
        self.may_end[name] = threading.Event()

        def work() -> str:
            self.begun.append(name)
            assert self.may_end[name].wait(PATIENCE)
            return name

        return work

    async def end(self, name: str, tasks: dict[str, asyncio.Task[str]]) -> None:
        """Lets a piece end and waits for that."""
        self.may_end[name].set()
        assert await tasks[name] == name


def with_queue(
    work: Callable[[FairQueue, Work], Coroutine[Any, Any, None]], share: Share, **budgets: Buckets
) -> None:
    async def run() -> None:
        queue, pieces = FairQueue("test", share, **budgets), Work()
        try:
            await work(queue, pieces)
        finally:
            for event in pieces.may_end.values():
                event.set()
            queue.close()

    run_apart(run())


async def ask(queue: FairQueue, work: Work, *names: str) -> dict[str, asyncio.Task[str]]:
    """Asks for work; its name begins with an address and a guest."""
    tasks = {
        name: asyncio.create_task(queue.run(Payer(name[0], name[1]), work.named(name)))
        for name in names
    }
    await asyncio.sleep(0)
    return tasks


def test_addresses_and_their_guests_are_served_in_turn() -> None:
    """A guest with fifty tables waits as long as one with a single table does."""

    async def work(queue: FairQueue, work: Work) -> None:
        tasks = await ask(queue, work, "Zz0")
        names = [*(f"Aa{n}" for n in range(50)), "Ab0", "Ab1", "Bc0", "Bc1", "Cd0"]
        tasks |= await ask(queue, work, *names)
        order = ["Zz0", "Aa0", "Bc0", "Cd0", "Ab0", "Bc1", "Aa1", "Ab1", "Aa2", "Aa3"]
        for name in order:
            await work.end(name, tasks)
        assert work.begun[: len(order)] == order

    with_queue(work, Share(1, 1, 1))


def test_a_thread_is_left_for_others() -> None:
    """However much one address asks for, somebody else's work begins at once."""

    async def work(queue: FairQueue, work: Work) -> None:
        tasks = await ask(queue, work, "Aa0", "Aa1", "Ab0", "Ab1", "Ac0", "Ac1")
        assert queue.of_address == {"A": 2}
        assert queue.of_payer == {Payer("A", "a"): 1, Payer("A", "b"): 1}
        assert queue.count(Payer("A", "a")) == 2
        other = await ask(queue, work, "Bx0")
        await work.end("Bx0", other)
        assert set(work.begun) <= {"Aa0", "Ab0", "Bx0"}
        for name in ("Aa0", "Ab0", "Aa1"):
            await work.end(name, tasks)
        assert queue.of_payer == {Payer("A", "b"): 1, Payer("A", "c"): 1}

    with_queue(work, Share(3, 2, 1))


def test_who_is_in_debt_waits_for_the_others_and_has_one_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And when nobody else waits, goes on: an idle server keeps nobody waiting."""
    monkeypatch.setattr("atlantis_games.server.limits.time.monotonic", lambda: 1.0)

    async def work(queue: FairQueue, work: Work) -> None:
        queue.budgets[1].charge("a", 100.0)
        queue.budgets[0].charge("B", 100.0)
        tasks = await ask(queue, work, "Aa0")
        assert queue.in_debt == 1, "nobody else waits"
        tasks |= await ask(queue, work, "Bx0", "Aa1", "Ay0", "Cz0", "Cz1")
        assert queue.of_address == {"A": 2, "C": 1}
        await work.end("Cz0", tasks)
        await work.end("Cz1", tasks)
        assert "Bx0" not in work.begun, "there is one thread for all debts"
        await work.end("Aa0", tasks)
        await work.end("Bx0", tasks)
        await work.end("Aa1", tasks)

    budgets = {"of_guests": Buckets(0.5, 10.0), "of_all": Buckets(0.5, 20.0)}
    with_queue(work, Share(3, 2, 1), **budgets)


def test_time_is_charged_to_whom_it_was_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when nobody waits for the result any more, or it is an error."""
    clock = iter(range(0, 1000, 7))
    monkeypatch.setattr("atlantis_games.server.limits.time.monotonic", lambda: 1.0)
    monkeypatch.setattr(
        "atlantis_games.server.fair_queue.time.perf_counter", lambda: float(next(clock))
    )

    async def work(queue: FairQueue, work: Work) -> None:
        tasks = await ask(queue, work, "Aa0", "Aa1", "Aa2")
        tasks["Aa1"].cancel()
        await asyncio.sleep(0)
        await work.end("Aa0", tasks)
        await work.end("Aa2", tasks)
        assert "Aa1" not in work.begun
        assert (queue.budgets[0].bucket("A").level, queue.budgets[1].bucket("a").level) == (6, -4)

        def fail() -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await queue.run(Payer("A", "b"), fail)
        assert (queue.budgets[0].bucket("A").level, queue.budgets[1].bucket("b").level) == (-1, 3)

    budgets = {"of_guests": Buckets(0.5, 10.0), "of_all": Buckets(0.5, 20.0)}
    with_queue(work, Share(3, 2, 1), **budgets)


@pytest.mark.parametrize(
    ("seated", "payer"),
    [(["early", "host"], "host"), (["early", "late"], "early"), ([None, None], "host")],
)
def test_bots_think_at_the_cost_of_the_host(seated: list[str | None], payer: str) -> None:
    """Not of who sits in the first seat, as long as the host plays or nobody does."""
    match = MatchLog(GAMES["causeway"].new(2))
    seats = [TableSeat("person" if guest else "bot", guest=guest) for guest in seated]
    table = Table("t" * 12, match, seats, Setup(match.start.options, host="host"))
    table.address = "192.0.2.1"
    assert payer_of(table) == Payer("192.0.2.1", payer)
