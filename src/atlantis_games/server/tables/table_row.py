"""A table as a row of the store."""

from __future__ import annotations

import json
from dataclasses import asdict

from atlantis_games.core.fair_dealer import VERSION, FairDealer
from atlantis_games.core.position import Position
from atlantis_games.server.messages import Note
from atlantis_games.server.store.rows import TableRow
from atlantis_games.server.tables.table import Table


def agreed(dealer: FairDealer) -> str:
    """The names and nonces that the dealing depends on, as JSON."""
    return json.dumps({"names": dealer.names, "nonces": dealer.nonces})


def winners_text(position: Position) -> str:
    """The seats that have won, as they are stored; nothing before the end."""
    return " ".join(map(str, position.winners)) if position.is_over else ""


def notes_text(notes: list[Note]) -> str:
    """What happened to players, as it is stored."""
    return json.dumps(notes) if notes else ""


def table_row(table: Table) -> TableRow:
    """Everything about a table but its seats and its log."""
    dealer = table.match.dealer
    return TableRow(
        id=table.id,
        game=table.game.name,
        rules=table.game.version,
        setup=json.dumps(asdict(table.setup)),
        seed=dealer.seed if dealer else "",
        state=table.state,
        public=table.public,
        created=table.created,
        touched=table.created,
        dealing=VERSION if isinstance(dealer, FairDealer) else 1,
        agreed=agreed(dealer) if isinstance(dealer, FairDealer) and dealer.has_terms else "",
        imported=table.imported,
        winners=winners_text(table.position),
        notes=notes_text(table.notes),
    )
