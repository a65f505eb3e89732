"""Pictures of every screen at six sizes and in both themes, to look at: `make pictures`.

`make pictures ONLY="de 640x360 dark replay"` chooses languages, sizes, themes and screens;
`make pictures ONLY=readme` takes those in README and docs again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from page.people import PICTURES, Person, launch
from page.readme_pictures import take_all
from page.screens import SIZES, THEMES, every_screen, show
from support.server_process import ServerProcess

LANGUAGES = {"en": "en-GB", "de": "de-DE", "nl": "nl-NL"}


def main(words: list[str]) -> None:
    """Takes the pictures that the words choose; all, if there are none."""
    sizes = [size for size in SIZES if "{}x{}".format(*size) in words] or SIZES
    themes = [theme for theme in THEMES if theme in words] or THEMES
    languages = [name for name in LANGUAGES if name in words] or ["en"]
    known = {*LANGUAGES, *THEMES, *("{}x{}".format(*size) for size in SIZES)}
    names = [word for word in words if word not in known]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data)).start()
        browser = launch(playwright)
        try:
            if words == ["readme"]:
                return take_all(browser, server)
            guest = server.guest("Ada")
            for language in languages:
                ada = Person(browser, server, language=LANGUAGES[language])
                for name in every_screen(ada, guest, names):
                    for width, height in sizes:
                        for theme in themes:
                            show(ada, width, height, theme)
                            file = f"{name}-{language}-{width}x{height}-{theme}.png"
                            ada.page.screenshot(path=PICTURES / file)
                            print(file, flush=True)
                ada.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
