"""Nobody is told what they may not know: every byte that anybody gets, held against the truth.

Whole games are played on a real server. Every receiver keeps every frame and every body it got;
afterwards the database tells what was secret at each moment, and nothing of it may have been sent.
"""

from __future__ import annotations

import hashlib
import json
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from atlantis_games.server.chronicle import Chronicle
from atlantis_games.server.connection import Connection
from atlantis_games.server.hall import Hall
from atlantis_games.server.protocol import encode
from atlantis_games.server.table import OVER, PLAYING, Seat, Setup, Table
from starlette.websockets import WebSocket

from atlantis_games.bots.search import Search
from atlantis_games.core.contract import CHANCE, EVERYBODY, SPECTATOR
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.games.causeway.tables import ITEMS
from atlantis_games.kernels.random import stream
from atlantis_games.server import store
from atlantis_games.server.errors import Refused
from atlantis_games.server.settings import Settings
from server.house import OPEN, PATIENCE, Guest, House, Line, run_apart
from server.truth import Truth, branches, check_view

OPEN_PATHS = (
    "/api/games",
    "/api/tables",
    "/api/tables/{id}",
    "/api/tables/{id}/match",
    "/api/tables/{id}/positions",
    "/api/tables/{id}/positions?first=0&last=200&seat=1",
    "/api/tables/{id}/review",
    "/api/tables/{id}/nothing",
    "/healthz",
    "/metrics",
    "/openapi.json",
    "/table/{id}",
    "/atlantis.db",
    "/secret.key",
)
FINISHED_ONLY = ("match", "positions", "review")


class Nobody(Guest):
    """Somebody who has not even a token."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.name = ""
        self.token = ""
        self.http = httpx.Client(base_url=house.address, timeout=PATIENCE)
        OPEN.append(self.http)


class Receiver:
    """Somebody at a table, and everything that was ever sent to them about it."""

    def __init__(self, guest: Guest, table: str, ply: int = 0) -> None:
        self.guest = guest
        self.table = table
        self.line = guest.sit(table, ply)
        self.line.hear()
        self.bodies: list[str] = []

    @property
    def hash(self) -> str:
        """How the database calls this guest."""
        return hashlib.sha256(self.guest.token.split(".")[0].encode()).hexdigest()

    def look_around(self) -> None:
        """Asks for everything that can be asked for while the game goes on."""
        for path in OPEN_PATHS:
            answer = self.guest.http.get(path.replace("{id}", self.table))
            self.bodies.append(f"{answer.headers}{answer.text}")
            if any(f"/{word}" in path for word in FINISHED_ONLY):
                assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
        for action, body in (("rematch", {}), ("review", {}), ("join", {"seat": 1})):
            answer = self.guest.http.post(f"/api/tables/{self.table}/{action}", json=body)
            self.bodies.append(answer.text)
        for message in (
            {"type": "move", "ply": self.line.state["ply"], "move": "draw ring"},
            {"type": "move", "ply": 0, "move": "A ring"},
            {"type": "move", "ply": -1, "move": "undo"},
            {"type": "look", "seat": len(self.line.state["table"]["seats"]) - 1},
            {"type": "why", "move": "draw ring"},
            {"type": "why", "move": "pay ring"},
            {"type": "why", "clicks": ["card:ring"]},
            {"type": "pay", "ply": 3},
            {"type": "undo", "ply": 3},
            {"type": "nonsense"},
        ):
            self.line.send(**message)
        self.settle()

    def settle(self) -> None:
        """Listens until everything that was asked has been answered."""
        self.line.send(type="ping")
        self.line.until_type("pong")

    def close(self) -> None:
        """Leaves the socket."""
        self.line.__exit__()


class Evening:
    """A game among several people, bots and onlookers, played to its end."""

    def __init__(self, house: House, table: str, receivers: list[Receiver], seed: int) -> None:
        self.house = house
        self.table = table
        self.receivers = receivers
        self.gone: list[Receiver] = []
        self.random = random.Random(seed)
        self.ply = 0  # what everybody must have heard of
        self.turns = 0
        self.undone = 0
        self.hints = 0

    def wait_for_person(self) -> dict[str, Any]:
        """Until a person is to decide, or the game is over; everybody has heard as much."""

        def is_wanted(message: dict[str, Any]) -> bool:
            if message["type"] != "state" or message["view"] is None:
                return False
            actor = message["view"]["actor"]
            seats = message["table"]["seats"]
            is_person = actor >= 0 and seats[actor]["kind"] == "person"
            return bool(message["result"] or (is_person and not seats[actor]["away"]))

        front = self.receivers[-1].line
        front.until_ply(self.ply)
        state = front.state if is_wanted(front.state) else front.until(is_wanted)
        self.ply = state["ply"]
        for receiver in self.receivers:
            receiver.line.until_ply(self.ply)
        return state

    def line_of(self, actor: int) -> Line:
        """The line of whoever has a seat, looking through its eyes."""
        for receiver in self.receivers:
            line = receiver.line
            if actor in line.state["seats"]:
                if line.state["seat"] != actor:
                    line.send(type="look", seat=actor)
                    line.until(lambda m: m["type"] == "state" and m["seat"] == actor)
                return line
        raise AssertionError(f"nobody has seat {actor}")

    def play(self, turns: int = 10_000, every: int = 25) -> bool:
        """So many decisions, with all kinds of talk between them; whether the game is over."""
        for _ in range(turns):
            state = self.wait_for_person()
            if state["result"]:
                return True
            self.turns += 1
            line = self.line_of(state["view"]["actor"])
            if self.turns % every == 0:
                for receiver in self.receivers:
                    receiver.look_around()
                line.send(type="chat", text=f"turn {self.turns}, I have a <b>ring</b>")
            if self.turns % 60 == 7 and self.hints < 2:
                self.hints += 1
                line.send(type="hint")
                line.until_type("hint")
            self.decide(line)
        return False

    def decide(self, line: Line) -> None:
        """One move, sometimes taken back at once, or a whole bill paid."""
        state = line.until_turn()
        moves = [choice["move"] for choice in state["moves"]]
        if state["view"]["phase"] == "pay" and self.random.random() < 0.3:
            line.send(type="pay", ply=state["ply"])
        else:
            line.send(type="move", ply=state["ply"], move=self.random.choice(moves))
        state = line.until_ply(state["ply"] + 1)
        if state["undo"] and self.random.random() < 0.3:
            line.send(type="undo", ply=state["ply"])
            state = line.until_ply(state["ply"] + 1)
            self.undone += 1
        self.ply = state["ply"]

    def sit_again(self, number: int, ply: int) -> Receiver:
        """Closes somebody's socket and opens a new one that knows the log up to a ply."""
        old = self.receivers[number]
        old.close()
        self.gone.append(old)
        new = self.receivers[number] = Receiver(old.guest, self.table, ply)
        return new

    def audit(self) -> int:
        """Compares everything that was sent with the truth; how many frames were looked at."""
        truth = Truth(self.house.data, self.table)
        frames = 0
        for receiver in self.receivers:
            with suppress(AssertionError):
                receiver.settle()
        everybody = [*self.receivers, *self.gone]
        keys = keys_of(self.house, everybody)
        for receiver in everybody:
            frames += audit(truth, receiver, keys)
        check_quiet(self.house, truth, keys)
        return frames


def keys_of(house: House, receivers: list[Receiver]) -> list[str]:
    """What is never told to anybody: tokens, what they are stored as, the key that signs them."""
    keys = [(house.data / "secret.key").read_bytes().hex()]
    for receiver in receivers:
        if receiver.guest.token:
            keys += [*receiver.guest.token.split("."), receiver.hash]
    return keys


def audit(truth: Truth, receiver: Receiver, keys: list[str]) -> int:
    """Every byte that one receiver got about one table."""
    own = [seat for seat, guest in enumerate(truth.guests) if guest == receiver.hash]
    end = len(truth.entries)
    for body in receiver.bodies:  # all asked for before the end
        assert truth.seed not in body
        assert not any(key in body for key in keys)
        assert '"hand"' not in body
        assert not any(f"draw {item}" in body for item in ITEMS if "openapi" not in body)
    for text in receiver.line.bytes:
        frame = json.loads(text)
        assert not any(key in text for key in keys)
        if frame["type"] == "state":
            check_state(truth, own, frame)
        is_over = frame["type"] == "state" and frame["result"] and frame["ply"] == end
        assert is_over or truth.seed not in text
        if frame["type"] in ("error", "why") and not own:
            assert frame["type"] == "error"
            assert frame["code"] in ("no-seat", "bad-message"), "an onlooker is told no reasons"
    return len(receiver.line.bytes)


def check_state(truth: Truth, own: list[int], frame: dict[str, Any]) -> None:
    """One state as one receiver got it."""
    seat, ply, since = frame["seat"], frame["ply"], frame["since"]
    assert frame["seats"] == own
    assert seat == SPECTATOR or seat in own
    assert frame["log"] == [truth.told(number, seat) for number in range(since, ply)]
    if frame["view"] is None:
        assert frame["table"]["state"] == "waiting"
        return
    check_view(truth, ply, seat, frame["view"])
    position = truth.positions[ply]
    assert bool(frame["result"]) == position.is_over
    assert not frame["moves"] or seat == position.actor
    secrets = truth.game_name == "causeway"
    if secrets and len(own) > 1 and seat != SPECTATOR and position.actor in own:
        people = [s for s in own if not frame["table"]["seats"][s]["away"]]
        assert seat == position.actor or len(people) == 1, "a hand is open at another's turn"


def check_quiet(house: House, truth: Truth, keys: list[str]) -> None:
    """What the server writes down for its operator holds no secret of a game or a person."""
    for text in (house.log.read_text(), httpx.get(house.address + "/metrics").text):
        assert truth.seed not in text
        assert not any(key in text for key in keys)
        assert not any(f"draw {item}" in text for item in ITEMS)


def test_a_game_with_every_kind_of_seat_tells_nobody_too_much(house: House) -> None:
    """Two at one screen, one elsewhere with two tabs, a bot, onlookers with and without a token."""
    host, friend, visitor = house.guest("Host"), house.guest("Friend"), house.guest("Visitor")
    options = {"bought_cards_pay": "off", "spent_cards": "remove"}
    table = host.open("causeway", "ppob", public=True, options=options)
    friend.post(f"/api/tables/{table}/join")
    everybody = [Receiver(g, table) for g in (host, friend, friend, visitor, Nobody(house))]
    evening = Evening(house, table, everybody, 5)
    evening.play(12, every=4)

    friend.post(f"/api/tables/{table}/leave")  # a bot plays on
    evening.receivers[-1].line.until(
        lambda m: m["type"] == "state" and m["table"]["seats"][2]["away"]
    )
    evening.play(6)
    evening.sit_again(1, 40)  # and hands the seat back
    evening.sit_again(2, 10**8)
    evening.sit_again(3, 17)
    while not evening.play(30):
        evening.sit_again(evening.random.randrange(4), evening.random.randrange(200))
    assert evening.undone
    assert evening.hints
    assert evening.audit() > 100


def test_a_duel_and_its_rematch_tell_nobody_too_much(house: House) -> None:
    """The same people in each other's seats: what was known of the first game helps in neither."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("causeway", "po", options={"peek": "on"})
    early = Receiver(Nobody(house), table)  # while the table still waits
    assert early.line.state["view"] is None
    ben.post(f"/api/tables/{table}/join")
    first = Evening(house, table, [Receiver(ada, table), Receiver(ben, table), early], 6)
    assert first.play(every=20)
    assert first.audit() > 100

    again = ben.post(f"/api/tables/{table}/rematch")["id"]
    assert ada.post(f"/api/tables/{table}/rematch")["id"] == again
    everybody = [Receiver(guest, again) for guest in (ada, ben, Nobody(house))]
    assert everybody[0].line.state["seats"] == [1]
    second = Evening(house, again, everybody, 7)
    assert second.play(every=20)
    assert second.audit() > 100


def test_a_game_without_secrets_still_keeps_its_seed(house: House) -> None:
    """Escape shows everything but what chance will do."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("escape", "ppob", options={"stall_limit": "2"})  # soon over
    ben.post(f"/api/tables/{table}/join")
    everybody = [Receiver(guest, table) for guest in (ada, ben, Nobody(house))]
    evening = Evening(house, table, everybody, 8)
    assert evening.play(every=150)
    assert evening.audit() > 100


def test_the_match_file_is_for_the_end_only(house: House) -> None:
    """Refused to players and strangers alike until the last move, and then it has the seed."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    receiver = Receiver(ada, table)
    receiver.look_around()
    evening = Evening(house, table, [receiver], 9)
    assert evening.play()
    truth = Truth(house.data, table)
    text = Nobody(house).http.get(f"/api/tables/{table}/match").text
    assert f"seed: {truth.seed}" in text
    Match.read(text).verify()


def test_at_a_shared_screen_a_closed_hand_is_not_spoken_of(house: House) -> None:
    """While nobody looks, neither a reason nor a hint tells about the hand of whoever is next."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    with ada.sit(table) as line:
        state = line.hear()
        assert (state["seat"], state["moves"], state["view"]["actor"]) == (-1, [], 0)
        for item in ITEMS:
            line.send(type="why", move=f"A {item}")
        line.send(type="hint")
        line.send(type="ping")
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["type"] != "pong":
            heard.append(line.hear())
        told = [message for message in heard if message["type"] in ("why", "hint")]
        assert not told, "the hand of seat 1 is told to whoever holds the device"


# The same without a network: two worlds that differ in secrets only


class Pipe:
    """A socket that only remembers."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        """Keeps it."""
        self.sent.append(text)


class Sieve:
    """A store that keeps nothing."""

    async def write(self, *changes: Any) -> None:
        """Nothing."""


def table_with(match: Chronicle, guests: list[str | None]) -> Table:
    """A table at which a match is being played, with a store that keeps nothing."""
    seats = [Seat("person", f"Seat {n}", guest=guest) for n, guest in enumerate(guests)]
    state = OVER if match.position.is_over else PLAYING
    return Table("t" * 12, match, seats, Setup(match.start.options), cast(Any, Sieve()), state)


def another_world(match: Chronicle, seat: int, rng: random.Random) -> Chronicle:
    """The same match as far as a seat can tell; whatever it cannot know is dealt anew."""
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
    match: Chronicle, dealer: Dealer | None, log: list[tuple[int, str]], position: Position
) -> Chronicle:
    """A match as it is after it was read from the store."""
    audiences = list(match.audiences)
    found = Chronicle.resume(match.start, match.seats, dealer, log, audiences, len(log), position)
    found.deeds = list(match.deeds)
    return found


async def everything_told(match: Chronicle, seat: int) -> list[str]:
    """All that the server could send to one seat now, whatever it asks."""
    guests: list[str | None] = [None] * match.start.players
    if seat != SPECTATOR:
        guests[seat] = "me"
    table = table_with(match, guests)
    pipe = Pipe()
    hall = Hall(cast(Any, None), Settings(limits=1e6))
    connection = Connection(cast(WebSocket, pipe), hall, table, "me")
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
            await connection.do(json.dumps(message))
        except Refused as refused:
            await connection.refuse(refused)
    await connection.send_news()
    hall.pool.shutdown()
    hall.archive.close()
    position = match.position.redacted(seat)
    if position.actor == seat:
        candidates = Search(7, iterations=60).think(position)
        pipe.sent.append(str([(c.move, c.chances, c.visits) for c in candidates]))
    return pipe.sent


def random_match(players: int, seed: int) -> Iterator[Chronicle]:
    """A match of Causeway, now and then, as it goes on."""
    rng = random.Random(seed)
    start = GAMES["causeway"].new(players, bought_cards_pay=rng.choice(["on", "off"]))
    match = Chronicle(start, dealer=Dealer(str(seed), "t" * 12))
    match.deal()
    while not match.position.is_over:
        assert match.position.actor != CHANCE
        match.play(rng.choice(list(match.position.moves)))
        match.deal()
        if rng.random() < 0.07 and not match.position.is_over:
            yield match


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_worlds_with_other_secrets_send_the_same_bytes(players: int) -> None:
    """Every frame, reason and error, to every seat and to onlookers, apart from the commitment."""
    rng = random.Random(players)
    compared = different = 0
    for seed in range(2):
        for match in random_match(players, 10 * players + seed):
            for seat in (SPECTATOR, *range(players)):
                other = another_world(match, seat, rng)
                different += other.position != match.position
                same = resumed(match, match.dealer, list(match.log), match.position)
                ours = run_apart(everything_told(same, seat))
                theirs = run_apart(everything_told(other, seat))
                assert match.dealer is not None
                assert other.dealer is not None
                commitments = match.dealer.commitment, other.dealer.commitment
                assert [text.replace(commitments[0], "") for text in ours] == [
                    text.replace(commitments[1], "") for text in theirs
                ]
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
    other = another_world(match, SPECTATOR, rng)
    tables = [table_with(world, [None, None]) for world in (match, other)]
    assert leak(tables[0], SPECTATOR) != leak(tables[1], SPECTATOR)


def test_the_check_of_views_would_notice_a_leak(house: House) -> None:
    """A hand in the wrong panel, a wrong count, or a list under a new name."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    with ada.sit(table) as line:
        state = line.hear()
    truth, ply, view = Truth(house.data, table), state["ply"], state["view"]
    check_view(truth, ply, SPECTATOR, view)
    hand = dict(truth.cards(ply).hands[0])
    leaks: list[Callable[[dict[str, Any]], None]] = [
        lambda v: v["seats"][0].update(hand=hand),
        lambda v: v["seats"][0].update(memory=hand),
        lambda v: v["seats"][1].update(shown={"ring": 1}),
        lambda v: v.update(pile={"ring": 3}),
        lambda v: v.update(draw_pile=v["draw_pile"] - 1),
        lambda v: v["path"][0].update(covered="ring1"),
    ]
    for leak in leaks:
        copy = json.loads(json.dumps(view))
        leak(copy)
        with pytest.raises(AssertionError):
            check_view(truth, ply, SPECTATOR, copy)
    assert len(list(branches(view))) > 100


# What is written down


def test_a_failing_database_tells_no_secrets_to_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An error names the statement, not the card that was dealt or the seed."""

    async def fail() -> str:
        kept = store.Store(f"sqlite+aiosqlite:///{tmp_path / 'atlantis.db'}")
        await kept.open()
        entry = {"table_id": "t", "ply": 0, "actor": -1, "audience": 1, "spent": 0, "deed": ""}
        entry["move"] = "draw olive"
        await kept.write((store.ADD_ENTRY, [entry]))
        with pytest.raises(Exception, match="UNIQUE") as caught:
            await kept.write((store.ADD_ENTRY, [entry]))
        await kept.write((store.ADD_ENTRY, [entry | {"ply": 1}]))  # others can go on
        await kept.close()
        return str(caught.value)

    with caplog.at_level(logging.DEBUG, "atlantis"):
        error = run_apart(fail())
    assert "UNIQUE" in caplog.text
    assert "olive" not in caplog.text
    assert "olive" not in error


def test_other_users_of_the_machine_cannot_read_the_folder(house: House) -> None:
    """The database holds seeds and hands, the key signs tokens."""
    house.guest().open("causeway", "pp")  # so that all files are there
    for name in ("atlantis.db", "atlantis.db-wal", "secret.key"):
        assert not (house.data / name).stat().st_mode & 0o077, name
