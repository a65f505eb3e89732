"""Chapter 10: the end of the game."""

from __future__ import annotations

import pytest

from atlantis_games import OVER, Position
from atlantis_games.games.escape import GAME
from games.escape.diagram import diagram
from games.escape.reading import lost, points, saved
from support.playing import moves, play

pytestmark = pytest.mark.plain


def is_clean(position: Position) -> bool:
    """Whether nothing of the turn is left to be done."""
    view = position.view(0)
    nothing = view["spun"] is view["picked"] is view["sinking"] is None
    return nothing and view["phase"] == "over" and not view["points"] and not view["rider"]


# §10.1 Nobody in play


def test_the_game_ends_with_the_last_rescue_in_the_middle_of_a_turn() -> None:
    """§10.1: nothing sinks any more, and the spinner is not turned."""
    position = diagram("land g6\nboat c1 blue\nsaved blue 3\nsaved white 2")
    after = play(position, "go c1 coral")
    assert after.actor == OVER
    assert after.is_over
    assert is_clean(after)
    assert (after.scores, after.winners) == ((4, 2), (0,))
    assert moves(after) == set()
    assert GAME.outcomes.ending(after) == "nobody"


def test_the_game_ends_with_a_swimmers_rescue() -> None:
    """§10.1"""
    position = diagram("swim c1 blue\nsaved white 2")
    after = play(position, "swim c1 coral")
    assert (after.actor, after.scores, after.winners) == (OVER, (1, 2), (1,))


@pytest.mark.parametrize("move", ["swim c2 c1", "jump c2"])
def test_the_game_ends_when_the_last_person_moves_into_the_jaws(move: str) -> None:
    """§5.12, §10.1"""
    where = "swim c2 blue" if move.startswith("swim") else "boat c2 blue"
    after = play(diagram(f"{where}\nshark c1 c2\nsaved white 2"), move)
    assert (after.actor, after.scores, lost(after)) == (OVER, (0, 2), (12, 10))


def test_the_game_ends_when_the_last_person_is_moved_into_the_jaws() -> None:
    """§6.2, §10.1: the piece is gone, and its symbol does not matter any more."""
    position = diagram("""
        land   d4
        people d4 white
        shark  c4 c5 d3 d5 e4 e5
        saved  blue 1
        phase  sink
    """)
    after = play(position, "sink d4", "move white c4")
    assert after.actor == OVER
    assert is_clean(after)
    assert after.view(0)["pieces"]["flatland"] == 0


def test_the_game_ends_with_a_whirlpool() -> None:
    """§7.3, §10.1"""
    position = diagram("land d4 e5\nswim d3 blue\nsymbols flatland whirlpool\nphase sink")
    after = play(position, "sink d4", "symbol whirlpool")
    assert (after.actor, lost(after)) == (OVER, (12, 12))
    assert is_clean(after)


def test_the_game_ends_when_an_animal_takes_the_last_person() -> None:
    """§8.2, §10.1: in the same turn, which is not completed."""
    position = diagram("boat c3 blue white\nmonster c4\nsaved blue 2\nphase end monster 1 c4")
    after = play(position, "to c3")
    assert (after.actor, after.winners, lost(after)) == (OVER, (0,), (10, 12))
    assert is_clean(after)
    assert after.view(0)["turns"] == 0


def test_the_game_goes_on_while_anybody_is_in_play() -> None:
    """§10.1: on land, in a boat or in the water, and whosever."""
    for rest in ("land g6\npeople g6 white", "boat a1 white", "swim a1 white"):
        after = play(diagram(f"swim c1 blue\n{rest}"), "swim c1 coral")
        assert not after.is_over
        assert points(after) == 2


def test_before_the_end_nobody_has_won() -> None:
    """§10.1"""
    position = diagram("swim c1 blue\nsaved blue 5")
    assert (position.scores, position.winners) == ((5, 0), ())


# §10.1 Who wins


@pytest.mark.parametrize(
    ("saved_by", "winners"),
    [
        ((1, 5, 3, 2), (1,)),
        ((4, 2, 4, 0), (0, 2)),
        ((3, 3, 3, 3), (0, 1, 2, 3)),
        ((0, 0, 0, 1), (3,)),
        ((0, 0, 0, 0), (0, 1, 2, 3)),
    ],
)
def test_most_people_saved_wins_and_equal_numbers_share(
    saved_by: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """§10.1: also at 0."""
    colours = ("blue", "white", "black", "red")
    lines = [f"saved {colour} {n}" for colour, n in zip(colours, saved_by, strict=True)]
    text = "\n".join(["swim c2 blue", "shark c1", *lines])
    after = play(diagram(text, players=4), "swim c2 c1")
    assert (after.scores, after.winners) == (saved_by, winners)


@pytest.mark.parametrize("players", [2, 3])
def test_all_lost_is_a_shared_win_at_nothing(players: int) -> None:
    """§10.1"""
    after = play(diagram("swim c2 blue\nshark c1", players=players), "swim c2 c1")
    assert after.scores == (0,) * players
    assert after.winners == tuple(range(players))


# §10.2 Stall


@pytest.mark.parametrize(
    ("players", "limit", "quiet"), [(2, 20, 39), (3, 20, 59), (4, 20, 79), (2, 1, 1), (3, 5, 14)]
)
def test_the_game_ends_after_too_many_quiet_turns(players: int, limit: int, quiet: int) -> None:
    """§10.2: stall_limit times the number of players."""
    text = "swim a1 blue\nsaved white 3\nquiet {}"
    position = diagram(text.format(quiet), players, stall_limit=limit)
    after = play(position, "stop", "spin shark 1")
    assert after.actor == OVER
    assert is_clean(after)
    assert after.winners == (1,)
    assert GAME.outcomes.ending(after) == "quiet"
    sooner = diagram(text.format(quiet - 1), players, stall_limit=limit)
    assert play(sooner, "stop", "spin shark 1").actor == 1


def test_people_left_at_a_stall_are_neither_saved_nor_lost() -> None:
    """§10.2"""
    position = diagram("swim a1 blue\nsaved blue 3\nquiet 39")
    after = play(position, "stop", "spin shark 1")
    assert (saved(after), lost(after)) == ((3, 0), (8, 12))
    assert after.view(0)["seats"][0]["in_play"] == 1


def test_the_limit_is_20_if_nothing_is_said() -> None:
    """§10.2"""
    assert diagram("swim a1 blue", players=3).view(0)["quiet_limit"] == 60


@pytest.mark.parametrize(
    ("drawing", "turn"),
    [
        ("land g6\nswim a1 blue", "stop, sink g6, symbol monster, spin shark 1"),
        ("swim c1 blue a1 blue", "swim c1 coral, stop, spin shark 1"),
        ("swim c1 blue a1 blue\nkraken k1\nshark c2", "swim c1 c2, stop, spin monster 1"),
        ("swim c1 white a1 blue\nshark c2", "stop, spin shark 1, pick c2, to c1"),
    ],
)
def test_a_sinking_a_rescue_or_a_loss_starts_the_count_again(drawing: str, turn: str) -> None:
    """§10.2"""
    position = diagram(f"{drawing}\nquiet 39")
    after = play(position, *turn.split(", "))
    assert not after.is_over
    assert after.view(0)["quiet"] == 0
    next_turn = play(after, "stop", "spin dolphin 1")
    assert next_turn.view(0)["quiet"] == 1


def test_moving_about_does_not_count_as_an_event() -> None:
    """§10.2: nor does a sunk boat whose people swim."""
    position = diagram("swim c1 blue\nboat d3 white\nkraken d4")
    after = play(position, "swim c1 c2", "stop", "spin kraken 1", "pick d4", "to d3")
    assert after.view(0)["quiet"] == 1
    assert after.view(0)["turns"] == 1


def test_quiet_turns_are_counted_over_all_players() -> None:
    """§10.2: in a row."""
    position = diagram("swim a1 blue white black", players=3)
    for turn in range(1, 6):
        position = play(position, "stop", "spin shark 1")
        assert position.view(0)["quiet"] == turn
