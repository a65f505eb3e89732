"""Golden playthroughs and finished matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_games import Match, Position
from atlantis_games.games.causeway.rules.scoring import final_price, least_loss
from golden import FOLDER, PLAYTHROUGHS, playthrough

MATCHES = Path(__file__).parent.parent / "matches"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


def finished(name: str) -> Position:
    match = Match.load(MATCHES / f"{name}.match")
    match.verify()
    assert match.position.is_over
    return match.position


@pytest.mark.parametrize("file", sorted(MATCHES.glob("*.match")), ids=lambda file: file.stem)
def test_a_finished_match_replays_and_is_written_the_same(file: Path) -> None:
    match = Match.load(file)
    match.verify()
    assert match.write() == file.read_text("utf-8")


def bills(position: Position) -> list[tuple[int, int, int]]:
    """Per seat: owed at the end, owned, and lost by paying. §10.2-10.4"""
    state = position.states()[0]
    due = [final_price(state, seat) for seat in range(position.players)]
    return [
        (owed, int(state.wealth[s]) + int(state.hand_size[s]), least_loss(state, s, owed))
        for s, owed in enumerate(due)
    ]


def test_causeway_ends_with_the_third_figure() -> None:
    """§10.1"""
    position = finished("causeway-third-figure")
    assert 3 in position.state.home
    assert position.scores == (22, 10)


def test_causeway_settles_with_a_debt() -> None:
    """§10.3: a player who cannot pay scores the missing amount below zero."""
    position = finished("causeway-debt")
    owed, owned, lost = bills(position)[0]
    assert owed == lost > owned
    assert position.scores[0] == owned - owed < 0


def test_causeway_settles_with_an_overpayment() -> None:
    """§10.3: pieces are whole and no change is given."""
    position = finished("causeway-overpaid")
    assert any(lost > owed for owed, _, lost in bills(position))


def test_causeway_ends_in_a_stalemate() -> None:
    """§10.5: everybody passed and nobody drew."""
    position = finished("causeway-stalemate")
    assert 3 not in position.state.home
    assert position.state.idle == position.players
    assert position.state.deck_size == position.state.discard_size == 0


def test_causeway_ends_with_a_shared_win() -> None:
    """§10.4"""
    assert len(finished("causeway-shared-win").winners) == 2


def test_escape_ends_with_everybody_saved_or_lost() -> None:
    """§10.1"""
    state = finished("escape-all-done").state
    assert (state.saved + state.lost)[:2].tolist() == [12, 12]
    assert len(finished("escape-all-done").winners) == 1


def test_escape_ends_with_a_hurricane() -> None:
    """§11.1"""
    match = Match.load(MATCHES / "escape-hurricane.match")
    *_, (_, _, before), (actor, move, after) = match.positions()
    assert move.endswith("coral")
    assert before.state.saved[actor] + before.state.lost[actor] == 11
    lost = [int(n) for n in after.state.lost[: after.players] - before.state.lost[: after.players]]
    assert lost[actor] == 0
    assert sum(lost) > 0


def test_escape_ends_by_stalling() -> None:
    """§10.2"""
    position = finished("escape-stall")
    assert position.state.quiet == 20 * position.players
    assert (position.state.saved + position.state.lost)[: position.players].min() < 12


def test_escape_ends_with_a_shared_win() -> None:
    """§10.1"""
    assert len(finished("escape-shared-win").winners) == 2
