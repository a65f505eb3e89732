"""What a host can set, by flags or by variables of the environment; docs/server.md lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from atlantis_games.core.errors import BadRequest

PREFIX = "ATLANTIS_"
FILE = "atlantis.db"
MAX_PORT = 65535
MAX_PROCESSES = 256
PositiveNumber = Annotated[float, Field(gt=0, lt=1e9)]


def data_folder() -> Path:
    """The platform's folder for a user's data."""
    return user_data_path("atlantis", appauthor=False)


class Settings(BaseSettings):
    """Everything with a default that just works."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid"
    )

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=MAX_PORT)
    data: Path = Field(default_factory=data_folder)
    database: str = ""  # a URL of SQLAlchemy; empty: atlantis.db in the data folder
    origin: str = ""  # the address people use, if a proxy hides it
    keep_days: PositiveNumber = 30.0  # unfinished tables are removed after so long without a move
    idle_seconds: PositiveNumber = 300.0  # tables leave memory after so long without a connection
    patience_seconds: PositiveNumber = 30.0  # a bot may play for those who are gone for so long
    limits: PositiveNumber = 1.0  # multiplies every limit per address
    processes: int = Field(default=1, ge=1, le=MAX_PROCESSES)
    cluster: bool = False  # other servers use the same database
    workers: int = Field(default=2, ge=0, le=MAX_PROCESSES)  # threads of each that think for bots

    @field_validator("origin")
    @classmethod
    def without_slash(cls, origin: str) -> str:
        """An origin as browsers send it."""
        return origin.rstrip("/")

    @property
    def is_clustered(self) -> bool:
        """Whether several processes use the database."""
        return self.cluster or self.processes > 1

    @property
    def database_url(self) -> str:
        """Where the moves are kept."""
        return self.database or f"sqlite+aiosqlite:///{self.data / FILE}"

    def existing_file(self) -> Path:
        """The file of SQLite; BadRequest if no server has made it."""
        file = self.data / FILE
        if not file.is_file():
            raise BadRequest(f"There is no database in {self.data}: give its folder with --data.")
        return file


def read_settings(
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    processes: int | None = None,
    cluster: bool | None = None,
) -> Settings:
    """The settings of the command line, then of the environment, then the defaults."""
    flags: dict[str, Any] = {"host": host, "port": port, "data": data}
    flags |= {"processes": processes, "cluster": cluster or None}
    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name, value = str(first["loc"][0]), first["input"]
        if name == "port":
            raise BadRequest(
                f"{PREFIX}PORT, or --port, is a number up to {MAX_PORT}, not {value!r}."
            ) from error
        if name == "processes":
            raise BadRequest(
                f"{PREFIX}PROCESSES, or --processes, is a number from 1 to {MAX_PROCESSES}, "
                f"not {value!r}."
            ) from error
        if name == "workers":
            raise BadRequest(
                f"{PREFIX}WORKERS is a number from 0 to {MAX_PROCESSES}, not {value!r}."
            ) from error
        expected = "yes or no" if name == "cluster" else "a number above 0"
        raise BadRequest(f"{PREFIX}{name.upper()} is {expected}, not {value!r}.") from error
