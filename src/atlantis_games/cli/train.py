"""`atlantis train`: a net that learns from games against itself."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from atlantis_games.cli.options import Cluster, GameName, Json, Language

if TYPE_CHECKING:
    from atlantis_games.cli.progress import Report
    from atlantis_games.core.contract import Values

STEPS = {  # what is being done, by what `Training` calls it
    "self-play": "terminal.self-play",
    "learning": "terminal.learning",
    "gate": "terminal.gate",
}


def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder of the run; the same one goes on.")],
    generations: Annotated[int, typer.Option(help="How often it plays and learns.")] = 4,
    chunks: Annotated[int, typer.Option(help="Thousands of samples in each, divided by 4.")] = 50,
    iterations: Annotated[int, typer.Option(help="Of a full search in self-play.")] = 400,
    epochs: Annotated[float, typer.Option(help="How often it learns from a sample.")] = 12.0,
    deals: Annotated[int, typer.Option(help="Of the match against the net before.")] = 200,
    seed: Annotated[str, typer.Option(help="Another word plays other games.")] = "1",
    start: Annotated[Path | None, typer.Option(help="A net to go on from.")] = None,
    workers: Annotated[int, typer.Option(help="Threads; 0 is one per processor.")] = 0,
    cluster: Cluster = "",
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Trains a net: self-play, learning, a match to decide (needs the train extra)."""
    from atlantis_games.arena.workers import workers as worker_pool
    from atlantis_games.cli.language import house_texts
    from atlantis_games.cli.progress import progress_bar
    from atlantis_games.training.run import Settings, Training

    texts = house_texts(language)

    def reporter(code: str) -> AbstractContextManager[Report]:
        return progress_bar(texts.fill(STEPS[code]))

    settings = Settings(game, seed, iterations, chunks, epochs, deals)
    run = Training(settings, out, start)
    with worker_pool(workers, cluster) as pool:
        rows = run.run(generations, pool, reporter)
    if as_json:
        print(json.dumps(rows))
        return
    for row in rows:
        code = "terminal.net-accepted" if row["accepted"] else "terminal.net-refused"
        print(texts.fill(code, values_of(row)))
    print(texts.fill("terminal.best-net", {"file": str(out / "best.npz")}))


def values_of(row: dict[str, Any]) -> Values:
    """What the sentence about a generation speaks of."""
    return {
        "n": row["generation"],
        "share": f"{row['share']:.1%} ± {row['error']:.1%}",
        "games": row["games"],
        "value": f"{row['value']:.3f}",
        "policy": f"{row['policy']:.3f}",
        "minutes": f"{row['cpu_seconds'] / 60:.0f}",
    }
