"""A position in words, for language models and other programs that read text."""

from __future__ import annotations

from atlantis_games.core.contract import CHANCE, OVER
from atlantis_games.core.position import Position


def in_words(position: Position, seat: int, language: str = "en") -> str:
    """What a seat sees, what it is to do, and its legal moves with what each would do."""
    texts = position.game.texts(language)
    known = position if position.seen_by == seat else position.redacted(seat)
    parts = [known.draw(seat, language), ""]
    if position.actor == OVER:
        return "\n".join([*parts, result_in_words(position)])
    if position.actor != seat:
        who = "Chance" if position.actor == CHANCE else f"Seat {position.actor + 1}"
        return "\n".join([*parts, f"{who} is to act."])
    code, values = position.game.views.prompt(known.view(seat), known.moves)
    prompt = f"prompt.{code}"
    parts.append(texts.fill(prompt, values) if prompt in texts else texts.fill("prompt.yours"))
    return "\n".join([*parts, "Legal moves:", *map(move_in_words, known.choices())])


def result_in_words(position: Position) -> str:
    """The points of all seats and who won."""
    points = ", ".join(f"seat {seat + 1} {score}" for seat, score in enumerate(position.scores))
    winners = " and ".join(f"seat {seat + 1}" for seat in position.winners)
    return f"The game is over. Points: {points}. Won by {winners}."


def move_in_words(choice: dict[str, object]) -> str:
    """A legal move, and what it would do: `  A ring (lands 5, price 2)`."""
    shown = {name: value for name, value in choice.items() if name not in HIDDEN}
    facts = ", ".join(f"{name} {value}" for name, value in shown.items())
    return f"  {choice['move']}" + (f" ({facts})" if facts else "")


HIDDEN = {"move", "clicks", "at", "piece"}  # ids for a page
