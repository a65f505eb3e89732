"""A Ray cluster as an executor: one on other machines, or one that is started here."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib.metadata import version
from typing import Any, TypeVar

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.processors import usable_processors

LOCAL = "local"
RETRIES = 10  # of one item whose worker was lost; it is done again from its start
VERSION = version("atlantis-games")

Found = TypeVar("Found")


class ClusterExecutor(Executor):
    """Runs functions as Ray tasks, each on a processor of its own.

    A task whose worker process or machine is lost runs again elsewhere, and since it depends on its
    arguments alone, the same comes of it.
    """

    def __init__(self, address: str, jobs: int = 0) -> None:
        self.ray = ray_library()
        self.connect(address, jobs)
        found = int(self.ray.cluster_resources().get("CPU", 0))
        self.count = max(1, min(found, jobs or found))
        self.task = self.ray.remote(max_retries=RETRIES)(in_same_version)
        self.running: dict[Future[Any], Any] = {}  # with the references that cancel them

    def connect(self, address: str, jobs: int) -> None:
        """Starts a cluster here, or finds the one at an address."""
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if address == LOCAL:
            settings |= {"num_cpus": jobs or usable_processors(), "include_dashboard": False}
        else:
            settings["address"] = address
        try:
            self.ray.init(**settings)
        except Exception as error:  # of many kinds, some of them nothing more than that
            self.ray.shutdown()
            reason = str(error).splitlines()[0]
            raise BadRequest(f"Cannot use a Ray cluster at {address}: {reason}") from error

    def submit(  # type: ignore[override]
        self, do: Callable[..., Found], /, *args: Any
    ) -> Future[Found]:
        """Runs a function on the cluster."""
        reference = self.task.remote(VERSION, do, args)
        future: Future[Found] = reference.future()
        self.running[future] = reference
        future.add_done_callback(self.forget)
        return future

    def forget(self, future: Future[Any]) -> None:
        """Lets the cluster drop a result that was fetched."""
        self.running.pop(future, None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster; one that was started here ends."""
        if cancel_futures:
            for reference in list(self.running.values()):
                self.ray.cancel(reference, force=True)
        self.ray.shutdown()


def in_same_version(expected: str, do: Callable[..., Found], args: tuple[Any, ...]) -> Found:
    """Calls a function on a worker, which must have the same version of this package."""
    if expected != VERSION:
        raise BadRequest(f"A worker has atlantis-games {VERSION}, but {expected} is asked for.")
    return do(*args)


def ray_library() -> Any:
    """Ray, without its reports about how it is used."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise BadRequest(
            "A cluster needs Ray: install it with pip install 'atlantis-games[cluster]'."
        ) from error
    return ray
