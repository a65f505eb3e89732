"""Chapter 9: dolphins."""

from __future__ import annotations

import pytest

from games.escape.diagram import diagram
from games.escape.reading import at, ends, lost, phase, points, saved
from support.playing import moves, play

pytestmark = pytest.mark.plain

AROUND_C3 = {"b2", "b3", "c2", "c4", "d2", "d3"}


# §9.1 Together


@pytest.mark.parametrize(
    ("swimmers", "may"),
    [
        ("c3 blue", "pick c3, pick c3 rider"),
        ("c3 white", ""),
        ("c3 blue white", "pick c3, pick c3 rider"),
        ("c4 white", "pick c3"),
    ],
)
def test_only_an_owner_of_a_swimmer_there_moves_the_dolphin(swimmers: str, may: str) -> None:
    """§9.1: on the spinner also alone; by itself it is anybody's."""
    position = diagram(f"swim {swimmers} a1 white\ndolphin c3 m1\nphase pick dolphin 2")
    assert moves(position) == {"pick m1", "stay", *filter(None, may.split(", "))}


def test_the_owner_may_move_the_dolphin_away_alone() -> None:
    """§9.1: the swimmer stays, without protection."""
    position = diagram("swim c3 blue\ndolphin c3\nphase pick dolphin 1")
    after = play(position, "pick c3", "to c4")
    assert (at(after, "c3"), at(after, "c4")) == ("~blue", "dolphin")


def test_a_jumper_owns_the_dolphin_and_cannot_ride() -> None:
    """§5.11, §9.1"""
    position = diagram("jumped c3 blue\ndolphin c3\nphase pick dolphin 1")
    assert moves(position) == {"pick c3", "stay"}


def test_several_dolphins_are_all_together_with_the_swimmer() -> None:
    """§9.1: white can move none of them, blue any, and one stays."""
    text = "swim c3 blue a1 white\ndolphin c3 c3\nphase spin"
    white = play(diagram(text + "\nturn white"), "spin dolphin 2")
    assert white.actor == 0
    blue = play(diagram(text), "spin dolphin 2")
    assert moves(blue) == {"pick c3", "pick c3 rider", "stay"}
    assert at(play(blue, "pick c3 rider", "to c4"), "c3") == "dolphin"
    assert at(play(blue, "pick c3", "to c4"), "c3") == "~blue dolphin"


def test_a_swimmer_may_leave_the_dolphin() -> None:
    """§9.1: swim, climb or go ashore away from it."""
    position = diagram("land g3\nboat g2\nswim g2 blue\ndolphin g2")
    assert at(play(position, "swim g2 g1"), "g2") == "boat dolphin"
    assert at(play(position, "climb g2"), "g2") == "boat blue dolphin"
    assert at(play(position, "swim g2 g3"), "g3") == "flatland blue"


# §9.2 Riding


def test_a_ride_moves_dolphin_and_swimmer_for_a_point_a_hex() -> None:
    """§9.2: as far as the points go."""
    position = diagram("swim c4 blue\ndolphin c4")
    one = play(position, "ride c4 c3")
    assert (at(one, "c4"), at(one, "c3"), points(one)) == ("", "~blue dolphin", 2)
    three = play(one, "ride c3 c2", "ride c2 c1")
    assert at(three, "c1") == "~blue dolphin"
    assert phase(three) == "spin"


def test_riding_needs_a_dolphin_and_an_own_swimmer() -> None:
    """§9.2"""
    position = diagram("swim c3 white c6 blue\ndolphin c3 c9")
    assert moves(position, "ride") == set()


def test_ride_ride_coral_is_legal() -> None:
    """§9.2: riding does not use up the swimmer's hex."""
    position = diagram("swim d2 blue a1 white\ndolphin d2")
    after = play(position, "ride d2 d1", "ride d1 c1", "swim c1 coral")
    assert saved(after) == (1, 0)
    assert at(after, "c1") == "dolphin"


def test_ride_ride_swim_is_legal() -> None:
    """§9.2"""
    position = diagram("swim d3 blue\ndolphin d3")
    after = play(position, "ride d3 d2", "ride d2 d1", "swim d1 c1")
    assert (at(after, "d1"), at(after, "c1")) == ("dolphin", "~blue")


def test_swim_ride_coral_is_not_legal() -> None:
    """§9.2: this swimmer has swum."""
    position = diagram("swim d2 blue a1 white\ndolphin d1")
    after = play(position, "swim d2 d1", "ride d1 c1")
    assert points(after) == 1
    assert moves(after) == {"ride c1 b1", "ride c1 c2", "ride c1 d1", "stop"}
    reason = after.why_not("swim c1 coral")
    assert reason is not None
    assert reason.rule == "§5.11"


def test_swim_ride_ride_is_legal() -> None:
    """§9.2: the rulebook's own example."""
    position = diagram("swim d4 blue\ndolphin d3")
    assert at(play(position, "swim d4 d3", "ride d3 d2", "ride d2 d1"), "d1") == "~blue dolphin"


def test_one_who_has_swum_and_ridden_may_climb() -> None:
    """§5.11, §9.2"""
    position = diagram("swim c4 blue\ndolphin c3\nboat c2")
    after = play(position, "swim c4 c3", "ride c3 c2", "climb c2")
    assert at(after, "c2") == "boat blue dolphin"


def test_one_who_jumped_cannot_ride() -> None:
    """§5.11, §9.2"""
    position = diagram("boat c3 blue\ndolphin c3")
    assert moves(play(position, "jump c3"), "ride") == set()


def test_on_the_spinner_they_move_together_up_to_the_number() -> None:
    """§9.2"""
    position = diagram("swim c3 blue\ndolphin c3\nphase pick dolphin 1")
    riding = play(position, "pick c3 rider")
    assert ends(riding, "to") == AROUND_C3
    after = play(riding, "to c2")
    assert (at(after, "c3"), at(after, "c2")) == ("", "~blue dolphin")
    assert (after.actor, phase(after)) == (1, "move")


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_together_they_go_no_farther_than_the_number(number: str) -> None:
    """§9.2: in an open sea, 6, 18 or 36 hexes."""
    position = diagram(f"swim g6 blue\ndolphin g6\nphase end dolphin {number} g6 rider")
    assert len(position.moves) == {"1": 6, "2": 18, "3": 36}[number]


def test_one_who_has_swum_rides_on_the_spinner_and_first() -> None:
    """§5.11, §9.2: who swam to the dolphin this turn."""
    position = diagram("swim c4 blue\ndolphin c3")
    position = play(position, "swim c4 c3", "stop", "spin dolphin 2")
    after = play(position, "pick c3 rider", "to c1")
    assert at(after, "c1") == "~blue dolphin"


def test_they_may_dive_together() -> None:
    """§9.2: T, to any sea hex without animals."""
    position = diagram("land e5\nswim c3 blue\ndolphin c3\nshark k1\nphase pick dolphin T")
    riding = play(position, "pick c3 rider")
    assert len(ends(riding, "to")) == 133 - 1 - 1 - 1
    assert ends(riding, "to").isdisjoint({"e5", "k1", "c3"})
    assert at(play(riding, "to k11"), "k11") == "~blue dolphin"


def test_only_the_players_own_spin_moves_a_rider() -> None:
    """§9.2: white's spin does not move blue's swimmer; other animals take no rider."""
    position = diagram("swim c3 blue a1 white\ndolphin c3\nturn white\nphase spin")
    assert play(position, "spin dolphin 2").actor == 0
    position = diagram("swim c3 blue\nkraken c3\nphase pick kraken 2")
    assert moves(position) == {"pick c3", "stay"}


def test_after_a_dolphin_ride_everybody_is_rested_next_turn() -> None:
    """§5.11: who rode on the spinner after swimming may go onto the coral island then."""
    position = diagram("swim c4 blue a1 white\ndolphin c3")
    position = play(position, "swim c4 c3", "stop", "spin dolphin 2", "pick c3 rider", "to c1")
    position = play(position, "stop", "spin shark 1")
    assert "swim c1 coral" in position.moves


# §9.3 Where they may go


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_together_they_do_not_go_to_another_animal(animal: str) -> None:
    """§9.3: another dolphin is one too."""
    position = diagram(f"swim c3 blue\ndolphin c3\n{animal} c2")
    assert ends(position, "ride", "c3") == AROUND_C3 - {"c2"}
    for number in ("1", "T"):
        spun = diagram(
            f"swim c3 blue\ndolphin c3\n{animal} c2\nphase end dolphin {number} c3 rider"
        )
        assert "c2" not in ends(spun, "to")


def test_together_they_may_go_to_boats_and_swimmers() -> None:
    """§9.3"""
    position = diagram("swim c3 blue c2 white\nboat c4 white\ndolphin c3")
    assert ends(position, "ride", "c3") == AROUND_C3
    assert at(play(position, "ride c3 c2"), "c2") == "~blue ~white dolphin"
    assert at(play(position, "ride c3 c4"), "c4") == "boat white ~blue dolphin"
    spun = play(position, "stop", "spin dolphin 1", "pick c3 rider")
    assert ends(spun, "to") == AROUND_C3
    assert at(play(spun, "to c4"), "c4") == "boat white ~blue dolphin"


def test_together_they_do_not_go_ashore() -> None:
    """§9.3, §9.4"""
    position = diagram("land g3\nswim g2 blue\ndolphin g2")
    assert "ride g2 g3" not in position.moves


@pytest.mark.parametrize("animal", ["kraken", "dolphin"])
def test_they_may_leave_a_hex_with_another_animal(animal: str) -> None:
    """§9.3"""
    position = diagram(f"swim c3 blue\ndolphin c3\n{animal} c3")
    after = play(position, "ride c3 c2")
    assert (at(after, "c3"), at(after, "c2")) == (animal, "~blue dolphin")
    assert "ride c2 c3" not in after.moves


def test_they_do_not_go_through_hexes_with_animals() -> None:
    """§9.3: with T only the end counts. The way out of the corner is blocked."""
    text = "swim a1 blue\ndolphin a1\nshark a2\nkraken b2\nmonster b3\nphase pick dolphin {}"
    assert moves(diagram(text.format("3"))) == {"pick a1", "stay"}
    assert "pick a1 rider" in diagram(text.format("T")).moves
    alone = play(diagram(text.format("2")), "pick a1")
    assert {"a2", "a3", "b2", "b3", "b4"} <= ends(alone, "to")


def test_they_go_round_animals() -> None:
    """§9.3: two steps are too few where three will do."""
    text = "swim a1 blue\ndolphin a1\nshark a2 b2\nkraken a3\nphase end dolphin {} a1 rider"
    two, three = diagram(text.format("2")), diagram(text.format("3"))
    assert ends(two, "to") == {"b3", "b4", "c3", "c4"}
    assert "b5" not in ends(two, "to")
    assert "b5" in ends(three, "to")
    assert "a3" not in ends(three, "to")


# §9.4 Alone


def test_a_lone_dolphin_moves_only_by_the_spinner() -> None:
    """§9.4"""
    position = diagram("swim a1 blue\ndolphin c3")
    assert moves(position, "ride") == set()
    assert moves(play(position, "stop", "spin dolphin 1")) == {"pick c3", "stay"}


def test_no_dolphin_carries_anybody_onto_coral() -> None:
    """§9.4: at the gate only the swimmer goes, for a point; on the spinner not at all."""
    position = diagram("swim c1 blue\ndolphin c1\nphase pick dolphin 3")
    assert "coral" not in ends(play(position, "pick c1 rider"), "to")
    assert "ride c1 coral" not in position.game.numbers


# §9.5 Several swimmers


def test_a_dolphin_takes_one_swimmer_along() -> None:
    """§9.5: each of several is together with it."""
    position = diagram("swim c3 2xblue white\ndolphin c3")
    after = play(position, "ride c3 c2")
    assert (at(after, "c3"), at(after, "c2")) == ("~blue ~white", "~blue dolphin")
    spun = diagram("swim c3 2xblue white\ndolphin c3\nphase pick dolphin 1")
    after = play(spun, "pick c3 rider", "to c2")
    assert (at(after, "c3"), at(after, "c2")) == ("~blue ~white", "~blue dolphin")


def test_both_owners_of_swimmers_there_may_ride() -> None:
    """§9.1, §9.5"""
    text = "swim c3 blue white\ndolphin c3\nturn {}"
    assert "ride c3 c2" in diagram(text.format("blue")).moves
    after = play(diagram(text.format("white")), "ride c3 c2")
    assert (at(after, "c3"), at(after, "c2")) == ("~blue", "~white dolphin")


def test_two_dolphins_take_two_swimmers_one_after_the_other() -> None:
    """§9.1, §9.5"""
    position = diagram("swim c3 2xblue\ndolphin c3 c3")
    after = play(position, "ride c3 c2", "ride c3 d3")
    assert (at(after, "c2"), at(after, "d3")) == ("~blue dolphin", "~blue dolphin")
    assert at(after, "c3") == ""


def test_a_jumper_beside_a_dolphin_is_protected_at_once() -> None:
    """§5.11, §8.3, §9.1: white's shark may not come, and white may not take the dolphin."""
    position = diagram("boat c3 blue\ndolphin c3\nshark c5\nswim a1 white")
    position = play(position, "jump c3", "stop", "spin kraken 1", "stop")
    assert position.state.seat == 1
    assert "to c3" not in play(position, "spin shark 3", "pick c5").moves
    assert play(position, "spin dolphin 3").actor == 0
    assert lost(position) == (11, 11)
