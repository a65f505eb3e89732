"""No cheap message has a dear answer: what is sent when nothing, or little, has changed."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from atlantis_games.server.socket import MAX_ANNOUNCED_ONLOOKERS
from support.raw_client import RawSocket
from support.server_process import ServerProcess, TableSocket


def heard(line: TableSocket) -> list[dict[str, Any]]:
    """Everything up to the answer to a ping that is sent now."""
    line.send(type="ping")
    found: list[dict[str, Any]] = []
    while (message := line.hear())["type"] != "pong":
        found.append(message)
    return found


def settled(line: TableSocket) -> None:
    """Waits until there is nothing more to come."""
    while heard(line):
        pass


def test_a_look_that_changes_nothing_sends_nothing(server: ServerProcess) -> None:
    ada = server.guest()
    with ada.sit(ada.open("causeway", "pp")) as line:
        line.until(lambda m: m["type"] == "state" and m["ply"] > 0)
        line.send(type="look", seat=0)
        line.until(lambda m: m["type"] == "state" and m["seat"] == 0)
        settled(line)
        for _ in range(20):
            line.send(type="look", seat=0)
        assert heard(line) == []
    with ada.sit(ada.open("escape", "pb")) as line:
        line.until_turn()
        settled(line)
        for seat in (0, -1, 0):
            line.send(type="look", seat=seat)
        assert heard(line) == [], "with one seat there is nothing else to look at"


def test_a_look_from_another_seat_sends_only_what_that_seat_knows_otherwise(
    server: ServerProcess,
) -> None:
    """The log with what is sent again is the one that a new line of that seat gets."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    with ada.sit(table) as line:
        log: list[dict[str, Any]] = []
        seats = set()
        for _ in range(40):
            line.until(lambda m: m["type"] == "state" and m["view"] is not None)
            log[line.state["since"] :] = line.state["log"]
            if not line.state["moves"]:
                seats.add(line.state["view"]["actor"])
                line.send(type="look", seat=line.state["view"]["actor"])
                state = line.until(lambda m: m["type"] == "state" and m["seat"] >= 0)
                assert state["since"] == len(log)
                for entry in state["again"]:
                    assert entry["actor"] == -1, "only chance deals in secret"
                    log[entry.pop("ply")] = entry
                with ada.sit(table) as other:
                    other.until(lambda m: m["type"] == "state")
                    other.send(type="look", seat=state["seat"])
                    full = other.until(lambda m: m["type"] == "state" and m["seat"] >= 0)
                    fresh = [*other_log(other, full)]
                assert log == fresh
            line.send(type="move", ply=line.state["ply"], move=line.state["moves"][0]["move"])
        assert seats == {0, 1}


def other_log(line: TableSocket, state: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole log of a line that has looked once."""
    states = [json.loads(text) for text in line.bytes if '"type":"state"' in text]
    log: list[dict[str, Any]] = []
    for one in states:
        log[one["since"] :] = one["log"]
    for entry in state["again"]:
        log[entry.pop("ply")] = entry
    return log


def test_what_was_done_before_costs_nothing(server: ServerProcess) -> None:
    """A move, an undo or a payment of an old ply is neither done nor answered with a state."""
    ada = server.guest()
    with ada.sit(ada.open("escape", "pp")) as line:
        while (state := line.until_turn())["view"]["phase"] == "place":
            line.play()
        move = next(m["move"] for m in state["moves"] if m["move"] != "stop")
        after = line.play(move)
        line.send(type="undo", ply=after["ply"])
        line.until_ply(after["ply"] + 1)
        settled(line)
        for _ in range(20):
            line.send(type="pay", ply=state["ply"])
            line.send(type="move", ply=state["ply"], move=move)
            line.send(type="undo", ply=after["ply"])
        assert heard(line) == []
        line.send(type="pay", ply=line.state["ply"] - 1)
        assert [message["code"] for message in heard(line)] == ["stale"], "that was an undo"


def test_talk_sends_no_state_and_nor_does_somebody_who_comes(server: ServerProcess) -> None:
    """A line of chat is sent alone; who comes or goes is told with a small message."""
    ada, ben = server.guest(), server.guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    with ada.sit(table) as line, ada.sit(table) as second:
        line.until(lambda m: m["type"] == "state" and m["ply"] > 0)
        settled(line)
        second.send(type="chat", text="hi")
        second.until_type("chat")
        assert [message["type"] for message in heard(line)] == ["chat"]
        before = len(line.bytes)
        for _ in range(3):
            with RawSocket(server, table) as onlooker:
                assert onlooker.answers()[0]["type"] == "state"
                line.until(lambda m: line.state["table"]["watching"] == 1)
            line.until(lambda m: line.state["table"]["watching"] == 0)
        with ben.sit(table) as other:
            assert other.hear()["table"]["seats"][1]["here"]
            line.until(lambda m: line.state["table"]["seats"][1]["here"])
        line.until(lambda m: not line.state["table"]["seats"][1]["here"])
        with ada.sit(table) as third:  # the same guest again
            third.until_type("state")
        assert heard(line) == []
        told = line.bytes[before:]
        kinds = [json.loads(text)["type"] for text in told]
        assert kinds == [*["presence"] * 8, "pong"]
        assert max(map(len, told)) < 100


def test_many_onlookers_wake_nobody_for_one_more(server: ServerProcess) -> None:
    """Of more than twenty who watch, one more is told with the next state only."""
    ada = server.guest()
    table = ada.open("escape", "pp")
    with ada.sit(table) as line, ExitStack() as stack:
        for _ in range(MAX_ANNOUNCED_ONLOOKERS + 5):
            stack.enter_context(RawSocket(server, table)).answers()
        line.until(lambda m: line.state["table"]["watching"] >= MAX_ANNOUNCED_ONLOOKERS)
        assert heard(line) == []
        line.until_turn()
        assert line.play()["table"]["watching"] == MAX_ANNOUNCED_ONLOOKERS + 5
