"""Matches that are over: replayed, judged in the background, and brought as files."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from atlantis_games.analysis.judge import analyse
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.server import store
from atlantis_games.server.chronicle import Chronicle, said
from atlantis_games.server.errors import Refused, too_many
from atlantis_games.server.table import OVER, Seat, Setup, Table

if TYPE_CHECKING:
    from atlantis_games.server.hall import Hall

REVIEW_ITERATIONS = 200
MOST_OPEN_REPLAYS = 8
MOST_ENTRIES = 10_000  # of a match that is brought
LONGEST_WORD = 80  # characters that a header may say
LONGEST_HEADERS = 2_000


class Review:
    """An analysis that is being made, or has failed."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
        self.failed = False
        self.stopped = False

    def progress(self, done: int, total: int) -> None:
        """Called by the analysis, from its thread."""
        if self.stopped:
            raise InterruptedError("the server stops")
        self.done, self.total = done, total


class Archive:
    """What can be done with a match that is over."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.reviewers = ThreadPoolExecutor(1, "review")
        self.readers = ThreadPoolExecutor(1, "reader")
        self.reviews: dict[str, Review] = {}  # that are being made, or have failed
        self.replays: OrderedDict[str, list[Position]] = OrderedDict()

    def stop(self) -> None:
        """Has reviews end at their next decision."""
        for review in self.reviews.values():
            review.stopped = True

    def close(self) -> None:
        """Lets go of all threads."""
        self.reviewers.shutdown(wait=False, cancel_futures=True)
        self.readers.shutdown(wait=False, cancel_futures=True)

    def forget_failures(self) -> None:
        """Drops reviews that failed: whoever wants one asks again."""
        for table_id in [name for name, review in self.reviews.items() if review.failed]:
            del self.reviews[table_id]

    async def take_match(self, text: str, guest: str) -> Table:
        """Stores a match file as a table that can be replayed."""
        loop = asyncio.get_running_loop()
        if text.count(",") + text.count("\n") > MOST_ENTRIES:
            raise BadRequest(f"A match has at most {MOST_ENTRIES} entries.")
        match = await loop.run_in_executor(self.readers, Chronicle.read, text)
        table_id = secrets.token_urlsafe(9)
        headers = dict(match.headers)
        if match.dealer is not None:
            headers |= {"match": match.dealer.match, "seed": match.dealer.seed}
        check_lengths(match.seats, headers)
        seats = [Seat("person", name) for name in match.seats]
        seats[0].guest = guest
        setup = Setup(match.start.options, headers=headers)
        table = Table(table_id, match, seats, setup, self.hall.store, OVER, created=time.time())
        table.ply = 0
        table.kept_ply = match.ply  # the last position is all that opening it takes
        await self.hall.store.write(*self.hall.rows_of(table))
        last = match.position.states().tobytes()
        await table.commit(0.0, store.snapshot(table_id, match.ply, last))
        self.hall.take_in(table)
        return table

    async def positions(self, table: Table, first: int, last: int) -> list[Position]:
        """The positions of a finished match after so many entries."""
        if table.state != OVER:
            raise Refused("not-over", "A match can be replayed once it is over.", 409)
        found = self.replays.get(table.id)
        if found is None:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self.readers, every_position, table.match)
            self.replays[table.id] = found
            if len(self.replays) > MOST_OPEN_REPLAYS:
                self.replays.popitem(last=False)
        self.replays.move_to_end(table.id)
        return found[first : last + 1]

    def review(self, table: Table) -> Review:
        """Begins the analysis of a finished match, if it is not made or being made."""
        if table.state != OVER:
            raise Refused("not-over", "A match can be reviewed once it is over.", 409)
        review = self.reviews.get(table.id)
        if review is None or review.failed:
            waiting = sum(1 for other in self.reviews.values() if not other.failed)
            if waiting >= 20 * self.hall.settings.limits:
                raise too_many("reviews")
            review = self.reviews[table.id] = Review()
            self.hall.do(self.make_review(table, review))
        return review

    async def shown_review(self, table: Table) -> dict[str, Any]:
        """How far a review is, and at last its result, with every move that it names to say it."""
        review = self.reviews.get(table.id)
        if review is not None:
            told = {"done": review.done, "total": review.total, "failed": review.failed}
            return {**told, "result": None}
        made = await self.hall.store.review(table.id)
        if made is None:
            raise Refused("no-review", "Ask for a review first.", 404)
        result = json.loads(made)
        named = {one[part] for one in result["decisions"] for part in ("move", "best")}
        named |= {one["event"] for one in result["events"]}
        result["moves"] = {move: said(table.game, move) for move in named}
        return {"done": 1, "total": 1, "failed": False, "result": result}

    async def make_review(self, table: Table, review: Review) -> None:
        """Makes an analysis in a thread of its own, one at a time, and stores it."""
        try:
            if await self.hall.store.review(table.id) is None:
                analysis = await asyncio.get_running_loop().run_in_executor(
                    self.reviewers,
                    partial(
                        analyse, table.full_match(), REVIEW_ITERATIONS, progress=review.progress
                    ),
                )
                which = sql.update(store.TABLES).where(store.TABLES.c.id == table.id)
                text = json.dumps(analysis.as_dict())
                await self.hall.store.write((which.values(review=text), []))
            del self.reviews[table.id]
        except Exception:
            review.failed = True
            raise


def check_lengths(names: list[str], headers: dict[str, str]) -> None:
    """Refuses a match file whose words are longer than the store, or anybody, could like."""
    if any(len(word) > LONGEST_WORD for word in (*names, *headers.values())):
        raise BadRequest(f"What a header says has at most {LONGEST_WORD} characters.")
    if sum(len(name) + len(value) for name, value in headers.items()) > LONGEST_HEADERS:
        raise BadRequest(f"The headers have at most {LONGEST_HEADERS} characters together.")


def every_position(match: Match) -> list[Position]:
    """The positions before the first entry and after each."""
    return [match.start, *(position for _, _, position in match.positions())]
