"""Parts of what seats are shown that come again and again, each made once."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import numpy as np

from atlantis_games.core.contract import Game, State, View
from atlantis_games.core.plain_fields import PlainFields, fields_of
from atlantis_games.core.view_parts import PublicView
from atlantis_games.server.messages import Sentence, encode_to_keep
from atlantis_games.server.tables.live_view import Kept, at, span_of

MAX_TOLD = 400  # actions of which a table remembers that a seat knows what they do
MAX_ENCODED = 20_000  # legal moves with what they would do, of each game
ENCODED: defaultdict[str, dict[tuple[int, bytes], bytes]] = defaultdict(dict)


@lru_cache(32)
def kept_prompt(game: Game) -> Kept | None:
    """What is to be done by those who wait, kept for games that say what it is made from."""
    fields = getattr(game.views, "PROMPT", None)
    if fields is None:
        return None

    def show(state: State) -> Sentence:
        code, values = game.views.prompt(PublicView(game.views.PARTS, state), [])  # type: ignore[attr-defined]
        return {"code": code, "values": values}

    return Kept(show, [span_of(game.record, field) for field in fields])


@lru_cache(32)
def kept_private(game: Game, seat: int) -> Kept | None:
    """What only a seat sees, kept for games that say what it is made from."""
    entry = getattr(game.views, "PRIVATE", None)
    if entry is None:
        return None
    spans = [span_of(game.record, field, seat) for field in entry.each]
    spans += [span_of(game.record, field) for field in entry.shared]
    return Kept(at(entry.show, seat), spans)


def private_view(game: Game, seat: int, raw: bytes) -> View:
    """What only a seat sees of a state that is redacted for it. Shared: must not be changed."""
    kept = kept_private(game, seat)
    if kept is None:
        return game.views.private(np.frombuffer(raw, game.record), seat)
    found: View = kept.value(raw, PlainFields(raw, fields_of(game.record)))
    return found


def numbers_of(choices: dict[int, bytes]) -> dict[int, list[int]]:
    """Legal actions, each with numbers about it."""
    return {number: numbers_in(row) for number, row in choices.items()}


def numbers_in(row: bytes) -> list[int]:
    """What a kernel has written about an action."""
    numbers: list[int] = np.frombuffer(row, np.int32).tolist()
    return numbers


def told_with(game: Game, choices: dict[int, bytes]) -> dict[int, bytes]:
    """What somebody who was sent a whole state knows about actions, as far as it is kept here."""
    known = ENCODED[game.name]
    return {choice[0]: known[choice] for choice in choices.items() if choice in known}


def encoded_choices(game: Game, told: dict[int, bytes], now: dict[int, bytes]) -> bytes:
    """Legal moves by their numbers, with what they would do unless that was told before.

    What is told now is added; what is forgotten here is only told again.
    """
    known, found = ENCODED[game.name], []
    if len(known) > MAX_ENCODED:
        known.clear()
    if len(told) > MAX_TOLD:
        told.clear()
    for choice in now.items():
        number, row = choice
        shown = known.get(choice)
        if shown is None:
            preview = game.outcomes.preview(number, numbers_in(row))
            shown = known[choice] = encode_to_keep([number, preview])
        if told.get(number) == shown:
            found.append(b"%d" % number)
        else:
            told[number] = shown
            found.append(shown)
    return b",".join(found)
