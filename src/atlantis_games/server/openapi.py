"""The OpenAPI document, with what goes over the socket.

OpenAPI does not describe sockets, so their messages stand under `components.schemas` only:
`ClientMessage` is what a client may send, `ServerMessage` what the server sends.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from atlantis_games.server.client_messages import (
    CLIENT_MESSAGE,
)
from atlantis_games.server.messages import (
    ServerMessage,
)

REFERENCE = "#/components/schemas/{model}"


def openapi(api: FastAPI) -> dict[str, Any]:
    """The document of an application, made once."""
    if api.openapi_schema is None:
        document = get_openapi(title=api.title, version=api.version, routes=api.routes)
        document["components"]["schemas"].update(message_schemas())
        api.openapi_schema = document
    return api.openapi_schema


def message_schemas() -> dict[str, Any]:
    """The schemas of all messages over the socket."""
    server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
    inputs: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        ("ClientMessage", "validation", CLIENT_MESSAGE),
        ("ServerMessage", "serialization", server_message),
    ]
    unions, definitions = TypeAdapter.json_schemas(inputs, ref_template=REFERENCE)
    named = {str(name): schema for (name, _), schema in unions.items()}
    return {**definitions["$defs"], **named}
