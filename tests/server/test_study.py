"""Studying positions over HTTP, and matches that begin in one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

import atlantis_games as atlantis
from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.statistics import accuracy, mistakes
from atlantis_games.server.study import engine_lines
from atlantis_games.server.study_models import EngineBody, EngineLines
from atlantis_games.server.tables.bots import BotPlayers
from atlantis_games.server.tables.forks import dealt, position_in
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.table import Setup, Table
from atlantis_games.study.daily import challenge_of, day_named
from support.days import in_one_day
from support.server_process import Guest, ServerProcess
from support.sessions import people

START = "causeway 2 / path ring1 ~ crown3 / blue A:1 hand ring crown / white hand 2xflag"


def test_a_position_is_shown_and_played_on(server: ServerProcess) -> None:
    ada = server.guest()
    shown = ada.http.post("/api/study/position", json={"text": START}).json()
    assert shown["actor"] == 0
    assert {choice["move"] for choice in shown["moves"]} == set(atlantis.position(START).moves)
    hands = [seat["hand"] for seat in shown["view"]["seats"]]
    assert hands == [{"crown": 1, "ring": 1}, {"flag": 2}]
    later = ada.http.post("/api/study/position", json={"text": START, "moves": ["A ring"]}).json()
    assert later["text"] == atlantis.position(START).play("A ring").text
    assert [entry["move"] for entry in later["log"]] == ["A ring"]


def test_eyes_see_what_they_may(server: ServerProcess) -> None:
    body = {"text": START, "eyes": 1}
    shown = server.guest().http.post("/api/study/position", json=body).json()
    assert "hand" not in shown["view"]["seats"][0]
    assert shown["view"]["seats"][1]["hand"] == {"flag": 2}


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("causeway 2 / path ring1 / blue A:1 B:1", "bad-position", "§4.2"),
        ("causeway 2 / ring1", "bad-position", ""),
        ("chess 2", "bad-request", ""),
        ("causeway 9", "bad-request", ""),
        ("causeway " + "9" * 5000, "bad-request", ""),
        ("causeway 2 / path@" + "9" * 5000 + " ring1", "bad-position", ""),
        ("causeway 2 / blue hand 999xring", "bad-position", ""),
        ("causeway 2 peek=on / path ring1+ / blue A:1", "bad-position", "§2.3"),
        ("escape 2 / swim c1 99xblue 99xblue 70xblue", "bad-position", "§1.1"),
    ],
)
def test_what_cannot_be_is_refused(server: ServerProcess, text: str, code: str, rule: str) -> None:
    answer = server.guest().http.post("/api/study/position", json={"text": text})
    assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (400, code, rule)
    engine = server.guest().http.post("/api/study/engine", json={"text": text})
    assert (engine.status_code, engine.json()["code"]) == (400, code)
    move = {"text": START, "moves": ["pay 7"]}
    refused = server.guest().http.post("/api/study/position", json=move)
    assert refused.json()["code"] == "illegal-move"


def test_an_engine_says_what_it_thinks(server: ServerProcess) -> None:
    body = {"text": START, "milliseconds": 50, "lines": 2}
    found = server.guest().http.post("/api/study/engine", json=body).json()
    assert len(found["lines"]) == 2
    assert found["lines"][0]["share"] >= found["lines"][1]["share"]
    assert found["visits"] > 0
    assert sum(found["chances"]) == pytest.approx(1)


def test_a_thought_ends_when_its_guest_asks_about_another_position() -> None:
    """Who steps on does not wait until the engine has finished with the position before."""
    bots, ada = BotPlayers(1.0), Payer("here", "ada")

    def think(milliseconds: int) -> Coroutine[Any, Any, EngineLines]:
        return engine_lines(bots, EngineBody(text=START, milliseconds=milliseconds), ada)

    async def ask() -> float:
        await think(20)  # the kernels are loaded
        began = time.monotonic()
        long = asyncio.create_task(think(4000))
        while not bots.queue.of_payer[ada]:
            await asyncio.sleep(0)
        await think(20)
        await long
        return time.monotonic() - began

    assert asyncio.run(ask()) < 3.5
    assert not bots.studied
    bots.close()


def watch_to_the_end(guest: Guest, table: str) -> None:
    """Waits until bots have finished a match."""
    with guest.sit(table) as line:
        line.until(lambda message: message.get("table", {}).get("state") == "over")


def test_a_table_begins_in_a_position(server: ServerProcess) -> None:
    """It is stored, opened again, finished by bots, and its file proves the dealing."""
    ada = server.guest()
    seats = [{"kind": "bot", "level": "sprat"}] * 2
    body = {"game": "causeway", "seats": seats, "pace": 0, "position": START}
    table = ada.http.post("/api/tables", json=body).json()
    assert table["origin"] == "set up"
    watch_to_the_end(ada, table["id"])
    match = atlantis.Match.read(ada.http.get(f"/api/tables/{table['id']}/match").text)
    match.verify()
    assert match.start == atlantis.position(START)
    text = ada.http.get(f"/api/tables/{table['id']}/text", params={"ply": 0}).json()["text"]
    assert text == match.start.text

    origin = {"table": table["id"], "ply": 1, "hidden": "dealt", "seat": 0}
    body = {"game": "causeway", "seats": seats, "pace": 0, "origin": origin}
    fork = ada.http.post("/api/tables", json=body).json()
    assert fork["origin"] == f"{table['id']} 1"
    watch_to_the_end(ada, fork["id"])
    forked = atlantis.Match.read(ada.http.get(f"/api/tables/{fork['id']}/match").text)
    forked.verify()
    positions = [match.start, *(position for _, _, position in match.positions())]
    assert forked.start.redacted(0) == positions[1].redacted(0)

    over = {"table": table["id"], "ply": 9999}
    refused = ada.http.post("/api/tables", json={**body, "origin": over})
    assert refused.json()["code"] == "over-already"
    gone = ada.http.post("/api/tables", json={**body, "origin": {"table": "gone", "ply": 0}})
    assert gone.json()["code"] == "no-such-table"
    wrong = ada.http.post("/api/tables", json={**body, "game": "escape", "origin": origin})
    assert wrong.json()["code"] == "bad-request"


def test_an_answer_is_judged_and_explained(server: ServerProcess) -> None:
    ada = server.guest()
    puzzle = ada.http.get("/api/puzzles/causeway").json()["puzzles"][0]
    puzzle = ada.http.get(f"/api/puzzles/causeway/{puzzle['id']}").json()
    body = {"text": puzzle["text"], "move": puzzle["second"], "best": puzzle["best"]}
    wrong = ada.http.post("/api/study/answer", json=body).json()
    assert (wrong["right"], wrong["best"]) == (False, puzzle["best"])
    right = ada.http.post("/api/study/answer", json=body | {"move": puzzle["best"]}).json()
    assert (right["right"], right["loss"]) == (True, 0)
    assert right["sentence"]["code"]
    refused = ada.http.post("/api/study/answer", json=body | {"move": "no move"})
    assert (refused.status_code, refused.json()["code"]) == (400, "illegal-move")


def test_puzzles_are_listed_and_one_of_them_is_the_puzzle_of_the_day(server: ServerProcess) -> None:
    http = server.guest().http
    for game in ("causeway", "escape"):
        found = http.get(f"/api/puzzles/{game}").json()
        assert len(found["puzzles"]) >= 100
        assert found["daily"] in {one["id"] for one in found["puzzles"]}
    assert http.get("/api/puzzles/causeway/nothing").json()["code"] == "no-such-puzzle"
    assert http.get("/api/puzzles/chess").json()["code"] == "no-such-game"
    assert http.get("/api/puzzles/chess/x").json()["code"] == "no-such-game"


def test_statistics_are_of_ones_own_games_only(server: ServerProcess) -> None:
    """They say who won and against which bots, and know nothing of others' games."""
    ada, ben = server.guest("Ada"), server.guest("Ben")
    assert ada.http.get("/api/statistics").json() == {"games": []}
    seats = [{"kind": "person"}, {"kind": "bot", "level": "sprat"}]
    end = "causeway 2 / path ring1 / blue A:home B:home C:1 hand ring tiles 7 / white"
    body = {"game": "causeway", "seats": seats, "pace": 0, "position": end}
    table = ada.http.post("/api/tables", json=body).json()["id"]
    with ada.sit(table) as line:
        line.play("C ring")
        assert line.until_turn()["result"]
    (game,) = ada.http.get("/api/statistics").json()["games"]
    assert (game["id"], game["seat"], game["players"], game["won"]) == (table, 0, 2, 1)
    assert (game["opponents"], game["luck"], game["loss"]) == (["sprat"], None, None)
    assert (game["accuracy"], game["mistakes"]) == (None, {})
    assert ben.http.get("/api/statistics").json() == {"games": []}


def test_accuracy_and_mistakes_are_those_of_ones_own_decisions() -> None:
    game = GAMES["causeway"]
    assert accuracy([]) is None
    assert accuracy([0.0, 0.25, 0.5, -0.01]) == 50
    decisions = [
        {"loss": 0.2, "why": [{"code": "ahead"}, {"code": "tolls.but"}]},
        {"loss": 0.06, "why": [{"code": "tolls"}]},
        {"loss": 0.3, "why": []},
        {"loss": 0.04, "why": [{"code": "tiles"}]},
    ]
    assert mistakes(game, decisions) == {"tolls": 2, "": 1}


def test_a_running_match_gives_no_position_away(server: ServerProcess) -> None:
    """Neither to its players nor to others, as text, as a table that goes on from it, or at all."""
    ada = server.guest()
    table = ada.open("causeway", "pb")
    origins = [
        {"table": table, "ply": ply, "hidden": hidden, "seat": seat}
        for ply, hidden, seat in ((0, "kept", -1), (60, "kept", 0), (60, "dealt", 1))
    ]
    seats = [{"kind": "bot"}] * 2
    for guest in (ada, server.guest()):
        http = guest.http
        answers = [
            *(http.get(f"/api/tables/{table}/{what}?ply=60") for what in ("text", "moves")),
            *(http.get(f"/api/tables/{table}/text?ply=60&eyes={eyes}") for eyes in (-1, 0, 1)),
            *(http.get(f"/api/tables/{table}/{what}") for what in ("match", "log", "positions")),
            *(http.request(how, f"/api/tables/{table}/review") for how in ("GET", "POST")),
            *(
                http.post(
                    "/api/tables", json={"game": "causeway", "seats": seats, "origin": origin}
                )
                for origin in origins
            ),
        ]
        refusals = {(answer.status_code, answer.json()["code"]) for answer in answers}
        assert refusals == {(409, "not-over")}


def test_a_table_with_a_position_keeps_its_players_and_options(server: ServerProcess) -> None:
    ada = server.guest()
    seats = [{"kind": "person"}, {"kind": "open"}]
    body = {"game": "causeway", "seats": seats, "position": START}
    table = ada.http.post("/api/tables", json=body).json()
    setup = f"/api/tables/{table['id']}/setup"
    assert ada.http.post(setup, json={"hints": True}).json()["hints"]
    for wrong in ({"options": {"peek": "on"}}, {"public": True}):
        changed = ada.http.post(setup, json=wrong)
        assert (changed.status_code, changed.json()["code"]) == (400, "bad-request")
    for settings in ({"public": True}, {"rated": True}):  # the host has chosen what others get
        refused = ada.http.post("/api/tables", json={**body, **settings})
        assert "neither listed nor rated" in refused.json()["text"]
    alone = ada.http.post(f"/api/tables/{table['id']}/start", json={"open_seats": "remove"})
    assert (alone.status_code, alone.json()["code"]) == (400, "bad-request")
    kept = ada.http.get(f"/api/tables/{table['id']}").json()
    assert (kept["commitment"], kept["options"]) == (table["commitment"], table["options"])


def test_arranging_a_table_does_not_read_its_position_again() -> None:
    """Reading takes milliseconds, and the host may arrange a table many times in a second."""
    start = atlantis.position(START)
    dealer = FairDealer(None, "t", start)
    setup = Setup(start.options, position=start.text)
    table = Table("t", MatchLog(start, ["a", "b"], dealer), people("ada", "ben"), setup)
    table.arrange(table.seats, replace(setup, hints=False))
    assert table.match.start is start
    assert table.commitment == dealer.commitment


def test_hands_with_which_a_game_could_not_go_on_are_not_dealt() -> None:
    """Two of the three cards were bought, so that they may not pay: one is left for a bill of 2."""
    text = (
        "causeway 2 bought_cards_pay=off / path ring2 ~ ring3 / blue / white A:3 hand 3x? / "
        "turn white / phase pay / owed 2 / from 1 / bought 2x? / eyes blue"
    )
    with pytest.raises(RequestRefused) as caught:
        dealt(position_in(text))
    assert caught.value.code == "bad-position"
    assert dealt(position_in(text.replace("hand 3x?", "hand 4x?"))).seen_by is None


@in_one_day
def test_everybody_has_one_table_for_the_challenge_of_a_day(server: ServerProcess) -> None:
    """It is dealt by the date, opened again rather than twice, and compared with the best bot."""
    ada, ben = server.guest("Ada"), server.guest("Ben")
    about = ada.http.get("/api/daily/causeway").json()
    assert (about["table"], about["scores"], about["best"]) == ("", [], [])
    tables = [
        one.http.post("/api/daily/causeway", json={"pace": 0}).json() for one in (ada, ada, ben)
    ]
    assert tables[0]["id"] == tables[1]["id"] != tables[2]["id"]
    assert tables[0]["daily"] == about["day"]
    assert not tables[0]["hints"]
    table = tables[0]["id"]
    ada.http.post(f"/api/tables/{table}/leave")  # a bot plays on
    watch_to_the_end(ben, table)
    match = atlantis.Match.read(ada.http.get(f"/api/tables/{table}/match").text)
    match.verify()
    challenge = challenge_of(match.game, day_named(about["day"]))
    assert match.dealer is not None
    assert match.dealer.seed == challenge.name
    found = ada.http.get("/api/daily/causeway", params={"day": about["day"]}).json()
    while not found["best"]:
        found = ada.http.get("/api/daily/causeway").json()
    assert found["scores"] == list(match.position.scores)
    assert found["best"] == list(challenge.best_match().position.scores)
    assert ben.http.get("/api/daily/causeway").json()["best"] == [], "its game is not over"
    for path in ("/api/daily/chess", "/api/daily/causeway?day=never"):
        assert ada.http.get(path).status_code in (400, 404)
