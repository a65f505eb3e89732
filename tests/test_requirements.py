"""What `make` installs: every package pinned, with the hashes of its files; no registry named."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from audit import FOUND, UNREACHABLE, holes, report

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FILES = {
    "run": ("server",),
    "tools": ("server", "plots", "dev", "lab"),
}  # and the extras that are in them
LINE = re.compile(
    r"(?P<requirement>[^\n\\]+?)(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)

files = pytest.mark.parametrize("name", FILES)


def locked(name: str) -> dict[str, Requirement]:
    """The requirements of a file, each with at least one hash."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert LINE.sub("", text) == "", "something without a hash, or another line"
    found = [Requirement(line["requirement"]) for line in LINE.finditer(text)]
    return {canonicalize_name(one.name): one for one in found}


def pins() -> dict[str, str]:
    """The versions in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    found = (Requirement(line) for line in lines if not line.startswith("#"))
    return {canonicalize_name(one.name): str(one.specifier) for one in found}


@files
def test_every_package_is_the_one_of_the_constraints(name: str) -> None:
    known = pins()
    for package, requirement in locked(name).items():
        is_used_here = requirement.marker is None or requirement.marker.evaluate()
        assert str(requirement.specifier) == known.get(package) or not is_used_here, (
            f"{requirement}: run `make hashes`"
        )


@files
def test_everything_that_is_needed_is_there(name: str) -> None:
    """Also what the packages themselves need, as far as they are installed here."""
    found = locked(name)
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    wanted += [line for extra in FILES[name] for line in extras[extra]]
    for requirement in map(Requirement, wanted):
        check(requirement, found, "")
    for package in found:
        try:
            needs = metadata.requires(package) or []
        except metadata.PackageNotFoundError:
            continue  # of another platform
        for requirement in map(Requirement, needs):
            check(requirement, found, package)


def check(requirement: Requirement, found: dict[str, Requirement], package: str) -> None:
    """Fails if something that is needed here is not locked, or in another version."""
    if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
        return
    lock = found.get(canonicalize_name(requirement.name))
    assert lock is not None, f"{package} needs {requirement}: run `make hashes`"
    (pin,) = lock.specifier
    assert requirement.specifier.contains(pin.version, prereleases=True), f"{package}: {lock}"


def test_make_installs_nothing_without_a_hash() -> None:
    """The package itself comes from this folder, and builds with what is installed already."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    rules = re.findall(r"^\$\((?:READY|TOOLS)\):.*\n(?:\t.*\n)+", makefile, re.MULTILINE)
    installs = [line for rule in rules for line in rule.splitlines() if "$(PIP)" in line]
    assert len(installs) == 3
    for line in installs:
        assert "$(HASHED)" in line or "--no-deps --no-build-isolation -e ." in line
    assert "HASHED := --require-hashes --no-deps -r" in makefile


def test_an_audit_that_has_looked_at_nothing_does_not_say_that_all_is_well(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A registry without advisories skips every package; pip-audit calls that no holes."""
    skipped = {"name": "a", "skip_reason": "not found"}
    fine = {"name": "b", "version": "1", "vulns": []}
    bad = {"name": "c", "version": "2", "vulns": [{"id": "CVE-1"}]}
    assert holes({}) is None
    assert holes({"dependencies": [skipped, skipped]}) is None
    assert holes({"dependencies": [fine]}) == []
    assert holes({"dependencies": [skipped, fine, bad]}) == [
        "a: not checked, not found",
        "c 2: CVE-1",
    ]
    assert report("Python", 3, None) == UNREACHABLE
    assert "NOT CHECKED: no database of known holes can be reached" in capsys.readouterr().out
    assert [report("Python", 3, lines) for lines in ([], ["c 2: CVE-1"])] == [0, FOUND]
