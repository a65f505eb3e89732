"""Every reason why a move is not legal: its code, its rule, its values and its sentences."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from atlantis_games import CHANCE, IllegalMove, Position
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games.escape import GAME, reasons
from atlantis_games.games.escape.board import ANIMALS, KINDS, SYMBOLS
from atlantis_games.games.escape.reasons import RULES
from atlantis_games.games.escape.tables import COLOURS
from games.escape.diagram import diagram
from games.escape.reading import random_game
from support.playing import play

pytestmark = pytest.mark.plain

# Each position by its name, and a drawing of it.
POSITIONS = {
    "setup": """
        land    all
        people  d4 blue g6 2xwhite blue
        phase   place
    """,
    "moving": """
        land    d4 g3 g4
        people  g3 blue g4 3xwhite
        boat    g2 blue f2 3xwhite c2 white c11
        swim    h3 blue c3 blue c4 white k11 blue
        swum    c1 blue
        jumped  k1 blue
        dolphin c4 c1 k11 k1
        shark   f3 k10
        turn    blue
    """,
    "boat by a full piece": "land g3\npeople g3 3xwhite\nboat g2 blue",
    "guarded boat": "boat c3 blue\nswim c3 white\ndolphin c3",
    "full boat": "boat c3 3xwhite\nswim c3 blue",
    "swimmer by a full piece": "land g3\npeople g3 3xwhite\nswim g2 blue",
    "sinking": "land d4 e5 g6\npeople e5 blue\nphase sink",
    "hills sinking": "land e5 g6\npeople e5 blue\nphase sink",
    "hemmed in": "land d4\npeople d4 blue\nshark c4 c5 d3 d5 e4 e5",
    "relocating": "land d4 d5 g6\npeople d4 blue d5 3xblue\nphase relocate d4",
    "relocating into the sea": "land d4\npeople d4 blue\nshark c4\nphase relocate d4",
    "relocating where there is no sea": """
        land    f6 f7 g5 g6 g7 h6 h7
        people  f6 3xblue f7 3xblue g5 3xblue g7 3xwhite h6 3xwhite h7 3xwhite g6 blue
        phase   relocate g6
    """,
    "revealing": "land g6\npeople g6 blue\nsymbols flatland boat\nphase reveal d4",
    "spinning": "swim a1 blue\nphase spin",
    "picking a shark": """
        land    f6 f7 g5 g7 h6 h7
        people  g5 blue
        shark   g6 a1
        phase   pick shark 2
    """,
    "picking a dolphin": """
        swim    c3 white c5 blue
        jumped  c9 blue
        dolphin c3 c5 c9 k6
        phase   pick dolphin 2
    """,
    "picking a blocked dolphin": """
        swim    a1 blue
        dolphin a1
        shark   a2 b2 b3
        phase   pick dolphin 1
    """,
    "moving a shark": """
        land    e5
        swim    c3 white a1 blue
        dolphin c3
        shark   c4
        phase   end shark 2 c4
    """,
    "moving a rider": """
        land    e5
        swim    c4 blue
        dolphin c4
        shark   c3
        phase   end dolphin 2 c4 rider
    """,
    "diving with a rider": "swim c4 blue\ndolphin c4\nshark c3\nphase end dolphin T c4 rider",
}


def position_of(name: str) -> Position:
    """A position by its name."""
    return diagram(POSITIONS[name])


CASES: list[tuple[str, str, str, str, dict[str, str | int]]] = [
    ("chance-acts", "§6.3", "revealing", "stop", {}),
    ("chance-acts", "§6.3", "revealing", "go g3 g5", {}),
    ("chance-acts", "§4.3", "spinning", "stay", {}),
    ("not-chance", "§4.3", "moving", "spin shark 2", {}),
    ("not-chance", "§6.3", "sinking", "symbol boat", {}),
    ("spin-now", "§4.3", "spinning", "symbol boat", {}),
    ("symbol-now", "§6.3", "revealing", "spin shark 2", {}),
    ("no-symbol", "§1.3", "revealing", "symbol shark", {"symbol": "shark"}),
    ("place-now", "§3.2", "setup", "stop", {}),
    ("move-now", "§4.1", "moving", "sink d4", {}),
    ("move-now", "§4.1", "moving", "stay", {}),
    ("move-now", "§4.1", "moving", "place g6", {}),
    ("sink-now", "§4.2", "sinking", "go e5 e6", {}),
    ("sink-now", "§4.2", "sinking", "stop", {}),
    ("relocate-now", "§6.2", "relocating", "sink d5", {}),
    ("animal-now", "§8.1", "picking a shark", "stop", {}),
    ("animal-now", "§8.1", "picking a shark", "to a2", {}),
    ("end-now", "§8.1", "moving a shark", "stay", {}),
    ("end-now", "§8.1", "moving a shark", "pick c4", {}),
    ("one-on-flatland", "§3.2", "setup", "place d4", {"place": "d4"}),
    ("piece-full", "§5.1", "moving", "go g3 g4", {"place": "g4"}),
    ("piece-full", "§5.8", "boat by a full piece", "go g2 g3", {"place": "g3"}),
    ("piece-full", "§3.2", "setup", "place g6", {"place": "g6"}),
    ("piece-full", "§5.4", "swimmer by a full piece", "swim g2 g3", {"place": "g3"}),
    ("piece-full", "§6.2", "relocating", "move blue d5", {"place": "d5"}),
    ("boat-full", "§5.7", "moving", "go g2 f2", {"place": "f2"}),
    ("boat-full", "§5.7", "full boat", "climb c3", {"place": "c3"}),
    ("nobody-there", "§5.0", "moving", "go g4 g3", {"place": "g4"}),
    ("nobody-there", "§5.0", "moving", "go c1 coral", {"place": "c1"}),
    ("nobody-there", "§5.0", "moving", "jump c2", {"place": "c2"}),
    ("no-swimmer", "§5.0", "moving", "swim c4 c3", {"place": "c4"}),
    ("no-swimmer", "§5.0", "moving", "ride c4 c5", {"place": "c4"}),
    ("no-swimmer", "§5.0", "moving", "swim c11 coral", {"place": "c11"}),
    ("no-swimmer", "§5.0", "moving", "climb g2", {"place": "g2"}),
    ("not-free", "§5.3", "moving", "go g3 f3", {"place": "f3"}),
    ("water-is-here", "§5.9", "moving", "go g2 g1", {"place": "g2"}),
    ("no-boat-there", "§5.8", "guarded boat", "go c3 c4", {"place": "c4"}),
    ("not-next-to", "§5.1", "moving", "go g3 g5", {"start": "g3", "end": "g5"}),
    ("not-next-to", "§5.8", "moving", "go g2 g2", {"start": "g2", "end": "g2"}),
    ("not-next-to", "§5.5", "moving", "swim c3 c5", {"start": "c3", "end": "c5"}),
    ("not-next-to", "§5.6", "moving", "sail g2 e2", {"start": "g2", "end": "e2"}),
    ("not-next-to", "§9.2", "moving", "ride c4 c8", {"start": "c4", "end": "c8"}),
    ("not-a-gate", "§5.10", "moving", "go d1 coral", {"place": "d1"}),
    ("not-a-gate", "§5.10", "moving", "swim c3 coral", {"place": "c3"}),
    ("people-only", "§9.4", "moving", "ride c1 coral", {}),
    ("people-only", "§5.10", "moving", "sail c11 coral", {}),
    ("not-island", "§3.2", "setup", "place a1", {"place": "a1"}),
    ("not-island", "§6.1", "sinking", "sink a1", {"place": "a1"}),
    ("move-now", "§4.1", "moving", "sink a1", {}),
    ("sink-now", "§4.2", "sinking", "go g3 g5", {}),
    ("already-swum", "§5.11", "moving", "swim c1 coral", {"place": "c1"}),
    ("already-swum", "§5.11", "moving", "swim c1 d1", {"place": "c1"}),
    ("just-jumped", "§5.11", "moving", "swim k1 k2", {"place": "k1"}),
    ("just-jumped", "§5.11", "moving", "swim k1 coral", {"place": "k1"}),
    ("just-jumped", "§5.11", "moving", "ride k1 k2", {"place": "k1"}),
    ("just-jumped", "§5.11", "moving", "climb k1", {"place": "k1"}),
    ("dolphin-guards", "§8.3", "moving", "swim c3 c4", {"place": "c4"}),
    ("dolphin-guards", "§8.3", "guarded boat", "jump c3", {"place": "c3"}),
    ("dolphin-guards", "§8.3", "moving a shark", "to c3", {"place": "c3"}),
    ("no-boat", "§5.9", "moving", "climb h3", {"place": "h3"}),
    ("no-boat", "§5.6", "moving", "sail h3 h2", {"place": "h3"}),
    ("no-boat", "§5.9", "moving", "jump h3", {"place": "h3"}),
    ("not-in-boat", "§5.9", "moving", "jump g3", {}),
    ("not-your-boat", "§5.6", "moving", "sail c2 b1", {"place": "c2"}),
    ("boat-blocked", "§5.6", "moving", "sail g2 f2", {"place": "f2", "one": "boat"}),
    ("boat-blocked", "§5.6", "moving", "sail g2 f3", {"place": "f3", "one": "shark"}),
    ("boat-blocked", "§5.6", "moving", "sail g2 g3", {"place": "g3", "one": "land"}),
    ("no-dolphin", "§9.2", "moving", "ride h3 h2", {"place": "h3"}),
    ("ride-blocked", "§9.3", "moving", "ride k11 k10", {"place": "k10", "one": "shark"}),
    ("ride-blocked", "§9.3", "moving a rider", "to c3", {"place": "c3", "one": "shark"}),
    ("ride-blocked", "§9.3", "diving with a rider", "to c3", {"place": "c3", "one": "shark"}),
    ("piece-gone", "§6.3", "sinking", "sink d5", {"place": "d5"}),
    ("lower-first", "§6.1", "sinking", "sink e5", {"kind": "flatland"}),
    ("lower-first", "§6.1", "hills sinking", "sink g6", {"kind": "hill"}),
    ("none-on-piece", "§6.2", "relocating", "move white g6", {"colour": "white"}),
    ("must-stay-on-land", "§6.2", "relocating", "move blue c4", {}),
    ("must-stay-on-land", "§6.2", "relocating", "move blue d4", {}),
    ("not-beside", "§6.2", "relocating into the sea", "move blue b4", {"place": "b4"}),
    ("not-beside", "§6.2", "relocating into the sea", "move blue d4", {"place": "d4"}),
    ("not-beside", "§6.2", "relocating where there is no sea", "move blue f6", {"place": "f6"}),
    ("animal-there", "§6.2", "relocating into the sea", "move blue c4", {"place": "c4"}),
    ("not-here", "§8.1", "picking a shark", "pick a2", {"animal": "shark", "place": "a2"}),
    ("not-here", "§8.1", "picking a shark", "pick a2 rider", {"animal": "shark", "place": "a2"}),
    ("not-your-dolphin", "§9.1", "picking a dolphin", "pick c3", {}),
    ("no-rider", "§9.2", "picking a shark", "pick a1 rider", {}),
    ("no-rider", "§9.2", "picking a dolphin", "pick k6 rider", {}),
    ("no-rider", "§9.2", "picking a dolphin", "pick c3 rider", {}),
    ("no-rider", "§9.2", "picking a dolphin", "pick c9 rider", {}),
    ("shut-in", "§8.1", "picking a shark", "pick g6", {"place": "g6"}),
    ("shut-in", "§9.3", "picking a blocked dolphin", "pick a1 rider", {"place": "a1"}),
    ("is-there", "§8.1", "moving a shark", "to c4", {}),
    ("is-there", "§8.1", "moving a rider", "to c4", {}),
    ("not-sea", "§8.1", "moving a shark", "to e5", {"place": "e5"}),
    ("not-sea", "§8.1", "moving a rider", "to e5", {"place": "e5"}),
    ("too-far", "§8.1", "moving a shark", "to c7", {"place": "c7", "number": 2}),
    ("rider-too-far", "§9.3", "moving a rider", "to c7", {"place": "c7", "number": 2}),
]

# Only a board.toml whose spinner never shows some result brings this one about.
NEEDS_ANOTHER_BOARD = {"no-spin"}


@pytest.mark.parametrize(("code", "rule", "name", "move", "values"), CASES)
def test_an_illegal_move_is_explained_by_its_rule(
    code: str, rule: str, name: str, move: str, values: dict[str, str | int]
) -> None:
    before = position_of(name)
    reason = before.why_not(move)
    assert reason is not None
    assert (reason.code, reason.rule, reason.values) == (code, rule, values)
    with pytest.raises(IllegalMove, match=re.escape(reason.text)) as caught:
        before.play(move)
    assert caught.value.rule == rule
    assert before == position_of(name)  # an illegal move changes nothing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_sentence_with_all_its_values_in_every_language(language: str) -> None:
    for code, _, name, move, values in CASES:
        reason = position_of(name).why_not(move)
        assert reason is not None
        sentence = reason.sentence(language)
        assert re.fullmatch(r"([^{}.]+\.)+", sentence), (code, sentence)
        for word in ("place", "start", "end"):
            assert str(values.get(word, "")) in sentence
        for word in ("symbol", "kind", "colour", "animal", "one"):
            if word in values:
                assert GAME.texts(language).fill(f"{word}.{values[word]}") in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_in_a_reason_is_translated(language: str) -> None:
    """Animals, symbols, kinds, colours, and the spinner's T; numbers stand for themselves."""
    texts = GAME.texts(language)
    for name, words in (
        ("animal", ANIMALS),
        ("symbol", SYMBOLS),
        ("kind", KINDS),
        ("colour", COLOURS),
        ("number", ("T",)),
    ):
        for word in words:
            assert f"{name}.{word}" in texts


def test_every_code_is_reached_by_some_position() -> None:
    elsewhere = {*NEEDS_ANOTHER_BOARD, "not-your-turn", *(code for *_, code in CLICKS)}
    assert {code for code, *_ in CASES} | elsewhere == set(RULES)


def test_a_result_that_the_spinner_does_not_have_is_explained() -> None:
    """§1.4: with a board.toml whose spinner never shows a monster."""
    reason = reasons.why_not(position_of("spinning"), GAME.numbers["spin monster T"])
    assert (reason.code, reason.rule) == ("no-spin", "§1.4")
    assert reason.values == {"animal": "monster", "number": "T"}
    assert reason.text == "This spinner never shows: sea monster, dive."


@pytest.mark.parametrize("move", ["stop", "go g3 g4", "sink d4", "stay"])
def test_a_seat_that_is_not_to_decide_learns_that_it_is_not_its_turn(move: str) -> None:
    """§4"""
    reason = position_of("moving").redacted(1).why_not(move)
    assert reason is not None
    assert (reason.code, reason.rule) == ("not-your-turn", "§4")


def test_every_reason_names_a_rule() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"§\d+(\.\d+)?", rule)


def test_a_legal_move_needs_no_reason() -> None:
    assert position_of("moving").why_not("stop") is None


def test_a_text_that_is_not_a_move_is_explained() -> None:
    for text in ("castle", "go g3", "go z9 g3", "go g3 z9", "place", "sink a1 a2", "jump z9", ""):
        reason = position_of("moving").why_not(text)
        assert reason is not None
        assert (reason.code, reason.rule) == ("not-a-move", "")
        assert f"“{text}”" in reason.text


def test_after_the_end_no_move_is_legal() -> None:
    """§10"""
    over = play(diagram("boat c1 blue"), "go c1 coral")
    reason = over.why_not("stop")
    assert reason is not None
    assert reason.code == reasons.explain_click(over, ["hex:a1"]).code == "game-over"


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "setup"])
def test_every_other_move_has_a_reason_with_a_known_code(name: str) -> None:
    position = position_of(name)
    for move in GAME.moves:
        reason = position.why_not(move)
        assert (reason is None) == (move in position.moves)
        assert reason is None or reason.code in RULES


def test_every_action_is_legal_or_has_a_reason_at_every_point_of_a_game() -> None:
    chooser = random.Random(1)
    for position in islice(random_game(7, 2, stall_limit=2), 0, None, 3):
        for move in chooser.sample(GAME.moves, 12):
            reason = position.why_not(move)
            assert (reason is None) == (move in position.moves)
            if reason and not position.is_over:
                assert reason.code in RULES
                assert (reason.code == "chance-acts") <= (position.actor == CHANCE)


RECOMMENDED = {  # what a sentence tells to do instead, as the beginning of moves
    "water-is-here": "jump {place}",
    "move-now": "stop",
    "animal-now": "stay",
    "place-now": "place ",
    "sink-now": "sink ",
    "relocate-now": "move ",
    "end-now": "to ",
    "lower-first": "sink ",
    "must-stay-on-land": "move ",
    "animal-there": "move ",
}


@pytest.mark.parametrize("options", [{}, {"no_refuge": "on"}])
def test_what_a_reason_recommends_is_legal(options: dict[str, object]) -> None:
    """At every point of random games, for every action; a boat beside dolphins is likely."""
    chooser = random.Random(5)
    seen = set()
    for number in range(6):
        for position in islice(random_game(number, 2 + number % 3, **options), 0, None, 17):
            if position.actor < 0:
                continue
            for move in chooser.sample(GAME.moves, 40):
                reason = position.why_not(move)
                if reason and reason.code in RECOMMENDED:
                    seen.add(reason.code)
                    start = RECOMMENDED[reason.code].format(**reason.values)
                    assert any(text.startswith(start) for text in position.moves), (move, reason)
    assert {"move-now", "sink-now", "animal-now"} <= seen


def test_a_boat_whose_water_is_guarded_is_not_told_to_jump() -> None:
    """§8.3: from a boat beside a dolphin with a swimmer nobody jumps."""
    position = position_of("guarded boat")
    assert "jump c3" not in position.moves
    for end in ("b3", "c2", "c4"):
        reason = position.why_not(f"go c3 {end}")
        assert reason is not None
        assert reason.code == "no-boat-there"


# Clicks that complete no legal move: the position, the clicks, and the code of the reason

CLICKS: list[tuple[str, list[str], str]] = [
    # Nothing in particular: what is to be done.
    ("setup", [], "place-now"),
    ("moving", [], "one-hex"),
    ("sinking", [], "sink-now"),
    ("relocating", [], "relocate-now"),
    ("revealing", ["hex:d4"], "chance-acts"),
    ("picking a shark", [], "animal-now"),
    ("moving a shark", [], "end-now"),
    # A hex is a place to go only where a move has no other click.
    ("setup", ["hex:d4"], "one-on-flatland"),
    ("setup", ["hex:a1"], "not-island"),
    ("sinking", ["hex:e5"], "lower-first"),
    ("sinking", ["hex:a1"], "not-island"),
    ("sinking", ["hex:d5"], "piece-gone"),
    ("relocating", ["hex:d5"], "relocate-now"),
    ("moving a shark", ["hex:e5"], "not-sea"),
    ("moving", ["hex:g4"], "one-hex"),
    # What was chosen, and then a hex.
    ("moving", ["person:g3", "hex:g4"], "piece-full"),
    ("moving", ["person:g3", "hex:a1"], "not-next-to"),
    ("moving", ["boat:g2", "hex:e2"], "not-next-to"),
    ("relocating", ["evacuee:blue", "hex:d5"], "piece-full"),
    # A piece that no move offers, and its hex.
    ("setup", ["person:d4:blue", "hex:d4"], "one-on-flatland"),
    ("sinking", ["person:e5:blue", "hex:e5"], "lower-first"),
    ("moving a shark", ["dolphin:c3", "hex:c3"], "dolphin-guards"),
    ("picking a shark", ["shark:g6", "hex:g6"], "shut-in"),
    ("picking a shark", ["person:g5:blue", "hex:g5"], "animal-now"),
    ("picking a dolphin", ["dolphin:c3", "hex:c3"], "not-your-dolphin"),
    ("moving", ["person:g4:white", "hex:g4"], "nobody-there"),
    ("moving", ["boat:c2", "hex:c2"], "not-your-boat"),
    ("moving", ["swimmer:c4:white:rested", "hex:c4"], "no-swimmer"),
    ("moving", ["swimmer:c1:blue:swum", "hex:c1"], "already-swum"),
    ("moving", ["swimmer:k1:blue:jumped", "hex:k1"], "just-jumped"),
    ("moving", ["shark:f3", "hex:f3"], "one-hex"),
    ("hemmed in", ["person:d4:blue", "hex:d4"], "stuck"),
    # What no board would send.
    ("moving", ["swimmer:z9:pink", "hex:z9"], "one-hex"),
    ("moving", ["", ""], "one-hex"),
    ("moving", ["boat:g2", "hex:g2"], "one-hex"),
]


@pytest.mark.parametrize(("name", "clicks", "code"), CLICKS)
def test_clicks_that_complete_no_legal_move_are_explained(
    name: str, clicks: list[str], code: str
) -> None:
    assert reasons.explain_click(position_of(name), clicks).code == code


def test_another_players_swimmer_beside_an_own_one_is_no_lack_of_swimmers() -> None:
    """§5.11: the sentence about a missing swimmer would be false."""
    position = diagram("swim c3 blue white")
    assert reasons.explain_click(position, ["swimmer:c3:white:rested", "hex:c3"]).code == "one-hex"


def test_a_click_of_a_seat_that_is_not_to_decide_is_explained_by_that() -> None:
    """§4"""
    waiting = position_of("sinking").redacted(1)
    for clicks in (["hex:d4"], ["hex:a1"], []):
        assert reasons.explain_click(waiting, clicks).code == "not-your-turn"


def test_without_refuge_a_guarded_hex_out_of_reach_is_only_too_far() -> None:
    """§8.1, §11.2: no dolphin keeps the shark away, the number does."""
    drawing = "swim c3 white a1 blue\ndolphin c3\nshark c7\nphase end shark 1 c7"
    reasons = [diagram(drawing, no_refuge=value).why_not("to c3") for value in ("on", "off")]
    assert [one.code for one in reasons if one] == ["too-far", "dolphin-guards"]


def test_a_dolphin_alone_that_is_shut_in_by_land_belongs_to_nobody() -> None:
    """§8.1, §9.1"""
    drawing = "land f6 f7 g5 g7 h6 h7\nswim b5 blue\ndolphin g6 a1\nphase pick dolphin 1"
    reason = diagram(drawing).why_not("pick g6")
    assert reason is not None
    assert (reason.code, reason.rule) == ("shut-in", "§8.1")
