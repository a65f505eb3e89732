"""The end of a game, and the score over several games with the same people."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from page.people import Person
from page.screens import show
from page.test_friends import join
from support.server_process import play_out

Somebody = Callable[..., Person]
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}
COLOURS = ("Blue", "White")


def finish(people: list[Person], table: str) -> list[int]:
    """Lets everybody play to the end; the seats that have won."""
    lines = [person.sit(table) for person in people]
    play_out(lines)
    winners: list[int] = lines[0].state["result"]["winners"]
    for line in lines:
        line.socket.close()
    return winners


def test_whoever_wins_is_cheered_and_rematches_keep_the_score(somebody: Somebody) -> None:
    ada, ben = somebody(motion="no-preference"), somebody(size="phone", motion="no-preference")
    table = ada.open_table("causeway", [ME, FRIEND])
    join(ben, table, "Ben")
    seats = [ada, ben]
    wins = {ada: 0.0, ben: 0.0}
    for games in (1, 2, 3):
        for person in seats:
            person.page.locator("[data-ply]").wait_for()
        winners = finish(seats, table)
        for seat in winners:
            wins[seats[seat]] += 1 / len(winners)
        for seat, person in enumerate(seats):
            sheet = person.page.get_by_role("dialog")
            is_won = winners == [seat]
            heading = "You win!" if is_won else r"(Ada|Ben) wins|It's a draw!"
            expect(sheet.get_by_role("heading", name=re.compile(heading))).to_be_visible()
            expect(sheet.locator("[data-celebration]")).to_have_count(int(is_won))
            expect(sheet.locator("[data-ending]")).to_contain_text("so the game ended")
            following = f"You play {COLOURS[seat - 1]} next."
            expect(sheet.locator("[data-next-seat]")).to_have_text(following)
            score = sheet.locator("[data-series]")
            expect(score).to_have_count(int(games > 1))
            if games > 1:
                expect(score).to_contain_text(f"Score after {games} games")
                for name, player in (("Ada", ada), ("Ben", ben)):
                    expect(score).to_contain_text(f"{name} {wins[player]:g}")
        if games == 3:
            break
        show(ada, 640, 360, "light")  # a laptop at 200 %: nobody has to scroll for it
        expect(ada.find("Rematch")).to_be_in_viewport(ratio=1)
        ada.find("Rematch").click()
        ada.page.wait_for_url(re.compile(f"/table/(?!{re.escape(table)})"))
        table = ada.page.url.rsplit("/", 1)[1]
        ben.page.get_by_role("link", name="To the rematch").click()
        seats = seats[1:] + seats[:1]
    expect(ada.page.locator("[data-best-share]")).to_contain_text("of your decisions were the best")
    ada.looks_well("series-wide-light")
    ben.looks_well("series-phone-light")


def test_a_game_that_everybody_wins_is_a_draw(somebody: Somebody) -> None:
    ada = somebody(motion="no-preference")
    table = ada.open_table("escape", [ME, BOT], options={"stall_limit": "1"})
    with ada.sit(table) as line:
        while not line.until_turn()["result"]:
            moves = [choice["move"] for choice in line.state["moves"]]
            line.play("stop" if "stop" in moves else moves[0])
        result = line.state["result"]
    sheet = ada.page.get_by_role("dialog")
    heading = "It's a draw!" if len(result["winners"]) == 2 else re.compile("win")
    expect(sheet.get_by_role("heading", name=heading)).to_be_visible()
    reasons = re.compile("Nothing had happened for too long|Everybody was saved or lost")
    expect(sheet.locator("[data-ending]")).to_contain_text(reasons)  # by what the bot did
