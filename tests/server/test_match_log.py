"""The log tells what came of every entry: nothing more than happened, and nothing less."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import atlantis_games as atlantis
from atlantis_games.core.contract import SPECTATOR
from atlantis_games.server.tables.match_log import MatchLog
from support.server_process import ServerProcess


def played(game: str, players: int, **options: str) -> MatchLog:
    seed = players
    start = atlantis.new_game(game, players, **options)
    match = MatchLog(start, dealer=atlantis.Dealer(str(seed)))
    chooser = random.Random(seed)
    match.deal()
    while not match.position.is_over and match.ply < 3_000:
        actor = match.position.actor
        match.play(chooser.choice(list(match.position.moves)))
        if chooser.random() < 0.1 and match.can_undo(actor):
            match.undo(actor)
        match.deal()
    return match


@pytest.mark.parametrize("peek", ["off", "on"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_causeway_the_log_tells_every_step_and_every_tile_won(players: int, peek: str) -> None:
    match = played("causeway", players, peek=peek)
    taken: Counter[str] = Counter()
    undone: list[str] = []  # the value that each entry won, to be given back with it
    before = match.start.view(SPECTATOR)
    story = match.entries_for(SPECTATOR, 0, match.ply)
    for entry, (_, _, position) in zip(story, match.positions(), strict=True):
        view = position.view(SPECTATOR)
        outcome = entry.get("outcome", {})
        if entry["code"] == "undo":
            taken[undone.pop()] -= 1
            assert not outcome
        else:
            value = str(outcome.get("takes", {}).get("value", 0))
            taken[value] += 1
            undone.append(value)
            was, now = (
                {(seat, name): space for seat, panel in enumerate(shown["seats"])
                 for name, space in panel["figures"].items()}
                for shown in (before, view)
            )  # fmt: skip
            moved = [space for figure, space in now.items() if was[figure] != space]
            assert moved == ([outcome["lands"]] if "lands" in outcome else [])
        before = view
    del taken["0"]
    kept = sum((Counter(panel["tiles"]) for panel in before["seats"]), Counter(before["spent"]))
    assert +taken == kept
    assert sum(taken.values()) > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_escape_the_log_tells_everybody_lost_and_saved(players: int) -> None:
    match = played("escape", players)
    before = match.start.view(SPECTATOR)
    story = match.entries_for(SPECTATOR, 0, match.ply)
    for entry, (_, _, position) in zip(story, match.positions(), strict=True):
        view = position.view(SPECTATOR)
        for fate in ("lost", "saved"):
            change = [
                now[fate] - was[fate]
                for was, now in zip(before["seats"], view["seats"], strict=True)
            ]
            counted = entry.get("outcome", {}).get(fate, [0] * players)
            assert counted == change or entry["code"] == "undo"
        before = view
    assert sum(panel["lost"] for panel in before["seats"]) > 0


def test_a_log_is_the_same_after_the_server_was_started_again(
    own_server: ServerProcess,
) -> None:
    own_server.start()
    ada = own_server.guest()
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        while line.until_turn()["ply"] < 200 and not line.state["result"]:
            line.play()
    before = log_of(own_server, table)
    own_server.stop()
    own_server.start(own_server.port)
    assert log_of(own_server, table) == before
    assert sum("takes" in entry.get("outcome", {}) for entry in before) > 3


def log_of(server: ServerProcess, table: str) -> list[dict[str, Any]]:
    with server.guest("Cy").sit(table) as line:
        line.hear()
        return list(line.state["log"])
