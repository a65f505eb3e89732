"""The process that makes PNG: started when needed, replaced when it fails, ended when idle."""

from __future__ import annotations

import asyncio

import pytest

from atlantis_games.server.png_worker import PngWorker
from support.server_process import run_apart

FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">'
SVG = f'{FRAME}<rect width="9" height="9"/></svg>'


def test_it_answers_one_after_another_and_survives_its_end() -> None:
    async def run() -> None:
        worker = PngWorker()
        pictures = await asyncio.gather(*(worker.png(SVG) for _ in range(3)))
        assert len(set(pictures)) == 1
        assert pictures[0].startswith(b"\x89PNG")
        assert worker.process is not None
        first = worker.process.pid
        worker.process.kill()
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await worker.png(SVG)
        assert await worker.png(SVG) == pictures[0]
        assert worker.process is not None
        assert worker.process.pid != first
        with pytest.raises(asyncio.IncompleteReadError):
            await worker.png("<svg")
        assert await worker.png(SVG) == pictures[0]
        ended = worker.process
        worker.rest(1000.0)
        assert ended.returncode is None
        worker.rest(-1.0)
        assert await ended.wait() != 0

    run_apart(run())
