"""Facts about Java code, from a Java process (`docker/analyser`) that is asked line by line."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from pydantic import TypeAdapter

from swerefactor import javatools
from swerefactor.errors import AnalyserError
from swerefactor.protocols import Analyser
from swerefactor.values import (
    Asked,
    Detection,
    Inversion,
    MethodContext,
    MethodCoverage,
    MethodInfo,
    MethodRef,
    Surroundings,
)

Answer = TypeVar("Answer")

_DETECTIONS = TypeAdapter(tuple[Detection, ...])
_INVERSION = TypeAdapter(Inversion)
_METHODS = TypeAdapter(tuple[MethodInfo, ...])
_CONTEXT = TypeAdapter(MethodContext)
_COVERAGE = TypeAdapter(tuple[MethodCoverage, ...])

_OPTIONS = (
    "-Xss8m",  # RefactoringMiner recurses along expressions: a long one overflows the usual stack.
    "-XX:+UseSerialGC",
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:+DisplayVMOutputToStderr",  # The VM's own messages must not end up among the answers.
    # RefactoringMiner has Kotlin and TypeScript in its signatures. Unverified, a method that is never
    # called needs none of their jars: 19 MB instead of 82. The jars are checked by their SHA-256.
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
    "-XX:-UsePerfData",
    "-Duser.language=en",
    "-Duser.country=US",
)
_FOREIGN_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
"""Variables through which the user's own Java settings would change ours."""


def analyser_version() -> str:
    """Changes whenever an answer may: a hash of the analyser's sources and jars. Compiles it when new."""
    return _helper().classes.name


def _helper() -> javatools.Helper:
    return javatools.helper("analyser", 25)


class JavaAnalyser:
    """An `Analyser` with one Java process, started at the first request; threads take turns.

    A process that gives no answer within `seconds` is killed. It may use `memory` bytes of heap
    (and as much again around it at most), and after `requests` requests a fresh one takes over.
    `close` and the end of the `with` block end it at once; it also ends when Python is killed.
    """

    def __init__(self, seconds: float = 180.0, memory: int = 512 << 20, requests: int = 1000) -> None:
        self.seconds = seconds
        self.memory = memory
        self.requests = requests
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._closed = False

    def detect(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Detection, ...]:
        """The refactorings of the six types that RefactoringMiner sees, with purity.

        Raises `AnalyserError` when RefactoringMiner fails on these files or finds no end.
        """
        work = f"detecting refactorings in {_named(before.keys() | after.keys())}"
        return self._ask(work, _DETECTIONS, {"op": "detect", "before": dict(before), "after": dict(after)})

    def invert(
        self,
        asked: Asked,
        before: Mapping[str, str],
        after: Mapping[str, str],
        others: Mapping[str, str],
        surroundings: Surroundings,
    ) -> Inversion:
        """What undoing the asked refactoring gives, compared with the original: facts, no verdict.

        Code that does not parse after the change is a fact too: not found, and the obstacle begins
        with `syntax: `. Without surroundings much is unresolved, and calls into it are guesses.
        """
        request: dict[str, object] = {
            "asked": asked.model_dump(),
            "before": dict(before),
            "after": dict(after),
            "others": dict(others),
            **surroundings.model_dump(),
        }
        work = f"undoing {asked.type} of {asked.target.class_name}#{asked.target.signature}"
        return self._ask(work, _INVERSION, {"op": "invert", **request})

    def methods(self, files: Mapping[str, str]) -> tuple[MethodInfo, ...]:
        """All method and constructor declarations by path and position, as far as the code parses.

        Modifiers are as written, annotations among them. A local class is `p.Outer.method.Local`.
        Anonymous classes are counted within the member around them: `p.Outer.method.1`,
        `p.Outer.field.1`, `p.Outer.<init>.1` in an initializer.
        """
        work = f"listing the methods of {_named(files)}"
        return self._ask(work, _METHODS, {"op": "methods", "files": dict(files)})

    def context(self, tree: Path, roots: Sequence[str], method: MethodRef) -> MethodContext:
        """What surrounds a method in a checked-out tree with these source roots.

        The first question about a tree takes seconds, further ones are answered from an index
        until a file changes. Raises `AnalyserError` when there is no such method.
        """
        request = {"tree": str(tree.resolve()), "roots": list(roots), "method": method.model_dump()}
        work = f"looking around {method.class_name}#{method.signature}"
        return self._ask(work, _CONTEXT, {"op": "context", **request})

    def coverage(self, data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        """Line counters per method, by class and line, from JaCoCo data and class folders.

        Class names are dotted throughout (`p.Outer.Inner`, `p.Outer.1`). Methods without line
        numbers are left out, and classes whose bytes are not those that ran.
        """
        request = {"data": str(data.resolve()), "classes": [str(folder.resolve()) for folder in classes]}
        return self._ask(f"reading the coverage in {data.name}", _COVERAGE, {"op": "coverage", **request})

    def close(self) -> None:
        """End the process, for good. A request under way in another thread fails."""
        self._closed = True
        while not self._lock.acquire(timeout=0.1):
            if self._process is not None:
                self._process.end()
        try:
            self._stop()
        finally:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, work: str, kind: TypeAdapter[Answer], request: dict[str, object]) -> Answer:
        with self._lock:
            process = self._running()
            try:
                line = process.ask(json.dumps({"id": process.asked, **request}), self.seconds)
            except BaseException:
                # An answer nobody waited for (Ctrl-C) would be taken for the next one's.
                self._stop()
                raise
            if not line.endswith(b"\n"):
                self._stop()
                raise self._lost(work, process)
        answer = json.loads(line)
        if "error" in answer:
            raise AnalyserError(
                f"The analyser failed while {work}: {answer['error']}.",
                "Leave this input out; if its Java compiles, please report it.",
            )
        return kind.validate_python(answer["ok"])

    def _running(self) -> _Process:
        if self._closed:
            raise AnalyserError("The analyser is closed.", "Ask within its `with` block.")
        if self._process is not None and (self._process.asked >= self.requests or not self._process.alive):
            self._stop()
        if self._process is None:
            self._process = _Process(self.memory)
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.discard()
            self._process = None

    def _lost(self, work: str, process: _Process) -> AnalyserError:
        if process.overdue:
            return AnalyserError(
                f"The analyser gave no answer within {self.seconds:g} seconds while {work}.",
                "Give it a longer limit, or fewer workers on this machine; the next request is not affected.",
            )
        return AnalyserError(
            f"The analyser's Java process ended while {work}: {process.last_words}.",
            f"The next request is unaffected. Where memory ran out, allow more than {self.memory >> 20} MB.",
        )


class AnalyserPool:
    """An `Analyser` for many threads: up to `size` processes, started as they are needed."""

    def __init__(self, size: int, seconds: float = 180.0) -> None:
        self._all = tuple(JavaAnalyser(seconds) for _ in range(size))
        # Last in, first out: a process that is warm goes before one that is not even started.
        self._free: queue.LifoQueue[JavaAnalyser] = queue.LifoQueue()
        for analyser in self._all:
            self._free.put(analyser)

    def detect(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Detection, ...]:
        """As `JavaAnalyser.detect`."""
        with self._one() as analyser:
            return analyser.detect(before, after)

    def invert(
        self,
        asked: Asked,
        before: Mapping[str, str],
        after: Mapping[str, str],
        others: Mapping[str, str],
        surroundings: Surroundings,
    ) -> Inversion:
        """As `JavaAnalyser.invert`."""
        with self._one() as analyser:
            return analyser.invert(asked, before, after, others, surroundings)

    def methods(self, files: Mapping[str, str]) -> tuple[MethodInfo, ...]:
        """As `JavaAnalyser.methods`."""
        with self._one() as analyser:
            return analyser.methods(files)

    def context(self, tree: Path, roots: Sequence[str], method: MethodRef) -> MethodContext:
        """As `JavaAnalyser.context`; each process makes its own index."""
        with self._one() as analyser:
            return analyser.context(tree, roots, method)

    def coverage(self, data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        """As `JavaAnalyser.coverage`."""
        with self._one() as analyser:
            return analyser.coverage(data, classes)

    def close(self) -> None:
        """End all processes, for good."""
        for analyser in self._all:
            analyser.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _one(self) -> Iterator[Analyser]:
        analyser = self._free.get()
        try:
            yield analyser
        finally:
            self._free.put(analyser)


class _Process:
    """A running Java process and how many requests it got. Its own messages go to a file."""

    def __init__(self, memory: int) -> None:
        helper = _helper()
        self.asked = 0
        self.overdue = False
        self.last_words = ""
        self._messages = tempfile.TemporaryFile()  # noqa: SIM115 - closed in discard
        popen = subprocess.Popen(
            [
                str(javatools.java()), f"-Xmx{memory}", *_OPTIONS,
                "-cp", helper.class_path, "swerefactor.analyser.Main",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._messages,
            env={name: text for name, text in os.environ.items() if name not in _FOREIGN_OPTIONS},
            # Ctrl-C is for Python, which ends the process; killed, it closes the pipe, which does too.
            start_new_session=True,
        )  # fmt: skip
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._popen, self._requests, self._answers = popen, popen.stdin, popen.stdout

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, request: str, seconds: float) -> bytes:
        """The line that answers a request; cut short or empty when the process ended or was late."""
        self.asked += 1
        late = threading.Timer(seconds, self._expire)
        late.daemon = True
        late.start()
        try:
            with suppress(BrokenPipeError):
                self._requests.write(request.encode() + b"\n")
                self._requests.flush()
            return self._answers.readline()
        finally:
            late.cancel()

    def _expire(self) -> None:
        self.overdue = True
        self.end()

    def end(self) -> None:
        """End it at once, from any thread; who waits for an answer gets none."""
        self._popen.kill()

    def discard(self) -> None:
        """End it and let go of all it holds, keeping its last words."""
        self.end()
        self._popen.wait()
        self.last_words = self._last_words()
        for stream in (self._requests, self._answers, self._messages):
            # What was still to be written to a dead process is lost, and that is all right.
            with suppress(BrokenPipeError):
                stream.close()

    def _last_words(self) -> str:
        size = self._messages.seek(0, os.SEEK_END)
        self._messages.seek(max(0, size - 4096))
        lines = self._messages.read().decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip() and not line.startswith("\t")]
        return said[-1].rstrip(".") if said else f"exit code {self._popen.returncode}"


def _named(paths: Iterable[str]) -> str:
    names = sorted(paths)
    if not names:
        return "no files"
    rest = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0]}{rest}"
