"""One connection: does what messages ask, and sends its seat what is new."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.server.client_messages import (
    PRICES,
    AskHintMessage,
    AskWhyMessage,
    BackMessage,
    BadMessage,
    DecideMessage,
    LookMessage,
    MoveMessage,
    PayMessage,
    PingMessage,
    PromiseMessage,
    ReactMessage,
    ReplaceMessage,
    RevealMessage,
    SendChatMessage,
    UndoMessage,
    read_message,
)
from atlantis_games.server.errors import RequestRefused, not_playing
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.limits import Allowance
from atlantis_games.server.messages import (
    Reaction,
    ServerMessage,
    StateMessage,
    encode,
)
from atlantis_games.server.metrics import CONNECTIONS, REFUSALS, log
from atlantis_games.server.tables.bots import BotPlayers
from atlantis_games.server.tables.chat import say
from atlantis_games.server.tables.dealing import promise, reveal
from atlantis_games.server.tables.match_log import move_sentence
from atlantis_games.server.tables.reasons import why_not
from atlantis_games.server.tables.seating import replace_by_bot, take_seats_back
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.views import seats_here

PRICE_OF_STATE = 1.0  # paid by those who are sent it
BYTES_SENT_PER_MESSAGE = 2_500
MAX_ANNOUNCED_ONLOOKERS = 20  # one more of them is announced at once


@dataclass
class Caller:
    """Who is at the other end of a socket, and what they may still use."""

    guest: str | None
    address: str = ""
    allowance: Allowance = field(default_factory=Allowance)

    @property
    def payer(self) -> Payer:
        """Who pays for what they ask of the bots."""
        return Payer(self.address, self.guest or "")


class Connection:
    """A socket at a table that sees what one seat, or a spectator, sees."""

    def __init__(
        self,
        socket: WebSocket,
        session: Session,
        bots: BotPlayers,
        caller: Caller,
        limits: float = 1.0,
        patience: float = 0.0,
    ) -> None:
        self.socket = socket
        self.session = session
        self.table = session.table
        self.bots = bots
        self.caller = caller
        self.guest = caller.guest
        self.limits = limits
        self.patience = patience
        self.sent_ply = 0  # entries of the log that have been sent
        self.sent_chat = 0  # lines of the chat that have been sent
        self.sent_reactions = session.table.reactions.count  # older ones are over
        self.sent_arrivals = -1  # of the last state or presence that was sent
        self.seat = SPECTATOR  # whose view is sent
        self.own: list[int] = []
        self.has_looked = False  # from another seat, which may know other parts of the log
        self.has_new_state = True
        self.news = asyncio.Event()

    async def run(self, known_ply: int) -> None:
        """Reads and sends until one side closes; the client knows the log up to a ply."""
        self.sent_ply = max(0, known_ply)
        chat = self.table.chat
        self.sent_chat = chat.count - len(chat.lines)
        self.session.add_watcher(self)
        CONNECTIONS.inc()
        self.notify()
        sender = asyncio.create_task(self.send_forever())
        try:
            await take_seats_back(self.session, self.guest)
            self.announce_presence()
            await self.read_forever()
        finally:
            self.session.remove_watcher(self)
            CONNECTIONS.dec()
            self.announce_presence()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    @property
    def has_news(self) -> bool:
        """Whether there is something that was not sent yet."""
        return self.news.is_set()

    def notify(self, with_state: bool = True) -> None:
        """Something has happened at the table, or was only said."""
        self.has_new_state |= with_state
        self.news.set()

    def announce_presence(self) -> None:
        """Shows others who is here, if this is the only connection of somebody.

        That is a small message. Of many who watch, one more is told with the next state only: it
        need not wake all others.
        """
        others = {other.guest for other in self.table.watchers if other is not self}
        if self.guest is not None and self.guest in others:
            return
        if self.table.seats_of(self.guest) or self.table.onlookers <= MAX_ANNOUNCED_ONLOOKERS:
            self.session.announce_presence()
        else:
            self.session.views.forget_info()

    # Sending

    async def send_forever(self) -> None:
        """Sends what is new until the connection breaks."""
        try:
            while True:
                await self.news.wait()
                while wait := self.caller.allowance.wait_to_send():
                    await asyncio.sleep(wait)
                self.news.clear()
                await self.send_news()
        except (WebSocketDisconnect, RuntimeError):
            return  # the other side has gone; the reader notices too
        except Exception:
            log.exception("a state could not be sent")
            with contextlib.suppress(RuntimeError):  # closed already
                await self.socket.close(1011)

    async def send_news(self) -> None:
        """Sends the state; what happens while a slow connection is busy is sent together."""
        if self.session.is_broken:
            await self.refuse(self.session.trouble)
            return
        if self.has_new_state:
            self.has_new_state = False
            text = encode(self.state())
            self.session.views.drop_if_sent()
            self.caller.allowance.charge_sent(PRICE_OF_STATE + len(text) / BYTES_SENT_PER_MESSAGE)
            await self.socket.send_text(text)
        if self.sent_arrivals != self.table.arrivals:
            self.sent_arrivals = self.table.arrivals
            here, watching = seats_here(self.table), self.table.onlookers
            await self.send({"type": "presence", "here": here, "watching": watching})
        if self.sent_chat < self.table.chat.count:
            lines = self.table.chat.since(self.sent_chat)
            self.sent_chat = self.table.chat.count
            await self.send({"type": "chat", "lines": lines})
        reactions = self.table.reactions.since(self.sent_reactions)
        self.sent_reactions = self.table.reactions.count
        for reaction in reactions:
            await self.send(reaction)

    async def send(self, message: ServerMessage) -> None:
        """Sends a message."""
        await self.socket.send_text(encode(message))

    def state(self) -> StateMessage:
        """What this connection may know now."""
        table = self.table
        self.choose_seat()
        self.sent_arrivals = table.arrivals
        since = min(self.sent_ply, table.ply)
        self.sent_ply = table.ply
        shown = self.session.views.state(self.seat)
        state: StateMessage = {
            "type": "state",
            "table": self.session.views.info(),
            "ply": table.ply,
            "since": since,
            "log": table.match.entries_for(self.seat, since, table.ply),
            "seat": self.seat,
            "seats": self.own,
            "host": self.guest is not None and self.guest == table.host,
            **shown,  # type: ignore[typeddict-item]
            "steps": [step for step in shown["steps"] if step["ply"] > since],
            "clock": table.clock.state(table.deciding_seat) if table.setup.clock else None,
        }
        if self.has_looked:
            self.has_looked = False
            state["again"] = table.match.private_entries(self.seat, self.own, since)
        return state

    def choose_seat(self) -> None:
        """Chooses whose view is sent: with several seats nobody's, when the turn passes on."""
        table, own_before = self.table, self.own
        self.own = table.seats_of(self.guest)
        if self.own != own_before:  # seats move up when open ones before them are removed
            self.seat = SPECTATOR
        people = [seat for seat in self.own if not table.seats[seat].is_played_by_bot]
        actor = table.position.actor
        if not self.own:
            self.seat = SPECTATOR
        elif len(self.own) == 1:
            self.seat = self.own[0]
        elif not table.game.has_secrets:
            self.seat = actor if actor in self.own else self.own[0]
        elif len(people) == 1:
            self.seat = people[0]
        elif self.seat != SPECTATOR and actor in self.own and actor != self.seat:
            self.seat = SPECTATOR

    async def refuse(self, refused: RequestRefused) -> None:
        """Sends why not; some refusals close the connection."""
        REFUSALS.labels(refused.code).inc()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.send({"type": "error", **refused.problem()})
            if refused.close is not None:
                await self.socket.close(refused.close)

    # Reading

    async def read_forever(self) -> None:
        """Does what messages ask, one after another."""
        while True:
            try:
                message = await self.socket.receive()
            except RuntimeError:
                return
            if message["type"] == "websocket.disconnect":
                return
            try:
                await self.receive(message.get("text"))
            except RequestRefused as refused:
                await self.refuse(refused)
                if refused.close is not None:
                    return
            except Exception:
                if self.socket.application_state != WebSocketState.CONNECTED:
                    return  # gone before the answer
                log.exception("a message failed")
                await self.refuse(RequestRefused("going-away", close=1011))
                return

    async def receive(self, text: str | None) -> None:
        """Does what one message asks."""
        try:
            message = read_message(text)
        except BadMessage as error:
            raise RequestRefused("bad-message", detail=str(error)) from None
        self.caller.allowance.charge(PRICES[type(message)])
        match message:
            case MoveMessage():
                await self.play(message.ply, message.move)
            case PayMessage():
                await self.session.pay(self.deciding_seat(), message.ply)
            case DecideMessage():
                seat = self.deciding_seat()
                self.check_seat_is_shown(seat)
                await self.bots.decide_for(self.session, seat, message.ply, self.caller.payer)
            case UndoMessage():
                await self.session.undo(self.deciding_seat(), message.ply)
            case LookMessage():
                self.look(message.seat)
            case AskWhyMessage():
                await self.explain(message)
            case AskHintMessage():
                await self.hint()
            case SendChatMessage():
                seat = self.deciding_seat()
                assert self.guest is not None  # who has a seat
                await say(self.session, self.guest, seat, message.text, self.limits)
            case ReactMessage():
                self.react(message.reaction)
            case BackMessage():
                self.deciding_seat()
                await take_seats_back(self.session, self.guest)
            case ReplaceMessage():
                self.deciding_seat()
                await replace_by_bot(self.session, message.seat, self.patience)
            case PromiseMessage():
                self.deciding_seat()
                await promise(self.session, self.guest or "", message.promise)
            case RevealMessage():
                self.deciding_seat()
                await reveal(self.session, self.guest or "", message.nonce)
            case PingMessage():
                await self.send({"type": "pong"})

    def deciding_seat(self) -> int:
        """The seat for which a message speaks: the own one whose turn it is, else the first."""
        own = self.table.seats_of(self.guest)
        if not own:
            raise RequestRefused("no-seat")
        actor = self.table.position.actor
        return actor if actor in own else own[0]

    async def play(self, ply: int, move: str) -> None:
        """Plays a move, unless it was played before."""
        seat = self.deciding_seat()
        for other in self.table.seats_of(self.guest):  # sent again after the turn has passed on
            if self.session.is_repeated(other, ply, move):
                seat = other
        await self.session.play(seat, ply, move)

    def react(self, reaction: Reaction) -> None:
        """Shows a reaction to everybody at the table."""
        seat = self.deciding_seat()
        assert self.guest is not None  # who has a seat
        if not self.table.reactions.may_react(self.guest, self.limits):
            raise RequestRefused("slow-down")
        self.table.reactions.show(seat, reaction)
        self.session.announce_chat()

    def look(self, seat: int) -> None:
        """Shows what another own seat sees, or what a spectator does."""
        own, actor = self.table.seats_of(self.guest), self.table.position.actor
        if seat != SPECTATOR and seat not in own:
            raise RequestRefused("not-your-seat" if own else "no-seat")
        if seat != SPECTATOR and actor in own and seat != actor:
            raise RequestRefused("other-seat-first")
        before, self.seat = self.seat, seat
        self.choose_seat()
        if self.seat != before:
            self.has_looked = True
            self.notify()

    def check_seat_is_shown(self, seat: int) -> None:
        """At a shared screen, refuses to speak of a hand that is not shown."""
        self.choose_seat()
        if len(self.own) > 1 and self.table.position.actor == seat != self.seat:
            raise RequestRefused("look-first")

    async def explain(self, message: AskWhyMessage) -> None:
        """Sends why a move is not legal."""
        seat = self.deciding_seat()
        if self.table.state != "playing":
            raise not_playing()
        if self.table.position.actor != seat:
            raise RequestRefused("not-your-turn")
        self.check_seat_is_shown(seat)
        await self.send(why_not(self.table.position.redacted(seat), message.move, message.clicks))

    async def hint(self) -> None:
        """Sends the moves that a search considers best."""
        seat = self.deciding_seat()
        self.check_seat_is_shown(seat)
        found = await self.bots.hint(self.session, seat, self.caller.payer)
        game = self.table.game
        await self.send(
            {
                "type": "hint",
                "moves": [
                    {
                        "move": one.move,
                        **move_sentence(game, one.move),
                        "chances": one.chances,
                        "visits": one.visits,
                    }
                    for one in found
                ],
            }
        )
