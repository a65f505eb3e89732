"""The games as tools for language models, over the Model Context Protocol.

A model opens a game, reads its seat's view as text, asks for rules, legal moves and reasons, and
plays; bots have the other seats. Everything it is given is what its seat may know.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import wraps
from typing import Any

from atlantis_games.bots import bot_named
from atlantis_games.bots.registry import Bot
from atlantis_games.bots.words import in_words, result_in_words
from atlantis_games.core.contract import STANDARD, Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import AtlantisError, BadRequest
from atlantis_games.core.match import Match
from atlantis_games.games import GAMES, game_named

MAX_GAMES = 100  # of one connection; the oldest are closed
HINT = "search:1000"
INSTRUCTIONS = (
    "Board games about a sinking island. Read the rules of a game once, open it with new_game, "
    "then choose among the legal moves with play until the game is over. why_not explains why a "
    "move is refused."
)


@dataclass
class Opened:
    """A game that is being played: the model's seat, bots at the others."""

    match: Match
    seat: int
    bots: dict[int, Bot]
    hints: bool

    def go_on(self) -> str:
        """Lets chance and bots act until the model decides; what its seat saw of it."""
        before = len(self.match.log)
        match = self.match
        match.deal()
        while not match.position.is_over and match.position.actor != self.seat:
            actor = match.position.actor
            match.play(self.bots[actor].choose(match.position.redacted(actor), None))
            match.deal()
        news = [
            f"{'chance' if actor < 0 else f'seat {actor + 1}'}: {move}"
            for actor, move, _ in list(match.seen_by(self.seat))[before:]
        ]
        return "\n".join(news)


class Games:
    """The games of one connection, and the tools that act on them."""

    def __init__(self, hints: bool = True) -> None:
        self.hints = hints
        self.opened: dict[str, Opened] = {}
        self.numbers = itertools.count(1)

    def found(self, game_id: str) -> Opened:
        """An opened game."""
        if game_id not in self.opened:
            raise BadRequest(f"There is no game {game_id!r}; new_game opens one.")
        return self.opened[game_id]

    def list_games(self) -> list[dict[str, Any]]:
        """The games, their numbers of players, options and bots."""
        return [
            {
                "name": game.name,
                "title": game.title,
                "players": list(game.players),
                "options": {name: option.default for name, option in game.options.items()},
                "presets": [STANDARD, *(name for name in game.presets if name != STANDARD)],
                "bots": ["random", "greedy", *game.levels],
            }
            for game in GAMES.values()
        ]

    def rules(self, game: str, chapter: int = 0, language: str = "en") -> str:
        """The rules of a game: a chapter, or with 0 the list of chapters and the first of them."""
        chapters = chapters_of(game_named(game), language)
        if not 0 <= chapter < len(chapters):
            raise BadRequest(f"Chapters are from 1 to {len(chapters) - 1}, not {chapter}.")
        if chapter:
            return chapters[chapter]
        headings = (text.partition("\n")[0].lstrip("# ") for text in chapters[1:])
        listed = "\n".join(f"{number}: {title}" for number, title in enumerate(headings, 1))
        return f"{chapters[0]}\nChapters:\n{listed}"

    def new_game(
        self,
        game: str,
        players: int = 2,
        seat: int = 1,
        opponent: str = "greedy",
        seed: str = "",
        options: dict[str, str] | None = None,
    ) -> str:
        """Opens a game and plays up to your first decision. Seats count from 1.

        The opponent is a bot or level of list_games; `options` may have `preset` too.
        """
        start = game_named(game).new(players, **dict(options or {}))
        if not 1 <= seat <= players:
            raise BadRequest(f"A seat is from 1 to {players}, not {seat}.")
        others = [other for other in range(players) if other != seat - 1]
        if opponent.endswith(".py") or opponent.startswith("command:"):
            raise BadRequest("An opponent is one of the bots that list_games names.")
        bots = {other: bot_named(opponent, game, other) for other in others}
        names = [opponent if other in bots else "model" for other in range(players)]
        match = Match(start, names, Dealer(seed or None))
        number = f"{game}-{next(self.numbers)}"
        self.opened[number] = Opened(match, seat - 1, bots, self.hints)
        for oldest in list(self.opened)[:-MAX_GAMES]:
            del self.opened[oldest]
        self.opened[number].go_on()
        return f"Game {number}, you are seat {seat} of {players}.\n{self.view(number)}"

    def view(self, game_id: str) -> str:
        """What your seat sees, what you are to do, and your legal moves."""
        opened = self.found(game_id)
        return in_words(opened.match.position, opened.seat)

    def legal_moves(self, game_id: str) -> list[dict[str, Any]]:
        """Your legal moves, each with what it would do."""
        opened = self.found(game_id)
        return opened.match.position.redacted(opened.seat).choices()

    def play(self, game_id: str, move: str) -> str:
        """Plays one of your legal moves; what happened until your next decision, and your view.

        A move that is not legal changes nothing, and the answer says which rule it breaks.
        """
        opened = self.found(game_id)
        if opened.match.position.is_over:
            return result_in_words(opened.match.position)
        opened.match.play(move)
        return f"{opened.go_on()}\n\n{self.view(game_id)}"

    def why_not(self, game_id: str, move: str) -> str:
        """Why a move is not legal now, with the number of the rule."""
        opened = self.found(game_id)
        reason = opened.match.position.redacted(opened.seat).why_not(move)
        return f"{move} is legal." if reason is None else str(reason)

    def hint(self, game_id: str) -> list[dict[str, Any]]:
        """The best three moves by a search, with the share of the win that it expects of each."""
        opened = self.found(game_id)
        if not opened.hints:
            raise BadRequest("Hints are not allowed here.")
        position = opened.match.position
        if position.actor != opened.seat:
            raise BadRequest("The game is over.")
        search: Any = bot_named(HINT, position.game.name, 1)
        best = search.think(position.redacted(opened.seat))[:3]
        return [{"move": one.move, "win": round(one.chances, 3)} for one in best]


def chapters_of(game: Game, language: str) -> list[str]:
    """What stands before the first chapter of the rules, and the chapters."""
    file = game.folder / ("rules.md" if language == "en" else f"rules.{language}.md")
    if not file.is_file():
        raise BadRequest(f"There are no rules of {game.title} in {language!r}.")
    return re.split(r"\n(?=## )", re.sub(r'<a id="[^"]*"></a>', "", file.read_text("utf-8")))


def make_server(hints: bool = True) -> Any:
    """The server with all tools; run() speaks over the standard streams."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise BadRequest("This needs the MCP SDK: pip install 'atlantis-games[mcp]'.") from None
    games = Games(hints)
    server: Any = MCPServer("atlantis", instructions=INSTRUCTIONS, log_level="WARNING")
    tools = [games.list_games, games.rules, games.new_game, games.view, games.legal_moves]
    tools += [games.play, games.why_not, *([games.hint] if hints else [])]
    for tool in tools:
        server.tool()(told(tool, ToolError))
    return server


def told(tool: Any, error_class: Any) -> Any:
    """A tool whose errors are told to the model as sentences."""

    @wraps(tool)
    def call(*args: Any, **settings: Any) -> Any:
        try:
            return tool(*args, **settings)
        except AtlantisError as error:
            raise error_class(str(error)) from None

    return call
