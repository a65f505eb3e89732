"""What a link to a table shows in a chat: the game and the players, and nothing of the position."""

from __future__ import annotations

import re

from support.server_process import GAME, ServerProcess


def tags(server: ServerProcess, path: str, language: str = "") -> dict[str, str]:
    """The Open Graph tags of a page."""
    page = server.guest().http.get(path, headers={"Accept-Language": language})
    assert page.status_code == 200
    return dict(re.findall(r'<meta property="([\w:]+)" content="([^"]*)" />', page.text))


def test_a_link_says_who_invites_to_what(server: ServerProcess) -> None:
    ada = server.guest('Ada <"&>')
    table = ada.open(GAME, "poo")
    title = ada.get("/api/games")["games"][0]["title"]
    shown = tags(server, f"/table/{table}")
    assert shown["og:title"] == f"Ada &lt;&quot;&amp;&gt; invites you to play {title}"
    assert shown["og:description"].endswith("2 seats are free.")
    assert shown["og:image"] == f"{server.address}/icon-512.png"
    picture = ada.http.get(shown["og:image"])
    assert picture.content.startswith(b"\x89PNG")
    assert "lädt dich" in tags(server, f"/table/{table}", "de-DE,de;q=0.9")["og:title"]
    ada.post(f"/api/tables/{table}/start", {"level": "sprat"})
    assert tags(server, f"/replay/{table}")["og:title"] == f"{title}: a game in progress"
    assert tags(server, "/table/nowhere") == {}
    assert tags(server, "/") == {}
