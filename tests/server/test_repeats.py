"""Nothing is played twice, or by two."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from support.raw_client import (
    RawSocket,
)
from support.server_checks import (
    check_frames,
    replayed,
)
from support.server_process import ServerProcess
from support.stored_table import StoredTable


def test_two_devices_in_one_seat_cannot_both_move(server: ServerProcess) -> None:
    """Of different moves at the same ply exactly one is played."""
    ada = server.guest()
    for number in range(8):
        table = ada.open("escape", "pb")
        state: dict[str, Any] = {}
        sockets = [RawSocket(server, table, ada.token) for _ in range(8)]
        while not state.get("moves"):
            state = [m for raw in sockets for m in raw.answers() if m["type"] == "state"][-1]
        moves = [choice["move"] for choice in state["moves"]][:8]
        for raw, move in zip(sockets, moves, strict=False):
            raw.send([json.dumps({"type": "move", "ply": state["ply"], "move": move})])
        codes = sum((check_frames(raw.answers()) for raw in sockets), Counter[str]())
        for raw in sockets:
            raw.socket.close()
        assert codes == {"stale": len(moves) - 1}, number
        played = StoredTable(server.data, table).entries[state["ply"]]
        assert played[0] == 0
        assert played[1] in moves
        replayed(server.data, table)


def test_a_repeated_move_is_played_once_and_a_stale_one_not_at_all(server: ServerProcess) -> None:
    """Also when fifty devices send it at the same time, and again much later."""
    ada = server.guest()
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        state = line.until_turn()
        move = json.dumps({"type": "move", "ply": state["ply"], "move": state["moves"][0]["move"]})
        stale = json.dumps(
            {"type": "move", "ply": state["ply"], "move": state["moves"][-1]["move"]}
        )
        sockets = [RawSocket(server, table, ada.token) for _ in range(10)]
        for raw in sockets:
            raw.send([move] * 5)
        for raw in sockets:
            assert not check_frames(raw.answers())
        line.until_ply(state["ply"] + 1)
        for raw in sockets:
            raw.send([move, stale])
            assert check_frames(raw.answers()) == {"stale": 1}
            raw.socket.close()
    log = [entry[:2] for entry in StoredTable(server.data, table).entries]
    assert log[state["ply"]] == (0, state["moves"][0]["move"])
    assert (
        log.count((0, state["moves"][0]["move"])) <= 1 + sum(entry == (0, "undo") for entry in log)
        or log[state["ply"] + 1][0] != 0
    )
    replayed(server.data, table)
