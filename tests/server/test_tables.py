"""Opening, joining, leaving, watching and playing again."""

from __future__ import annotations

from pathlib import Path

from support.server_process import ServerProcess, play_out


def test_a_table_with_one_person_and_bots_begins_at_once(server: ServerProcess) -> None:
    ada = server.guest()
    table = ada.open("escape", "pbb", options={"spinner": "dice"})
    info = ada.get(f"/api/tables/{table}")
    assert info["state"] == "playing"
    assert info["options"]["spinner"] == "dice"
    assert [seat["kind"] for seat in info["seats"]] == ["person", "bot", "bot"]
    assert info["yours"] == [0]


def test_a_table_takes_all_options_from_a_preset_that_the_server_lists(
    server: ServerProcess,
) -> None:
    """And an option beside it changes that one alone."""
    ada = server.guest()
    games = {game["name"]: game for game in ada.get("/api/games")["games"]}
    presets = {preset["name"]: preset["options"] for preset in games["causeway"]["presets"]}
    table = ada.open("causeway", "pb", options={"preset": "german", "peek": "on"})
    shown = ada.get(f"/api/tables/{table}")["options"]
    assert shown == presets["german"] | {"peek": "on"} != presets["standard"]


def test_an_open_seat_waits_for_anyone_who_has_the_link(server: ServerProcess) -> None:
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("causeway", "po")
    with ada.sit(table) as line:
        assert line.hear()["table"]["state"] == "waiting"
        assert line.state["view"] is None
        assert ben.post(f"/api/tables/{table}/join") == {"seat": 1}
        line.until_ply(1)
        assert line.state["table"]["state"] == "playing"
        assert [seat["name"] for seat in line.state["table"]["seats"]] == ["Ada", "Ben"]
    assert server.guest("Cy").post(f"/api/tables/{table}/join", expect=409)["code"] == "full"


def test_joining_twice_keeps_the_seat_and_leaving_frees_it(server: ServerProcess) -> None:
    ada, ben = server.guest(), server.guest("Ben")
    table = ada.open("causeway", "poo")
    assert ben.post(f"/api/tables/{table}/join", {"seat": 2}) == {"seat": 2}
    assert ben.post(f"/api/tables/{table}/join", {"seat": 1}) == {"seat": 2}
    ben.post(f"/api/tables/{table}/leave")
    assert ada.get(f"/api/tables/{table}")["seats"][2]["kind"] == "open"
    assert ben.post(f"/api/tables/{table}/leave", expect=409)["code"] == "no-seat"


def test_public_tables_are_listed_for_all_others_for_their_players(
    server: ServerProcess,
) -> None:
    ada, ben = server.guest(), server.guest("Ben")
    open_to_all = ada.open("causeway", "po", public=True)
    by_link = ada.open("causeway", "po")
    shown = ben.get("/api/tables")
    assert open_to_all in [row["id"] for row in shown["public"]]
    assert by_link not in [row["id"] for row in shown["public"]]
    assert shown["own"] == []
    assert {row["id"] for row in ada.get("/api/tables")["own"]} == {open_to_all, by_link}


def test_when_a_player_leaves_a_bot_plays_on_until_the_return(server: ServerProcess) -> None:
    ada, ben = server.guest(), server.guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as line:
        line.until_turn()
        ben.post(f"/api/tables/{table}/leave")
        while line.until_turn()["view"]["turns"] == 0:
            line.play()  # Ada's turn; then Ben's bot plays, and it is Ada's again without Ben
        assert line.state["view"]["turns"] == 2
        assert line.state["table"]["seats"][1]["away"]
        with ben.sit(table):
            line.until(lambda m: m["type"] == "state" and not m["table"]["seats"][1]["away"])


def test_a_player_who_is_gone_is_replaced_when_somebody_asks(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, ATLANTIS_PATIENCE_SECONDS="0.5").start()
    ada, ben = server.guest(), server.guest("Ben")
    table = ada.open("escape", "op")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as line:
        with ben.sit(table):
            line.until(lambda m: line.state["table"]["seats"][0]["here"])
            line.send(type="replace", seat=0)
            assert line.until_type("error")["code"] == "not-gone"
        line.until(lambda m: not line.state["table"]["seats"][0]["here"])
        while not line.state["table"]["seats"][0]["away"]:
            line.send(type="replace", seat=0)
            line.until(lambda m: m["type"] in ("error", "state"))
        line.until_turn()
        with ben.sit(table):
            line.until(lambda m: m["type"] == "state" and not m["table"]["seats"][0]["away"])
    server.stop()


def test_a_rematch_is_the_same_for_everybody_with_seats_moved_on(server: ServerProcess) -> None:
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("causeway", "po", hints=False)
    ben.post(f"/api/tables/{table}/join")
    assert ada.post(f"/api/tables/{table}/rematch", expect=409)["code"] == "not-over"
    lines = [ada.sit(table), ben.sit(table)]
    play_out(lines)
    first = ben.post(f"/api/tables/{table}/rematch")
    assert ada.post(f"/api/tables/{table}/rematch")["id"] == first["id"]
    assert [seat["name"] for seat in first["seats"]] == ["Ben", "Ada"]
    assert first["state"] == "playing"
    stranger = server.guest("Cy").post(f"/api/tables/{table}/rematch", expect=403)
    assert stranger["code"] == "not-a-player"
    lines[0].until(lambda m: m["type"] == "state" and m["table"]["rematch"] == first["id"])


def test_a_bad_setup_is_refused_in_one_sentence(server: ServerProcess) -> None:
    ada = server.guest()
    seats = [{"kind": "person"}, {"kind": "bot"}]
    for body, word in (
        ({"game": "chess", "seats": seats}, "chess"),
        ({"game": "causeway", "seats": seats[:1]}, "players"),
        ({"game": "causeway", "seats": seats, "options": {"wind": "on"}}, "wind"),
        ({"game": "causeway", "seats": seats, "options": {"preset": "swiss"}}, "swiss"),
        ({"game": "causeway", "seats": [{"kind": "bot", "level": "god"}, *seats]}, "god"),
        ({"game": "causeway", "seats": [{"kind": "cat"}]}, "kind"),
        ({"game": "causeway", "seats": seats, "colour": "red"}, "colour"),
    ):
        answer = ada.http.post("/api/tables", json=body)
        assert answer.status_code in (400, 422)
        assert answer.json()["code"] == "bad-request"
        assert word in answer.json()["text"]
    assert ada.get("/api/tables/nowhere", expect=404)["code"] == "no-such-table"
    ada.http.headers.pop("Authorization")
    assert ada.post("/api/tables", {"game": "causeway", "seats": seats}, 401)["code"] == "no-guest"


def test_a_finished_table_in_the_list_says_who_won(server: ServerProcess) -> None:
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("causeway", "po")
    assert ada.get("/api/tables")["own"][0]["winners"] == []
    ben.post(f"/api/tables/{table}/join")
    lines = [ada.sit(table), ben.sit(table)]
    play_out(lines)
    listed = next(one for one in ada.get("/api/tables")["own"] if one["id"] == table)
    assert listed["winners"] == lines[0].state["result"]["winners"] != []
