"""How far reviews agree: two seeds at each depth, and each depth with a much deeper look.

    python bench/agreement.py [GAME ...] [--decisions N] [--depths 200,800,3200] [--deep 20000]

For each depth it prints how often a loss of more than 5 percentage points in one run is one of more
than 5 in the other, and of more than 2.5, which a reader would call the same verdict; how far apart
the losses are; and the same against one deep look.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Iterator

import numpy as np

from atlantis_games.analysis.judge import Judge
from atlantis_games.core.contract import CHANCE
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.study.mining import matches_of_bots

LOSS, HALF = 0.05, 0.025


def decisions(game: str, count: int) -> Iterator[tuple[Position, str]]:
    """Decisions with a choice, from games of bots, one in seven so that many games are seen."""
    found = 0
    for match in matches_of_bots(GAMES[game], "agreement"):
        before = match.start
        for number, (actor, move, after) in enumerate(match.positions()):
            if actor != CHANCE and len(before.moves) > 1 and number % 7 == 0:
                yield before, move
                found += 1
                if found == count:
                    return
            before = after


def losses(chosen: list[tuple[Position, str]], iterations: int, seed: int) -> np.ndarray:
    """What each decision lost, as a review with this seed and depth says."""
    found = []
    for number, (position, move) in enumerate(chosen):
        judge = Judge(zlib.crc32(f"{seed} {number}".encode()), iterations)
        best, played = judge.verdict(position, move)
        found.append(best.chances - played.chances)
    return np.array(found)


def agreement(one: np.ndarray, other: np.ndarray) -> str:
    """How the verdicts of two runs compare, in both directions."""
    same = half = total = 0
    for first, second in ((one, other), (other, one)):
        above = first > LOSS
        total += int(above.sum())
        same += int((second[above] > LOSS).sum())
        half += int((second[above] > HALF).sum())
    apart = np.abs(one - other)
    return (
        f"above 5: {total / 2:5.1f} decisions, other also above 5: {same / max(1, total):6.1%},"
        f" above 2.5: {half / max(1, total):6.1%}; apart {100 * apart.mean():.2f} points on average"
    )


def main() -> None:
    """Prints a block for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=400)
    parser.add_argument("--depths", default="200,800,3200")
    parser.add_argument("--deep", type=int, default=20_000)
    parser.add_argument("--deep-decisions", type=int, default=100)
    given = parser.parse_args()
    for game in given.games:
        chosen = list(decisions(game, given.decisions))
        deep = losses(chosen[: given.deep_decisions], given.deep, 9)
        print(f"{game}: {len(chosen)} decisions", flush=True)
        for depth in map(int, given.depths.split(",")):
            begun = time.process_time()
            one, other = losses(chosen, depth, 1), losses(chosen, depth, 2)
            each = (time.process_time() - begun) / (2 * len(chosen))
            print(f"  {depth:6} iterations, {1000 * each:6.1f} ms each; {agreement(one, other)}")
            first = one[: given.deep_decisions]
            print(f"         and {given.deep}: {agreement(first, deep)}", flush=True)


if __name__ == "__main__":
    main()
