"""A game of another distribution plays through the Python API, the command line and the arena."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from support.tiny_game import GAME, SOURCE, UNCOMPILED, Installation

PLAYS = """
import random
import atlantis_games as atlantis
from atlantis_games.kernels.random import stream

for seed in range(40):
    rng = random.Random(seed)
    start = atlantis.new_game("highcard", 2 + seed % 3, winner=rng.choice(["highest", "lowest"]))
    match = atlantis.Match(start, dealer=atlantis.Dealer(str(seed)))
    match.deal()
    while not match.position.is_over:
        position = match.position
        for seat in (*range(position.players), atlantis.SPECTATOR):
            dealt = position.redacted(seat).states()
            position.game.engine.resample(dealt, seat, stream(seed))
            other = atlantis.Position(position.game, dealt)
            assert other.view(seat) == position.view(seat)
            assert other.svg(seat) == position.svg(seat)
            assert other.redacted(seat) == position.redacted(seat)
        choices = position.redacted(position.actor).choices()
        assert [choice["move"] for choice in choices] == list(position.moves)
        for move in position.game.moves:
            reason = position.why_not(move)
            assert (reason is None) == (move in position.moves)
            for language in ("en", "de", "nl"):
                assert reason is None or "reason." not in reason.sentence(language)
        match.play(rng.choice(list(position.moves)))
        match.deal()
    assert sum(match.position.scores) == 3
    again = atlantis.Match.read(match.write())
    again.verify()
    assert again.position == match.position
    lines = match.game.outcomes.settlement(match.position)
    totals = [line["points"] for line in lines if line["code"] == "total"]
    assert totals == list(match.position.scores)
"""


def test_python_plays_it(tiny: Installation) -> None:
    """Whole matches with each option: nothing leaks, everything is explained, files replay."""
    tiny.python(PLAYS)


def test_the_command_line_plays_it(tiny: Installation, tmp_path: Path) -> None:
    file = str(tmp_path / "saved.match")
    shown = tiny.atlantis("play", GAME, "--bot", "hard", "--save", file, typed="1\n" * 3)
    assert "Play one of your cards." in shown
    assert "the game is over" in shown.lower()
    assert f"{GAME}, " in tiny.atlantis("verify", file)
    assert "result" in tiny.atlantis("replay", file).lower()
    analysis = json.loads(tiny.atlantis("analyse", file, "--iterations", "10", "--json"))
    assert len(analysis["accounts"]) == 2


def test_the_command_line_knows_its_options_and_counts_its_moves(tiny: Installation) -> None:
    counted = tiny.atlantis(
        "simulate", GAME, "-n", "60", "-p", "4", "-o", "winner=lowest", "--json"
    )
    assert abs(sum(json.loads(counted)["win_shares"]) - 1) < 1e-9
    assert tiny.atlantis("perft", GAME, "-d", "3").split() == ["1", "3", "2", "9", "3", "18"]


def test_bots_play_a_tournament_of_it(tiny: Installation, tmp_path: Path) -> None:
    """Compiled, as tournaments are: searching bots beat a random one."""
    bots = "random,greedy,search:60"
    arguments = ("arena", GAME, "--bots", bots, "-n", "300", "--out", str(tmp_path / "arena"))
    rows = json.loads(tiny.atlantis(*arguments, "--json", compiled=True))
    shares = {row["bot"]: row["win_share"]["value"] for row in rows}
    assert set(shares) == {"random", "greedy", "search:60"}
    assert shares["search:60"] > shares["random"]
    replayed = tiny.atlantis("replay", str(tmp_path / "arena" / "results.jsonl"), "--game", "2")
    assert "play" in replayed


def test_its_distribution_can_be_installed(tmp_path: Path) -> None:
    """pip finds the package, its texts and its entry point."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    copy = tmp_path / "source"  # a build leaves files beside the sources
    subprocess.run(["cp", "-r", str(SOURCE), str(copy)], check=True)
    subprocess.run(
        [*install, "--no-build-isolation", "--target", str(tmp_path / "site"), str(copy)],
        check=True,
        capture_output=True,
    )
    path = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    code = (
        "from atlantis_games.games import GAMES; print(GAMES['highcard'].texts('de').fill('title'))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **UNCOMPILED, "PYTHONPATH": path},
    )
    assert shown.stdout == "Hohe Karte\n"
