"""Chapter 10: the end of the game, the last journey and the score."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, OVER, Position
from games.causeway.diagram import diagram
from games.causeway.reading import figures, hand, path, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain

# Red and blue as in example 3; black's last figure stands on ring5.
EXAMPLE_3 = """
    path  amphora6 helmet2 olive3 ~ flag1 crown2 statue7 amphora4 ~ helmet5 amphora5
          = ~ ~ ~ crown5 ring2 olive1 = helmet4 ~ statue1 ring5
    black A:22 B:home C:home   hand flag
    red   A:3 B:17 C:home      tiles 7 2
    blue  A:10 B:home C:home   hand 2xring
"""


def test_example_3_the_last_journey() -> None:
    """§10.1-§10.4: black takes ring5 and four cards; red pays 6 + 1, blue 1."""
    position = diagram(EXAMPLE_3)
    arrived = play(position, "A flag")
    assert tiles(arrived, 0) == [5]
    assert path(arrived, 19, 23) == "= helmet4 ~ statue1 ~"
    assert arrived.actor == CHANCE
    over = play(arrived, *["draw olive"] * 4)
    assert over.is_over
    assert hand(over, 0) == {"olive": 4}
    assert [seat["last_journey"] for seat in over.view(0)["seats"]] == [0, 7, 1]
    assert over.scores == (5 + 4, 7 + 2 - 7, 2 - 1)
    assert over.winners == (0,)


# §10.1 The last turn


def test_the_last_turn_is_played_to_its_end() -> None:
    """§10.1: pay, take, uncover, draw four; then the game is over, white has no turn."""
    position = diagram("""
        path  ring2 ~ flag3+crown6
        blue  A:1 B:home C:home hand ring tiles 2
        white A:home hand 3xring
    """)
    after = play(position, "A ring")
    assert moves(after) == {"pay 2", "bridge 2"}
    after = play(after, "pay 2")
    assert after.odds == {"tile crown6": 1}
    after = play(after, "tile crown6")
    for _ in range(4):
        assert after.actor == CHANCE
        after = play(after, "draw olive")
    assert after.actor == OVER
    assert after.moves == {}
    assert tiles(after, 0) == [3]
    assert after.scores == (3 + 4, 3 - 2 * 2)


def test_the_last_draw_gives_what_there_is() -> None:
    """§10.1, §2.6"""
    position = diagram("""
        path  ring2
        blue  A:1 B:home C:home hand ring
        draw  olive
        discard
    """)
    after = play(position, "A ring", "draw olive", "draw ring")
    assert after.is_over
    assert hand(after, 0) == {"ring": 1, "olive": 1}


def test_a_second_figure_on_the_mainland_does_not_end_the_game() -> None:
    """§10.1: nor do three of different players."""
    position = diagram("""
        path  ring2
        blue  A:1 B:home hand ring
        white A:home B:home
    """)
    after = play(position, "A ring", *["draw olive"] * 3)
    assert after.actor == 1


# §10.2 The last journey


def end_game(text: str, players: int | None = None) -> Position:
    """The end of a game in which blue's last figure goes home with a crown."""
    return play(diagram(text, players), "A crown", *["draw olive"] * 4)


def test_all_figures_travel_those_on_atlantis_included() -> None:
    """§10.2: white pays 4 + 3 for each of two on Atlantis and 3 for the one between the gaps."""
    over = end_game("""
        path  ring5 ~ flag4 ~ olive3 statue2
        blue  A:5 B:home C:home hand crown
        white C:3 tiles 7 7 4 3
    """)
    assert figures(over, 1) == (0, 0, 3)
    assert over.view(0)["seats"][1]["last_journey"] == 7 + 7 + 3
    assert over.scores[1] == 21 - 17


def test_the_journey_goes_over_the_path_as_it_lies_after_the_last_turn() -> None:
    """§10.2: blue took statue2, so nothing is left behind a gap."""
    over = end_game("""
        path  ring5 flag4 ~ statue2
        blue  A:4 B:home C:home hand crown
        white A:1 hand 3xring
    """)
    assert path(over, 1, 4) == "ring5 flag4 ~ ~"
    assert over.scores[1] == 3


def test_bridges_serve_on_the_last_journey_and_no_new_ones_are_laid() -> None:
    """§10.2: white still has one, but pays 4."""
    over = end_game("""
        path  ring5 = flag5 ~ olive4 statue2
        blue  A:5 B:home C:home hand crown
        white A:1 B:home C:home tiles 7 1
    """)
    assert over.state.has_bridge[1]
    assert over.scores[1] == 8 - 7


def test_nothing_is_taken_or_drawn_on_the_last_journey() -> None:
    """§10.2"""
    over = end_game("""
        path  ring5 flag5 olive4 statue2
        blue  A:3 B:home C:home hand crown
        white A:1 B:2 hand ring tiles 3
    """)
    assert hand(over, 1) == {"ring": 1}
    assert tiles(over, 1) == [3]
    assert figures(over, 1) == (1, 2, 0)
    assert path(over, 1, 4) == "ring5 flag5 olive4 ~"


# §10.3 What it costs


@pytest.mark.parametrize(
    ("price", "means", "score"),
    [
        # Exactly, with tiles, with cards and with both.
        (4, "tiles 4", 0),
        (4, "tiles 3 1 5", 5),
        (4, "hand 4xring", 0),
        (4, "tiles 3 hand ring", 0),
        (4, "tiles 7 2 hand 2xring", 7),
        (6, "tiles 5 3 3", 5),
        (6, "tiles 5 4 hand 2xring", 5),
        # Overpaid, as little as possible.
        (4, "tiles 7", 0),
        (4, "tiles 7 5", 7),
        (4, "tiles 3 3", 0),
        (5, "tiles 7 3 hand ring", 4),
        (5, "tiles 4 4 3", 4),
        (5, "tiles 6 3 3", 6),
        (6, "tiles 5 3 3 3 hand ring", 9),
        (6, "tiles 7 hand 5xring", 5),
        (5, "tiles 7 hand 4xring", 4),
        # Cards are enough for any rest.
        (6, "tiles 7 7 hand 6xring", 14),
        (3, "tiles 7 hand 6xring", 10),
        # Nothing left over, nothing to pay with, debt.
        (5, "tiles 3 hand ring", -1),
        (5, "", -5),
        (5, "tiles 1 2 hand 2xring", 0),
    ],
)
def test_the_last_journey_is_paid_with_the_fewest_points(
    price: int, means: str, score: int
) -> None:
    """§10.3: pieces are whole, no change is given, and what is missing counts against one."""
    over = end_game(f"""
        path  ring{price} ~ helmet7 statue2
        blue  A:3 B:home C:home hand crown
        white A:1 B:home C:home {means}
    """)
    assert over.is_over
    assert over.scores[1] == score


def test_the_sum_of_all_figures_is_paid_at_once() -> None:
    """§10.3: 4 for each of two figures: one 7 and a card, where 7 and 7 would be too much."""
    over = end_game("""
        path  ring5 amphora5 ~ helmet4 statue2
        blue  A:4 B:home C:home hand crown
        white A:1 B:2 C:home tiles 7 7 hand ring
    """)
    assert over.scores[1] == 7


def test_the_debt_of_three_figures_may_be_more_than_127() -> None:
    """§10.3: 13 gaps for 4 and more, three times."""
    over = end_game("""
        path    amphora7 ~ flag7 ~ olive7 ~ helmet6 ~ crown6 ~ ring6 ~ statue6
                ~ crown5 ~ ring5 ~ flag5 ~ helmet5 ~ statue5 ~ olive5 ring1
        blue    A:25 B:home C:home hand crown
        white   tiles 3
    """)
    assert over.scores[1] == 3 - 3 * (7 + 7 + 4 * 6 + 6 * 5)


def test_the_settlement_moves_no_piece() -> None:
    """§10.3: it is arithmetic only, and covered tiles and hands stay unrevealed."""
    text = """
        path  ring4+statue5 ~ helmet7 statue2
        blue  A:3 B:home C:home hand crown
        white A:1 B:home C:home hand {} tiles 3
    """
    over = end_game(text.format("2xring"))
    assert (hand(over, 1), tiles(over, 1), figures(over, 1)) == ({"ring": 2}, [3], (1, 54, 54))
    assert over.view(0) == end_game(text.format("flag amphora")).view(0)
    assert over.view(0)["path"][0]["covered"] == "?"


# §10.4 The score


def test_the_score_is_tiles_and_cards_and_no_bridges() -> None:
    """§10.4"""
    text = """
        path  ring4 helmet7 statue2
        blue  A:2 B:home C:home hand crown tiles 3 1
        white A:home B:home hand 2xring flag tiles 5 5 {}
    """
    assert end_game(text.format("")).scores == (4 + 2 + 4, 13)
    assert end_game(text.format("nobridge")).scores == (4 + 2 + 4, 13)


def test_most_points_win() -> None:
    """§10.4: not the player who ends the game."""
    position = diagram("""
        path  ring4 helmet7 statue2
        blue  A:2 B:home C:home hand crown
        white tiles 7
    """)
    assert position.winners == ()
    over = play(position, "A crown", *["draw olive"] * 4)
    assert over.scores == (6, 7)
    assert over.winners == (1,)


def test_equal_scores_share_the_win() -> None:
    """§10.4"""
    over = end_game("""
        path  ring4 helmet7 statue2
        blue  A:2 B:home C:home hand crown
        white tiles 5
        black tiles 6
        red   tiles 5 hand ring
    """)
    assert over.scores == (6, 5, 6, 6)
    assert over.winners == (0, 2, 3)


def test_before_the_end_the_score_is_what_each_has() -> None:
    """§10.4"""
    position = diagram("""
        path  ring4 ~ helmet7
        blue  hand 2xcrown tiles 3
        white A:1 tiles 1
    """)
    assert position.scores == (5, 1)


# §10.5 When nobody can go on

# Nobody has a card and nobody can buy one.
STANDSTILL = """
    path  ring4 ~ helmet7 ~ olive3
    blue  A:1 B:home C:home tiles 7 nobridge
    white A:3 B:home C:home tiles 1 {bridge}
    draw  {pile}
    discard
"""


def test_after_a_round_of_passes_without_a_card_the_game_ends() -> None:
    """§10.5: and is settled: blue pays 4 + 3 with the 7, white 3 with a 1."""
    position = diagram(STANDSTILL.format(bridge="nobridge", pile=""))
    after = play(position, "pass")
    assert after.actor == 1
    after = play(after, "pass")
    assert after.is_over
    assert after.scores == (0, -2)
    assert after.winners == (0,)


@pytest.mark.parametrize("players", [3, 4])
def test_the_round_is_as_long_as_there_are_players(players: int) -> None:
    """§10.5"""
    position = diagram("path ring1\ndraw\ndiscard", players)
    for _ in range(players):
        assert not position.is_over
        position = play(position, "pass")
    assert position.is_over
    assert position.scores == (0,) * players


def test_a_bridge_restarts_the_count() -> None:
    """§10.5: white lays it and passes, for it has no card."""
    position = diagram(STANDSTILL.format(bridge="", pile=""))
    after = play(position, "pass", "bridge 4", "pass")
    assert after.actor == 0
    after = play(after, "pass")
    assert after.actor == 1
    assert play(after, "pass").is_over


def test_a_drawn_card_restarts_the_count() -> None:
    """§10.5: blue draws the last card of the game, and white nothing."""
    position = diagram(STANDSTILL.format(bridge="nobridge", pile="helmet"))
    after = play(position, "pass", "draw helmet", "pass")
    assert after.actor == 0


def test_a_purchase_restarts_the_count() -> None:
    """§10.5: white buys the last card, cannot use it, and passes without drawing."""
    position = diagram("""
        path  ring4 ~ helmet7 ~ olive5
        blue  A:1 B:home C:home nobridge
        white A:3 B:home C:home tiles 2 nobridge
        black A:5
        draw  ring
        discard
        turn  white
    """)
    after = play(position, "buy 2", "draw ring")
    assert moves(after) == {"pass"}
    after = play(after, "pass")
    assert after.actor == 2
    after = play(after, "pass", "pass")
    assert not after.is_over
    assert play(after, "pass").is_over


def test_a_move_restarts_the_count() -> None:
    """§10.5: white moves, and draws the card it has played."""
    position = diagram("""
        path  ring4 flag1 helmet7
        blue  A:1 B:home C:home nobridge
        white B:2 C:home hand helmet nobridge
        draw
        discard
    """)
    after = play(position, "pass", "B helmet", "draw helmet", "pass")
    assert after.actor == 1
