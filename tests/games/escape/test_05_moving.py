"""Chapter 5: moving people and boats."""

from __future__ import annotations

import pytest

from games.escape.diagram import diagram
from games.escape.reading import at, ends, lost, phase, points, saved
from support.playing import moves, play

pytestmark = pytest.mark.plain


# The rulebook's sample turns


def test_sample_turn_one_from_a_hill_into_a_boat() -> None:
    """§5.1, §5.2, §5.6: a person walks over a piece into a boat, and the boat moves."""
    position = diagram("land g3 g4\npeople g4 blue\nboat g2")
    after = play(position, "go g4 g3", "go g3 g2", "sail g2 f2")
    assert at(after, "f2") == "boat blue"
    assert phase(after) == "sink"


def test_sample_turn_two_two_people_are_saved() -> None:
    """§5.6, §5.10: a boat moves to the gate and two people go onto the coral island."""
    position = diagram("boat d1 2xblue\nswim a1 white")
    after = play(position, "sail d1 c1", "go c1 coral", "go c1 coral")
    assert saved(after) == (2, 0)
    assert at(after, "c1") == "boat"
    assert phase(after) == "spin"


@pytest.mark.parametrize("crew", ["", "white white"])
def test_sample_turn_three_from_boat_to_boat(crew: str) -> None:
    """§5.6, §5.8, §5.10: no matter who is in the second boat."""
    position = diagram(f"boat d2 blue c1 {crew}\nswim a1 white")
    after = play(position, "sail d2 d1", "go d1 c1", "go c1 coral")
    assert saved(after) == (1, 0)
    assert (at(after, "d1"), at(after, "c1")) == ("boat", f"boat {crew}".strip())


def test_a_sample_turn_with_a_dolphin() -> None:
    """§9.2: a swimmer swims to a dolphin and rides two hexes."""
    position = diagram("swim d3 blue\ndolphin d2")
    after = play(position, "swim d3 d2", "ride d2 d1", "ride d1 c1")
    assert at(after, "c1") == "~blue dolphin"


# §5.0 Own people


def test_only_own_people_and_swimmers_move() -> None:
    """§5.0"""
    position = diagram("""
        land    g3 g4
        people  g3 white
        boat    c1 white
        swim    c11 white
        dolphin c11
    """)
    assert moves(position) == {"stop"}


def test_one_of_several_colours_moves() -> None:
    """§5.0: the others stay."""
    position = diagram("land g3 g4\npeople g3 blue 2xwhite")
    after = play(position, "go g3 g4")
    assert (at(after, "g3"), at(after, "g4")) == ("flatland white white", "hill blue")


def test_every_move_costs_one_point() -> None:
    """§5: each kind of move once."""
    position = diagram("""
        land    g3 g4
        people  g3 blue
        boat    g2 blue c1 blue
        swim    c11 blue c1 2xblue k11 blue
        dolphin k11
    """)
    for move in (
        "go g3 g4",
        "go g3 g2",
        "go g3 f3",
        "go g2 g3",
        "go c1 coral",
        "swim c11 coral",
        "swim c11 c10",
        "sail g2 g1",
        "jump g2",
        "climb c1",
        "ride k11 k10",
    ):
        assert points(play(position, move)) == 2


# §5.1 Walking


def test_a_person_walks_to_any_piece_next_to_it() -> None:
    """§5.1: g4 has six neighbours, and one is gone."""
    position = diagram("land g4 g3 f4 f5 g5 h5\npeople g4 blue\nshark h4")
    assert ends(position, "go", "g4") == {"g3", "f4", "f5", "g5", "h5"}
    after = play(position, "go g4 g5")
    assert (at(after, "g4"), at(after, "g5")) == ("hill", "mountain blue")


def test_a_full_piece_cannot_be_entered_and_so_not_be_walked_through() -> None:
    """§5.1: three people of whatever colours."""
    position = diagram("land g3 g4 g5\npeople g3 blue g4 blue 2xwhite g5 2xwhite\nboat g2")
    assert "go g3 g4" not in position.moves
    assert "go g4 g5" in position.moves


def test_a_walker_may_go_on_in_the_same_turn() -> None:
    """§5.1"""
    position = diagram("land g3 g4 g5 g6\npeople g3 blue")
    assert at(play(position, "go g3 g4", "go g4 g5", "go g5 g6"), "g6") == "mountain blue"


# §5.2 Boarding, §5.7 room in boats


def test_a_person_boards_a_boat_next_to_the_piece() -> None:
    """§5.2: also with others in it, but not one two hexes away."""
    position = diagram("land g3\npeople g3 blue\nboat g2 2xwhite g1")
    assert ends(position, "go", "g3") == {"g2", "f3", "f4", "g4", "h3", "h4"}
    assert at(play(position, "go g3 g2"), "g2") == "boat blue white white"


def test_a_boat_carries_three() -> None:
    """§5.7: into a full one nobody boards, changes or climbs, nor jumps where it is."""
    position = diagram("land g3\npeople g3 blue\nboat g2 3xwhite g1 blue\nswim g2 blue")
    assert moves(position, "climb") == set()
    assert "go g3 g2" not in position.moves
    assert "go g1 g2" not in position.moves


def test_boarding_a_boat_beside_a_kraken_is_safe() -> None:
    """§5.2, §5.12: from land, from a boat and from the water."""
    position = diagram("land g3\npeople g3 blue\nboat g2 g1 blue\nswim g2 blue\nkraken g2")
    after = play(position, "go g3 g2", "go g1 g2", "climb g2")
    assert at(after, "g2") == "boat blue blue blue kraken"


# §5.3 Into the sea


def test_a_person_jumps_from_land_into_free_water() -> None:
    """§5.3"""
    position = diagram("land g3\npeople g3 blue")
    after = play(position, "go g3 f3")
    assert (at(after, "g3"), at(after, "f3")) == ("flatland", "~blue")


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_nobody_jumps_from_land_to_an_animal(animal: str) -> None:
    """§5.3: not even to a dolphin or a kraken."""
    position = diagram(f"land g3\npeople g3 blue\n{animal} f3")
    assert ends(position, "go", "g3") == {"f4", "g2", "g4", "h3", "h4"}


def test_where_a_boat_is_one_boards_it() -> None:
    """§5.2, §5.3: the hex is not free."""
    position = diagram("land g3\npeople g3 blue\nboat f3")
    assert at(play(position, "go g3 f3"), "f3") == "boat blue"


def test_swimmers_do_not_keep_anybody_from_jumping() -> None:
    """§5.3"""
    position = diagram("land g3\npeople g3 blue\nswim f3 blue 3xwhite")
    assert at(play(position, "go g3 f3"), "f3") == "~blue ~blue ~white ~white ~white"


# §5.4 Ashore


def test_a_swimmer_goes_ashore_where_there_is_room() -> None:
    """§5.4"""
    position = diagram("land g3 f4\npeople g3 2xwhite f4 3xwhite\nswim f3 blue")
    assert ends(position, "swim", "f3") == {"e2", "e3", "f2", "g2", "g3"}
    after = play(position, "swim f3 g3")
    assert (at(after, "f3"), at(after, "g3")) == ("", "flatland blue white white")


def test_who_is_ashore_walks_on_in_the_same_turn() -> None:
    """§5.4, §5.11: once ashore nothing is remembered."""
    position = diagram("land g3 g4\nswim f3 blue")
    after = play(position, "swim f3 g3", "go g3 g4", "go g4 g3")
    assert at(after, "g3") == "flatland blue"


# §5.5 Swimming


def test_a_swimmer_swims_one_hex() -> None:
    """§5.5"""
    position = diagram("swim c2 blue")
    assert ends(position, "swim", "c2") == {"b1", "b2", "c1", "c3", "d1", "d2"}
    after = play(position, "swim c2 c3")
    assert (at(after, "c2"), at(after, "c3")) == ("", "~blue")


def test_boats_animals_and_swimmers_do_not_stop_a_swimmer() -> None:
    """§5.5"""
    position = diagram("""
        swim    c2 blue b1 white
        boat    b2
        shark   c1
        monster c3
        kraken  d1
        dolphin d2
    """)
    assert ends(position, "swim", "c2") == {"b1", "b2", "c1", "c3", "d1", "d2"}


def test_a_dolphin_with_a_swimmer_stops_a_swimmer() -> None:
    """§5.5, §8.3: no matter whose the other swimmer is."""
    position = diagram("swim c2 blue c1 blue c3 white\ndolphin c1 c3")
    assert ends(position, "swim", "c2") == {"b1", "b2", "d1", "d2"}


# §5.6 Sailing


def test_a_boat_moves_one_hex_with_everybody_in_it() -> None:
    """§5.6: others' people too."""
    position = diagram("boat c2 2xblue white\nswim c2 white")
    after = play(position, "sail c2 c3")
    assert (at(after, "c2"), at(after, "c3")) == ("~white", "boat blue blue white")


def test_a_boat_goes_only_where_there_is_no_land_boat_or_animal() -> None:
    """§5.6"""
    position = diagram("land g3\nboat g2 blue f2\nshark f3\nswim a1 white\nturn blue")
    assert ends(position, "sail", "g2") == {"g1", "h2", "h3"}


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_no_animal_lets_a_boat_in(animal: str) -> None:
    """§5.6"""
    position = diagram(f"boat g2 blue\n{animal} g1")
    assert "sail g2 g1" not in position.moves


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_a_boat_may_leave_a_hex_with_an_animal(animal: str) -> None:
    """§5.6"""
    position = diagram(f"boat g2 blue\n{animal} g2")
    after = play(position, "sail g2 g1")
    assert (at(after, "g2"), at(after, "g1")) == (animal, "boat blue")


def test_a_boat_may_enter_gates_and_hexes_with_swimmers() -> None:
    """§5.6: nothing happens to them."""
    position = diagram("boat d1 blue\nswim c1 white d2 blue")
    assert at(play(position, "sail d1 c1"), "c1") == "boat blue ~white"
    assert at(play(position, "sail d1 d2"), "d2") == "boat blue ~blue"


@pytest.mark.parametrize(
    ("crew", "may"),
    [
        ("", "blue white black red"),
        ("blue", "blue"),
        ("blue white white", "white"),
        ("blue white black", "blue white black"),
        ("black red", "black red"),
        ("3xred", "red"),
    ],
)
def test_a_boat_is_sailed_by_a_player_with_the_most_people_in_it(crew: str, may: str) -> None:
    """§5.6: an empty one by anybody."""
    for colour in ("blue", "white", "black", "red"):
        position = diagram(f"boat g2 {crew}\nswim a1 blue\nturn {colour}", players=4)
        assert bool(moves(position, "sail")) == (colour in may.split())


def test_control_is_judged_at_each_step() -> None:
    """§5.6: blue sails on after boarding white's boat, and not after leaving it again."""
    position = diagram("land g3\npeople g3 blue\nboat g2 white")
    assert moves(position, "sail") == set()
    aboard = play(position, "go g3 g2")
    assert "sail g2 g1" in aboard.moves
    assert moves(play(aboard, "go g2 g3"), "sail") == set()


def test_a_boat_may_go_on_after_people_have_changed() -> None:
    """§5.6: one hex, somebody comes in, one more hex."""
    position = diagram("land g3\npeople g3 blue\nboat f2 blue white")
    after = play(position, "sail f2 f3", "go g3 f3", "sail f3 e3")
    assert at(after, "e3") == "boat blue blue white"


def test_a_boat_that_blue_left_is_whites() -> None:
    """§5.6: control is lost with the last tie."""
    position = diagram("land g3\nboat g2 blue white")
    assert moves(play(position, "go g2 g3"), "sail") == set()
    assert moves(play(position, "jump g2"), "sail") == set()


# §5.8 Out of a boat


def test_a_passenger_goes_to_a_boat_or_a_piece_next_to_it() -> None:
    """§5.8: with room, and not into the water of another hex."""
    position = diagram("""
        land   g4 f4
        people f4 3xwhite
        boat   g3 blue f3 h3 3xwhite
    """)
    assert ends(position, "go", "g3") == {"g4", "f3"}
    assert at(play(position, "go g3 f3"), "f3") == "boat blue"
    assert at(play(position, "go g3 g4"), "g4") == "hill blue"
    assert at(play(position, "go g3 g4"), "g3") == "boat"


# §5.9 Jumping and climbing


def test_a_passenger_jumps_into_the_water_of_the_same_hex() -> None:
    """§5.9"""
    position = diagram("boat g2 2xblue white")
    after = play(position, "jump g2")
    assert at(after, "g2") == "boat blue white ~blue"


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_animals_do_not_forbid_a_jump(animal: str) -> None:
    """§5.9"""
    assert "jump g2" in diagram(f"boat g2 blue\n{animal} g2").moves


@pytest.mark.parametrize("colour", ["blue", "white"])
def test_a_dolphin_with_a_swimmer_forbids_a_jump(colour: str) -> None:
    """§5.9, §8.3"""
    assert "jump g2" not in diagram(f"boat g2 blue\ndolphin g2\nswim g2 {colour}").moves
    assert "jump g2" in diagram(f"boat g2 blue\nswim g2 {colour}").moves


def test_a_swimmer_climbs_into_a_boat_on_the_same_hex() -> None:
    """§5.9"""
    position = diagram("boat g2 white f2\nswim g2 blue")
    assert moves(position, "climb") == {"climb g2"}
    after = play(position, "climb g2")
    assert at(after, "g2") == "boat blue white"


def test_a_swimmer_with_a_dolphin_may_climb_into_a_boat() -> None:
    """§5.9, §9.1"""
    position = diagram("boat g2\nswim g2 blue\ndolphin g2")
    assert at(play(position, "climb g2"), "g2") == "boat blue dolphin"


def test_only_a_passenger_jumps_and_only_a_swimmer_climbs() -> None:
    """§5.9: nobody does either on land."""
    position = diagram("land g3\npeople g3 blue\nboat g2 white\nswim g2 white")
    assert moves(position, "jump", "climb") == set()


# §5.10 Saved


@pytest.mark.parametrize("gate", ["c1", "c11", "k1", "k11"])
def test_from_a_gate_swimmers_and_passengers_are_saved(gate: str) -> None:
    """§5.10"""
    position = diagram(f"boat {gate} 2xblue white\nswim {gate} blue white")
    after = play(position, f"go {gate} coral", f"swim {gate} coral")
    assert saved(after) == (2, 0)
    assert at(after, gate) == "boat blue white ~white"
    assert points(after) == 1


@pytest.mark.parametrize("place", ["c2", "d1", "b1", "k10", "a1"])
def test_from_other_hexes_nobody_is_saved(place: str) -> None:
    """§5.10, §2.3"""
    position = diagram(f"boat {place} blue\nswim {place} blue")
    assert "coral" not in ends(position, "go") | ends(position, "swim")


def test_the_saved_stay_saved() -> None:
    """§5.10: they never move again."""
    position = diagram("boat c1 blue\nswim a1 white\nsaved blue 4")
    after = play(position, "go c1 coral")
    assert saved(after) == (5, 0)
    assert moves(after) == {"sail c1 c2", "sail c1 d1", "sail c1 b1", "stop"}


# §5.11 Swimming is slow


def test_a_swimmer_who_has_swum_swims_no_further() -> None:
    """§5.11: not on, not ashore, not onto a coral island."""
    swum = play(diagram("land f4\nswim e3 blue"), "swim e3 f3")
    assert moves(swum) == {"stop"}
    swum = play(diagram("swim c2 blue"), "swim c2 c1")
    assert moves(swum) == {"stop"}


def test_who_has_swum_may_climb_and_be_carried_on() -> None:
    """§5.11: the rulebook's own example."""
    position = diagram("swim c3 blue\nboat c2")
    after = play(position, "swim c3 c2", "climb c2", "sail c2 c1")
    assert at(after, "c1") == "boat blue"


def test_who_has_swum_and_climbed_may_go_onto_the_coral_island() -> None:
    """§5.10, §5.11: once aboard nothing is remembered."""
    position = diagram("swim c2 blue\nboat c1\nswim a1 white")
    after = play(position, "swim c2 c1", "climb c1", "go c1 coral")
    assert saved(after) == (1, 0)


def test_who_has_swum_may_ride() -> None:
    """§5.11, §9.2"""
    swum = play(diagram("swim c3 blue\ndolphin c2"), "swim c3 c2")
    assert moves(swum) == {
        *("ride c2 c1", "ride c2 c3", "ride c2 b1", "ride c2 b2", "ride c2 d1", "ride c2 d2"),
        "stop",
    }


def test_who_jumped_from_land_can_do_nothing() -> None:
    """§5.11: not swim, not go back ashore."""
    jumped = play(diagram("land g3\npeople g3 blue"), "go g3 f3")
    assert moves(jumped) == {"stop"}


def test_who_jumped_from_land_cannot_climb_into_a_boat_that_comes() -> None:
    """§5.11: nor ride a dolphin that somebody else brings."""
    position = diagram("land g3\npeople g3 blue\nboat g2\nswim e3 blue\ndolphin e3")
    boat = play(position, "go g3 f3", "sail g2 f3")
    assert at(boat, "f3") == "boat ~blue"
    assert moves(boat, "climb") == set()
    dolphin = play(position, "go g3 f3", "ride e3 f3")
    assert at(dolphin, "f3") == "~blue ~blue dolphin"
    assert "ride f3 e3" in dolphin.moves
    spun = play(dolphin, "swim f3 f2", "sink g3", "symbol monster", "spin dolphin 3")
    assert moves(spun) == {"pick f3", "stay"}


def test_who_jumped_from_a_boat_can_do_nothing() -> None:
    """§5.11: not climb back, not ride, not go onto the coral island."""
    jumped = play(diagram("boat c1 blue\ndolphin c1"), "jump c1")
    assert moves(jumped, "climb", "ride", "swim") == set()
    assert at(jumped, "c1") == "boat ~blue dolphin"


def test_a_jumper_rides_only_from_the_next_turn_on() -> None:
    """§5.11, §8.3: and is protected at once; the spinner of this turn does not help."""
    position = diagram("boat c2 blue\ndolphin c2\nshark b1\nswim a1 white")
    jumped = play(position, "jump c2", "stop")
    assert ends(play(jumped, "spin shark 3", "pick b1"), "to").isdisjoint({"c2"})
    spun = play(jumped, "spin dolphin 2")
    assert moves(spun) == {"pick c2", "stay"}
    next_turn = play(spun, "stay", "stop", "spin monster 1")
    assert "ride c2 c1" in next_turn.moves


def test_at_the_next_turn_everybody_is_rested() -> None:
    """§5.11: who swam and who jumped."""
    position = diagram("land g3\npeople g3 blue\nswim c3 blue\nsymbols flatland boat")
    after = play(position, "swim c3 c2", "go g3 f3", "stop", "sink g3", "symbol boat")
    after = play(after, "spin shark 1", "stop", "spin shark 1")
    assert (after.actor, points(after)) == (0, 3)
    assert "swim c2 c1" in after.moves
    assert "swim f3 f2" in after.moves


def test_of_several_swimmers_each_swims_once() -> None:
    """§5.11: two who came together are two who have swum."""
    position = diagram("swim c3 2xblue")
    one = play(position, "swim c3 c2")
    assert "swim c2 c1" not in one.moves
    two = play(one, "swim c3 c2")
    assert moves(two) == {"stop"}


def test_a_rested_swimmer_beside_one_who_has_swum_may_do_anything() -> None:
    """§5.11"""
    position = play(diagram("swim c2 blue c1 blue"), "swim c2 c1")
    assert at(position, "c1") == "~blue ~blue"
    after = play(position, "swim c1 coral")
    assert saved(after) == (1, 0)
    assert "swim c1 coral" not in after.moves


def test_one_who_has_swum_climbs_first() -> None:
    """§5.11: the rested one can still go onto the coral island."""
    position = diagram("swim c2 blue c1 blue\nboat c1")
    after = play(position, "swim c2 c1", "climb c1")
    assert "swim c1 coral" in after.moves


def test_one_who_has_swum_rides_first() -> None:
    """§5.11: the one who stays is rested, and the rider is not."""
    position = diagram("swim c1 blue\nswum c1 blue\ndolphin c1")
    after = play(position, "ride c1 c2")
    assert "swim c1 coral" in after.moves
    assert moves(after, "swim") == {"swim c1 coral", "swim c1 b1", "swim c1 d1"}
    assert "ride c2 c1" in after.moves


def test_one_who_has_swum_climbs_first_beside_one_who_jumped() -> None:
    """§5.11: the jumper stays in the water and can do nothing."""
    after = play(diagram("swum c1 blue\njumped c1 blue\nboat c1"), "climb c1")
    assert at(after, "c1") == "boat blue ~blue"
    assert moves(after, "climb", "swim") == set()


def test_jumpers_do_not_climb_or_ride_for_others() -> None:
    """§5.11: one rested and one who jumped; after the rested one nobody can."""
    position = diagram("swim c1 blue\njumped c1 blue\nboat c1\ndolphin c1")
    assert {"climb c1", "ride c1 d1", "swim c1 coral"} <= moves(position)
    for move in ("climb c1", "ride c1 d1", "swim c1 coral"):
        after = play(position, move)
        assert {"climb c1", "swim c1 coral"}.isdisjoint(after.moves)


def test_others_swimmers_are_not_taken_for_own_rested_ones() -> None:
    """§5.0, §5.11"""
    position = diagram("swum c1 blue\nswim c1 3xwhite")
    assert moves(position) == {"stop"}


def test_once_ashore_or_aboard_nothing_is_remembered_of_the_hex() -> None:
    """§5.11: a second swimmer comes to where one climbed out, and is the one who has swum."""
    position = diagram("swim c3 2xblue\nboat c2\npoints 3")
    after = play(position, "swim c3 c2", "climb c2")
    assert moves(after, "climb") == set()
    after = play(after, "swim c3 c2")
    assert at(after, "c2") == "boat blue ~blue"


# §5.12 Into the jaws


@pytest.mark.parametrize("animal", ["monster", "shark"])
def test_who_swims_to_a_shark_or_a_monster_is_lost(animal: str) -> None:
    """§5.12: the move is legal."""
    position = diagram(f"swim c2 2xblue\n{animal} c1\nswim a1 white")
    after = play(position, "swim c2 c1")
    assert (at(after, "c2"), at(after, "c1")) == ("~blue", animal)
    assert lost(after) == (11, 11)
    assert points(after) == 2


@pytest.mark.parametrize("animal", ["monster", "shark"])
def test_who_jumps_to_a_shark_or_a_monster_is_lost(animal: str) -> None:
    """§5.12: the boat and the others in it are not touched."""
    position = diagram(f"boat c2 2xblue\n{animal} c2")
    after = play(position, "jump c2")
    assert at(after, "c2") == f"boat blue {animal}"
    assert lost(after) == (11, 12)


def test_a_kraken_and_a_lone_dolphin_do_not_harm_swimmers() -> None:
    """§5.12"""
    position = diagram("swim c2 2xblue\nboat d3 blue\nkraken c1 d3\ndolphin b1")
    after = play(position, "swim c2 c1", "swim c2 b1", "jump d3")
    assert at(after, "c1") == "~blue kraken"
    assert at(after, "b1") == "~blue dolphin"
    assert at(after, "d3") == "boat ~blue kraken"


def test_a_shark_beside_a_dolphin_still_bites() -> None:
    """§5.12: a lone dolphin protects nobody who comes."""
    position = diagram("swim c2 2xblue\ndolphin c1\nshark c1")
    after = play(position, "swim c2 c1")
    assert at(after, "c1") == "shark dolphin"


def test_a_lost_swimmer_is_not_remembered_as_one_who_has_swum_or_jumped() -> None:
    """§5.11, §5.12: blue's other swimmers keep what they may do."""
    position = diagram("swim c2 2xblue\nboat d3 2xblue\nshark c1 d3")
    after = play(position, "swim c2 c1", "jump d3")
    view = after.view(0)
    assert not any("swum" in shown or "jumped" in shown for shown in view["hexes"])


def test_passengers_are_safe_beside_sharks_and_monsters_that_are_there() -> None:
    """§5.12: boarding is not coming into the water."""
    position = diagram("land g3\npeople g3 blue\nboat g2\nshark g2\nmonster g2")
    assert at(play(position, "go g3 g2"), "g2") == "boat blue monster shark"


# §5.13 Riding


def test_riding_is_one_of_the_moves() -> None:
    """§5.13: see chapter 9."""
    position = diagram("swim e3 blue\ndolphin e3")
    assert at(play(position, "ride e3 e2"), "e2") == "~blue dolphin"


def test_moves_of_all_kinds_mix_in_any_order() -> None:
    """§5: a dolphin, a boat and a person on land in one turn."""
    position = diagram("land g3 g4\npeople g3 blue\nboat c2 blue\nswim k2 blue\ndolphin k2")
    after = play(position, "ride k2 k1", "go g3 g4", "sail c2 c1")
    assert (at(after, "k1"), at(after, "g4"), at(after, "c1")) == (
        "~blue dolphin",
        "hill blue",
        "boat blue",
    )


# §5.12 with the option `bite`


JAWS = """
    boat    c7 blue
    swim    c3 blue
    shark   c4 c7
    monster c2
"""


@pytest.mark.parametrize("move", ["swim c3 c4", "swim c3 c2", "jump c7"])
def test_only_with_entering_is_it_deadly_to_come_to_a_shark_or_a_monster(move: str) -> None:
    """§5.12"""
    end = move.split()[-1]
    for bite, losses in (("entering", 1), ("arriving", 0)):
        before = diagram(JAWS, bite=bite)
        shown = next(choice for choice in before.choices() if choice["move"] == move)
        assert ("lost" in shown) == bool(losses), "the preview says so"
        after = play(before, move)
        assert lost(after)[0] - lost(before)[0] == losses
        assert ("~blue" in at(after, end)) == (not losses)


def test_with_arriving_whoever_is_with_a_shark_is_lost_to_the_next_one() -> None:
    """§5.12, §8.2: the shark that is there stays harmless, another one that comes is not."""
    swum = play(diagram("swim c3 blue\nshark c4 c6", bite="arriving"), "swim c3 c4", "stop")
    after = play(swum, "spin shark 2", "pick c6", "to c4")
    assert at(after, "c4") == "shark shark"
    away = play(
        swum, "spin shark 1", "pick c4", "to c5", "stop", "spin shark 1", "pick c5", "to c4"
    )
    assert at(away, "c4") == "shark"


def test_with_arriving_people_put_into_a_sharks_water_live() -> None:
    """§5.12, §6.2"""
    drawing = "land d4\npeople d4 blue\nshark c4 c5 d3 d5 e4 e5\nphase relocate d4"
    assert at(play(diagram(drawing), "move blue c4"), "c4") == "shark"
    assert at(play(diagram(drawing, bite="arriving"), "move blue c4"), "c4") == "~blue shark"


@pytest.mark.parametrize("bite", ["entering", "arriving"])
def test_a_shark_under_a_sunk_boat_takes_its_people_with_both_values(bite: str) -> None:
    """§5.12, §8.2"""
    drawing = "boat c4 blue\nswim a1 blue\nshark c4\nkraken c5\nphase end kraken 1 c5"
    assert at(play(diagram(drawing, bite=bite), "to c4"), "c4") == "shark kraken"


def test_with_arriving_an_animal_that_comes_up_still_harms() -> None:
    """§5.12, §7.1: people who stayed on the hex."""
    drawing = """
        land    f6 f7 g5 g6 g7 h6 h7
        people  f6 3xblue f7 3xblue g5 3xblue g7 3xwhite h6 3xwhite h7 3xwhite g6 blue
        phase   relocate g6
    """
    stayed = play(diagram(drawing, bite="arriving"), "move blue g6")
    assert at(stayed, "g6") == "~blue"
    assert at(play(stayed, "symbol shark"), "g6") == "shark"
