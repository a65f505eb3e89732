"""Playing over the socket: moves, undo, payment, hints, clocks, chat, one screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import atlantis_games as atlantis
from atlantis_games.games import GAMES
from atlantis_games.server.tables.session import MAX_UNDOS
from support.server_process import PATIENCE, ServerProcess, TableSocket

ROOT = Path(__file__).parent.parent.parent


def test_each_player_sees_their_own_hand_and_legal_moves(server: ServerProcess) -> None:
    ada, ben = server.guest(), server.guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as first, ben.sit(table) as second:
        first.until_turn()
        second.until_ply(first.state["ply"])
        for line, seat in ((first, 0), (second, 1)):
            panels = line.state["view"]["seats"]
            assert "hand" in panels[seat]
            assert "hand" not in panels[1 - seat]
        assert first.state["moves"]
        assert second.state["moves"] == []
        move = first.state["moves"][0]
        assert set(move) >= {"move", "clicks"}
        assert first.state["prompt"]["code"] == "start"
        first.play(move["move"])
        entry = next(e for e in first.state["log"] if e["actor"] == 0)
        assert entry["move"] == move["move"]
        assert entry["code"] == "move"


def test_a_wrong_move_says_why_and_changes_nothing(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("causeway", "pb")
    with ada.sit(table) as line:
        ply = line.until_turn()["ply"]
        answer = line.play("pay 7")
        assert (answer["code"], answer["reason"], answer["rule"]) == (
            "illegal-move",
            "nothing-owed",
            "§5.3",
        )
        line.send(type="why", clicks=["button:pass"])
        assert line.until_type("why")["code"] == "can-move"
        line.send(type="why", clicks=["figure:A", "space:0"])
        answer = line.until_type("why")
        assert (answer["code"], answer["rule"], answer["move"]) == ("no-way-for-figure", "§4.1", "")
        line.send(type="move", ply=ply + 5, move=line.state["moves"][0]["move"])
        assert line.until_type("error")["code"] == "stale"
        assert ada.get(f"/api/tables/{table}")["ply"] == ply


def test_the_same_move_sent_again_is_not_played_twice(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("escape", "pp")
    with ada.sit(table) as line:
        state = line.until_turn()
        move = state["moves"][0]["move"]
        for _ in range(3):
            line.send(type="move", ply=state["ply"], move=move)
        line.send(type="ping")
        line.until_type("pong")
        assert ada.get(f"/api/tables/{table}")["ply"] == state["ply"] + 1
        other = state["moves"][1]["move"]
        line.send(type="move", ply=state["ply"], move=other)
        assert line.until_type("error")["code"] == "stale"


def test_a_move_is_taken_back_until_chance_or_another_has_acted(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("escape", "pb")
    with ada.sit(table) as line:
        while (state := line.until_turn())["view"]["phase"] == "place":
            line.play()
        first = next(m["move"] for m in state["moves"] if m["move"] != "stop")
        after = line.play(first)
        assert after["undo"]
        line.send(type="undo", ply=after["ply"])
        back = line.until_ply(after["ply"] + 1)
        assert back["view"] == state["view"]
        assert back["log"][-1]["code"] == "undo"
        assert not back["undo"]
        line.send(type="undo", ply=back["ply"])
        assert line.until_type("error")["code"] == "no-undo"


def test_nobody_takes_back_for_ever(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("escape", "pb")
    with ada.sit(table) as line:
        while (state := line.until_turn())["view"]["phase"] == "place":
            line.play()
        first = next(m["move"] for m in state["moves"] if m["move"] != "stop")
        for _ in range(MAX_UNDOS):
            after = line.play(first)
            line.send(type="undo", ply=after["ply"])
            line.until_ply(after["ply"] + 1)
        after = line.play(first)
        line.send(type="undo", ply=after["ply"])
        assert line.until_type("error")["code"] == "too-many-undos"


def test_a_rated_table_gives_neither_hints_nor_undo(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("escape", "pp", rated=True)
    with ada.sit(table) as line:
        after = line.play()
        assert not after["undo"]
        line.send(type="undo", ply=after["ply"])
        assert line.until_type("error")["code"] == "no-undo-rated"
        line.send(type="hint")
        assert line.until_type("error")["code"] == "no-hints"


def test_a_hint_names_legal_moves_with_their_chances(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("causeway", "pb")
    with ada.sit(table) as line:
        legal = {move["move"] for move in line.until_turn()["moves"]}
        line.send(type="hint")
        found = line.until_type("hint")
        moves = found["moves"]
        assert f"theme.{found['theme']}.hint" in GAMES["causeway"].texts("en")
        assert {f"why.{one['code']}" for one in found["why"]} <= set(
            GAMES["causeway"].texts("en").sentences
        )
        assert {hint["move"] for hint in moves} <= legal
        assert all(0 <= hint["chances"] <= 1 for hint in moves)


def test_the_bill_is_paid_for_somebody_who_asks(server: ServerProcess) -> None:
    ada = server.guest()
    for _ in range(20):
        table = ada.open("causeway", "pb")
        with ada.sit(table) as line:
            while not (state := line.until_turn())["result"]:
                if state["view"]["phase"] == "pay":
                    line.send(type="pay", ply=state["ply"])
                    paid = line.until_ply(state["ply"] + 1)
                    assert paid["view"]["phase"] != "pay"
                    return
                priced = [move for move in state["moves"] if move.get("price")]
                line.play((priced or state["moves"])[0]["move"])
    pytest.fail("nobody ever had to pay")


def test_a_bot_decides_what_is_routine_and_nothing_else(server: ServerProcess) -> None:
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("escape", "po")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as line, ben.sit(table) as other:
        legal = {move["move"] for move in line.until_turn()["moves"]}
        other.until_ply(0)
        other.send(type="decide", ply=0)  # for another seat
        assert other.until_type("error")["code"] == "not-your-turn"
        line.send(type="decide", ply=0)
        line.send(type="decide", ply=0)  # sent again: not done twice
        state = line.until_ply(1)
        assert state["log"][-1]["actor"] == 0
        assert state["log"][-1]["move"] in legal
        players = (other, line) * 12
        for player in players[:-1]:  # 24 people, of whom one is placed
            ply = player.until_turn()["ply"]
            player.send(type="decide", ply=ply)
            player.until_ply(ply + 1)
        state = line.until_turn()
        assert state["view"]["phase"] == "move"
        line.send(type="decide", ply=state["ply"])
        assert line.until_type("error")["code"] == "decide-yourself"


def test_on_one_screen_the_hand_is_hidden_until_the_device_is_passed(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("causeway", "pp")
    with ada.sit(table) as line:
        line.until(lambda m: m["type"] == "state" and m["ply"] > 0)
        assert line.state["seat"] == -1
        assert line.state["seats"] == [0, 1]
        assert not any("hand" in panel for panel in line.state["view"]["seats"])
        line.send(type="look", seat=1)
        assert line.until_type("error")["code"] == "other-seat-first"
        line.send(type="look", seat=0)
        line.until(lambda m: m["type"] == "state" and m["seat"] == 0)
        while line.state["view"]["actor"] == 0:
            line.play()
        assert line.state["seat"] == -1
        assert not any("hand" in panel for panel in line.state["view"]["seats"])
        line.send(type="look", seat=1)
        line.until(lambda m: m["type"] == "state" and m["seat"] == 1)
        assert "hand" in line.state["view"]["seats"][1]


def test_without_secrets_nobody_passes_the_device(server: ServerProcess) -> None:
    table = (ada := server.guest()).open("escape", "pp")
    with ada.sit(table) as line:
        assert line.until_turn()["seat"] == 0
        line.play()
        assert line.until_turn()["seat"] == 1


def test_when_time_is_up_a_bot_takes_over(own_server: ServerProcess) -> None:
    own_server.start()
    ada = own_server.guest()
    table = ada.open("causeway", "pp", clock={"kind": "move", "seconds": 5})
    with ada.sit(table) as line:
        line.until(lambda m: m["type"] == "state" and m["ply"] > 0)
        line.send(type="look", seat=0)
        line.until_turn()
        assert line.state["clock"] == {"left": [5.0, 5.0], "running": -1}, "nobody has moved yet"
        line.play()
        assert line.state["clock"]["running"] == 0
        line.until(lambda m: m["type"] == "state" and m["table"]["seats"][0]["away"])
        line.until(lambda m: m["type"] == "state" and m["view"]["actor"] != 0)
        line.send(type="back")
        line.until(lambda m: m["type"] == "state" and not m["table"]["seats"][0]["away"])


def test_the_clock_of_a_turn_runs_on_when_moves_are_taken_back(
    server: ServerProcess,
) -> None:
    table = (ada := server.guest()).open("escape", "pp", clock={"kind": "move", "seconds": 600})
    with ada.sit(table) as line:
        while (state := line.until_turn())["view"]["phase"] == "place":
            line.play()
        begun = state["clock"]["left"][0]
        after = line.play(next(m["move"] for m in state["moves"] if m["move"] != "stop"))
        line.send(type="undo", ply=after["ply"])
        line.until_ply(after["ply"] + 1)
        while line.state["clock"]["left"][0] > begun - 0.3:  # with a new line it is as it is now
            with ada.sit(table) as line:
                line.until_type("state")
        line = ada.sit(table)
        line.until_turn()
        line.play(next(m["move"] for m in line.state["moves"] if m["move"] != "stop"))
        assert line.state["clock"]["left"][0] <= begun - 0.3
        assert line.state["clock"]["left"][1] == 600.0
        while line.state["view"]["actor"] == 0:
            line.play()
        assert line.state["clock"]["left"][1] > 590.0


def test_chat_reaches_all_at_the_table_as_text(server: ServerProcess) -> None:
    ada, ben = server.guest(), server.guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as first, server.guest("Cy").sit(table) as watching:
        first.send(type="chat", text="  <b>hi</b>\u202e\n there ")
        for line in (first, watching):
            answer = line.until_type("chat")["lines"]
            assert [(line["name"], line["text"]) for line in answer] == [("Ada", "<b>hi</b> there")]
        watching.send(type="chat", text="me too")
        assert watching.until_type("error")["code"] == "no-seat"
        first.send(type="chat", text="x" * 301)
        assert first.until_type("error")["code"] == "bad-chat"
    with ben.sit(table) as later:
        assert len(later.until_type("chat")["lines"]) == 1


def finished_game(server: ServerProcess, game: str) -> tuple[str, TableSocket]:
    ada = server.guest()
    table = ada.open(game, "pb", options={} if game == "causeway" else {"stall_limit": "2"})
    line = ada.sit(table)
    turns = 0
    while not line.until_turn()["result"]:
        line.play(line.state["moves"][turns % len(line.state["moves"])]["move"])
        turns += 1
    return table, line


@pytest.mark.parametrize("game", ["causeway", "escape"])
def test_a_finished_match_proves_its_dealing_and_is_replayed(
    server: ServerProcess, game: str, tmp_path: Path
) -> None:
    before = server.guest().open(game, "pb")
    anybody = server.guest("Cy")
    assert anybody.get(f"/api/tables/{before}/match", expect=409)["code"] == "not-over"
    table, line = finished_game(server, game)
    result = line.state["result"]
    assert sum(row["points"] for row in result["lines"] if row["code"] == "total") == sum(
        result["scores"]
    )
    text = anybody.http.get(f"/api/tables/{table}/match").text
    assert f"seed: {result['seed']}" in text
    assert line.state["table"]["commitment"] in text
    file = tmp_path / "it.match"
    file.write_text(text, "utf-8")
    match = atlantis.Match.load(file)
    match.verify()
    assert match.position.scores == tuple(result["scores"])
    cli = [sys.executable, "-m", "atlantis_games", "verify", str(file)]
    assert b"dealt by its seed" in subprocess.run(cli, capture_output=True, check=True).stdout

    shown = anybody.get(f"/api/tables/{table}/positions?first=3&last=5&seat=0")
    positions = [match.start, *(position for _, _, position in match.positions())]
    assert [view["view"]["turns"] for view in shown["views"]] == [
        position.view(0)["turns"] for position in positions[3:6]
    ]
    assert shown["plies"] == match.ply
    ends = anybody.get(f"/api/tables/{table}/positions?first={match.ply}&last={match.ply}")
    assert len(ends["views"]) == 1

    stored = anybody.http.post(
        "/api/matches", content=text.encode(), headers={"Content-Type": "text/plain"}
    ).json()
    again = anybody.http.get(f"/api/tables/{stored['id']}/match").text
    assert atlantis.Match.read(again).log == match.log
    assert (
        anybody.http.post(
            "/api/matches", content=b"no match", headers={"Content-Type": "text/plain"}
        )
        .json()["text"]
        .startswith("line 1")
    )


def test_a_review_is_made_in_the_background(server: ServerProcess) -> None:
    table, _ = finished_game(server, "causeway")
    cy = server.guest("Cy")
    assert cy.get(f"/api/tables/{table}/review", expect=404)["code"] == "no-review"
    cy.post(f"/api/tables/{table}/review")
    first: list[Any] = []  # results while it is made
    while (review := cy.get(f"/api/tables/{table}/review"))["result"] is None:
        assert not review["failed"]
        first = first or (review["so_far"] or {}).get("decisions", [])
    assert first
    assert first == review["result"]["decisions"][: len(first)]
    assert {one["best"] for one in first} <= set(review["result"]["moves"])
    assert review["so_far"] is None
    accounts = review["result"]["accounts"]
    for row in accounts:
        total = row["start"] + row["luck"] - row["loss"] + row["gifts"]
        assert total == pytest.approx(row["result"], abs=1e-6)


@pytest.mark.parametrize("game", GAMES)
def test_the_documented_client_plays_to_the_end(server: ServerProcess, game: str) -> None:
    """It answers every state at once, and the bot does too: nothing is refused for its speed."""
    file = ROOT / "examples" / "client.py"
    command = [sys.executable, str(file), server.address, game]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert answer.stdout.count("\n") == 1
    assert "is over" in answer.stdout
    code = [line for line in file.read_text("utf-8").splitlines() if line.strip()]
    assert len(code) <= 32
