"""What an observation holds: everything a seat may know, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from atlantis_games import CHANCE, Dealer, Game, Position
from atlantis_games.games import GAMES
from atlantis_games.games.causeway import observation as causeway
from atlantis_games.games.escape import observation as escape
from atlantis_games.games.escape.state import refresh
from atlantis_games.games.escape.tables import BOARD
from atlantis_games.kernels.numba import COMPILED
from games.test_properties import secrets_changed
from support.playing import any_choice, random_options

pytestmark = pytest.mark.plain

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def observed(position: Position, seat: int) -> Any:
    vector = np.full(position.game.observation.LAYOUT.size, 77, np.uint8)
    position.game.observation.observe(position.states()[0], seat, vector)
    return vector


def planes(position: Position, seat: int) -> dict[str, Any]:
    return dict(position.game.observation.LAYOUT.planes(observed(position, seat)))


def some_positions(name: str, number: int, seed: int = 1) -> list[Position]:
    """Positions of random games with random options in which a seat decides."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        options = random_options(GAMES[name], rng)
        position = GAMES[name].new(rng.choice([2, 3, 4]), **options)
        while not position.is_over and len(found) < number:
            position = position.play(any_choice(position, rng))
            if position.actor >= 0 and rng.random() < 0.1:
                found.append(position)
    return found


def number_of_positions() -> int:
    return 150 if COMPILED else 12


def test_a_changed_secret_changes_no_observation() -> None:
    """Other hands and the draw pile are dealt again: no seat's observation notices."""
    changed = 0
    for position in some_positions("causeway", number_of_positions()):
        for seat in range(position.players):
            other = secrets_changed(position, seat, seed=5)
            changed += other != position
            np.testing.assert_array_equal(observed(other, seat), observed(position, seat))
    assert changed > number_of_positions()


def test_what_is_bought_is_seen_by_the_buyer_only() -> None:
    position = Dealer("3").deal(GAMES["causeway"].new(2))
    states = position.states()
    states["bought"][0, 2] = 1
    states["bought_count"][0] = 1
    after = Position(position.game, states)
    assert planes(after, 0)["bought"].tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert not planes(after, 1)["bought"].any()
    assert planes(after, 1)["bought_count"] == 1


@games
def test_a_redacted_position_looks_the_same(game: Game) -> None:
    for position in some_positions(game.name, 30 if COMPILED else 4, seed=2):
        for seat in range(position.players):
            redacted = position.redacted(seat)
            np.testing.assert_array_equal(observed(redacted, seat), observed(position, seat))


# What every field of a record is seen as; None: it follows from others or is never seen.
CAUSEWAY_SEEN = {
    "shows": ("items",),
    "land": None,
    "occupied": None,
    "covered": ("covered",),
    "bridges": ("bridges",),
    "unseen": ("unseen",),
    "cost": ("costs",),
    "value": ("values",),
    "face": None,
    "lower": ("lower_items", "lower_values"),
    "hands": ("hand", "hidden"),
    "hand_size": ("hand_sizes",),
    "shown": ("shown", "hidden"),
    "tiles": ("tiles",),
    "wealth": None,
    "figures": ("figures", "figure_spaces"),
    "home": ("home",),
    "has_bridge": ("bridges_left",),
    "deck": None,
    "deck_size": ("draw_pile",),
    "discard": ("discard", "hidden"),
    "discard_size": None,
    "removed": ("removed", "hidden"),
    "spent": ("spent",),
    "phase": ("phase",),
    "seat": ("turn",),
    "figure": ("moving",),
    "origin": ("origin",),
    "owed": ("owed",),
    "has_paid": ("has_paid",),
    "paid_cards": ("paid_cards",),
    "has_acted": ("has_acted",),
    "bought_count": ("bought_count",),
    "has_bought": ("has_bought",),
    "bought": ("bought",),
    "played": ("played",),
    "draws": None,
    "space": None,
    "idle": ("idle",),
    "turns": ("turns",),
    "players": ("players",),
    "peek": ("options",),
    "bought_cards_pay": ("options",),
    "remove_spent_cards": ("options",),
    "strict_payment": ("options",),
    "pass_draws_for_home": ("options",),
    "atlantis_is_free": ("options",),
}
ESCAPE_SEEN = {
    "people": ("people",),
    "swimmers": ("swimmers",),
    "land": ("land",),
    "boats": ("boats",),
    "beasts": None,
    "animals": ("animals",),
    "standing": None,
    "swimming": None,
    "room": None,
    "calm": None,
    "free": None,
    "refuge": None,
    "swum": ("swum",),
    "jumped": ("jumped",),
    "to_place": ("to_place",),
    "saved": ("saved",),
    "lost": ("lost",),
    "symbols": ("symbols",),
    "pieces": ("pieces",),
    "phase": ("phase",),
    "seat": ("turn",),
    "points": ("points",),
    "sinking": ("sinking",),
    "spun_animal": ("spun_animal",),
    "spun_number": ("spun_number",),
    "picked": ("picked",),
    "rider": ("rider",),
    "eventful": ("eventful",),
    "quiet": ("turns_left",),
    "turns": ("turns",),
    "players": ("players",),
    "mixed": ("options",),
    "spinner": ("options",),
    "hurricane": ("options",),
    "no_refuge": ("options",),
    "riding": ("options",),
    "arriving": ("options",),
    "under_way": ("guarded",),
    "stall_limit": ("turns_left",),
}
SEEN: dict[str, dict[str, Any]] = {"causeway": CAUSEWAY_SEEN, "escape": ESCAPE_SEEN}


@games
def test_every_field_of_the_record_is_accounted_for(game: Game) -> None:
    seen = SEEN[game.name]
    assert game.record.names is not None
    assert set(seen) == set(game.record.names)
    shown = {name for names in seen.values() for name in names or ()}
    assert shown | {"seat"} == {field.name for field in game.observation.LAYOUT.fields}


def changed_fields(before: Position, after: Position, seat: int) -> set[str]:
    old, new = planes(before, seat), planes(after, seat)
    return {name for name in old if not np.array_equal(old[name], new[name])}


def elements(game: Game, field: str, rng: random.Random) -> list[int]:
    """Some places in a field of the record; all if there are few."""
    shape = game.record[field].shape
    places = list(range(int(np.prod(shape)))) if shape else [0]
    if field in {"tiles", "spent"}:  # no tile is worth 0
        places = [place for place in places if place % 8]
    if game.name == "escape" and field == "land":
        places = [0, 1]  # the island does not reach into the third word
    if field in {"value", "cost", "lower"}:
        places = places[1:54]
    return rng.sample(places, min(len(places), 12))


def poked(position: Position, field: str, place: int) -> Position:
    """The position with one number of its record changed, and what follows from it."""
    states = position.states()
    values = states[field].reshape(-1)
    if values.dtype == np.uint64:
        bit = (31, 5)[place] if field == "land" else 3  # on the island
        values[place] ^= np.uint64(1 << bit)
    else:
        values[place] = values[place] - 1 if values[place] > 0 else values[place] + 1
    states[field] = values.reshape(states[field].shape)
    if field in {"people", "swimmers"}:
        refresh(states[0], place // 4)
    return Position(position.game, states)


# These change what others mean or lie in no state that could be: they have tests of their own.
NOT_POKED = {"players", "peek", "phase", "figure", "animals", "spun_animal", "spun_number"}
NOT_POKED |= {"standing", "swimming"}


@games
def test_everything_public_changes_the_observation(game: Game) -> None:
    """Each number of the record shows in the fields that stand for it, and nowhere else."""
    rng = random.Random(3)
    settings: dict[str, object] = {"peek": True} if game.name == "causeway" else {}
    position = Dealer("7").deal(game.new(4, **settings))
    for _ in range(30 if game.name == "causeway" else 150):  # every item is still hidden somewhere
        position = position.play(any_choice(position, rng))
    while position.actor != 1 or position.view(1)["phase"] not in {"pay", "move"}:
        position = position.play(any_choice(position, rng))
    for field, shown in SEEN[game.name].items():
        if field in NOT_POKED:
            continue
        for place in elements(game, field, rng):
            changed = changed_fields(position, poked(position, field, place), 1)
            secret = field == "deck" or (field == "hands" and place // 7 != 1)
            if secret or shown is None:
                assert not changed, f"{field} {place} changes {changed}"
            else:
                assert changed, f"{field} {place} changes nothing"
                assert changed <= {*shown, "bought"}, f"{field} {place} changes {changed}"


@games
def test_options_and_players_are_seen(game: Game) -> None:
    plain = game.new(2)
    for name, option in game.options.items():
        values = option.words if option.numbers is None else ("3", "7")
        changed = next(value for value in values if value != option.default)
        assert changed_fields(plain, game.new(2, **{name: changed}), 0) >= {
            SEEN[game.name][option.field][0]
        }
    assert "players" in changed_fields(plain, game.new(3), 0)


@games
def test_seats_are_counted_from_the_observer(game: Game) -> None:
    """Every seat's own row comes first, then those of the seats that play after it."""
    name, field = {
        "causeway": ("hand_sizes", "hand_size"),
        "escape": ("to_place", "to_place"),
    }[game.name]
    states = game.new(4).states()
    states[field][0] = [3, 5, 7, 9]
    position = Position(game, states)
    for seat in range(4):
        rows = planes(position, seat)[name].tolist()
        assert rows == ([3, 5, 7, 9] * 2)[seat : seat + 4]
        assert planes(position, seat)["seat"].tolist() == [int(s == seat) for s in range(4)]
    three = game.new(3).states()
    three[field][0] = [3, 5, 7, 9]
    assert planes(Position(game, three), 2)[name].tolist() == [7, 3, 5, 0]


def test_the_path_reads_like_the_view() -> None:
    """Items, values, bridges and figures of Causeway as `Position.view` tells them."""
    from atlantis_games.games.causeway.tables import ITEMS

    for position in some_positions("causeway", 40 if COMPILED else 5, seed=4):
        seat = position.actor
        view, seen = position.view(seat), planes(position, seat)
        for shown in view["path"]:
            space = shown["space"]
            items = [ITEMS[i] for i in np.flatnonzero(seen["items"][:, space])]
            assert items == ([shown["item"]] if "item" in shown else [])
            assert seen["values"][space] == shown.get("value", 0)
            assert seen["covered"][space] == ("covered" in shown)
        assert np.flatnonzero(seen["bridges"]).tolist() == view["bridges"]
        for row in range(position.players):
            player = view["seats"][(seat + row) % position.players]
            assert seen["figure_spaces"][row].tolist() == list(player["figures"].values())
            assert seen["hand_sizes"][row] == player["cards"]
        hidden = 105 - sum(view["discard"].values()) - sum(view["removed"].values())
        hidden -= sum(view["seats"][seat]["hand"].values())
        hidden -= sum(
            sum(player["shown"].values())
            for number, player in enumerate(view["seats"])
            if number != seat
        )
        assert int(seen["hidden"].sum()) == hidden
        assert seen["turn"].tolist() == [1, 0, 0, 0]


def test_the_sea_reads_like_the_view() -> None:
    """Land, boats, people and animals of Escape as `Position.view` tells them."""
    from atlantis_games.games.escape.board import ANIMALS, KINDS

    for position in some_positions("escape", 30 if COMPILED else 4, seed=4):
        seat = position.actor
        view, seen = position.view(seat), planes(position, seat)
        turned = [(seat + row) % position.players for row in range(position.players)]
        for place, shown in enumerate(view["hexes"]):
            assert BOARD.names[place] == shown["hex"]
            land = [KINDS[kind] for kind in np.flatnonzero(seen["land"][:, place])]
            assert land == ([shown["land"]] if "land" in shown else [])
            assert seen["boats"][place] == ("boat" in shown)
            for name in ("people", "swimmers"):
                numbers = shown.get(name, [0] * position.players)
                assert seen[name][: position.players, place].tolist() == [
                    numbers[other] for other in turned
                ]
            animals = [shown.get("animals", {}).get(animal, 0) for animal in ANIMALS]
            assert seen["animals"][:, place].tolist() == animals
        assert not seen["land"][:, len(BOARD.names) :].any()


def test_large_numbers_stop_at_255() -> None:
    states = GAMES["escape"].new(4, stall_limit=1000).states()
    states["turns"] = 70_000
    seen = planes(Position(GAMES["escape"], states), 0)
    assert seen["turns"] == 255
    assert seen["turns_left"] == 255


def test_layouts_are_as_they_were() -> None:
    """A stored observation stays readable: a change here needs a new version of the id."""
    assert (causeway.VERSION, causeway.LAYOUT.size, causeway.DECISIONS) == (2, 1232, 104)
    assert (escape.VERSION, escape.LAYOUT.size, escape.DECISIONS) == (2, 2928, 4129)
    for module in (causeway, escape):
        assert module.LAYOUT.size % 8 == 0
        assert all(start < module.LAYOUT.size for start in module.LAYOUT.start.values())
    assert CHANCE < 0
