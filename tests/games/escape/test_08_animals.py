"""Chapter 8: the spinner and the animals."""

from __future__ import annotations

import numpy as np
import pytest

from atlantis_games import Position
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.board import distances
from atlantis_games.games.escape.tables import BOARD
from games.escape.diagram import diagram
from games.escape.reading import NAMES, at, ends, everything, inside, lost, phase, sets_are_right
from support.playing import moves, play

pytestmark = pytest.mark.plain

RING = "land f6 f7 g5 g7 h6 h7\npeople g5 blue white"  # mountains around the hole at g6


def within(start: str, number: int) -> set[str]:
    """The hexes at most so far from one, without it, as if all were sea."""
    steps = distances(BOARD, [BOARD.names.index(start)])
    return {BOARD.names[place] for place, far in steps.items() if 0 < far <= number}


# §8.1 Which animal, and how far


def test_one_animal_of_the_kind_shown_is_picked_or_none() -> None:
    """§8.1"""
    position = diagram("swim a1 blue\nshark c3 j2\nkraken d5\nphase spin")
    assert moves(play(position, "spin shark 1")) == {"pick c3", "pick j2", "stay"}
    assert moves(play(position, "spin kraken 1")) == {"pick d5", "stay"}


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_it_moves_up_to_the_number(animal: str, number: int) -> None:
    """§8.1: the number is a limit, and the move does not end where it began."""
    position = diagram(f"swim a1 blue\n{animal} g6\nphase spin")
    position = play(position, f"spin {animal} {number}", "pick g6")
    assert ends(position, "to") == within("g6", number)
    assert set(position.moves) == {f"to {name}" for name in within("g6", number)}


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_with_t_it_dives_to_any_other_sea_hex(animal: str) -> None:
    """§8.1: 132 of them when the island is gone."""
    position = diagram(f"swim a1 blue\n{animal} c3\nphase end {animal} T c3")
    assert ends(position, "to") == set(BOARD.names) - {"c3"}
    assert len(position.moves) == 132
    position = diagram(f"land all\nsunk d4\npeople g6 blue\n{animal} c3\nphase end {animal} T c3")
    assert len(position.moves) == 133 - 36 - 1


def test_animals_move_over_sea_only() -> None:
    """§8.1: round the land, and not through it."""
    position = diagram("land e5\nswim a1 blue\nshark d4\nphase end shark 2 d4")
    assert ends(position, "to") == within("d4", 2) - {"e5", "f6"}
    position = diagram("land e5\nswim a1 blue\nshark d4\nphase end shark 3 d4")
    assert "f6" in ends(position, "to")


def test_animals_swim_through_whatever_is_there() -> None:
    """§8.1: boats, swimmers, animals, a dolphin with a swimmer; nothing happens on the way."""
    position = diagram("""
        boat    a2 white b2
        swim    b3 white
        dolphin b3
        kraken  a2
        shark   a1
        phase   end shark 2 a1
    """)
    before = everything(position)
    assert ends(position, "to") == within("a1", 2) - {"b3"}
    after = play(position, "to b4")
    assert everything(after) == {key: it for key, it in before.items() if key != "a1"} | {
        "b4": "shark"
    }


def test_an_animal_that_is_not_moved_harms_nobody() -> None:
    """§8.1: people boarded where the kraken is."""
    position = diagram("boat c3 blue white\nkraken c3\nphase pick kraken 1")
    after = play(position, "stay")
    assert at(after, "c3") == "boat blue white kraken"
    assert after.actor == 1


def test_only_one_animal_moves() -> None:
    """§8.1: then the turn is over; of two on a hex one stays."""
    position = diagram("swim a1 blue\nshark c3 c3 j2\nphase pick shark 2")
    assert moves(position) == {"pick c3", "pick j2", "stay"}
    listed = np.empty(GAME.max_legal, np.int32)
    assert GAME.engine.legal(position.states(), listed) == 3  # the two sharks are one choice
    after = play(position, "pick c3", "to c4")
    assert (at(after, "c3"), at(after, "c4"), at(after, "j2")) == ("shark", "shark", "shark")
    assert (after.actor, phase(after)) == (1, "move")


def test_it_does_not_matter_which_animal_came_first() -> None:
    """§8.1: the same animals on the same hexes are the same position."""
    text = "swim a1 blue\nshark {}\nphase pick shark 1"
    one, other = diagram(text.format("c3 j2 c4")), diagram(text.format("j2 c4 c3"))
    assert one == other
    assert play(one, "pick c3", "to c4") == play(
        diagram(text.format("c4 c3 j2")), "pick c3", "to c4"
    )
    moved = play(one, "pick j2", "to j3", "stop", "spin shark 1", "pick j3", "to j2")
    assert (moved.state.animals == one.state.animals).all()


@pytest.mark.parametrize("number", ["1", "3", "T"])
def test_without_an_animal_of_that_kind_the_turn_ends(number: str) -> None:
    """§8.1"""
    position = diagram("swim a1 blue\nkraken c3\nphase spin")
    after = play(position, f"spin shark {number}")
    assert (after.actor, phase(after)) == (1, "move")
    assert after.view(0)["turns"] == 1


def test_an_animal_shut_in_by_land_cannot_move() -> None:
    """§8.1: the turn ends; but with T it dives out."""
    position = diagram(f"{RING}\nshark g6\nphase spin")
    assert play(position, "spin shark 3").actor == 1
    assert moves(play(position, "spin shark T")) == {"pick g6", "stay"}


def test_of_two_animals_one_shut_in_only_the_other_is_picked() -> None:
    """§8.1"""
    position = diagram(f"{RING}\nshark g6 a1\nphase pick shark 2")
    assert moves(position) == {"pick a1", "stay"}


def test_dolphins_only_with_others_swimmers_cannot_be_moved() -> None:
    """§8.1, §9.1: the turn ends without a decision, also with T."""
    position = diagram("swim c1 white c5 white\ndolphin c1 c5\nphase spin")
    assert play(position, "spin dolphin 2").actor == 1
    assert play(position, "spin dolphin T").actor == 1


def test_the_player_who_spun_moves_the_animal() -> None:
    """§8.1"""
    position = diagram("swim a1 blue\nshark c3\nturn black\nphase spin", players=3)
    position = play(position, "spin shark 1")
    assert position.actor == 2
    assert play(position, "pick c3").actor == 2
    assert play(position, "pick c3", "to c4").actor == 0


# §8.2 What it does where it ends


@pytest.mark.parametrize(
    ("animal", "there", "after"),
    [
        ("monster", "swim c3 blue 2xwhite", "monster"),
        ("monster", "boat c3 blue 2xwhite", "monster"),
        ("monster", "boat c3", "monster"),
        ("monster", "boat c3 white\nswim c3 blue", "monster"),
        ("monster", "shark c3\nkraken c3 c3", "monster shark kraken kraken"),
        ("monster", "dolphin c3", "monster dolphin"),
        ("shark", "swim c3 blue 2xwhite", "shark"),
        ("shark", "boat c3 blue 2xwhite", "boat blue white white shark"),
        ("shark", "boat c3", "boat shark"),
        ("shark", "boat c3 white\nswim c3 blue", "boat white shark"),
        ("kraken", "swim c3 blue 2xwhite", "~blue ~white ~white kraken"),
        ("kraken", "boat c3 blue 2xwhite", "~blue ~white ~white kraken"),
        ("kraken", "boat c3", "boat kraken"),
        ("kraken", "boat c3 white\nswim c3 blue", "~blue ~white kraken"),
        ("kraken", "boat c3\nswim c3 blue", "boat ~blue kraken"),
        ("kraken", "boat c3 blue white\nshark c3", "shark kraken"),
        ("kraken", "boat c3 blue white\nmonster c3", "monster kraken"),
        ("kraken", "boat c3 blue\ndolphin c3", "~blue kraken dolphin"),
        ("kraken", "boat c3 white\nkraken c3", "~white kraken kraken"),
        ("dolphin", "swim c3 white", "~white dolphin"),
        ("dolphin", "boat c3 white\nswim c3 white", "boat white ~white dolphin"),
        ("dolphin", "dolphin c3\nshark c3", "shark dolphin dolphin"),
    ],
)
def test_what_an_animal_does_where_it_ends(animal: str, there: str, after: str) -> None:
    """§8.2, §5.12: on swimmers, boats and other animals."""
    position = diagram(f"{there}\n{animal} c4\nswim a1 blue white\nphase end {animal} 1 c4")
    arrived = play(position, "to c3")
    assert at(arrived, "c3") == after
    assert at(arrived, "c4") == ""
    assert sets_are_right(arrived)
    left = after.replace("~", "").split()
    assert lost(arrived) == (11 - left.count("blue"), 11 - left.count("white"))


def test_a_sunk_boat_leaves_no_boat_and_no_room() -> None:
    """§8.2: white swims there and has nothing to climb into."""
    position = diagram("boat c3 white\nkraken c4\nphase end kraken 1 c4")
    after = play(position, "to c3")
    assert after.actor == 1
    assert moves(after, "climb", "sail", "jump") == set()
    assert "swim c3 c2" in after.moves


def test_an_animal_does_no_harm_where_it_was_or_passed() -> None:
    """§8.2: what counts is where it ends."""
    position = diagram("swim c4 blue a1 white\nboat c5 white\nmonster c6\nphase end monster 3 c6")
    after = play(position, "to c3")
    assert (at(after, "c4"), at(after, "c5"), at(after, "c3")) == ("~blue", "boat white", "monster")


def test_people_on_land_are_never_harmed() -> None:
    """§8.2"""
    position = diagram("land g3\npeople g3 blue\nmonster g1\nphase end monster 2 g1")
    assert at(play(position, "to g2"), "g3") == "flatland blue"


def test_a_diving_animal_harms_like_a_swimming_one() -> None:
    """§8.1, §8.2"""
    position = diagram("swim m7 white a1 blue\nshark a7\nphase end shark T a7")
    assert at(play(position, "to m7"), "m7") == "shark"


# §8.3 Refuge


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
@pytest.mark.parametrize("number", ["3", "T"])
def test_no_animal_ends_on_a_dolphin_with_a_swimmer(animal: str, number: str) -> None:
    """§8.3: whosever the swimmer is; hexes with only one of the two are open."""
    position = diagram(f"""
        swim    c3 white c4 blue c5 white
        dolphin c3 c4 d6
        {animal} c6
        phase   end {animal} {number} c6
    """)
    reached = ends(position, "to")
    assert reached.isdisjoint({"c3", "c4"})
    assert {"c5", "d6"} <= reached


def test_an_animal_with_nowhere_to_end_cannot_be_picked() -> None:
    """§8.1, §8.3: the only sea hex beside it is a refuge."""
    position = diagram("""
        land    f6 f7 g5 g7 h6
        people  g5 blue
        swim    h7 white
        dolphin h7
        shark   g6
        phase   spin
    """)
    assert play(position, "spin shark 1").actor == 1
    assert moves(play(position, "spin shark 2")) == {"pick g6", "stay"}


def test_an_animal_may_leave_a_refuge() -> None:
    """§8.3: a kraken that was there already; only the dolphin belongs to white."""
    position = diagram("swim c3 white\ndolphin c3\nkraken c3\nphase pick kraken 1")
    assert at(play(position, "pick c3", "to c4"), "c4") == "kraken"


def test_no_swimmer_enters_or_jumps_into_a_refuge() -> None:
    """§8.3"""
    position = diagram("boat c3 blue\nswim c2 blue c3 white\ndolphin c3")
    assert "jump c3" not in position.moves
    assert "swim c2 c3" not in position.moves


def test_a_refuge_is_gone_with_its_swimmer_or_its_dolphin() -> None:
    """§8.3: then it is open again."""
    position = diagram("boat c3 blue\nswim c2 blue c3 blue\ndolphin c3")
    assert "swim c2 c3" in play(position, "swim c3 c4").moves
    assert "jump c3" in play(position, "climb c3").moves
    position = diagram("swim c2 blue c3 2xblue\ndolphin c3")
    assert "swim c2 c3" in play(position, "ride c3 c4").moves


# §8.3 with the option `refuge`


PAIR = """
    swim    c3 blue
    dolphin c3
    shark   c7
"""


def shark_may_come(position: Position, end: str) -> bool:
    """Whether a shark that dives may end there."""
    return f"to {end}" in play(position, "stop", "spin shark T", "pick c7").moves


def test_with_riding_a_dolphin_does_not_guard_who_only_meets_it() -> None:
    """§8.3"""
    assert not shark_may_come(diagram(PAIR), "c3")
    assert shark_may_come(diagram(PAIR, refuge="riding"), "c3")
    eaten = play(diagram(PAIR, refuge="riding"), "stop", "spin shark T", "pick c7", "to c3")
    assert at(eaten, "c3") == "shark dolphin"


def test_with_riding_a_ride_protects_to_the_end_of_the_owners_next_turn() -> None:
    """§8.3: in this turn, in the other's, in the next own one, and no longer."""
    position = play(diagram(PAIR, refuge="riding"), "ride c3 c4")
    turns = ("spin monster 1",)  # no monster is in play, so the turn ends
    for left in (3, 2, 1):
        assert position.view(0)["hexes"][NAMES.index("c4")]["guarded"] == left
        assert not shark_may_come(position, "c4")
        assert "Protected by dolphins: c4" in position.draw(0)
        position = play(position, "stop", *turns)
    assert "guarded" not in position.view(0)["hexes"][NAMES.index("c4")]
    assert "Protected" not in position.draw(0)
    assert shark_may_come(position, "c4")


def test_with_riding_each_ride_protects_the_next_hex_only() -> None:
    """§8.3"""
    position = play(diagram(PAIR, refuge="riding"), "ride c3 c4", "ride c4 c5")
    assert inside(position.state.refuge) == {"c5"}
    position = play(position, "stop", "spin monster 1", "stop", "spin monster 1", "ride c5 c6")
    assert inside(position.state.refuge) == {"c6"}
    assert position.view(0)["hexes"][NAMES.index("c6")]["guarded"] == 3


def test_with_riding_a_ride_by_the_spinner_protects_too() -> None:
    """§8.3, §9.2"""
    position = play(diagram(PAIR, refuge="riding"), "stop", "spin dolphin 2", "pick c3 rider")
    position = play(position, "to c5")
    assert inside(position.state.refuge) == {"c5"}
    position = play(position, "stop", "spin monster 1")
    assert inside(position.state.refuge) == {"c5"}
    assert not inside(play(position, "stop", "spin monster 1").state.refuge)


@pytest.mark.parametrize(
    "parting", [("swim c4 c5",), ("climb c4",), ("stop", "spin dolphin 1", "pick c4", "to b3")]
)
def test_with_riding_a_pair_that_parts_is_protected_no_more(parting: tuple[str, ...]) -> None:
    """§8.3: a dolphin and a swimmer of that player must stay."""
    drawing = "boat c4\nswim c3 blue c4 white\ndolphin c3"
    position = play(diagram(drawing, refuge="riding"), "ride c3 c4")
    assert inside(position.state.refuge) == {"c4"}
    assert not inside(play(position, *parting).state.refuge)


def test_with_riding_who_comes_after_a_pair_has_parted_is_not_protected() -> None:
    """§8.3: ever since the ride somebody of blue's must have been there, and nobody was."""
    drawing = diagram("swim c3 blue c5 blue\ndolphin c3", refuge="riding")
    position = play(drawing, "ride c3 c4", "swim c4 b3", "swim c5 c4")
    assert at(position, "c4") == "~blue dolphin"
    assert not inside(position.state.refuge)


def test_with_riding_swimmers_and_jumpers_may_come_to_who_is_not_under_way() -> None:
    """§8.3, both halves."""
    drawing = "boat c3 blue\nswim c3 white c4 blue\ndolphin c3"
    assert {"swim c4 c3", "jump c3"}.isdisjoint(diagram(drawing).moves)
    assert {"swim c4 c3", "jump c3"} <= set(diagram(drawing, refuge="riding").moves)
    under_way = play(diagram(PAIR + "boat c4 blue", refuge="riding"), "ride c3 c4")
    reason = under_way.why_not("jump c4")
    assert reason is not None
    assert (reason.code, reason.rule) == ("dolphin-guards", "§8.3")


def test_with_riding_a_dolphin_is_still_for_the_owner_of_its_swimmer() -> None:
    """§8.3, §9.1: together without being protected."""
    position = diagram("swim c3 white\ndolphin c3 k6\nphase pick dolphin 2", refuge="riding")
    assert moves(position, "pick") == {"pick k6"}
    reason = position.why_not("pick c3")
    assert reason is not None
    assert reason.code == "not-your-dolphin"


def test_no_refuge_lifts_what_riding_leaves() -> None:
    """§8.3, §11.2: animals may come, swimmers may not."""
    position = diagram(PAIR + "swim c5 blue", refuge="riding", no_refuge=True)
    position = play(position, "ride c3 c4")
    assert shark_may_come(position, "c4")
    assert "swim c5 c4" not in position.moves
