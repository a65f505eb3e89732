"""Writes docs/leaderboard.md: every built-in bot against every other, in both games.

    python bench/leaderboard.py [--deals 10] [--games causeway,escape] [--cluster local]

Every pair plays each deal in both seats. Games are kept in build/leaderboard, so a run that was
stopped goes on; remove that folder after the bots or their nets have changed.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from atlantis_games.arena.ratings import Interval, Standing, standings
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.bots import in_kernel
from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES, game_named

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "leaderboard.md"
BOTS = ("random", "greedy:1", "greedy", "policy", "search:100/net=off", "search:100", "search:800")
SEED = "leaderboard"

HEAD = """# Leaderboard

Every bot against every other with two players, each deal in both seats, deals that nothing was
tuned on. Elo is counted from `random`; in brackets are 95% intervals over deals
([bots.md](bots.md) explains them). Levels that think by the clock are left out, since they are not
repeatable. `python bench/leaderboard.py --deals {deals}` makes this page, and `atlantis arena` the
single tables:
"""


def bots_of(game: Game) -> list[str]:
    """The bots that are compared: the usual ones and the levels that are repeatable."""
    levels = [level for level in game.levels if in_kernel(level, game) is not None]
    return [*BOTS, *levels]


def net_of(game: Game) -> str:
    """The first digits of the SHA-256 of a game's weights."""
    return hashlib.sha256((game.folder / "weights.npz").read_bytes()).hexdigest()[:12]


def table(game: Game, rows: list[Standing], command: str) -> str:
    """A game's part of the page."""
    lines = [f"## {game.title}", "", "```", command, "```", ""]
    lines += [f"With the net whose SHA-256 begins with `{net_of(game)}`.", ""]
    return "\n".join([*lines, *standing_rows(game, rows)]) + "\n"


def standing_rows(game: Game, rows: list[Standing]) -> Iterator[str]:
    """A table of ratings."""
    yield "| bot | games | win share | Elo |"
    yield "|---|---|---|---|"
    for row in rows:
        name = f"{row.bot} = {game.levels[row.bot]}" if row.bot in game.levels else row.bot
        share, elo = bracketed(row.win_share, 100, "{:.1f}"), bracketed(row.elo, 1, "{:.0f}")
        yield f"| `{name}` | {row.games} | {share} % | {elo} |"


def bracketed(found: Interval, factor: float, form: str) -> str:
    """An estimate with its interval."""
    value, low, high = (
        form.format(factor * number) for number in (found.value, found.low, found.high)
    )
    return f"{value} ({low} to {high})"


def main() -> None:
    """Plays what is missing and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--cluster", default="")
    given = parser.parse_args()
    parts = []
    for name in given.games.split(","):
        game = game_named(name)
        bots = bots_of(game)
        number = given.deals * len(bots) * (len(bots) - 1)
        tournament = Tournament(name, bots, number, [2], game.new(2).options, SEED)
        folder = ROOT / "build" / "leaderboard" / f"{name}-{net_of(game)}-{number}"
        results, is_whole = run(tournament, folder, jobs=given.jobs, cluster=given.cluster)
        if not is_whole:
            raise SystemExit("Stopped; run it again to go on.")
        command = f"atlantis arena {name} --bots {','.join(bots)} --games {number} --seed {SEED}"
        parts.append(table(game, standings(results, "random"), command))
    text = HEAD.format(deals=given.deals) + f"\nMade on {date.today().isoformat()}.\n\n"
    PAGE.write_text(text + "\n".join(parts), "utf-8")
    print(f"{PAGE} is written.")


if __name__ == "__main__":
    main()
