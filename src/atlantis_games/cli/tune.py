"""`atlantis tune`: the best value of a setting of the search."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from atlantis_games.cli.options import Cluster, GameName, Jobs, Json, Language, Players


def tune(
    game: GameName,
    setting: Annotated[str, typer.Option(help="Such as explore, sharpness or first-play.")],
    values: Annotated[str, typer.Option(help="What is tried, separated by commas.")],
    bot: Annotated[str, typer.Option(help="The search that all values share.")] = "search:400",
    games: Annotated[int, typer.Option("--games", "-n", help="Of one match, at most.")] = 1000,
    players: Players = 2,
    seed: Annotated[str, typer.Option(help="Another word deals other games.")] = "tune",
    jobs: Jobs = 0,
    cluster: Cluster = "",
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Finds the best value of a setting of the search by matches that end when it is clear."""
    from atlantis_games.arena.tuning import Tuning
    from atlantis_games.arena.tuning import tune as matches
    from atlantis_games.cli.language import house_texts
    from atlantis_games.cli.progress import progress_bar

    texts = house_texts(language)
    tuning = Tuning(
        game, bot, setting, [v.strip() for v in values.split(",")], games, players, seed
    )
    best = tuning.values[0]
    with progress_bar(texts.fill("terminal.games")) as report:
        for match in matches(tuning, report, jobs, cluster):
            best = match.challenger if match.is_better else best
            if as_json:
                print(json.dumps(match.as_dict()), flush=True)
                continue
            share = match.share
            print(
                texts.fill(
                    "terminal.tuned",
                    {
                        "challenger": match.challenger,
                        "holder": match.holder,
                        "games": match.games,
                        "share": f"{100 * share.value:.1f}",
                        "low": f"{100 * share.low:.1f}",
                        "high": f"{100 * share.high:.1f}",
                    },
                ),
                flush=True,
            )
    if not as_json:
        print(texts.fill("terminal.best-value", {"setting": setting, "value": best}))
