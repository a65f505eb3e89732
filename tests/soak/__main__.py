"""`make soak`: many more games on both engines than the tests have time for.

python -m soak GAME NUMBER [SEED] plays that many games, spread over all processors and over two to
four players, and stops at the first disagreement, naming the batch that shows it again.
"""

from __future__ import annotations

import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.progress import track

from games.engines import ENGINES
from games.test_agreement import play_batch

BATCH = 10


def soak(name: str, seed: int, batch: int) -> int:
    """Plays one batch; how many games it had."""
    play_batch(ENGINES[name], 2 + batch % 3, BATCH, random.Random(f"{name} {seed} {batch}"))
    return BATCH


def main() -> int:
    name, games, seed = sys.argv[1], int(sys.argv[2]), int([*sys.argv, "0"][3])
    done = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        batches = {pool.submit(soak, name, seed, n): n for n in range(-(-games // BATCH))}
        for future in track(as_completed(batches), f"{name}", total=len(batches)):
            try:
                done += future.result()
            except AssertionError as error:
                print(f"{name}: batch {batches[future]} of seed {seed} disagrees: {error}")
                pool.shutdown(cancel_futures=True)
                return 1
    print(f"{name}: {done} games, both engines agree at every step")
    return 0


if __name__ == "__main__":
    sys.exit(main())
