"""Whole games as text: a change in one of these files is either meant or a bug.

`make golden` writes the files again; read the difference before you commit it.
"""

from __future__ import annotations

import random
from pathlib import Path

from atlantis_games import CHANCE, Dealer, Match, new_game
from games.escape.guided import guided
from support.playing import any_choice

FOLDER = Path(__file__).parent
PLAYTHROUGHS: dict[str, tuple[str, int, dict[str, object]]] = {
    "causeway-2": ("causeway", 2, {}),
    "causeway-3-peek": ("causeway", 3, {"peek": True, "bought_cards_pay": False}),
    "causeway-4-remove": ("causeway", 4, {"spent_cards": "remove"}),
    "causeway-2-strict": ("causeway", 2, {"payment": "strict"}),
    "causeway-4-pass-2": ("causeway", 4, {"pass_draw": "home"}),
    "causeway-4-journey-9": ("causeway", 4, {"atlantis_journey": "free"}),
    "escape-2": ("escape", 2, {}),
    "escape-3-harsh": ("escape", 3, {"hurricane": True, "no_refuge": True}),
    "escape-2-riding": ("escape", 2, {"refuge": "riding", "spinner": "dice", "stall_limit": 4}),
    "escape-3-arriving": ("escape", 3, {"bite": "arriving", "stall_limit": 4}),
    "escape-4-mixed": ("escape", 4, {"symbols": "mixed", "spinner": "dice", "stall_limit": 3}),
}
MAX_LISTED = 24  # a longer list is only counted


def playthrough(name: str) -> str:
    """A game by a fixed seed: what could be done, what was done, and how it looked."""
    game, players, options = PLAYTHROUGHS[name]
    rng = random.Random(name)
    choose = guided if game == "escape" else any_choice
    match = Match(new_game(game, players, **options), dealer=Dealer(name))
    lines = [f"{name}: {match.start.options}"]
    turn = 0
    while not match.position.is_over:
        position = match.position
        if position.actor == CHANCE:
            lines.append(f"chance {odds_line(position.odds)}")
            match.play(Dealer(name).choose(position.odds, match.ply))
        else:
            if int(position.state.turns) != turn and turn % 8 == 0:
                lines += ["", position.draw(position.actor), ""]
            turn = int(position.state.turns)
            moves = list(position.moves)
            text = ", ".join(moves) if len(moves) <= MAX_LISTED else f"{len(moves)} moves"
            lines.append(f"seat {position.actor + 1} of {text}")
            match.play(choose(position, rng))
        lines.append(f"  {match.log[-1][1]}")
    lines += ["", match.position.draw(-1), f"scores {match.position.scores}"]
    return "\n".join(lines) + "\n"


def odds_line(odds: object) -> str:
    """The outcomes of chance in short."""
    items = dict(odds)  # type: ignore[call-overload]
    text = ", ".join(f"{outcome} {weight}" for outcome, weight in items.items())
    return text if len(items) <= MAX_LISTED else f"{len(items)} outcomes"


def write_all() -> None:
    """Writes every file again."""
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), "utf-8")
