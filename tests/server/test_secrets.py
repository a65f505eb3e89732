"""Nobody receives what they may not know: whole games, every byte compared with the database."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.match import Match
from atlantis_games.games.causeway.tables import ITEMS
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.store.rows import EntryRow
from support.audited_game import AuditedGame, Nobody, Receiver
from support.databases import ON_POSTGRESQL, url_for
from support.server_process import ServerProcess, run_apart
from support.stored_table import StoredTable, branches, check_view


def test_a_game_with_every_kind_of_seat_tells_nobody_too_much(server: ServerProcess) -> None:
    """Two at one screen, one elsewhere with two tabs, a bot, onlookers with and without a token."""
    host, friend, visitor = server.guest("Host"), server.guest("Friend"), server.guest("Visitor")
    options = {"bought_cards_pay": "off", "spent_cards": "remove"}
    table = host.open("causeway", "ppob", public=True, hints=True, options=options)
    friend.post(f"/api/tables/{table}/join")
    everybody = [Receiver(g, table) for g in (host, friend, friend, visitor, Nobody(server))]
    game = AuditedGame(server, table, everybody, 5)
    game.play(12, every=4)

    friend.post(f"/api/tables/{table}/leave")  # a bot plays on
    game.receivers[-1].line.until(lambda m: m["type"] == "state" and m["table"]["seats"][2]["away"])
    game.play(6)
    game.sit_again(1, 40)  # and hands the seat back
    game.sit_again(2, 10**8)
    game.sit_again(3, 17)
    while not game.play(30):
        game.sit_again(game.random.randrange(4), game.random.randrange(200))
    assert game.undone
    assert game.hints
    assert game.audit() > 100


def test_a_duel_and_its_rematch_tell_nobody_too_much(server: ServerProcess) -> None:
    """The same people in each other's seats: what was known of the first game helps in neither.

    In the second one everybody is sent deltas.
    """
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("causeway", "po", hints=True, options={"peek": "on"})
    early = Receiver(Nobody(server), table)  # while the table still waits
    assert early.line.state["view"] is None
    ben.post(f"/api/tables/{table}/join")
    first = AuditedGame(server, table, [Receiver(ada, table), Receiver(ben, table), early], 6)
    assert first.play(every=20)
    assert first.audit() > 100

    again = ben.post(f"/api/tables/{table}/rematch")["id"]
    assert ada.post(f"/api/tables/{table}/rematch")["id"] == again
    everybody = [Receiver(guest, again, with_deltas=True) for guest in (ada, ben, Nobody(server))]
    assert everybody[0].line.state["seats"] == [1]
    second = AuditedGame(server, again, everybody, 7)
    assert second.play(every=20)
    assert second.audit() > 100
    for receiver in everybody:
        assert sum(text.startswith('{"type":"delta"') for text in receiver.line.bytes) > 30


def test_a_game_without_secrets_still_keeps_its_seed(server: ServerProcess) -> None:
    """Escape shows everything but what chance will do."""
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("escape", "ppob", hints=True, options={"stall_limit": "2"})  # soon over
    ben.post(f"/api/tables/{table}/join")
    everybody = [Receiver(guest, table) for guest in (ada, ben, Nobody(server))]
    game = AuditedGame(server, table, everybody, 8)
    assert game.play(every=150)
    assert game.audit() > 100


def test_the_match_file_is_for_the_end_only(server: ServerProcess) -> None:
    """Refused to players and strangers alike until the last move, and then it has the seed."""
    ada = server.guest()
    table = ada.open("causeway", "pp", hints=True)
    receiver = Receiver(ada, table)
    receiver.look_around()
    game = AuditedGame(server, table, [receiver], 9)
    assert game.play()
    stored = StoredTable(server.data, table)
    text = Nobody(server).http.get(f"/api/tables/{table}/match").text
    assert f"seed: {stored.seed}" in text
    Match.read(text).verify()


def test_at_a_shared_screen_a_closed_hand_is_not_spoken_of(server: ServerProcess) -> None:
    """While nobody looks, no reason and no hint speaks of the hand of the next player."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    with ada.sit(table) as line:
        state = line.hear()
        assert (state["seat"], state["moves"], state["view"]["actor"]) == (-1, [], 0)
        for item in ITEMS:
            line.send(type="why", move=f"A {item}")
        line.send(type="hint")
        line.send(type="ping")
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["type"] != "pong":
            heard.append(line.hear())
        answers = [message for message in heard if message["type"] in ("why", "hint")]
        assert not answers, "the hand of seat 1 is shown to anyone who holds the device"


def test_the_check_of_views_would_notice_a_leak(server: ServerProcess) -> None:
    """A hand in the wrong panel, a wrong count, or a list under a new name."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    with ada.sit(table) as line:
        state = line.hear()
    stored, ply, view = StoredTable(server.data, table), state["ply"], state["view"]
    check_view(stored, ply, SPECTATOR, view)
    hand = dict(stored.tally(ply).hands[0])
    leaks: list[Callable[[dict[str, Any]], None]] = [
        lambda v: v["seats"][0].update(hand=hand),
        lambda v: v["seats"][0].update(memory=hand),
        lambda v: v["seats"][1].update(shown={"ring": 1}),
        lambda v: v.update(pile={"ring": 3}),
        lambda v: v.update(draw_pile=v["draw_pile"] - 1),
        lambda v: v["path"][0].update(covered="ring1"),
    ]
    for leak in leaks:
        copy = json.loads(json.dumps(view))
        leak(copy)
        with pytest.raises(AssertionError):
            check_view(stored, ply, SPECTATOR, copy)
    assert len(list(branches(view))) > 100


def test_a_failing_database_tells_no_secrets_to_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An error names the statement, not the card that was dealt or the seed."""

    async def fail() -> str:
        store = Store(url_for(tmp_path))
        await store.open()
        entry = EntryRow("t", 0, -1, "draw olive", 1, 0, "")
        await store.write(Changes().append_entries([entry]))
        broken = entry._replace(ply=1, spent=[])  # type: ignore[arg-type]
        with pytest.raises(Exception, match="storage") as caught:
            await store.write(Changes().append_entries([broken]))
        await store.write(Changes().append_entries([entry._replace(ply=1)]))  # others can go on
        await store.close()
        return str(caught.value)

    with caplog.at_level(logging.DEBUG, "atlantis"):
        error = run_apart(fail())
    assert "binding" in caplog.text or "NotNullViolation" in caplog.text
    assert "olive" not in caplog.text
    assert "olive" not in error


def test_other_users_of_the_machine_cannot_read_the_folder(server: ServerProcess) -> None:
    """The database holds seeds and hands, the key signs tokens."""
    server.guest().open("causeway", "pp")  # so that all files are there
    of_database = () if ON_POSTGRESQL else ("atlantis.db", "atlantis.db-wal")
    for name in (*of_database, "secret.key"):
        assert not (server.data / name).stat().st_mode & 0o077, name
