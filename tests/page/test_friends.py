"""Friends: the waiting room, what the host may do there, those who watch, and quick reactions."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from page.people import Person

Somebody = Callable[..., Person]
ME, FRIEND = {"kind": "person"}, {"kind": "open"}


def join(person: Person, table: str, name: str) -> None:
    """Takes a seat by the link."""
    person.page.goto(f"/table/{table}")
    person.page.get_by_role("textbox", name="Your name").fill(name)
    person.find("Join in").click()


def test_the_host_arranges_the_table_and_guests_see_it(somebody: Somebody) -> None:
    ada, ben = somebody(), somebody(size="phone", theme="dark")
    ben.expected.append("403")
    table = ada.open_table("escape", [ME, FRIEND, FRIEND, FRIEND])
    rules = ben.page.locator("[data-rules]")
    join(ben, table, "Ben")
    expect(ben.page.get_by_text("Ben", exact=True)).to_be_visible()
    expect(rules).to_contain_text("No clock")
    expect(rules).to_contain_text("No hints")
    expect(ben.page.get_by_role("button", name="Change")).to_be_hidden()
    assert ben.page.get_by_role("combobox").count() == 0, "only the host fills seats"
    ada.looks_well("room-host-wide-light")
    ben.looks_well("room-guest-phone-dark")

    ada.find("Change").click()
    ada.page.get_by_label("Clock").select_option("total:600")
    ada.page.get_by_label("Hints allowed").check()
    ada.looks_well("room-options-wide-light")
    ada.find("Save").click()
    expect(rules).to_contain_text("10 minutes each")
    expect(rules).to_contain_text("Hints are allowed")

    ada.page.get_by_role("combobox", name="Bot for Black").select_option("sprat")
    expect(ben.page.get_by_text("Sprat").first).to_be_visible()
    ada.find("Remove Ben").click()
    expect(ben.page.get_by_role("heading", name="You are invited")).to_be_visible()
    ben.find("Join in").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("You can watch")
    ada.find("Start with 2 players").click()
    ada.glowing().first.wait_for()
    assert ada.page.evaluate("document.querySelectorAll('.player').length") == 2
    expect(ada.page.get_by_role("timer").first).to_have_text("10:00")
    expect(ben.page.get_by_text("You are watching.", exact=True)).to_be_visible()
    assert ben.page.get_by_text("lost your seat").count() == 0, "it was taken, not lost"
    expect(ada.page.get_by_text("1 person is watching")).to_be_visible()
    ben.looks_well("watching-phone-dark")


def test_a_private_table_is_opened_with_friends_and_its_link_tells_nothing(
    somebody: Somebody,
) -> None:
    ada = somebody()
    for is_private in (False, True):
        ada.page.goto("/")
        ada.page.get_by_role("button", name="With friends").first.click()
        ada.page.get_by_placeholder("Your name").fill("Wanda")
        ada.find("More").click()
        ada.page.get_by_label("Private link").set_checked(is_private)
        ada.find("Get the link").click()
        ada.page.wait_for_url("**/table/*")
        told = ada.context.request.get(ada.page.url).text()
        assert ("Wanda" in told) == (not is_private)


def test_reactions_are_shown_at_the_seat_unless_they_are_muted(somebody: Somebody) -> None:
    ada, ben = somebody(), somebody(language="de-DE", size="phone")
    table = ada.open_table("causeway", [ME, FRIEND])
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("textbox", name="Dein Name").fill("Ben")
    ben.find("Mitspielen").click()
    for person in (ada, ben):
        person.page.locator("[data-ply]").wait_for()
    ada.find("React").click()
    ada.looks_well("reactions-wide-light")
    ada.find("Well played!").click()
    expect(ada.find("Well played!")).to_be_hidden()
    shown = ben.page.get_by_text("Gut gespielt!")
    expect(shown).to_be_visible()
    ben.looks_well("reacted-phone-light")
    expect(shown).to_be_hidden()  # after a moment
    ben.page.evaluate("localStorage.setItem('atlantis.reactions', 'off')")
    ben.page.reload()
    ben.page.locator("[data-ply]").wait_for()
    ada.find("React").click()
    ada.find("Wow!").click()
    expect(ada.page.get_by_text("Wow!")).to_be_visible()
    expect(ada.page.get_by_text("Wow!")).to_be_hidden()
    assert ben.page.get_by_text("Wow!").count() == 0
