"""The challenge of a day: the same for everybody, and nothing but the position decides."""

from __future__ import annotations

import datetime

import pytest

from atlantis_games import CHANCE, BadMatch, BadRequest, Game, Match
from atlantis_games.core.daily_dealer import DailyDealer, kind_of
from atlantis_games.games import GAMES
from atlantis_games.study.daily import DailyBot, challenge_of, day_named

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
DAY = datetime.date(2026, 11, 17)


def played(game: Game, day: datetime.date, choice: int) -> Match:
    """A challenge in which the person always takes the first or the last move."""
    challenge = challenge_of(game, day)
    match = challenge.match("Ada")
    match.deal()
    while not match.position.is_over:
        if match.position.actor == challenge.seat:
            match.play(list(match.position.moves)[choice])
        else:
            match.play(challenge.next_move(match))
        match.deal()
    return match


@games
def test_the_same_moves_lead_to_the_same_game(game: Game) -> None:
    first, again = played(game, DAY, 0), played(game, DAY, 0)
    assert first.log == again.log
    assert played(game, DAY + datetime.timedelta(1), 0).log != first.log


@games
def test_other_moves_meet_the_same_cards(game: Game) -> None:
    """What is laid out is the same, and so is the order of what is drawn or spun."""
    one, other = played(game, DAY, 0), played(game, DAY, -1)
    assert one.log != other.log
    laid = [[entry for entry in match.log if entry[0] == CHANCE] for match in (one, other)]
    first = next(ply for ply, (actor, _) in enumerate(one.log) if actor != CHANCE)
    assert one.log[:first] == other.log[:first]
    kinds = {kind_of(move) for _, move in laid[0]} & {"draw", "spin"}
    assert kinds
    for kind in kinds:
        first_ones, others = (
            [move for _, move in found if kind_of(move) == kind][:12] for found in laid
        )
        assert len(others) == 12
        assert first_ones == others


@games
def test_a_challenge_is_written_read_and_proved(game: Game) -> None:
    match = played(game, DAY, 0)
    read = Match.read(match.write())
    assert isinstance(read.dealer, DailyDealer)
    read.verify()
    other = DailyDealer(f"daily {game.name} 2026-11-18")
    read.dealer = other
    with pytest.raises(BadMatch, match="the seed deals"):
        read.verify()


@games
def test_a_bot_answers_a_position_always_alike_and_another_day_otherwise(game: Game) -> None:
    """A weak level errs at random, but at the same place every day in the same way."""
    level = next(iter(game.levels))
    match = challenge_of(game, DAY).match("Ada")
    match.deal()
    chosen: list[list[str]] = [[], [], []]
    for _ in range(12):
        position = match.position.redacted(match.position.actor)
        for number, name in enumerate(("daily a", "daily a", "daily b")):
            chosen[number].append(DailyBot(game, level, name).choose(position, None))
        match.play(chosen[0][-1])
        match.deal()
    assert chosen[0] == chosen[1]
    assert chosen[0] != chosen[2]


@games
def test_the_week_goes_from_easy_to_hard_and_everybody_sits_everywhere(game: Game) -> None:
    monday = datetime.date(2026, 11, 16)
    week = [challenge_of(game, monday + datetime.timedelta(day)) for day in range(7)]
    levels = list(game.levels)
    order = [levels.index(one.level) for one in week]
    assert order == sorted(order)
    assert order[0] == 0
    assert {one.seat for one in week} == set(range(week[0].players))
    assert all(not game.levels[one.level].endswith("ms") for one in week)


def test_the_strongest_bot_plays_the_same_cards() -> None:
    challenge = challenge_of(GAMES["causeway"], DAY)
    match = challenge.best_match()
    assert match.position.is_over
    match.verify()
    dealt = challenge.match("Ada")
    dealt.deal()
    assert match.log[: dealt.ply] == dealt.log


def test_a_day_is_written_like_a_date() -> None:
    assert day_named("2026-11-17") == DAY
    with pytest.raises(BadRequest, match="2026-11-17"):
        day_named("yesterday")
