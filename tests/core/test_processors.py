"""Processors that affinity and control groups leave to a process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlantis_games.core import processors
from atlantis_games.core.processors import cgroup_processors, usable_processors


def test_a_quota_of_any_group_above_counts(tmp_path: Path) -> None:
    membership = tmp_path / "membership"
    membership.write_text("0::/user/job\n")
    group = tmp_path / "groups" / "user" / "job"
    group.mkdir(parents=True)
    (group / "cpu.max").write_text("max 100000\n")
    assert cgroup_processors(tmp_path / "groups", membership) is None
    (group.parent / "cpu.max").write_text("150000 100000\n")
    assert cgroup_processors(tmp_path / "groups", membership) == 1.5


def test_quotas_of_the_first_version_count_too(tmp_path: Path) -> None:
    group = tmp_path / "cpu" / "docker"
    group.mkdir(parents=True)
    (group / "cpu.cfs_quota_us").write_text("300000\n")
    (group / "cpu.cfs_period_us").write_text("100000\n")
    membership = tmp_path / "membership"
    membership.write_text("4:cpu,cpuacct:/docker\n3:memory:/docker\n")
    assert cgroup_processors(tmp_path, membership) == 3.0
    (group / "cpu.cfs_quota_us").write_text("-1\n")
    assert cgroup_processors(tmp_path, membership) is None
    (group / "cpu.cfs_quota_us").write_text("nonsense\n")
    assert cgroup_processors(tmp_path, membership) is None


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_affinity_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert usable_processors(tmp_path, tmp_path / "nothing") == 1
    finally:
        os.sched_setaffinity(0, before)
    (tmp_path / "cpu.max").write_text("50000 100000\n")
    assert usable_processors(tmp_path, tmp_path / "nothing") == 1
    monkeypatch.delattr(os, "sched_getaffinity")
    assert processors.usable_processors(tmp_path / "x", tmp_path / "x") == os.cpu_count()
