"""Measures the analyser: a warm process against a fresh one, and the memory it takes at most.

    python tests/benchmarks/bench_analyser.py

Exits 1 when a warm detection isn't 10 times as fast as one in a fresh JVM, or when the process took
more than 1 GiB for a large change and a project of 500 files.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.values import MethodRef

FRESH, WARM_UP, WARM = 3, 40, 20
BEFORE = """package p;

class Greeter {
    String greet(String name) {
        String trimmed = name.trim();
        String first = trimmed.substring(0, 1).toUpperCase();
        return "Hello, " + first + trimmed.substring(1) + "!";
    }
}
"""
AFTER = """package p;

class Greeter {
    String greet(String name) {
        return "Hello, " + capitalised(name) + "!";
    }

    String capitalised(String name) {
        String trimmed = name.trim();
        String first = trimmed.substring(0, 1).toUpperCase();
        return first + trimmed.substring(1);
    }
}
"""


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def detect(analyser: JavaAnalyser) -> None:
    if len(analyser.detect({"p/Greeter.java": BEFORE}, {"p/Greeter.java": AFTER})) != 1:
        raise SystemExit("The extraction was not detected.")


def fresh() -> None:
    with JavaAnalyser() as analyser:
        detect(analyser)


def large_class(number: int, methods: int, edited: bool) -> str:
    called = f"new Large{number - 1}().m0(n)" if number else "n"
    bodies = (
        f"    int m{m}(int n) {{\n        int sum = {called} + {m + edited};\n"
        f"        for (int i = 0; i < n; i++) {{\n            sum += i * {m} % 7;\n        }}\n"
        f"        return sum;\n    }}\n"
        for m in range(methods)
    )
    return f"package p;\n\nclass Large{number} {{\n{''.join(bodies)}}}\n"


def large(edited: bool = False, classes: int = 40, methods: int = 20) -> dict[str, str]:
    return {f"src/p/Large{n}.java": large_class(n, methods, edited) for n in range(classes)}


def peak_memory(analyser: JavaAnalyser) -> int:
    """The most bytes that were resident at once, as Linux counts them."""
    assert analyser._process is not None
    status = Path(f"/proc/{analyser._process._popen.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) << 10


def memory_of_large_work() -> int:
    with JavaAnalyser() as analyser, tempfile.TemporaryDirectory() as folder:
        analyser.detect(large(), large(edited=True))
        for path, text in large(classes=500, methods=40).items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text, "utf-8")
        middle = MethodRef(
            file="src/p/Large250.java", class_name="p.Large250", signature="m0(int)", start_line=1, end_line=1
        )
        if len(analyser.context(Path(folder), ["src"], middle).callers) != 40:
            raise SystemExit("The callers were not found.")
        return peak_memory(analyser)


def main() -> int:
    fresh()  # Fetches and compiles what is missing.
    cold = statistics.median(seconds(fresh) for _ in range(FRESH))
    with JavaAnalyser() as analyser:
        for _ in range(WARM_UP):
            detect(analyser)
        warm = statistics.median(seconds(lambda: detect(analyser)) for _ in range(WARM))
    memory = memory_of_large_work() / (1 << 30)
    print(f"fresh JVM      {cold * 1000:7.0f} ms a detection")
    print(f"warm process   {warm * 1000:7.1f} ms a detection")
    print(f"ratio          {cold / warm:7.0f}    (at least 10)")
    print(f"peak memory    {memory:7.2f} GiB (at most 1)")
    return 0 if cold / warm >= 10 and memory <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
