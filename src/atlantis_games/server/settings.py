"""What a host can set, by flags or by variables of the environment; docs/server.md lists them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from atlantis_games.core.errors import BadRequest


@dataclass(frozen=True)
class Settings:
    """Everything with a default that just works."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path()
    database: str = ""  # a URL of SQLAlchemy; empty: atlantis.db in the data folder
    origin: str = ""  # the address people use, if a proxy hides it
    keep_days: float = 30.0  # unfinished tables nobody has touched for so long are removed
    idle_seconds: float = 300.0  # tables nobody is connected to leave memory after so long
    patience_seconds: float = 30.0  # whoever is gone for so long can be replaced by a bot
    network: str = ""  # the address by which others in the network find a server of theirs
    limits: float = 1.0  # multiplies every limit per address; for a club behind one address

    @property
    def database_url(self) -> str:
        """Where the moves are kept."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'atlantis.db'}"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The platform's folder for a user's data."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "atlantis"
    return Path(environment.get("XDG_DATA_HOME", home / ".local" / "share")) / "atlantis"


def read_settings(
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings of the command line, then of the environment, then the defaults."""
    default = Settings()

    def number(name: str, fallback: float) -> float:
        text = environment.get(name, "")
        try:
            value = float(text or fallback)
        except ValueError:
            value = -1.0
        if not 0 < value < 1e9:
            raise BadRequest(f"{name} is a number above 0, not {text!r}.")
        return value

    settings = Settings(
        host=host or environment.get("ATLANTIS_HOST", default.host),
        port=int(number("ATLANTIS_PORT", default.port)) if port is None else port,
        data=data or Path(environment.get("ATLANTIS_DATA") or data_folder(environment)),
        database=environment.get("ATLANTIS_DATABASE", default.database),
        origin=environment.get("ATLANTIS_ORIGIN", default.origin).rstrip("/"),
        keep_days=number("ATLANTIS_KEEP_DAYS", default.keep_days),
        idle_seconds=number("ATLANTIS_IDLE_SECONDS", default.idle_seconds),
        patience_seconds=number("ATLANTIS_PATIENCE_SECONDS", default.patience_seconds),
        limits=number("ATLANTIS_LIMITS", default.limits),
    )
    if not 0 <= settings.port < 65536:
        raise BadRequest(f"A port is a number up to 65535, not {settings.port}.")
    return settings
