"""The fast test run: our runner compiles a module and runs its tests in one JVM, no build tool between."""

from __future__ import annotations

import hashlib
import io
import json
import os
import secrets
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from swerefactor import javatools, material, scratch, settings
from swerefactor.errors import EnvironmentFault, SandboxError
from swerefactor.farm.plain import shipped_libraries
from swerefactor.protocols import Workspace
from swerefactor.values import Completed, JavaProject, Limits, MethodCoverage, Outcome, RunResult, TestCase

SCRATCH = ".swerefactor"
"""The folder in the workspace for the runner's files; coverage lies in `coverage/` below it."""
COVERAGE = f"{SCRATCH}/coverage"
MAIN_CLASS = "swerefactor.runner.Main"
SHORT_RUN = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""JVM options that start fast. Measured on commons-lang: full suites of minutes take twice as long."""
FIRST_SHARE = 0.6
"""The share of the time limit that the one JVM for all tests may use; what hangs in it is tried alone."""

# The folder is the module's, as in Surefire; only a shell in the workspace knows its TMPDIR.
_START = 'cd "$1" || exit 126; shift; java=$1; shift; exec "$java" "-Djava.io.tmpdir=${TMPDIR:-/tmp}" "$@"'

CoverageReader = Callable[[Path, Sequence[Path]], tuple[MethodCoverage, ...]]
"""Line counters per method from JaCoCo data and class folders; `Analyser.coverage` is one."""


@dataclass(frozen=True)
class Reach:
    """Where commands in a sandbox find the runtime, the runner, JaCoCo's agent and the libraries.

    `runner` is the runner's class path: its classes and, where the runtime has no compiler, the
    Eclipse compiler. `resolve` gives coordinates as paths in the same order.
    """

    java: str
    runner: str
    agent: str
    resolve: Callable[[Sequence[str]], tuple[str, ...]]


def local_reach(libraries: Mapping[str, javatools.Jar] | None = None) -> Reach:
    """Everything as files of this machine; the libraries are those whose checksums are shipped."""
    known = shipped_libraries() if libraries is None else libraries
    compiler = javatools.fetch(javatools.read_jar_list(material.folder("docker") / javatools.COMPILER))
    runner = javatools.helper("runner", 8)
    return Reach(
        java=str(javatools.java()),
        runner=os.pathsep.join(map(str, (runner.classes, *compiler))),
        agent=str(jacoco_agent()),
        resolve=lambda coordinates: _fetched(coordinates, known),
    )


def _fetched(coordinates: Sequence[str], known: Mapping[str, javatools.Jar]) -> tuple[str, ...]:
    for coordinate in coordinates:
        if coordinate not in known:
            raise EnvironmentFault(
                f"No checksum is shipped for the library {coordinate}.",
                "Use the Docker sandbox for this project.",
            )
    return tuple(map(str, javatools.fetch([known[coordinate] for coordinate in coordinates])))


def jacoco_agent() -> Path:
    """JaCoCo's agent as a file, taken out of the jar that carries it."""
    (carrier,) = javatools.read_jar_list(material.folder("docker") / "runner" / "agent.jars")
    place = settings.cache_folder() / "jars" / carrier.sha256 / "jacocoagent.jar"
    if not place.is_file():
        (jar,) = javatools.fetch([carrier])
        with zipfile.ZipFile(jar) as archive:
            javatools.write_whole(place, archive.read("jacocoagent.jar"))
    return place


# --- Results, read without running anything --------------------------------------------------


@dataclass(frozen=True)
class Session:
    """What one JVM's results file says.

    `compiled` is None when compilation did not end. `found` are the test classes to run, `done`
    those that ended. `running` had begun and did not end. `complete` means that all was said;
    `fault` is why the runner itself could not go on.
    """

    compiled: bool | None = None
    compile_seconds: float = 0.0
    errors: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    running: str | None = None
    tests: tuple[tuple[str, TestCase], ...] = ()
    """Each test case with the top class under which it ran."""
    complete: bool = False
    fault: str = ""

    def of(self, classes: Sequence[str]) -> tuple[TestCase, ...]:
        """The test cases that ran under these top classes."""
        return tuple(case for top, case in self.tests if top in classes)


def read_results(content: bytes, nonce: str) -> Session:
    """What a results file proves: its lines up to the first that is cut off or not the runner's own."""
    compiled, compile_seconds, complete, fault, running = None, 0.0, False, "", None
    errors: list[str] = []
    found: list[str] = []
    done: list[str] = []
    tests: list[tuple[str, TestCase]] = []
    for record in _records(content, nonce):
        match record:
            case {"kind": "error", "file": file, "line": line, "message": message}:
                errors.append(f"{file}:{line}: {message}")
            case {"kind": "compiled", "ok": ok, "seconds": seconds}:
                compiled, compile_seconds = ok == 1, float(str(seconds))
            case {"kind": "found", "class": name}:
                found.append(str(name))
            case {"kind": "begun", "class": name}:
                running = str(name)
            case {"kind": "done", "class": name}:
                done.append(str(name))
                running = None
            case {"kind": "test"}:
                tests.append((running or "", _test_case(record)))
            case {"kind": "complete"}:
                complete = True
            case {"kind": "broken", "message": message}:
                fault = str(message)
            case _:
                raise SandboxError("The runner wrote a result of an unknown kind.", "Please report this.")
    return Session(
        compiled=compiled,
        compile_seconds=compile_seconds,
        errors=tuple(errors),
        found=tuple(found),
        done=tuple(done),
        running=running,
        tests=tuple(tests),
        complete=complete,
        fault=fault,
    )


def _records(content: bytes, nonce: str) -> list[dict[str, object]]:
    seal, records = nonce, []
    for line in content.split(b"\n")[:-1]:
        given, _, text = line.partition(b" ")
        seal = hashlib.sha256(seal.encode() + text).hexdigest()
        if given != seal.encode():
            break
        records.append(json.loads(text))
    return records


def _test_case(record: Mapping[str, object]) -> TestCase:
    return TestCase(
        class_name=str(record["class"]),
        name=str(record["name"]),
        outcome=Outcome(str(record["outcome"])),
        message=str(record["message"]),
        seconds=float(str(record["seconds"])),
    )


# --- The run ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class FastTestRun:
    """Compiles and tests a workspace with our runner; for protocol `TestRun`.

    All test classes run in one JVM. Where that ends early (heap, time, an exit or a crash), the
    classes that are left run in a JVM each, the one in which it happened last. A class that does
    not end then counts as failed, under the empty test name. `coverage` turns JaCoCo's data into
    counters; without it, nothing is measured. `jvm_options` go before all others.
    """

    reach: Reach
    coverage: CoverageReader | None = None
    jvm_options: tuple[str, ...] = SHORT_RUN
    name: str = "fast"

    def run(self, workspace: Workspace, project: JavaProject, limits: Limits) -> RunResult:
        """Everything compiled from source, all tests run, coverage taken.

        Raises `SandboxError` when the runner itself can't go on.
        """
        run = _Run(self, workspace, project, limits)
        run.first()
        run.rest()
        return run.result(self._coverage(workspace, project) if run.compiled else None)

    def coverage_by_test_class(
        self, workspace: Workspace, project: JavaProject
    ) -> dict[str, tuple[MethodCoverage, ...]]:
        """After a run: what each test class alone covers. Empty where coverage is not measured."""
        if self.coverage is None:
            return {}
        with scratch.folder("coverage") as folder:
            classes = _class_files(workspace, project, folder)
            data = _copy(workspace, COVERAGE, ".exec", folder / "data")
            return {
                place.stem: self.coverage(place, classes)
                for place in sorted(data.glob("*.exec"))
                if place.stem != "all"
            }

    def _coverage(self, workspace: Workspace, project: JavaProject) -> tuple[MethodCoverage, ...] | None:
        data = workspace.get(f"{COVERAGE}/all.exec") if self.coverage else None
        if self.coverage is None or data is None:
            return None
        with scratch.folder("coverage") as folder:
            place = folder / "all.exec"
            place.write_bytes(data)
            return self.coverage(place, _class_files(workspace, project, folder))


def _at(project: JavaProject, path: str) -> str:
    return f"{project.module}/{path}" if project.module else path


def _class_files(workspace: Workspace, project: JavaProject, into: Path) -> tuple[Path, ...]:
    """The classes of the module and of its tests, each in a folder of this machine."""
    names = ("classes", "test-classes")
    return tuple(_copy(workspace, _at(project, f"target/{name}"), ".class", into / name) for name in names)


def _copy(workspace: Workspace, folder: str, suffix: str, into: Path) -> Path:
    """The files of a workspace folder as files of this machine, below `into`."""
    into.mkdir()
    for path in workspace.list(folder, suffix):
        content = workspace.get(path)
        if content is not None:
            place = into / path.removeprefix(f"{folder}/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return into


@dataclass
class _Run:
    """One run of `FastTestRun` as it goes on."""

    settings: FastTestRun
    workspace: Workspace
    project: JavaProject
    limits: Limits
    log: io.StringIO = field(default_factory=io.StringIO)
    sessions: int = 0
    spent: float = 0.0
    compiled: bool = False
    compile_seconds: float = 0.0
    tests: list[TestCase] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    ended_by: Literal["", "time", "memory", "output"] = ""

    def first(self) -> None:
        """Compile, and run all test classes in one JVM."""
        self.workspace.put(dict.fromkeys(self.workspace.list(COVERAGE, ".exec")))
        session, ended = self._session(self.limits.seconds * FIRST_SHARE, compile=True)
        self.compile_seconds = session.compile_seconds
        self.compiled = session.compiled is True
        for error in session.errors:
            self.log.write(f"{error}\n")
        # Without a word of which classes there are, nothing more can be done.
        if session.compiled is None or (self.compiled and not session.found and not session.complete):
            self._ended_too_early(ended)
            return
        self.tests += session.of(session.done)
        rest = [name for name in session.found if name not in session.done]
        # Whatever ended the JVM may well do so again: the others come first.
        self.left = [name for name in rest if name != session.running]
        self.left += [name for name in rest if name == session.running]

    def rest(self) -> None:
        """Run what is left, a JVM a class, as long as there is time."""
        for name in self.left:
            seconds = self.limits.seconds - self.spent
            if seconds <= 0:
                self.ended_by = "time"
                return
            session, ended = self._session(seconds, only=name)
            self.tests += session.of([name])
            if not session.complete:
                self.ended_by = ended.ended_by or self.ended_by
                how = f"its limit on {ended.ended_by}" if ended.ended_by else f"exit code {ended.exit_code}"
                message = f"The JVM ended in this class: {how}."
                self.tests.append(TestCase(class_name=name, name="", outcome=Outcome.FAILED, message=message))

    def result(self, coverage: tuple[MethodCoverage, ...] | None) -> RunResult:
        """What has come of it."""
        return RunResult(
            compiled=self.compiled,
            compile_seconds=self.compile_seconds,
            test_seconds=round(max(0.0, self.spent - self.compile_seconds), 3) if self.compiled else 0.0,
            tests=tuple(self.tests) if self.compiled else None,
            coverage=coverage,
            ended_by=self.ended_by,
            log=self.log.getvalue(),
        )

    def _ended_too_early(self, ended: Completed) -> None:
        if not ended.ended_by:
            raise SandboxError(
                f"The runner ended with exit code {ended.exit_code} before any test: {ended.output[-500:]}",
                "Run it again; if it stays so, please report it.",
            )
        self.ended_by = ended.ended_by

    def _session(self, seconds: float, *, compile: bool = False, only: str = "") -> tuple[Session, Completed]:
        nonce = secrets.token_hex(32)
        request, results = f"{SCRATCH}/request", f"{SCRATCH}/results-{self.sessions}.jsonl"
        self.sessions += 1
        self.workspace.put({request: self._request(nonce, results, compile, only), results: b""})
        limits = self.limits.model_copy(update={"seconds": seconds})
        begun = time.monotonic()
        ended = self.workspace.run(self._command(request), limits)
        self.spent += time.monotonic() - begun
        self.log.write(ended.output)
        session = read_results(self.workspace.get(results) or b"", nonce)
        if session.fault:
            raise SandboxError(f"The tests can't be run: {session.fault}", "See the project's libraries.")
        return session, ended

    def _command(self, request: str) -> list[str]:
        root, reach = self.workspace.root, self.settings.reach
        folder = f"{root}/{self.project.module}" if self.project.module else root
        coverage: list[str] = []
        if self.settings.coverage:
            # The runner and the compiler are not of interest, nor is the glue to JUnit.
            loaders = "jdk.internal.loader.ClassLoaders$AppClassLoader:sun.misc.Launcher$AppClassLoader"
            options = f"output=none,exclclassloader={loaders},excludes=swerefactor.runner.*"
            coverage = [f"-javaagent:{reach.agent}={options}"]
        return [
            "sh", "-c", _START, "sh", folder, reach.java, *self.settings.jvm_options,
            f"-Xmx{self.limits.memory >> 21}m", "-ea", f"-Dbasedir={folder}", *coverage,
            "-cp", reach.runner, MAIN_CLASS, f"{root}/{request}",
        ]  # fmt: skip

    def _request(self, nonce: str, results: str, compile: bool, only: str) -> bytes:
        root, project = self.workspace.root, self.project
        pairs = [("nonce", nonce), ("results", f"{root}/{results}")]
        pairs += [("release", str(project.release)), ("encoding", project.encoding)]
        pairs += [("library", path) for path in self.settings.reach.resolve(project.libraries)]
        if compile:
            pairs += [("compile", "")]
            pairs += [("main", f"{root}/{path}") for path in project.main_roots]
            pairs += [("test", f"{root}/{path}") for path in project.test_roots]
            pairs += [("resources", f"{root}/{path}") for path in project.resource_roots]
            pairs += [("test-resources", f"{root}/{path}") for path in project.test_resource_roots]
        if only:
            pairs += [("class", only), ("alone", "")]
        if self.settings.coverage:
            pairs += [("coverage", f"{root}/{COVERAGE}")]
        return "".join(f"{name}={text}\0" for name, text in pairs).encode()
