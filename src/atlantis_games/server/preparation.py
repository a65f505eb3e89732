"""Prepares kernels while the server answers already, and lets requests wait for their game."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread

from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES
from atlantis_games.kernels.prepare import PLAY, Compilers, is_ready
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.metrics import log, note


class Preparation:
    """How far the kernels of each game are; those of the first game are prepared first."""

    def __init__(self) -> None:
        self.shares = dict.fromkeys(GAMES, 0.0)
        self.waiting: dict[str, asyncio.Event] = {name: asyncio.Event() for name in GAMES}
        self.failed: set[str] = set()
        missing = [game for game in GAMES.values() if not all(is_ready(game, one) for one in PLAY)]
        self.compilers = Compilers(missing, PLAY, self.report)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.on_ready: Callable[[], None] = lambda: None

    @property
    def missing(self) -> list[Game]:
        """The games that had to be compiled when the server started."""
        return self.compilers.games

    @property
    def is_over(self) -> bool:
        """Whether every game can be played."""
        return all(event.is_set() for event in self.waiting.values())

    @property
    def share(self) -> float:
        """Which part of all games is ready."""
        return sum(self.shares.values()) / max(1, len(self.shares))

    def is_ready(self, name: str) -> bool:
        """Whether a game can be played."""
        return name not in self.waiting or self.waiting[name].is_set()

    async def wait(self, *names: str) -> None:
        """Waits until some games can be played; those that do not exist are not waited for."""
        for name in names:
            if name in self.waiting:
                try:
                    await self.waiting[name].wait()
                except asyncio.CancelledError:  # the server is being stopped
                    raise RequestRefused("going-away", 503) from None
            if name in self.failed:
                raise RequestRefused("server-error", 503)

    def start(self) -> None:
        """Begins, in threads that the end of the server does not wait for."""
        self.loop = asyncio.get_running_loop()
        compiled = [game for game in GAMES.values() if game not in self.missing]
        Thread(target=self.load_all, args=(compiled,), daemon=True).start()
        if self.missing:
            titles = " and ".join(game.title for game in self.missing)
            print(f"Preparing {titles}, once; the page is open meanwhile, and shows how far it is.")
            Thread(target=self.compilers.run, daemon=True).start()

    def stop(self) -> None:
        """Ends the compilers."""
        self.loop = None
        self.compilers.stop()

    def report(self, game: Game, share: float) -> None:
        """Takes down how far a compiler is; when it has ended, its game is loaded."""
        self.shares[game.name] = max(self.shares[game.name], min(share, 0.99))
        if share >= 1.0 and not self.compilers.is_stopped:
            self.load_all([game])

    def load_all(self, games: Iterable[Game]) -> None:
        """Loads games, one after the other; here they are compiled if they could not be kept."""
        for game in games:
            try:
                for module in PLAY:
                    game.kernels(module)
            except Exception:
                log.exception("%s cannot be prepared", game.name)
                self.failed.add(game.name)
            loop = self.loop
            if loop is None:
                return
            with suppress(RuntimeError):  # the server has stopped this very moment
                loop.call_soon_threadsafe(self.finish, game)

    def finish(self, game: Game) -> None:
        """Lets everybody in who waited for a game."""
        self.shares[game.name] = 1.0
        self.waiting[game.name].set()
        if self.missing:
            note("prepared", game=game.name)
        if self.is_over:
            tune_interpreter()
            note("ready")
            self.on_ready()


def tune_interpreter() -> None:
    """Makes Python's pauses rare and its threads quick to take turns.

    What is loaded now stays; a move leaves hardly any garbage in circles, which `Services` collects
    now and then. The thread that writes to the disk must not wait long for its turn.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000_000)
    sys.setswitchinterval(0.001)
