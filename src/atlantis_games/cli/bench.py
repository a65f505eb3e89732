"""`atlantis bench`: how fast this machine plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_games.cli.options import Language

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Values
    from atlantis_games.core.texts import Texts

ROUNDS = 3  # of random play, of which the fastest counts


def bench(language: Language = None) -> None:
    """Measures how fast this machine plays; `make bench` compares with other engines."""
    from atlantis_games.cli.language import chosen_language
    from atlantis_games.games import GAMES

    spoken = chosen_language(language)
    for game in GAMES.values():
        measure(game, game.texts(spoken))


def measure(game: Game, texts: Texts) -> None:
    """Prints the speeds of one game."""
    from atlantis_games import Dealer
    from atlantis_games.arena.simulation import play_rate, random_rate, search_rate

    title = texts.fill("title")
    for players in game.players:
        position = Dealer("bench").deal(game.new(players))
        rate = max(random_rate(position, number) for number in range(ROUNDS))
        values: Values = {"title": title, "players": players, "rate": f"{rate / 1e6:.2f}"}
        print(texts.fill("terminal.random-rate", values))
    start = Dealer("bench").deal(game.new(game.players[0]))
    for code, rate in (("play", play_rate(start)), ("search", search_rate(start))):
        print(texts.fill(f"terminal.{code}-rate", {"title": title, "rate": f"{rate:,.0f}"}))
