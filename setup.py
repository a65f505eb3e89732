"""What pyproject.toml cannot say: the page goes into every wheel, and compiled kernels into some.

`ATLANTIS_KERNELS` names a folder that `python -m atlantis_games.kernels.ship` has written; with it
a wheel is one for this kind of machine (`make wheel`), without it one for all.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
PAGE = HERE / "src" / "atlantis_games" / "server" / "page" / "index.html"
KERNELS = os.environ.get("ATLANTIS_KERNELS", "")


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
    """Copies the package, the page and perhaps kernels, and nothing that an older build left."""

    def run(self) -> None:
        """Builds into an empty folder."""
        if not self.editable_mode:
            ensure_page()
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if KERNELS and not self.editable_mode:
            into = Path(self.build_lib, "atlantis_games", "kernels", "compiled")
            shutil.copytree(KERNELS, into)


class SourceWithPage(sdist):
    """An archive of sources from which a wheel can be built without Node."""

    def run(self) -> None:
        """Packs the page too."""
        ensure_page()
        super().run()


class MaybePlatformWheel(bdist_wheel):
    """A wheel for everybody, or with kernels for one version of Python on one kind of machine."""

    def finalize_options(self) -> None:
        """Where the files go depends on whether there are kernels."""
        super().finalize_options()
        self.root_is_pure = not KERNELS

    def get_tag(self) -> tuple[str, str, str]:
        """Which interpreters and machines may install it."""
        if not KERNELS:
            return "py3", "none", "any"
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if sys.platform == "linux":  # kernels are linked by Numba, whose own wheels ask for this
            system = f"manylinux2014_{platform.machine()}"
        return python, "none", system


setup(
    cmdclass={
        "build_py": BuildWithPage,
        "sdist": SourceWithPage,
        "bdist_wheel": MaybePlatformWheel,
    }
)
