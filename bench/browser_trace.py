"""How long the page's scripts run without a pause, from Chromium's own trace."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline.frame")
FRAME = 16.0  # milliseconds until the screen is drawn again
SCRIPTS = (
    "EvaluateScript",
    "EventDispatch",
    "FireAnimationFrame",
    "FireIdleCallback",
    "FunctionCall",
    "RunMicrotasks",
    "TimerFire",
    "v8.compile",
    "v8.evaluateModule",
)


class Trace:
    """Every run of a script on the page's main thread, in milliseconds of the thread's own time."""

    def __init__(self) -> None:
        self.scripts: list[float] = []
        self.frames: list[float] = []

    def read(self, recorded: bytes) -> None:
        """Adds what Chromium recorded. A script that another one calls belongs to that one."""
        events: list[dict[str, Any]] = json.loads(recorded)["traceEvents"]
        threads = {
            (one["pid"], one["tid"])
            for one in events
            if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
        }
        runs: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
        for event in events:
            thread = (event["pid"], event["tid"])
            if thread in threads and event["ph"] == "X" and event["name"] in SCRIPTS:
                runs[thread].append(event)
        for thread, of_one in runs.items():
            begins = sorted(
                one["ts"]
                for one in events
                if one["name"] == "BeginMainThreadFrame" and (one["pid"], one["tid"]) == thread
            )
            self.add(sorted(of_one, key=lambda one: one["ts"]), begins)

    def add(self, runs: list[dict[str, Any]], begins: list[float]) -> None:
        """Adds the runs of one thread, in order, and sums them by frame."""
        end, frame = 0.0, 0
        sums: dict[int, float] = defaultdict(float)
        for run in runs:
            if run["ts"] < end:
                continue
            end = run["ts"] + run["dur"]
            while frame < len(begins) and begins[frame] <= run["ts"]:
                frame += 1
            self.scripts.append(run.get("tdur", run["dur"]) / 1_000)
            sums[frame] += self.scripts[-1]
        self.frames += sums.values()

    def __str__(self) -> str:
        return f"{summary(self.scripts, 'scripts')}; {summary(self.frames, 'frames with scripts')}"


def summary(times: list[float], what: str) -> str:
    """How many there are, how many are too long, and the longest."""
    long = sum(one > FRAME for one in times)
    most = max(times, default=0.0)
    return f"{len(times):,} {what}, {long} above {FRAME:.0f} ms, the longest {most:.1f} ms"


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[Trace]:
    """Records what the page does meanwhile."""
    trace = Trace()
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    yield trace
    trace.read(browser.stop_tracing())
