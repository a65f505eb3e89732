"""The same bot and seed choose the same moves at a table, in a tournament and in an analysis.

tests/lab/test_adapters.py shows the same of the lab's opponents. A search by the clock is left out:
how far it gets depends on the machine.
"""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, Dealer, Game, Match
from atlantis_games.analysis.judge import judged
from atlantis_games.arena.play import play_by_moves, play_compiled, seed_of
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.bots.search import Search
from games.engines import all_games

NAMES = (
    *("random", "greedy", "greedy@2", "policy", "policy@0.7"),
    *("search:12", "search:12/net=off", "search:12@0.05", "search:4r", "dolphin"),
)


def moves_at_a_table(game: Game, job: Job, log: list[str]) -> list[str]:
    """The moves of bots that are asked position by position, with chance as in a log."""
    bots = [bot_named(name, game.name, seed_of(job, seat)) for seat, name in enumerate(job.seats)]
    position = game.new(job.players)
    moves: list[str] = []
    while not position.is_over:
        seat = position.actor
        if seat == CHANCE:
            move = log[len(moves)]
        else:
            move = bots[seat].choose(position.redacted(seat), None)
        position = position.play(move)
        moves.append(move)
    return moves


@all_games
@pytest.mark.parametrize("name", NAMES)
def test_a_tournament_and_a_table_see_the_same_moves(game: Game, name: str) -> None:
    """Whether kernels play the whole game, or Python asks for each move."""
    job = Job(3, 0, (name, "greedy@1", "random"))
    compiled = play_compiled(game.name, {}, job)
    assert play_by_moves(game.name, {}, job) == compiled
    assert moves_at_a_table(game, job, compiled.moves) == compiled.moves


@all_games
def test_seats_with_the_same_bot_have_seeds_of_their_own(game: Game) -> None:
    job = Job(2, 0, ("random", "random"))
    assert seed_of(job, 0) != seed_of(job, 1)
    result = play_compiled(game.name, {}, job)
    assert result.moves == moves_at_a_table(game, job, result.moves)


@all_games
def test_an_analysis_first_names_the_moves_that_the_bot_itself_plays(game: Game) -> None:
    """With the seed of the bot, every move is the best one found; second looks have other seeds."""
    match = Match(game.new(2), dealer=Dealer("9"))
    bots = [bot_named("search:20", game.name, 7) for _ in range(2)]
    judges = [Search(7, iterations=20) for _ in range(2)]
    match.deal()
    while not match.position.is_over and match.ply < 150:
        position = match.position
        move = bots[position.actor].choose(position.redacted(position.actor), None)
        best, chosen = judged(judges[position.actor], position, move)
        assert best is chosen
        assert best.move == move
        match.play(move)
        match.deal()


@all_games
def test_a_search_that_is_looked_into_finds_the_move_that_it_plays(game: Game) -> None:
    position = Dealer("3").deal(game.new(3))
    seen = position.redacted(position.actor)
    asked, playing = Search(4, iterations=40), Search(4, iterations=40)
    for _ in range(3):
        assert asked.think(seen)[0].move == playing.choose(seen, None)
    assert in_kernel("search:40", game) == playing.record
