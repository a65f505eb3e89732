"""Position: immutable, comparable, and honest about what is legal."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import atlantis_games as atlantis
from atlantis_games import CHANCE, OVER, BadRequest, Game, IllegalMove, Position
from games.engines import all_games
from support.playing import any_choice


def after(game: Game, steps: int, seed: int = 1, players: int = 3) -> Position:
    """A position some random steps into a game."""
    rng = random.Random(seed)
    position = game.new(players)
    for _ in range(steps):
        if position.is_over:
            break
        position = position.play(any_choice(position, rng))
    return position


@all_games
@pytest.mark.parametrize("steps", [0, 30, 90, 150, 100_000])
def test_pickles_copies_compares_and_hashes_by_value(game: Game, steps: int) -> None:
    position = after(game, steps)
    for other in (
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
        after(game, steps),
    ):
        assert other == position
        assert hash(other) == hash(position)
        assert other.moves == position.moves
        assert other.game is position.game
    assert position != after(game, steps, players=2)
    assert position != "a position"


@all_games
def test_a_position_never_changes(game: Game) -> None:
    position = after(game, 90)
    before = position._states.tobytes()
    for move in position.moves:
        position.play(move)
    position.redacted(0), position.view(0), position.draw(0), position.scores
    assert position._states.tobytes() == before
    with pytest.raises(ValueError, match="read-only"):
        position.state.seat = 1
    with pytest.raises(TypeError):
        position.moves["pass"] = 1  # type: ignore[index]


@all_games
def test_the_public_attributes_of_a_finished_game(game: Game) -> None:
    position = after(game, 1_000_000)
    assert position.is_over
    assert position.actor == OVER
    assert not position.moves
    assert not position.odds
    assert len(position.scores) == 3
    assert position.winners
    assert all(position.scores[seat] == max(position.scores) for seat in position.winners)
    with pytest.raises(IllegalMove, match="The game is over"):
        position.play(game.moves[0])


@all_games
def test_odds_are_the_moves_of_chance(game: Game) -> None:
    rng = random.Random(4)
    position = game.new(2)
    while not position.is_over:
        if position.actor == CHANCE:
            assert list(position.odds) == list(position.moves)
            assert all(weight > 0 for weight in position.odds.values())
        else:
            assert not position.odds
            assert position.winners == ()
        position = position.play(any_choice(position, rng))


@all_games
def test_an_illegal_move_names_its_rule_and_changes_nothing(game: Game) -> None:
    position = atlantis.Dealer("1").deal(game.new(2))
    wrong = next(text for text in game.moves if text not in position.moves)
    with pytest.raises(IllegalMove) as caught:
        position.play(wrong)
    assert caught.value.rule.startswith("§")
    assert caught.value.move == wrong
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    refusal = position.why_not("no such move")
    assert refusal is not None
    assert refusal.code == "not-a-move"
    assert position.why_not(next(iter(position.moves))) is None


@all_games
def test_every_action_is_either_legal_or_refused_with_a_rule(game: Game) -> None:
    """`why_not` has an answer for every well-formed move in every position."""
    rng = random.Random(7)
    position = game.new(3)
    while not position.is_over:
        for text in rng.sample(game.moves, 40):
            refusal = position.why_not(text)
            assert (refusal is None) == (text in position.moves)
            if refusal is not None:
                assert refusal.rule.startswith("§")
                assert refusal.text.endswith(".")
        position = position.play(any_choice(position, rng))


@all_games
def test_texts_and_actions_are_one_to_one(game: Game) -> None:
    assert len(set(game.moves)) == game.actions
    assert [game.numbers[text] for text in game.moves] == list(range(game.actions))


@all_games
def test_another_seats_moves_are_not_known_in_a_redacted_position(game: Game) -> None:
    position = atlantis.Dealer("1").deal(game.new(2))
    assert position.actor == 0
    assert position.redacted(0).moves == position.moves
    assert not position.redacted(1).moves
    refusal = position.redacted(1).why_not(next(iter(position.moves)))
    assert refusal is not None
    assert refusal.code == "not-your-turn"
    with pytest.raises(BadRequest):
        position.redacted(1).redacted(0)
    with pytest.raises(BadRequest, match="no seat 2"):
        position.redacted(2)


@pytest.mark.parametrize(
    ("name", "players", "options", "words"),
    [
        ("chess", 2, {}, "no game 'chess'; there are causeway and escape"),
        ("causeway", 1, {}, "for 2 to 4 players, not 1"),
        ("causeway", 5, {}, "for 2 to 4 players, not 5"),
        ("causeway", 2, {"peak": True}, "no option 'peak'; it has peek"),
        ("causeway", 2, {"peek": "maybe"}, "Option peek is off or on, not 'maybe'"),
        ("causeway", 2, {"spent_cards": "burn"}, "discard or remove, not 'burn'"),
        ("escape", 2, {"stall_limit": 0}, "a number from 1 to 1000, not '0'"),
        ("escape", 2, {"stall_limit": "soon"}, "a number from 1 to 1000, not 'soon'"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_sentence(
    name: str, players: int, options: dict[str, object], words: str
) -> None:
    with pytest.raises(BadRequest, match=words):
        atlantis.new_game(name, players, **options)


def test_options_can_be_read_back() -> None:
    position = atlantis.new_game("causeway", 2, peek=True, spent_cards="remove")
    assert position.options == {
        "peek": "on",
        "bought_cards_pay": "on",
        "spent_cards": "remove",
        "payment": "free",
        "pass_draw": "two",
        "atlantis_journey": "pays",
    }
    assert atlantis.new_game("escape", 2, stall_limit=7).options["stall_limit"] == "7"


@all_games
def test_a_state_is_small(game: Game) -> None:
    assert game.record.itemsize <= {"causeway": 1024, "escape": 2048}[game.name]
