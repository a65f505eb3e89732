"""What pyproject.toml cannot say: the page goes into every wheel and every archive of sources."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
PAGE = HERE / "src" / "atlantis_games" / "server" / "page" / "index.html"


def ensure_page() -> None:
    """Builds the page if it is missing and Node is here; else refuses with what to do."""
    if PAGE.is_file():
        return
    npm = shutil.which("npm")
    if npm is None or not (HERE / "web" / "package.json").is_file():
        raise SystemExit(
            "The page is not built, and a server without it would be of no use: "
            "install Node and run `make page` first, or install a released wheel."
        )
    for command in (["ci", "--silent", "--no-progress"], ["run", "--silent", "build"]):
        subprocess.run([npm, *command], cwd=HERE / "web", check=True)


class BuildWithPage(build_py):
    """Copies the package and the page, and nothing that an older build left."""

    def run(self) -> None:
        """Builds into an empty folder."""
        if not self.editable_mode:
            ensure_page()
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class SourceWithPage(sdist):
    """An archive of sources from which a wheel can be built without Node."""

    def run(self) -> None:
        """Packs the page too."""
        ensure_page()
        super().run()


setup(
    cmdclass={"build_py": BuildWithPage, "sdist": SourceWithPage},
)
