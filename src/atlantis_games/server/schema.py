"""Prints the OpenAPI document without starting a server: python -m atlantis_games.server.schema"""

from __future__ import annotations

import json

from atlantis_games.server.app import make_api


def main() -> None:
    """Prints the document, the same for the same version."""
    print(json.dumps(make_api().openapi(), indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
