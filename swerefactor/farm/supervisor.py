"""Runs one command for `local.py` and, at its end or when told, ends all that it started.

A program of its own, run as `python -I -S supervisor.py INPUT RESULTS COMMAND…` with the standard
library only. INPUT and RESULTS are descriptors, the command's standard input and its descriptor 3.
Standard input is a pipe that says nothing: when it closes, the owner wants the end or has died
itself, even by `kill -9`. Standard output becomes the command's output and error. Standard error
takes one JSON object at the end: `exit_code`, `seconds`, `stopped` and `left`, the number of
processes that could not be ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable

ON_LINUX = sys.platform == "linux"
PATIENCE = 10.0
"""Seconds in which killed processes must be gone; one that is not can't be ended by us."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def main(given: int, results: int, command: list[str]) -> None:
    """Run the command and report its end."""
    if ON_LINUX:
        # Whatever loses its parent becomes our child, so that nothing gets out of our tree.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    awake, alarm = os.pipe()
    os.set_blocking(alarm, False)
    signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    begun = time.monotonic()
    child = _start(given, results, command)
    os.close(results)
    status, stopped = _wait(child, awake)
    seconds = time.monotonic() - begun
    left = _end_all(child)
    code = os.waitstatus_to_exitcode(status)
    report = {
        "exit_code": code if code >= 0 else 128 - code,
        "seconds": round(seconds, 3),
        "stopped": stopped,
        "left": left,
    }
    os.write(2, json.dumps(report).encode())


def _start(given: int, results: int, command: list[str]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        if ON_LINUX:
            # Should the command kill us, it dies with us.
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.setsid()
        os.dup2(given, 0)
        os.dup2(1, 2)
        os.dup2(results, 3)
        os.closerange(4, 1 + max(given, results, 3))
        # Python ignores this one, and what is ignored stays so in the command.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)
    finally:
        os._exit(126)


def _wait(child: int, awake: int) -> tuple[int, bool]:
    """The child's wait status, and whether it was ended because the owner said so or is gone."""
    watched, stopped = [0, awake], False
    while True:
        ready, _, _ = select.select(watched, [], [])
        if awake in ready:
            os.read(awake, 4096)
            status = _reap(child)
            if status is not None:
                return status, stopped
        if 0 in ready and not os.read(0, 1):
            stopped = True
            watched = [awake]
            os.kill(child, signal.SIGKILL)


def _reap(child: int) -> int | None:
    """Take leave of all that have ended; the wait status of the child if it is among them."""
    found = None
    try:
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return found
            if process == child:
                found = status
    except ChildProcessError:
        return found


def _end_all(child: int) -> int:
    """Kill every descendant; how many are still there when patience ends."""
    deadline = time.monotonic() + PATIENCE
    while True:
        living = _descendants() if ON_LINUX else {}
        # A whole group at once: one that forks and ends all the time can't slip through.
        for group in {child, *living.values()}:
            _kill(os.killpg, group)
        for process in living:
            _kill(os.kill, process)
        _reap(child)
        if not _has_children():
            return 0
        if time.monotonic() > deadline:
            return len(living)
        time.sleep(0.002)


def _kill(how: Callable[[int, int], None], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        how(number, signal.SIGKILL)


def _has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _descendants() -> dict[int, int]:
    """Every process below this one, with its process group."""
    parents, groups = {}, {}
    for name in os.listdir("/proc"):  # noqa: PTH208 -- pathlib would cost half the start-up time
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", "rb") as stream:
                    # After the name, which may hold anything: state, parent, group.
                    fields = stream.read().rpartition(b")")[2].split()
            except OSError:
                continue
            parents[int(name)], groups[int(name)] = int(fields[1]), int(fields[2])
    below = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in below} - below:
        below |= more
    return {process: groups[process] for process in below - {os.getpid()}}


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
