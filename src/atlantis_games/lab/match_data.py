"""Decisions of finished matches as Parquet files, such as those of a server's games.

The columns are those of `lab/export.py`, and `bot`: what the seat's player is called in the match.
A file has one game with one number of players and one set of options.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.files import written_whole
from atlantis_games.core.match import UNDO, Match
from atlantis_games.core.position import Position
from atlantis_games.kernels.results import shares_of
from atlantis_games.lab.bot_games import seen_in
from atlantis_games.lab.export import pyarrow, schema

Group = tuple[str, int, str]  # game, players, options


def write_matches(folder: Path, matches: Iterable[Match]) -> dict[Path, int]:
    """Writes the decisions of finished matches into files in a folder; how many are in each."""
    arrow, parquet = pyarrow()
    groups: dict[Group, list[Match]] = {}
    for match in matches:
        groups.setdefault(group_of(match), []).append(match)
    written: dict[Path, int] = {}
    for group, members in sorted(groups.items()):
        game, players, options = group
        file = folder / f"{'-'.join(filter(None, (game, str(players), options)))}.parquet"
        start = members[0].start
        columns = schema(start, 0).append(arrow.field("bot", arrow.string(), nullable=False))
        with (
            written_whole(file) as part,
            parquet.ParquetWriter(part, columns, compression="zstd", compression_level=1) as out,
        ):
            written[file] = 0
            for number, match in enumerate(members):
                rows = decisions(match, number)
                out.write_table(arrow.Table.from_pylist(rows, schema=columns))
                written[file] += len(rows)
    return written


def group_of(match: Match) -> Group:
    """What all matches of a file have in common; options only where they are not the usual ones."""
    start = match.start
    usual = match.game.new(start.players).options
    chosen = (f"{name}={one}" for name, one in start.options.items() if one != usual[name])
    return match.game.name, start.players, "-".join(chosen)


def decisions(match: Match, number: int) -> list[dict[str, Any]]:
    """A row for every decision that was not taken back."""
    found: list[tuple[Position, str]] = []
    before = match.start
    for actor, move, after in match.positions():
        if move == UNDO:
            found.pop()
        elif actor != CHANCE:
            found.append((before, move))
        before = after
    scores = match.position.scores
    shares, count = shares_of(scores), match.start.players
    return [
        {
            "game": number,
            "ply": ply,
            "seat": position.actor,
            **seen_in(position),
            "action": position.moves[move],
            "result": (count * shares[position.actor] - 1.0) / (count - 1),
            "score": scores[position.actor],
            "bot": match.seats[position.actor],
        }
        for ply, (position, move) in enumerate(found)
    ]
