"""A match: a header and the log of everything that happened, as one readable text file.

`match_text.py` reads and writes the format that docs/notation.md describes. The log is the truth:
every position is what the log leads to, and nothing is ever removed from it: taking a move back is
an entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Self

from atlantis_games.core.contract import CHANCE, EVERYBODY, STANDARD, Game
from atlantis_games.core.daily_dealer import plain_dealer
from atlantis_games.core.dealer import Dealer, share_of
from atlantis_games.core.diagram import read_position
from atlantis_games.core.errors import (
    AtlantisError,
    BadMatch,
    BadPosition,
    BadRequest,
    IllegalMove,
)
from atlantis_games.core.fair_dealer import STARTS_FROM, FairDealer, chosen_options, other_start
from atlantis_games.core.files import written_whole
from atlantis_games.core.match_text import (
    MAX_FILE_BYTES,
    MatchText,
    composed,
    entries_in,
    label,
    parsed,
)
from atlantis_games.core.position import Position

UNDO = "undo"
SHARE = " ="  # between an outcome and the numbers that deal it
IMPORTED = "imported"  # a header: the match was not played where the file comes from
UNFINISHED = "unfinished"


class Match:
    """A game being played or read: `play` and `undo` change it, `write` and `read` keep it.

    >>> import atlantis_games as atlantis
    >>> match = atlantis.Match(atlantis.new_game("causeway"), dealer=atlantis.Dealer("7"))
    >>> match.deal()
    >>> match.play(next(iter(match.position.moves)))
    >>> atlantis.Match.read(match.write()).position == match.position
    True
    """

    def __init__(
        self,
        position: Position,
        seats: list[str] | None = None,
        dealer: Dealer | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.start = position
        self.position = position
        self.seats = seats or [f"Seat {seat + 1}" for seat in range(position.players)]
        self.dealer = dealer
        self.headers = headers or {}  # anything else worth keeping, such as a date
        self.log: list[tuple[int, str]] = []  # who did what
        self.audiences: list[int] = []  # who saw it: a seat, or EVERYBODY
        self.events = 0  # entries of chance
        self._before: list[tuple[int, Position]] = []  # what the last actor can take back
        if len(self.seats) != position.players:
            raise BadRequest(
                f"{position.players} players need {position.players} names, not {len(self.seats)}."
            )
        for name in self.seats:
            if not name.strip() or not name.isprintable():
                raise BadRequest(f"{name!r} cannot be a player's name.")

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @property
    def ply(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    def play(self, move: str) -> None:
        """Plays a legal move of the seat to decide, or of chance."""
        self._append(move, self.position.play(move))

    def _append(self, move: str, after: Position) -> None:
        """Adds a move and what it leads to."""
        before, self.position = self.position, after
        if self._before and self._before[-1][0] != before.actor:
            self._before.clear()
        if before.actor == CHANCE:  # what has been dealt stays dealt
            self.events += 1
        else:
            self._before.append((before.actor, before))
        self.log.append(entry(before.actor, move))
        self.audiences.append(before.audience)

    def deal(self) -> None:
        """Lets chance act until a seat decides or the game is over."""
        while self.position.actor == CHANCE:
            self._append(*self.next_outcome())

    def next_outcome(self) -> tuple[str, Position]:
        """What the dealer deals now, and what it leads to."""
        assert self.dealer is not None, "a match without a dealer cannot deal"
        number = self.dealer.number(self)
        return self.position.dealt(self.dealer.draw(self.position.total_weight, number))

    def can_undo(self, seat: int) -> bool:
        """Whether the last thing that happened is a move of this seat, so that nothing was seen."""
        return bool(self._before) and self._before[-1][0] == seat

    def undo(self, seat: int) -> None:
        """Takes a seat's last move back, if neither chance nor another seat acted since."""
        if not self.can_undo(seat):
            raise BadRequest(
                "Nothing can be taken back: the last event was chance or another player's move."
            )
        _, self.position = self._before.pop()
        self.log.append((seat, UNDO))
        self.audiences.append(EVERYBODY)

    @classmethod
    def resume(
        cls,
        start: Position,
        seats: list[str],
        dealer: Dealer | None,
        log: list[tuple[int, str]],
        audiences: list[int],
        at: int = 0,
        position: Position | None = None,
    ) -> Self:
        """A match that is stored: its log, and the position after `at` entries if that is kept.

        A position is worth keeping after an event of chance: nothing before that is taken back.
        """
        match = cls(start, seats, dealer)
        match.position = start if position is None else position
        match.log, match.audiences = log[:at], audiences[:at]
        match.events = sum(actor == CHANCE for actor, _ in match.log)
        for actor, move in log[at:]:
            match.enter(actor, move)
        return match

    def positions(self) -> Iterator[tuple[int, str, Position]]:
        """Every entry of the log: who, what, and the position after it."""
        replay = Match(self.start, self.seats)
        for actor, move in self.log:
            replay.enter(actor, move)
            yield actor, move, replay.position

    def seen_by(self, seat: int, ply: int = 0) -> Iterator[tuple[int, str, bool]]:
        """The log from a ply on: who, what, and whether a seat (or SPECTATOR) may see the outcome.

        What chance deals to another seat is shown without the outcome: `draw`, not `draw ring`.
        """
        for number in range(ply, self.ply):
            actor, move = self.log[number]
            seen = self.audiences[number] in (EVERYBODY, seat)
            yield actor, move if seen else move.partition(" ")[0], seen

    def enter(self, actor: int, move: str) -> None:
        """Adds a logged entry, checking that it is possible here."""
        if move == UNDO:
            self.undo(actor)
        elif actor != self.position.actor:
            raise BadRequest(
                f"it is not {label(actor)} who acts here but {label(self.position.actor)}."
            )
        else:
            self.play(move)

    def verify(self) -> None:
        """Replays the match; BadMatch if an entry is impossible or was not dealt by its seed."""
        replay = Match(self.start, self.seats)
        for ply, (actor, move) in enumerate(self.log):
            if replay.position.actor == CHANCE and self.dealer is not None and move != UNDO:
                dealt = self.dealer.choose(replay.position.odds, self.dealer.number(replay))
                if dealt != move:
                    raise BadMatch(f"Entry {ply + 1} is {move!r}, but the seed deals {dealt!r}.")
            try:
                replay.enter(actor, move)
            except AtlantisError as error:
                raise BadMatch(f"Entry {ply + 1}: {error}") from error
        if replay.position != self.position:
            raise BadMatch("The log does not lead to the match's position.")

    # The file

    @property
    def result(self) -> str:
        """The scores, or that there are none yet."""
        position = self.position
        return " ".join(map(str, position.scores)) if position.is_over else UNFINISHED

    def write(self) -> str:
        """The whole match as text."""
        options = " ".join(f"{name}={value}" for name, value in self.start.options.items())
        if isinstance(self.dealer, FairDealer):
            options = chosen_options(self.start)  # as they are hashed
        headers = {
            "game": self.game.name,
            "rules": str(self.game.version),
            "players": str(self.start.players),
            "options": options,
            **self.start_header,
            **{f"seat {seat + 1}": name for seat, name in enumerate(self.seats)},
            **self.headers,
        }
        if self.dealer is not None:
            headers |= self.dealer.headers(self.position.is_over)
            if IMPORTED in self.headers:
                del headers["commitment"]  # it belongs to the match that was played
        headers["result"] = self.result
        if isinstance(self.dealer, FairDealer) and self.position.is_over:
            return composed(headers, list(self.log_with_shares()), version=2)
        return composed(headers, self.log)

    @property
    def start_header(self) -> dict[str, str]:
        """Where the match began, if that is not the beginning of a game."""
        text = other_start(self.start)
        return {STARTS_FROM: text} if text else {}

    def log_with_shares(self) -> Iterator[tuple[int, str]]:
        """The log, with the numbers that deal each outcome: `draw ring =12-17/60`."""
        before = self.start
        for actor, move, position in self.positions():
            if actor == CHANCE:
                yield actor, f"{move}{SHARE}{share_of(before.odds, move)}"
            else:
                yield actor, move
            before = position

    def save(self, file: Path) -> None:
        """Writes the match to a file, which is there either whole or not at all."""
        with written_whole(file) as part:
            part.write_text(self.write(), encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> Self:
        """Reads a match from a file."""
        try:
            size = file.stat().st_size
            if size > MAX_FILE_BYTES:
                raise BadMatch(f"{file} is not a match file: it has {size:,} bytes.")
            data = file.read_bytes()
        except OSError as error:
            raise BadRequest(f"Cannot read {file}: {error.strerror}.") from error
        try:
            return cls.read(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadMatch(f"{file}, line {line}: this is not UTF-8 text.") from error
        except BadMatch as error:
            raise BadMatch(f"{file}, {error}") from error

    @classmethod
    def read(cls, text: str) -> Self:
        """Reads a match from text; BadMatch names the line of the first thing that is wrong."""
        found = parsed(text)
        match = cls._from_headers(found)
        for number, line in found.body:
            actor, moves = entries_in(number, line, match.start.players)
            try:
                for move in moves:
                    if found.version == 2 and actor == CHANCE:
                        move = match.without_share(move)
                    match.enter(actor, move)
            except (BadRequest, IllegalMove) as error:
                raise BadMatch(f"line {number}: {error}") from error
        result = found.headers["result"]
        if result != match.result:
            raise BadMatch(
                f"line {found.header_lines['result']}: the result is given as {result!r}, but the "
                f"moves lead to {match.result!r}; moves may be missing at the end."
            )
        return match

    def without_share(self, written: str) -> str:
        """An outcome without its numbers; BadRequest if they are not those of this position."""
        move, mark, share = written.partition(SHARE)
        if mark and self.position.actor == CHANCE and move in self.position.odds:
            right = share_of(self.position.odds, move)
            if share != right:
                raise BadRequest(f"{move!r} has the numbers {right} here, not {share}.")
        return move

    @classmethod
    def _from_headers(cls, text: MatchText) -> Self:
        """An empty match with everything the header says."""
        rest = dict(text.headers)
        del rest["result"]
        with text.line_of("game"):
            game = game_called(rest.pop("game"))
        with text.line_of("rules"):
            if rest.pop("rules") != str(game.version):
                raise BadRequest(f"this version plays rules {game.version} of {game.title}.")
        with text.line_of("players"):
            known = {str(number): number for number in game.players}
            players = known.get(rest.pop("players"), 0)
            game.new(players)
        with text.line_of("options"):
            words = rest.pop("options").split()
            pairs = [pair.partition("=") for pair in words if words != [STANDARD]]
            position = game.new(players, **{name: value for name, _, value in pairs})
        with text.line_of(STARTS_FROM):
            position = started_from(position, rest.pop(STARTS_FROM, ""))
        seats = [rest.pop(f"seat {seat + 1}", "") for seat in range(players)]
        with text.line_of("seed"):
            dealer = dealer_in(rest, position, seats, text.version)
        with text.line_of("seat 1"):
            return cls(position, seats, dealer, rest)


def started_from(beginning: Position, text: str) -> Position:
    """The position with which a match began: what a text says, or the beginning of the game."""
    if not text:
        return beginning
    try:
        start = read_position(text)
    except BadPosition as error:
        raise BadRequest(str(error)) from error
    is_same = (start.game, start.players, start.options, start.seen_by) == (
        beginning.game,
        beginning.players,
        beginning.options,
        None,
    )
    if not is_same:
        raise BadRequest("the position is not one of this game with its players and options.")
    return start


@cache
def entry(actor: int, move: str) -> tuple[int, str]:
    """An entry of a log, shared by all matches, since a server keeps many of them."""
    return actor, move


def game_called(name: str) -> Game:
    """A game by its name; the games stand on this module, so they are imported late."""
    from atlantis_games.games import game_named

    return game_named(name)


def dealer_in(
    headers: dict[str, str], start: Position, seats: list[str], version: int
) -> Dealer | None:
    """The dealer of a finished match, whose headers are taken out; None without a seed."""
    if "seed" not in headers:
        return None
    seed, match = headers.pop("seed"), headers.pop("match", "")
    dealer = plain_dealer(seed, match)
    if version == 2:
        nonces = [headers.pop(f"nonce {seat + 1}", "") for seat in range(start.players)]
        dealer = FairDealer(seed, match, start)
        dealer.agree(seats, nonces)
    if headers.pop("commitment", dealer.commitment) != dealer.commitment:
        raise BadRequest("the seed does not belong to the commitment.")
    return dealer
