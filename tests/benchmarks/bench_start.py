"""How long `swerefactor --help` takes, beside a bare Python: at most 0.3 s is the aim.

Run: python tests/benchmarks/bench_start.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 11
BARE = [sys.executable, "-c", "pass"]
HELP = [sys.executable, "-c", "from swerefactor.cli.app import main; main()", "--help"]


def seconds(command: list[str]) -> float:
    """The wall seconds of one run."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def main() -> None:
    """Runs the two in turn, so that both meet the same load."""
    pairs = [(seconds(BARE), seconds(HELP)) for _ in range(RUNS + 1)][1:]
    bare, with_help = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"--help: median {with_help:.2f} s, {with_help / bare:.1f} times a bare Python ({bare:.2f} s)")


if __name__ == "__main__":
    main()
