"""How games ended, in tournaments and among random games."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from atlantis_games.arena.endings import Ending, endings
from atlantis_games.arena.ratings import standings
from atlantis_games.arena.results import FILE, Result
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.cli.arena import ending_lines
from atlantis_games.games import game_named
from support.command import output

QUICK_STALL = {"stall_limit": "1"}  # a round without an event ends the game (§10.2)
TOURNAMENT = Tournament("escape", ["greedy", "random"], 4, [2, 3], QUICK_STALL)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Result]]:
    """A tournament whose games all stall, and its folder."""
    folder = tmp_path_factory.mktemp("endings")
    return folder, run(TOURNAMENT, folder)[0]


def test_a_tournament_knows_how_its_games_ended(played: tuple[Path, list[Result]]) -> None:
    _, results = played
    found = endings(results)
    counts = [sum(result.job.players == players for result in results) for players in (2, 3)]
    assert found == [Ending(2, "quiet", counts[0], counts[0]), Ending(3, "quiet", *counts[1:] * 2)]
    for row in standings(results):
        assert row.endings == {"quiet": counts[row.players - 2]}
    sentence = "4 of 4 games with 2 players: Nothing had happened for too long, so the game ended."
    assert ending_lines(results, game_named("escape").texts("en"))[0] == sentence


def test_a_forfeited_game_has_no_ending(played: tuple[Path, list[Result]]) -> None:
    first, *others = played[1]
    results = [replace(first, ending="", forfeit="answered 'win'", forfeiter=0), *others]
    assert endings(results)[0] == Ending(2, "quiet", 3, 3)
    assert standings(results)[0].endings == {"quiet": 3}


def test_results_of_an_earlier_version_are_played_again_for_it(
    played: tuple[Path, list[Result]],
) -> None:
    folder, results = played
    file = folder / FILE
    settings, *lines = file.read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        assert row.pop("ending") == "quiet"
    file.write_text("\n".join([settings, *map(json.dumps, rows)]) + "\n")
    assert run(TOURNAMENT, folder)[0] == results


def test_both_commands_say_it() -> None:
    args = ("arena", "escape", "--bots", "greedy,random", "--games", 2, "-o", "stall_limit=1")
    assert [row["endings"] for row in json.loads(output(*args, "--json"))] == [{"quiet": 2}] * 2
    heading, *rows = [line.split("\t")[-1] for line in output(*args).splitlines()]
    assert (heading, rows) == ("endings", ["quiet 2", "quiet 2"])
    random = ("simulate", "escape", "--games", 5, "--seed", 1, "-o", "stall_limit=1")
    assert json.loads(output(*random, "--json"))["endings"] == {"quiet": 5}
    assert "5 of 5 games with 2 players: Nothing had happened" in output(*random)
