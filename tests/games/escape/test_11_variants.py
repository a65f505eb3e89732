"""Chapter 11: harsher variants."""

from __future__ import annotations

import pytest

from atlantis_games import OVER, Position
from games.escape.diagram import diagram
from games.escape.reading import at, ends, everything, lost, saved
from support.playing import moves, play

pytestmark = pytest.mark.plain


def storm(text: str, players: int = 2) -> Position:
    """A drawing with the option `hurricane`."""
    return diagram(text, players, hurricane="on")


# §11.1 Hurricane


def test_a_hurricane_comes_with_the_last_rescue_of_a_player() -> None:
    """§11.1: everybody still in play is lost, on land too; the game is over within the turn."""
    position = storm("""
        land   g6
        people g6 white
        boat   c1 blue k6 white
        swim   a1 white
        saved  white 3
        saved  blue 2
    """)
    after = play(position, "go c1 coral")
    assert after.actor == OVER
    assert (saved(after), lost(after)) == ((3, 3), (9, 9))
    assert everything(after) == {"g6": "mountain", "c1": "boat", "k6": "boat"}
    assert after.winners == (0, 1)
    assert after.view(0)["points"] == 0


def test_a_hurricane_comes_with_a_loss() -> None:
    """§11.1: white's last person is lost to blue's shark, and white has saved two."""
    position = storm("swim c3 white a1 blue\nshark c4\nsaved white 2\nphase end shark 1 c4")
    after = play(position, "to c3")
    assert (after.actor, saved(after), lost(after)) == (OVER, (0, 2), (12, 10))
    assert everything(after) == {"c3": "shark"}


def test_a_player_who_saved_nobody_brings_no_hurricane() -> None:
    """§11.1"""
    position = storm("swim c3 white a1 blue\nshark c4\nphase end shark 1 c4")
    after = play(position, "to c3")
    assert (after.actor, lost(after)) == (1, (11, 12))


def test_a_hurricane_comes_with_a_jump_into_the_jaws() -> None:
    """§5.12, §11.1: in the moving phase."""
    position = storm("boat c3 blue\nshark c3\nswim a1 white\nsaved blue 1")
    after = play(position, "jump c3")
    assert (after.actor, after.winners) == (OVER, (0,))


def test_a_hurricane_comes_while_people_are_moved_off_a_piece() -> None:
    """§6.2, §11.1: blue's last person goes to a shark, and white's beside it is lost too."""
    position = storm("""
        land   d4
        people d4 blue white
        shark  c4 c5 d3 d5 e4 e5
        saved  blue 1
        phase  relocate d4
    """)
    after = play(position, "move blue c4")
    assert (after.actor, saved(after), lost(after)) == (OVER, (1, 0), (11, 12))
    assert after.view(0)["sinking"] is None


def test_a_piece_with_people_on_it_has_not_sunk_when_the_storm_comes() -> None:
    """§6.3, §11.1: the game ends as soon as blue is done, before white's person is off."""
    position = storm("""
        land   d4
        people d4 blue white
        shark  c4 c5 d3 d5 e4 e5
        saved  blue 1
        phase  relocate d4
    """)
    assert at(play(position, "move blue c4"), "d4") == "flatland"


def test_a_hurricane_comes_with_a_whirlpool() -> None:
    """§7.3, §11.1"""
    position = storm("""
        land    d4 g6
        people  g6 2xwhite
        swim    d3 blue
        saved   blue 1
        symbols flatland whirlpool
        phase   sink
    """)
    after = play(position, "sink d4", "symbol whirlpool")
    assert (after.actor, saved(after), lost(after)) == (OVER, (1, 0), (11, 12))
    assert at(after, "g6") == "mountain"


def test_no_hurricane_while_the_player_has_people_in_play() -> None:
    """§11.1"""
    after = play(storm("boat c1 2xblue\nswim a1 white"), "go c1 coral")
    assert not after.is_over
    assert at(after, "a1") == "~white"


def test_a_hurricane_leaves_no_trace_of_who_swam_or_jumped() -> None:
    """§11.1"""
    position = storm("""
        swum   a1 blue
        jumped b5 blue
        swim   c3 white
        shark  c4
        saved  white 1
        phase  end shark 1 c4
    """)
    after = play(position, "to c3")
    assert after.is_over
    assert not any("swum" in shown or "jumped" in shown for shown in after.view(0)["hexes"])


def test_three_players_and_only_one_is_done() -> None:
    """§11.1: the most people saved still wins."""
    position = storm("swim c1 blue a1 white b5 black\nsaved black 4", players=3)
    after = play(position, "swim c1 coral")
    assert (after.actor, after.scores, after.winners) == (OVER, (1, 0, 4), (2,))
    assert lost(after) == (11, 12, 8)


def test_without_the_option_there_is_no_hurricane() -> None:
    """§11.1: off if nothing is said."""
    after = play(diagram("boat c1 blue\nswim a1 white"), "go c1 coral")
    assert not after.is_over


# §11.2 No refuge


@pytest.mark.parametrize(
    ("animal", "left", "gone"),
    [
        ("shark", "boat white shark dolphin", (12, 11)),
        ("monster", "monster dolphin", (12, 12)),
        ("kraken", "~blue ~white ~white kraken dolphin", (11, 10)),
        ("dolphin", "boat white ~blue ~white dolphin dolphin", (11, 10)),
    ],
)
def test_animals_may_end_on_a_dolphin_with_swimmers(
    animal: str, left: str, gone: tuple[int, int]
) -> None:
    """§11.2: a shark and a monster take all swimmers, a monster the boat, a kraken sinks it."""
    text = f"""
        boat    c3 white
        swim    c3 blue white
        dolphin c3
        {animal} c4
        swim    a1 black
        phase   end {animal} 1 c4
    """
    assert "to c3" not in diagram(text, 3).moves
    after = play(diagram(text, 3, no_refuge="on"), "to c3")
    assert at(after, "c3") == left
    assert lost(after)[:2] == gone


def test_swimmers_still_do_not_enter_or_jump_there() -> None:
    """§8.3: that half holds in every variant."""
    position = diagram("boat c3 blue\nswim c2 blue c3 white\ndolphin c3", no_refuge="on")
    assert {"swim c2 c3", "jump c3"}.isdisjoint(position.moves)


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_riders_still_do_not_go_to_other_animals(animal: str) -> None:
    """§9.3: that holds under no_refuge too."""
    text = f"swim c3 blue c2 white\ndolphin c3\n{animal} c2"
    if animal in ("monster", "shark"):
        text = text.replace(" c2 white", " a1 white")
    position = diagram(text, no_refuge="on")
    assert "ride c3 c2" not in position.moves
    for number in ("1", "T"):
        spun = diagram(f"{text}\nphase end dolphin {number} c3 rider", no_refuge="on")
        assert "c2" not in ends(spun, "to")


def test_dolphins_still_belong_to_their_swimmers() -> None:
    """§9.1: no_refuge changes nothing here."""
    position = diagram("swim c3 white a1 blue\ndolphin c3 k6\nphase pick dolphin 3", no_refuge="on")
    assert moves(position) == {"pick k6", "stay"}


def test_both_variants_together() -> None:
    """§11.1, §11.2: the shark comes to the refuge, and with it the storm."""
    text = "swim c3 white a1 blue\ndolphin c3\nshark c4\nsaved white 1\nphase end shark 1 c4"
    after = play(diagram(text, hurricane="on", no_refuge="on"), "to c3")
    assert (after.actor, lost(after), after.winners) == (OVER, (12, 11), (1,))
