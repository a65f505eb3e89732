"""Every reason why a move is refused: its code, its rule and its sentence."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from atlantis_games import CHANCE, IllegalMove, Position
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.reasons import RULES
from games.escape.diagram import diagram
from games.escape.reading import play, random_game

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


CASES: list[tuple[str, str, str, str, str]] = [
    ("chance-acts", "§4", "revealing", "stop", ""),
    ("chance-acts", "§4", "spinning", "stay", ""),
    ("not-chance", "§4", "moving", "spin shark 2", ""),
    ("not-chance", "§4", "sinking", "symbol boat", ""),
    ("spin-now", "§4.3", "spinning", "symbol boat", ""),
    ("symbol-now", "§6.3", "revealing", "spin shark 2", ""),
    ("no-symbol", "§1.3", "revealing", "symbol shark", "No shark"),
    ("place-now", "§3.2", "setup", "stop", ""),
    ("move-now", "§4.1", "moving", "sink d4", ""),
    ("move-now", "§4.1", "moving", "stay", ""),
    ("move-now", "§4.1", "moving", "place g6", ""),
    ("sink-now", "§4.2", "sinking", "go e5 e6", ""),
    ("sink-now", "§4.2", "sinking", "stop", ""),
    ("relocate-now", "§6.2", "relocating", "sink d5", ""),
    ("animal-now", "§8.1", "picking a shark", "stop", ""),
    ("animal-now", "§8.1", "picking a shark", "to a2", ""),
    ("end-now", "§8.1", "moving a shark", "stay", ""),
    ("end-now", "§8.1", "moving a shark", "pick c4", ""),
    ("one-on-flatland", "§3.2", "setup", "place d4", "d4 has one"),
    ("piece-full", "§5.1", "moving", "go g3 g4", "G4 is full"),
    ("piece-full", "§5.8", "boat by a full piece", "go g2 g3", "G3 is full"),
    ("piece-full", "§3.2", "setup", "place g6", "G6 is full"),
    ("piece-full", "§5.4", "swimmer by a full piece", "swim g2 g3", "G3 is full"),
    ("piece-full", "§6.2", "relocating", "move blue d5", "D5 is full"),
    ("boat-full", "§5.7", "moving", "go g2 f2", "f2 is full"),
    ("boat-full", "§5.7", "full boat", "climb c3", "c3 is full"),
    ("nobody-there", "§5.0", "moving", "go g4 g3", "at g4"),
    ("nobody-there", "§5.0", "moving", "go c1 coral", "at c1"),
    ("nobody-there", "§5.0", "moving", "jump c2", "at c2"),
    ("no-swimmer", "§5.0", "moving", "swim c4 c3", "at c4"),
    ("no-swimmer", "§5.0", "moving", "ride c4 c5", "at c4"),
    ("no-swimmer", "§5.0", "moving", "swim c11 coral", "at c11"),
    ("no-swimmer", "§5.0", "moving", "climb g2", "at g2"),
    ("not-free", "§5.3", "moving", "go g3 f3", "F3 is not free"),
    ("water-is-here", "§5.9", "moving", "go g2 g1", "jump g2"),
    ("already-swum", "§5.11", "moving", "swim c1 coral", "at c1"),
    ("already-swum", "§5.11", "moving", "swim c1 d1", "at c1"),
    ("just-jumped", "§5.11", "moving", "swim k1 k2", "at k1"),
    ("just-jumped", "§5.11", "moving", "swim k1 coral", "at k1"),
    ("just-jumped", "§5.11", "moving", "ride k1 k2", "at k1"),
    ("just-jumped", "§5.11", "moving", "climb k1", "at k1"),
    ("dolphin-guards", "§8.3", "moving", "swim c3 c4", "at c4"),
    ("dolphin-guards", "§8.3", "guarded boat", "jump c3", "at c3"),
    ("dolphin-guards", "§8.3", "moving a shark", "to c3", "at c3"),
    ("no-boat", "§5.9", "moving", "climb h3", "at h3"),
    ("no-boat", "§5.6", "moving", "sail h3 h2", "at h3"),
    ("no-boat", "§5.9", "moving", "jump h3", "at h3"),
    ("not-in-boat", "§5.9", "moving", "jump g3", ""),
    ("not-your-boat", "§5.6", "moving", "sail c2 b1", "at c2"),
    ("boat-blocked", "§5.6", "moving", "sail g2 f2", "to f2"),
    ("boat-blocked", "§5.6", "moving", "sail g2 f3", "to f3"),
    ("boat-blocked", "§5.6", "moving", "sail g2 g3", "to g3"),
    ("no-dolphin", "§9.2", "moving", "ride h3 h2", "at h3"),
    ("ride-blocked", "§9.3", "moving", "ride k11 k10", "to k10"),
    ("ride-blocked", "§9.3", "moving a rider", "to c3", "to c3"),
    ("ride-blocked", "§9.3", "diving with a rider", "to c3", "to c3"),
    ("piece-gone", "§6.3", "sinking", "sink d5", "at d5"),
    ("lower-first", "§6.1", "sinking", "sink e5", "Flatland sinks first"),
    ("lower-first", "§6.1", "hills sinking", "sink g6", "Hill sinks first"),
    ("none-on-piece", "§6.2", "relocating", "move white g6", "in white"),
    ("must-stay-on-land", "§6.2", "relocating", "move blue c4", ""),
    ("must-stay-on-land", "§6.2", "relocating", "move blue d4", ""),
    ("not-beside", "§6.2", "relocating into the sea", "move blue b4", "B4 is not"),
    ("not-beside", "§6.2", "relocating into the sea", "move blue d4", "D4 is not"),
    ("not-beside", "§6.2", "relocating where there is no sea", "move blue f6", "F6 is not"),
    ("animal-there", "§6.2", "relocating into the sea", "move blue c4", "at c4"),
    ("not-here", "§8.1", "picking a shark", "pick a2", "no shark at a2"),
    ("not-here", "§8.1", "picking a shark", "pick a2 rider", "no shark at a2"),
    ("not-your-dolphin", "§9.1", "picking a dolphin", "pick c3", ""),
    ("no-rider", "§9.2", "picking a shark", "pick a1 rider", ""),
    ("no-rider", "§9.2", "picking a dolphin", "pick k6 rider", ""),
    ("no-rider", "§9.2", "picking a dolphin", "pick c3 rider", ""),
    ("no-rider", "§9.2", "picking a dolphin", "pick c9 rider", ""),
    ("shut-in", "§8.1", "picking a shark", "pick g6", "at g6"),
    ("shut-in", "§9.3", "picking a blocked dolphin", "pick a1 rider", "at a1"),
    ("is-there", "§8.1", "moving a shark", "to c4", ""),
    ("is-there", "§8.1", "moving a rider", "to c4", ""),
    ("not-sea", "§8.1", "moving a shark", "to e5", "E5 is land"),
    ("not-sea", "§8.1", "moving a rider", "to e5", "E5 is land"),
    ("too-far", "§8.1", "moving a shark", "to c7", "C7 is more than 2 away"),
    ("rider-too-far", "§9.3", "moving a rider", "to c7", "C7 is not within 2"),
]

# Only a board.toml that never shows some outcome makes chance refuse this one.
NEEDS_ANOTHER_BOARD = {"no-spin"}


@pytest.mark.parametrize(("code", "rule", "name", "move", "words"), CASES)
def test_a_wrong_move_is_refused_by_its_rule(
    code: str, rule: str, name: str, move: str, words: str
) -> None:
    before = position_of(name)
    refusal = before.why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    assert words in refusal.text
    with pytest.raises(IllegalMove, match=re.escape(refusal.text)) as caught:
        before.play(move)
    assert caught.value.rule == rule
    assert before == position_of(name)  # a refused move changes nothing


ASTRAY = {
    "setup": "place-now",
    "moving": "one-hex",
    "sinking": "sink-now",
    "relocating": "relocate-now",
    "revealing": "chance-acts",
    "picking a shark": "animal-now",
    "moving a shark": "end-now",
}


@pytest.mark.parametrize("name", ASTRAY)
def test_a_click_that_belongs_to_no_move_is_answered(name: str) -> None:
    assert GAME.astray(position_of(name)).code == ASTRAY[name]


def test_every_code_is_reached_by_some_position() -> None:
    reached_elsewhere = {*NEEDS_ANOTHER_BOARD, "not-your-turn", *ASTRAY.values()}
    assert {code for code, *_ in CASES} | reached_elsewhere == set(RULES)


def test_a_spin_the_spinner_does_not_have_is_refused() -> None:
    """§1.4: with a board.toml whose spinner never shows a monster."""
    refusal = GAME.refuse(position_of("spinning"), GAME.numbers["spin monster T"])
    assert (refusal.code, refusal.rule) == ("no-spin", "§1.4")
    assert "monster T" in refusal.text


@pytest.mark.parametrize("move", ["stop", "go g3 g4", "sink d4", "stay"])
def test_who_is_not_to_decide_is_told_so(move: str) -> None:
    """§4"""
    refusal = position_of("moving").redacted(1).why_not(move)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not-your-turn", "§4")


def test_every_sentence_is_one_sentence_that_names_a_rule() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"§\d+(\.\d+)?", rule)
        assert re.fullmatch(r"[^.]+\.", sentence)


def test_a_legal_move_is_not_refused() -> None:
    assert position_of("moving").why_not("stop") is None


def test_what_is_no_move_at_all_is_refused() -> None:
    refusal = position_of("moving").why_not("castle")
    assert refusal is not None
    assert refusal.code == "not-a-move"
    assert "castle" in refusal.text


def test_after_the_end_everything_is_refused() -> None:
    """§10"""
    over = play(diagram("boat c1 blue"), "go c1 coral")
    refusal = over.why_not("stop")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("game-over", "§10")


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "setup"])
def test_every_other_move_is_refused_with_a_code_that_is_known(name: str) -> None:
    position = position_of(name)
    for move in GAME.texts:
        refusal = position.why_not(move)
        assert (refusal is None) == (move in position.moves)
        assert refusal is None or refusal.code in RULES


def test_every_action_is_either_legal_or_refused_at_every_point_of_a_game() -> None:
    chooser = random.Random(1)
    for position in islice(random_game(7, 2, stall_limit=2), 0, None, 3):
        for move in chooser.sample(GAME.texts, 12):
            refusal = position.why_not(move)
            assert (refusal is None) == (move in position.moves)
            if refusal and not position.is_over:
                assert refusal.code in RULES
                assert (refusal.code == "chance-acts") <= (position.actor == CHANCE)


def test_whoever_has_nobody_left_in_play_waits_for_nobody() -> None:
    """§4.4: a bot without people sails no empty boats about."""
    assert GAME.courtesy(position_of("moving")) is None
    alone = diagram("land g6\npeople g6 white\nboat c3\nturn blue")
    assert GAME.courtesy(alone.redacted(0)) == "stop"
    assert "stop" in alone.moves
