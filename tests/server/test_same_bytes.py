"""Two matches that differ in secrets only send the same bytes, without a network."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from atlantis_games.bots.search import Search
from atlantis_games.core.contract import CHANCE, EVERYBODY, SPECTATOR
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.games.causeway.tables import ITEMS
from atlantis_games.kernels.random import stream
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.messages import encode
from atlantis_games.server.notation import notation_version
from atlantis_games.server.quick_moves import Caller
from atlantis_games.server.socket import Connection
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.tables.bots import BotPlayers
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, Table, TableSeat
from support.server_process import run_apart


class FakeSocket:
    """A socket that only remembers."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        """Keeps it."""
        self.sent.append(text)


class NullStore:
    """A store that keeps nothing, of a server that is alone."""

    process = ""

    async def write(self, changes: Changes) -> None:
        """Nothing."""


def table_with(match: MatchLog, guests: list[str | None]) -> Table:
    """A table at which a match is being played."""
    seats = [TableSeat("person", f"Seat {n}", guest=guest) for n, guest in enumerate(guests)]
    setup = Setup(match.start.options)
    return Table("t" * 12, match, seats, setup, "over" if match.position.is_over else "playing")


def with_other_secrets(match: MatchLog, seat: int, rng: random.Random) -> MatchLog:
    """The same match as far as a seat can tell; what it cannot know is dealt again."""
    states = match.position.redacted(seat).states()
    match.game.engine.resample(states, seat, stream(rng.randrange(2**32)))
    log = [
        (actor, f"draw {rng.choice(ITEMS)}" if audience not in (EVERYBODY, seat) else move)
        for (actor, move), audience in zip(match.log, match.audiences, strict=True)
    ]
    dealer = Dealer(str(rng.random()), "t" * 12)
    position = Position(match.game, states)
    return resumed(match, dealer, log, position)


def resumed(
    match: MatchLog, dealer: Dealer | None, log: list[tuple[int, str]], position: Position
) -> MatchLog:
    """A match as it is after it was read from the store."""
    audiences = list(match.audiences)
    found = MatchLog.resume(match.start, match.seats, dealer, log, audiences, len(log), position)
    found.outcomes = list(match.outcomes)
    return found


async def everything_sent(match: MatchLog, seat: int) -> list[str]:
    """All that the server could send to one seat now, whatever it asks."""
    guests: list[str | None] = [None] * match.start.players
    if seat != SPECTATOR:
        guests[seat] = "me"
    table = table_with(match, guests)
    pipe = FakeSocket()
    bots = BotPlayers(1e6)
    session = Session(table, cast(Store, NullStore()))
    connection = Connection(cast(WebSocket, pipe), session, bots, Caller("me"), 1e6)
    await connection.send_news()
    asked: list[dict[str, Any]] = [{"type": "look", "seat": other} for other in range(-1, 4)]
    asked += [{"type": "why", "move": text} for text in match.game.moves]
    asked += [{"type": "pay", "ply": table.ply + 1}, {"type": "undo", "ply": table.ply}]
    asked += [{"type": "undo", "ply": ply} for ply in (0, table.ply - 1)]
    if seat != match.position.actor:  # a move of one's own may be legal, and then it is played
        asked += [{"type": "pay", "ply": table.ply}]
        asked += [{"type": "move", "ply": table.ply, "move": text} for text in match.game.moves]
    else:
        legal = match.position.redacted(seat).moves
        wrong = [text for text in match.game.moves if text not in legal]
        asked += [{"type": "move", "ply": table.ply, "move": text} for text in wrong]
    for ply in range(60, table.ply, 9):
        asked += [{"type": "move", "ply": ply, "move": f"draw {item}"} for item in ITEMS]
    for message in asked:
        try:
            await connection.receive(json.dumps(message))
        except RequestRefused as refused:
            await connection.refuse(refused)
    await connection.send_news()
    bots.close()
    position = match.position.redacted(seat)
    if position.actor == seat:
        candidates = Search(7, iterations=60).think(position)
        pipe.sent.append(str([(c.move, c.chances, c.visits) for c in candidates]))
    return pipe.sent


async def sent_after(match: MatchLog, seat: int, move: str) -> list[str]:
    """What a seat that asked for deltas is sent when somebody makes a move."""
    guests: list[str | None] = [None] * match.start.players
    if seat != SPECTATOR:
        guests[seat] = "me"
    table, pipe, bots = table_with(match, guests), FakeSocket(), BotPlayers(1e6)
    session = Session(table, cast(Store, NullStore()))
    connection = Connection(cast(WebSocket, pipe), session, bots, Caller("me"), 1e6)
    await connection.send_news()
    connection.outbox.send_deltas(notation_version(match.game))
    await session.play(match.position.actor, table.ply, move)
    connection.notify()
    await connection.send_news()
    bots.close()
    assert [json.loads(text)["type"] for text in pipe.sent] == ["state", "delta"]
    return pipe.sent


def quiet_moves(match: MatchLog, other: MatchLog) -> list[str]:
    """Moves that are legal in both worlds, after which nothing is dealt."""
    both = match.position.moves.keys() & other.position.moves.keys()
    worlds = match.position, other.position
    return sorted(move for move in both if all(one.play(move).actor >= 0 for one in worlds))


def random_match(players: int, seed: int) -> Iterator[MatchLog]:
    """A match of Causeway, now and then, as it goes on."""
    rng = random.Random(seed)
    start = GAMES["causeway"].new(players, bought_cards_pay=rng.choice(["on", "off"]))
    match = MatchLog(start, dealer=Dealer(str(seed), "t" * 12))
    match.deal()
    while not match.position.is_over:
        assert match.position.actor != CHANCE
        match.play(rng.choice(list(match.position.moves)))
        match.deal()
        if rng.random() < 0.07 and not match.position.is_over:
            yield match


def again(match: MatchLog) -> MatchLog:
    """A copy of a match, to go on with."""
    return resumed(match, match.dealer, list(match.log), match.position)


def without(texts: list[str], commitment: str) -> list[str]:
    """What was sent, but for the commitment, which differs."""
    return [text.replace(commitment, "") for text in texts]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_worlds_with_other_secrets_send_the_same_bytes(players: int) -> None:
    """Every frame, reason and error, to every seat and to onlookers, apart from the commitment."""
    rng = random.Random(players)
    compared = different = 0
    for seed in range(2):
        for match in random_match(players, 10 * players + seed):
            for seat in (SPECTATOR, *range(players)):
                other = with_other_secrets(match, seat, rng)
                different += other.position != match.position
                ours = run_apart(everything_sent(again(match), seat))
                theirs = run_apart(everything_sent(other, seat))
                assert match.dealer is not None
                assert other.dealer is not None
                commitments = match.dealer.commitment, other.dealer.commitment
                for move in quiet_moves(match, other)[:1]:
                    ours += run_apart(sent_after(again(match), seat, move))
                    theirs += run_apart(sent_after(again(other), seat, move))
                assert without(ours, commitments[0]) == without(theirs, commitments[1])
                compared += len(ours)
    assert different > 20
    assert compared > 3000


@pytest.mark.parametrize(
    "leak",
    [
        lambda table, seat: encode({"log": [move for _, move in table.match.log]}),
        lambda table, seat: encode(table.game.views.private(table.position.states(), 0)),
        lambda table, seat: encode({"deck": table.position.states()["deck"][0].tolist()}),
    ],
)
def test_the_comparison_of_worlds_would_notice_a_leak(
    leak: Callable[[Table, int], str],
) -> None:
    """The same comparison fails as soon as a single secret is sent along."""
    rng = random.Random(1)
    match = next(random_match(2, 1))
    other = with_other_secrets(match, SPECTATOR, rng)
    tables = [table_with(world, [None, None]) for world in (match, other)]
    assert leak(tables[0], SPECTATOR) != leak(tables[1], SPECTATOR)
