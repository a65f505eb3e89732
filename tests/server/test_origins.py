"""Other sites and altered tokens can do nothing."""

from __future__ import annotations

import json
import random
import socket

import pytest

from support.raw_client import (
    RawSocket,
    altered,
)
from support.server_checks import (
    HTTP,
)
from support.server_process import ServerProcess


def cookie_of(server: ServerProcess) -> str:
    """A new guest's cookie, as a browser keeps it."""
    answer = HTTP.post(
        server.address + "/api/guest", json={"name": "Eve"}, headers={"Origin": server.address}
    )
    HTTP.cookies.clear()
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    assert "token" not in answer.json()
    return str(cookie.split(";")[0])


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[::1", "", "file://"])
def test_another_site_can_do_nothing_with_a_cookie(server: ServerProcess, origin: str) -> None:
    """With a foreign origin, or with a cookie and no origin at all, nothing is done."""
    cookie = cookie_of(server)
    table = json.dumps({"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}]})
    ada = server.guest()
    theirs = ada.open("causeway", "po")
    tries = [
        {"Cookie": cookie, "Origin": origin} if origin else {"Cookie": cookie},
        {"Cookie": cookie, "Origin": origin, "Sec-Fetch-Site": "cross-site"},
        {"Authorization": f"Bearer {ada.token}", "Origin": origin or "http://evil.example"},
    ]
    for headers in tries:
        for path, kind in (
            ("/api/tables", "application/json"),
            ("/api/tables", "text/plain"),
            (f"/api/tables/{theirs}/join", "application/json"),
            (f"/api/tables/{theirs}/leave", "application/json"),
            ("/api/matches", "text/plain"),
            ("/api/guest", "application/x-www-form-urlencoded"),
        ):
            all_headers = {**headers, "Content-Type": kind}
            answer = HTTP.post(server.address + path, content=table, headers=all_headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
            assert "access-control-allow-origin" not in answer.headers
    assert ada.get(f"/api/tables/{theirs}")["seats"][1]["kind"] == "open"
    own = HTTP.get(server.address + "/api/tables", headers={"Cookie": cookie}).json()["own"]
    assert own == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[::1", "file://"])
def test_another_site_opens_no_socket(server: ServerProcess, origin: str) -> None:
    """The handshake itself is refused, as 403 with the code that is documented."""
    table = server.guest().open("causeway", "pp")
    with RawSocket(server, table, "", f"Origin: {origin}", f"Cookie: {cookie_of(server)}") as raw:
        assert raw.status == 403
        assert "wrong-origin" in raw.rest.decode()
        assert "content-security-policy" in raw.head.lower()


def test_a_name_that_leads_here_from_elsewhere_is_refused(server: ServerProcess) -> None:
    """DNS rebinding: a browser would send another site's cookies and scripts here."""
    name = socket.gethostname()
    own = ["127.0.0.1", "[::1]:80", "192.168.1.7:8000", "localhost:1", name, f"{name}.local:8000"]
    others = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "["]
    # What passes for us would stand in the links of the page.
    others += ["evil.example@127.0.0.1", "127.0.0.1/evil", '127.0.0.1:80"><b>', "127.0.0.1:8x"]
    for host in (*own, *others):
        answer = HTTP.get(server.address + "/api/games", headers={"Host": host})
        assert answer.status_code == (200 if host in own else 421), host
    with RawSocket(server, "x", "", "Host: evil.example") as raw:
        assert raw.status in (400, 421)


def test_another_scheme_is_another_origin(server: ServerProcess) -> None:
    headers = {"Cookie": cookie_of(server), "Origin": server.address.replace("http", "https")}
    answer = HTTP.post(server.address + "/api/tables", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_our_own_page_may_do_everything(server: ServerProcess) -> None:
    """The cookie together with our origin opens tables and sockets."""
    headers = {"Cookie": cookie_of(server), "Origin": server.address}
    body = {"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}]}
    answer = HTTP.post(server.address + "/api/tables", json=body, headers=headers)
    assert answer.status_code == 201
    lines = [f"{name}: {value}" for name, value in headers.items()]
    with RawSocket(server, answer.json()["id"], "", *lines) as raw:
        assert raw.status == 101
        assert raw.answers()[0]["seats"] == [0]


def test_an_altered_token_is_nobody(server: ServerProcess) -> None:
    """Neither half a token nor a changed one nor somebody else's signature opens a seat."""
    ada, ben = server.guest(), server.guest()
    table = ada.open("causeway", "pp")
    rng = random.Random(3)
    names = [guest.token.partition(".") for guest in (ada, ben)]
    forged = {altered(rng, ada.token) for _ in range(200)}
    forged |= {f"{names[0][0]}.{names[1][2]}", ada.token + ".", ada.token.upper(), "null"}
    for token in forged - {""}:
        headers = {b"Authorization": f"Bearer {token}".encode("latin-1")}
        answer = HTTP.get(f"{server.address}/api/tables/{table}", headers=headers)
        assert answer.json()["yours"] == []
        answer = HTTP.post(f"{server.address}/api/tables/{table}/leave", json={}, headers=headers)
        assert answer.json()["code"] in ("no-guest", "wrong-origin")
    with RawSocket(server, table, names[0][0] + "." + "0" * 64) as raw:
        raw.send(['{"type": "look", "seat": 0}'])
        heard = raw.answers()
        assert heard[0]["seats"] == []
        assert heard[1]["code"] == "no-seat"
