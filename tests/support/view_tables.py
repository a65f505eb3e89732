"""The tables of docs/views.md, made of the schemas: `python -m support.view_tables` prints them."""

from __future__ import annotations

from typing import Any

from atlantis_games import Game
from atlantis_games.games import GAMES


def type_of(schema: dict[str, Any]) -> str:
    """The type of a field, in a few words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "anyOf" in schema:
        return " or ".join(type_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " / ".join(f"`{word}`" for word in schema["enum"])
    if "const" in schema:
        return f"`{str(schema['const']).lower()}`"
    if schema["type"] == "array":
        return f"list of {type_of(schema['items'])}"
    if schema["type"] == "object":
        inner = schema.get("additionalProperties") or next(iter(schema["properties"].values()))
        return f"object of {type_of(inner)}"
    return str(schema["type"])


def table(schema: dict[str, Any]) -> str:
    """The fields of an object, a row each."""
    if "properties" not in schema:
        return ""
    rows = ["", "| field | type | meaning |", "|---|---|---|"]
    for name, field in schema["properties"].items():
        optional = "" if name in schema["required"] else " (optional)"
        rows.append(f"| `{name}`{optional} | {type_of(field)} | {field['description']} |")
    return "\n".join(rows) + "\n"


def view_tables(game: Game) -> str:
    """All tables of a game."""
    schema = game.view_schema
    parts = [f"## {game.title}\n{table(schema)}"]
    for name, part in schema["$defs"].items():
        parts.append(f"### `{name}` in {game.title}\n\n{part['description']}\n{table(part)}")
    return "\n".join(parts)


if __name__ == "__main__":
    print("\n".join(view_tables(game) for game in GAMES.values()))
