"""The analysis board: positions, variations, the engine, and playing on."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import expect

from atlantis_games.games import GAMES
from atlantis_games.study.puzzles import shipped_puzzles
from page.people import Person, click
from support.days import in_one_day

Somebody = Callable[..., Person]
POSITION = (
    "causeway 2 / path ring1 flag2 crown3 ring4 ~ crown5 olive7 / blue A:1 B:3 hand 2xring crown"
    " flag tiles 5 3 / white A:4 hand flag olive"
)


def test_variations_grow_from_the_board_and_from_the_engine(somebody: Somebody) -> None:
    ada = somebody()
    page = ada.page
    page.goto(f"/study/causeway?position={quote(POSITION)}")
    lines = page.locator("[data-lines] button")
    expect(lines.first).to_contain_text("%")
    expect(page.locator("[data-chances]")).to_have_attribute("aria-label", re.compile("Blue .*%"))
    chosen = lines.first.locator("span").inner_text()
    lines.first.click()
    tree = page.locator("[data-tree] li")
    expect(tree).to_have_count(1)
    page.get_by_role("button", name="Back").click()
    expect(lines.filter(has_text=chosen).first).to_be_visible()
    page.get_by_role("button", name="Pause the engine").click()  # so that no line changes its place
    lines.filter(has_not_text=chosen).first.click()
    expect(tree).to_have_count(2)
    page.get_by_label("A note about this position").fill("sharper")
    page.get_by_label("A note about this position").blur()
    expect(tree.filter(has_text="sharper")).to_have_count(1)
    page.get_by_label("Name of this variation").fill("Down the middle")
    page.get_by_label("Name of this variation").blur()
    expect(tree.filter(has_text="Down the middle")).to_have_count(1)

    page.goto(f"/study/causeway?position={quote(POSITION)}")  # it is kept on this device
    expect(tree).to_have_count(2)
    page.get_by_role("button", name="Remove this variation").click()
    expect(tree).to_have_count(1)


def test_a_finished_match_is_analysed_and_played_on(somebody: Somebody) -> None:
    ada = somebody()
    table = ada.open_table("causeway", [{"kind": "bot", "level": "sprat"}] * 2, pace=0)
    line = ada.sit(table)
    line.until(lambda message: message.get("table", {}).get("state") == "over")
    line.socket.close()
    page = ada.page
    page.goto(f"/study/causeway?table={table}&ply=80")
    expect(page.locator("[data-lines] button").first).to_contain_text("%")
    assert page.locator("[data-tree] li").count() > 5
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Dealt again").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-ply]").wait_for()


def test_the_list_of_moves_names_the_animal_and_begins_turns(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/study/escape?position=" + quote("escape 2 / shark c2 / swim a1 blue / phase spin"))
    spun = page.locator("[data-lines] button")
    expect(spun.first).to_contain_text("The spinner")  # in words
    page.locator("select").filter(has_text="…").select_option("spin shark 2")
    line = spun.filter(has_text="c2")
    expect(line).to_be_visible()
    page.get_by_role("button", name="Pause the engine").click()
    line.click()
    rows = page.locator("[data-tree] li")
    expect(rows.last).to_contain_text("chooses the shark at c2")
    expect(rows.last.locator("svg")).to_have_count(1)  # whose turn it is


def test_a_position_that_cannot_be_says_why(somebody: Somebody) -> None:
    ada = somebody(language="de-DE")
    ada.expected.append("400")
    ada.page.goto("/study/causeway?position=" + quote("causeway 2 / path ring1 / blue A:1 B:1"))
    expect(ada.page.get_by_text("Auf Feld 1 stehen zwei Figuren.")).to_be_visible()


UNREADABLE = "This isn't a position of Causeway that we can read."
GONE = "There is no table at this link."
BAD_ADDRESSES = {
    "/study/causeway?position=garbage": UNREADABLE,
    "/study/causeway?position=causeway 9 / path ring1": UNREADABLE,
    "/study/causeway?position=causeway 2 old_rule%3Don / path ring1": UNREADABLE,
    "/study/causeway?position=causeway 2 / path ring9": "“ring9” on space 1 is not a tile.",
    "/study/escape?position=escape 2 / land a99": "There is no hex “a99”.",
    "/study/causeway?table=nonesuch&ply=5": GONE,
    "/replay/nonesuch": GONE,
    "/review/nonesuch": GONE,
    "/puzzles/causeway/nothing": "There is no such puzzle. Perhaps it was for other rules.",
    "/puzzles/chess": "There is no game “chess” on this server.",
}


def test_what_cannot_be_studied_is_said_in_a_sentence(somebody: Somebody) -> None:
    ada = somebody()
    ada.expected.append("status of 4")
    for address, sentence in BAD_ADDRESSES.items():
        ada.page.goto(address)
        expect(ada.page.get_by_role("alert")).to_contain_text(sentence)


def test_a_position_of_another_game_is_studied_there(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/study/causeway?position=escape 2 / land all / swim a1 blue")
    page.wait_for_url(re.compile("/study/escape"))
    expect(page.locator("main svg[role=group]")).to_be_visible()


def test_chance_is_dealt_or_chosen(somebody: Somebody) -> None:
    ada = somebody()
    page = ada.page
    page.goto("/study/escape?position=" + quote("escape 2 / swim c1 blue / phase spin"))
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("[data-tree] li")).not_to_have_count(0)


def test_a_position_is_set_up_and_what_cannot_be_is_said(somebody: Somebody) -> None:
    ada = somebody()
    ada.expected.append("400")
    page = ada.page
    page.goto(f"/study/causeway?position={quote(POSITION)}")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="As text").click()
    field = page.get_by_label("The position as text")
    field.fill(field.input_value().replace("A:4", "A:1"))
    expect(page.get_by_role("status").filter(has_text="space 1")).to_be_visible()
    field.fill(POSITION.replace(" / ", "\n").replace("crown5", "crown6"))
    expect(page.get_by_role("dialog").get_by_text("This position can be played.")).to_be_visible()
    page.get_by_role("button", name="Set up", exact=True).click()
    page.wait_for_url(re.compile("crown6"))
    expect(page.locator("[data-lines] button").first).to_contain_text("%")


def test_a_path_is_laid_by_pointing_and_what_cannot_be_is_said(somebody: Somebody) -> None:
    """Tiles, water, figures and cards; a figure in the water is refused, and undone."""
    ada = somebody()
    ada.expected.append("400")
    page = ada.page
    page.goto(f"/study/causeway?position={quote(POSITION)}")
    page.get_by_role("button", name="Set up a position").click()
    page.locator("[data-editor=right]").wait_for()
    page.get_by_role("button", name="statue", exact=True).click()
    page.get_by_role("button", name="Worth 6").click()
    click(ada, "gap:5")
    click(ada, "gap:9")
    page.get_by_role("button", name="White, figure A").click()
    click(ada, "space:9")
    page.get_by_label("Blue: cards, olive").fill("2")
    page.get_by_label("Blue: cards, olive").blur()
    expect(page.locator("[data-editor=wrong] [role=status]")).to_contain_text("statue6")
    page.get_by_role("button", name="helmet", exact=True).click()
    click(ada, "space:9")
    page.locator("[data-editor=right]").wait_for()
    page.get_by_role("button", name="Water").click()
    click(ada, "space:9")
    verdict = page.locator("[data-editor=wrong] [role=status]")
    expect(verdict).to_contain_text("stands on space 9, which has no tile")
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-editor=right]").wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url(re.compile("statue6"))
    assert re.search(r"white%20A%3A9", page.url)
    expect(page.locator("[data-lines] button").first).to_contain_text("%")


def test_an_island_is_set_up_by_pointing_and_played(somebody: Somebody) -> None:
    ada = somebody()
    ada.expected.append("400")
    page = ada.page
    page.goto("/study/escape?position=" + quote("escape 2 / land all / people e5 blue white"))
    page.get_by_role("button", name="Set up a position").click()
    page.locator("[data-editor=right]").wait_for()
    page.get_by_role("button", name="Land or sea").click()
    click(ada, "hex:e5")
    expect(page.locator("[data-editor=wrong] [role=status]")).to_contain_text("e5")
    page.get_by_role("button", name="Clear").click()
    click(ada, "hex:e5")
    page.get_by_role("button", name="Somebody of Blue").click()
    click(ada, "hex:e5")
    page.get_by_role("button", name="Somebody of White").click()
    click(ada, "hex:e4")
    page.get_by_role("button", name="shark", exact=True).click()
    click(ada, "hex:a1")
    page.locator("[data-editor=right]").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-ply]").wait_for()


def test_a_puzzle_is_solved_with_a_hint_and_explained(somebody: Somebody) -> None:
    """By keyboard and buttons; the list then shows that it is solved."""
    page = somebody().page
    puzzle = shipped_puzzles(GAMES["causeway"])[0]
    page.goto("/puzzles/causeway")
    link = page.locator(f"a[href='/puzzles/causeway/{puzzle.id}']").last
    expect(link).to_have_attribute("aria-label", re.compile("new$"))
    link.press("Enter")
    page.get_by_role("button", name="Hint").click()
    hint = GAMES["causeway"].texts("en").fill(f"theme.{puzzle.theme}.hint")
    expect(page.get_by_text(hint)).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("[data-solver=wrong] .why")).not_to_be_empty()
    page.get_by_role("link", name="All puzzles").click()
    expect(link).to_have_attribute("aria-label", re.compile("not solved yet$"))


def test_a_puzzle_is_solved_on_the_board(somebody: Somebody) -> None:
    """The first one whose solution is a run of a figure; after a wrong move one tries again."""
    ada = somebody()
    page = ada.page
    game = GAMES["causeway"]
    run = re.compile("[ABC] ")
    puzzle = next(
        one for one in shipped_puzzles(game) if run.match(one.best) and run.match(one.second)
    )
    page.goto(f"/puzzles/causeway/{puzzle.id}")
    for move, verdict in ((puzzle.second, "wrong"), (puzzle.best, "right")):
        page.locator("[data-solver=open]").wait_for()
        for id_ in game.notation[game.numbers[move]].clicks:
            click(ada, id_)
        expect(page.locator(f"[data-solver={verdict}]")).to_be_visible()
        if verdict == "wrong":
            page.get_by_role("button", name="Try again").click()
    expect(page.locator(".verdict")).to_contain_text("Right!")
    page.goto("/puzzles/causeway")
    expect(page.get_by_text("1 of ")).to_be_visible()


@in_one_day
def test_there_is_one_challenge_a_day(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/puzzles/escape")
    page.get_by_role("link", name="Solve", exact=True).click()
    page.wait_for_url(re.compile("/daily$"))
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("button", name="Copy result")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("A new one comes tomorrow.")).to_be_visible()


@in_one_day
def test_the_deal_of_the_day_is_played_once_and_compared(somebody: Somebody) -> None:
    """Its table is found again, and its end shows the strongest bot's result beside one's own."""
    ada, ben = somebody(), somebody()
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ada.page
    page.goto("/puzzles/causeway")
    deal = page.get_by_role("region", name="Today's deal")
    expect(deal).to_contain_text("The same deal for everybody")
    headers = {"Origin": ada.server.address}
    opened = ada.context.request.post("/api/daily/causeway", data={"pace": 0}, headers=headers)
    table = opened.json()["id"]
    page.reload()
    deal.get_by_role("button", name="Play on").click()
    page.wait_for_url(re.compile(f"/table/{table}"))
    page.goto("/puzzles/causeway")
    ada.context.request.post(f"/api/tables/{table}/leave", headers=headers)  # a bot plays on
    line = ben.sit(table)
    line.until(lambda message: message.get("table", {}).get("state") == "over")
    line.socket.close()
    page.goto(f"/table/{table}")
    result = page.locator("[data-daily=compared]")
    expect(result).to_contain_text("Triton got")
    expect(result).to_contain_text("1 day in a row")
    result.get_by_role("button", name="Copy result").click()
    expect(result).to_contain_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"Atlantis, Causeway, [\d-]+: -?\d+ to -?\d+ against \w+\. Triton got", copied)
    picture = result.get_by_role("link", name="Save picture").get_attribute("href")
    answer = ada.context.request.get(str(picture))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    page.goto("/puzzles/causeway")
    expect(deal.get_by_role("link", name="See the game")).to_be_visible()


@in_one_day
def test_mistakes_of_reviewed_games_come_back(somebody: Somebody) -> None:
    """A position kept on this device is solved, and not due again today; one of old rules goes."""
    ada = somebody()
    ada.expected.append("status of 4")
    page = ada.page
    puzzle = shipped_puzzles(GAMES["causeway"])[0]
    card = {"key": "t 3", "game": "causeway", "text": puzzle.text, "move": puzzle.second}
    old = card | {"key": "t 1", "text": "causeway 2 old_rule=on / path ring1", "due": "2025-01-01"}
    rest = {"loss": 0.2, "box": 0, "due": "2026-01-01"}
    kept = {"cards": [{**rest, **one} for one in (card, old)]}
    page.goto("/puzzles/causeway")
    page.evaluate("kept => localStorage.setItem('atlantis.practice', JSON.stringify(kept))", kept)
    page.reload()
    expect(page.get_by_text("2 positions to practise")).to_be_visible()
    page.get_by_role("link", name="Practise").click()
    expect(page.get_by_role("alert")).to_contain_text("This position belongs to other rules")
    page.get_by_role("button", name="Next position").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_text("You will see it again tomorrow.")).to_be_visible()
    page.get_by_role("button", name="Next position").click()
    expect(page.get_by_text("All done for now.")).to_be_visible()
