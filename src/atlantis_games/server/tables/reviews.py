"""The analysis of finished matches, made in the background and stored."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from atlantis_games.analysis.accounts import Analysis as Judged
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import FairQueue, Payer, Share
from atlantis_games.server.http_models import Analysis, ReviewAnswer
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.tables.background import Background
from atlantis_games.server.tables.match_log import move_sentence
from atlantis_games.server.tables.table import Table
from atlantis_games.server.thoughts import review_task, reviewed

if TYPE_CHECKING:
    from atlantis_games.server.jobs import Jobs

MAX_WAITING = 20
MAX_OF_ADDRESS = 4  # that wait or are being made
MAX_OF_GUEST = 2
SHARE = Share(threads=1, of_address=1, of_guest=1)


class Review:
    """An analysis that is being made, or has failed."""

    def __init__(self, payer: Payer) -> None:
        self.payer = payer
        self.done = 0
        self.total = 0
        self.so_far = Judged()
        self.has_failed = False
        self.is_stopped = False

    def progress(self, done: int, total: int) -> None:
        """Called by the analysis, from its thread."""
        if self.is_stopped:
            raise InterruptedError("the server stops")
        self.done, self.total = done, total

    def report(self, progress: str) -> None:
        """Takes how far a worker is."""
        self.done, self.total = counts_in(progress)


def job_of(table: Table) -> str:
    """The name of the job that reviews a table."""
    return f"review {table.id}"


def counts_in(progress: str) -> tuple[int, int]:
    """How many decisions are judged, and of how many."""
    done, _, total = progress.partition(" ")
    return int(done or 0), int(total or 0)


def with_sentences(table: Table, found: Any) -> Analysis:
    """What was found, with a sentence for every move that it names."""
    named = {move for one in found["decisions"] for move in (one["move"], one["best"])}
    named |= {one["event"] for one in found["events"]}
    found["moves"] = {move: move_sentence(table.game, move) for move in named}
    return cast("Analysis", found)


class Reviews:
    """Makes one analysis after another, for addresses and guests in turn."""

    def __init__(
        self, store: Store, background: Background, limits: float, jobs: Jobs | None = None
    ) -> None:
        self.store = store
        self.jobs = jobs  # where others may work too
        self.background = background
        self.limits = limits
        self.queue = FairQueue("review", SHARE)
        self.reviews: dict[str, Review] = {}  # that are being made, or have failed

    def stop(self) -> None:
        """Lets the analysis that is being made end at its next decision."""
        for review in self.reviews.values():
            review.is_stopped = True

    def close(self) -> None:
        """Stops the thread."""
        self.queue.close()

    def forget_failures(self) -> None:
        """Drops reviews that failed; they can be asked for again."""
        for table_id in [name for name, review in self.reviews.items() if review.has_failed]:
            del self.reviews[table_id]

    def begin(self, table: Table, payer: Payer) -> None:
        """Begins the analysis of a finished match, if it is not made or being made."""
        review = self.reviews.get(table.id)
        if review is not None and not review.has_failed:
            return
        self.check_room(payer)
        review = self.reviews[table.id] = Review(payer)
        self.background.start(self.make(table, review))

    def check_room(self, payer: Payer) -> None:
        """Refuses a review more than all, or one guest or address, may have waiting."""
        waiting = [other.payer for other in self.reviews.values() if not other.has_failed]
        if len(waiting) >= MAX_WAITING * self.limits:
            raise RequestRefused("too-many-reviews", 429)
        of_guest = sum(other.guest == payer.guest for other in waiting)
        of_address = sum(other.address == payer.address for other in waiting)
        if of_guest >= MAX_OF_GUEST * self.limits or of_address >= MAX_OF_ADDRESS * self.limits:
            raise RequestRefused("own-reviews-first", 429)

    async def answer(self, table: Table) -> ReviewAnswer:
        """How far a review is, and at last its result."""
        review = self.reviews.get(table.id)
        if review is not None:
            return await self.unfinished(table, review.done, review.total, review.has_failed)
        stored = await self.store.review(table.id)
        if stored is None and self.jobs is not None:  # another process was asked for it
            found = await self.jobs.store.look(job_of(table))
            if found is not None:
                return await self.unfinished(table, *counts_in(found[0]), bool(found[1]))
        if stored is None:
            raise RequestRefused("no-review", 404)
        result = with_sentences(table, json.loads(stored))
        return {"done": 1, "total": 1, "failed": False, "so_far": None, "result": result}

    async def unfinished(
        self, table: Table, done: int, total: int, has_failed: bool
    ) -> ReviewAnswer:
        """How far a review is, and what it has found, here or where a worker makes it."""
        found: Any = None
        if self.jobs is not None:
            found = await self.jobs.store.so_far(job_of(table))
        elif table.id in self.reviews and self.reviews[table.id].so_far.decisions:
            found = self.reviews[table.id].so_far.as_dict()
        so_far = None if found is None or has_failed else with_sentences(table, found)
        return {
            "done": done,
            "total": total,
            "failed": has_failed,
            "so_far": so_far,
            "result": None,
        }

    async def make(self, table: Table, review: Review) -> None:
        """Makes and stores an analysis, unless there is one."""
        try:
            if await self.store.review(table.id) is None and self.jobs is not None:
                task = review_task(table.id, table.full_match())
                await self.jobs.result(job_of(table), task, review.report)
            elif await self.store.review(table.id) is None:
                work = partial(reviewed, table.full_match(), review.progress, review.so_far)
                text = json.dumps(await self.queue.run(review.payer, work))
                changes = Changes().save_review(table.id, text)
                await self.store.write(changes.grow(table.id, len(text.encode())))
            del self.reviews[table.id]
        except Exception:
            review.has_failed = True
            raise
