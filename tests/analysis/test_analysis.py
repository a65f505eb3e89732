"""Analysis: what was skill and what was luck, adding up to the result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import atlantis_games
from atlantis_games import BadRequest, Dealer, Match, new_game
from atlantis_games.analysis.judge import analyse, judged, played_steps
from atlantis_games.analysis.report import review_page
from atlantis_games.bots.search import Search
from support.command import output

MATCHES = Path(__file__).parent.parent / "matches"


@pytest.mark.parametrize("name", ["causeway-debt", "causeway-shared-win", "escape-hurricane"])
def test_luck_and_losses_add_up_to_the_result(name: str) -> None:
    match = Match.load(MATCHES / f"{name}.match")
    analysis = analyse(match, iterations=20)
    winners = match.position.winners
    for seat, account in enumerate(analysis.accounts):
        total = account.start + account.luck - account.loss + account.gifts
        assert total == pytest.approx(account.result)
        assert account.result == pytest.approx(1 / len(winners) if seat in winners else 0)
        own = [d.loss for d in analysis.decisions if d.seat == seat + 1]
        assert account.loss == pytest.approx(sum(own))
        assert min(own) >= 0
        assert account.luck == pytest.approx(sum(event.luck[seat] for event in analysis.events))
    assert sum(account.luck for account in analysis.accounts) == pytest.approx(0, abs=0.6)


def test_every_decision_and_event_that_was_not_taken_back_is_judged() -> None:
    match = Match(new_game("causeway"), dealer=Dealer("5"))
    match.deal()
    first, second = list(match.position.moves)[:2]
    match.play(first)
    match.undo(0)
    match.play(second)
    match.deal()
    steps = played_steps(match)
    assert [step.move for step in steps if step.actor >= 0] == [second]
    analysis = analyse(match, iterations=20)
    assert [decision.move for decision in analysis.decisions] == [second]
    assert len(analysis.events) == len(steps) - 1
    assert analysis == analyse(match, iterations=20)
    with pytest.raises(BadRequest, match="At least 10 iterations"):
        analyse(match, iterations=1)


def test_a_blunder_costs_more_than_the_best_move() -> None:
    """Throwing a 7 away for a debt of 1 is found out; paying with a card costs nothing."""
    match = Match.load(MATCHES / "causeway-third-figure.match")
    analysis = analyse(match, iterations=100)
    assert max(decision.loss for decision in analysis.decisions) > 0.05
    for decision in analysis.decisions:
        if decision.move == decision.best:
            assert decision.loss == 0


def test_moves_are_compared_equally_deeply() -> None:
    """Moves tried seldom look better than one that was looked at long: none of these is worse."""
    position = atlantis_games.position("escape 2 / shark c2 / swim a1 blue / phase spin")
    position = position.play("spin shark 2").play("pick c2")
    searcher = Search(1, iterations=800)
    found = searcher.think(position.redacted(position.actor))
    seldom = [one.move for one in found if 10 < one.visits < 200 and one.move != found[0].move]
    best, chosen = judged(Search(1, iterations=800), position, seldom[0])
    assert min(best.visits, chosen.visits) >= 600


def test_the_command_prints_a_table_json_and_a_curve(tmp_path: Path) -> None:
    file, picture = MATCHES / "causeway-debt.match", tmp_path / "curve.svg"
    args = ["analyse", file, "--iterations", 20]
    shown = output(*args, "--plot", picture)
    assert "start + luck - own errors + errors of others = result" in shown
    assert "seat 2 Bo: 33.3%" in shown
    assert "<svg" in picture.read_text()
    found = json.loads(output(*args, "--json"))
    assert len(found["accounts"]) == 3
    assert found["curve"][-1][1] == [0.0, 1.0, 0.0]


def test_a_review_is_a_page_that_names_players_and_loads_nothing(tmp_path: Path) -> None:
    """Names are somebody's own words: they must not become part of the page."""
    match = Match.load(MATCHES / "causeway-debt.match")
    match.seats[0] = "<script>x</script>"
    page = review_page(match, analyse(match, iterations=20), match.game.texts("de"), "de")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page
    assert match.game.texts("de").fill("review.accounts") in page
    file = tmp_path / "review.html"
    output("analyse", MATCHES / "causeway-debt.match", "--iterations", 20, "--html", file)
    assert file.read_text("utf-8").startswith("<!doctype html>")
