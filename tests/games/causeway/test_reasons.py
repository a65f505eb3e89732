"""Every reason why a move is not legal: its code, its rule, its values and its sentences."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from atlantis_games import CHANCE, IllegalMove, Position, new_game
from atlantis_games.core.contract import Values
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games.causeway import GAME
from atlantis_games.games.causeway.actions import BRIDGE, FIRST
from atlantis_games.games.causeway.reasons import RULES
from atlantis_games.games.causeway.tables import FIGURES, ITEMS
from atlantis_games.kernels.numba import COMPILED
from games.causeway.diagram import diagram
from games.causeway.reading import figures, random_game
from support.playing import play

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


def dealing_hands() -> Position:
    """The path lies, and the hands are dealt."""
    position = beginning()
    while next(iter(position.moves)).startswith("tile"):
        position = position.play(next(iter(position.moves)))
    return position


def passing() -> Position:
    """Blue has passed and draws."""
    return play(diagram("path ring1"), "pass")


def buying() -> Position:
    """Blue draws what the tile of 4 has bought."""
    return play(start(), "buy 4")


def uncovering() -> Position:
    """Blue has taken ring1, below which a tile lies."""
    return play(diagram("path ring1+ flag2\nblue A:1 hand flag nobridge"), "A flag")


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


def over_white() -> Position:
    """White is on flag3; from there an olive leads on to space 5, from ring1 only to space 2."""
    return diagram("""
        path  ring1 olive2 flag3 crown4 olive5
        blue  A:1 B:home C:home hand flag olive
        white A:3
    """)


def empty_handed() -> Position:
    """Blue has no card."""
    return diagram("path ring1 flag2\nblue A:1 hand")


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


def poor_without_bridge() -> Position:
    """The same, without a bridge to lay."""
    return diagram("""
        path  ring6 flag2 ~ olive4
        blue  A:1 B:home C:home hand flag olive nobridge
    """)


def two_gaps() -> Position:
    """One bridge does not save blue from paying at least 4 of 9."""
    return diagram("""
        path  ring6 ~ flag5 ~ olive4
        blue  A:1 B:home C:home hand flag olive
    """)


def poor_on_atlantis() -> Position:
    """All of blue's figures are on Atlantis, and the way to the olive costs 2."""
    return diagram("path ring6 ~ olive2\nblue hand olive nobridge")


POOR_BUYER = """
    path  ring6 flag2 ~ olive4
    blue  A:1 B:home C:home hand olive tiles 4
"""


def poor_buyer() -> Position:
    """Blue could pay 2 with what was bought this turn, but may not; the bridge would help."""
    position = diagram(POOR_BUYER, bought_cards_pay="off")
    return play(position, "buy 4", "draw crown", "draw crown")


def poor_buyer_without_bridge() -> Position:
    """The same, without a bridge to lay."""
    position = diagram(f"{POOR_BUYER} nobridge", bought_cards_pay="off")
    return play(position, "buy 4", "draw crown", "draw crown")


TORN_BETWEEN = """
    path  ring6 flag4 ~ olive4
    blue  A:1 B:home C:home hand olive 3xcrown tiles 2 1
"""
TORN: Values = {"price": 4, "funds": 3, "short": 1, "tiles": 3, "cards": 3}


def torn() -> Position:
    """Blue could pay 4 with tiles and cards together, but not with one kind."""
    return diagram(TORN_BETWEEN, payment="strict")


def torn_without_bridge() -> Position:
    """The same, without a bridge to lay."""
    return diagram(f"{TORN_BETWEEN} nobridge", payment="strict")


def many_cards() -> Position:
    """Blue owes 4 and has tiles for 3 and 4 cards; they may not be mixed."""
    position = diagram(
        "path ring6 ~ olive4\nblue A:1 hand olive 4xring tiles 1 2 nobridge", payment="strict"
    )
    return play(position, "A olive")


def many_tiles() -> Position:
    """Blue owes 4 and has 3 cards, and tiles that come to exactly 4 only as 1 and 3."""
    position = diagram(
        "path ring6 ~ olive4\nblue A:1 hand olive 3xring tiles 1 2 3 7 nobridge", payment="strict"
    )
    return play(position, "A olive")


def paid_a_tile() -> Position:
    """Blue owes 1 of 4, has begun with a tile, and still has two of 3."""
    position = diagram(
        "path ring6 ~ olive4\nblue A:1 hand olive 4xring tiles 1 3 3 nobridge", payment="strict"
    )
    return play(position, "A olive", "pay 3")


def paid_a_card() -> Position:
    """Blue owes 3 of 4 and has begun with a card."""
    position = diagram(
        "path ring6 ~ olive4\nblue A:1 hand olive 4xring tiles 1 3 nobridge", payment="strict"
    )
    return play(position, "A olive", "pay ring")


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


def no_bought_cards() -> Position:
    """Blue owes 1 and has a crown that was bought in this turn."""
    position = diagram("path ring1 ~ olive5\nblue A:1 hand olive tiles 1 2", bought_cards_pay="off")
    return play(position, "buy 2", "draw crown", "A olive")


def late() -> Position:
    """Blue has moved and may still lay the bridge."""
    return play(diagram("path ring1 flag2 olive3\nblue A:1 hand olive"), "A olive")


CASES: list[tuple[str, str, Callable[[], Position], str, Values]] = [
    ("dealing", "§2.3", beginning, "A ring", {}),
    ("dealing", "§9.1", drawing, "pass", {}),
    ("dealing", "§2.5", dealing_hands, "pass", {}),
    ("dealing", "§3.7", passing, "pass", {}),
    ("dealing", "§7.1", buying, "pass", {}),
    ("dealing", "§8.1", uncovering, "pass", {}),
    ("tile-now", "§2.3", beginning, "draw ring", {}),
    ("tile-now", "§8.1", uncovering, "draw ring", {}),
    ("card-now", "§2.5", dealing_hands, "tile ring3", {}),
    ("card-now", "§9.1", drawing, "tile ring3", {}),
    ("tile-seen", "§2.3", dealt_one_tile, "tile ring3", {"item": "ring", "value": 3}),
    ("tile-seen", "§2.3", beginning, "tile ring7", {"item": "ring", "value": 7}),
    ("tile-seen", "§8.1", uncovering, "tile ring1", {"item": "ring", "value": 1}),
    ("no-card-in-pile", "§2.6", drawing, "draw ring", {"item": "ring"}),
    ("not-chance", "§2.3", start, "draw ring", {}),
    ("not-chance", "§2.3", paying, "tile ring3", {}),
    ("not-your-turn", "§3", seen_by_white, "A flag", {}),
    ("not-your-turn", "§3", seen_by_white, "bridge 4", {}),
    ("no-chain", "§4.2", start, "then flag", {}),
    ("nothing-owed", "§5.3", start, "pay 4", {}),
    ("nothing-owed", "§5.3", start, "pay flag", {}),
    ("no-end", "§3.6", start, "end", {}),
    ("can-move", "§3.7", start, "pass", {}),
    ("bought-already", "§7.1", bought, "buy 4", {}),
    ("one-buys-nothing", "§7.1", start, "buy 1", {}),
    ("no-tile-to-give", "§7.1", start, "buy 5", {"value": 5}),
    ("no-such-tile", "§5.4", paying, "pay 5", {"value": 5}),
    ("no-cards-left", "§7.1", no_cards, "buy 4", {}),
    ("buy-first", "§3.1", chaining, "buy 4", {}),
    ("buy-first", "§3.1", paying, "buy 4", {}),
    ("no-bridge", "§6.1", no_bridge, "bridge 2", {}),
    ("bridged", "§6.1", start, "bridge 7", {}),
    ("no-gap", "§5.1", start, "bridge 2", {"space": 2}),
    ("no-gap", "§5.1", start, "bridge 9", {"space": 9}),
    ("no-gap", "§5.1", late, "bridge 53", {"space": 53}),
    ("gap-name", "§6.1", start, "bridge 5", {"first": 4}),
    ("bridge-in-chain", "§3.6", chaining, "bridge 4", {}),
    ("bridge-while-paying", "§3.6", paid_a_piece, "bridge 4", {}),
    ("figure-home", "§3.2", start, "B flag", {"figure": "B"}),
    ("same-on-atlantis", "§4.7", on_atlantis, "C flag", {"figure": "B", "item": "flag"}),
    ("no-such-card", "§3.2", on_atlantis, "C ring", {"item": "ring"}),
    ("cannot-pay", "§4.4", poor_on_atlantis, "C olive", {"price": 2, "funds": 0, "short": 2}),
    ("no-such-card", "§3.2", start, "A olive", {"item": "olive"}),
    ("no-such-card", "§3.2", chaining, "then olive", {"item": "olive"}),
    ("no-such-card", "§5.4", paying, "pay olive", {"item": "olive"}),
    ("cannot-pay", "§4.4", poor_without_bridge, "A olive", {"price": 2, "funds": 1, "short": 1}),
    ("cannot-pay", "§4.4", two_gaps, "A olive", {"price": 9, "funds": 1, "short": 8}),
    ("cannot-pay-bridge", "§4.4", poor, "A olive", {"price": 2, "funds": 1, "short": 1}),
    (
        "cannot-pay-bought",
        "§5.6",
        poor_buyer_without_bridge,
        "A olive",
        {"price": 2, "funds": 0, "short": 2},
    ),
    (
        "cannot-pay-bought-bridge",
        "§5.6",
        poor_buyer,
        "A olive",
        {"price": 2, "funds": 0, "short": 2},
    ),
    ("cannot-pay-one-kind", "§5.4", torn_without_bridge, "A olive", TORN),
    ("cannot-pay-one-kind-bridge", "§5.4", torn, "A olive", TORN),
    ("chain-unfinished", "§4.4", poor, "A flag", {}),
    ("chain-unfinished", "§4.4", crowded, "then olive", {}),
    ("finish-chain", "§4.2", chaining, "pass", {}),
    ("finish-chain", "§4.2", chaining, "A ring", {}),
    ("pay-first", "§3.3", paying, "end", {"owed": 2}),
    ("pay-first", "§3.3", paying, "then ring", {"owed": 2}),
    ("bought-card", "§5.6", no_bought_cards, "pay crown", {}),
    ("began-with-tiles", "§5.4", paid_a_tile, "pay ring", {}),
    ("began-with-cards", "§5.4", paid_a_card, "pay 3", {}),
    ("tiles-too-few", "§5.4", many_cards, "pay 1", {"owed": 4, "tiles": 3}),
    ("cards-too-few", "§5.4", many_tiles, "pay ring", {"owed": 4, "cards": 3}),
    ("pay-exactly", "§5.4", many_tiles, "pay 7", {"owed": 4, "value": 7}),
    ("pay-exactly", "§5.4", many_tiles, "pay 2", {"owed": 4, "value": 2}),
    ("pay-exactly", "§5.4", paid_a_tile, "pay 3", {"owed": 1, "value": 3}),
    ("bridge-or-end", "§3.6", late, "A ring", {}),
    ("bridge-or-end", "§3.6", late, "pass", {}),
]


@pytest.mark.parametrize(("code", "rule", "position", "move", "values"), CASES)
def test_an_illegal_move_is_explained_by_its_rule(
    code: str, rule: str, position: Callable[[], Position], move: str, values: Values
) -> None:
    before = position()
    reason = before.why_not(move)
    assert reason is not None
    assert (reason.code, reason.rule, reason.values) == (code, rule, values)
    with pytest.raises(IllegalMove, match=re.escape(reason.text)) as caught:
        before.play(move)
    assert caught.value.rule == rule
    assert before == position()  # an illegal move changes nothing


CLICKS = {
    start: "choose-the-rest",
    empty_handed: "cannot-run",
    chaining: "finish-chain",
    paying: "pay-first",
    late: "bridge-or-end",
    beginning: "dealing",
}


@pytest.mark.parametrize("position", CLICKS)
def test_a_click_that_belongs_to_no_move_is_explained(position: Callable[[], Position]) -> None:
    reason = GAME.reasons.explain_click(position())
    assert reason.code == CLICKS[position]
    assert reason.values == ({"owed": 2} if position is paying else {})


CLICKED: list[tuple[Callable[[], Position], list[str], str]] = [
    (start, ["button:pass"], "can-move"),
    (start, ["figure:B"], "figure-home"),
    (start, ["card:olive"], "no-such-card"),
    (start, ["figure:A"], "choose-the-rest"),
    (start, ["figure:A", "space:3"], "no-way-for-figure"),
    (start, ["space:3"], "no-way-there"),
    (start, ["card:ring", "space:2"], "leads-elsewhere"),
    (start, ["space:54"], "choose-the-rest"),
    (start, ["tile:4"], "press-first"),
    (start, ["gap:4"], "press-first"),
    (start, ["gap:7"], "bridged"),
    (start, ["card:flag"], "choose-the-rest"),
    (poor, ["card:olive"], "cannot-pay-bridge"),
    (poor, ["space:4"], "cannot-pay-bridge"),
    (poor, ["figure:A", "space:4"], "cannot-pay-bridge"),
    (poor, ["figure:A"], "cannot-pay-bridge"),
    (poor, ["space:2"], "chain-unfinished"),
    (poor, ["card:flag"], "chain-unfinished"),
    (over_white, ["space:5"], "over-a-taken-tile"),
    (over_white, ["card:flag", "space:5"], "leads-elsewhere"),
    (on_atlantis, ["figure:C"], "take-another"),
    (on_atlantis, ["figure:B"], "choose-the-rest"),
    (empty_handed, ["figure:A"], "empty-hand"),
    (chaining, ["space:8"], "no-way-there"),
    (chaining, ["figure:A"], "finish-chain"),
    (chaining, ["gap:4"], "bridge-in-chain"),
    (crowded, ["space:4"], "chain-unfinished"),
    (paying, ["space:3"], "pay-first"),
    (late, ["space:2"], "bridge-or-end"),
    (start, ["tile:5"], "no-tile-to-give"),
    (start, ["button:bridge", "gap:2"], "no-gap"),
    (chaining, ["card:olive"], "no-such-card"),
    (chaining, ["button:pass"], "finish-chain"),
    (paying, ["tile:5"], "no-such-tile"),
    (late, ["card:ring"], "bridge-or-end"),
    (seen_by_white, ["figure:A"], "not-your-turn"),
]


@pytest.mark.parametrize(("position", "clicks", "code"), CLICKED)
def test_clicks_are_explained_by_the_move_they_mean(
    position: Callable[[], Position], clicks: list[str], code: str
) -> None:
    assert GAME.reasons.explain_click(position(), clicks).code == code


def test_a_bridge_where_there_is_no_space_breaks_a_rule() -> None:
    """§5.1"""
    for text in ("bridge 54", "bridge 0", "bridge 99"):
        reason = start().why_not(text)
        assert reason is not None
        assert (reason.code, reason.rule) == ("no-gap", "§5.1")
    for text in ("bridge", "bridge x", "bridge -1", "bridge ²", "bridges 3"):
        reason = start().why_not(text)
        assert reason is not None
        assert reason.code == "not-a-move"


def test_a_bridge_where_there_is_no_space_must_wait_like_any_other_move() -> None:
    """§3, §8.1: the first thing to say is that it is not the player's turn."""
    codes = [position().why_not("bridge 54") for position in (seen_by_white, uncovering)]
    assert [(one.code, one.rule) for one in codes if one] == [
        ("not-your-turn", "§3"),
        ("dealing", "§8.1"),
    ]


def test_every_code_is_reached_by_some_position() -> None:
    clicked = {code for *_, code in CLICKED}
    assert {code for code, *_ in CASES} | set(CLICKS.values()) | clicked == set(RULES)


def test_every_code_has_a_rule() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"§\d+(\.\d+)?", rule)


# The sentences


VALUES = {code: values for code, _, _, _, values in CASES} | {
    reason.code: reason.values
    for position, clicks, _ in CLICKED
    for reason in [GAME.reasons.explain_click(position(), clicks)]
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_one_sentence_with_its_values(language: str) -> None:
    texts = GAME.texts(language)
    found = {code for code in texts.sentences if code.startswith("reason.")}
    found = {code for code in found if not code.startswith("reason.position-")}  # test_diagram.py
    assert found == {f"reason.{code}" for code in (*RULES, "not-a-move", "game-over")}
    for code, values in VALUES.items():
        sentence = texts.sentences[f"reason.{code}"]
        assert isinstance(sentence, str)
        assert set(re.findall(r"\{(\w+)\}", sentence)) <= set(values), code
        assert re.fullmatch(r"\S.*\.", texts.fill(f"reason.{code}", values))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("position", "move", "values"), [case[2:] for case in CASES])
def test_every_sentence_speaks_of_its_values(
    language: str, position: Callable[[], Position], move: str, values: Values
) -> None:
    reason = position().why_not(move)
    assert reason is not None
    sentence = reason.sentence(language)
    assert "{" not in sentence
    texts = GAME.texts(language)
    named = re.findall(r"\{(\w+)\}", str(texts.sentences[f"reason.{reason.code}"]))
    for name in named:
        value = values[name]
        word = texts.fill(f"item.{value}") if name == "item" else str(value)
        assert word in sentence


def test_items_are_translated() -> None:
    reason = start().why_not("A olive")
    assert reason is not None
    assert reason.sentence() == "You don't have that card: olive."
    assert reason.sentence("de") == "Diese Karte hast du nicht: Olive."
    assert reason.sentence("nl") == "Die kaart heb je niet: olijf."
    for language in LANGUAGES:
        assert all(f"item.{item}" in GAME.texts(language) for item in ITEMS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_is_in_two_files_of_a_language(language: str) -> None:
    """Texts reads them all into one: a later file would replace sentences of an earlier one."""
    files = sorted((GAME.folder / "locales" / language).glob("*.json"))
    codes = Counter(
        ("lesson." if file.stem == "lessons" else "") + code
        for file in files
        for code in json.loads(file.read_text("utf-8"))
    )
    assert [code for code, number in codes.items() if number > 1] == []
    assert set(codes) <= set(GAME.texts(language).sentences)


# Other answers


def test_a_legal_move_needs_no_reason() -> None:
    assert start().why_not("A flag") is None


@pytest.mark.parametrize("text", ["castle", "move", "bridge"])
def test_text_that_is_not_a_move_is_quoted(text: str) -> None:
    """Also where it is the code of a sentence about moves."""
    reason = start().why_not(text)
    assert reason is not None
    assert reason.code == "not-a-move"
    assert text in reason.text
    assert "{" not in reason.text


def test_after_the_end_no_move_is_legal() -> None:
    """§10"""
    position = diagram("path ring1\ndraw\ndiscard")
    over = play(position, "pass", "pass")
    reason = over.why_not("pass")
    assert reason is not None
    assert reason.code == "game-over"


def test_every_action_is_legal_or_explained_at_every_point_of_a_game() -> None:
    chooser = random.Random(1)
    for position in random_game(7, 2, bought_cards_pay="off"):
        for move in chooser.sample(GAME.moves, 12):
            reason = position.why_not(move)
            assert (reason is None) == (move in position.moves)
            if reason and not position.is_over:
                assert reason.code in RULES
                assert (reason.code in ("dealing", "tile-now", "card-now", "tile-seen")) <= (
                    position.actor == CHANCE
                )


# A reason never recommends a move that is itself illegal


def is_good_advice(position: Position, move: str, code: str, values: Values) -> bool:
    """Whether what a reason recommends, if it does, can be done."""
    pieces = {text[4:] for text in position.moves if text.startswith("pay ")}
    kinds = {"tiles" if piece.isdigit() else "cards" for piece in pieces}
    bridges = [text for text in position.moves if text.startswith("bridge ")]
    if code == "same-on-atlantis":
        return f"{values['figure']} {values['item']}" in position.moves
    if code == "gap-name":
        return f"bridge {values['first']}" in position.moves
    if code == "cannot-pay-bridge":
        letter, item = move.split()
        places = dict(zip(FIGURES, figures(position, position.actor), strict=True))
        alike = {f"{one} {item}" for one in FIGURES if places[one] == places[letter]}
        return any(alike & set(position.play(bridge).moves) for bridge in bridges)
    if code in ("began-with-tiles", "began-with-cards"):
        return kinds == {code.removeprefix("began-with-")}
    if code in ("pay-exactly", "pay-first"):
        return "tiles" in kinds if code == "pay-exactly" else bool(kinds)
    if code == "finish-chain":
        return any(text.startswith("then ") for text in position.moves)
    return code != "bridge-or-end" or ("end" in position.moves and bool(bridges))


def advised_positions(seed: int, rng: random.Random) -> Iterator[Position]:
    """Decisions of a random game, and a poor player before two gaps, by random options."""
    options: dict[str, Any] = {
        name: rng.choice(option.words) for name, option in GAME.options.items()
    }
    for position in random_game(seed, 2 + seed % 3, **options):
        if position.actor >= 0 and rng.random() < 0.1:
            yield position
    values = [rng.randint(1, 6) for _ in range(3)]
    yield diagram(
        f"""
        path  ring{values[0]} ~ ~ flag{values[1]} ~ crown{values[2]}
        blue  A:1  hand crown {rng.choice(ITEMS)}  tiles {rng.randint(1, 4)}
        """,
        **options,
    )


ADVISED = {
    "same-on-atlantis",
    "gap-name",
    "cannot-pay-bridge",
    "began-with-tiles",
    "began-with-cards",
    "pay-exactly",
    "pay-first",
    "finish-chain",
    "bridge-or-end",
}


def test_no_reason_recommends_an_illegal_move() -> None:
    """In random games by random options, for every move that somebody might try."""
    rng = random.Random("advice")
    met = set()
    for seed in range(12):
        for position in advised_positions(seed, rng):
            for move in (*GAME.moves[: FIRST[BRIDGE] + 6], *rng.sample(GAME.moves, 3)):
                reason = position.why_not(move)
                if reason is not None:
                    code = reason.code
                    if code.startswith("cannot-pay") and code.endswith("-bridge"):
                        code = "cannot-pay-bridge"
                    met.add(code)
                    assert is_good_advice(position, move, code, reason.values), move
    assert met >= ADVISED


# What a click is answered with is true


def clickable(position: Position) -> list[str]:
    """Everything that a player can click on the page."""
    view = position.view(position.actor)
    own = view["seats"][position.actor]
    return [
        *(f"figure:{letter}" for letter in own["figures"]),
        *(f"card:{item}" for item, held in own["hand"].items() if held),
        *(f"tile:{value}" for value, held in own["tiles"].items() if held),
        *(f"space:{space['space']}" for space in view["path"] if "item" in space),
        *(f"gap:{gap['first']}" for gap in view["gaps"]),
        "space:54",
    ]


def stops(position: Position) -> set[int]:
    """Every space where a run that begins with a legal move can stop."""
    found = set()
    for choice in position.choices():
        if "lands" in choice:
            found.add(choice["lands"])
            if choice.get("chain"):
                found |= stops(position.play(choice["move"]))
    return found


def check_answer(position: Position, clicks: list[str]) -> None:
    """Compares what is said about some clicks with the legal moves and with the view."""
    reason = GAME.reasons.explain_click(position, clicks)
    choices = position.choices()
    fits = [
        choice
        for choice in choices
        if all(click in choice["clicks"] or click == choice.get("at") for click in clicks)
    ]
    if fits:
        assert reason.code in ("choose-the-rest", "press-first"), (clicks, reason)
    if reason.code == "choose-the-rest":
        assert any("lands" in choice for choice in choices), clicks
    if reason.code == "cannot-run":
        assert not any("lands" in choice for choice in choices), clicks
    hand = position.view(position.actor)["seats"][position.actor]["hand"]
    place = next((int(click[6:]) for click in clicks if click.startswith("space:")), None)
    if reason.code == "no-way-there":
        assert place not in stops(position)
    if reason.code == "no-way-for-figure":
        assert not any(
            choice["clicks"][0] == clicks[0] for choice in choices if choice.get("lands") == place
        )
    if reason.code == "over-a-taken-tile":
        assert place in stops(position)
        assert hand[reason.values["item"]] > 0
    if reason.code == "no-such-card":
        assert not hand.get(str(reason.values["item"]))
    if reason.code == "cannot-pay":
        price, funds, short = (int(reason.values[name]) for name in ("price", "funds", "short"))
        assert short == price - funds > 0


def test_every_click_at_every_point_of_a_game_is_answered_truly() -> None:
    chooser = random.Random(5)
    codes = set()
    step = 1 if COMPILED else 5  # uncompiled rules are a hundred times slower
    for position in list(random_game(11, 3))[::step]:
        if position.actor < 0:
            continue
        seen = position.redacted(position.actor)
        things = clickable(seen)
        firsts = sorted({click for choice in seen.choices() for click in choice["clicks"]})
        exact = {frozenset(choice["clicks"]) for choice in seen.choices()}
        pairs = [[chooser.choice(firsts), one] for one in chooser.sample(things, 8)]
        for clicks in [[one] for one in things] + [pair for pair in pairs if pair[0] != pair[1]]:
            if frozenset(clicks) not in exact:
                check_answer(seen, clicks)
                codes.add(GAME.reasons.explain_click(seen, clicks).code)
    assert len(codes) > 8, codes
