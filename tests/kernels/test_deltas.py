"""What has changed between two positions leads from one view to the other, for every seat."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from atlantis_games.core.contract import SPECTATOR, Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.kernels import deltas
from atlantis_games.kernels.deltas import Deltas, Told

MAX_MOVES = 120
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def encode(value: Any) -> bytes:
    """JSON without spaces, as the server sends it."""
    return json.dumps(value, separators=(",", ":")).encode()


def pairs(game: Game, players: int, seed: int) -> Iterator[tuple[Position, Position]]:
    """Positions of a random game with random options, each with the next one."""
    rng = random.Random(seed)
    options = {name: rng.choice(one.numbers or one.words) for name, one in game.options.items()}
    position = Dealer(str(seed)).deal(game.new(players, **options))
    for _ in range(MAX_MOVES):
        if position.actor < 0:
            return
        after = position.play(rng.choice(list(position.moves)))
        after = Dealer(f"{seed} {position.turns}").deal(after, rng.randrange(10**6))
        yield position, after
        position = after


def with_sets(view: Any, text: bytes) -> Any:
    """A view with what has changed in it."""
    for _, *path, name, value in json.loads(b"[%b]" % text[:-1]):
        place = view
        for key in path:
            place = place[key]
        place[name] = value
    return view


def plain(view: Any) -> Any:
    """A view as it is after it was sent."""
    return json.loads(encode(view))


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_change_leads_from_one_view_to_the_next(game: Game, players: int) -> None:
    encoder = Deltas(game, players, encode)
    told: dict[int, Told] = {}
    for number, (before, after) in enumerate(pairs(game, players, players)):
        change = encoder.between(before, after, told.setdefault(after.actor, Told()))
        seat = number % (players + 1) - 1
        view = with_sets(plain(before.view(seat)), change.public)
        if change.private and seat != SPECTATOR:
            view = with_sets(view, change.private[seat])
        view["actor"] = after.actor
        assert view == plain(after.view(seat))


@games
def test_moves_and_prompts_are_those_of_the_seat_to_decide(game: Game) -> None:
    encoder, told = Deltas(game, 2, encode), Told()
    known: dict[int, Any] = {}
    for before, after in pairs(game, 2, 7):
        change = encoder.between(before, after, told)
        if after.actor < 0:
            assert change.moves == b""
            continue
        seen = after.redacted(after.actor)
        listed = json.loads(b"[%b]" % change.moves[:-1])
        known |= {one[0]: one[1] for one in listed if isinstance(one, list)}
        numbers = [one[0] if isinstance(one, list) else one for one in listed]
        rows = seen.previews()
        assert {number: known[number] for number in numbers} == {
            number: plain(game.outcomes.preview(number, row)) for number, row in rows.items()
        }
        assert numbers == list(rows)
        view = after.view(SPECTATOR)
        for prompt, moves in ((change.waiting, []), (change.deciding, list(seen.moves))):
            code, values = game.views.prompt(view, moves)
            assert json.loads(prompt) == {"code": code, "values": plain(values)}


@games
def test_what_is_forgotten_is_made_and_told_again(game: Game) -> None:
    encoder, fresh = Deltas(game, 2, encode), Deltas(game, 2, encode)
    told, found = Told(), list(pairs(game, 2, 3))
    for number, (before, after) in enumerate(found):
        if number % 10 == 0:
            encoder.count = deltas.MAX_PIECES  # full: the next one that is missing clears it
        generation = encoder.generation
        change = encoder.between(before, after, told)
        expected = fresh.between(before, after, Told())
        assert (change.public, change.private) == (expected.public, expected.private)
        if encoder.generation != generation:
            assert change.moves == expected.moves
    assert encoder.generation > 1
