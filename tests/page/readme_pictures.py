"""The pictures in README and docs: `make pictures ONLY=readme`. Look at each before you commit."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from atlantis_games import Dealer, Match, Position
from atlantis_games.bots.registry import bot_named
from atlantis_games.games import GAMES
from page.people import ROOT, STAND, Person, click, differs, wait
from page.screens import show
from support.server_process import ServerProcess

ME, BOT = {"kind": "person"}, {"kind": "bot", "level": "crab"}
# A name, a size and a theme for each picture of a game.
TABLES: dict[str, list[tuple[str, tuple[int, int], str]]] = {
    "causeway": [
        ("causeway", (1280, 720), "light"),
        ("causeway-phone", (390, 844), "dark"),
    ],
    "escape": [
        ("escape", (1280, 720), "dark"),
        ("escape-phone", (390, 844), "light"),
        ("escape-sideways", (844, 390), "light"),
    ],
}
TURNS = {"causeway": 8, "escape": 16}  # of a game of bots before that
ROUNDS = 3  # that are played on, so that the log has something to say


def game_of_bots(game: str, turns: int) -> Match:
    """A game between four bots; with 0 turns a whole one."""
    match = Match(GAMES[game].new(4), ["Ada", "Bo", "Cleo", "Dio"], Dealer("5"))
    match.deal()
    bot = bot_named("greedy", game)
    while not match.position.is_over and not (turns and is_wanted(match.position, turns)):
        match.play(bot.choose(match.position, None))
        match.deal()
    return match


def is_wanted(position: Position, turns: int) -> bool:
    """Whether the first seat begins a turn, late enough."""
    is_begun = position.view(0)["phase"] in ("start", "move")
    return position.actor == 0 and position.turns >= turns and is_begun


def play_rounds(ada: Person) -> None:
    """Plays on for some rounds at random, without one-time things."""
    for _ in range(ROUNDS):
        stand = ada.page.evaluate(STAND)
        while stand["glow"]:
            ids = sorted(set(stand["glow"]) - {"button:bridge", "button:buy"})
            on_board = [id_ for id_ in ids if not id_.startswith("button:")]
            click(ada, ada.random.choice(on_board or ids))
            wait(ada, partial(differs, stand))
            stand = ada.page.evaluate(STAND)
        wait(ada, lambda now: now["glow"])


def take(ada: Person, name: str) -> None:
    """A picture in few colours, which is a third as large."""
    picture = Image.open(BytesIO(ada.page.screenshot())).convert("RGB")
    few = picture.quantize(256, dither=Image.Dither.NONE)
    few.save(ROOT / "docs" / "pictures" / f"{name}.png", optimize=True)
    print(name, flush=True)


def take_all(browser: Browser, server: ServerProcess) -> None:
    """Every picture of a table."""
    for game, pictures in TABLES.items():
        ada = Person(browser, server)
        seats: list[dict[str, Any]] = [ME, BOT, BOT, BOT]
        ada.open_table(game, seats, position=game_of_bots(game, TURNS[game]).position.text)
        wait(ada, lambda now: now["glow"])
        play_rounds(ada)
        for name, size, theme in pictures:
            show(ada, *size, theme)
            ada.page.mouse.move(2, 2)
            take(ada, name)
        ada.close()
