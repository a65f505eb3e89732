"""Files that version 0.1 has written still open (tests/fixtures/version-0.1/README.md)."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atlantis_games import Match, new_game
from atlantis_games.arena.results import match_of
from atlantis_games.arena.runner import Tournament, run
from support.server_process import Guest, ServerProcess

FILES = Path(__file__).parent.parent / "fixtures" / "version-0.1"
EXPECTED = json.loads((FILES / "expected.json").read_text("utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
WITH_REVIEW, OVER = "causeway over", [name for name, table in TABLES.items() if "match" in table]


# Match files


@pytest.mark.parametrize("file", sorted(FILES.glob("*.match")), ids=lambda file: file.stem)
def test_a_match_file_is_read_and_written_the_same(file: Path) -> None:
    match = Match.load(file)
    match.verify()
    assert_same(match.write(), file.read_text("utf-8"))
    assert match.position.is_over == file.stem.startswith("finished")


def assert_same(written: str, stored: str) -> None:
    """A match file is as it was, but for options that came later: those have their defaults."""
    new, old = written.splitlines(), stored.splitlines()
    place = next(n for n, line in enumerate(old) if line.startswith("options: "))
    defaults = Match.read(stored).start.options
    assert options_in(new[place]) == defaults | options_in(old[place])
    assert [*new[:place], *new[place + 1 :]] == [*old[:place], *old[place + 1 :]]


def options_in(line: str) -> dict[str, str]:
    """The options that a match file names."""
    return dict(word.split("=") for word in line.removeprefix("options: ").split())


def test_options_that_came_later_have_their_defaults() -> None:
    match = Match.load(next(FILES.glob("finished-escape*.match")))
    assert (match.start.options["refuge"], match.start.options["bite"]) == ("together", "entering")


@pytest.mark.parametrize("file", sorted(FILES.glob("saved-*.match")), ids=lambda file: file.stem)
def test_a_saved_match_can_be_played_on(file: Path) -> None:
    match = Match.load(file)
    ply = match.ply
    match.play(next(iter(match.position.moves)))
    assert match.ply == ply + 1


# Tournaments

BOTS = ["random", "greedy", "search:10"]


def tournament(folder: Path) -> tuple[list[Any], bool]:
    """Runs the tournament of the fixtures in a folder that may have some of its results."""
    settings = json.loads((folder / "results.jsonl").read_text("utf-8").splitlines()[0])
    options = new_game("causeway", **settings["options"]).options  # as the command line gives them
    return run(Tournament("causeway", BOTS, 12, [2], options, "old"), folder)


def test_results_of_a_tournament_replay() -> None:
    file = FILES / "arena-finished" / "results.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    assert len(rows) == 12
    for number, row in enumerate(rows, 1):
        match = match_of(file, number)
        assert match.position.is_over
        assert list(match.position.scores) == row["scores"]


def test_a_finished_tournament_is_not_played_again(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FILES / "arena-finished", tmp_path / "arena"))
    before = (folder / "results.jsonl").read_bytes()
    results, complete = tournament(folder)
    assert complete
    assert len(results) == 12
    assert (folder / "results.jsonl").read_bytes() == before


def test_an_interrupted_tournament_plays_what_is_missing(tmp_path: Path) -> None:
    """Whole lines are kept as they are; the line that was cut off is played again."""
    folder = Path(shutil.copytree(FILES / "arena-interrupted", tmp_path / "arena"))
    kept = (folder / "results.jsonl").read_text("utf-8").splitlines()[:7]
    results, complete = tournament(folder)
    assert complete
    assert len(results) == 12
    resumed = (folder / "results.jsonl").read_text("utf-8").splitlines()
    assert resumed[:7] == kept
    finished = (FILES / "arena-finished" / "results.jsonl").read_text("utf-8").splitlines()
    assert jobs(resumed) == jobs(finished)


def jobs(lines: list[str]) -> list[str]:
    """Which games the lines of a file of results are about."""
    return sorted(str(json.loads(line)["job"]) for line in lines[1:])


# A server's database


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """This version's server with the data folder of the old one."""
    data = Path(shutil.copytree(FILES / "server", tmp_path_factory.mktemp("old") / "server"))
    server = ServerProcess(data, ATLANTIS_KEEP_DAYS="100000").start()
    yield server
    server.stop()


def person(server: ServerProcess, name: str) -> Guest:
    """Ada or Ben, with the token that the old server gave them."""
    guest = Guest(server, name.title())
    guest.token = EXPECTED["tokens"][name]
    guest.http.headers["Authorization"] = f"Bearer {guest.token}"
    return guest


def assert_contains(new: Any, old: Any, where: str) -> None:
    """Everything old is there unchanged; objects may have further fields."""
    if isinstance(old, dict):
        for name, value in old.items():
            assert name in new, f"{where}.{name} is missing"
            assert_contains(new[name], value, f"{where}.{name}")
    elif isinstance(old, list):
        assert len(new) == len(old), where
        for number, value in enumerate(old):
            assert_contains(new[number], value, f"{where}[{number}]")
    else:
        assert new == old, where


def seen(guest: Guest, table: str, has_chat: bool) -> dict[str, Any]:
    """What somebody gets after the handshake: the whole state, then the chat if there is one."""
    with guest.sit(table) as line:
        state = line.until_type("state")
        return state | {"chat": line.until_type("chat")["lines"] if has_chat else []}


CASES = [(name, who) for name, table in TABLES.items() for who in ("ada", "ben") if who in table]


@pytest.mark.parametrize(("name", "who"), CASES, ids=[f"{name}, {who}" for name, who in CASES])
def test_a_table_is_as_it_was(server: ServerProcess, name: str, who: str) -> None:
    """The position, the log, the chat, the seats and the legal moves, as that person sees them."""
    old = TABLES[name][who]
    new = seen(person(server, who), TABLES[name]["id"], bool(old["chat"]))
    log = [[entry["actor"], entry["move"], entry.get("outcome", {})] for entry in new["log"]]
    moves = [choice["move"] for choice in new["moves"]]
    table = TABLES[name]["table"]
    if name == "imported":  # it no longer looks like the match that was played
        old = old | {"result": old["result"] | {"seed": ""}}
        table = table | {"commitment": "", "imported": True}
    assert_contains(new | {"log": log, "moves": moves}, old, name)
    assert_contains(new["table"], table, name)


@pytest.mark.parametrize("name", OVER)
def test_the_match_file_of_a_table_is_as_it_was(server: ServerProcess, name: str) -> None:
    """But for an imported one, which now says so and no longer looks like the original."""
    answer = person(server, "ada").http.get(f"/api/tables/{TABLES[name]['id']}/match")
    old = TABLES[name]["match"]
    if name == "imported":
        assert "\nimported: yes\n" in answer.text
        old = re.sub("\ncommitment: .*", "", old)
    assert_same(answer.text.replace("imported: yes\n", ""), old)


def test_the_review_of_a_table_was_kept(server: ServerProcess) -> None:
    review = person(server, "ada").get(f"/api/tables/{TABLES[WITH_REVIEW]['id']}/review")
    assert review["result"]["accounts"] == TABLES[WITH_REVIEW]["review"]


def test_own_tables_are_listed(server: ServerProcess) -> None:
    own = {table["id"] for table in person(server, "ada").get("/api/tables")["own"]}
    assert own == {table["id"] for table in TABLES.values() if 0 in table["ada"]["seats"]} | {
        TABLES["rematch"]["id"]
    }


def test_unfinished_tables_go_on(tmp_path: Path) -> None:
    """In a copy of their own: moves are stored, and still there after another start."""
    data = Path(shutil.copytree(FILES / "server", tmp_path / "server"))
    server = ServerProcess(data, ATLANTIS_KEEP_DAYS="100000").start()
    plies = {}
    for name in ("rematch", "escape"):
        with person(server, "ada").sit(TABLES[name]["id"]) as line:
            state = line.play()
            assert state["type"] == "state", state
            assert state["ply"] > TABLES[name]["ada"]["ply"]
            plies[name] = state["ply"]
    server.stop()
    server.start()
    for name, ply in plies.items():
        with person(server, "ada").sit(TABLES[name]["id"]) as line:
            assert line.until_ply(ply)["ply"] >= ply
    server.stop()
