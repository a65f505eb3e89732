"""Every screen of the page, one after another in one window, to be measured or pictured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from page.people import Person, wait
from page.positions import finish_matches, import_matches, position_where
from support.server_process import Guest

ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "crab"}, {"kind": "open"}
GAMES = ("causeway", "escape")
SIZES = [(844, 390), (640, 360), (390, 844), (820, 1180), (1280, 720), (1920, 1080)]
USUAL = (1280, 720)  # the size that screens are opened with
THEMES = ("light", "dark")
ALL = slice(None)
REVIEW_PATIENCE = 300_000  # ms that a review may take
MIDDLE = {"causeway": 20, "escape": 60}  # turns of a random game until its middle is shown


def sign_in(person: Person, guest: Guest) -> None:
    """Lets the browser be somebody who has played already."""
    cookie: Any = {"name": "atlantis", "value": guest.token, "url": person.server.address}
    person.context.add_cookies([cookie])


def show(person: Person, width: int, height: int, theme: Any) -> None:
    """Gives the window a size and a theme, and waits until both are drawn."""
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.emulate_media(color_scheme=theme)
    person.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))"
    )


def every_screen(
    person: Person, guest: Guest, wanted: Sequence[str] = (), part: slice = ALL
) -> Iterator[str]:
    """Opens one screen after another and yields its name; callers must not click.

    `wanted` keeps to the screens with these words in their names, `part` to some of the stops.
    """
    sign_in(person, guest)
    won, matches = finish_matches(guest), import_matches(guest)
    stops: list[tuple[str, Callable[[], Iterator[str]]]] = [
        ("home setup settings learn rules statistics nothing", partial(around_a_game, person))
    ]
    for game in GAMES:
        stops.append((f"{game}-start {game}-table {game}-help", partial(at_a_table, person, game)))
        stops.append(
            (
                f"{game}-ending {game}-replay",
                partial(after_a_game, person, game, won[game], matches[game]),
            )
        )
        stops.append((f"{game}-lesson", partial(a_lesson, person, game)))
        stops.append((f"{game}-puzzles {game}-puzzle", partial(puzzles, person, game)))
        stops.append(
            (f"{game}-analysis {game}-editor", partial(analysis, person, game, matches[game]))
        )
    stops.append(("waiting pass", partial(among_people, person)))
    stops.append(("review replay-judged", partial(the_review, person, matches[GAMES[0]])))
    for names, open_screens in stops[part]:
        if wanted and not any(word in names for word in wanted):
            continue
        for name in open_screens():
            if not wanted or any(word in name for word in wanted):
                yield name
                show(person, *USUAL, "light")


def around_a_game(person: Person) -> Iterator[str]:
    """What there is without a table."""
    page = person.page
    page.goto("/")
    page.locator("main article, main section").first.wait_for()
    yield "home"
    page.locator("article .now button").nth(1).click()
    page.get_by_role("dialog").wait_for()
    yield "setup"
    for path in (
        "/settings",
        "/statistics",
        "/learn/escape",
        "/rules/causeway#4.1",
        "/rules/escape",
        "/nothing",
    ):
        page.goto(path)
        page.get_by_role("heading").first.wait_for()
        page.locator("main :is(p, section)").first.wait_for()
        yield path.strip("/").split("#")[0].replace("/", "-")


def at_a_table(person: Person, game: str) -> Iterator[str]:
    """A game with four players: how it begins, its middle, and its help."""
    first = position_where(game, lambda position: True)
    middle = position_where(game, lambda position: position.turns >= MIDDLE[game])
    for name, position in ((f"{game}-start", first), (f"{game}-table", middle)):
        person.open_table(game, [ME, BOT, BOT, BOT], position=position)
        wait(person, lambda now: now["glow"])
        yield name
    person.page.keyboard.press("?")
    person.page.get_by_role("dialog").wait_for()
    yield f"{game}-help"


def among_people(person: Person) -> Iterator[str]:
    """Waiting for a friend, and passing the device on."""
    person.open_table("escape", [ME, FRIEND])
    person.page.locator("[data-rules]").wait_for()
    yield "waiting"
    person.open_table("causeway", [ME | {"name": "Ada"}, ME | {"name": "Ben"}])
    person.page.locator("[data-pass]").wait_for()
    yield "pass"


def after_a_game(person: Person, game: str, won: str, table: str) -> Iterator[str]:
    """The ending, and a replay."""
    page = person.page
    page.goto(f"/table/{won}")
    page.get_by_role("dialog").wait_for()
    yield f"{game}-ending"
    page.goto(f"/replay/{table}?ply=20")
    page.get_by_role("slider").wait_for()
    page.locator("main svg[role=group]").wait_for()
    yield f"{game}-replay"


def the_review(person: Person, table: str) -> Iterator[str]:
    """A review, and a mistake that it knows a better move for."""
    page = person.page
    page.goto(f"/review/{table}")
    page.get_by_role("table").first.wait_for(timeout=REVIEW_PATIENCE)
    yield "review"
    page.locator("a[href*='review=1']").first.click()
    page.locator("[data-judged]").wait_for()
    yield "replay-judged"


def puzzles(person: Person, game: str) -> Iterator[str]:
    """The list of puzzles, and one that is shown and explained."""
    page = person.page
    page.goto(f"/puzzles/{game}")
    page.locator("main li a").first.wait_for()
    yield f"{game}-puzzles"
    page.locator("main li a").first.click()
    page.locator("main svg[role=group]").wait_for()
    yield f"{game}-puzzle"
    for _ in range(2):  # a hint, then the move
        page.locator("[data-solver] .actions button").last.click()
    page.locator("[data-solver=wrong] .why").wait_for()
    yield f"{game}-puzzle-explained"


def analysis(person: Person, game: str, table: str) -> Iterator[str]:
    """A finished match on the analysis board, and the editor with its position."""
    page = person.page
    page.goto(f"/study/{game}?table={table}&ply=6")
    page.locator("[data-lines] button b").first.wait_for()
    page.locator("[data-lines] ~ .depth").or_(page.locator("[data-tree] .here")).first.wait_for()
    yield f"{game}-analysis"
    page.locator("header button[aria-label]").nth(2).click()
    page.locator("[data-editor=right]").wait_for()
    yield f"{game}-editor"


def a_lesson(person: Person, game: str) -> Iterator[str]:
    """The second lesson, where something is asked for."""
    lessons = person.context.request.get(f"/api/tutorial/{game}").json()
    person.page.goto(f"/learn/{game}#{lessons[1]['name']}")
    place = person.page.locator("[data-lesson]")
    place.wait_for()
    person.page.locator("main svg[role=group]").wait_for()
    yield f"{game}-lesson"
