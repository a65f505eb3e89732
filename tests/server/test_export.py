"""`atlantis export`: games of people who all agreed, and nothing that tells who they were."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from atlantis_games.cli.main import app
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import Match
from atlantis_games.lab.reading import about, read_decisions
from support.server_process import Guest, ServerProcess, play_out

SHORT = {"stall_limit": "1"}  # games of Escape that end soon


def played(*people: Guest, bots: str = "", leaves: bool = False) -> tuple[str, Match]:
    """A game played to its end, with something said in it: the table's id and its match file.

    The guests may leave it to bots after the beginning.
    """
    host, *others = people
    table = host.open("escape", "p" + "o" * len(others) + bots, options=SHORT)
    for guest in others:
        guest.post(f"/api/tables/{table}/join")
    with host.sit(table) as first:
        first.send(type="chat", text=f"{host.name} greets you")
        for guest in others if leaves else ():
            guest.post(f"/api/tables/{table}/leave")
        if others and not leaves:
            play_out([first, *(guest.sit(table) for guest in others)], 0)
        while not first.until_turn()["result"]:
            first.play()
    return table, Match.read(host.http.get(f"/api/tables/{table}/match").text)


def share(guest: Guest, wanted: bool) -> None:
    """Sets the switch of a guest, and looks whether it is kept."""
    assert guest.post("/api/sharing", {"shares": wanted}) == {"shares": wanted}
    assert guest.get("/api/sharing") == {"shares": wanted}


def exported(server: ServerProcess, folder: Path, *more: str) -> list[Match]:
    """What the command writes while the server runs."""
    database = server.environment.get("ATLANTIS_DATABASE")
    done = run_export(folder, f"--data={server.data}", *more, database=database)
    assert done.exit_code == 0, done.output
    return [Match.load(file) for file in sorted(folder.glob("*.match"))]


def run_export(folder: Path, *more: str, database: str | None = None) -> Result:
    """Runs the command in another thread: a browser's test may have left a loop in this one."""
    run = partial(
        CliRunner().invoke,
        app,
        ["export", str(folder), *more],
        env={"ATLANTIS_DATABASE": database},
        catch_exceptions=False,
    )
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()


def logs(*matches: Match) -> list[list[tuple[int, str]]]:
    """What happened in matches, in an order of their own."""
    return sorted(match.log for match in matches)


def test_a_game_is_exported_only_while_everybody_in_it_agrees(
    server: ServerProcess, tmp_path: Path
) -> None:
    ada, ben, cy = (server.guest(name) for name in ("Adalgisa", "Benvenuto", "Cymbeline"))
    assert ada.get("/api/sharing") == {"shares": False}
    with_ben, with_bot = played(ada, ben), played(ada, bots="b")
    with_cy = played(ada, cy, leaves=True)  # the seat stays theirs
    ada.open("escape", "pb", options=SHORT)  # not finished
    text = ben.http.get(f"/api/tables/{with_cy[0]}/match").text
    plain = {"Content-Type": "text/plain"}
    assert ada.http.post("/api/matches", content=text, headers=plain).is_success
    assert exported(server, tmp_path / "none") == []

    share(ada, True)
    assert logs(*exported(server, tmp_path / "hers")) == logs(with_bot[1])
    share(ben, True)
    share(ben, True)
    found = exported(server, tmp_path / "both", "--parquet")
    assert logs(*found) == logs(with_bot[1], with_ben[1])
    check_nameless(tmp_path / "both", [ada, ben], [with_ben, with_bot])
    check_decisions(tmp_path / "both", found)

    share(ben, False)
    share(cy, True)
    assert logs(*exported(server, tmp_path / "others")) == logs(with_bot[1], with_cy[1])
    share(cy, False)
    assert logs(*exported(server, tmp_path / "withdrawn")) == logs(with_bot[1])
    share(ada, False)
    assert exported(server, tmp_path / "nobody") == []


def check_nameless(folder: Path, people: list[Guest], games: list[tuple[str, Match]]) -> None:
    """Nothing that a file holds leads to a person or a table."""
    secrets = {"greets"}
    for guest in people:
        name = guest.token.partition(".")[0]
        secrets |= {guest.name, guest.token, name, hashlib.sha256(name.encode()).hexdigest()}
    for table, match in games:
        assert match.dealer is not None
        secrets |= {table, match.dealer.seed}
    for file in folder.iterdir():
        held = file.read_bytes() + file.name.encode()
        assert not [secret for secret in secrets if secret.encode() in held], file
    for file in folder.glob("*.match"):
        head = file.read_text("utf-8").partition("\n\n")[0]
        kept = {line.partition(":")[0] for line in head.splitlines()[1:]}
        assert kept == {"game", "rules", "players", "options", "seat 1", "seat 2", "result"}
    heads = [match.seats for match in map(Match.load, sorted(folder.glob("*.match")))]
    assert sorted(heads) == [["person", "person"], ["person", "sprat"]]


def check_decisions(folder: Path, matches: list[Match]) -> None:
    """The decisions of all matches are in one file, with who made them."""
    (file,) = folder.glob("*.parquet")
    assert file.name == "escape-2-stall_limit=1.parquet"
    assert about(file)["options"]["stall_limit"] == "1"
    rows = list(read_decisions(file))
    decided = sum(sum(actor >= 0 for actor, _ in match.log) for match in matches)
    assert sum(len(part["action"]) for part in rows) == decided
    for part in rows:
        assert set(part["bot"]) == {"person", "sprat"}
        assert part["mask"][range(len(part["action"])), part["action"]].all()


def test_only_a_guest_can_agree(server: ServerProcess) -> None:
    ada = server.guest()
    del ada.http.headers["Authorization"]
    assert ada.get("/api/sharing") == {"shares": False}
    assert ada.post("/api/sharing", {"shares": True}, expect=401)["code"] == "no-guest"
    for body in ({}, {"shares": 3}, {"shares": True, "guest": "x"}):
        assert server.guest().post("/api/sharing", body, expect=422)


def test_a_folder_with_something_in_it_and_a_missing_database_are_refused(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("x")
    for folder, message in ((tmp_path, "is not empty"), (tmp_path / "new", "no database")):
        with pytest.raises(BadRequest, match=message):
            run_export(folder, f"--data={tmp_path}")
    assert not (tmp_path / "new").exists()
