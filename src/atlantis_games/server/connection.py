"""One open socket: reads messages, and shows its seat whatever is new."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.server import store
from atlantis_games.server.chronicle import said
from atlantis_games.server.errors import Refused
from atlantis_games.server.hall import Hall
from atlantis_games.server.limits import Bucket
from atlantis_games.server.metrics import CONNECTIONS, REFUSALS, log
from atlantis_games.server.protocol import LONGEST_CHAT, clean, encode, read_message, reason_dict
from atlantis_games.server.table import PLAYING, Table

MESSAGES = (50.0, 200.0)  # a second, and at once
CHATS = (0.5, 8.0)
LONGEST_MESSAGE = 4096


class Connection:
    """Whoever is at the other end sees through the eyes of one seat, or of nobody."""

    def __init__(self, socket: WebSocket, hall: Hall, table: Table, guest: str | None) -> None:
        self.socket = socket
        self.hall = hall
        self.table = table
        self.guest = guest
        self.told = 0  # entries of the log that have been sent
        self.chat_told = 0
        self.seat = SPECTATOR
        self.own: list[int] = []
        self.news = asyncio.Event()
        limits = hall.settings.limits
        self.messages = Bucket(MESSAGES[0] * limits, MESSAGES[1] * limits)

    async def run(self, told: int) -> None:
        """Until one side closes."""
        table = self.table
        self.told = max(0, told)
        self.chat_told = max(0, table.chat_count - len(table.chat))
        table.watchers.add(self)
        CONNECTIONS.inc()
        self.news.set()
        sender = asyncio.create_task(self.send_forever())
        try:
            for seat in table.seats_of(self.guest):
                await self.hall.set_away(table, seat, False)
            table.tell_everyone()  # others see who is here
            await self.read_forever()
        finally:
            table.watchers.discard(self)
            if self.own and self.guest is not None:
                table.gone_at[self.guest] = time.monotonic()
            CONNECTIONS.dec()
            if not table.watchers:
                table.left_at = asyncio.get_running_loop().time()
            table.tell_everyone()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    def notice(self) -> None:
        """Something has happened at the table."""
        self.news.set()

    # Telling

    async def send_forever(self) -> None:
        """Sends what is new until the line breaks."""
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                await self.send_news()
        except (WebSocketDisconnect, RuntimeError):
            return  # the other side has gone; the reader notices too
        except Exception:
            log.exception("a state could not be told")
            with contextlib.suppress(RuntimeError):  # closed already
                await self.socket.close(1011)

    async def send_news(self) -> None:
        """Sends the state; what happens while a slow line is busy is told together."""
        if self.table.broken:
            await self.refuse(Refused("going-away", "The table is opened again.", close=1012))
            return
        text = encode(self.state())
        self.table.forget_shown()
        await self.socket.send_text(text)
        if self.chat_told < self.table.chat_count:
            missing = min(self.table.chat_count - self.chat_told, len(self.table.chat))
            lines = self.table.chat[-missing:]
            self.chat_told = self.table.chat_count
            await self.socket.send_text(encode({"type": "chat", "lines": lines}))

    def state(self) -> dict[str, Any]:
        """What this connection may know now."""
        table = self.table
        self.choose_eyes()
        since = min(self.told, table.ply)
        self.told = table.ply
        return {
            "type": "state",
            "table": table.written_info(),
            "ply": table.ply,
            "since": since,
            "log": table.told_to(self.seat, since),
            "seat": self.seat,
            "seats": self.own,
            **table.shown_to(self.seat),
            "clock": table.clock(),
        }

    def choose_eyes(self) -> None:
        """With one seat its own eyes; with several nobody's, when the turn passes to another."""
        table = self.table
        self.own = table.seats_of(self.guest)
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

    # Listening

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
                await self.do(message.get("text"))
            except Refused as refused:
                await self.refuse(refused)
                if refused.close is not None:
                    return
            except Exception:
                if self.socket.application_state != WebSocketState.CONNECTED:
                    return  # gone before the answer
                log.exception("a message failed")
                await self.refuse(Refused("going-away", "Something went wrong here.", close=1011))
                return

    async def do(self, text: str | None) -> None:
        """One message."""
        if not self.messages.take():
            raise Refused("slow-down", "Too many messages; wait a second.")
        if text is None:
            raise Refused("bad-message", "A message is text, not bytes.")
        if len(text) > LONGEST_MESSAGE:
            raise Refused("bad-message", f"A message has at most {LONGEST_MESSAGE} characters.")
        message = read_message(text)
        await getattr(self, "do_" + message["type"])(message)

    def deciding_seat(self) -> int:
        """The seat for which a message speaks: the own one whose turn it is, else the first."""
        own = self.table.seats_of(self.guest)
        if not own:
            raise Refused("no-seat", "You only watch here.")
        actor = self.table.position.actor
        return actor if actor in own else own[0]

    async def do_move(self, message: dict[str, Any]) -> None:
        """Plays."""
        seat = self.deciding_seat()
        log_entry = (seat, message["move"])
        ply = message["ply"]
        for other in self.table.seats_of(self.guest):  # sent again after the turn has passed on
            if self.table.is_repeated(other, ply, message["move"]):
                log_entry = (other, message["move"])
        await self.table.play(log_entry[0], ply, message["move"])
        self.news.set()

    async def do_pay(self, message: dict[str, Any]) -> None:
        """Pays the whole bill."""
        await self.table.pay(self.deciding_seat(), message["ply"])
        self.news.set()

    async def do_undo(self, message: dict[str, Any]) -> None:
        """Takes the last move back."""
        await self.table.undo(self.deciding_seat(), message["ply"])
        self.news.set()

    async def do_look(self, message: dict[str, Any]) -> None:
        """Sees through the eyes of another own seat, or of nobody."""
        seat = message["seat"]
        if seat != SPECTATOR and seat not in self.table.seats_of(self.guest):
            raise Refused("no-seat", "That seat is not yours.")
        actor = self.table.position.actor
        if seat != SPECTATOR and actor in self.table.seats_of(self.guest) and seat != actor:
            raise Refused("not-your-turn", "Another of your seats is to decide.")
        self.seat = seat
        self.told = 0  # what these eyes may know of the log is another story
        self.news.set()

    def check_eyes(self, seat: int) -> None:
        """At a shared screen nobody is told about a hand that is not open to view."""
        self.choose_eyes()
        if len(self.own) > 1 and self.table.position.actor == seat != self.seat:
            raise Refused("not-your-turn", "Look through the eyes of that seat first.")

    async def do_why(self, message: dict[str, Any]) -> None:
        """Tells why a move is not legal."""
        table = self.table
        seat = self.deciding_seat()
        if table.state != PLAYING:
            raise Refused("not-playing", "The game has not begun, or it is over.")
        if table.position.actor != seat:
            raise Refused("not-your-turn", "It is not your turn.")
        self.check_eyes(seat)
        position = table.position.redacted(seat)
        clicks, move = message.get("clicks"), message.get("move")
        if isinstance(clicks, list) and clicks and all(isinstance(one, str) for one in clicks):
            move = move_clicked(table.game, clicks) or ""
        if not isinstance(move, str):
            raise Refused("bad-message", "'why' needs 'move' or 'clicks'.")
        refusal = position.why_not(move) if move else table.game.reasons.explain_click(position)
        if refusal is None:
            told = {"code": "legal", "rule": "", "text": "That move is legal.", "values": {}}
        else:
            told = reason_dict(refusal)
        await self.socket.send_text(encode({"type": "why", "move": move, **told}))

    async def do_hint(self, message: dict[str, Any]) -> None:
        """Asks the strongest bot."""
        seat = self.deciding_seat()
        self.check_eyes(seat)
        found = await self.hall.hint(self.table, seat)
        game = self.table.game
        moves = [
            {"move": c.move, **said(game, c.move), "chances": c.chances, "visits": c.visits}
            for c in found
        ]
        await self.socket.send_text(encode({"type": "hint", "moves": moves}))

    async def do_chat(self, message: dict[str, Any]) -> None:
        """Says something to all at the table."""
        text = clean(message["text"])
        assert isinstance(text, str)
        seat = self.deciding_seat()
        if not text or len(text) > LONGEST_CHAT:
            raise Refused("bad-chat", f"A line has from 1 to {LONGEST_CHAT} characters.")
        table = self.table
        assert self.guest is not None  # who has a seat
        limits = self.hall.settings.limits
        talk = table.talk.setdefault(self.guest, Bucket(CHATS[0] * limits, CHATS[1] * limits))
        if not talk.take():  # one for all tabs of a guest
            raise Refused("bad-chat", "That is a lot of talk; wait a little.")
        row = table.say(seat, table.seats[seat].name, text)
        await table.store.write((store.ADD_CHAT, [row]))
        table.tell_everyone()

    async def do_back(self, message: dict[str, Any]) -> None:
        """Takes a seat back from the bot that plays for it."""
        self.deciding_seat()
        for seat in self.table.seats_of(self.guest):
            await self.hall.set_away(self.table, seat, False)

    async def do_replace(self, message: dict[str, Any]) -> None:
        """Has a bot play for somebody who has been gone for a while."""
        self.deciding_seat()
        seat = message["seat"]
        if not 0 <= seat < len(self.table.seats) or self.table.state != PLAYING:
            raise Refused("not-playing", "Nobody plays at that seat.")
        if self.table.absent_for(seat) < self.hall.settings.patience_seconds:
            raise Refused("not-gone", "They are here, or may still come back; wait a little.")
        await self.hall.set_away(self.table, seat, True)

    async def do_ping(self, message: dict[str, Any]) -> None:
        """Shows that the line is alive."""
        await self.socket.send_text(encode({"type": "pong"}))

    async def refuse(self, refused: Refused) -> None:
        """Says why not; some refusals end the conversation."""
        REFUSALS.labels(refused.code).inc()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_text(encode({"type": "error", **refused.as_dict()}))
            if refused.close is not None:
                await self.socket.close(refused.close)


def move_clicked(game: Any, clicks: list[str]) -> str | None:
    """The move that some clicks would spell, if they spell one at all."""
    wanted = set(clicks)
    fits = (action for action in game.notation if action.clicks and wanted <= set(action.clicks))
    best = min(fits, key=lambda action: len(action.clicks), default=None)
    return None if best is None else best.text
