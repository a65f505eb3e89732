"""Before the game: the host arranges seats, changes the set-up and starts; nobody else may."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from atlantis_games.server.quotas import OF_GUEST
from support.server_process import GAME, Guest, ServerProcess


def kinds(info: dict[str, Any]) -> str:
    """The seats of a table: p, b and o."""
    return "".join(seat["kind"][0] for seat in info["seats"])


def refused(guest: Guest, path: str, body: dict[str, Any], status: int) -> str:
    """The code with which a request of a guest is refused."""
    return str(guest.post(path, body, expect=status)["code"])


def test_only_the_host_arranges_and_only_before_the_game(server: ServerProcess) -> None:
    ada, ben, cy = server.guest("Ada"), server.guest("Ben"), server.guest("Cy")
    at = f"/api/tables/{ada.open(GAME, 'poo')}"
    assert ben.post(f"{at}/join") == {"seat": 1}
    before = ada.get(at)
    verbs: list[tuple[str, dict[str, Any]]] = [
        (f"{at}/seats/2", {"kind": "bot"}),
        (f"{at}/setup", {"hints": True}),
        (f"{at}/start", {}),
    ]
    for path, body in verbs:
        assert refused(ben, path, body, 403) == "not-host"
        assert refused(cy, path, body, 403) == "not-host"
    assert refused(ada, f"{at}/seats/0", {"kind": "open"}, 409) == "own-seat"
    assert refused(ada, f"{at}/seats/9", {"kind": "bot"}, 404) == "no-such-seat"
    assert ada.get(at) == before
    assert kinds(ada.post(f"{at}/start", {"open_seats": "bots", "level": "sprat"})) == "ppb"
    for path, body in verbs:
        assert refused(ada, path, body, 409) == "begun"


def test_a_seat_is_filled_opened_again_and_a_guest_sent_away(server: ServerProcess) -> None:
    ada, ben, cy = server.guest("Ada"), server.guest("Ben"), server.guest("Cy")
    table = ada.open(GAME, "poo")
    at = f"/api/tables/{table}"
    assert kinds(ada.post(f"{at}/seats/1", {"kind": "bot", "level": "sprat"})) == "pbo"
    assert kinds(ada.post(f"{at}/seats/1", {"kind": "open"})) == "poo"
    assert refused(ada, f"{at}/seats/1", {"kind": "bot", "level": "whale"}, 400) == "bad-request"
    ben.post(f"{at}/join", {"seat": 1})
    with ben.sit(table) as line:
        assert line.hear()["seats"] == [1]
        assert kinds(ada.post(f"{at}/seats/1", {"kind": "open"})) == "poo"
        line.until(lambda m: m["type"] == "state" and m["seats"] == [])
    assert refused(ben, f"{at}/join", {}, 403) == "removed"
    assert cy.post(f"{at}/join") == {"seat": 1}
    info = ada.post(f"{at}/seats/2", {"kind": "bot", "level": "sprat"})
    assert (kinds(info), info["state"]) == ("ppb", "playing")


def test_a_changed_set_up_is_shown_played_and_kept(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path).start()
    ada, ben = server.guest("Ada"), server.guest("Ben")
    option = ada.get("/api/games")["games"][0]["options"][0]
    table = ada.open(GAME, "pooo")
    at = f"/api/tables/{table}"
    seal = ada.get(at)["commitment"]
    assert refused(ada, f"{at}/setup", {"options": {"wind": "on"}}, 400) == "bad-request"
    chosen = {option["name"]: option["words"][-1]}
    clock = {"kind": "total", "seconds": 600}
    with server.guest("Cy").sit(table) as line:
        assert line.hear()["table"]["options"][option["name"]] == option["default"]
        body = {"options": chosen, "clock": clock, "hints": True, "public": True}
        ada.post(f"{at}/setup", body)
        line.until(lambda m: m["type"] == "state" and m["table"]["clock"] == clock)
        assert line.state["table"]["options"].items() >= chosen.items()
        assert (line.state["table"]["hints"], line.state["table"]["public"]) == (True, True)
    ben.post(f"{at}/join", {"seat": 3})
    server.stop()
    server.start(server.port)
    info = ada.post(f"{at}/start", {"open_seats": "remove"})
    assert (kinds(info), info["state"]) == ("pp", "playing")
    assert [seat["name"] for seat in info["seats"]] == ["Ada", "Ben"]
    assert info["options"].items() >= chosen.items()
    assert info["commitment"] not in ("", seal), "it binds the seed to what is played"
    assert ben.get(at)["yours"] == [1]
    server.stop()


def test_too_few_players_cannot_start_without_bots(server: ServerProcess) -> None:
    ada = server.guest()
    at = f"/api/tables/{ada.open(GAME, 'po')}"
    assert refused(ada, f"{at}/start", {"open_seats": "remove"}, 400) == "bad-request"
    assert ada.get(at)["state"] == "waiting"


def test_the_first_player_is_host_once_the_host_has_left(server: ServerProcess) -> None:
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open(GAME, "poo")
    ben.post(f"/api/tables/{table}/join")
    with ben.sit(table) as line:
        assert not line.hear()["host"]
        ada.post(f"/api/tables/{table}/leave")
        line.until(lambda m: m["type"] == "state" and m["host"])
    assert kinds(ben.post(f"/api/tables/{table}/start", {"level": "sprat"})) == "bpb"


def test_hints_are_off_between_people_unless_the_table_allows_them(server: ServerProcess) -> None:
    ada = server.guest()
    for seats, hints, allowed in (
        ("pb", None, True),
        ("pp", None, False),
        ("po", None, False),
        ("po", True, True),
        ("pb", False, False),
    ):
        table = ada.open(GAME, seats, hints=hints)
        assert ada.get(f"/api/tables/{table}")["hints"] is allowed, (seats, hints)


def test_those_who_watch_are_counted_once_each(server: ServerProcess) -> None:
    ada, ben, nobody = server.guest(), server.guest("Ben"), server.guest("Cy")
    nobody.token = ""
    table = ada.open(GAME, "po")
    with ada.sit(table) as line:
        assert line.hear()["table"]["watching"] == 0
        with ben.sit(table), ben.sit(table), nobody.sit(table):
            line.until(lambda m: line.state["table"]["watching"] == 2)
        line.until(lambda m: line.state["table"]["watching"] == 0)


def test_a_reaction_is_shown_to_all_for_a_moment_and_not_too_often(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, ATLANTIS_LIMITS="1").start()
    ada, ben, cy = server.guest("Ada"), server.guest("Ben"), server.guest("Cy")
    table = ada.open(GAME, "po")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as line, cy.sit(table) as onlooker:
        with ben.sit(table) as other:
            other.send(type="react", reaction="well-played")
            for one in (line, onlooker, other):
                assert one.until_type("reaction") == {
                    "type": "reaction",
                    "seat": 1,
                    "reaction": "well-played",
                }
            other.send(type="react", reaction="your mother")
            assert other.until_type("error")["code"] == "bad-message"
            for _ in range(5):
                other.send(type="react", reaction="wow")
            assert other.until_type("error")["code"] == "slow-down"
        onlooker.send(type="react", reaction="hello")
        assert onlooker.until_type("error")["code"] == "no-seat"
    with cy.sit(table) as late:
        late.send(type="ping")
        late.until_type("pong")
        assert not any('"reaction"' in text for text in late.bytes)
    server.stop()


def test_seats_that_move_up_take_nobodys_view_along(server: ServerProcess) -> None:
    """Who looks from a seat must not look from another's, when an open one before it is removed."""
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("causeway", "oppo")
    ben.post(f"/api/tables/{table}/join", {"seat": 3})
    with ada.sit(table) as line:
        line.hear()
        line.send(type="look", seat=2)
        line.until(lambda m: m["type"] == "state" and m["seat"] == 2)
        ada.post(f"/api/tables/{table}/start", {"open_seats": "remove"})
        line.until(lambda m: m["type"] == "state" and m["view"] is not None)
        assert line.state["seats"] == [0, 1]
        assert line.state["seat"] in (-1, 0, 1)
        assert {message_seat(text) for text in line.bytes} <= {None, -1, 0, 1}


def message_seat(text: str) -> int | None:
    """From which seat a state is seen once the game has begun."""
    state = json.loads(text)
    return state["seat"] if state["type"] == "state" and state["view"] is not None else None


def test_a_table_that_is_listed_later_counts_as_listed(tmp_path: Path) -> None:
    """The lobby cannot be filled by opening tables quietly and listing them afterwards."""
    server = ServerProcess(tmp_path, ATLANTIS_LIMITS="1").start()
    ada = server.guest("Ada")
    tables = [ada.open(GAME, "po") for _ in range(OF_GUEST.listed + 1)]
    for table in tables[:-1]:
        ada.post(f"/api/tables/{table}/setup", {"public": True})
        ada.post(f"/api/tables/{table}/setup", {"public": True, "hints": True})
    last = f"/api/tables/{tables[-1]}/setup"
    assert refused(ada, last, {"public": True}, 429) == "too-many-listed"
    ada.post(last, {"public": False, "hints": True})
    assert len(ada.get("/api/tables")["public"]) == OF_GUEST.listed
    server.stop()
