"""A PostgreSQL server of the tests' own, in a folder that is thrown away."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database, without its scheme."""
    with tempfile.TemporaryDirectory(prefix="atlantis-postgresql-") as name:
        folder, port = Path(name), free_port()
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = str(folder / "data")
        run(folder, program("initdb"), "-D", data, "-U", "atlantis", "-A", "trust", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        run(
            folder, program("pg_ctl"), "-D", data, "-w", "-l", f"{data}/log", "-o", options, "start"
        )
        try:
            yield f"atlantis@127.0.0.1:{port}/postgres"
        finally:
            run(folder, program("pg_ctl"), "-D", data, "-w", "-m", "immediate", "stop")
