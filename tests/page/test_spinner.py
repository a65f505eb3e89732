"""The spinner turns visibly to what was spun, for spectators and in replays."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from page.people import PATIENCE, Person, wait
from support.server_process import ServerProcess, TableSocket

Somebody = Callable[..., Person]
# Counts how often the arrow is seen to begin a turn, and lets the page show things fast.
PREPARE = """window.turns = 0;
addEventListener("transitionrun", (event) => {
  if (event.target.matches?.(".arrow")) window.turns += 1;
}, true);
localStorage.setItem("atlantis.speed", "fast");"""
SPINNER = """() => {
  const svg = document.querySelector("svg:has(> .arrow)");
  const [, angle] = svg.querySelector(".arrow").style.transform.match(/rotate\\((.*)deg/);
  const field = svg.querySelector(".field.on")?.transform.baseVal[0].matrix ?? { e: 0, f: 0 };
  const round = (degrees) => Math.round(((degrees % 360) + 360) % 360);
  const to = round(Math.atan2(field.e, -field.f) * 180 / Math.PI);
  return { spun: svg.dataset.spun ?? "", points: round(angle), to, turns: window.turns };
}"""


def spins_in(entries: list[dict[str, Any]]) -> list[str]:
    """What was spun, in order, such as "shark 2"."""
    spins = [entry["values"] for entry in entries if entry["code"] == "spin"]
    return [f"{values['animal']} {values['number']}" for values in spins]


def check(person: Person, spun: str, turns: int) -> None:
    """Waits until the spinner shows what was spun, after so many turns, and points there."""
    expect(person.page.locator("svg:has(> .arrow)")).to_have_attribute("data-spun", spun)
    deadline = time.monotonic() + PATIENCE
    while (seen := person.page.evaluate(SPINNER))["turns"] < turns:
        assert time.monotonic() < deadline, seen
    assert seen["turns"] == turns
    assert seen["points"] == seen["to"], seen


class Ben:
    """Plays a short turn at a time, and keeps what was spun meanwhile."""

    def __init__(self, line: TableSocket) -> None:
        self.line = line
        self.spins: list[str] = []
        self.missing: list[str] = []  # spins for which there was no such animal on the board

    def play(self) -> None:
        """One move of his own, and all that follows until he decides again."""
        line = self.line
        moves = [choice["move"] for choice in line.until_turn()["moves"]]
        own = spins_in(line.play("stop" if "stop" in moves else moves[0])["log"])
        if own and line.state["view"]["spun"] is None:
            self.missing += own
        self.spins += own
        while not line.state["moves"] and not line.state["result"]:
            message = line.hear()
            self.spins += spins_in(message["log"]) if message["type"] == "state" else []


def test_the_spinner_turns_to_every_spin_for_spectators_and_in_replays(
    somebody: Somebody, server: ServerProcess
) -> None:
    ada, guest = somebody(motion="no-preference"), server.guest("Ben")
    ada.page.add_init_script(PREPARE)
    table = guest.open("escape", "pb")
    with guest.sit(table) as line:
        ben = Ben(line)
        while line.until_turn()["view"]["phase"] == "place":
            ben.play()
        ada.page.goto(f"/table/{table}")
        while not ben.missing or len(ben.spins) < 4:
            ben.play()
            wait(ada, lambda now: now["ply"] == line.state["ply"])
            if ben.spins:
                check(ada, ben.spins[-1], len(ben.spins))
        assert ada.page.locator(".field path.dive").count() == 4  # a picture, no letter
        assert "T" not in ada.page.locator(".field text").all_text_contents()
        while not line.until_turn()["result"]:
            line.play()
    # In a replay forwards, move by move, and back in a jump.
    log = guest.get(f"/api/tables/{table}/log")["log"]
    plies = [ply for ply, entry in enumerate(log, 1) if entry["code"] == "spin"]
    ada.page.goto(f"/replay/{table}?ply={plies[0] - 1}")
    slider = ada.page.get_by_role("slider")
    for turns, ply in enumerate(plies[:4], 1):
        slider.fill(str(ply - 1))
        slider.press("ArrowRight")
        expect(slider).to_have_value(str(ply))
        check(ada, spins_in([log[ply - 1]])[0], turns)
    slider.fill(str(plies[1]))
    check(ada, spins_in([log[plies[1] - 1]])[0], 5)
