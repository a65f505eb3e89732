"""What a link shows in a chat: who plays what, and a picture with what spectators see."""

from __future__ import annotations

import html
import io
import re

import httpx
import numpy as np
from PIL import Image

from atlantis_games.core.pictures.lettering import letters
from atlantis_games.games import GAMES
from support.server_process import GAME, ServerProcess


def tags(server: ServerProcess, path: str, language: str = "") -> dict[str, str]:
    """The tags in the head of a page."""
    page = server.guest().http.get(path, headers={"Accept-Language": language})
    assert page.status_code == 200
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page.text
    )
    return {name: html.unescape(text) for name, text in found}


def picture(answer: httpx.Response) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The pixels of a picture."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    shown = np.asarray(Image.open(io.BytesIO(answer.content)).convert("RGB"))
    assert shown.shape == (630, 1200, 3)
    assert len(np.unique(shown[:, :600].reshape(-1, 3), axis=0)) > 200, "a board is not blank"
    return shown


def test_a_link_says_who_invites_to_what(server: ServerProcess) -> None:
    ada = server.guest('Ada <"&>')
    table = ada.open(GAME, "poo")
    title = ada.get("/api/games")["games"][0]["title"]
    shown = tags(server, f"/table/{table}")
    assert shown["og:title"] == f'Ada <"&> invites you to play {title}'
    assert shown["og:description"].endswith("2 seats are free.")
    assert shown["og:image"].startswith(f"{server.address}/pictures/tables/{table}.png?")
    assert (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")
    assert shown["twitter:card"] == "summary_large_image"
    waiting = ada.http.get(shown["og:image"])
    picture(waiting)
    assert "lädt dich" in tags(server, f"/table/{table}", "de-DE,de;q=0.9")["og:title"]
    assert "nodigt je" in tags(server, f"/table/{table}?language=nl", "de")["og:title"]
    ada.post(f"/api/tables/{table}/start", {"level": "sprat"})
    shown = tags(server, f"/replay/{table}")
    assert shown["og:title"] == f"{title}: a game in progress"
    running = ada.http.get(shown["og:image"])
    assert (picture(running) != picture(waiting)).any()
    assert "ply=3&" in tags(server, f"/replay/{table}?ply=3")["og:image"]
    assert tags(server, "/table/nowhere") == {}
    assert tags(server, f"/table/{table}?ply=x")["og:image"] == shown["og:image"]


def test_hostile_names_stay_text_in_previews_and_pictures(server: ServerProcess) -> None:
    """Nothing that somebody is called becomes a tag, a value to fill in, a header or a shape."""
    for name in ('"><script>x</script>', "{game}{names}", "</svg><image href='x'/>", "&#x3c;b&gt;"):
        eve = server.guest(name)
        table = eve.open(GAME, "poo")
        assert tags(server, f"/table/{table}")["og:title"].startswith(f"{name} invites you")
        assert "<script>x" not in eve.http.get(f"/table/{table}").text
        picture(eve.http.get(f"/pictures/tables/{table}.png"))
        svg = letters(name, 0, 0, 12, "black")
        assert not any(part in svg for part in (name, "<script", "<image", "<text"))


def test_home_and_the_rules_show_boards(server: ServerProcess) -> None:
    shown = tags(server, "/", "nl")
    assert shown["og:title"] == "Atlantis"
    home = picture(httpx.get(shown["og:image"]))
    assert len(np.unique(home[200:, 650:].reshape(-1, 3), axis=0)) > 200, "the second game"
    for game in GAMES.values():
        shown = tags(server, f"/rules/{game.name}", "de")
        assert shown["og:title"] == game.texts("de").fill("title")
        picture(httpx.get(shown["og:image"]))
    assert httpx.get(f"{server.address}/pictures/games/chess.png").status_code == 404
    assert httpx.get(f"{server.address}/pictures/tables/nothing.png").status_code == 404


def test_a_picture_that_has_not_changed_is_not_sent_again(server: ServerProcess) -> None:
    ada = server.guest()
    table = ada.open(GAME, "pp")
    with ada.sit(table) as line:
        line.until(lambda m: m["type"] == "state" and m["ply"] > 0)
        first = ada.http.get(f"/pictures/tables/{table}.png")
        assert first.headers["cache-control"] == "public, max-age=60"
        assert first.headers["cross-origin-resource-policy"] == "cross-origin"
        known = {"If-None-Match": first.headers["etag"]}
        again = ada.http.get(f"/pictures/tables/{table}.png", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        line.send(type="look", seat=line.state["view"]["actor"])
        line.until(lambda m: m["type"] == "state" and m["moves"])
        line.play()
        after = ada.http.get(f"/pictures/tables/{table}.png", headers=known)
    assert after.status_code == 200
    assert after.headers["etag"] != first.headers["etag"]


def test_the_link_of_a_private_table_tells_nothing_of_it(server: ServerProcess) -> None:
    ada = server.guest("Secretive")
    table = ada.open(GAME, "pb", private=True)
    before = ada.http.get(f"/pictures/tables/{table}.png")
    shown = tags(server, f"/table/{table}")
    assert "Secretive" not in str(shown)
    with ada.sit(table) as line:
        line.until_turn()
        line.play()
        line.until_turn()
    after = ada.http.get(f"/pictures/tables/{table}.png")
    assert after.content == before.content
    picture(after)
    other = ada.open(GAME, "pb", private=True)
    assert ada.http.get(f"/pictures/tables/{other}.png").content == before.content


def test_a_finished_match_is_shown_at_any_ply(server: ServerProcess) -> None:
    from pathlib import Path

    ada = server.guest()
    file = Path(__file__).parent.parent / "matches" / "causeway-debt.match"
    sent = ada.http.post(
        "/api/matches", content=file.read_bytes(), headers={"Content-Type": "text/plain"}
    )
    table = sent.json()["id"]
    assert "won" in tags(server, f"/replay/{table}")["og:description"]
    pictures = [
        ada.http.get(f"/pictures/tables/{table}.png", params={"ply": ply}).content
        for ply in (0, 100, 999_999)
    ]
    assert len(set(pictures)) == 3
    assert ada.http.get(f"/pictures/tables/{table}.png").content == pictures[-1]


def test_a_finished_match_or_a_part_of_it_is_a_moving_picture(server: ServerProcess) -> None:
    """As GIF and WebP, kept by its tag; nothing of a running game, and no part that ends early."""
    from pathlib import Path

    ada = server.guest()
    file = Path(__file__).parent.parent / "matches" / "causeway-debt.match"
    headers = {"Content-Type": "text/plain"}
    sent = ada.http.post("/api/matches", content=file.read_bytes(), headers=headers)
    path = f"/pictures/tables/{sent.json()['id']}"
    part = {"first": 100, "last": 112}
    for suffix in ("gif", "webp"):
        answer = ada.http.get(f"{path}.{suffix}", params=part)
        assert (answer.status_code, answer.headers["content-type"]) == (200, f"image/{suffix}")
        shown = Image.open(io.BytesIO(answer.content))
        assert shown.width == 640
        assert 3 <= getattr(shown, "n_frames", 1) <= 13
        again = {"If-None-Match": answer.headers["etag"]}
        assert ada.http.get(f"{path}.{suffix}", params=part, headers=again).status_code == 304
    wrong = ada.http.get(f"{path}.gif", params={"first": 50, "last": 40})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad-request")
    running = ada.http.get(f"/pictures/tables/{ada.open(GAME, 'pb')}.gif")
    assert (running.status_code, running.json()["code"]) == (409, "not-over")
