"""Starts the server: one process, one folder, until a signal stops it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import uvicorn

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.file_lock import try_lock
from atlantis_games.games import GAMES
from atlantis_games.kernels.prepare import prepare_all
from atlantis_games.server.app import make_app
from atlantis_games.server.guests import Guests, secret_key
from atlantis_games.server.limited_http import LimitedHttp
from atlantis_games.server.metrics import set_up_log
from atlantis_games.server.processes import run_processes
from atlantis_games.server.settings import MAX_PORT, Settings
from atlantis_games.server.store import Store
from atlantis_games.server.store.backup import copy_sqlite
from atlantis_games.server.uvicorn_limits import LimitedSockets

MAX_TRIED_PORTS = 50  # from the wanted one on


@contextlib.contextmanager
def locked_folder(folder: Path) -> Iterator[Path]:
    """Creates the data folder if it is missing, and keeps other servers out of it.

    Yields the file of the lock, in which the address is to be written.
    """
    file = folder / "lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = file.open("a+")
    except OSError as error:
        raise BadRequest(
            f"Cannot use the folder {folder}: {error.strerror}. Give another one with --data."
        ) from error
    with lock:
        if not try_lock(lock):
            lock.seek(0)
            address = lock.read().strip()
            place = f" at {address}" if address else ""
            raise BadRequest(
                f"Another server{place} uses {folder}; stop it, or give another folder with --data."
            )
        yield file


@contextlib.contextmanager
def locked_database(place: str, is_new: bool = False) -> Iterator[str]:
    """The address of a database that no server uses; a file's folder is locked meanwhile."""
    if "://" in place:
        yield place
        return
    file = Path(place).absolute()
    if not is_new and not file.is_file():
        raise BadRequest(f"There is no database {place}.")
    if is_new and file.exists():
        raise BadRequest(f"{place} is there already: name a new file.")
    with locked_folder(file.parent):
        try:
            yield f"sqlite+aiosqlite:///{file}"
        except BaseException:
            if is_new:
                for rest in file.parent.glob(f"{file.name}*"):
                    rest.unlink()
            raise


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that nobody is refused while the server gets ready."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would share the port with another server
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        raise BadRequest(
            f"Cannot listen on {host}, port {port}: {error.strerror}. Try another --port."
        ) from error
    return listener


def shared_socket(host: str, port: int) -> socket.socket:
    """A socket on a port that the processes of this server share; it does not listen yet."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind((host, port))
    return listener


def free_socket(host: str, port: int) -> socket.socket:
    """A socket on a port, or on the next free one, and says so."""
    for tried in range(port, min(port + MAX_TRIED_PORTS, MAX_PORT)):
        try:
            listener = bound_socket(host, tried)
        except BadRequest as refused:
            if not (refused.__cause__ and is_taken(refused.__cause__)):
                raise
            continue
        if tried != port:
            print(f"Port {port} is taken; this is the next free one.", flush=True)
        return listener
    return bound_socket(host, port)


def is_taken(error: BaseException) -> bool:
    """Whether a port could not be had because another program has it."""
    return isinstance(error, OSError) and error.errno == errno.EADDRINUSE


async def check_database(settings: Settings) -> None:
    """Creates or upgrades the database; BadRequest if it cannot be used."""
    store = Store(settings.database_url, "check" if settings.is_clustered else "")
    await store.open()
    try:
        if settings.is_clustered:
            await store.check_key(Guests(secret_key(settings.data)).fingerprint)
    finally:
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
    """Compiles what is not compiled yet, and loads it, before anybody waits for it."""
    prepare_all(GAMES.values())
    for game in GAMES.values():
        game.kernels("search")


def serve(settings: Settings, browser: bool = False) -> None:
    """Runs until it is stopped by a signal."""
    os.umask(0o077)  # other users of this machine must not read seeds and hands
    set_up_log()
    with (
        locked_folder(settings.data) as lock,
        free_socket(settings.host, settings.port) as listener,
    ):
        asyncio.run(check_database(settings))
        host, port = listener.getsockname()[:2]
        network = ""
        if host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
            network = settings.origin or f"http://{address_in_network()}:{port}"
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{port}/"
        lock.write_text(address)
        settings = settings.model_copy(update={"port": port})
        server = make_server(settings, network) if settings.processes == 1 else None
        print(f"Atlantis is at {address}  (Ctrl-C stops it)", flush=True)
        if network:
            print(f"In your network it is at {network}/", flush=True)
        if browser and sys.stdout.isatty():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if server is not None:
            server.run(sockets=[listener])
            return
        listener.close()
        with shared_socket(settings.host, port):  # nobody else gets it between two processes
            prepare_all(GAMES.values())  # once, and not in each of them
            run_processes(settings, network)


def make_server(
    settings: Settings, network: str = "", on_ready: Callable[[], None] = lambda: None
) -> uvicorn.Server:
    """Uvicorn, set up for many small messages."""
    config = uvicorn.Config(
        make_app(settings, network, on_ready),
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
