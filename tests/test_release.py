"""What a release checks and writes; building and trying the files is `make release REHEARSE=1`."""

from __future__ import annotations

import hashlib
import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

import release

ROOT = Path(__file__).parent.parent
DAY = date(2026, 11, 17)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the files that name the version, one release, and a change since then."""
    for name in release.NAMED_IN:
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    changelog = tmp_path / "CHANGELOG.md"
    heading, change = "## Unreleased\n", "\n- A change.\n"
    changelog.write_text(changelog.read_text("utf-8").replace(heading, heading + change), "utf-8")
    author = ("-c", "user.name=A", "-c", "user.email=a@localhost")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"], ["tag", "v0.1.5"]):
        subprocess.run(["git", *author, *command], cwd=tmp_path, check=True)
    return tmp_path


def test_the_version_and_the_day_are_written_everywhere(checkout: Path) -> None:
    before = (checkout / "CHANGELOG.md").read_text("utf-8")
    release.check_ready("9.0.0", checkout)
    release.write_version("9.0.0", DAY, checkout)
    changelog = (checkout / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased\n\n## 9.0.0 (2026-11-17)\n" in changelog
    assert release.unreleased(changelog) == ""
    assert len(changelog) == len(before) + len("\n## 9.0.0 (2026-11-17)\n")
    assert 'version = "9.0.0"' in (checkout / "pyproject.toml").read_text("utf-8")
    citation = (checkout / "CITATION.cff").read_text("utf-8")
    assert citation.count("\nversion: 9.0.0\n") == 1
    assert citation.endswith("date-released: 2026-11-17\n")
    assert release.cited(citation, "9.0.0", DAY) == citation


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("next", "not a version"),
        ("0.2", "not a version"),
        ("0.1.5", "tag v0.1.5 already"),
        ("0.1.4", "lower than the newest release, 0.1.5"),
    ],
)
def test_a_version_that_cannot_be_released_is_refused(
    checkout: Path, version: str, words: str
) -> None:
    with pytest.raises(release.CannotRelease, match=words):
        release.check_ready(version, checkout)


def test_changes_and_an_empty_changelog_are_refused(checkout: Path) -> None:
    changelog = checkout / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## Unreleased\n\n## 0.1.5\n\n- Something\n", "utf-8")
    with pytest.raises(release.CannotRelease, match="not committed"):
        release.check_ready("0.2.0", checkout)
    author = ("-c", "user.name=A", "-c", "user.email=a@localhost")
    subprocess.run(["git", *author, "commit", "-qam", "Nothing"], cwd=checkout, check=True)
    with pytest.raises(release.CannotRelease, match="nothing under Unreleased"):
        release.check_ready("0.2.0", checkout)


def test_files_must_be_complete_and_of_the_version(tmp_path: Path) -> None:
    wheel, sources = tmp_path / "atlantis_games-0.2.0-py3-none-any.whl", tmp_path / "a.tar.gz"
    compiled = tmp_path / "atlantis_games-0.2.0-cp311-cp311-manylinux_2_28_x86_64.whl"
    for some in ([wheel, sources], [wheel, compiled], [compiled, compiled, sources]):
        with pytest.raises(release.CannotRelease, match="two wheels, one of them for every"):
            release.check_artefacts(some, "0.2.0")
    with pytest.raises(release.CannotRelease, match=r"a\.tar\.gz is not of version"):
        release.check_artefacts([compiled, wheel, sources], "0.2.0")
    wheel.write_bytes(b"wheel")
    listed = release.write_checksums([wheel])
    assert listed.read_text() == f"{hashlib.sha256(b'wheel').hexdigest()}  {wheel.name}\n"
    subprocess.run(["sha256sum", "--check", "--quiet", listed.name], cwd=tmp_path, check=True)


def test_what_an_index_of_packages_shows_links_to_no_file() -> None:
    text = (ROOT / "PACKAGE.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)]*)\)|(?:src|href)=\"([^\"]*)\"", text)
    assert [link for pair in links for link in pair if link and "://" not in link] == []
