"""What one connection is sent: a whole state, then what has changed, and what was said."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.messages import PROTOCOL, StateMessage, encode_bytes
from atlantis_games.server.notation import notation_version
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.views import seats_here


class Outbox:
    """Knows what a connection has been sent, and what is new since."""

    def __init__(self, session: Session, guest: str | None) -> None:
        self.session = session
        self.table = session.table
        self.guest = guest
        self.seat = SPECTATOR  # whose view is sent
        self.own: list[int] = []
        self.has_looked = False  # from another seat, which may know other parts of the log
        self.wants_deltas = False
        chat = self.table.chat
        self.sent_ply = 0  # entries of the log that have been sent
        self.sent_chat = chat.count - len(chat.lines)  # lines of the chat that have been sent
        self.sent_reactions = self.table.reactions.count  # older ones are over
        self.sent_arrivals = -1  # of the last state or presence that was sent
        self.sent_revision = -1  # of the last state
        self.sent_place: tuple[int, list[int], bool] | None = None  # whose state it was
        self.place_revision = -1  # of the table from outside, when the next two were found
        self.is_host = False
        self.place: tuple[int, list[int], bool] = (SPECTATOR, [], False)
        self.sent_info = b""  # the table from outside, as it was in that state

    def send_deltas(self, notation: str) -> None:
        """From now on sends what has changed; the client must know the numbers of actions."""
        if notation != notation_version(self.table.game):
            raise RequestRefused("old-notation")
        self.wants_deltas = True

    def news(self, with_state: bool) -> Iterator[bytes]:
        """What the connection does not have yet."""
        table = self.table
        if with_state:
            yield self.next_state()
        if not self.has_talk:
            return
        if self.sent_arrivals != table.arrivals:
            self.sent_arrivals = table.arrivals
            here, watching = seats_here(table), table.onlookers
            yield encode_bytes({"type": "presence", "here": here, "watching": watching})
        if self.sent_chat < table.chat.count:
            lines = table.chat.since(self.sent_chat)
            self.sent_chat = table.chat.count
            yield encode_bytes({"type": "chat", "lines": lines})
        if self.sent_reactions < table.reactions.count:
            reactions = table.reactions.since(self.sent_reactions)
            self.sent_reactions = table.reactions.count
            for reaction in reactions:
                yield encode_bytes(reaction)

    def next_state(self) -> bytes:
        """The state: what has changed since the last one, if that is asked for and known."""
        views, table = self.session.views, self.table
        if self.place_revision != views.info_revision or len(self.own) > 1:
            self.choose_seat()  # who sits where is known from outside
            self.is_host = self.guest is not None and self.guest == table.host
            self.place_revision = views.info_revision
            self.place = (self.seat, self.own, self.is_host)
        place = self.place
        is_next = self.sent_revision == views.revision - 1 and self.sent_place == place
        can_go_on = self.wants_deltas and is_next and not self.has_looked
        message = self.delta() if can_go_on else None
        if message is None:
            message = encode_bytes(self.state(self.is_host))
        self.sent_ply, self.sent_arrivals = table.ply, table.arrivals
        self.sent_revision, self.sent_place = views.revision, place
        self.sent_info = views.encoded_info()
        return message

    @property
    def has_talk(self) -> bool:
        """Whether something was said, shown or has changed beside the state."""
        table = self.table
        return (
            self.sent_arrivals != table.arrivals
            or self.sent_chat < table.chat.count
            or self.sent_reactions < table.reactions.count
        )

    def delta(self) -> bytes | None:
        """What has changed since the last state; None if a whole one must be sent."""
        views, table = self.session.views, self.table
        delta = views.delta(self.seat)
        if delta is None:
            return None
        info = views.encoded_info()
        if info != self.sent_info:
            delta += b',["table",%b]' % info
        if table.setup.clock:
            clock = encode_bytes(table.clock.state(table.deciding_seat))
            delta += b',["clock",%b]' % clock
        return delta + b"]}"

    def state(self, is_host: bool) -> StateMessage:
        """What this connection may know now."""
        table = self.table
        since = min(self.sent_ply, table.ply)
        shown = self.session.views.state(self.seat)
        state: StateMessage = {
            "type": "state",
            "protocol": PROTOCOL,
            "notation": notation_version(table.game),
            "table": self.session.views.info(),
            "ply": table.ply,
            "since": since,
            "log": table.match.entries_for(self.seat, since, table.ply),
            "seat": self.seat,
            "seats": self.own,
            "host": is_host,
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
        if not self.own:
            self.seat = SPECTATOR
            return
        if len(self.own) == 1:
            self.seat = self.own[0]
            return
        people = [seat for seat in self.own if not table.seats[seat].is_played_by_bot]
        actor = table.position.actor
        if not table.game.has_secrets:
            self.seat = actor if actor in self.own else self.own[0]
        elif len(people) == 1:
            self.seat = people[0]
        elif self.seat != SPECTATOR and actor in self.own and actor != self.seat:
            self.seat = SPECTATOR

    def look(self, seat: int) -> bool:
        """Shows what another own seat sees, or what a spectator does; whether that is a change."""
        own, actor = self.table.seats_of(self.guest), self.table.position.actor
        if seat != SPECTATOR and seat not in own:
            raise RequestRefused("not-your-seat" if own else "no-seat")
        if seat != SPECTATOR and actor in own and seat != actor:
            raise RequestRefused("other-seat-first")
        before, self.seat, self.place_revision = self.seat, seat, -1
        self.choose_seat()
        self.has_looked |= self.seat != before
        return self.seat != before
