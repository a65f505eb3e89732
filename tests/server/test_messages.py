"""Messages of clients: a tagged union that names what is wrong."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from atlantis_games.server.client_messages import (
    MAX_MESSAGE,
    AskWhyMessage,
    BadMessage,
    MoveMessage,
    PingMessage,
    read_message,
)
from atlantis_games.server.messages import encode_to_keep


def test_messages_are_read_by_their_type() -> None:
    move = read_message('{"type": "move", "ply": 3, "move": "A ring"}')
    assert move == MoveMessage(type="move", ply=3, move="A ring")
    assert isinstance(read_message('{"type": "ping"}'), PingMessage)
    numbered = read_message('{"type": "move", "ply": 3, "move": 12}')
    assert numbered == MoveMessage(type="move", ply=3, move=12)
    why = read_message('{"type": "why", "clicks": ["card:ring"]}')
    assert why == AskWhyMessage(type="why", clicks=["card:ring"])


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"type": "move", "ply": 3, "move": "A", "seat": 1}, "'move' has no field 'seat'."),
        ({"type": "ping", "__class__": 1}, "'ping' has no field '__class__'."),
        ({"type": "move", "move": "A"}, "'move' needs the field 'ply'."),
        ({"type": "pay", "ply": True}, "'pay', field 'ply'"),
        ({"type": "pay", "ply": "3"}, "'pay', field 'ply'"),
        ({"type": "pay", "ply": 3.5}, "'pay', field 'ply'"),
        ({"type": "why", "clicks": ["a", 1]}, "'why', field 'clicks.1'"),
        ({"type": "dance"}, "expected move, pay, decide, undo,"),
        ({"ply": 3}, "The field 'type' is missing or unknown"),
        ([], "A message is an object."),
        (7, "A message is an object."),
        (None, "A message is an object."),
    ],
)
def test_what_is_wrong_is_said_with_the_name_of_the_field(message: Any, sentence: str) -> None:
    with pytest.raises(BadMessage) as caught:
        read_message(json.dumps(message))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 2000, '{"type":"chat","text":"\\ud800"}', "\x00"],
)
def test_what_is_not_json_is_said_to_be_so(text: str) -> None:
    with pytest.raises(BadMessage, match="JSON"):
        read_message(text)


def test_bytes_and_long_messages_are_refused() -> None:
    with pytest.raises(BadMessage, match="not bytes"):
        read_message(None)
    with pytest.raises(BadMessage, match=f"at most {MAX_MESSAGE}"):
        read_message(" " * (MAX_MESSAGE + 1))


def test_what_is_kept_takes_no_more_memory_than_it_needs() -> None:
    """What orjson makes holds 4 kB at least, which thousands of kept pieces cannot afford."""
    tracemalloc.start()
    kept = [encode_to_keep([number, {"cards": 1}]) for number in range(500)]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / len(kept) < 200
