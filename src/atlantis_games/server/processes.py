"""Several processes of a server on one port: started, watched, and replaced one by one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import orjson
from prometheus_client.multiprocess import mark_process_dead

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.metrics import log, note
from atlantis_games.server.settings import Settings

SHORT_LIFE = 5.0  # seconds
MAX_SHORT_LIVES = 5  # in a row, of all processes; then the server gives up
BETWEEN_LOOKS = 0.1  # seconds
READY = "ready"


class Child:
    """One process that serves; it ends when its parent does."""

    def __init__(self, order: dict[str, Any], environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "atlantis_games.server.child"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment)
        self.started_at = time.monotonic()
        self.is_ready = threading.Event()
        assert self.process.stdin is not None
        self.process.stdin.write(orjson.dumps(order) + b"\n")
        self.process.stdin.flush()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Waits until it is ready, and passes on whatever else it prints."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.decode().strip() == READY:
                self.is_ready.set()
            else:
                sys.stdout.write(line.decode())
                sys.stdout.flush()

    def stop(self) -> None:
        """Lets it end politely, and waits for that."""
        self.process.terminate()
        self.process.wait()


class Supervisor:
    """Keeps so many processes running until a signal ends them."""

    def __init__(self, settings: Settings, network: str, folder: Path) -> None:
        self.order = {
            "settings": settings.model_dump(mode="json"),
            "network": network,
            "folder": str(folder),
        }
        self.count = settings.processes
        self.folder = folder  # for the counters of all processes, and what they hand over
        self.environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
        self.children: list[Child] = []
        self.short_lives = 0
        self.is_stopping = False
        self.is_restarting = False

    def run(self) -> None:
        """Runs until SIGTERM or SIGINT; SIGHUP replaces one process after another."""
        signal.signal(signal.SIGTERM, self.on_stop)
        signal.signal(signal.SIGINT, self.on_stop)
        signal.signal(signal.SIGHUP, self.on_restart)
        try:
            self.children = [self.start(place) for place in range(self.count)]
            while not self.is_stopping:
                self.replace_dead()
                if self.is_restarting:
                    self.is_restarting = False
                    self.replace_all()
                time.sleep(BETWEEN_LOOKS)
        finally:
            for child in self.children:
                child.process.terminate()
            for child in self.children:
                child.process.wait()

    def on_stop(self, number: int, frame: FrameType | None) -> None:
        """Ends all processes."""
        self.is_stopping = True

    def on_restart(self, number: int, frame: FrameType | None) -> None:
        """Replaces all processes."""
        self.is_restarting = True

    def start(self, place: int) -> Child:
        """Starts a process."""
        child = Child({**self.order, "place": place}, self.environment)
        note("process started", pid=child.process.pid)
        return child

    def replace_dead(self) -> None:
        """Starts a process for each one that has ended by itself."""
        for number, child in enumerate(self.children):
            if child.process.poll() is None or self.is_stopping:
                continue
            status, pid = child.process.returncode, child.process.pid
            log.error("a process ended by itself", extra={"values": {"pid": pid, "code": status}})
            self.forget(pid)
            is_short = time.monotonic() - child.started_at < SHORT_LIFE
            self.short_lives = self.short_lives + 1 if is_short else 0
            if self.short_lives >= MAX_SHORT_LIVES:
                raise BadRequest("The server's processes end as soon as they start; see the log.")
            self.children[number] = self.start(number)

    def forget(self, pid: int) -> None:
        """Counts what a process had open no longer."""
        mark_process_dead(pid, str(self.folder))  # type: ignore[no-untyped-call]

    def replace_all(self) -> None:
        """Starts a new process for each one, and ends the old one when the new one is ready."""
        for number, old in enumerate(self.children):
            new = self.start(number)
            while not new.is_ready.wait(BETWEEN_LOOKS):
                if self.is_stopping or new.process.poll() is not None:
                    new.stop()
                    log.error("a new process did not get ready; the old ones stay")
                    return
            old.stop()
            self.forget(old.process.pid)
            self.children[number] = new
        note("all processes replaced")


def run_processes(settings: Settings, network: str) -> None:
    """Runs several processes until a signal ends them."""
    with tempfile.TemporaryDirectory(prefix="atlantis-metrics-") as folder:
        Supervisor(settings, network, Path(folder)).run()
