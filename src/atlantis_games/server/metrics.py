"""What the server counts for Prometheus, and its log as lines of JSON."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from contextvars import ContextVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REGISTRY = CollectorRegistry()
TABLES = Gauge(
    "atlantis_tables", "Tables in memory", registry=REGISTRY, multiprocess_mode="liveall"
)
CONNECTIONS = Gauge(
    "atlantis_connections", "Open sockets", registry=REGISTRY, multiprocess_mode="liveall"
)
FRAMES = Counter("atlantis_frames", "Frames read from sockets", registry=REGISTRY)
MOVES = Counter("atlantis_moves", "Entries stored", ["by"], registry=REGISTRY)
MOVES_OF_BOTS, MOVES_OF_PEOPLE = MOVES.labels("bot"), MOVES.labels("person")
REFUSALS = Counter("atlantis_refusals", "Requests refused", ["code"], registry=REGISTRY)
LATENCY = Histogram(
    "atlantis_move_seconds",
    "From a move's arrival until it is stored",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
BOT_SECONDS = Counter("atlantis_bot_seconds", "Time bots have thought", registry=REGISTRY)
COMMITS = Counter("atlantis_commits", "Transactions committed", registry=REGISTRY)
CONFLICTS = Counter(
    "atlantis_conflicts", "Changes that another process made first", registry=REGISTRY
)

JOBS = Gauge(
    "atlantis_jobs",
    "Jobs in the database that are not done",
    ["state"],
    registry=REGISTRY,
    multiprocess_mode="livemax",
)
PROCESSES = Gauge(
    "atlantis_processes",
    "Processes on the same database",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)

log = logging.getLogger("atlantis")
REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the one that is answered


def exposition() -> bytes:
    """What Prometheus reads: of all processes on this port together, where there are several."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """The event, when it was, and its values."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "values", {}),
        }
        if request := REQUEST.get():
            line["request"] = request
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def note(event: str, **values: object) -> None:
    """Writes an event to the log."""
    log.info(event, extra={"values": values})


def set_up_log() -> None:
    """Sends the log to standard error: all of it to a file, only warnings to a terminal."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("atlantis", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING)
    log.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
