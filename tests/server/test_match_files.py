"""Match files that are brought to a server."""

from __future__ import annotations

import httpx
import pytest

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.core.match import Match
from atlantis_games.games import game_named
from support.server_process import ServerProcess
from support.stored_table import StoredTable

SHORT = game_named("escape").new(2, stall_limit="1")


def test_a_match_of_endless_undoing_is_not_taken(server: ServerProcess) -> None:
    """A file within the size, but with more entries than any game has."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    dealt = "\n".join(f"chance: {move}" for _, move, _ in StoredTable(server.data, table).entries)
    endless = "\n".join(["1: " + ", ".join(["bridge 27", "undo"] * 10)] * 3000)
    head = "Atlantis match 1\ngame: causeway\nrules: 1\nplayers: 2\noptions:\n"
    text = f"{head}seat 1: a\nseat 2: b\nresult: unfinished\n\n{dealt}\n{endless}\n"
    headers = {"Content-Type": "text/plain"}
    answer = ada.http.post("/api/matches", content=text.encode(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


@pytest.mark.parametrize(
    "header",
    [
        "seat 1: " + "a" * 81,
        "seat 1: a\nseed: " + "1" * 81,
        "\n".join(["seat 1: a", *(f"word {number}: " + "y" * 70 for number in range(40))]),
    ],
)
def test_a_match_with_endless_headers_is_not_taken(server: ServerProcess, header: str) -> None:
    """The store keeps names and seeds of so many characters, and lists read all headers."""
    text = "Atlantis match 1\ngame: causeway\nrules: 1\nplayers: 2\noptions:\n"
    text += f"{header}\nseat 2: b\nresult: unfinished\n"
    headers = {"Content-Type": "text/plain"}
    answer = server.guest().http.post("/api/matches", content=text, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    assert "at most" in answer.json()["text"]


def test_an_imported_match_has_no_rematch(
    server: ServerProcess,
) -> None:
    """Nobody is in its other seats."""
    ada = server.guest()
    text = "Atlantis match 1\ngame: causeway\nrules: 1\nplayers: 2\noptions:\n"
    text += "seat 1: a\nseat 2: b\nresult: unfinished\n"
    headers = {"Content-Type": "text/plain"}
    brought = ada.http.post("/api/matches", content=text, headers=headers).json()["id"]
    answer = ada.http.post(f"/api/tables/{brought}/rematch", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "no-rematch")


def finished_file(names: list[str], dealer: Dealer) -> bytes:
    """A short finished match as a file."""
    match = Match(SHORT, names, dealer)
    while not match.position.is_over:
        match.deal()
        if match.position.actor >= 0:
            match.play(next(iter(match.position.moves)))
    return match.write().encode()


def test_names_that_the_dealing_binds_are_refused_and_not_cleaned(server: ServerProcess) -> None:
    """With other names the file would not verify any more; those of older files are cleaned."""
    hidden, ada = ["A\u3164da", "Ben"], server.guest()

    def bring(names: list[str], dealer: Dealer) -> httpx.Response:
        if isinstance(dealer, FairDealer):
            dealer.agree(names, [f"absent {dealer.derived_nonce(seat)}" for seat in range(2)])
        headers = {"Content-Type": "text/plain"}
        content = finished_file(names, dealer)
        return ada.http.post("/api/matches", content=content, headers=headers)

    refused = bring(hidden, FairDealer("4" * 64, "table", SHORT))
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
    assert "characters that cannot be seen" in refused.json()["text"]
    plain = bring(["Ada", "Ben"], FairDealer("4" * 64, "table", SHORT)).json()
    older = bring(hidden, Dealer("4" * 64)).json()
    for table in (plain, older):
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Ben"]
        Match.read(ada.http.get(f"/api/tables/{table['id']}/match").text).verify()
