"""Every reason why a move is refused: its code, its rule and its sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from atlantis_games import CHANCE, IllegalMove, Position, new_game
from atlantis_games.games.causeway import GAME
from atlantis_games.games.causeway.reasons import RULES
from games.causeway.diagram import diagram
from games.causeway.reading import play, random_game

pytestmark = pytest.mark.plain


def beginning() -> Position:
    """Before the first tile."""
    return new_game("causeway")


def dealt_one_tile() -> Position:
    """After the first tile."""
    return play(beginning(), "tile ring3")


def start() -> Position:
    """Blue at the start of a turn: one gap for 2 at 4, one with a bridge at 7."""
    return diagram("""
        path  ring1 flag2 olive3 ~ ~ crown2 = statue4
        blue  A:1 B:home hand flag ring tiles 1 4
        white A:2
    """)


def seen_by_white() -> Position:
    """The same, as white knows it."""
    return start().redacted(1)


def drawing() -> Position:
    """Blue draws from a pile of olives."""
    position = diagram("""
        path  ring1 flag2
        blue  A:1 hand flag
        draw  2xolive
    """)
    return play(position, "A flag")


def bought() -> Position:
    """Blue has bought in this turn."""
    return play(start(), "buy 4", "draw crown", "draw crown")


def no_cards() -> Position:
    """Both piles are empty."""
    return diagram("""
        path  ring1 flag2
        blue  A:1 hand flag tiles 4
        draw
        discard
    """)


def no_bridge() -> Position:
    """Blue has laid the bridge."""
    return diagram("path ring1 ~ flag2\nblue A:1 hand flag ring nobridge")


def poor() -> Position:
    """Blue can pay 1 for the gap and must pay 2; white is on flag2."""
    return diagram("""
        path  ring6 flag2 ~ olive4
        blue  A:1 B:home C:home hand flag olive
        white A:2
    """)


def on_atlantis() -> Position:
    """Blue's B and C are on Atlantis."""
    return diagram("path ring1 flag2\nblue A:1 hand flag")


def chaining() -> Position:
    """Blue's figure is on flag2 with white's; a ring leads home and costs 2."""
    return play(start(), "A flag")


def crowded() -> Position:
    """Blue's figure is on flag2; an olive would lead to white's other figure and no further."""
    position = diagram("""
        path  ring1 flag2 crown4 olive3 ~ olive7
        blue  A:1 B:home C:home hand flag olive crown
        white A:2 B:4
    """)
    return play(position, "A flag")


def paying() -> Position:
    """Blue owes 2."""
    return play(chaining(), "then ring")


def paid_a_piece() -> Position:
    """Blue owes 1 of 2."""
    return play(paying(), "pay 1")


def strict() -> Position:
    """Blue owes 1 and has a crown that was bought in this turn."""
    position = diagram("path ring1 ~ olive5\nblue A:1 hand olive tiles 1 2", bought_cards_pay="off")
    return play(position, "buy 2", "draw crown", "A olive")


def late() -> Position:
    """Blue has moved and may still lay the bridge."""
    return play(diagram("path ring1 flag2 olive3\nblue A:1 hand olive"), "A olive")


CASES: list[tuple[str, str, Callable[[], Position], str, str]] = [
    ("dealing", "§2.3", beginning, "A ring", ""),
    ("dealing", "§2.3", drawing, "pass", ""),
    ("tile-now", "§2.3", beginning, "draw ring", ""),
    ("card-now", "§2.5", drawing, "tile ring3", ""),
    ("tile-seen", "§2.3", dealt_one_tile, "tile ring3", "ring3"),
    ("tile-seen", "§2.3", beginning, "tile ring7", "ring7"),
    ("no-card-in-pile", "§2.6", drawing, "draw ring", "No ring"),
    ("not-chance", "§2.3", start, "draw ring", ""),
    ("not-chance", "§2.3", paying, "tile ring3", ""),
    ("not-your-turn", "§3", seen_by_white, "A flag", ""),
    ("not-your-turn", "§3", seen_by_white, "bridge 4", ""),
    ("no-chain", "§4.2", start, "then flag", ""),
    ("nothing-owed", "§5.3", start, "pay 4", ""),
    ("nothing-owed", "§5.3", start, "pay flag", ""),
    ("no-end", "§3.6", start, "end", ""),
    ("can-move", "§3.7", start, "pass", ""),
    ("bought-already", "§7.1", bought, "buy 4", ""),
    ("one-buys-nothing", "§7.1", start, "buy 1", ""),
    ("no-tile-to-give", "§7.1", start, "buy 5", "value 5"),
    ("no-such-tile", "§5.4", paying, "pay 5", "value 5"),
    ("no-cards-left", "§7.1", no_cards, "buy 4", ""),
    ("buy-first", "§3.1", chaining, "buy 4", ""),
    ("buy-first", "§3.1", paying, "buy 4", ""),
    ("no-bridge", "§6.1", no_bridge, "bridge 2", ""),
    ("bridged", "§6.1", start, "bridge 7", ""),
    ("no-gap", "§5.1", start, "bridge 2", "space 2"),
    ("no-gap", "§5.1", start, "bridge 9", "space 9"),
    ("no-gap", "§5.1", late, "bridge 53", "space 53"),
    ("gap-name", "§6.1", start, "bridge 5", "bridge 4"),
    ("bridge-in-chain", "§3.6", chaining, "bridge 4", ""),
    ("bridge-while-paying", "§3.6", paid_a_piece, "bridge 4", ""),
    ("figure-home", "§3.2", start, "B flag", "Figure B"),
    ("same-on-atlantis", "§4.7", on_atlantis, "C flag", "move B flag"),
    ("no-such-card", "§3.2", start, "A olive", "no olive"),
    ("no-such-card", "§3.2", chaining, "then olive", "no olive"),
    ("no-such-card", "§5.4", paying, "pay olive", "no olive"),
    ("cannot-pay", "§4.4", poor, "A olive", "cost 2, and you could pay 1"),
    ("chain-unfinished", "§4.4", poor, "A flag", "Space 2 "),
    ("chain-unfinished", "§4.4", crowded, "then olive", "Space 4 "),
    ("finish-chain", "§4.2", chaining, "pass", ""),
    ("finish-chain", "§4.2", chaining, "A ring", ""),
    ("pay-first", "§3.3", paying, "end", "owe 2"),
    ("pay-first", "§3.3", paying, "then ring", "owe 2"),
    ("bought-card", "§5.6", strict, "pay crown", ""),
    ("bridge-or-end", "§3.6", late, "A ring", ""),
    ("bridge-or-end", "§3.6", late, "pass", ""),
]


@pytest.mark.parametrize(("code", "rule", "position", "move", "words"), CASES)
def test_a_wrong_move_is_refused_by_its_rule(
    code: str, rule: str, position: Callable[[], Position], move: str, words: str
) -> None:
    before = position()
    refusal = before.why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    assert words in refusal.text
    with pytest.raises(IllegalMove, match=re.escape(refusal.text)) as caught:
        before.play(move)
    assert caught.value.rule == rule
    assert before == position()  # a refused move changes nothing


ASTRAY = {
    start: "no-way-there",
    chaining: "finish-chain",
    paying: "pay-first",
    late: "bridge-or-end",
}


@pytest.mark.parametrize("position", ASTRAY)
def test_a_click_that_belongs_to_no_move_is_answered(position: Callable[[], Position]) -> None:
    assert GAME.astray(position()).code == ASTRAY[position]
    assert GAME.astray(GAME.new(2)).code == "dealing"


def test_every_code_is_reached_by_some_position() -> None:
    assert {code for code, *_ in CASES} | set(ASTRAY.values()) == set(RULES)


def test_every_sentence_is_one_sentence_that_names_a_rule() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"§\d+(\.\d+)?", rule)
        assert re.fullmatch(r"[^.]+\.", sentence)


def test_a_legal_move_is_not_refused() -> None:
    assert start().why_not("A flag") is None


def test_what_is_no_move_at_all_is_refused() -> None:
    refusal = start().why_not("castle")
    assert refusal is not None
    assert refusal.code == "not-a-move"
    assert "castle" in refusal.text


def test_after_the_end_everything_is_refused() -> None:
    """§10"""
    position = diagram("path ring1\ndraw\ndiscard")
    over = play(position, "pass", "pass")
    refusal = over.why_not("pass")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("game-over", "§10")


def test_every_action_is_either_legal_or_refused_at_every_point_of_a_game() -> None:
    chooser = random.Random(1)
    for position in random_game(7, 2, bought_cards_pay="off"):
        for move in chooser.sample(GAME.texts, 12):
            refusal = position.why_not(move)
            assert (refusal is None) == (move in position.moves)
            if refusal and not position.is_over:
                assert refusal.code in RULES
                assert (refusal.code in ("dealing", "tile-now", "card-now", "tile-seen")) <= (
                    position.actor == CHANCE
                )
