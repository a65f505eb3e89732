"""Starts the server, which runs until a signal stops it. Loads no more than the page needs."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import uvicorn

from atlantis_games.core.collector import loading
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.file_lock import try_lock
from atlantis_games.games import GAMES
from atlantis_games.server.late_app import LateApp, Parts
from atlantis_games.server.limited_http import LimitedHttp
from atlantis_games.server.metrics import set_up_log
from atlantis_games.server.middleware import Guard, guarded
from atlantis_games.server.processes import run_processes
from atlantis_games.server.settings import MAX_PORT, Settings
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


def address_in_network() -> str:
    """Where others in the network find this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
        except OSError:
            return "127.0.0.1"  # no network
        return str(probe.getsockname()[0])


def serve(settings: Settings, browser: bool = False) -> None:
    """Runs until it is stopped by a signal."""
    os.umask(0o077)  # other users of this machine must not read seeds and hands
    set_up_log()
    with (
        locked_folder(settings.data) as lock,
        free_socket(settings.host, settings.port) as listener,
    ):
        host, port = listener.getsockname()[:2]
        network = ""
        if host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
            network = settings.origin or f"http://{address_in_network()}:{port}"
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{port}/"
        lock.write_text(address)
        settings = settings.model_copy(update={"port": port})
        if browser and sys.stdout.isatty():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if settings.processes == 1:
            serve_page_first(settings, Addresses(address, network), listener)
        else:
            listener.close()
            serve_together(settings, Addresses(address, network))


class Addresses(NamedTuple):
    """Where a server is found."""

    here: str
    network: str  # empty if it is on this machine only

    def tell(self) -> None:
        """Prints them."""
        print(f"Atlantis is at {self.here}  (Ctrl-C stops it)", flush=True)
        if self.network:
            print(f"In your network it is at {self.network}/", flush=True)


def serve_page_first(settings: Settings, found_at: Addresses, listener: socket.socket) -> None:
    """One process, which shows the page while it loads the rest of the server."""

    def load() -> Parts:
        with loading():
            from atlantis_games.server.app import check_database, make_parts

        asyncio.run(check_database(settings))
        found_at.tell()
        return make_parts(settings, found_at.network)

    late = LateApp(load, settings.origin)
    server = make_server(guarded(late, late, settings))
    late.on_failure = partial(setattr, server, "should_exit", True)
    server.run(sockets=[listener])
    if late.error is not None:
        raise late.error


def serve_together(settings: Settings, found_at: Addresses) -> None:
    """Several processes; what they all need is done once before."""
    from atlantis_games.kernels.prepare import prepare_all
    from atlantis_games.server.app import check_database

    with shared_socket(settings.host, settings.port):  # nobody else gets it between two processes
        asyncio.run(check_database(settings))
        found_at.tell()
        prepare_all(GAMES.values())
        run_processes(settings, found_at.network)


def make_server(app: Guard) -> uvicorn.Server:
    """Uvicorn, set up for many small messages."""
    config = uvicorn.Config(
        app,
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
