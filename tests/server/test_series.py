"""The score along rematches, why a game ended, and finished matches move by move."""

from __future__ import annotations

from support.server_process import ServerProcess


def test_wins_are_counted_along_rematches_and_positions_know_their_moves(
    server: ServerProcess,
) -> None:
    ada = server.guest("Ada")
    table = ada.open("causeway", "pb")
    assert ada.http.get(f"/api/tables/{table}").json()["series"] == {"games": 0, "wins": [0, 0]}
    with ada.sit(table) as line:
        while not line.until_turn()["result"]:
            line.play()
        result = line.state["result"]
    assert result["ending"] in ("home", "idle")
    won = [(seat in result["winners"]) / len(result["winners"]) for seat in (0, 1)]
    again = ada.http.post(f"/api/tables/{table}/rematch").json()
    assert again["series"] == {"games": 1, "wins": [won[1], won[0]]}  # everybody one seat on
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]

    log = ada.http.get(f"/api/tables/{table}/log").json()["log"]
    ply = next(ply for ply, entry in enumerate(log) if entry["actor"] == 0)
    moves = ada.http.get(f"/api/tables/{table}/moves", params={"ply": ply}).json()["moves"]
    assert log[ply]["move"] in [choice["move"] for choice in moves]
    assert ada.http.get(f"/api/tables/{table}/moves", params={"ply": len(log)}).json() == {
        "moves": []
    }
    assert ada.http.get(f"/api/tables/{again['id']}/log").status_code == 409
