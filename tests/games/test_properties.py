"""What holds in every position of every game, whatever is played."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_games import CHANCE, Position
from atlantis_games.games import GAMES
from atlantis_games.games.causeway import tables as causeway
from atlantis_games.games.causeway.state import CHAINING
from atlantis_games.games.escape.state import DONE, NOWHERE, REVEALING
from atlantis_games.kernels.numba import COMPILED
from atlantis_games.kernels.random import stream
from games.escape.picture import inside
from support.playing import any_choice, random_options

pytestmark = pytest.mark.plain

plays = st.tuples(st.integers(2, 4), st.integers(0, 2**32))


def examples(number: int) -> settings:
    """So many examples; a few will do for uncompiled rules, which are a hundred times slower."""
    return settings(max_examples=number if COMPILED else max(1, number // 12), deadline=None)


def positions(name: str, players: int, seed: int) -> list[Position]:
    """All positions of a random game with random options."""
    rng = random.Random(seed)
    game = GAMES[name]
    position = game.new(players, **random_options(game, rng))
    found = [position]
    while not position.is_over:
        position = position.play(any_choice(position, rng))
        found.append(position)
    return found


@examples(40)
@given(plays)
def test_causeway_conserves_cards_and_tiles(play: tuple[int, int]) -> None:
    """105 cards, 84 tiles, never two figures on one tile; and every game ends."""
    for position in positions("causeway", *play):
        check_causeway(position.state)


def bits(mask: Any) -> int:
    return int(mask).bit_count()


def check_causeway(state: Any) -> None:
    cards = state.hands.sum(axis=0) + state.deck + state.discard + state.removed
    assert cards.tolist() == [causeway.CARDS_PER_ITEM] * 7
    assert state.hands.sum(axis=1).tolist() == state.hand_size.tolist()
    assert (state.shown <= state.hands).all()
    assert int(state.deck.sum()) == state.deck_size
    assert int(state.discard.sum()) == state.discard_size
    values = np.arange(8)
    assert (state.tiles * values).sum(axis=1).tolist() == state.wealth.tolist()
    unseen = bits(state.unseen[0]) + bits(state.unseen[1])
    known_below = int((state.lower > 0).sum())
    collected = int(state.tiles.sum() + state.spent.sum())
    assert bits(state.land) + unseen + known_below + collected == 84
    total = int((state.tiles.sum(axis=0) * values).sum() + (state.spent * values).sum())
    total += int(state.value.sum()) + sum((int(b) - 1) % 7 + 1 for b in state.lower if b)
    for mask in state.unseen:
        total += sum(tile % 7 + 1 for tile in range(49) if int(mask) >> tile & 1)
    assert total == 301
    standing = [int(space) for space in state.figures.flatten() if 0 < space < causeway.MAINLAND]
    moving = state.phase == CHAINING  # only then two figures share a tile. §4.5
    assert len(standing) - len(set(standing)) <= int(moving)
    assert all(int(state.land) >> space & 1 for space in standing)


@examples(12)
@given(plays)
def test_escape_conserves_people_and_pieces(play: tuple[int, int]) -> None:
    """Everybody is somewhere, nothing is overfull, pieces and symbols add up; every game ends."""
    for position in positions("escape", *play):
        check_escape(position.state)


def check_escape(state: Any) -> None:
    players = int(state.players)
    people = (
        state.people.sum(axis=0)
        + state.swimmers.sum(axis=0)
        + state.to_place
        + state.saved
        + state.lost
    )
    assert people.tolist() == [12] * players + [0] * (4 - players)
    assert (state.people >= 0).all()
    assert (state.swimmers >= 0).all()
    assert int(state.people.sum(axis=1).max()) <= 3
    land, boats = set(inside(state.land)), set(inside(state.boats))
    assert not land & boats
    assert {int(p) for p in np.nonzero(state.people.sum(axis=1))[0]} <= land | boats
    assert len(land) == int(state.pieces.sum())
    waiting = int(state.phase == REVEALING)  # a piece is gone and its symbol not yet revealed
    assert state.phase == DONE or int(state.symbols.sum()) == len(land) + waiting
    assert ((state.animals != NOWHERE).sum(axis=1) <= 6).all()
    assert not {int(p) for p in state.animals.flatten() if p != NOWHERE} & land
    dangerous = {int(p) for p in state.animals[:2].flatten() if p != NOWHERE}
    swimmers = {int(p) for p in np.nonzero(state.swimmers.sum(axis=1))[0]}
    assert state.arriving or not dangerous & swimmers  # §5.12


def secrets_changed(position: Position, seat: int, seed: int) -> Position:
    """A position in which everything that a seat cannot know is dealt again at random."""
    states = position.redacted(seat).states()
    position.game.engine.resample(states, seat, stream(seed))
    return Position(position.game, states)


@examples(25)
@given(plays, st.integers(0, 2**32))
def test_a_changed_secret_changes_no_view(play: tuple[int, int], seed: int) -> None:
    """Redaction: other hands and the order of the pile are gone, not hidden."""
    changed = 0
    for position in positions("causeway", *play)[60::7]:
        for seat in (*range(position.players), -1):
            other = secrets_changed(position, seat, seed)
            check_causeway(other.state)
            changed += other != position
            assert other.view(seat) == position.view(seat)
            assert other.redacted(seat) == position.redacted(seat)
            assert other.redacted(seat).moves == position.redacted(seat).moves
            assert other.redacted(seat).odds == position.redacted(seat).odds
            if position.actor == seat != CHANCE:
                assert other.moves == position.moves
                assert [other.why_not(m) for m in position.game.moves] == [
                    position.why_not(m) for m in position.game.moves
                ]
    assert changed


@examples(5)
@given(plays)
def test_in_escape_nothing_is_hidden(play: tuple[int, int]) -> None:
    for position in positions("escape", *play)[::97]:
        for seat in (*range(position.players), -1):
            assert position.redacted(seat)._states.tobytes() == position._states.tobytes()
            assert position.actor != CHANCE or position.audience == -1
