"""Who sits where: joining, leaving, being away and being replaced."""

from __future__ import annotations

import json

import pytest

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.tables import seating
from atlantis_games.server.tables.table import TableSeat
from support.server_process import run_apart
from support.sessions import FakeWatcher, new_session, people


def test_the_last_to_join_begins_the_game() -> None:
    async def work() -> None:
        seats = [*people("ada"), TableSeat("open"), TableSeat("open")]
        session, store = new_session("causeway", seats)
        assert await seating.join(session, "ben", "Ben", 2) == 2
        assert session.table.ply == 0
        assert await seating.join(session, "ben", "Ben", 1) == 2, "a guest has one seat"
        assert await seating.join(session, "cy", "Cy", None) == 1
        assert session.table.ply > 0
        assert [row.name for row in store.together.claims] == ["Ben", "Cy"]
        with pytest.raises(RequestRefused, match="full"):
            await seating.join(session, "dee", "Dee", None)

    run_apart(work())


def test_leaving_frees_the_seat_before_the_start_and_lets_a_bot_play_afterwards() -> None:
    async def work() -> None:
        session, _ = new_session("escape", [*people("ada", "ben"), TableSeat("open")])
        await seating.leave(session, "ben")
        assert session.table.seats[1] == TableSeat("open")
        with pytest.raises(RequestRefused) as caught:
            await seating.leave(session, "ben")
        assert (caught.value.code, caught.value.status) == ("no-seat", 409)
        await seating.join(session, "ben", "Ben", 1)
        await seating.join(session, "cy", "Cy", 2)
        await seating.leave(session, "ben")
        seat = session.table.seats[1]
        assert (seat.guest, seat.away, seat.is_played_by_bot) == ("ben", True, True)
        await seating.take_seats_back(session, "ben")
        assert not seat.away

    run_apart(work())


def test_a_move_in_time_keeps_the_seat_and_only_the_last_notes_are_kept() -> None:
    async def work() -> None:
        session, store = new_session("causeway", people("ada", "ben"))
        await seating.set_away(session, 1, "left")
        await seating.set_away(session, 1, "back")
        assert session.table.notes == [], "nothing is logged before the game"
        await session.begin()
        table = session.table
        await seating.set_away(session, 0, "time-up", table.ply - 1)
        assert not table.seats[0].away
        await seating.set_away(session, 0, "time-up", table.ply)
        assert table.notes == [{"ply": table.ply, "seat": 0, "code": "time-up"}]
        assert store.together.notes[-1]["notes"] == json.dumps(table.notes)
        for _ in range(seating.MAX_NOTES):
            await seating.take_seats_back(session, "ada")
            await seating.leave(session, "ada")
        assert len(table.notes) == seating.MAX_NOTES

    run_apart(work())


def test_only_a_person_who_is_gone_is_replaced() -> None:
    async def work() -> None:
        session, _ = new_session("escape", people("ada", "ben"))
        table = session.table

        async def refused(number: int, patience: float) -> str:
            with pytest.raises(RequestRefused) as caught:
                await seating.replace_by_bot(session, number, patience)
            return caught.value.code

        assert await refused(1, 0) == "not-playing"
        await session.begin()
        assert await refused(7, 0) == "no-such-seat"
        assert await refused(1, 1000) == "not-gone"
        watcher = FakeWatcher("ben")
        session.add_watcher(watcher)
        assert await refused(1, 0.001) == "not-gone"
        session.remove_watcher(watcher)
        await seating.replace_by_bot(session, 1, 0)
        assert table.seats[1].away

    run_apart(work())
