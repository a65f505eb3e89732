"""The server answers before its kernels are compiled, and tables wait for theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from atlantis_games.games import GAMES
from atlantis_games.kernels.cache import home
from atlantis_games.kernels.numba import COMPILED
from atlantis_games.server import preparation
from atlantis_games.server.errors import RequestRefused
from support.server_process import GAME, PATIENCE, ServerProcess, run_apart


def progress(server: ServerProcess) -> list[dict[str, Any]]:
    """How far each game is."""
    found: list[dict[str, Any]] = httpx.get(
        f"{server.address}/api/preparation", timeout=PATIENCE
    ).json()["games"]
    return found


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_page_and_lessons_are_there_before_the_kernels_and_a_table_waits(tmp_path: Path) -> None:
    data, cache = tmp_path / "data", tmp_path / "empty cache"
    warm = ServerProcess(data, ATLANTIS_CACHE=str(home())).start()
    table = warm.guest().open(GAME, "pb")
    assert all(game["ready"] for game in progress(warm))
    warm.stop()
    cold = ServerProcess(data, ATLANTIS_CACHE=str(cache)).start(until_ready=False)
    ada = cold.guest()
    try:
        assert ada.http.get("/").status_code in (200, 503)  # 503: nobody has built the page
        assert [game["name"] for game in progress(cold)] == list(GAMES)
        with ada.sit(table) as line:
            assert line.hear()["type"] == "preparing"
        lessons = ada.http.get(f"/api/tutorial/{GAME}")
        assert lessons.json()[0]["steps"]
        assert not any(game["ready"] for game in progress(cold))  # nobody has waited for it
    finally:
        cold.stop()


def test_who_waits_is_let_in_when_their_game_is_ready() -> None:
    async def scenario() -> None:
        preparing = preparation.Preparation()
        assert not preparing.is_ready(GAME)
        await preparing.wait("no such game")
        preparing.start()
        await preparing.wait(*GAMES)
        assert preparing.is_over
        assert preparing.share == 1.0
        preparing.stop()

    run_apart(scenario())


def test_a_game_that_cannot_be_prepared_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        preparing = preparation.Preparation()
        monkeypatch.setattr(preparation, "PLAY", ("no such module",))
        preparing.start()
        with pytest.raises(RequestRefused, match="went wrong"):
            await preparing.wait(GAME)
        preparing.stop()

    run_apart(scenario())
