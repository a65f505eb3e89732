"""What games draw on a terminal, all through a match: it fits, has all words, tells no secrets."""

from __future__ import annotations

import re

import pytest

from atlantis_games import SPECTATOR, Game
from atlantis_games.cli.local_game import LocalGame
from atlantis_games.cli.turns import turn_sentences
from atlantis_games.core.terminal import Frame, Line, Screen, width
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import GAMES

CODE = re.compile(r"\{\w+\}|\b(?:log|turn|preview|pick|here|draw|legend|item|kind)\.[a-z]")


def played(game: Game, players: int) -> LocalGame:
    """A match of random bots, played to its end by steps that the tests look at."""
    position = game.new(players, **({"stall_limit": 1} if "stall_limit" in game.options else {}))
    return LocalGame(position, set(), ["random"], "drawn", None)


def steps(table: LocalGame, every: int) -> list[int]:
    """Plays on and stops now and then; the actors at those moments."""
    stops: list[int] = []
    while not table.match.position.is_over and len(stops) < every:
        actor = table.match.position.actor
        if actor < 0:
            table.deal_one()
        else:
            table.play_move(table.bot_move(actor))
            stops.append(actor)
    return stops


def text_of(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def screen_of(game: Game) -> Screen:
    assert game.screen is not None
    return game.screen


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_boards_fit_and_every_move_has_its_words(game: Game, players: int) -> None:
    table, screen = played(game, players), screen_of(game)
    names = tuple(f"Player {seat}" for seat in range(players))
    while steps(table, 12):
        position = table.match.position
        viewer = max(position.actor, SPECTATOR)
        view, choices = position.view(viewer), position.choices()
        for high in (13, 40):
            choice = choices[-1] if choices else None
            frame = Frame(80, high, game.texts("en"), names, False, choice)
            lines = screen.board(view, frame)
            assert len(lines) <= high
            assert max(map(width, lines)) <= 80
            assert text_of(lines).isascii()
        for language in LANGUAGES:
            frame = Frame(80, 13, game.texts(language), names)
            for choice in choices[:6]:
                piece = screen.piece(choice)
                label = screen.piece_label(piece, view, frame) if piece else ""
                assert not CODE.search(screen.preview(choice, view, frame) + label)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_turns_are_told_in_every_language(game: Game, language: str) -> None:
    table = played(game, 3)
    table.texts = game.texts(language)
    while steps(table, 10_000):
        pass
    for viewer in (SPECTATOR, 1):
        told = turn_sentences(table, viewer)
        assert len(told) > 10
        assert not [sentence for _, sentence in told if not sentence or CODE.search(sentence)]
    frame = Frame(80, 24, table.texts, ("A", "B", "C"))
    assert not CODE.search(text_of(screen_of(game).legend(frame)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_those_who_watch_see_nobodys_hand(game: Game) -> None:
    table, screen = played(game, 2), screen_of(game)
    steps(table, 20)
    position, names = table.match.position, ("A", "B")
    frame = Frame(80, 24, game.texts("en"), names)
    drawn = {
        viewer: text_of(screen.players(position.view(viewer), frame))
        for viewer in (SPECTATOR, 0, 1)
    }
    assert (drawn[0] == drawn[SPECTATOR]) == (not game.has_secrets)
    assert (drawn[0] == drawn[1]) == (not game.has_secrets)


def test_moves_that_were_taken_back_are_one_sentence() -> None:
    game = next(iter(GAMES.values()))
    table = LocalGame(game.new(2), {0}, ["random"], "drawn", None)
    while table.match.position.actor < 0:
        table.deal_one()
    for _ in range(2):
        table.play_move(next(iter(table.match.position.moves)))
        table.undo(0)
    sentences = [sentence for _, sentence in turn_sentences(table, 0)]
    assert sentences == ["Player 1 takes the last move back."]
