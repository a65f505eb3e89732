"""`make audit`: compares every pinned package with the public databases of known holes.

It needs the network. Where no database can be reached it says so and fails: silence is not safety.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
UNREACHABLE, FOUND = 3, 1


def report(name: str, lines: list[str] | None) -> int:
    """Prints what was found; an exit code."""
    if lines is None:
        print(f"{name}: NOT CHECKED, no database of advisories can be reached from here.")
        return UNREACHABLE
    print(f"{name}: " + ("nothing known" if not lines else f"{len(lines)} known holes"))
    print("".join(f"  {line}\n" for line in lines), end="")
    return FOUND if lines else 0


def python_packages() -> list[str] | None:
    """Known holes of the packages in constraints.txt, by pip-audit; None if it cannot say."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(ROOT / "constraints.txt")]
    run = subprocess.run(
        [*command, "--no-deps", "--disable-pip", "-f", "json", "--timeout", "20"],
        capture_output=True,
        text=True,
    )
    try:
        found = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(run.stderr.strip().splitlines()[-1:] or "pip-audit said nothing", file=sys.stderr)
        return None
    return [
        f"{one['name']} {one['version']}: {hole['id']}"
        for one in found
        for hole in one.get("vulns", [])
    ]


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


if __name__ == "__main__":
    codes = [report("Python", python_packages()), report("The page", page_packages())]
    sys.exit(max(codes))
