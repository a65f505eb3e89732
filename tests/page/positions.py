"""Positions and matches that are the same in every run, for what is looked at and measured."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from atlantis_games import Dealer, Match, Position
from atlantis_games.games import GAMES
from support.playing import any_choice, random_game
from support.server_process import Guest

# Of random games: a seed with which seat 0 decides last and has won, and how long its last part is.
LAST_GAMES = {"causeway": (0, 90), "escape": (4, 120)}
NAMES = ["Ada", "Sprat"]


@cache
def game_of(game: str, seed: int, players: int) -> tuple[Position, ...]:
    """Every position of a game of random moves."""
    return tuple(random_game(GAMES[game], seed, players))


def position_where(game: str, is_wanted: Callable[[Position], bool], players: int = 4) -> str:
    """The first position of random games in which seat 0 decides and something is so."""
    games = (game_of(game, seed, players) for seed in range(1, 100))
    found = (one for positions in games for one in positions if one.actor == 0 and is_wanted(one))
    return next(found).text


def last_decision(game: str) -> tuple[str, str]:
    """A position, and the move of seat 0 that ends the game."""
    position = next(
        one for one in reversed(game_of(game, LAST_GAMES[game][0], 2)) if one.actor == 0
    )
    ends = (move for move in position.moves if position.play(move).settled(1).is_over)
    return position.text, next(ends)


@cache
def last_part(game: str) -> str:
    """The last part of a game as a match file."""
    seed, length = LAST_GAMES[game]
    start = next(one for one in game_of(game, seed, 2)[-length:] if one.actor == 0)
    match = Match(start, list(NAMES), Dealer("1"))
    rng = random.Random(seed)
    while not match.position.is_over:
        match.play(any_choice(match.position, rng))
        match.deal()
    return match.write()


def finish_matches(guest: Guest) -> dict[str, str]:
    """A finished match of each game that this guest has won, by the last move only."""
    tables = {}
    for game in GAMES:
        position, move = last_decision(game)
        tables[game] = guest.open(game, "pb", position=position)
        with guest.sit(tables[game]) as line:
            line.play(move)
            line.until_turn()
    return tables


def import_matches(guest: Guest) -> dict[str, str]:
    """The last part of a match of each game, to be replayed and reviewed."""
    tables = {}
    for game in GAMES:
        text = {"Content-Type": "text/plain"}
        answer = guest.http.post("/api/matches", content=last_part(game), headers=text)
        assert answer.is_success, answer.text
        tables[game] = str(answer.json()["id"])
    return tables
