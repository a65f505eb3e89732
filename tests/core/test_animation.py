"""Matches as moving pictures."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from typer.testing import CliRunner

from atlantis_games import BadRequest, Match
from atlantis_games.cli.main import app
from atlantis_games.cli.picture import positions_between

MATCH = Path(__file__).parent.parent / "matches" / "causeway-debt.match"


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_part_of_a_match_moves(tmp_path: Path, suffix: str) -> None:
    match = Match.load(MATCH)
    file = tmp_path / f"part{suffix}"
    part = ["--first", str(match.ply - 6), "--width", "80", "--seconds", "0.5"]
    done = CliRunner().invoke(app, ["picture", str(MATCH), "--output", str(file), *part])
    assert done.exit_code == 0, done.output
    moving = Image.open(io.BytesIO(file.read_bytes()))
    shown = positions_between(match, match.ply - 6, match.ply)
    assert shown[-1] == match.position
    frames = sum(1 for _ in ImageSequence.Iterator(moving))
    assert 2 <= frames <= len(shown)  # equal pictures are one
    assert moving.size[0] == 80


def test_only_what_there_is_can_be_shown() -> None:
    match = Match.load(MATCH)
    with pytest.raises(BadRequest, match="cannot begin"):
        positions_between(match, 9, 3)
    shown = positions_between(match, 0, match.ply)
    assert all(one.actor >= 0 for one in shown[:-1])
