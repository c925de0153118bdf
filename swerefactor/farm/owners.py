"""Which process a container belongs to, so that what a dead one left behind can be removed."""

from __future__ import annotations

import functools
import os
import socket
import subprocess
from pathlib import Path

OWNER = "swerefactor.owner"
"""Label `host pid start`; the start time tells a process from a later one with the same id."""


@functools.cache
def _started(pid: int) -> str | None:
    return started(pid)


def started(pid: int) -> str | None:
    """When a process of this machine started, in the system's own words; None where there is none."""
    if Path("/proc/self/stat").exists():
        try:
            stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        except OSError:
            return None
        # The name, in parentheses, may hold spaces; start time is the 20th field behind it.
        return stat.rpartition(")")[2].split()[19]
    command = ["ps", "-o", "lstart=", "-p", str(pid)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    return said.stdout.strip().replace(" ", "_") or None


def labels() -> dict[str, str]:
    """The label that says that this process owns a container."""
    pid = os.getpid()
    return {OWNER: f"{socket.gethostname()} {pid} {_started(pid)}"}


def is_dead(owner: str) -> bool:
    """Whether the owner was a process of this machine and is no more. Others are left in peace."""
    fields = owner.split()
    if len(fields) != 3 or fields[0] != socket.gethostname() or not fields[1].isdigit():
        return False
    return started(int(fields[1])) != fields[2]
