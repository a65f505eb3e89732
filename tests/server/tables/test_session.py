"""One live match: moves, payments, undo, and what happens when the store fails."""

from __future__ import annotations

import random

import pytest

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.tables.session import MAX_UNDOS, SNAPSHOT_EVERY, Session
from atlantis_games.server.tables.table import Setup
from support.server_process import run_apart
from support.sessions import FakeStore, FakeWatcher, new_session, people


async def begun(game: str = "escape", setup: Setup | None = None) -> tuple[Session, FakeStore]:
    session, store = new_session(game, people("ada", "ben"), setup)
    await session.begin()
    return session, store


async def refusal(work: object) -> RequestRefused:
    with pytest.raises(RequestRefused) as caught:
        await work  # type: ignore[misc]
    return caught.value


def test_what_is_played_is_stored_shown_and_announced() -> None:
    async def work() -> None:
        session, store = await begun()
        watcher = FakeWatcher()
        session.add_watcher(watcher)
        table = session.table
        ply, seat = table.ply, table.position.actor
        move = next(iter(table.position.moves))
        await session.play(seat, ply, move)
        assert (table.match.log[ply], table.ply) == ((seat, move), table.match.ply)
        assert [row.ply for row in store.together.entries] == list(range(table.ply))
        assert store.together.touches["table"]["state"] == "playing"
        assert watcher.notices == 1

    run_apart(work())


def test_a_session_that_waits_does_not_deal() -> None:
    async def work() -> None:
        session, store = new_session("escape", people("ada", "ben"))
        session.table.seats[1].kind = "open"
        await session.begin()
        assert (session.table.state, store.written) == ("waiting", [])
        assert (await refusal(session.play(0, 0, "stop"))).code == "not-playing"

    run_apart(work())


def test_refusals_change_nothing() -> None:
    async def work() -> None:
        session, store = await begun()
        table = session.table
        ply, actor = table.ply, table.position.actor
        move, written = next(iter(table.position.moves)), len(store.written)
        illegal = await refusal(session.play(actor, ply, "stop"))
        assert illegal.code == "illegal-move"
        assert illegal.reason is not None
        assert (await refusal(session.play(1 - actor, ply, move))).code == "not-your-turn"
        assert (await refusal(session.play(actor, ply + 1, move))).code == "stale"
        assert (await refusal(session.play(actor, ply - 1, move))).code == "stale"
        assert (await refusal(session.play(actor, ply, "undo"))).code == "illegal-move"
        assert (await refusal(session.pay(actor, ply))).code == "no-payment"
        assert (await refusal(session.undo(actor, ply))).code == "no-undo"
        assert (table.ply, len(store.written), session.is_broken) == (ply, written, False)

    run_apart(work())


def test_a_move_that_arrives_again_is_not_played_again() -> None:
    async def work() -> None:
        session, store = await begun()
        table = session.table
        ply, actor = table.ply, table.position.actor
        move = next(iter(table.position.moves))
        await session.play(actor, ply, move)
        after, written = table.ply, len(store.written)
        await session.play(actor, ply, move)
        assert (table.ply, len(store.written)) == (after, written)

    run_apart(work())


def test_a_bill_is_paid_in_one_go_and_only_once() -> None:
    """Causeway §5.4: a request that arrives again finds the bill paid."""

    async def work() -> None:
        chooser = random.Random(3)
        session, _ = await begun("causeway")
        table = session.table
        while table.match.game.outcomes.payment(table.position) is None:
            moves = list(table.position.moves)
            await session.play(table.position.actor, table.ply, chooser.choice(moves))
        seat, ply = table.position.actor, table.ply
        await session.pay(seat, ply)
        assert table.match.game.outcomes.payment(table.position.redacted(seat)) is None
        after = table.ply
        await session.pay(seat, ply)
        assert table.ply == after

    run_apart(work())


def test_undo_is_limited_and_not_for_rated_tables() -> None:
    async def work() -> None:
        session, _ = await begun()
        table = session.table
        while len(table.position.moves) < 2 or "stop" not in table.position.moves:
            await session.play(table.position.actor, table.ply, next(iter(table.position.moves)))
        actor = table.position.actor
        move = next(move for move in table.position.moves if move != "stop")
        for _ in range(MAX_UNDOS):
            await session.play(actor, table.ply, move)
            await session.undo(actor, table.ply)
        await session.play(actor, table.ply, move)
        assert (await refusal(session.undo(actor, table.ply))).code == "too-many-undos"
        table.setup.rated = True
        assert (await refusal(session.undo(actor, table.ply))).code == "no-undo-rated"

    run_apart(work())


def test_when_the_store_fails_nothing_new_is_shown_and_the_session_is_given_up() -> None:
    async def work() -> None:
        session, store = await begun()
        watcher = FakeWatcher()
        session.add_watcher(watcher)
        table = session.table
        before, ply = table.position, table.ply
        store.fails = True
        with pytest.raises(OSError, match="no space left"):
            await session.play(before.actor, ply, next(iter(before.moves)))
        assert (table.position, table.ply, session.is_broken) == (before, ply, True)
        assert watcher.notices == 1
        gone = await refusal(session.play(before.actor, ply, next(iter(before.moves))))
        assert (gone.code, gone.close) == ("going-away", 1012)

    run_apart(work())


def test_a_snapshot_is_kept_now_and_then() -> None:
    async def work() -> None:
        session, store = await begun("causeway")
        chooser, table = random.Random(1), session.table
        while table.ply < 3 * SNAPSHOT_EVERY:
            moves = list(table.position.moves)
            await session.play(table.position.actor, table.ply, chooser.choice(moves))
        snapshot = store.together.snapshots["table"]
        assert snapshot.ply == session.snapshot_ply > SNAPSHOT_EVERY
        assert len(snapshot.state) == table.game.record.itemsize

    run_apart(work())


def test_the_positions_before_a_symbol_and_a_spin_are_shown_on_their_own() -> None:
    async def work() -> None:
        session, _ = await begun()
        table, chooser = session.table, random.Random(3)
        while True:
            ply, seat = table.ply, table.position.actor
            await session.play(seat, ply, chooser.choice(list(table.position.moves)))
            codes = [table.match.log[n][1].partition(" ")[0] for n in range(ply, table.ply)]
            expected = [ply + n for n, code in enumerate(codes) if n and code in ("symbol", "spin")]
            steps = session.views.state(seat)["steps"]
            assert [step["ply"] for step in steps] == expected
            if len(expected) == 2:
                break
        reveal, spin = (step["view"] for step in steps)
        assert (reveal["phase"], spin["phase"]) == ("reveal", "spin")
        assert (reveal["sinking"] is not None, spin["sinking"]) == (True, None)
        await session.play(table.position.actor, table.ply, next(iter(table.position.moves)))
        assert session.views.state(seat)["steps"] == []

    run_apart(work())
