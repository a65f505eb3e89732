"""What each player sees, and nothing else."""

from __future__ import annotations

import json
from itertools import chain, islice

import pytest

from atlantis_games import CHANCE, EVERYBODY, SPECTATOR, BadRequest, Position
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games.causeway import GAME
from atlantis_games.kernels.random import stream
from games.causeway.diagram import diagram
from games.causeway.reading import counted, hand, owed, random_game, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain

TABLE = """
    path  ring1 flag2+crown5 olive3 ~ statue4 = ~ crown1
    blue  A:1 B:home hand 2xflag statue tiles 5 3 shown flag
    white A:3 hand {} tiles 7 nobridge shown ring
    discard 3xhelmet amphora
    removed crown
"""


def same_to(seat: int, one: Position, other: Position) -> bool:
    """Whether a seat cannot tell two positions apart."""
    return (
        one.view(seat) == other.view(seat)
        and one.draw(seat) == other.draw(seat)
        and one.redacted(seat) == other.redacted(seat)
    )


# What is seen


def test_a_player_sees_the_own_hand_and_the_number_of_the_other_cards() -> None:
    position = diagram(TABLE.format("2xring olive"))
    blue, white = position.view(0)["seats"]
    assert blue["hand"] == {"flag": 2, "statue": 1}
    assert "hand" not in white
    assert (blue["cards"], white["cards"]) == (3, 3)
    assert position.view(1)["seats"][1]["hand"] == {"ring": 2, "olive": 1}


def test_everybody_sees_what_lies_open() -> None:
    position = diagram(TABLE.format("2xring olive"))
    for seat in (SPECTATOR, 0, 1):
        view = position.view(seat)
        blue, white = view["seats"]
        assert blue["figures"] == {"A": 1, "B": 54, "C": 0}
        assert (blue["tiles"], white["tiles"]) == ({"3": 1, "5": 1}, {"7": 1})
        assert (blue["bridge"], white["bridge"]) == (True, False)
        assert (blue["shown"], white["shown"]) == ({"flag": 1}, {"ring": 1})
        assert view["path"][0] == {"space": 1, "back": "A", "item": "ring", "value": 1}
        assert view["path"][1]["covered"] == "?"
        assert view["bridges"] == [6]
        assert view["unseen"] == {"A": ["crown5"], "B": []}
        assert view["discard"] == {"helmet": 3, "amphora": 1}
        assert view["removed"] == {"crown": 1}
        assert view["draw_pile"] == 105 - 3 - 3 - 4 - 1
        assert view["spent"] == {"1": 12, "2": 13, "3": 12, "4": 13, "5": 12, "6": 7, "7": 6}
        assert (view["turn"], view["actor"], view["phase"]) == (0, 0, "start")


def test_everybody_sees_the_sum_owed_and_the_figure_on_the_move() -> None:
    position = diagram(TABLE.format("ring"))
    after = play(position, "A statue")
    assert owed(after) == 3
    for seat in (SPECTATOR, 0, 1):
        assert after.view(seat)["owed"] == 3
        assert after.view(seat)["moving"] == {"figure": "A", "from": 1, "price": 3}


def test_the_gaps_and_their_prices_are_there_to_see() -> None:
    gaps = diagram(TABLE.format("ring")).view(SPECTATOR)["gaps"]
    assert gaps == [
        {"first": 4, "last": 4, "price": 3, "bridged": False},
        {"first": 6, "last": 7, "price": 0, "bridged": True},
    ]


# What is not seen


@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_other_hands_and_the_draw_pile_are_not_seen(seat: int) -> None:
    """With other cards in white's hand, and so in the draw pile, nothing looks different."""
    one = diagram(TABLE.format("2xring olive"))
    other = diagram(TABLE.format("ring amphora crown"))
    assert same_to(seat, one, other)
    assert not same_to(1, one, other)


def test_a_spectator_sees_no_hand() -> None:
    view = diagram(TABLE.format("2xring olive")).view(SPECTATOR)
    assert all("hand" not in seat and "bought" not in seat for seat in view["seats"])


def test_cards_that_were_shown_are_seen_and_the_others_stay_hidden() -> None:
    """§3.8: white passes, then draws cards that nobody knows."""
    position = diagram("""
        path  ring7 ~ flag6
        blue  A:3 hand ring
        white A:1 B:home C:home hand flag nobridge
        turn  white
    """)
    passed = play(position, "pass")
    assert passed.audience == 1
    one, other = (play(passed, *draws) for draws in [("draw ring",) * 2, ("draw crown",) * 2])
    for seat in (SPECTATOR, 0):
        assert passed.view(seat)["seats"][1]["shown"] == {"flag": 1}
        assert same_to(seat, one, other)
        assert one.view(seat)["seats"][1]["cards"] == 3


def test_which_cards_were_bought_is_seen_by_the_buyer_only() -> None:
    """§5.6: the others see how many."""
    position = diagram(TABLE.format("ring"), bought_cards_pay="off")
    buying = play(position, "buy 5")
    assert buying.audience == 0
    one = play(buying, "draw ring", "draw olive")
    other = play(buying, "draw crown", "draw crown")
    for seat in (SPECTATOR, 1):
        assert same_to(seat, one, other)
        assert one.view(seat)["bought"] == 2
        assert "bought" not in one.view(seat)["seats"][0]
    assert one.view(0)["seats"][0]["bought"] == {"ring": 1, "olive": 1}
    assert other.view(0)["seats"][0]["bought"] == {"crown": 2}


def test_which_bought_cards_may_pay_is_not_seen_by_others() -> None:
    """§5.6: white cannot tell which cards blue bought from what blue could pay with."""
    text = """
        path  ring1 ~ olive5
        blue  A:1 hand olive {} tiles 2 1 nobridge
    """
    one = play(diagram(text.format("flag"), bought_cards_pay="off"), "buy 2", "draw crown")
    other = play(diagram(text.format("crown"), bought_cards_pay="off"), "buy 2", "draw flag")
    paying_one, paying_other = play(one, "A olive"), play(other, "A olive")
    assert moves(paying_one) != moves(paying_other)
    assert same_to(1, paying_one, paying_other)
    assert not same_to(0, paying_one, paying_other)


def test_covered_tiles_are_not_seen() -> None:
    """§2.3: which of the unseen tiles lies where is nowhere in the position."""
    one = diagram("path ring1+crown5 flag2+olive4 statue3\nblue hand ring")
    other = diagram("path ring1+olive4 flag2+crown5 statue3\nblue hand ring")
    assert one == other
    assert one.view(0)["unseen"]["A"] == ["crown5", "olive4"]


def test_with_peek_covered_tiles_are_seen_by_all() -> None:
    """§2.3"""
    position = diagram("path ring1+crown5 flag2+olive4 statue3", peek=True)
    for seat in (SPECTATOR, 0, 1):
        assert [space.get("covered") for space in position.view(seat)["path"][:3]] == [
            "crown5",
            "olive4",
            None,
        ]


def test_a_new_draw_pile_is_as_unknown_as_the_old_one() -> None:
    """§2.6: what a player could remember is not shown."""
    text = """
        path    ring1 flag2 olive3
        blue    A:1 hand flag
        white   hand {}
        draw
        discard 2xcrown {}
        removed 14xring 12xcrown 14xflag 15xhelmet 15xstatue 15xolive 15xamphora
    """
    one = play(diagram(text.format("ring", "crown")), "A flag")
    other = play(diagram(text.format("crown", "ring")), "A flag")
    assert one.view(0)["discard"] == other.view(0)["discard"] == {}
    assert one.view(0)["draw_pile"] == 4
    assert same_to(0, one, other)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_hidden_cards_could_be_others_and_nothing_would_look_different(
    seat: int,
) -> None:
    """Hidden cards are dealt again at many points of a game; the seat sees no change."""
    random = stream(seat + 2)
    for position in islice(random_game(3, 3, bought_cards_pay="off"), 0, None, 5):
        states = position.redacted(seat).states()
        GAME.engine.resample(states, seat, random)
        guess = Position(GAME, states)
        assert same_to(seat, position, guess)
        assert guess.state.hands.sum() + guess.state.deck.sum() == (
            position.state.hands.sum() + position.state.deck.sum()
        )
        assert guess.state.hands.sum(axis=1).tolist() == guess.state.hand_size.tolist()
        assert (guess.state.deck >= 0).all()
        assert (guess.state.bought >= 0).all()
        if position.actor == seat != SPECTATOR:
            assert guess.moves == position.moves


# Redacted positions


def test_a_redacted_position_has_the_moves_of_its_own_seat_only() -> None:
    position = diagram(TABLE.format("2xring olive"))
    assert position.redacted(0).moves == position.moves
    assert position.redacted(1).moves == {}
    assert position.redacted(SPECTATOR).moves == {}


def test_of_a_redacted_hand_only_the_shown_cards_remain() -> None:
    position = diagram(TABLE.format("2xring olive"))
    redacted = position.redacted(0)
    assert hand(redacted, 1) == {"ring": 1}
    assert redacted.state.hand_size[1] == 3
    pool = counted(redacted.state.deck.tolist())
    assert pool["ring"] == counted(position.state.deck.tolist())["ring"] + 1
    assert redacted.state.deck_size == position.state.deck_size
    assert redacted.redacted(0) == redacted


def test_a_redacted_position_is_shown_to_nobody_else() -> None:
    position = diagram(TABLE.format("2xring olive"))
    with pytest.raises(BadRequest, match="another seat"):
        position.redacted(0).view(1)
    with pytest.raises(BadRequest, match="no seat 2"):
        position.view(2)


def test_who_sees_what_chance_does() -> None:
    """Cards are seen by the player who draws them, tiles by all."""
    for position in random_game(4, 2):
        if position.actor == CHANCE:
            tile = next(iter(position.odds)).startswith("tile")
            assert position.audience == (EVERYBODY if tile else position.state.seat)
        else:
            assert position.audience == EVERYBODY


def test_a_view_is_plain_values_from_the_deal_to_the_end() -> None:
    for position in islice(random_game(6, 2), 0, None, 5):
        for seat in (SPECTATOR, 0, 1):
            view = position.view(seat)
            json.dumps(view)
            assert view["seats"][0]["worth"] == sum(tiles(position, 0))
            assert position.draw(seat)


# What people read


def test_a_prompt_says_what_is_owed() -> None:
    after = play(diagram(TABLE.format("ring")), "A statue")
    code, values = GAME.views.prompt(after.view(0), after.moves)
    assert (code, values) == ("pay", {"owed": 3})
    sentence = GAME.texts().fill(f"prompt.{code}", values)
    assert sentence == "You owe 3. Pay with tiles and cards."


STUCK = """
    path  ring7 ~ flag6
    blue  A:1 B:home C:home hand flag tiles 3
"""


def test_a_prompt_asks_for_no_move_when_no_figure_can_move() -> None:
    """§3.7: the gap costs 6, and blue has a 3 to trade for cards, then nothing but passing."""
    stuck = diagram(STUCK)
    assert GAME.views.prompt(stuck.view(0), stuck.moves)[0] == "stuck"
    bought = play(stuck, "buy 3", "draw ring")
    assert GAME.views.prompt(bought.view(0), bought.moves)[0] == "pass"
    assert GAME.views.prompt(bought.view(1), ())[0] == "start"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_prompt(language: str) -> None:
    texts = GAME.texts(language)
    codes = set()
    stuck = diagram(STUCK)
    games = chain(random_game(3, 3), random_game(3, 3, payment="strict"))
    for position in chain(games, (stuck, play(stuck, "buy 3", "draw ring"))):
        if position.actor >= 0:
            code, values = GAME.views.prompt(position.view(position.actor), position.moves)
            codes.add(f"prompt.{code}")
            assert "{" not in texts.fill(f"prompt.{code}", values)
    own = json.loads((GAME.folder / "locales" / language / "game.json").read_text("utf-8"))
    assert codes == {code for code in own if code.startswith("prompt.")}


DRAWING = """
Atlantis: 1C 2B 2C
 1 ring1[1A]     2 flag2+        3 olive3[2A]    4 ~3~           5 statue4
 6 ===           7 ===           8 crown1        9              10
"""


def test_a_drawing_shows_the_path_and_what_everybody_has() -> None:
    drawn = diagram(TABLE.format("2xring olive")).draw(0).splitlines()
    assert drawn[:3] == DRAWING.strip().splitlines()
    assert drawn[-5:] == [
        "Mainland: 1B",
        "",
        "Seat 1 blue  | tiles 3 5 (8) | 3 cards | bridge | hand 2xflag 1xstatue",
        "Seat 2 white | tiles 7 (7) | 3 cards | no bridge | showed 1xring",
        "Draw pile 94, discard pile 4.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawing_speaks_the_readers_language(language: str) -> None:
    drawn = diagram(TABLE.format("2xring olive")).draw(0, language)
    assert "draw." not in drawn
    assert "{" not in drawn
    assert ("Festland: 1B" in drawn) == (language == "de")
    assert "hand 2xflag 1xstatue" in drawn.lower()  # items as in moves


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    texts = GAME.texts(language)
    for name, option in GAME.options.items():
        for code in ("", ".help", *(f".{word}" for word in option.words)):
            assert f"option.{name}{code}" in texts
