"""Number of cores that this process may use.

A container or a unit of systemd (``CPUQuota=``) often has a share of a large machine. With a process
for each core of that machine, the processes would wait for one another and fill the memory.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

GROUPS = Path("/proc/self/cgroup")  # the control groups of this process
TREE = Path("/sys/fs/cgroup")  # the settings of all groups


def cores() -> int:
    """Return the number of cores this process may use, at least one."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, quota()))


def quota(groups: Path = GROUPS, tree: Path = TREE) -> int:
    """Return the quota of processor time in cores, rounded up.

    The smallest quota of a process's group and the groups around it counts. Without one it is larger than any machine.
    """
    return math.ceil(min(_quotas(groups, tree), default=2.0**20))


def _quotas(groups: Path, tree: Path) -> Iterator[float]:
    with suppress(OSError, ValueError):  # not Linux, or hidden
        for line in groups.read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers and "cpu" not in controllers.split(","):
                continue
            root = tree / "cpu" if controllers else tree
            group = root / path.strip("/")
            # Inside a container the path may be that of the machine, and the container's own group is the root.
            for each in (group, *group.parents):
                if each.is_relative_to(root):
                    yield from _quota_of(each)


def _quota_of(group: Path) -> Iterator[float]:
    """Yield the quota of a control group, if it has one."""
    with suppress(OSError, ValueError):
        time, period = (group / "cpu.max").read_text("utf-8").split()
        yield int(time) / int(period)
    with suppress(OSError, ValueError):
        time = (group / "cpu.cfs_quota_us").read_text("utf-8")
        if int(time) > 0:
            yield int(time) / int((group / "cpu.cfs_period_us").read_text("utf-8"))
