"""Dealing that nobody can steer, the host included: docs/fair-dealing.md, version 2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from atlantis_games.core.contract import STANDARD
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position

if TYPE_CHECKING:
    from atlantis_games.core.match import Match

VERSION = 2
STARTS_FROM = "position"  # a header, and a fact, of a match that begins elsewhere
FIRST_LINE = f"atlantis deal {VERSION}"
HEX = re.compile("[0-9a-f]{64}")
DEVICE, BOT, ABSENT, WITHHELD, SEAT = "device", "bot", "absent", "withheld", "seat"
DERIVED = (BOT, ABSENT, WITHHELD)  # whose nonce nobody chose


def sha256_of(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


def promise_of(nonce: str) -> str:
    """What a device shows of its nonce before it reveals it."""
    return sha256_of(nonce)


def other_start(start: Position) -> str:
    """The text of a position that is not the beginning of a game; nothing for one that is."""
    beginning = start.game.new(start.players, **start.options)
    return "" if start == beginning else start.text


def chosen_options(start: Position) -> str:
    """The options that are not at their defaults: a new one changes no old commitment."""
    chosen = (
        f"{name}={value}"
        for name, value in start.options.items()
        if value != start.game.options[name].default
    )
    return " ".join(chosen) or STANDARD


class FairDealer(Dealer):
    """Deals from a seed of the server and a nonce of every player's device.

    The commitment binds the seed, the table, the game, its options and where it
    begins, if that is not the beginning; it is known before any
    nonce. The terms bind all of that, the names of the seats and the nonces; every outcome follows
    from the seed, the terms and the number of the chance event.
    """

    def __init__(self, seed: str | None, match: str, start: Position) -> None:
        super().__init__(seed, match)
        self.facts = [
            f"match: {match}",
            f"game: {start.game.name}",
            f"rules: {start.game.version}",
            f"players: {start.players}",
            f"options: {chosen_options(start)}",
        ]
        if text := other_start(start):
            self.facts.append(f"{STARTS_FROM}: {text}")
        self.players = start.players
        self.names: list[str] = []
        self.nonces: list[str] = []  # `device HEX` and the like, for each seat
        self._terms = ""  # the SHA-256 of the terms, once they are known

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed together with the table, the game and its options."""
        return sha256_of("\n".join([FIRST_LINE, f"seed: {self.seed}", *self.facts, ""]))

    def derived_nonce(self, seat: int) -> str:
        """The nonce of a seat without a device: everybody can work it out, nobody chooses it."""
        return sha256_of(f"{self.commitment} {seat + 1}")

    def agree(self, names: Sequence[str], nonces: Sequence[str]) -> None:
        """Fixes the terms: who plays, and what each seat contributes. BadRequest if they differ."""
        if len(names) != self.players or len(nonces) != self.players:
            raise BadRequest(f"{self.players} seats need {self.players} names and nonces.")
        for seat, nonce in enumerate(nonces):
            self.check_nonce(seat, nonce, nonces)
        self.names, self.nonces = list(names), list(nonces)
        self._terms = sha256_of(self.terms)

    def check_nonce(self, seat: int, nonce: str, nonces: Sequence[str]) -> None:
        """Refuses a contribution that is not one, or that somebody chose for a bot."""
        kind, _, value = nonce.partition(" ")
        if kind == DEVICE and HEX.fullmatch(value):
            return
        if kind in DERIVED and value == self.derived_nonce(seat):
            return
        earlier = {str(other + 1): nonces[other] for other in range(seat)}
        if kind == SEAT and earlier.get(value, "").startswith(DEVICE):
            return
        raise BadRequest(f"the nonce of seat {seat + 1} is not one: {nonce!r}.")

    @property
    def has_terms(self) -> bool:
        """Whether the terms are fixed, so that chance can act."""
        return bool(self._terms)

    @property
    def terms(self) -> str:
        """Everything that the dealing depends on, apart from the seed itself."""
        lines = [FIRST_LINE, *self.facts, f"commitment: {self.commitment}"]
        for seat, (name, nonce) in enumerate(zip(self.names, self.nonces, strict=True), 1):
            lines += [f"seat {seat}: {name}", f"nonce {seat}: {nonce}"]
        return "\n".join([*lines, ""])

    def number(self, match: Match) -> int:
        """The number of the next chance event: taking moves back does not change it."""
        return match.events

    def message(self, number: int) -> str:
        """What is signed with the seed to deal an event."""
        assert self._terms, "nothing is dealt before the terms are fixed"
        return f"{self._terms}:{number}"

    def headers(self, is_over: bool) -> dict[str, str]:
        """What a match file says about the dealing: the seed only when the game is over."""
        headers = {"match": self.match, "commitment": self.commitment}
        headers |= {f"nonce {seat}": nonce for seat, nonce in enumerate(self.nonces, 1)}
        return headers | ({"seed": self.seed} if is_over else {})
