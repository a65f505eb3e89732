"""What OpenSpiel's searches, playthroughs and structs need of the games."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import atlantis_games.lab.openspiel as spiel
from atlantis_games.games import GAMES

names = pytest.mark.parametrize("name", GAMES)
BOTS = Path(__file__).parent.parent.parent / "bench" / "openspiel_bots"


def load(name: str, **settings: Any) -> Any:
    return pyspiel.load_game(spiel.name_of(GAMES[name]), settings)


def played(game: Any, decisions: int, seed: int = 1) -> Any:
    """A state after so many random decisions."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while decisions or state.is_chance_node():
        decisions -= not state.is_chance_node()
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@names
def test_states_dealt_again_look_the_same_to_their_player_only(name: str) -> None:
    state = played(load(name, players=3), 12)
    rng = np.random.RandomState(1)
    guesses = [state.resample_from_infostate(1, rng.random_sample) for _ in range(4)]
    for guess in guesses:
        assert guess.information_state_string(1) == state.information_state_string(1)
        assert guess.observation_tensor(1) == state.observation_tensor(1)
    others = {guess.information_state_string(0) for guess in guesses}
    assert (len(others) > 1) == GAMES[name].has_secrets
    if GAMES[name].has_secrets:
        assert state.information_state_string(0) not in others
        assert not any("draw " in event for event in guesses[0].events(0)[-40:])


@names
def test_its_searches_run(name: str) -> None:
    """ISMCTS from Python; the search in C++ through evaluate_bots, which keeps Python's lock."""
    game = load(name, limit=8, imperfect=True)
    state = played(game, 1)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=6,
        random_state=rng,
    )
    assert bot.step(state) in state.legal_actions()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bots = [pyspiel.MCTSBot(game, evaluator, 2.0, 5, 10, False, seed, False) for seed in (1, 2)]
    assert sum(pyspiel.evaluate_bots(state, bots, 1)) == pytest.approx(0.0, abs=1e-6)


@names
def test_a_playthrough_is_written_with_public_and_private_observations(name: str) -> None:
    text = generate_playthrough.playthrough(
        f"{spiel.name_of(GAMES[name])}(limit=2)", action_sequence=None, seed=1
    )
    assert "State 1" in text
    if GAMES[name].has_secrets:
        assert "PublicObservationString()" in text
        assert 'PrivateObservationString(1) = "{"bought": {}, "hand": {}}"' in text


@names
def test_public_and_private_parts_make_up_the_observation(name: str) -> None:
    state = played(load(name), 9)
    game = state.get_game()

    def observer(public: bool, private: Any) -> spiel.AtlantisObserver:
        kind = pyspiel.IIGObservationType(
            perfect_recall=False, public_info=public, private_info=private
        )
        found: spiel.AtlantisObserver = game.make_py_observer(kind)
        found.set_from(state, 0)
        return found

    nothing, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    both, public, private = observer(True, own), observer(True, nothing), observer(False, own)
    changed = private.tensor != 0
    np.testing.assert_array_equal(both.tensor[changed], private.tensor[changed])
    same = both.tensor == public.tensor
    assert (same | changed | (both.tensor == 0)).all()
    assert changed.any() == GAMES[name].has_secrets
    assert observer(False, nothing).tensor.size == 0
    if GAMES[name].has_secrets:
        assert public.dict["hand"].sum() == 0 < both.dict["hand"].sum()
    with pytest.raises(ValueError, match="all players"):
        observer(True, pyspiel.PrivateInfoType.ALL_PLAYERS)


@names
def test_structs_and_starting_states(name: str) -> None:
    game = load(name)
    state = played(game, 7)
    for start in (state.to_json(), state.to_dict()):
        again = game.new_initial_state(start)
        assert again.position == state.position
        assert again.information_state_string(1) == state.information_state_string(1)
    seen = json.loads(state.to_observation_struct(1).to_json())
    assert seen["view"] == state.position.view(1)
    action = state.legal_actions()[-1]
    struct = state.action_to_struct(action)
    assert json.loads(struct.to_json())["move"] in state.position.moves
    assert state.struct_to_actions(struct) == [action]
    for wrong in ({}, {"log": 3}, {"log": ["fly"]}, {"log": ["pass"]}):
        with pytest.raises(Exception, match=r"log|event|legal"):
            game.new_initial_state(wrong)


@names
@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_its_searches_play_in_tournaments(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what a seat knows; `bench/openspiel_bots` has them as bots."""
    monkeypatch.syspath_prepend(str(BOTS))
    searches = importlib.import_module("searches")
    monkeypatch.setattr(searches, "SIMULATIONS", 5)
    monkeypatch.setattr(searches.SearchBot, "kind", kind)
    bot, position = searches.SearchBot(1), GAMES[name].new(3).settled(1)
    for step in range(6):
        move = bot.choose(position.redacted(position.actor), None)
        position = position.play(move).settled(step)
    game, start = load(name), GAMES[name].new(2)
    assert game.state_at(start).position == start
    with pytest.raises(pyspiel.SpielError, match="another game"):
        game.state_at(position)
