"""`make audit`: compares every pinned package with the public databases of known holes.

It needs the network. Where no database can be reached it says so and fails: silence is not safety.
A version that is known to have holes is asked for as well; a database that knows nothing of it, or
skips it, has told us nothing about the others either.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
UNREACHABLE, FOUND = 3, 1
KNOWN_BAD = "jinja2==2.10"  # CVE-2019-10906
SERVICES = ("pypi", "osv")  # that pip-audit can ask, one after the other
NOT_CHECKED = (
    "NOT CHECKED: no database of known holes can be reached from here. Run `make audit` where the "
    "internet can be reached; until then nothing is known about these packages."
)


def report(name: str, packages: int, lines: list[str] | None) -> int:
    """Prints what was found; an exit code."""
    if lines is None:
        print(f"{name}, {packages} packages: {NOT_CHECKED}")
        return UNREACHABLE
    print(f"{name}, {packages} packages: {len(lines) or 'no'} known holes or doubts.")
    print("".join(f"  {line}\n" for line in lines), end="")
    return FOUND if lines else 0


def pins() -> list[str]:
    """The packages in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def ask_pip_audit(service: str, requirements: list[str]) -> dict[str, Any]:
    """The answer of pip-audit about some packages; empty if it has none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text("\n".join(requirements) + "\n", "utf-8")
        command = [sys.executable, "-m", "pip_audit", "-r", str(file), "-s", service]
        run = subprocess.run(
            [*command, "--no-deps", "--disable-pip", "-f", "json", "--timeout", "20"],
            capture_output=True,
            text=True,
        )
    try:
        answer: dict[str, Any] = json.loads(run.stdout)
    except ValueError:
        return {}
    return answer


def python_packages() -> list[str] | None:
    """Known holes of the packages in constraints.txt, by pip-audit; None if it cannot say."""
    for service in SERVICES:
        known = ask_pip_audit(service, [KNOWN_BAD])
        if holes(known):
            return holes(ask_pip_audit(service, pins()))
    return None


def holes(answer: dict[str, Any]) -> list[str] | None:
    """What pip-audit has found, and what it has skipped; None if it has looked at nothing."""
    found = answer.get("dependencies", [])
    if all("skip_reason" in one for one in found):
        return None
    lines = []
    for one in found:
        if "skip_reason" in one:
            lines.append(f"{one['name']}: not checked, {one['skip_reason']}")
        lines += [f"{one['name']} {one['version']}: {hole['id']}" for hole in one.get("vulns", [])]
    return lines


def page_packages() -> list[str] | None:
    """Known holes of the packages of the page, by npm; None if it cannot say."""
    run = subprocess.run(
        ["npm", "audit", "--json"], cwd=ROOT / "web", capture_output=True, text=True
    )
    try:
        answer = json.loads(run.stdout)
    except ValueError:
        return None
    if "vulnerabilities" not in answer:
        return None
    return [f"{name}: {hole['severity']}" for name, hole in answer["vulnerabilities"].items()]


def locked_page_packages() -> int:
    """How many packages the page's lock file has."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    return len(lock["packages"]) - 1


if __name__ == "__main__":
    codes = [
        report("Python", len(pins()), python_packages()),
        report("The page", locked_page_packages(), page_packages()),
    ]
    sys.exit(max(codes))
