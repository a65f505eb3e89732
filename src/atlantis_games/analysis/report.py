"""A review as a page of its own, which needs no server and loads nothing."""

from __future__ import annotations

from atlantis_games.analysis.accounts import Analysis, Decision
from atlantis_games.core.match import Match
from atlantis_games.core.texts import Texts

SHOWN = 12  # decisions and events
SMALL_LOSS = 0.005  # of the win: a smaller one is noise
COLOURS = ("#2f6fb3", "#9a8f7c", "#333333", "#b5382a")  # of the curves, by seat
MARKS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
WIDTH, HEIGHT = 720, 220  # of the curve
STYLE = (
    "body{font:16px/1.45 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}td,th{padding:.3rem .5rem;text-align:left;"
    "border-top:1px solid #ccc;vertical-align:top}svg{width:100%;border:1px solid #ccc}"
)


def review_page(match: Match, analysis: Analysis, texts: Texts, language: str) -> str:
    """The review of a match as an HTML document."""
    title = texts.fill("review.title", {"game": texts.fill("title")})
    parts = [
        f"<h1>{plain_text(title)}</h1>",
        heading(texts, "review.curve"),
        curve(match, analysis),
        heading(texts, "review.accounts"),
        accounts(analysis, texts),
        f"<p>{plain_text(texts.fill('review.note'))}</p>",
        heading(texts, "review.decisions"),
        decisions(match, analysis, texts),
        heading(texts, "review.events"),
        events(analysis, texts, match),
    ]
    head = f'<meta charset="utf-8"><title>{plain_text(title)}</title><style>{STYLE}</style>'
    body = "\n".join(parts)
    inside = f"<head>{head}</head>\n<body>{body}</body>"
    return f'<!doctype html>\n<html lang="{language}">{inside}</html>\n'


def plain_text(text: str) -> str:
    """A text as it stands in HTML: nothing in it can become a part of the page."""
    return text.translate(MARKS)


def heading(texts: Texts, code: str) -> str:
    """A heading of the page."""
    return f"<h2>{plain_text(texts.fill(code))}</h2>"


def row(cells: list[str], tag: str = "td") -> str:
    """A row of a table."""
    return "<tr>" + "".join(f"<{tag}>{plain_text(cell)}</{tag}>" for cell in cells) + "</tr>"


def accounts(analysis: Analysis, texts: Texts) -> str:
    """How start, luck, losses and gifts add up to each player's result."""
    codes = ("start", "luck", "loss", "gifts", "result")
    rows = [row(["", *(texts.fill(f"review.{code}") for code in codes)], "th")]
    for one in analysis.accounts:
        numbers = [f"{one.luck:+.1%}", f"{-one.loss:+.1%}", f"{one.gifts:+.1%}"]
        rows.append(row([one.name, f"{one.start:.1%}", *numbers, f"{one.result:.1%}"]))
    return f"<table>{''.join(rows)}</table>"


def decisions(match: Match, analysis: Analysis, texts: Texts) -> str:
    """The decisions that cost most, with a better move and why it is better."""
    costly = sorted(analysis.decisions, key=lambda one: -one.loss)[:SHOWN]
    rows = [
        row([str(one.entry), match.seats[one.seat - 1], *told(match, one, texts)])
        for one in costly
        if one.loss >= SMALL_LOSS
    ]
    if not rows:
        return f"<p>{plain_text(texts.fill('review.flawless'))}</p>"
    return f"<table>{''.join(rows)}</table>"


def told(match: Match, one: Decision, texts: Texts) -> list[str]:
    """What was played, what it lost, and what would have been better."""
    better = texts.fill("review.better", {"move": named(match, one.best, texts)})
    return [
        named(match, one.move, texts),
        f"{-one.loss:.1%}",
        f"{better}. {why(match, one, texts)}",
    ]


def why(match: Match, one: Decision, texts: Texts) -> str:
    """Why the better move is better, in words."""
    sentences = []
    for reason in one.why:
        values = dict(reason["values"])
        if "seat" in values:
            values["who"] = match.seats[int(values["seat"])]
        sentences.append(texts.fill(f"why.{reason['code']}", values))
    return " ".join(sentences)


def named(match: Match, move: str, texts: Texts, kind: str = "move") -> str:
    """A move in a few words, or what chance did as the log says it."""
    action = match.game.notation[match.game.numbers[move]]
    code = f"{kind}.{action.code}"
    return texts.fill(code, action.values) if code in texts else move


def events(analysis: Analysis, texts: Texts, match: Match) -> str:
    """The events that gave most to a single player."""
    lucky = sorted(analysis.events, key=lambda one: -max(one.luck))[:SHOWN]
    rows = []
    for one in lucky:
        gain = max(one.luck)
        if gain >= SMALL_LOSS:
            name = match.seats[one.luck.index(gain)]
            told_of = texts.fill("review.lucky", {"name": name})
            event = named(match, one.event, texts, "log")
            rows.append(row([str(one.entry), event, told_of, f"{gain:+.1%}"]))
    return f"<table>{''.join(rows)}</table>"


def curve(match: Match, analysis: Analysis) -> str:
    """The chances of all seats during the match."""
    last = max(1, match.ply)
    lines = []
    for seat, name in enumerate(match.seats):
        points = " ".join(
            f"{WIDTH * entry / last:.1f},{HEIGHT * (1 - chances[seat]):.1f}"
            for entry, chances in analysis.curve
        )
        colour = COLOURS[seat % len(COLOURS)]
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2">'
            f"<title>{plain_text(name)}</title></polyline>"
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{"".join(lines)}</svg>'
