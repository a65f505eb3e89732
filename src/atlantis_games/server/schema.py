"""Prints the OpenAPI document for the page's types: python -m atlantis_games.server.schema

Views are left open in it, since the page has each game's types in that game's folder.
"""

from __future__ import annotations

import json
from typing import Any

from atlantis_games.server.app import make_api
from atlantis_games.server.openapi import view_schemas


def without_views(document: dict[str, Any]) -> dict[str, Any]:
    """A document in which a view may be any object."""
    schemas = document["components"]["schemas"]
    kept = {name: schema for name, schema in schemas.items() if name not in view_schemas()}
    kept["View"] = {"type": "object", "additionalProperties": True}
    return {**document, "components": {**document["components"], "schemas": kept}}


def main() -> None:
    """Prints the document, the same for the same version."""
    print(json.dumps(without_views(make_api().openapi()), indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
