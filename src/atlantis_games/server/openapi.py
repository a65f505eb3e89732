"""The OpenAPI document, with what goes over the socket.

OpenAPI does not describe sockets, so their messages stand under `components.schemas` only:
`ClientMessage` is what a client may send, `ServerMessage` what the server sends, and `View` the
views of all games, each as its `view_schema` describes it.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES
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
        schemas = document["components"]["schemas"]
        schemas.update(message_schemas())
        for schema in schemas.values():
            name_views(schema)
        schemas.update(view_schemas())
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


def name_views(schema: dict[str, Any]) -> None:
    """Makes the field `view` of a message refer to the schema of views."""
    view = schema.get("properties", {}).get("view")
    if view is not None:
        is_optional = {"type": "null"} in view.get("anyOf", ())
        reference = {"$ref": REFERENCE.format(model="View")}
        named = {"anyOf": [reference, {"type": "null"}]} if is_optional else reference
        schema["properties"]["view"] = named


def view_schemas() -> dict[str, Any]:
    """The schemas of views: of all games together, of each, and of their parts."""
    found: dict[str, Any] = {}
    for game in GAMES.values():
        found |= {schema_name(game, part): schema for part, schema in view_parts(game).items()}
    views = [{"$ref": REFERENCE.format(model=schema_name(game))} for game in GAMES.values()]
    return {"View": {"anyOf": views}, **found}


def schema_name(game: Game, part: str = "View") -> str:
    """What the schema of a part of a game's view is called in the document."""
    return game.name.title().replace("_", "") + part


def view_parts(game: Game) -> dict[str, Any]:
    """A game's schemas by the names of their parts, referring to each other in the document."""
    text = json.dumps(game.view_schema)
    place = REFERENCE.format(model=schema_name(game, ""))
    schema = json.loads(text.replace("#/$defs/", place))
    schema.pop("$schema", None)
    return {**schema.pop("$defs", {}), "View": schema}
