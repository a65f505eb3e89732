"""What pyproject.toml cannot say: the page goes into every wheel and every archive of sources.

With the variable ATLANTIS_COMPILED, which names a folder that `python -m ship` has filled, a wheel
also brings compiled kernels, and is for this Python and system only. `make wheel` makes both kinds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
PAGE = HERE / "src" / "atlantis_games" / "server" / "page" / "index.html"
COMPILED = os.environ.get("ATLANTIS_COMPILED")
# No library of the system is linked to, so the oldest one that Numba's own wheels take will do.
PLATFORMS = {"linux_x86_64": "manylinux_2_28_x86_64"}


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
        if COMPILED and not self.editable_mode:
            shutil.copytree(COMPILED, Path(self.build_lib) / "atlantis_games" / "compiled")


class Contents(Distribution):
    """What goes into a wheel."""

    def has_ext_modules(self) -> bool:
        """Whether it is for one system only."""
        return bool(COMPILED)


class WheelOfItsKind(bdist_wheel):
    """Names a wheel with compiled kernels by what it is for."""

    def get_tag(self) -> tuple[str, str, str]:
        """The Python, its binary interface, and the system."""
        python, interface, system = super().get_tag()
        return python, interface, PLATFORMS.get(system, system)


class SourceWithPage(sdist):
    """An archive of sources from which a wheel can be built without Node."""

    def run(self) -> None:
        """Packs the page too."""
        ensure_page()
        super().run()


setup(
    distclass=Contents,
    cmdclass={"bdist_wheel": WheelOfItsKind, "build_py": BuildWithPage, "sdist": SourceWithPage},
)
