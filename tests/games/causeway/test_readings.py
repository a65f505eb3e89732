"""Readings of the rulebooks as options: `payment`, `pass_draw` and `atlantis_journey`."""

from __future__ import annotations

import random
from typing import Any

import pytest

from atlantis_games import CHANCE, Position
from atlantis_games.games.causeway.state import PAYING
from games.causeway.diagram import diagram
from games.causeway.reading import figures, hand, owed, random_game, removed, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain

# §5.4 `payment=strict`: tiles or cards, and exactly if possible


def debtor(belongings: str, **options: Any) -> Position:
    """Blue has just crossed a gap for 4 with an olive."""
    drawn = f"path ring4 ~ olive5\nblue A:1 B:home C:home hand olive {belongings} nobridge"
    return play(diagram(drawn, payment="strict", **options), "A olive")


def test_tiles_and_cards_are_not_mixed() -> None:
    """§5.4: whatever was paid first pays all."""
    position = debtor("4xflag crown tiles 1 3")
    assert moves(position) == {"pay 1", "pay 3", "pay crown", "pay flag"}
    assert moves(play(position, "pay 3")) == {"pay 1"}
    by_cards = play(position, "pay crown")
    assert moves(by_cards) == {"pay flag"}
    assert play(by_cards, *["pay flag"] * 3).actor == CHANCE


def test_a_kind_that_is_not_enough_alone_cannot_pay() -> None:
    """§5.4"""
    assert moves(debtor("3xflag tiles 1 3")) == {"pay 1", "pay 3"}
    assert moves(debtor("4xflag tiles 1 2")) == {"pay flag"}


@pytest.mark.parametrize(
    ("held", "payable"),
    [
        ("1 3 7", {"pay 1", "pay 3"}),
        ("4 4 2", {"pay 4"}),
        ("4 2 2 5", {"pay 2", "pay 4"}),
        ("1 1 1 1 2 5", {"pay 1", "pay 2"}),
        ("3 3 7", {"pay 3", "pay 7"}),
        ("5 6", {"pay 5", "pay 6"}),
    ],
)
def test_tiles_pay_exactly_if_they_can(held: str, payable: set[str]) -> None:
    """§5.4: more than is owed only where no tiles come to the sum; then any tile will do."""
    assert moves(debtor(f"tiles {held}")) == payable


def test_the_exact_sum_stays_within_reach_piece_by_piece() -> None:
    """§5.4: after a 1, the 2 would leave a debt of 1 that only the other 1 can pay."""
    position = debtor("tiles 1 1 2 3")
    assert moves(position) == {"pay 1", "pay 2", "pay 3"}
    after = play(position, "pay 1")
    assert moves(after) == {"pay 1", "pay 2", "pay 3"}
    assert moves(play(after, "pay 1")) == {"pay 2"}
    assert moves(play(after, "pay 2")) == {"pay 1"}


def test_cards_may_be_spared_by_paying_too_much_with_a_tile() -> None:
    """§5.4: what can be paid exactly is asked of each kind by itself."""
    after = play(debtor("4xflag tiles 7"), "pay 7")
    assert after.actor == CHANCE
    assert hand(after, 0) == {"flag": 4}


def test_by_both_strict_rules_bought_cards_do_not_help() -> None:
    """§5.4, §5.6: three cards of four may pay, which is not enough without the tiles."""
    text = """
        path  ring4 ~ olive5
        blue  A:1 B:home C:home hand olive 3xflag tiles 2 4 nobridge
    """
    bought = play(
        diagram(text, payment="strict", bought_cards_pay="off"), "buy 2", "draw crown", "A olive"
    )
    assert moves(bought) == {"pay 4"}
    allowed = play(diagram(text, payment="strict"), "buy 2", "draw crown", "A olive")
    assert moves(allowed) == {"pay 4", "pay crown", "pay flag"}


@pytest.mark.parametrize(
    ("payment", "belongings", "is_legal"),
    [
        ("strict", "3xflag tiles 3", False),
        ("free", "3xflag tiles 3", True),
        ("strict", "4xflag tiles 3", True),
        ("strict", "3xflag tiles 4", True),
        ("free", "2xflag tiles 1", False),
    ],
)
def test_a_move_needs_one_kind_that_pays_for_it(
    payment: str, belongings: str, is_legal: bool
) -> None:
    """§4.4, §5.4: for 4, three cards are not enough beside tiles for 3."""
    text = f"path ring4 ~ olive5\nblue A:1 hand olive {belongings} nobridge"
    assert ("A olive" in diagram(text, payment=payment).moves) is is_legal


@pytest.mark.parametrize(
    ("belongings", "is_legal"),
    [("2xring", False), ("3xring", True), ("tiles 2", False), ("tiles 3", True)],
)
def test_a_chain_leaves_fewer_cards_to_pay_with_but_as_many_tiles(
    belongings: str, is_legal: bool
) -> None:
    """§4.4, §5.4: flag and olive are played, and 3 is owed."""
    position = diagram(
        f"""
        path  ring4 ~ flag3 olive5
        blue  A:1 B:home C:home hand flag olive {belongings} nobridge
        white A:3
        """,
        payment="strict",
    )
    assert ("A flag" in position.moves) is is_legal
    if is_legal:
        assert owed(play(position, "A flag", "then olive")) == 3


def test_the_bridge_comes_before_the_first_piece_of_either_kind() -> None:
    """§3.6, §5.4"""
    text = "path ring4 ~ olive5 ~ ~ crown3\nblue A:1 hand crown 7xflag tiles 7"
    position = play(diagram(text, payment="strict"), "A crown")
    assert moves(position) == {"bridge 2", "bridge 4", "pay 7", "pay flag"}
    assert moves(play(position, "bridge 4")) == {"pay 7", "pay flag"}
    assert moves(play(position, "pay flag"), "bridge") == set()


def test_nobody_who_owes_is_ever_stuck() -> None:
    """§4.4, §5.4: at every step of random games some piece can be paid, by all options."""
    debts = 0
    for seed in range(12):
        rng = random.Random(seed)
        options = {"bought_cards_pay": rng.random() < 0.5, "spent_cards": "remove"}
        for position in random_game(seed, 2 + seed % 3, payment="strict", **options):
            if position.state.phase == PAYING:
                assert moves(position, "pay")
                debts += 1
    assert debts > 100


def test_paid_cards_leave_the_game_by_their_own_option() -> None:
    """§5.4, §5.7"""
    after = play(debtor("4xflag", spent_cards="remove"), *["pay flag"] * 4)
    assert removed(after) == {"flag": 4}


def test_the_next_debt_may_be_paid_with_the_other_kind() -> None:
    """§5.4: what was paid first counts for its turn only."""
    position = diagram(
        """
        path  ring4 ~ olive5 flag2 ~ crown2
        blue  A:1 hand olive crown 4xflag tiles 1 1 nobridge
        white A:home
        """,
        payment="strict",
    )
    after = play(position, "A olive", *["pay flag"] * 4, "draw ring")
    after = play(after, "pass", "draw ring", "draw ring", "A crown")
    assert owed(after) == 2
    assert moves(after) == {"pay 1"}


# §3.7 `pass_draw=home`: a card more for each figure on the mainland


@pytest.mark.parametrize(("home", "drawn"), [("", 2), ("B:home", 3), ("B:home C:home", 4)])
def test_passing_draws_for_figures_at_home(home: str, drawn: int) -> None:
    """§3.7"""
    text = f"path ring1 ~ flag2\nblue A:1 {home} nobridge\nwhite A:home"
    after = play(diagram(text, pass_draw="home"), "pass")
    assert after.state.draws == drawn
    assert play(after, *["draw olive"] * drawn).actor == 1
    assert play(diagram(text), "pass").state.draws == 2


def test_passing_draws_no_more_than_there_is() -> None:
    """§3.7, §2.6"""
    position = diagram(
        "path ring1\nblue A:1 B:home C:home\ndraw olive\ndiscard ring", pass_draw="home"
    )
    after = play(position, "pass", "draw olive", "draw ring")
    assert after.actor == 1


def test_other_turns_draw_as_ever() -> None:
    """§9.1"""
    position = diagram("path ring1 flag2\nblue A:1 B:home hand flag nobridge", pass_draw="home")
    assert play(position, "A flag").state.draws == 2


# §10.2 `atlantis_journey=free`: anyone who is still on Atlantis pays nothing


LAST_TURN = """
    path  ring5 ~ flag4 ~ olive3 statue2
    blue  A:5 B:home C:home hand crown
    white C:3 tiles 7 7 4 3
"""


def test_figures_on_atlantis_pay_nothing() -> None:
    """§10.2: white pays 3 for the figure between the gaps, with a tile of 3."""
    over = play(diagram(LAST_TURN, atlantis_journey="free"), "A crown", *["draw olive"] * 4)
    assert over.is_over
    assert figures(over, 1) == (0, 0, 3)
    assert over.view(0)["seats"][1]["last_journey"] == 3
    assert over.scores[1] == 21 - 3
    assert diagram(LAST_TURN).view(0)["seats"][1]["last_journey"] == 17


def test_free_or_not_a_move_from_atlantis_pays() -> None:
    """§5.2, §10.2: the option is about the end of the game only."""
    position = diagram("path ring5 ~ flag4\nblue hand flag tiles 4", atlantis_journey="free")
    assert owed(play(position, "A flag")) == 4


# §10.3 The last journey is paid together, whatever `payment` says


def test_the_last_journey_takes_tiles_and_cards_together() -> None:
    """§10.3: white owes 4 and gives the tile of 3 and a card, which one kind could not pay."""
    text = """
        path  ring5 ~ flag4 olive2 statue2
        blue  A:5 B:home C:home hand crown
        white A:1 B:home C:home hand 2xring tiles 3
    """
    strict = play(diagram(text, payment="strict"), "A crown", *["draw olive"] * 4)
    assert strict.view(0)["seats"][1]["last_journey"] == 4
    assert strict.scores[1] == 5 - 4
    assert tiles(strict, 1) == [3]
