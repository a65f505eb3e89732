"""Makes a release: `make release VERSION=0.2.0`, or with REHEARSE=1 all of it but commit and tag.

It dates the changelog, writes the version into every file that names it, builds the wheels and the
archive of sources, installs each in an environment of its own outside this checkout, plays there,
and writes their checksums. Only then it commits and tags. If anything fails, the files are as
before. Nothing is uploaded.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from atlantis_games.kernels.cache import home as compiled_kernels

ROOT = Path(__file__).parent.parent
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
CHECKSUMS = "SHA256SUMS"
NAMED_IN = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md")  # files that name the version
PAGE_SECONDS = 120  # that a server may take to answer
PAGE_MARK = "<title>Atlantis"


BOTS = ("--humans", "none", "--bot", "search:20", "--bot", "search:20", "--seed", "1")
# The command line, which also says how many kernels were compiled.
COUNTED = """
from numba.core import event
from atlantis_games.cli.main import main
with event.install_recorder("numba:compile") as happened:
    try:
        main()
    except SystemExit as end:
        assert not end.code, end
print("Compiled:", sum(one.is_start for _, one in happened.buffer))
"""


class CannotRelease(Exception):
    """What stands in the way, in one sentence with what to do."""


# What is checked


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers, which compare."""
    if not VERSION.fullmatch(version):
        raise CannotRelease(f"{version!r} is not a version such as 0.2.0.")
    return tuple(map(int, version.split(".")))


def git(*args: str, root: Path = ROOT) -> str:
    """What git answers."""
    done = subprocess.run(["git", *args], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def check_ready(version: str, root: Path = ROOT) -> None:
    """Whether this version may be released from what is checked out."""
    wanted = numbers(version)
    if git("status", "--porcelain", "--untracked-files=no", root=root):
        raise CannotRelease("There are changes that are not committed: commit them first.")
    tags = [tag[1:] for tag in git("tag", "--list", "v*", root=root).split()]
    released = [numbers(tag) for tag in tags if VERSION.fullmatch(tag)]
    if wanted in released:
        raise CannotRelease(f"There is a tag v{version} already: choose a higher version.")
    if released and wanted < max(released):
        newest = ".".join(map(str, max(released)))
        raise CannotRelease(f"{version} is lower than the newest release, {newest}.")
    if not unreleased((root / "CHANGELOG.md").read_text("utf-8")):
        raise CannotRelease("CHANGELOG.md has nothing under Unreleased: say what has changed.")


def unreleased(changelog: str) -> str:
    """What the changelog says below Unreleased."""
    found = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


# What is written


def dated_changelog(text: str, version: str, day: date) -> str:
    """The changelog with what was unreleased below the version and its date."""
    return text.replace(
        "## Unreleased\n", f"## Unreleased\n\n## {version} ({day.isoformat()})\n", 1
    )


def with_version(text: str, version: str) -> str:
    """The project's own settings with another version."""
    return re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', text, count=1)


def cited(text: str, version: str, day: date) -> str:
    """How to cite it, with this version and its date."""
    lines = [
        line for line in text.splitlines() if not line.startswith(("version:", "date-released:"))
    ]
    return "\n".join([*lines, f"version: {version}", f"date-released: {day.isoformat()}", ""])


def write_version(version: str, day: date, root: Path = ROOT) -> None:
    """Writes version and date into every file that names them."""
    edits: dict[str, Callable[[str], str]] = {
        "pyproject.toml": lambda text: with_version(text, version),
        "CITATION.cff": lambda text: cited(text, version, day),
        "CHANGELOG.md": lambda text: dated_changelog(text, version, day),
    }
    for name, edit in edits.items():
        file = root / name
        file.write_text(edit(file.read_text("utf-8")), "utf-8")


# What is built and tried


def build() -> list[Path]:
    """The wheels and the archive of sources, in an empty dist/."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    subprocess.run(["make", "--no-print-directory", "wheel"], cwd=ROOT, check=True)
    return sorted([*(ROOT / "dist").glob("*.whl"), *(ROOT / "dist").glob("*.tar.gz")])


def check_artefacts(files: list[Path], version: str) -> None:
    """Whether there are both wheels and an archive of sources, all of this version."""
    wheels = [file for file in files if file.suffix == ".whl"]
    if len(files) != 3 or [is_pure(file) for file in wheels].count(True) != 1 or len(wheels) != 2:
        raise CannotRelease(
            "`make wheel` has not written two wheels, one of them for every system, "
            "and an archive of sources."
        )
    others = [file.name for file in files if f"atlantis_games-{version}" not in file.name]
    if others:
        raise CannotRelease(f"{', '.join(others)} is not of version {version}.")


def is_pure(file: Path) -> bool:
    """Whether a wheel is for every system; the other one brings compiled kernels."""
    return file.name.endswith("-py3-none-any.whl")


@contextmanager
def clean_environment() -> Iterator[tuple[Path, dict[str, str]]]:
    """An empty folder outside the checkout with a Python of its own, and what is set there."""
    with tempfile.TemporaryDirectory(prefix="atlantis-release-") as name:
        home = Path(name)
        subprocess.run([sys.executable, "-m", "venv", home / "venv"], check=True)
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "TMPDIR") if key in os.environ}
        pip = {key: word for key, word in os.environ.items() if key.startswith(("PIP_", "SSL_"))}
        yield home, {**kept, **pip, "HOME": name}


def smoke_test(file: Path, version: str) -> None:
    """Installs a file and does what a new user does: ask its version, play, open the page.

    The wheel with compiled kernels must compile nothing in an empty home. The others may use what
    was compiled from the checkout: kernels are kept by what they are compiled from.
    """
    is_compiled = file.suffix == ".whl" and not is_pure(file)
    with clean_environment() as (home, settings):
        if not is_compiled:
            settings["ATLANTIS_CACHE"] = str(compiled_kernels())

        def run(*command: str | Path) -> str:
            """What a command prints in the environment; it must end well."""
            done = subprocess.run(command, cwd=home, env=settings, capture_output=True, text=True)
            if done.returncode:
                raise CannotRelease(f"{file.name}: {command[0]} failed.\n{done.stderr[-2000:]}")
            return done.stdout

        def step(name: str) -> None:
            print(f"  {file.name}: {name}", flush=True)

        step("installing")
        wanted = f"atlantis-games[server] @ {file.resolve().as_uri()}"
        pins = ROOT / "constraints.txt"
        run(home / "venv/bin/python", "-m", "pip", "-q", "install", "-c", pins, wanted)
        atlantis = home / "venv" / "bin" / "atlantis"
        if run(atlantis, "--version").strip() != f"atlantis {version}":
            raise CannotRelease(f"{file.name} does not say that it is version {version}.")
        for game in run(atlantis, "games").splitlines():
            name = game.partition(":")[0]
            step(f"a game of {name} between bots")
            played = run(home / "venv/bin/python", "-c", COUNTED, "play", name, *BOTS)
            if is_compiled and not played.endswith("Compiled: 0\n"):
                raise CannotRelease(f"{file.name} has to compile {name}: {played[-20:].strip()}")
        step("the page")
        open_page(atlantis, home, settings)


def open_page(atlantis: Path, home: Path, settings: dict[str, str]) -> None:
    """Starts the server and fetches the page from it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(atlantis), "serve", "--port", str(port), "--data", str(home / "data")]
    with subprocess.Popen(command, cwd=home, env=settings) as server:
        try:
            deadline = time.monotonic() + PAGE_SECONDS
            while PAGE_MARK not in fetched(f"http://127.0.0.1:{port}/"):
                if time.monotonic() > deadline or server.poll() is not None:
                    raise CannotRelease("The server does not show the page.")
                time.sleep(0.2)  # it has only begun
        finally:
            server.terminate()


def fetched(address: str) -> str:
    """What a server answers; nothing while it does not."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return str(answer.read().decode("utf-8"))
    except OSError:
        return ""


def write_checksums(files: list[Path]) -> Path:
    """The SHA-256 of every file, as `sha256sum --check` reads them."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    listed = files[0].with_name(CHECKSUMS)
    listed.write_text("".join(lines), "utf-8")
    return listed


# The release


def release(version: str, rehearses: bool) -> None:
    """Makes a release, or all of it but the commit and the tag."""
    check_ready(version)
    try:
        write_version(version, date.today())
        files = build()
        check_artefacts(files, version)
        for file in files:
            smoke_test(file, version)
        listed = write_checksums(files)
        if not rehearses:
            git("commit", "-q", "-m", f"Release {version}", *NAMED_IN)
            git("tag", "-a", f"v{version}", "-m", f"Atlantis {version}")
    finally:
        git("checkout", "-q", "HEAD", "--", *NAMED_IN)
    print(f"{listed.relative_to(ROOT)}:\n{listed.read_text('utf-8')}", end="")
    if rehearses:
        print(f"Rehearsed {version}: nothing is committed or tagged.")
    else:
        print(f"Released {version}: committed and tagged v{version}. Nothing is uploaded.")


def main() -> None:
    """Reads the version, and whether it is a rehearsal, from the command line."""
    words = [word for word in sys.argv[1:] if word != "--rehearse"]
    try:
        if len(words) != 1:
            raise CannotRelease("Which version? make release VERSION=0.2.0")
        release(words[0], "--rehearse" in sys.argv)
    except (CannotRelease, subprocess.CalledProcessError) as error:
        sys.exit(f"release: {error}")


if __name__ == "__main__":
    main()
