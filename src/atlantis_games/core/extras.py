"""What to install where an optional package is missing."""

from __future__ import annotations

import re

DISTRIBUTIONS = {"pyspiel": "open-spiel"}  # of modules that are called otherwise
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+).*\bextra == ['\"](?P<extra>\w+)['\"]")


def missing_extra(module: str) -> str:
    """One sentence that says how to install a module; empty if it belongs to no extra."""
    from importlib.metadata import requires  # too slow for `atlantis --help`

    top = module.split(".")[0]
    wanted = same_case(DISTRIBUTIONS.get(top, top))
    for line in requires("atlantis-games") or ():
        found = REQUIREMENT.match(line)
        if found and same_case(found["name"]) == wanted and found["extra"] != "dev":
            command = f"pip install 'atlantis-games[{found['extra']}]'"
            return f"This needs {top}, which is not installed: {command}."
    return ""


def same_case(name: str) -> str:
    """A distribution's name as all its spellings compare."""
    return re.sub(r"[-_.]+", "-", name).lower()
