"""A client's side of deltas: what docs/protocol.md says, as code."""

from __future__ import annotations

from copy import deepcopy
from typing import Any


def set_at(value: Any, path: list[Any], new: Any) -> None:
    """Sets what the keys and indices of a path lead to."""
    *way, last = path
    for key in way:
        value = value[key]
    value[last] = new


def applied(state: dict[str, Any], delta: dict[str, Any], notation: dict[str, Any]) -> Any:
    """The state that a delta leads to."""
    new = deepcopy(state)
    new |= {"ply": delta["ply"], "since": delta["since"], "log": delta["log"]}
    new["steps"] = []
    for step in delta["steps"]:
        for *path, value in step["set"]:
            set_at(new["view"], path, value)
        new["steps"].append({"ply": step["ply"], "view": deepcopy(new["view"])})
    for *path, value in delta["set"]:
        set_at(new, path, value)
    known = {**state.get("known", {}), **{one["move"]: one for one in state["moves"]}}
    new["moves"] = []
    for one in delta["moves"]:
        if isinstance(one, int):
            new["moves"].append(known[notation["moves"][one]])
        else:
            number, preview = one
            named = {"move": notation["moves"][number], "clicks": notation["clicks"][number]}
            new["moves"].append(named | preview)
    new.pop("again", None)
    new["known"] = known  # since the last whole state; no part of the protocol
    return new
