"""Contributions to the dealing: promised, revealed, missing, and never changed afterwards."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from atlantis_games.core.fair_dealer import FairDealer, promise_of
from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.tables import scheduler
from atlantis_games.server.tables.dealing import promise, reveal
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.opening import rematch, with_one_promise
from atlantis_games.server.tables.seating import join, leave
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, TableSeat
from server.tables.test_lobby import with_lobby
from support.sessions import people

ADA, BEN = "a" * 64, "b" * 64


async def opened(lobby: Lobby, *seats: TableSeat) -> Session:
    start = game_named("escape").new(len(seats), stall_limit="1")
    session = await lobby.add(
        start, with_one_promise(list(seats)), Setup(start.options), public=False
    )
    await session.begin()
    return session


def seat(guest: str, nonce: str = "") -> TableSeat:
    return TableSeat(
        "person", guest.title(), guest=guest, promise=promise_of(nonce) if nonce else ""
    )


def kinds(session: Session) -> list[str]:
    dealer = session.table.match.dealer
    assert isinstance(dealer, FairDealer)
    return [nonce.split(" ")[0] for nonce in dealer.nonces]


async def refusal(work: object) -> str:
    with pytest.raises(RequestRefused) as caught:
        await work  # type: ignore[misc]
    return caught.value.code


def test_nothing_is_dealt_before_every_promised_nonce_is_there(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        session = await opened(lobby, seat("ada", ADA), TableSeat("open"))
        table, commitment = session.table, session.table.commitment
        assert await refusal(reveal(session, "ada", ADA)) == "no-reveal", "Ben is not here yet"
        await join(session, "ben", "Ben", None, promise_of(BEN))
        assert (table.state, table.ply) == ("waiting", 0)
        await reveal(session, "ada", ADA)
        await reveal(session, "ada", ADA)  # sent again after a reconnect
        assert (table.state, table.ply) == ("waiting", 0)
        assert await refusal(reveal(session, "ben", ADA)) == "no-reveal", "it is not Ben's"
        assert await refusal(promise(session, "ben", promise_of(ADA))) == "no-promise"
        await reveal(session, "ben", BEN)
        assert (table.state, table.commitment) == ("playing", commitment)
        dealer = table.match.dealer
        assert isinstance(dealer, FairDealer)
        assert dealer.nonces == [f"device {ADA}", f"device {BEN}"]
        table.match.verify()
        lobby.unload(session)
        again = (await lobby.session(table.id)).table
        assert again.commitment == commitment
        again.match.verify()

    with_lobby(tmp_path, work)


def test_bots_the_absent_and_the_silent_are_derived_and_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "REVEAL_SECONDS", 0.05)

    async def work(lobby: Lobby) -> None:
        bot = TableSeat("bot", "Sprat", "sprat")
        session = await opened(lobby, seat("ada", ADA), seat("ben", BEN), seat("cleo"), bot)
        await reveal(session, "ada", ADA)
        while session.table.state != "playing":
            await asyncio.sleep(0.01)
        assert kinds(session) == ["device", "withheld", "absent", "bot"]
        assert await refusal(reveal(session, "ben", BEN)) == "no-reveal", "too late"
        session.table.match.verify()

    with_lobby(tmp_path, work)


def test_one_device_with_several_seats_contributes_once(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        session = await opened(lobby, seat("ada", ADA), seat("ada", ADA), seat("ada", ADA))
        await reveal(session, "ada", ADA)
        dealer = session.table.match.dealer
        assert isinstance(dealer, FairDealer)
        assert dealer.nonces == [f"device {ADA}", "seat 1", "seat 1"]

    with_lobby(tmp_path, work)


def test_the_seats_stay_fixed_while_nonces_are_revealed(tmp_path: Path) -> None:
    """Somebody who sat down after a nonce is known could choose another by it."""

    async def work(lobby: Lobby) -> None:
        session = await opened(lobby, seat("ada", ADA), seat("ben", BEN))
        await reveal(session, "ada", ADA)
        await leave(session, "ben")
        assert session.table.seats[1].kind == "person"
        assert await refusal(join(session, "cleo", "Cleo", None)) == "full"
        await reveal(session, "ben", BEN)
        assert session.table.state == "playing"

    with_lobby(tmp_path, work)


def test_a_restart_while_nonces_are_revealed_keeps_what_was_revealed(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        session = await opened(lobby, seat("ada", ADA), seat("ben", BEN))
        await reveal(session, "ada", ADA)
        lobby.unload(session)
        again = await lobby.session(session.table.id)
        assert again.table.state == "waiting"
        await reveal(again, "ben", BEN)
        assert kinds(again) == ["device", "device"]

    with_lobby(tmp_path, work)


def test_a_rematch_is_dealt_anew_with_what_was_promised_after_the_game(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        session, chooser = await opened(lobby, *people("ada", "ben")), random.Random(1)
        while session.table.state != "over":
            position = session.table.position
            move = chooser.choice(list(position.moves))
            await session.play(position.actor, session.table.ply, move)
        await promise(session, "ada", promise_of(ADA))
        following = await rematch(lobby, session, "ben")
        assert following.table.commitment != session.table.commitment
        assert following.table.state == "waiting"
        await reveal(following, "ada", ADA)
        assert kinds(following) == ["absent", "device"]
        stored = await lobby.store.load(session.table.id)
        assert stored is not None
        assert stored.table.rematch == following.table.id

    with_lobby(tmp_path, work)
