"""Starts the server: one process, one folder, until a signal stops it."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from atlantis_games.core.errors import BadRequest
from atlantis_games.games import GAMES
from atlantis_games.kernels.prepare import prepare_all
from atlantis_games.server.app import make_app
from atlantis_games.server.limited_http import LimitedHttp
from atlantis_games.server.metrics import set_up_log
from atlantis_games.server.settings import Settings
from atlantis_games.server.store import Store
from atlantis_games.server.store.backup import copy_sqlite
from atlantis_games.server.uvicorn_limits import LimitedSockets


@contextlib.contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Creates the data folder if it is missing, and keeps other servers out of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise BadRequest(f"Cannot use the folder {folder}: {error.strerror}.") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BadRequest(
                f"Another server uses {folder}; stop it, or give another folder with --data."
            ) from error
        yield


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that nobody is refused while the server gets ready."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        raise BadRequest(
            f"Cannot listen on {host}, port {port}: {error.strerror}. Try another --port."
        ) from error
    return listener


async def check_database(settings: Settings) -> None:
    """Creates or upgrades the database; BadRequest if it cannot be used."""
    store = Store(settings.database_url)
    await store.open()
    await store.close()


def address_in_network() -> str:
    """Where others in the network find this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
        except OSError:
            return "127.0.0.1"  # no network
        return str(probe.getsockname()[0])


def prepare() -> None:
    """Compiles what is not compiled yet, before anybody waits for it."""
    prepare_all(GAMES.values())
    for game in GAMES.values():
        game.kernels("search")


def serve(settings: Settings, browser: bool = False) -> None:
    """Runs until it is stopped by a signal."""
    os.umask(0o077)  # other users of this machine must not read seeds and hands
    set_up_log()
    with locked_folder(settings.data), bound_socket(settings.host, settings.port) as listener:
        asyncio.run(check_database(settings))
        prepare()
        host, port = listener.getsockname()[:2]
        network = ""
        if host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
            network = settings.origin or f"http://{address_in_network()}:{port}"
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{port}/"
        server = make_server(settings, network)
        tune_interpreter()
        print(f"Atlantis is at {address}  (Ctrl-C stops it)", flush=True)
        if network:
            print(f"In your network it is at {network}/", flush=True)
        if browser and sys.stdout.isatty():
            webbrowser.open(address)
        server.run(sockets=[listener])


def tune_interpreter() -> None:
    """Makes Python's pauses rare and its threads quick to take turns.

    What is loaded now stays; a move leaves hardly any garbage in circles, which `Services` collects
    now and then. The thread that writes to the disk must not wait long for its turn.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000_000)
    sys.setswitchinterval(0.001)


def make_server(settings: Settings, network: str = "") -> uvicorn.Server:
    """Uvicorn, set up for many small messages."""
    config = uvicorn.Config(
        make_app(settings, network),
        log_config=None,
        access_log=False,
        http=LimitedHttp,
        ws=LimitedSockets,
        ws_max_size=16_384,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
        lifespan="on",
    )
    return uvicorn.Server(config)


def backup(settings: Settings, file: Path) -> None:
    """Copies the database to a file, whole and consistent, also while the server runs."""
    if settings.database:
        raise BadRequest("ATLANTIS_DATABASE is set: back that database up with its own tools.")
    source = settings.data / "atlantis.db"
    if not source.is_file():
        raise BadRequest(f"There is no database in {settings.data}.")
    os.umask(0o077)
    copy_sqlite(source, file)
