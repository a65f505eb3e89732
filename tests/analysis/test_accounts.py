"""The ledger of an analysis: every change of the chances is booked once."""

from __future__ import annotations

import numpy as np
import pytest

from atlantis_games.analysis.accounts import Decision, Ledger, shared_out


def test_a_loss_is_a_gift_to_the_others_and_the_rest_is_luck() -> None:
    ledger = Ledger(2)
    ledger.add_event(1, "rain", np.array([0.1, -0.1]))
    decision = Decision(2, 1, "left", "right", 0.7, 0.2)
    ledger.add_decision(decision, np.array([0.7, 0.3]), np.array([0.5, 0.5]))
    analysis = ledger.close(2, np.array([1.0, 0.0]), ["Ann", "Ben"])
    ann, ben = analysis.accounts
    assert (ann.start, ann.loss, ann.gifts, ann.result) == pytest.approx((0.5, 0.2, 0.0, 1.0))
    assert (ben.loss, ben.gifts, ben.result) == pytest.approx((0.0, 0.2, 0.0))
    assert (ann.luck, ben.luck) == pytest.approx((0.7, -0.7))
    assert [event.luck for event in analysis.events] == [pytest.approx([0.7, -0.7])]
    assert analysis.curve == [(2, [0.7, 0.3]), (2, [1.0, 0.0])]


def test_an_unfinished_match_ends_with_the_chances_as_they_stand() -> None:
    ledger = Ledger(2)
    decision = Decision(1, 2, "left", "left", 0.4, 0.0)
    ledger.add_decision(decision, np.array([0.6, 0.4]), np.array([0.6, 0.4]))
    analysis = ledger.close(1, None, ["Ann", "Ben"])
    assert [account.result for account in analysis.accounts] == pytest.approx([0.6, 0.4])
    assert analysis.events == []


def test_the_last_event_takes_what_the_others_do_not_explain() -> None:
    events = [(1, "a", np.array([0.1, -0.1])), (2, "b", np.array([0.3, -0.3]))]
    first, last = shared_out(events, np.array([0.5, -0.5]))
    assert first.luck == pytest.approx([0.1, -0.1])
    assert last.luck == pytest.approx([0.4, -0.4])
