"""A match: a header and the log of everything that happened, as one readable text file.

The format is described in docs/notation.md. The log is the truth: every position is what the log
leads to, and nothing is ever removed from it, for taking a move back is an entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Self

from atlantis_games.core.contract import CHANCE, EVERYBODY, Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import AtlantisError, BadMatch, BadRequest, IllegalMove
from atlantis_games.core.files import written_whole
from atlantis_games.core.position import Position

FIRST_LINE = "Atlantis match 1"
UNDO = "undo"
UNFINISHED = "unfinished"
MAX_FILE_BYTES = 4_000_000  # bytes; a long match has some 50,000
WIDTH = 100


class Match:
    """A game being played or read: `play` and `undo` go on, `write` and `read` keep it.

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
        """Does a legal move of the actor, a seat or chance."""
        before = self.position
        self.position = before.play(move)
        if self._before and self._before[-1][0] != before.actor:
            self._before.clear()
        if before.actor != CHANCE:  # what has been dealt stays dealt
            self._before.append((before.actor, before))
        self.log.append(entry(before.actor, move))
        self.audiences.append(before.audience)

    def deal(self) -> None:
        """Lets chance act until a seat decides or the game is over."""
        assert self.dealer is not None, "a match without a dealer cannot deal"
        while self.position.actor == CHANCE:
            self.play(self.dealer.choose(self.position.odds, self.ply))

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

        What chance deals to another seat is told without the outcome: `draw`, not `draw ring`.
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
                dealt = self.dealer.choose(replay.position.odds, ply)
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
        game = self.game
        options = " ".join(f"{name}={value}" for name, value in self.start.options.items())
        headers = {
            "game": game.name,
            "rules": str(game.version),
            "players": str(self.start.players),
            "options": options,
            **{f"seat {seat + 1}": name for seat, name in enumerate(self.seats)},
            **self.headers,
        }
        if self.dealer is not None:
            headers["match"] = self.dealer.match
            headers["commitment"] = self.dealer.commitment
            if self.position.is_over:
                headers["seed"] = self.dealer.seed
        headers["result"] = self.result
        lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in headers.items()), ""]
        for actor, moves in grouped(self.log):
            lines += wrapped(label(actor), moves)
        return "\n".join(lines) + "\n"

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
                raise BadMatch(f"{file} is no match file: it has {size:,} bytes.")
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
        if len(text) > MAX_FILE_BYTES:
            raise BadMatch(f"line 1: this is no match: it has {len(text):,} characters.")
        lines = text.splitlines()
        if not lines or lines[0].strip() != FIRST_LINE:
            raise BadMatch(f"line 1: a match file begins with {FIRST_LINE!r}.")
        headers: dict[str, str] = {}
        numbers: dict[str, int] = {}
        body = len(lines)
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                body = number
                break
            name, colon, value = line.partition(":")
            if not colon or name in headers:
                raise BadMatch(f"line {number}: expected 'name: value', each name once.")
            headers[name], numbers[name] = value.strip(), number
        match = cls._from_headers(headers, numbers)
        result = headers["result"]
        for number, line in enumerate(lines[body:], body + 1):
            if line.strip():
                match._read_line(number, line)
        if result != match.result:
            raise BadMatch(
                f"line {numbers['result']}: the result is given as {result!r}, but the moves lead "
                f"to {match.result!r}; moves may be missing at the end."
            )
        return match

    @classmethod
    def _from_headers(cls, headers: dict[str, str], numbers: dict[str, int]) -> Self:
        """An empty match with everything the header says."""
        for name in ("game", "rules", "players", "options", "result"):
            if name not in headers:
                raise BadMatch(f"line {len(headers) + 2}: the header {name!r} is missing.")
        from atlantis_games.games import game_named

        rest = dict(headers)
        at = "game"
        try:
            game = game_named(rest.pop("game"))
            at = "rules"
            if rest.pop("rules") != str(game.version):
                raise BadRequest(f"this version plays rules {game.version} of {game.title}.")
            at = "players"
            known = {str(number): number for number in game.players}
            players = known.get(rest["players"], 0)
            game.new(players)
            del rest["players"]
            at = "options"
            pairs = [pair.partition("=") for pair in rest.pop("options").split()]
            position = game.new(players, **{name: value for name, _, value in pairs})
            at = "seat 1"
            seats = [rest.pop(f"seat {seat + 1}", "") for seat in range(players)]
            dealer = None
            if "seed" in rest:
                at = "seed"
                dealer = Dealer(rest.pop("seed"), rest.pop("match", ""))
                if rest.pop("commitment", dealer.commitment) != dealer.commitment:
                    raise BadRequest("the seed does not belong to the commitment.")
            rest.pop("result")
            return cls(position, seats, dealer, rest)
        except BadRequest as error:
            raise BadMatch(f"line {numbers.get(at, 2)}: {error}") from error

    def _read_line(self, number: int, line: str) -> None:
        """Plays one line of the log."""
        who, colon, moves = line.partition(":")
        actor = actor_labelled(who.strip(), self.start.players)
        if not colon or actor is None:
            raise BadMatch(f"line {number}: expected 'chance:' or a seat's number, then moves.")
        for move in moves.split(","):
            try:
                self.enter(actor, move.strip())
            except (BadRequest, IllegalMove) as error:
                raise BadMatch(f"line {number}: {error}") from error


@cache
def entry(actor: int, move: str) -> tuple[int, str]:
    """An entry of a log; the same for all matches, for a server keeps many of them."""
    return actor, move


def label(actor: int) -> str:
    """How the file calls an actor: seats count from 1."""
    return {CHANCE: "chance", -2: "nobody"}.get(actor, str(actor + 1))


def actor_labelled(text: str, players: int) -> int | None:
    """The actor that a file calls so."""
    labels = {label(actor): actor for actor in (CHANCE, *range(players))}
    return labels.get(text)


def grouped(log: list[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Runs of entries of one actor."""
    start = 0
    for end in range(1, len(log) + 1):
        if end == len(log) or log[end][0] != log[start][0]:
            yield log[start][0], [move for _, move in log[start:end]]
            start = end


def wrapped(who: str, moves: list[str]) -> Iterator[str]:
    """Lines of a readable length, each with the actor's label."""
    line = f"{who}: {moves[0]}"
    for move in moves[1:]:
        if len(line) + len(move) + 2 > WIDTH:
            yield line
            line = f"{who}: {move}"
        else:
            line += f", {move}"
    yield line
