"""Dealing: repeatable, by weight, and verifiable from the outside."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from atlantis_games import Dealer, new_game


def test_outcomes_follow_their_weights() -> None:
    odds = {"a": 1, "b": 3, "c": 6}
    dealer = Dealer("weights")
    drawn = Counter(dealer.choose(odds, ply) for ply in range(10_000))
    assert abs(drawn["a"] - 1000) < 150
    assert abs(drawn["b"] - 3000) < 250


def test_the_match_and_the_ply_matter() -> None:
    odds = {str(number): 1 for number in range(1000)}
    seen = {Dealer("s", match).choose(odds, ply) for match in "ab" for ply in range(3)}
    assert len(seen) == 6
    assert len({Dealer().seed for _ in range(3)}) == 3


def test_an_outsider_can_recompute_a_deal() -> None:
    """As docs/notation.md describes it, with nothing but a standard library."""
    position = new_game("causeway")
    number = int.from_bytes(hmac.digest(b"secret", b"table 9:0", hashlib.sha256))
    outcomes = [text for text, weight in position.odds.items() for _ in range(weight)]
    assert Dealer("secret", "table 9").choose(position.odds, 0) == outcomes[number % 42]
    assert Dealer("secret").commitment == hashlib.sha256(b"secret").hexdigest()
