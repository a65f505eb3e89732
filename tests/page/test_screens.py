"""What one can do on the screens besides a table; `test_every_screen.py` measures how they look."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.people import STAND, Person, play_by_clicking, wait
from page.positions import finish_matches, import_matches
from support.server_process import ServerProcess, play_out

Somebody = Callable[..., Person]
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}
PEOPLE = [ME | {"name": "Ada"}, ME | {"name": "Ben"}]
sizes = pytest.mark.parametrize("size", ["wide", "phone"])
games = pytest.mark.parametrize("game", ["causeway", "escape"])


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> dict[str, str]:
    """The last part of a match of each game."""
    return import_matches(server.guest("Ada"))


def has_no_scrollbar(person: Person) -> bool:
    return bool(
        person.page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight + 1"
            " && document.documentElement.scrollWidth <= innerWidth + 1"
        )
    )


@games
def test_replay(somebody: Somebody, finished: dict[str, str], game: str) -> None:
    ada = somebody()
    table = finished[game]
    ada.page.goto(f"/replay/{table}?ply=20")
    slider = ada.page.get_by_role("slider")
    expect(slider).to_have_value("20")
    expect(ada.page.locator("main svg[role=group]").first).to_be_visible()  # then keys are heard
    ada.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("21")
    expect(ada.page).to_have_url(re.compile("ply=21"))
    expect(ada.page.get_by_text("Sprat").first).to_be_visible()


@sizes
def test_review_shows_the_curve_and_what_decisions_cost(
    somebody: Somebody, finished: dict[str, str], size: str
) -> None:
    ada = somebody(size=size, theme="light" if size == "wide" else "dark")
    ada.page.goto(f"/review/{finished['causeway']}")
    expect(ada.page.get_by_role("table").first).to_be_visible(timeout=300_000)
    ada.looks_well(f"review-{size}")
    ada.page.get_by_role("link", name=re.compile("better: ")).first.click()
    expect(ada.page).to_have_url(re.compile(r"/replay/.*review=1"))
    expect(
        ada.page.get_by_text(re.compile("−.* points of winning chance. Better: "))
    ).to_be_visible()
    ada.looks_well(f"replay-judged-{size}")
    assert has_no_scrollbar(ada)


def test_the_address_of_a_rule_opens_it(somebody: Somebody) -> None:
    ada = somebody()
    ada.page.goto("/rules/causeway#4.1")
    expect(ada.page.locator("[id='4.1']")).to_be_in_viewport()


def test_the_list_of_lessons_is_headed_by_the_name_of_the_game(somebody: Somebody) -> None:
    ada = somebody()
    ada.page.goto("/learn/escape")
    expect(ada.page.get_by_role("heading", name="Learn Escape", exact=True)).to_be_visible()


@games
def test_the_tutorial_can_be_played_to_its_end(somebody: Somebody, game: str) -> None:
    ada = somebody()
    lessons = ada.context.request.get(f"/api/tutorial/{game}").json()
    ada.page.goto(f"/learn/{game}#{lessons[0]['name']}")
    place = ada.page.locator("[data-lesson]")
    for lesson in lessons:
        for number, step in enumerate(lesson["steps"]):
            here = ada.page.locator(f"[data-lesson='{lesson['name']}'][data-at='{number}']")
            here.wait_for()
            if number == 0:
                ada.looks_well(f"{game}-lesson-{lesson['name']}")
            asked = [move for move in step["moves"] if move["move"] in step["expect"]]
            wanted = {id_ for move in asked for id_ in move["clicks"]}
            while here.count():
                glow = [id_ for id_ in ada.page.evaluate(STAND)["glow"] if id_ in wanted]
                if glow:
                    ada.page.locator(f'[data-id="{glow[0]}"]').first.press("Enter")
                else:  # also ends what is only to be watched
                    ada.page.get_by_role("button", name="Next", exact=True).click()
    place.wait_for(state="detached")
    ada.looks_well(f"{game}-lessons-done")


@pytest.mark.parametrize(
    ("language", "play", "title"),
    [("de-DE", "Jetzt spielen", "Regeln"), ("nl-NL", "Nu spelen", "Regels")],
)
def test_other_languages(somebody: Somebody, language: str, play: str, title: str) -> None:
    ada = somebody(language=language)
    ada.page.goto("/")
    expect(ada.page.locator(f"html[lang={language[:2]}]")).to_be_attached()
    expect(ada.find(play).first).to_be_visible()
    for game in ("causeway", "escape"):
        ada.open_table(game, [ME, BOT])
        wait(ada, lambda now: now["glow"])
        play_by_clicking([ada], until_ply=ada.ply() + 12)
        ada.looks_well(f"{game}-{language[:2]}")
    ada.page.goto("/rules/escape")
    expect(ada.page.get_by_role("heading", name=title).first).to_be_visible()


@sizes
def test_dead_links_and_full_tables_say_what_happened(somebody: Somebody, size: str) -> None:
    ada, ben = somebody(size=size), somebody(size=size)
    ada.expected.append("404")
    for path in ("/table/nowhere", "/replay/nowhere", "/review/nowhere", "/nothing-here"):
        ada.page.goto(path)
        expect(ada.page.get_by_role("heading").first).to_be_visible()
        expect(ada.page.get_by_role("link").nth(1)).to_be_visible()
        ada.looks_well(f"trouble{path.replace('/', '-')}-{size}")
    table = ada.open_table("causeway", PEOPLE)
    ben.page.goto(f"/table/{table}")
    wait(ben, lambda now: now["ply"] > 0)  # a full table is watched
    assert ben.page.evaluate(STAND)["glow"] == []


def test_a_match_file_is_saved_and_opened_again(
    somebody: Somebody, server: ServerProcess, tmp_path: Path
) -> None:
    ada = somebody()
    ada.page.goto(f"/table/{finish_matches(server.guest())['causeway']}")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Save as file").click()
    file = tmp_path / "evening.match"
    download.value.save_as(file)
    assert file.read_text("utf-8").startswith("Atlantis match 2")
    ada.page.goto("/")
    ada.page.locator("input[type=file]").set_input_files(file)
    expect(ada.page).to_have_url(re.compile("/replay/"))
    expect(ada.page.get_by_role("slider")).to_be_visible()


@sizes
def test_a_bad_match_file_says_why_beside_the_button(
    somebody: Somebody, tmp_path: Path, size: str
) -> None:
    ada = somebody(size=size)
    ada.expected.append("400")
    file = tmp_path / "bad.match"
    file.write_text("Atlantis match 1\nGame: chess\n", "utf-8")
    ada.page.goto("/")
    ada.page.locator("input[type=file]").set_input_files(file)
    told = ada.page.get_by_role("alert")
    expect(told).to_contain_text("This isn't a match file we can read.")
    expect(told).to_contain_text("line")
    expect(told).to_be_in_viewport()
    ada.looks_well(f"bad-match-{size}")


def test_two_people_can_finish_without_the_page(server: ServerProcess) -> None:
    """The page is one client among others: the same table by socket alone."""
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    play_out([ada.sit(table), ben.sit(table)])


LOADED = """() => performance.getEntriesByType("resource").map((one) => one.name)
  .filter((name) => /\\.(js|css)$/.test(new URL(name).pathname))"""


@games
def test_what_one_game_needs_is_small(somebody: Somebody, game: str) -> None:
    """From the home page to a move in one game, in one language: under 150 kB."""
    ada = somebody()
    ada.page.goto("/")
    expect(ada.find("Play now").first).to_be_visible()
    files = set(ada.page.evaluate(LOADED))
    ada.open_table(game, [ME, BOT])
    wait(ada, lambda now: now["glow"])
    files |= set(ada.page.evaluate(LOADED))
    assert len(files) > 5
    bodies = {file: ada.context.request.get(file).body() for file in files}
    sizes = {file: len(gzip.compress(body, 9)) for file, body in bodies.items()}
    assert sum(sizes.values()) < 150_000, sizes
