"""`atlantis analyse`: a match judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import GameNumber, Json, Language, MatchFile, Plot, match_in

if TYPE_CHECKING:
    from atlantis_games.analysis.accounts import Analysis
    from atlantis_games.core.match import Match
    from atlantis_games.core.texts import Texts

SHOWN_EVENTS = 10
SMALL_LOSS = 0.0005  # of the win: no better move is named for less


def analyse(
    file: MatchFile,
    number: GameNumber = 1,
    iterations: Annotated[int, typer.Option(help="How long to think about each decision.")] = 800,
    plot: Plot = None,
    html: Annotated[Path | None, typer.Option(help="Writes the review as a page.")] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Judges a match: what every decision cost, and what was luck."""
    from atlantis_games.analysis.judge import analyse as judge
    from atlantis_games.analysis.plot import draw_curve
    from atlantis_games.cli.language import chosen_language
    from atlantis_games.cli.progress import progress_bar

    spoken = chosen_language(language)
    match = match_in(file, number)
    texts = match.game.texts(spoken)
    with progress_bar(texts.fill("terminal.analysing")) as report:
        analysis = judge(match, iterations, progress=report)
    if plot is not None:
        draw_curve(match, analysis, plot)
    if html is not None:
        write_page(html, match, analysis, spoken)
    if as_json:
        print(json.dumps(analysis.as_dict()))
        return
    print_decisions(analysis, texts)
    print_events(analysis, texts)
    print_accounts(match, analysis, texts)


def write_page(file: Path, match: Match, analysis: Analysis, language: str) -> None:
    """Writes a review as an HTML page."""
    from atlantis_games.analysis.report import review_page
    from atlantis_games.core.errors import BadRequest

    page = review_page(match, analysis, match.game.texts(language), language)
    try:
        file.write_text(page, "utf-8")
    except OSError as error:
        raise BadRequest(f"Cannot write {file}: {error.strerror}.") from error


def print_decisions(analysis: Analysis, texts: Texts) -> None:
    """Every decision: the chances before it, what it cost, and a better move if there was one."""
    headings = {
        name: texts.fill(f"terminal.column.{name}")
        for name in ("entry", "seat", "chances", "loss", "played", "best")
    }
    print("{entry:>7} {seat:>5} {chances:>8} {loss:>8}  {played:16}  {best}".format(**headings))
    for row in analysis.decisions:
        better = "" if row.move == row.best or row.loss < SMALL_LOSS else row.best
        line = f"{row.entry:7} {row.seat:5} {row.chances:8.1%} {row.loss:8.1%}  {row.move:16}"
        print(f"{line}  {better}".rstrip())


def print_events(analysis: Analysis, texts: Texts) -> None:
    """What chance did that mattered most."""
    events = sorted(analysis.events, key=lambda event: -max(map(abs, event.luck)))[:SHOWN_EVENTS]
    print("\n" + texts.fill("terminal.luckiest", {"n": SHOWN_EVENTS}))
    for event in sorted(events, key=lambda event: event.entry):
        shares = "  ".join(f"{luck:+7.1%}" for luck in event.luck)
        print(f"{event.entry:7}  {event.event:18} {shares}")


def print_accounts(match: Match, analysis: Analysis, texts: Texts) -> None:
    """How start, luck, losses and gifts add up to each player's result."""
    from atlantis_games.cli.sentences import forfeit_sentences

    if not match.position.is_over:
        print("\n" + texts.fill("terminal.not-over"))
        for sentence in forfeit_sentences(match, texts):
            print(sentence)
    print("\n" + texts.fill("terminal.account"))
    for row in analysis.accounts:
        seat = texts.fill("terminal.seat", {"n": row.seat})
        print(
            f"{seat} {row.name}: {row.start:.1%} {row.luck:+.1%} {-row.loss:+.1%} "
            f"{row.gifts:+.1%} = {row.result:.1%}"
        )
