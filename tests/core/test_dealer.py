"""Dealing: repeatable, by weight, and verifiable from the outside."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from atlantis_games import BadRequest, Dealer, Match, new_game
from atlantis_games.core.fair_dealer import FairDealer


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


# Dealing to which every device contributes (docs/fair-dealing.md)


def fair(seed: str = "5" * 64, match: str = "table 9", **options: str) -> FairDealer:
    dealer = FairDealer(seed, match, new_game("causeway", players=2, **options))
    dealer.agree(["Ada", "Sprat"], ["device " + "a" * 64, f"bot {dealer.derived_nonce(1)}"])
    return dealer


def test_a_fair_deal_is_repeated_by_hand() -> None:
    dealer, odds = fair(peek="on"), new_game("causeway", players=2, peek="on").odds
    facts = "match: table 9\ngame: causeway\nrules: 1\nplayers: 2\noptions: peek=on\n"
    assert fair().facts[-1] == "options: standard"
    commitment = hashlib.sha256(f"atlantis deal 2\nseed: {dealer.seed}\n{facts}".encode())
    derived = hashlib.sha256(f"{commitment.hexdigest()} 2".encode()).hexdigest()
    terms = f"atlantis deal 2\n{facts}commitment: {commitment.hexdigest()}\nseat 1: Ada\n"
    terms += f"nonce 1: device {'a' * 64}\nseat 2: Sprat\nnonce 2: bot {derived}\n"
    message = f"{hashlib.sha256(terms.encode()).hexdigest()}:3".encode()
    digest = hmac.digest(dealer.seed.encode(), message, "sha256")
    outcomes = [name for name, weight in odds.items() for _ in range(weight)]
    assert dealer.commitment == commitment.hexdigest()
    assert dealer.choose(odds, 3) == outcomes[int.from_bytes(digest) % len(outcomes)]


def test_everything_that_is_agreed_changes_the_deal() -> None:
    """Seed, table, options, names and nonces; the number of the event is not that of the entry."""
    odds = {str(number): 1 for number in range(10_000)}
    others = [fair(), fair(seed="6" * 64), fair(match="table 8"), fair(peek="on"), fair(), fair()]
    others[4].agree(["Ben", "Sprat"], others[4].nonces)
    others[5].agree(["Ada", "Sprat"], ["device " + "b" * 64, others[5].nonces[1]])
    assert len({tuple(one.choose(odds, number) for number in range(3)) for one in others}) == 6
    assert len({one.commitment for one in others}) == 4
    match = Match(new_game("causeway"), dealer=Dealer("7"))
    match.deal()
    match.play(next(iter(match.position.moves)))
    assert (fair().number(match), Dealer("7").number(match)) == (match.events, match.ply)
    assert match.events < match.ply


@pytest.mark.parametrize(
    "nonces",
    [
        ["device " + "a" * 64],
        ["device " + "a" * 64, "device short"],
        ["device " + "A" * 64, "seat 1"],
        ["seat 2", "device " + "a" * 64],
        ["absent " + "a" * 64, "seat 1"],
        ["bot " + "0" * 64, "device " + "a" * 64],
    ],
)
def test_a_nonce_that_somebody_could_have_chosen_is_refused(nonces: list[str]) -> None:
    with pytest.raises(BadRequest):
        fair().agree(["Ada", "Sprat"], nonces)
