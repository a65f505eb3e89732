"""The page without its server: what it can still do, and how a new build is taken up."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from page.people import PATIENCE, ROOT, Person
from support.server_process import ServerProcess

Somebody = Callable[..., Person]
KEPT = """new Promise((kept, failed) => {
  navigator.serviceWorker.ready.then(() => kept(true));
  setTimeout(() => failed(new Error("the page is not kept")), 20_000);
})"""
BUILD = ROOT / "src" / "atlantis_games" / "server" / "page"


def test_after_one_visit_the_page_opens_without_a_server(
    somebody: Somebody, own_server: ServerProcess
) -> None:
    own_server.start()
    port = urlsplit(own_server.address).port or 0
    ada = somebody(home=own_server, worker="allow")
    ada.expected.append("WebSocket")
    ada.page.goto("/")
    expect(ada.find("Play now").first).to_be_enabled()
    ada.page.evaluate(KEPT)
    own_server.stop()

    ada.page.goto("/")
    expect(ada.page.get_by_role("alert")).to_contain_text("You're offline")
    expect(ada.page.get_by_role("alert")).to_contain_text("Lessons, rules and settings still work")
    expect(ada.find("Play now").first).to_be_disabled()
    ada.looks_well("offline-home")
    ada.page.get_by_role("link", name="Learn").first.click()
    ada.page.get_by_role("link", name="Start", exact=True).click()
    expect(ada.page.locator("[data-lesson]")).to_be_visible()
    ada.page.goto("/rules/escape#4.1")
    expect(ada.page.locator("[id='4.1']")).to_be_in_viewport()
    ada.page.goto("/settings")
    expect(ada.page.get_by_role("heading", name="Settings")).to_be_visible()
    ada.page.goto("/table/somewhere")
    expect(ada.page.get_by_role("alert")).to_contain_text("The server isn't answering")

    own_server.start(port)
    ada.page.goto("/")
    expect(ada.find("Play now").first).to_be_enabled()
    expect(ada.page.get_by_role("alert")).to_have_count(0)


class Files(SimpleHTTPRequestHandler):
    """A page without a server behind it: files, and the page for every other address."""

    def translate_path(self, path: str) -> str:
        """A file of the page, or the page."""
        file = super().translate_path(path)
        return file if Path(file).is_file() else super().translate_path("/index.html")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def built(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the built page, and the address where it is served."""
    folder = tmp_path / "page"
    shutil.copytree(BUILD, folder)

    def handler(*args: object) -> Files:
        return Files(*args, directory=str(folder))  # type: ignore[arg-type]

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def build_again(folder: Path) -> None:
    """Gives every part of the page another name, as another build does; the old ones are gone."""
    names = [file.name for file in (folder / "assets").iterdir()]
    for name in names:
        (folder / "assets" / name).rename(folder / "assets" / f"new-{name}")
    for file in folder.rglob("*"):
        if file.suffix in (".js", ".css", ".html"):
            text = file.read_text("utf-8")
            for name in names:
                text = text.replace(name, f"new-{name}")
            file.write_text(text.replace('const BUILD = "', 'const BUILD = "new'), "utf-8")


def test_a_new_build_waits_until_it_is_asked_for(browser: Browser, built: tuple[Path, str]) -> None:
    folder, address = built
    context = browser.new_context(base_url=address, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1_000)
    page.goto("/settings")
    page.evaluate(KEPT)
    page.reload()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    build_again(folder)
    page.evaluate("navigator.serviceWorker.getRegistration().then((worker) => worker.update())")
    told = page.get_by_role("status").filter(has_text="There is a newer version of this page.")
    expect(told).to_be_visible()
    # The old build goes on whole, also with a part that was not loaded yet and is gone elsewhere.
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name="Learn").first.click()
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()
    page.get_by_role("link", name="Read the rules").click()
    expect(page.get_by_role("heading", name="The rules")).to_be_visible()

    told.get_by_role("button", name="Load it").click()
    expect(told).to_have_count(0)
    expect(page.locator("script[src*='/new-']")).to_be_attached()
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    context.close()
