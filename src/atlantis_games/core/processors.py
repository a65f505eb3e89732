"""How many processors this process may use."""

from __future__ import annotations

import math
import os
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")


def usable_processors(cgroups: Path = CGROUPS, membership: Path = MEMBERSHIP) -> int:
    """The processors of the machine that affinity and control groups leave to this process."""
    if hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    else:
        allowed = os.cpu_count() or 1
    quota = cgroup_processors(cgroups, membership)
    return max(1, allowed if quota is None else min(allowed, math.ceil(quota)))


def cgroup_processors(cgroups: Path, membership: Path) -> float | None:
    """The smallest quota of the group this process is in and of those above it; None without."""
    quotas = [quota for folder in groups(cgroups, membership) for quota in quotas_in(folder)]
    return min(quotas, default=None)


def groups(cgroups: Path, membership: Path) -> list[Path]:
    """The folders of the process's own control group and of all above it, in both versions."""
    folders = [cgroups, cgroups / "cpu"]  # in a container the own group is mounted as the root
    try:
        lines = membership.read_text("ascii").splitlines()
    except OSError:
        return folders
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        root = cgroups / "cpu" if controllers else cgroups
        own = root / path.lstrip("/")
        folders += [folder for folder in (own, *own.parents) if folder.is_relative_to(root)]
    return folders


def quotas_in(folder: Path) -> list[float]:
    """The processors that one control group may use; nothing where it is not limited."""
    found = []
    try:
        if (folder / "cpu.max").exists():  # version 2: "200000 100000", or "max 100000"
            found.append((folder / "cpu.max").read_text("ascii").split())
        if (folder / "cpu.cfs_quota_us").exists():  # version 1; -1 is no limit
            names = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
            found.append([(folder / name).read_text("ascii").strip() for name in names])
        return [
            int(quota) / int(period)
            for quota, period in found
            if quota not in {"max", "-1"} and int(period) > 0
        ]
    except (OSError, ValueError):
        return []
