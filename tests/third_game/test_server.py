"""A game of another distribution is played at a table of a real server."""

from __future__ import annotations

from typing import Any

import pytest

from support.server_process import ServerProcess
from support.tiny_game import GAME


def test_the_server_offers_it(tiny_server: ServerProcess) -> None:
    games = {game["name"]: game for game in tiny_server.guest().get("/api/games")["games"]}
    assert games[GAME]["title"] == "High Card"
    assert games[GAME]["players"] == [2, 4]
    assert games[GAME]["levels"] == ["easy", "hard"]
    assert games[GAME]["options"][0]["words"] == ["highest", "lowest"]


@pytest.mark.parametrize(("language", "title"), [("en", "High Card"), ("nl", "Hoge kaart")])
def test_the_server_sends_its_texts(tiny_server: ServerProcess, language: str, title: str) -> None:
    texts = tiny_server.guest().get(f"/api/games/{GAME}/texts/{language}")
    assert texts["title"] == title


def test_a_table_is_played_to_the_end(tiny_server: ServerProcess) -> None:
    """Against a bot: what is hidden stays hidden, and the drawing is sent."""
    ada = tiny_server.guest("Ada")
    seats = [{"kind": "person"}, {"kind": "bot", "level": "hard"}]
    body = {"game": GAME, "seats": seats, "options": {"winner": "lowest"}, "pace": 0}
    table = ada.post("/api/tables", body)["id"]
    with ada.sit(table) as line:
        state = line.until_turn()
        check_state(state)
        line.send(type="why", move="deal 3")
        assert line.until_type("why")["code"] == "not-chance"
        while not line.until_turn()["result"]:
            check_state(line.state)
            answer = line.play()
            assert answer["type"] == "state", answer
        assert sum(line.state["result"]["scores"]) == 3
    text = ada.http.get(f"/api/tables/{table}/match").text
    assert f"game: {GAME}" in text
    for path in (f"tables/{table}", f"games/{GAME}"):
        picture = ada.http.get(f"/pictures/{path}.png")
        assert picture.content.startswith(b"\x89PNG"), "the text drawing stands for a picture"
    positions = ada.get(f"/api/tables/{table}/positions?first=0&last=5")
    assert "Seat 1" in positions["views"][-1]["view"]["text"]


def check_state(state: dict[str, Any]) -> None:
    """One's own cards are there, those of the other are not; and the drawing shows the same."""
    own, other = state["view"]["seats"]
    assert len(own["hand"]) == own["cards"]
    assert "hand" not in other
    assert "Seat 2" in state["view"]["text"]
    assert [choice["move"] for choice in state["moves"]] == [f"play {card}" for card in own["hand"]]
    assert state["prompt"]["code"] == "play"
