"""A whole game with nonces of two devices, checked from outside; and imported matches."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

import pytest

from core.test_fair_match import outsider
from support.server_process import Guest, ServerProcess, play_out

PLAIN = {"Content-Type": "text/plain"}


def promise_of(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


def match_text(guest: Guest, table: str) -> str:
    return guest.http.get(f"/api/tables/{table}/match").text


@pytest.mark.parametrize("game", ["causeway", "escape"])
def test_a_game_of_two_devices_is_verified_by_an_outsider(
    server: ServerProcess, game: str, tmp_path: Path
) -> None:
    ada, ben = server.guest("Ada"), server.guest("Ben")
    nonces = [secrets.token_hex(32) for _ in range(2)]
    options = {"stall_limit": "1"} if game == "escape" else {}
    table = ada.open(game, "po", promise=promise_of(nonces[0]), options=options)
    commitment = ada.get(f"/api/tables/{table}")["commitment"]
    with ada.sit(table) as first:
        ben.post(f"/api/tables/{table}/join", {"promise": promise_of(nonces[1])})
        with ben.sit(table) as second:
            info = first.until(lambda m: m["type"] == "state" and m["table"]["deal"]["collecting"])
            assert info["table"]["deal"]["promises"] == [promise_of(nonce) for nonce in nonces]
            assert info["ply"] == 0
            for line, nonce in zip((first, second), nonces, strict=True):
                line.send(type="reveal", nonce=nonce)
            for line in (first, second):
                line.until(lambda m: m["type"] == "state" and m["table"]["state"] == "playing")
            deal = first.state["table"]["deal"]
            assert deal["nonces"] == [f"device {nonce}" for nonce in nonces]
            play_out([first, second], ply=0)
    text = match_text(ada, table)
    assert f"commitment: {commitment}\n" in text
    assert outsider().verify(text) > 20

    brought = ben.http.post("/api/matches", content=text, headers=PLAIN).json()
    assert (brought["imported"], brought["commitment"]) == (True, "")
    copy = match_text(ben, brought["id"])
    assert commitment not in copy
    assert "\nimported: yes\n" in copy
    assert outsider().verify(copy) > 20
    with ben.sit(brought["id"]) as line:
        assert line.until_type("state")["result"]["seed"] == ""
    listed = {one["id"]: one["imported"] for one in ben.get("/api/tables")["own"]}
    assert (listed[brought["id"]], listed[table]) == (True, False)
    for changed in (text.replace("Ben", "Bob"), text.replace(nonces[0], nonces[1])):
        answer = ben.http.post("/api/matches", content=changed, headers=PLAIN)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
