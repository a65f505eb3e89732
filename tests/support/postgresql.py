"""A PostgreSQL server of the tests' own, in a folder that is thrown away."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

from support.server_process import PATIENCE, free_port


def program(name: str) -> str:
    """A program of PostgreSQL; Debian keeps some out of the way."""
    found = shutil.which(name)
    if found is None:
        places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
        assert places, "PostgreSQL is missing: `make postgresql` installs it"
        found = str(places[-1])
    return found


def run(folder: Path, *command: str) -> None:
    """Runs a program of PostgreSQL, which refuses to be root."""
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with (folder / "log").open("a") as log:
        done = subprocess.run(
            [*as_user, *command], cwd=folder, stdout=log, stderr=log, timeout=PATIENCE
        )
    assert done.returncode == 0, (folder / "log").read_text()


NETWORKS = "10.78.0.0/16"  # of `support.networks`, beside this machine's own addresses


class Database:
    """A server of PostgreSQL with an empty database, which can be stopped and started again."""

    def __init__(self, folder: Path, is_durable: bool = False) -> None:
        self.folder = folder
        self.fsync = "on" if is_durable else "off"
        self.hosts = "127.0.0.1"  # where it listens, with commas between them
        self.data = str(folder / "data")
        self.port = free_port()
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        create = ("-D", self.data, "-U", "atlantis", "-A", "trust", "--no-sync")
        run(folder, program("initdb"), *create)
        with Path(self.data, "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {NETWORKS} trust\n")

    @property
    def address(self) -> str:
        """Where it is, without the scheme."""
        return f"atlantis@127.0.0.1:{self.port}/postgres"

    @property
    def url(self) -> str:
        """Where it is, as the server wants it."""
        return f"postgresql+asyncpg://{self.address}"

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses={self.hosts}"
        options += f" -c fsync={self.fsync}"
        command = ("-D", self.data, "-w", "-l", f"{self.data}/log", "-o", options)
        run(self.folder, program("pg_ctl"), *command, "start")

    def stop(self) -> None:
        """Ends it as a crash would."""
        run(self.folder, program("pg_ctl"), "-D", self.data, "-w", "-m", "immediate", "stop")


@contextmanager
def postgresql_server(
    is_durable: bool = False, hosts: Sequence[str] = ("127.0.0.1",)
) -> Iterator[Database]:
    """A server of PostgreSQL that runs; tests do not need it to wait for the disk."""
    with tempfile.TemporaryDirectory(prefix="atlantis-postgresql-") as name:
        database = Database(Path(name), is_durable)
        database.hosts = ",".join(hosts)
        database.start()
        try:
            yield database
        finally:
            database.stop()


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database, without its scheme."""
    with postgresql_server() as database:
        yield database.address


@cache
def shared_server() -> Database:
    """One server of PostgreSQL for all tests of this process, until it ends."""
    server = postgresql_server()
    database = server.__enter__()
    atexit.register(server.__exit__, None, None, None)  # now, so that its folder is still there
    return database


@cache
def database_for(folder: Path) -> str:
    """The address of a database that belongs to a server's folder."""
    server = shared_server()
    name = f"of_{sha256(str(folder).encode()).hexdigest()[:20]}"
    connect = ("-h", "127.0.0.1", "-p", str(server.port), "-U", "atlantis")
    run(server.folder, program("createdb"), *connect, name)
    return server.url.removesuffix("postgres") + name
