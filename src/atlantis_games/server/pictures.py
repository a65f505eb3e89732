"""The pictures of links: boards as spectators see them, drawn once and kept for a while."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from atlantis_games.bots.registry import bot_named
from atlantis_games.core.contract import SPECTATOR, Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.match import Match
from atlantis_games.core.pictures.drawing import Drawing, box, joined
from atlantis_games.core.pictures.lettering import can_letter, letters
from atlantis_games.core.pictures.look import colours_in
from atlantis_games.core.pictures.picture import CARD, card, picture_of
from atlantis_games.core.position import Position
from atlantis_games.core.texts import texts_in
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused, too_many
from atlantis_games.server.link_preview import preview_text, preview_title
from atlantis_games.server.metrics import log
from atlantis_games.server.png_worker import PngWorker
from atlantis_games.server.tables.table import Table

MAX_KEPT = 64  # pictures in memory, of about 200 kB each
MAX_WAITING = 40  # requests for pictures that are still to be drawn
MAX_KEPT_FILMS = 8
MAX_WAITING_FILMS = 4
MAX_FRAMES = 60  # of a moving picture
FILM_WIDTH = 640
FRAME_SECONDS = 0.8
IDLE_SECONDS = 60.0
SAMPLE_SEATS = 3
SAMPLE_SHARE = 0.55  # of a game, at which it is drawn where there is no position to show
MAX_SAMPLE = 1500  # decisions of such a game


class Wanted(NamedTuple):
    """A picture: what tells it apart from all others, and how it is drawn."""

    key: tuple[object, ...]
    draw: Callable[[], Drawing]

    @property
    def tag(self) -> str:
        """The picture's version for caches (ETag)."""
        return f'"{hashlib.sha256(repr(self.key).encode()).hexdigest()[:24]}"'

    def document(self) -> str:
        """What the process that makes pictures is given."""
        return self.draw().svg()


class Film(NamedTuple):
    """A moving picture of a finished match: from one ply to another, as spectators saw it."""

    table: Table
    positions: list[Position]
    plies: tuple[int, int]
    language: str
    suffix: str

    @property
    def tag(self) -> str:
        """The picture's version for caches (ETag)."""
        names = [seat.name for seat in self.table.seats]
        key = repr((self.table.id, self.plies, names, self.language, self.suffix))
        return f'"{hashlib.sha256(key.encode()).hexdigest()[:24]}"'

    def document(self) -> str:
        """What the process that makes pictures is given: so many decisions, evenly spread."""
        first, last = self.plies
        chosen = [one for one in self.positions[first:last] if one.actor >= 0]
        step = -(-len(chosen) // (MAX_FRAMES - 1)) or 1
        names = [seat.name for seat in self.table.seats]
        svgs = [
            one.svg(language=self.language, names=names)
            for one in (*chosen[::step], self.positions[last])
        ]
        settings = {"width": FILM_WIDTH, "seconds": FRAME_SECONDS, "suffix": self.suffix}
        return json.dumps({"svgs": svgs, **settings})


class Studio:
    """Makes one picture at a time, in a process of its own, and keeps the last ones."""

    def __init__(self, max_kept: int, max_waiting: int) -> None:
        self.max_kept, self.max_waiting = max_kept, max_waiting
        self.worker = PngWorker()
        self.lock = asyncio.Lock()
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        self.waiting = 0

    async def picture(self, wanted: Wanted | Film) -> bytes:
        """A picture, made or kept; refused if too many are waited for."""
        found = self.kept.get(wanted.tag)
        if found is None:
            if self.waiting >= self.max_waiting:
                raise too_many()
            self.waiting += 1
            try:
                async with self.lock:
                    found = self.kept.get(wanted.tag) or await self.made(wanted)
            finally:
                self.waiting -= 1
        self.kept[wanted.tag] = found
        self.kept.move_to_end(wanted.tag)
        if len(self.kept) > self.max_kept:
            self.kept.popitem(last=False)
        return found

    async def made(self, wanted: Wanted | Film) -> bytes:
        """A picture that nobody has asked for lately."""
        document = await asyncio.to_thread(wanted.document)
        try:
            return await self.worker.png(document)
        except (asyncio.IncompleteReadError, OSError, TimeoutError) as error:
            log.exception("a picture could not be made")
            raise RequestRefused("server-error", 503) from error


class Pictures:
    """Pictures of positions, and moving ones of games, which take so long that others overtake."""

    def __init__(self) -> None:
        self.still = Studio(MAX_KEPT, MAX_WAITING)
        self.moving = Studio(MAX_KEPT_FILMS, MAX_WAITING_FILMS)

    def rest(self) -> None:
        """Ends the processes that make pictures if nobody has needed them for a while."""
        for studio in (self.still, self.moving):
            studio.worker.rest(IDLE_SECONDS)

    def stop(self) -> None:
        """Ends the processes."""
        for studio in (self.still, self.moving):
            studio.worker.stop()


def picture_of_table(table: Table, position: Position, ply: int, language: str) -> Wanted:
    """A table as a spectator sees it; before the game, or if it is private, any board of it."""
    texts = table.game.texts(language)
    if table.setup.private or table.state == "waiting":
        title, subtitle = preview_title(table, texts, can_letter), preview_text(table, texts)
        any_key = ("any", table.game.name, language, title, subtitle)
        return Wanted(any_key, lambda: card_of_game(table.game, language, title, subtitle))
    names = tuple(seat.name for seat in table.seats)
    subtitle = texts.fill(f"link.state.{table.state}")
    if table.setup.daily and table.state == "over":
        scores = " : ".join(map(str, table.position.scores))
        day = table.setup.daily.rpartition(" ")[2]
        subtitle = texts.fill("link.daily", {"date": day, "scores": scores})
    key = ("table", table.id, ply, table.state, names, language)

    def draw() -> Drawing:
        view = position.view(SPECTATOR)
        return card(table.game, view, language, names=names, subtitle=subtitle)

    return Wanted(key, draw)


def picture_of_game(game: Game, language: str) -> Wanted:
    """Any board of a game."""
    texts = game.texts(language)
    title, lead = texts.fill("title"), texts.fill("home.lead")
    return Wanted(("game", game.name, language), lambda: card_of_game(game, language, title, lead))


def picture_of_home(language: str) -> Wanted:
    """A board of each game, side by side."""
    return Wanted(("home", tuple(GAMES), language), lambda: home_card(language))


def card_of_game(game: Game, language: str, title: str, subtitle: str) -> Drawing:
    """A board out of the middle of a game, without its players."""
    view = sample(game).view(SPECTATOR)
    return card(game, view, language, title=title, subtitle=subtitle, has_players=False)


def home_card(language: str) -> Drawing:
    """The name of the place above the boards."""
    width, height = CARD
    colours, texts = colours_in(next(iter(GAMES.values())).folder, False), texts_in(language)
    parts = [
        box(0, 0, width, height, fill=colours["paper"]),
        letters("Atlantis", width / 2, 84, 76, colours["ink"], "serif", "middle"),
        letters(texts.fill("home.lead"), width / 2, 126, 25, colours["ink-soft"], "text", "middle"),
    ]
    room = (width - 30 * (len(GAMES) + 1)) / len(GAMES)
    for place, game in enumerate(GAMES.values()):
        view = sample(game).view(SPECTATOR)
        board = picture_of(game, view, language, title="", has_players=False)
        parts.append(board.fitted(30 + place * (room + 30), 156, room, height - 156 - 26))
    return Drawing(width, height, joined(parts))


@cache
def sample(game: Game) -> Position:
    """A position from the middle of a game between bots, always the same one."""
    players = min(max(game.players), max(min(game.players), SAMPLE_SEATS))
    match = Match(game.new(players), dealer=Dealer("a picture of the game"))
    bot = bot_named("greedy", game.name)
    positions: list[Position] = []
    match.deal()
    while not match.position.is_over and len(positions) < MAX_SAMPLE:
        positions.append(match.position)
        match.play(bot.choose(match.position.redacted(match.position.actor), None))
        match.deal()
    return positions[int(len(positions) * SAMPLE_SHARE)]
