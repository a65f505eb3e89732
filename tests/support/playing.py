"""Ways to play positions of any game on, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from atlantis_games import CHANCE, Dealer, Game, Match, Position

MAX_ACTIONS = 20_000  # far more than any game has


def play(position: Position, *moves: str) -> Position:
    """The position after several moves, chance's included."""
    for move in moves:
        position = position.play(move)
    return position


def moves(position: Position, *kinds: str) -> set[str]:
    """The legal moves; with kinds, those that begin with one of these words."""
    return {move for move in position.moves if not kinds or move.split()[0] in kinds}


def any_choice(position: Position, rng: random.Random) -> str:
    """A move, or an outcome of chance, each as likely as the others."""
    return rng.choice(list(position.moves))


def weighted_choice(position: Position, rng: random.Random) -> str:
    """A move, each as likely as the others, or an outcome of chance by its weight."""
    if position.actor == CHANCE:
        outcomes, weights = zip(*position.odds.items(), strict=True)
        return str(rng.choices(outcomes, weights)[0])
    return any_choice(position, rng)


def random_options(game: Game, rng: random.Random) -> dict[str, object]:
    """Options as a player might combine them; often the default."""
    options: dict[str, object] = {}
    for name, option in game.options.items():
        if rng.random() < 0.6:
            continue
        if option.numbers is not None:
            options[name] = rng.choice(option.numbers[:6])
        elif option.words == ("off", "on"):
            options[name] = rng.random() < 0.5
        else:
            options[name] = rng.choice(option.words)
    return options


def random_game(game: Game, seed: int, players: int = 2, **options: object) -> Iterator[Position]:
    """Every position of a game of random moves."""
    rng = random.Random(seed)
    position = game.new(players, **options)
    for _ in range(MAX_ACTIONS):
        yield position
        if position.is_over:
            return
        position = position.play(weighted_choice(position, rng))
    raise AssertionError("the game does not end")


def decisions(game: Game, seed: int, max_ply: int = 200) -> Iterator[Position]:
    """Positions of a dealt game of random moves in which a seat decides."""
    rng = random.Random(seed)
    match = Match(game.new(2 + seed % 3), dealer=Dealer(str(seed)))
    match.deal()
    while not match.position.is_over and match.ply < max_ply:
        yield match.position
        match.play(any_choice(match.position, rng))
        match.deal()
