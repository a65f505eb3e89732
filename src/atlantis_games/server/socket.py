"""One connection: does what messages ask, and sends its seat what is new."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Iterator

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from atlantis_games.server.client_messages import (
    PRICES,
    AskHintMessage,
    AskWhyMessage,
    BackMessage,
    BadMessage,
    DecideMessage,
    DeltasMessage,
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
from atlantis_games.server.messages import (
    Reaction,
    ServerMessage,
    encode,
)
from atlantis_games.server.metrics import CONNECTIONS, REFUSALS, log
from atlantis_games.server.outbox import Outbox
from atlantis_games.server.quick_moves import Caller, Line, QuickMoves
from atlantis_games.server.tables.bots import BotPlayers
from atlantis_games.server.tables.chat import say
from atlantis_games.server.tables.dealing import promise, reveal
from atlantis_games.server.tables.match_log import move_sentence
from atlantis_games.server.tables.reasons import why_not
from atlantis_games.server.tables.seating import replace_by_bot, take_seats_back
from atlantis_games.server.tables.session import Session

PRICE_OF_STATE = 1.0  # paid by those who are sent it
BYTES_SENT_PER_MESSAGE = 2_500
MAX_ANNOUNCED_ONLOOKERS = 20  # one more of them is announced at once


class Connection(QuickMoves):
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
        self.outbox = Outbox(session, caller.guest)
        self.line: Line | None = caller.line
        self.has_new_state = True
        self.has_news = False  # something is left to send, when there is room
        self.is_more = False  # even after what is being sent now
        self.sender: asyncio.Task[None] | None = None  # that does it

    async def run(self, known_ply: int) -> None:
        """Reads and sends until one side closes; the client knows the log up to a ply."""
        self.outbox.sent_ply = max(0, known_ply)
        self.session.add_watcher(self)
        CONNECTIONS.inc()
        try:
            await take_seats_back(self.session, self.guest)
            self.announce_presence()
            if self.has_new_state:
                self.notify()
                self.session.drop_views()
            await self.read_forever()
        finally:
            if self.line is not None:
                self.line.take_text = None
            self.session.remove_watcher(self)
            CONNECTIONS.dec()
            self.announce_presence()
            if self.sender is not None:
                self.sender.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self.sender

    def notify(self, with_state: bool = True) -> None:
        """Something has happened at the table, or was only said: sent at once if there is room."""
        self.has_new_state |= with_state
        line, allowance = self.line, self.caller.allowance
        is_busy = self.has_news or self.session.is_broken
        if line is None or is_busy or not line.has_room() or allowance.wait_to_send():
            self.send_later()
            return
        try:
            if self.has_new_state:
                self.has_new_state = False
                message = self.outbox.next_state()
                allowance.charge_sent(PRICE_OF_STATE + len(message) / BYTES_SENT_PER_MESSAGE)
                line.write_text(message)
            if self.outbox.has_talk:
                for message in self.outbox.news(with_state=False):
                    line.write_text(message)
        except Exception:
            log.exception("a state could not be sent")
            line.abort()

    def announce_presence(self) -> None:
        """Shows others who is here, if this is the only connection of somebody.

        That is a small message. Of many who watch, one more is announced with the next state only:
        it need not wake all others.
        """
        others = {other.guest for other in self.table.watchers if other is not self}
        if self.guest is not None and self.guest in others:
            return
        if self.table.seats_of(self.guest) or self.table.onlookers <= MAX_ANNOUNCED_ONLOOKERS:
            self.session.announce_presence()
        else:
            self.session.views.forget_info()

    # Sending

    def send_later(self) -> None:
        """Sends what is new as soon as there is room and it is paid for."""
        self.has_news = self.is_more = True
        if self.sender is None:
            self.sender = asyncio.create_task(self.send_all())

    async def send_all(self) -> None:
        """Sends until nothing is new, or the connection breaks."""
        try:
            while self.is_more:
                while wait := self.caller.allowance.wait_to_send():
                    await asyncio.sleep(wait)
                self.is_more = False
                await self.send_news()
            self.has_news, self.sender = False, None
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
        for message in self.new_messages():
            await self.socket.send_text(message.decode())

    def new_messages(self) -> Iterator[bytes]:
        """What is to be sent now, each part as soon as the one before is sent."""
        with_state, self.has_new_state = self.has_new_state, False
        for message in self.outbox.news(with_state):
            if with_state:
                price = PRICE_OF_STATE + len(message) / BYTES_SENT_PER_MESSAGE
                self.caller.allowance.charge_sent(price)
                with_state = False
            yield message

    async def send(self, message: ServerMessage) -> None:
        """Sends a message."""
        await self.socket.send_text(encode(message))

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
        if self.line is not None:
            self.line.take_text = self.take_text
        while True:
            self.is_reading = False
            try:
                message = await self.socket.receive()
            except RuntimeError:
                return
            self.is_reading = True
            if message["type"] == "websocket.disconnect":
                return
            if self.is_moving:
                self.moved = asyncio.get_running_loop().create_future()
                await self.moved
            if not await self.answer(self.receive(message.get("text"))):
                return

    async def answer(self, work: Awaitable[None]) -> bool:
        """Does what a message asks, or says why not; whether more may come."""
        try:
            await work
        except RequestRefused as refused:
            await self.refuse(refused)
            return refused.close is None
        except Exception:
            if self.socket.application_state != WebSocketState.CONNECTED:
                return False  # gone before the answer
            log.exception("a message failed")
            await self.refuse(RequestRefused("going-away", close=1011))
            return False
        return True

    async def receive(self, text: str | None) -> None:
        """Does what one message asks."""
        try:
            message = read_message(text)
        except BadMessage as error:
            raise RequestRefused("bad-message", detail=str(error)) from None
        self.caller.allowance.charge(PRICES[type(message)])
        match message:
            case MoveMessage():
                await self.play(message.ply, self.move_of(message.move))
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
                await self.say(message.text)
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
            case DeltasMessage():
                self.outbox.send_deltas(message.notation)
            case PingMessage():
                await self.send({"type": "pong"})

    def deciding_seat(self) -> int:
        """The seat for which a message speaks: the own one whose turn it is, else the first."""
        own = self.table.seats_of(self.guest)
        if not own:
            raise RequestRefused("no-seat")
        actor = self.table.position.actor
        return actor if actor in own else own[0]

    def move_of(self, move: str | int) -> str:
        """A move by its text or by its number in the notation."""
        moves = self.table.game.moves
        if isinstance(move, str):
            return move
        if not 0 <= move < len(moves):
            raise RequestRefused("bad-message", detail=f"No move has the number {move}.")
        return moves[move]

    async def play(self, ply: int, move: str) -> None:
        """Plays a move, unless it was played before."""
        seat = self.deciding_seat()
        for other in self.table.seats_of(self.guest):  # sent again after the turn has passed on
            if self.session.is_repeated(other, ply, move):
                seat = other
        await self.session.play(seat, ply, move)

    async def say(self, text: str) -> None:
        """Adds a line to the chat."""
        seat = self.deciding_seat()
        assert self.guest is not None  # who has a seat
        await say(self.session, self.guest, seat, text, self.limits)

    def react(self, reaction: Reaction) -> None:
        """Shows a reaction to everybody at the table."""
        seat = self.deciding_seat()
        assert self.guest is not None  # who has a seat
        if not self.table.reactions.may_react(self.guest, self.limits):
            raise RequestRefused("slow-down")
        self.table.reactions.show(seat, reaction)
        told = {"kind": "reaction", "table": self.table.id, "seat": seat, "reaction": reaction}
        self.session.on_note(told)
        self.session.announce_chat()

    def look(self, seat: int) -> None:
        """Shows what another own seat sees, or what a spectator does."""
        if self.outbox.look(seat):
            self.notify()

    def check_seat_is_shown(self, seat: int) -> None:
        """At a shared screen, refuses to speak of a hand that is not shown."""
        outbox = self.outbox
        outbox.choose_seat()
        if len(outbox.own) > 1 and self.table.position.actor == seat != outbox.seat:
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
        """Sends the moves that a search considers best, and why."""
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
                    for one in found.moves
                ],
                "theme": found.theme,
                "why": [{"code": one["code"], "values": one["values"]} for one in found.why],
            }
        )
