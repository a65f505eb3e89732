"""Decisions of games between bots as a Parquet file, with what searches found and what was luck.

The columns are those of `lab/export.py`, and four more: the bot that decided, the share of the
iterations in which a search tried each legal action, what it expects the seat to win, and what
chance has given the seat since the last decision.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.analysis.judge import estimated
from atlantis_games.bots import Bot, bot_named
from atlantis_games.bots.search import Search
from atlantis_games.core.contract import CHANCE
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.files import written_whole
from atlantis_games.core.position import Position
from atlantis_games.kernels.results import shares_of
from atlantis_games.lab.arguments import seed_number, whole_number
from atlantis_games.lab.batch import mask_of, observation_of
from atlantis_games.lab.export import MAX_GAMES, check_start, pyarrow, schema

GROUP = 32  # games that are written at a time


def bot_schema(start: Position, seed: int, bots: Sequence[str]) -> Any:
    """The columns of a file with games between bots."""
    arrow, _ = pyarrow()
    found = schema(start, seed, bots)
    for field in (
        arrow.field("bot", arrow.string(), nullable=False),
        arrow.field("visits", arrow.list_(arrow.float32()), nullable=False),
        arrow.field("value", arrow.float32()),
        arrow.field("luck", arrow.float32(), nullable=False),
    ):
        found = found.append(field)
    return found


def write_bot_games(
    file: Path | str,
    start: Position,
    bots: Sequence[str],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Lets bots play from the first position of a game and writes every decision; how many.

    With fewer bots than seats they are seated in turn, another one first in each game. The file is
    there whole or not at all.
    """
    arrow, parquet = pyarrow()
    games = whole_number("The number of games", games, 1, MAX_GAMES)
    seed = seed_number(seed)
    check_start(start)
    if not bots:
        raise BadRequest("Name at least one bot.")
    for name in bots:
        bot_named(name, start.game.name)  # refused before anything is played
    columns = bot_schema(start, seed, bots)
    rows: list[dict[str, Any]] = []
    written = 0
    with (
        written_whole(Path(file)) as part,
        parquet.ParquetWriter(part, columns, compression="zstd", compression_level=1) as out,
    ):
        for number in range(games):
            rows += game_rows(start, bots, number, seed)
            progress(number + 1)
            if (number + 1) % GROUP == 0 or number + 1 == games:
                out.write_table(arrow.Table.from_pylist(rows, schema=columns))
                written += len(rows)
                rows.clear()
    return written


def game_rows(start: Position, bots: Sequence[str], number: int, seed: int) -> list[dict[str, Any]]:
    """The decisions of one game, which depend on its number and the seed alone."""
    seats = list(itertools.islice(itertools.cycle(bots), number, number + start.players))
    seed_of_game = seed * 1_000_003 + number
    players = [
        bot_named(name, start.game.name, seed_of_game * 31 + seat)
        for seat, name in enumerate(seats)
    ]
    rows: list[dict[str, Any]] = []
    position = start
    for ply, (before, found) in enumerate(decisions(start, players, str(seed_of_game))):
        position = before
        if found["action"] is None:  # the end
            break
        about = {"game": number, "ply": ply, "seat": before.actor, "bot": seats[before.actor]}
        rows.append(about | seen_in(before) | found)
    shares, points = shares_of(position.scores), position.scores
    count = start.players
    for row in rows:
        row["result"] = (count * shares[row["seat"]] - 1.0) / (count - 1)
        row["score"] = points[row["seat"]]
    return rows


def decisions(
    start: Position, players: Sequence[Bot], seed: str
) -> Iterator[tuple[Position, dict[str, Any]]]:
    """Every decision of a game: the position, what was found and done; at last its end."""
    dealer, position, ply = Dealer(seed), start, 0
    gained = np.zeros(start.players)  # by luck, since the last decision
    while not position.is_over:
        if position.actor == CHANCE:
            after = position.play(dealer.choose(position.odds, ply))
            gained += estimated(after) - estimated(position)
        else:
            seat = position.actor
            found = decision(players[seat], position.redacted(seat))
            after = position.play(found.pop("move"))
            yield position, found | {"luck": float(gained[seat])}
            gained[:] = 0.0
        position, ply = after, ply + 1
    yield position, {"action": None}


def decision(bot: Bot, known: Position) -> dict[str, Any]:
    """A bot's move; of a search also visits, by the number of the action, and the value."""
    if len(known.moves) == 1 or not isinstance(bot, Search) or bot.record.temperature:
        move = bot.choose(known, None)
        return {"move": move, "action": known.moves[move], "visits": [], "value": None}
    tried = {one.move: one for one in bot.think(known)}
    total = sum(one.visits for one in tried.values())
    legal = sorted(known.moves.items(), key=lambda item: item[1])
    visits = [tried[move].visits / total if move in tried else 0.0 for move, _ in legal]
    value = math.fsum(one.visits * one.chances for one in tried.values()) / total
    best = next(iter(tried))
    return {"move": best, "action": known.moves[best], "visits": visits, "value": value}


def seen_in(position: Position) -> dict[str, bytes]:
    """What the seat to decide knows and may do."""
    known = position.redacted(position.actor)
    mask = np.packbits(mask_of(known).astype(np.bool_), bitorder="little")
    return {"observation": observation_of(known).tobytes(), "mask": mask.tobytes()}
