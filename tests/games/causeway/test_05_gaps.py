"""Chapter 5: gaps, their price, and paying."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from atlantis_games import CHANCE, Position
from atlantis_games.games.causeway import GAME
from games.causeway.diagram import diagram
from games.causeway.reading import discard, figures, hand, owed, path, removed, spent, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain


def test_example_2_pays_every_gap_but_the_bridged_one() -> None:
    """§5.2, §5.3, §6.2, §8.1: 1 + 4 + 3, and the bridged gap is free."""
    position = diagram("""
        path  amphora6 helmet2 olive3 ~ flag1 crown2 statue7 amphora4 ~ helmet5
              amphora5 ~ ~ statue3 = crown5 ring2 olive1
        blue  A:1 B:10   hand ring   tiles 5 3   nobridge
        black A:2 B:5 C:16
        red   A:3 B:8
    """)
    moved = play(position, "A ring")
    assert owed(moved) == 8
    assert figures(moved, 0) == (17, 10, 0)
    after = play(moved, "pay 5", "pay 3")
    assert tiles(after, 0) == [3]
    assert path(after, 11, 17) == "amphora5 ~ ~ ~ = crown5 ring2"
    assert after.view(0)["gaps"][-1] == {"first": 12, "last": 15, "price": 0, "bridged": True}


def test_example_2_without_the_bridge_the_merged_gap_costs_5() -> None:
    """§5.2: between amphora5 and crown5."""
    position = diagram("""
        path  amphora5 ~ ~ ~ ~ crown5 ring2 olive1
        blue  A:1 hand ring tiles 5
    """)
    assert owed(play(position, "A ring")) == 5


# §5.1 What is a gap


def test_empty_spaces_at_the_ends_cost_nothing() -> None:
    """§5.1: Atlantis and the mainland have moved up."""
    position = diagram("""
        path@4 ring5 flag6
        blue   B:5 hand ring crown nobridge
    """)
    assert figures(play(position, "A ring"), 0) == (4, 5, 0)
    assert play(position, "A ring").actor == CHANCE
    assert play(position, "B crown").actor == CHANCE
    assert position.view(0)["gaps"] == []


def test_at_the_ends_no_bridge_can_be_laid() -> None:
    """§5.1, §6.1"""
    position = diagram("""
        path@4 ring5 ~ flag6
        blue   A:4 hand ring
    """)
    assert moves(position, "bridge") == {"bridge 5"}


def test_without_any_tile_there_is_no_gap_and_no_price() -> None:
    """§5.1"""
    position = diagram("blue hand ring")
    assert moves(position) == {"A ring"}
    assert figures(play(position, "A ring"), 0) == (54, 0, 0)


# §5.2 The price of a gap


@pytest.mark.parametrize(("left", "right"), [(5, 2), (2, 5), (2, 2), (2, 7)])
@pytest.mark.parametrize("water", ["~", "~ ~ ~ ~"])
def test_a_gap_costs_the_lower_value_beside_it_whatever_its_width(
    left: int, right: int, water: str
) -> None:
    """§5.2"""
    position = diagram(f"""
        path crown1 ring{left} {water} helmet{right} statue1
        blue A:1 hand statue tiles 7
    """)
    assert owed(play(position, "A statue")) == 2


def test_figures_beside_a_gap_do_not_change_its_price() -> None:
    """§5.2"""
    position = diagram("""
        path  crown1 ring2 ~ flag3 statue4
        blue  A:1 B:4 hand statue tiles 7
        white A:2
    """)
    assert owed(play(position, "A statue")) == 2


def test_the_visible_value_counts_and_not_the_one_below() -> None:
    """§5.2, §2.3: ring5 covers a 1, and later the 1 counts."""
    position = diagram("""
        path  crown3 ring5+statue1 ~ flag4
        blue  A:2 hand flag 3xamphora tiles 4 nobridge
        white A:1 hand flag tiles 1 nobridge
    """)
    after = play(position, "A flag")
    assert owed(after) == 4
    after = play(after, "pay 4", "tile statue1", "draw ring")
    assert after.view(0)["gaps"][0]["price"] == 1


def test_neighbouring_tiles_cost_nothing() -> None:
    """§5.2"""
    position = diagram("""
        path crown3 ring5 flag4
        blue A:1 hand flag nobridge
    """)
    assert play(position, "A flag").actor == CHANCE


def test_a_way_may_cost_more_than_127() -> None:
    """§5.2, §5.3: 25 gaps between high tiles cost 140, which blue can just pay."""
    text = """
        path    amphora7 ~ flag7 ~ olive7 ~ helmet6 ~ crown6 ~ ring6 ~ statue6
                ~ crown5 ~ ring5 ~ flag5 ~ helmet5 ~ statue5 ~ olive5
        path@28 helmet7 ~ crown7 ~ ring7 ~ statue7 ~ flag6 ~ olive6
                ~ crown5 ~ ring5 ~ flag5 ~ helmet5 ~ statue5 ~ olive5 ~ crown4
        blue    A:1 hand amphora tiles 6 5 5 4 4 4 4 4 4 4 4 4 4 4 4 4
                3 3 3 3 3 3 3 3 3 3 3 3 3 3 2 2 2 2 2 2 2 2 2 2 2 2 2 2
    """
    rich = diagram(text + " 1 1")
    assert sum(tiles(rich, 0)) == 140
    assert moves(rich, "A") == {"A amphora"}
    assert owed(play(rich, "A amphora")) == 140
    assert rich.view(0)["seats"][0]["last_journey"] == 3 * 140
    poor = diagram(text + " 1")
    assert moves(poor, "A") == set()


# §5.3 One sum, fixed before the tile is taken


def test_all_gaps_crossed_by_a_chain_are_one_sum() -> None:
    """§5.3: nothing is paid between the cards."""
    position = diagram("""
        path  ring3 ~ flag2 ~ olive4
        blue  A:1 hand flag olive tiles 7
        white A:3
    """)
    on_the_way = play(position, "A flag")
    assert owed(on_the_way) == 0
    assert moves(on_the_way) == {"then olive"}
    assert owed(play(on_the_way, "then olive")) == 4


def test_the_price_is_fixed_before_the_tile_is_taken() -> None:
    """§5.3: blue pays 1 for the gap behind crown1, which then vanishes into a gap for 4."""
    position = diagram("""
        path  ring4 ~ crown1 olive5
        blue  A:1 hand olive tiles 1 nobridge
        white A:0
    """)
    after = play(position, "A olive")
    assert owed(after) == 1
    after = play(after, "pay 1")
    assert tiles(after, 0) == [1]
    assert after.view(0)["gaps"] == [{"first": 2, "last": 3, "price": 4, "bridged": False}]


# §5.4 Paying piece by piece

CROSSING = "path ring4 ~ olive5\n"


def test_pieces_are_paid_one_at_a_time_in_any_order() -> None:
    """§5.4: cards are worth 1, tiles their value, equal tiles are alike."""
    position = diagram(CROSSING + "blue A:1 hand olive 2xflag crown tiles 1 1 3 nobridge")
    moved = play(position, "A olive")
    assert moves(moved) == {"pay 1", "pay 3", "pay crown", "pay flag"}
    one = play(moved, "pay flag")
    assert (owed(one), hand(one, 0), tiles(one, 0)) == (3, {"crown": 1, "flag": 1}, [1, 1, 3])
    two = play(one, "pay 1")
    assert (owed(two), hand(two, 0), tiles(two, 0)) == (2, {"crown": 1, "flag": 1}, [1, 3])
    assert moves(two) == {"pay 1", "pay 3", "pay crown", "pay flag"}


def test_no_change_is_given() -> None:
    """§5.4"""
    position = diagram(CROSSING + "blue A:1 hand olive flag tiles 3 7 nobridge")
    after = play(position, "A olive", "pay 3", "pay 7")
    assert after.actor == CHANCE
    assert tiles(after, 0) == [4]
    assert hand(after, 0) == {"flag": 1}


def test_paying_ends_when_nothing_is_owed() -> None:
    """§5.4"""
    position = diagram(CROSSING + "blue A:1 hand olive 4xflag tiles 7 nobridge")
    after = play(position, "A olive", *["pay flag"] * 4)
    assert after.actor == CHANCE
    assert owed(after) == 0
    assert tiles(after, 0) == [4, 7]


def test_nothing_owed_means_nothing_to_pay() -> None:
    """§5.4"""
    position = diagram("path ring4 olive5\nblue A:1 hand olive flag tiles 7 nobridge")
    assert play(position, "A olive").actor == CHANCE


# §5.5, §5.6 What may pay


def test_the_tile_taken_this_turn_cannot_pay() -> None:
    """§5.5: ring4 would be enough, but it is taken after paying."""
    position = diagram(CROSSING + "blue A:1 B:home C:home hand olive tiles 3 nobridge")
    assert moves(position) == {"buy 3", "pass"}


def test_a_card_bought_this_turn_may_pay() -> None:
    """§5.6"""
    position = diagram("path ring1 ~ olive5\nblue A:1 hand olive tiles 2 nobridge")
    after = play(position, "buy 2", "draw flag", "A olive")
    assert moves(after) == {"pay flag"}


def test_by_the_strict_rule_a_card_bought_this_turn_may_not_pay() -> None:
    """§5.6: crown was there before."""
    position = diagram(
        "path ring1 ~ olive5\nblue A:1 hand olive crown tiles 2 nobridge", bought_cards_pay="off"
    )
    after = play(position, "buy 2", "draw flag", "A olive")
    assert moves(after) == {"pay crown"}


def test_by_the_strict_rule_bought_copies_count_as_played_first() -> None:
    """§5.6: of two olives the bought one is played, so the other may pay."""
    position = diagram(
        "path ring1 ~ olive5\nblue A:1 hand olive tiles 2 nobridge", bought_cards_pay="off"
    )
    after = play(position, "buy 2", "draw olive", "A olive")
    assert moves(after) == {"pay olive"}


def test_by_the_strict_rule_old_copies_of_a_bought_item_may_pay() -> None:
    """§5.6: two flags of three were bought, so only one may pay."""
    position = diagram(
        "path ring2 ~ olive5\nblue A:1 B:home C:home hand olive flag tiles 4 1 nobridge",
        bought_cards_pay="off",
    )
    after = play(position, "buy 4", "draw flag", "draw flag", "A olive")
    assert moves(after) == {"pay 1", "pay flag"}
    assert moves(play(after, "pay flag")) == {"pay 1"}


def test_by_the_strict_rule_a_card_bought_in_an_earlier_turn_may_pay() -> None:
    """§5.6"""
    position = diagram(
        """
        path  crown2 ring1 ~ olive5
        blue  A:2 hand crown olive tiles 2 nobridge
        """,
        bought_cards_pay="off",
    )
    after = play(position, "buy 2", "draw flag", "B crown", "draw ring")
    after = play(after, "pass", "draw ring", "draw ring", "A olive")
    assert moves(after) == {"pay ring", "pay flag"}


# §5.7 What was spent


def test_spent_tiles_leave_the_game() -> None:
    """§5.7"""
    position = diagram(CROSSING + "blue A:1 hand olive tiles 7 nobridge")
    after = play(position, "A olive", "pay 7")
    assert spent(after).count(7) == spent(position).count(7) + 1
    assert tiles(after, 0) == [4]


def test_spent_cards_are_discarded() -> None:
    """§5.7"""
    position = diagram(CROSSING + "blue A:1 hand olive flag tiles 3 nobridge\ndiscard")
    after = play(position, "A olive", "pay flag")
    assert discard(after) == {"flag": 1, "olive": 1}
    assert removed(after) == {}


def test_spent_cards_may_leave_the_game_instead() -> None:
    """§5.7: by an option; the played card is discarded as ever."""
    position = diagram(
        CROSSING + "blue A:1 hand olive flag tiles 3 nobridge\ndiscard", spent_cards="remove"
    )
    after = play(position, "A olive", "pay flag")
    assert discard(after) == {"olive": 1}
    assert removed(after) == {"flag": 1}
    assert after.view(1)["removed"] == {"flag": 1}


def test_paying_for_a_player_counts_only_cards_that_may_pay() -> None:
    """§5.4, §5.6: two rings were held and one bought, so the tile of 4 alone is the cheapest."""
    position = diagram(
        """
        path  ring6 ~ crown3
        blue  A:1 B:home C:home  hand crown ring ring  tiles 4 2  nobridge
        """,
        bought_cards_pay="off",
    )
    after = play(position, "buy 2", "draw ring", "A crown")
    assert owed(after) == 3
    assert GAME.outcomes.payment(after) == "pay 4"


def fewest_points(tiles: list[int], cards: int, debt: int, payment: str) -> int:
    """The fewest points of all sets of tiles and cards that settle a debt. §5.4"""
    kinds = [tiles, [1] * cards] if payment == "strict" else [tiles + [1] * cards]
    return min(
        sum(pieces)
        for kind in kinds
        for number in range(1, len(kind) + 1)
        for pieces in combinations(kind, number)
        if sum(pieces) >= debt
    )


def buyer(rng: random.Random, options: dict[str, Any]) -> Position:
    """A player who has just bought, stands before one gap or two, and has a crown to cross them."""
    ring, flag, crown = (rng.randint(1, 6) for _ in range(3))
    water = rng.choice(["~", ""])
    tile = rng.randint(2, 7)
    others = " ".join(str(rng.randint(1, 7)) for _ in range(rng.randint(0, 4)))
    held = " ".join(rng.choices(["ring", "flag"], k=rng.randint(0, 4)))
    position = diagram(
        f"""
        path  ring{ring} ~ flag{flag} {water} crown{crown}
        blue  A:1 B:home C:home  hand crown {held}  tiles {tile} {others}  nobridge
        """,
        **options,
    )
    drawn = rng.choices(["draw ring", "draw flag"], k=tile // 2)
    return play(position, f"buy {tile}", *drawn)


def paid_for_the_player(position: Position) -> int:
    """What "Pay for me" gives in the end."""
    given = 0
    while (move := GAME.outcomes.payment(position)) is not None:
        piece = move.removeprefix("pay ")
        given += int(piece) if piece.isdigit() else 1
        position = position.play(move)
    return given


@pytest.mark.parametrize("seed", range(4))
def test_paying_for_a_player_never_costs_more_than_the_cheapest_way(seed: int) -> None:
    """§5.4, §5.6: compared with every set of tiles and cards, by all options."""
    rng = random.Random(f"paying {seed}")
    kinds = Counter[tuple[str, str]]()
    for _ in range(200):
        options = {name: rng.choice(option.words) for name, option in GAME.options.items()}
        position = buyer(rng, options)
        if "A crown" not in position.moves:
            continue
        after = play(position, "A crown")
        barred = 0 if options["bought_cards_pay"] == "on" else int(after.state.bought_count)
        cards = sum(hand(after, 0).values()) - barred
        cheapest = fewest_points(tiles(after, 0), cards, owed(after), options["payment"])
        assert paid_for_the_player(after) == cheapest
        kinds[options["payment"], options["bought_cards_pay"]] += 1
    assert len(kinds) == 4
    assert min(kinds.values()) > 15
