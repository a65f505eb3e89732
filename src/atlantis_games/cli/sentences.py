"""What the terminal says about a game, in the game's own texts: the page says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_games.core.errors import AtlantisError, IllegalMove, Reason
from atlantis_games.core.match import UNDO, UNFINISHED

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Values
    from atlantis_games.core.match import Match
    from atlantis_games.core.position import Position
    from atlantis_games.core.texts import Texts


def text_or(texts: Texts, code: str, otherwise: str) -> str:
    """A text without values, or something else where there is no such text."""
    return texts.fill(code) if code in texts else otherwise


def log_sentence(game: Game, texts: Texts, who: str, move: str) -> str:
    """An entry of the log; a move that the game has no sentence for as it is written."""
    if move == UNDO:
        return texts.fill("log.undo", {"who": who})
    action = game.notation[game.numbers[move]]
    code = f"log.{action.code}"
    if code in texts:
        return texts.fill(code, {"who": who, **action.values})
    return f"{who}: {move}" if who else move


def move_sentence(game: Game, texts: Texts, move: str) -> str:
    """A move in a few words, such as "figure A with olive"."""
    action = game.notation[game.numbers[move]]
    code = f"move.{action.code}"
    return texts.fill(code, action.values) if code in texts else move


def reason_sentence(reason: Reason, language: str) -> str:
    """Why a move is not legal, with the rule's number."""
    sentence = reason.sentence(language)
    return f"{sentence} ({reason.rule})" if reason.rule else sentence


def error_sentence(error: AtlantisError, language: str) -> str:
    """What is wrong with something typed during a game."""
    if isinstance(error, IllegalMove):
        return reason_sentence(error.reason, language)
    return str(error)


def ending_line(code: str, number: int, games: int, players: int, texts: Texts) -> str:
    """How many of some games ended in one way."""
    values: Values = {"n": number, "games": games, "players": players}
    return texts.fill("terminal.ending", {**values, "ending": texts.fill(f"ending.{code}")})


def prompt_sentence(texts: Texts, position: Position) -> str:
    """What the seat to decide is to do now."""
    view = position.view(position.actor)
    code, values = position.game.views.prompt(view, position.moves)
    code = f"prompt.{code}"
    return texts.fill(code, values) if code in texts else texts.fill("prompt.yours")


def level_name(texts: Texts, bot: str) -> str:
    """What a bot is called: a level by its text, any other by its own name."""
    return text_or(texts, f"level.{bot}", bot)


def option_name(texts: Texts, name: str) -> str:
    """What an option is called."""
    return text_or(texts, f"option.{name}", name.replace("_", " "))


def option_value(texts: Texts, name: str, value: str) -> str:
    """What a value of an option is called."""
    return text_or(texts, f"option.{name}.{value}", text_or(texts, f"option.{value}", value))


def option_sentences(match: Match, texts: Texts) -> list[str]:
    """The options of a match that are not the usual ones."""
    usual = {name: option.default for name, option in match.game.options.items()}
    return [
        f"{option_name(texts, name)}: {option_value(texts, name, value)}"
        for name, value in match.start.options.items()
        if value != usual[name]
    ]


def settlement_lines(match: Match, texts: Texts, names: list[str]) -> list[str]:
    """The final scores line by line, a column per player, and who has won."""
    position = match.position
    points: dict[str, dict[int, int]] = {}
    for line in match.game.outcomes.settlement(position):
        points.setdefault(line["code"], {})[line["seat"]] = line["points"]
    labels = {code: texts.fill(f"line.{code}") for code in points}
    margin = max(map(len, labels.values())) + 2
    widths = [max(len(name), 6) + 2 for name in names]
    pairs = list(zip(names, widths, strict=True))
    lines = [" " * margin + "".join(name.rjust(width) for name, width in pairs)]
    for code, by_seat in points.items():
        cells = (str(by_seat.get(seat, "")).rjust(width) for seat, width in enumerate(widths))
        lines.append(f"  {labels[code]}".ljust(margin) + "".join(cells))
    winners = [names[seat] for seat in position.winners]
    if len(winners) == 1:
        return [*lines, texts.fill("end.won", {"name": winners[0]})]
    return [*lines, texts.fill("end.shared", {"names": ", ".join(winners)})]


def result_sentences(match: Match, texts: Texts) -> list[str]:
    """The result of a match as its file gives it, and who forfeited."""
    result = match.result
    if result == UNFINISHED:
        result = texts.fill("terminal.unfinished")
    sentence = texts.fill("terminal.result", {"result": result})
    return [sentence, *forfeit_sentences(match, texts)]


def forfeit_sentences(match: Match, texts: Texts) -> list[str]:
    """Who forfeited a match and why, if anybody did."""
    if "forfeit" not in match.headers:
        return []
    return [texts.fill("terminal.forfeited", {"who": match.headers["forfeit"]})]
