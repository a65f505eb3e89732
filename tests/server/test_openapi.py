"""The OpenAPI document: every answer has a schema, and real answers fit it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from pydantic import TypeAdapter

from atlantis_games.games import GAMES
from atlantis_games.server.app import make_api
from atlantis_games.server.messages import ServerMessage
from atlantis_games.server.notation import notation_version
from atlantis_games.server.schema import without_views
from support.server_process import ServerProcess


def test_every_route_has_a_schema_for_its_answer() -> None:
    for path, operations in make_api().openapi()["paths"].items():
        for method, operation in operations.items():
            [answer] = [
                answer for status, answer in operation["responses"].items() if status[0] == "2"
            ]
            [content] = answer["content"].values()
            assert content["schema"], f"{method} {path}"


def test_every_reference_leads_to_a_schema() -> None:
    document = make_api().openapi()
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.split('"')[0] in schemas
    assert {"ClientMessage", "ServerMessage", "MoveMessage", "StateMessage"} <= set(schemas)


def test_the_document_is_printed_without_a_server() -> None:
    command = [sys.executable, "-m", "atlantis_games.server.schema"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    whole = json.loads(json.dumps(make_api().openapi()))
    assert json.loads(printed) == without_views(whole)
    assert (
        without_views(whole)["components"]["schemas"]["View"]
        != whole["components"]["schemas"]["View"]
    )


def every_field_is_known(value: Any, read: Any, place: str = "") -> None:
    """Fails at a field that was sent and that the types do not know."""
    if isinstance(value, dict):
        for name, inner in value.items():
            assert name in read, f"{place}.{name} is not in the schema"
            every_field_is_known(inner, read[name], f"{place}.{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            every_field_is_known(inner, read[number], f"{place}[{number}]")


@pytest.mark.parametrize("game", GAMES)
def test_what_the_server_sends_fits_its_types(server: ServerProcess, game: str) -> None:
    messages: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
    ada = server.guest()
    table = ada.open(game, "pb", clock={"kind": "total", "seconds": 600})
    with ada.sit(table) as line:
        line.until_turn()
        line.send(type="why", move="no such move")
        line.until_type("why")
        line.send(type="hint")
        line.until_type("hint")
        line.send(type="chat", text="hi")
        line.until_type("chat")
        line.send(type="react", reaction="wow")
        line.until_type("reaction")
        line.send(type="nothing")
        line.until_type("error")
        line.play()
        line.until_turn()
        line.send(type="deltas", notation=notation_version(GAMES[game]))
        line.send(type="move", ply=line.state["ply"], move=line.state["moves"][0]["move"])
        line.until_type("delta")
        line.send(type="ping")
        line.until_type("pong")
    assert {json.loads(text)["type"] for text in line.bytes} == {
        "state",
        "delta",
        "why",
        "hint",
        "chat",
        "reaction",
        "error",
        "pong",
    }
    for text in line.bytes:
        every_field_is_known(json.loads(text), messages.validate_json(text))
