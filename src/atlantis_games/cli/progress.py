"""The one progress bar: on the standard error, and only where a person looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Report: TypeAlias = Callable[[int, int], None]  # how much is done, of how much


@contextmanager
def progress_bar(label: str) -> Iterator[Report]:
    """Shows a bar while the block runs; call what it yields with (done, total)."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        """How much is done in a second, or in a minute where that is little."""

        def render(self, task: Task) -> Text:
            if task.speed is None:
                return Text("")
            slow = task.speed < 1
            return Text(f"{60 * task.speed:.1f}/min" if slow else f"{task.speed:.1f}/s")

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
