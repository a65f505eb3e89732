"""Bots: legal, repeatable, and fair by construction."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from atlantis_games import CHANCE, BadRequest, Dealer, Game, Position, new_game
from atlantis_games.arena.play import play_by_moves
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.bots.search import Search
from atlantis_games.kernels.bots import SEARCH, bot_record
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.tree import NODES, NOTHING
from atlantis_games.kernels.workspace import new_workspace
from games.engines import all_games
from games.test_properties import secrets_changed
from support.playing import any_choice

QUICK = (
    *("random", "greedy", "greedy@1", "policy", "policy@0.5"),
    *("search:30", "search:30@0.05", "search:30/net=off", "sprat", "crab"),
)
BOTS_DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "bots.md"


def decisions(game: Game, seed: int, players: int = 3, every: int = 9) -> list[Position]:
    """Positions of a random game where a seat decides."""
    rng = random.Random(seed)
    position, found = game.new(players), []
    while not position.is_over:
        if position.actor != CHANCE:
            found.append(position)
        position = position.play(any_choice(position, rng))
    return found[::every][:40]


@all_games
@pytest.mark.parametrize("name", QUICK)
def test_a_bot_plays_legal_moves_and_is_repeatable(game: Game, name: str) -> None:
    for position in decisions(game, 1):
        seen = position.redacted(position.actor)
        move = bot_named(name, game.name, 5).choose(seen, None)
        assert move in position.moves
        assert bot_named(name, game.name, 5).choose(seen, None) == move


@pytest.mark.parametrize(
    "name", ["random", "greedy", "policy", "search:60", "search:60@0.05", "search:60/net=off"]
)
def test_a_changed_secret_changes_no_choice(name: str) -> None:
    """Other hands and the pile are dealt again; under the same random stream nothing changes."""
    changed = 0
    for position in decisions(new_game("causeway").game, 3, every=5):
        seat = position.actor
        other = secrets_changed(position, seat, 77)
        changed += other != position
        choices = {
            bot_named(name, "causeway", 5).choose(p.redacted(seat), None) for p in (position, other)
        }
        assert len(choices) == 1
    assert changed > 10


def test_a_changed_secret_changes_no_statistic_of_a_search() -> None:
    for position in decisions(new_game("causeway").game, 4):
        seat = position.actor
        other = secrets_changed(position, seat, 78)
        first = Search(1, iterations=80).think(position.redacted(seat))
        assert first == Search(1, iterations=80).think(other.redacted(seat))
        assert sum(candidate.visits for candidate in first) == 80
        assert {candidate.move for candidate in first} == set(position.moves)


@all_games
def test_a_search_keeps_within_its_nodes(game: Game) -> None:
    position = Dealer("1").deal(game.new(2))
    workspace = new_workspace(game, nodes=60)
    search = game.kernels("search").search
    bot = bot_record(SEARCH, iterations=500)
    search(position.redacted(0).states(), 0, bot, NOTHING, workspace, stream(1))
    assert workspace.counts[NODES] == 60
    assert int(workspace.nodes[0]["visits"]) == 500
    assert np.allclose(workspace.outlooks[:, :2].sum(), 500, rtol=0.05)
    assert workspace.outlooks[:, -1].sum() == 500


@all_games
def test_several_threads_add_up_and_a_forced_move_is_the_only_one_tried(game: Game) -> None:
    position = Dealer("2").deal(game.new(3))
    found = Search(1, iterations=100, threads=2).think(position.redacted(0))
    assert sum(candidate.visits for candidate in found) == 100
    assert all(0 <= candidate.chances <= 1 for candidate in found)
    move = list(position.moves)[-1]
    forced = Search(1, iterations=50).think(position.redacted(0), only=move)
    assert {c.move: c.visits for c in forced if c.visits} == {move: 50}


def test_a_search_by_the_clock_stops() -> None:
    position = Dealer("2").deal(new_game("causeway"))
    found = bot_named("search:30ms", "causeway", 1)
    assert found.choose(position.redacted(0), None) in position.moves
    assert found.choose(position.redacted(0), 0.001) in position.moves


@all_games
def test_there_are_five_levels_that_never_exceed_a_second(game: Game) -> None:
    assert len(game.levels) == 5
    for name, meaning in game.levels.items():
        assert bot_named(name, game.name)
        clock = re.search(r":(\d+)ms", meaning)
        assert clock is None or int(clock[1]) < 1000


def test_bots_in_files_and_bots_by_the_clock_do_not_play_in_kernels() -> None:
    game = new_game("causeway").game
    assert in_kernel("some_bot.py", game) is None
    assert in_kernel("search:30ms", game) is None
    plain, erring = in_kernel("search", game), in_kernel("search:70@0.02", game)
    assert plain is not None
    assert plain.iterations == 500
    assert erring is not None
    assert erring.temperature == 0.02
    with pytest.raises(BadRequest, match="There is no bot 'hal'"):
        in_kernel("hal", game)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("alphazero", "There is no bot 'alphazero'"),
        ("random:5", "There is no bot 'random:5'"),
        ("random@1", "There is no bot 'random@1'"),
        ("greedy:5", "There is no bot 'greedy:5'"),
        ("policy:5", "There is no bot 'policy:5'"),
        ("policy/net=off", "Only a search has settings, not policy"),
        ("search:5/net=2", "The setting net of a search is on or off, not 2"),
        ("search:5/explore=off", "The setting explore of a search is a number, not off"),
        ("search:0", "from 1 to 10,000,000"),
        ("search:x", "There is no bot 'search:x'"),
        ("search:ms", "There is no bot 'search:ms'"),
        ("greedyms", "There is no bot 'greedyms'"),
        ("randomr", "There is no bot 'randomr'"),
        ("greedy:", "There is no bot 'greedy:'"),
        ("nowhere.py", "There is no bot file nowhere.py"),
    ],
)
def test_a_bot_that_does_not_exist_is_refused(name: str, words: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(words)):
        bot_named(name, "causeway")


def test_the_documented_bot_plays(tmp_path: Path) -> None:
    """The example of docs/bots.md, word for word."""
    text = re.search(r"```python\n(# my_bot\.py\n.*?)```", BOTS_DOCUMENT.read_text("utf-8"), re.S)
    assert text is not None
    file = tmp_path / "my_bot.py"
    file.write_text(text[1])
    result = play_by_moves("causeway", {}, Job(2, 0, (str(file), "random")))
    assert result.forfeit == ""
    assert len(result.moves) > 60
