"""The fast test run: our runner compiles what changed and runs tests in one JVM, no build tool between."""

from __future__ import annotations

import dataclasses
import io
import re
import secrets
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from swerefactor import javatools
from swerefactor.errors import SandboxError, SwerefactorError
from swerefactor.farm import coverage
from swerefactor.farm.coverage import CoverageReader
from swerefactor.farm.observed import NESTED, USUAL_TESTS, why_official
from swerefactor.farm.official import OfficialTestRun
from swerefactor.farm.reach import SHORT_RUN, Reach
from swerefactor.farm.request import MAIN_CLASS, Session, framed, read_results
from swerefactor.protocols import EVERYTHING, Workspace
from swerefactor.values import (
    Completed,
    JavaProject,
    Limits,
    MethodCoverage,
    OfficialBuild,
    Outcome,
    RunResult,
    TestCase,
    TestScope,
)

_RULES = "2"
"""Changes whenever this side asks the runner for something else, or reads its answers otherwise."""
FIRST_SHARE = 0.6
"""The share of the time left that one JVM for several classes may use; what hangs in it is tried alone."""
_COMPILER_SHARE = 0.5
"""The share of the memory that the compiler's heap may take; the tests have not begun then."""


def fast_version() -> str:
    """Part of the key of all that is kept of fast runs: what another version gave proves nothing."""
    return f"{_RULES}-{javatools.helper('runner', 8).classes.name}"


@dataclass(frozen=True)
class FastTestRun:
    """Compiles and tests a workspace with our runner; for protocol `TestRun`.

    All test classes run in one JVM. Where that ends early (heap, time, an exit or a crash), what is left
    runs in new ones, each in a fresh workspace that is compiled anew: first the other classes together,
    last those in which it happened, each alone. A class that does not end then counts as failed, under
    the empty test name.

    Where the sandbox has the project's own build, that build stands in by the rule of `why_official`.
    `coverage` turns JaCoCo's data into counters; without it, nothing is measured. `by_method` has it
    taken apart for each test method.
    """

    reach: Reach
    coverage: CoverageReader | None = None
    by_method: bool = False
    name: str = "fast"

    def run(
        self, workspace: Workspace, project: JavaProject, limits: Limits, scope: TestScope = EVERYTHING
    ) -> RunResult:
        """Compile and test what the scope says; coverage is taken when it is everything.

        Raises `SandboxError` when the runner itself can't go on.
        """
        reason = self.why_official(project)
        if reason:
            official = OfficialTestRun(self.coverage).run(workspace, project, limits, scope)
            log = f"Compiled and tested by the project's own build, which {reason}.\n"
            return official.model_copy(update={"log": log + official.log})
        run = _Run(self, workspace, project, limits, scope)
        if self.coverage is None:
            run.everything()
            return run.result(None)
        workspace.put({coverage.DATA: b""})
        run.everything()
        workspace.put({coverage.DATA: bytes(run.measured)})
        return run.result(coverage.of_all(workspace, project, self.coverage))

    def why_official(self, project: JavaProject) -> str:
        """Why the project's own build compiles and tests it; empty where our runner does."""
        # Only a described build can run: where no build tool is, there is no command.
        return why_official(project) if project.test_command else ""

    def coverage_by_test_class(
        self, workspace: Workspace, project: JavaProject
    ) -> dict[str, tuple[MethodCoverage, ...]]:
        """After a run: the methods that each test class alone covers, and no others.

        Its keys can be run alone, as `TestScope.tests`; by method, `p.OneTest#` stands for what runs
        between the tests. Empty where coverage is not measured.
        """
        return coverage.by_owner(workspace, project, self.coverage) if self.coverage else {}


@dataclass
class _Run:
    """One run of `FastTestRun` as it goes on."""

    settings: FastTestRun
    workspace: Workspace
    project: JavaProject
    limits: Limits
    scope: TestScope
    log: io.StringIO = field(default_factory=io.StringIO)
    measured: bytearray = field(default_factory=bytearray)
    begun: float = field(default_factory=time.monotonic)
    compiled: bool = False
    compile_seconds: float = 0.0
    test_seconds: float = 0.0
    tests: list[TestCase] = field(default_factory=list)
    ended_by: Literal["", "time", "memory", "output"] = ""

    # --- Which classes run when ---

    def everything(self) -> None:
        """Compile, and run the tests; again without a class that ends the JVM, until all have run."""
        session, ended = self._session(self.scope.tests, FIRST_SHARE)
        self.compile_seconds = session.compile_seconds
        self.compiled = session.compiled is True
        self.log.write(f"Compiled {session.sources} source files in {session.compile_seconds:.1f} s.\n")
        self.log.writelines(f"{error}\n" for error in session.errors)
        # Without a word of which classes there are, nothing more can be done.
        if session.compiled is None or (self.compiled and not session.found and not session.complete):
            self._ended_too_early(session, ended)
            return
        left, suspects = self._keep(session, session.found), []
        while left and self._has_time():
            suspect = session.running or left[0]
            suspects.append(suspect)
            left.remove(suspect)
            if left:
                session, _ = self._again(left, FIRST_SHARE)
                left = self._keep(session, left)
        for name in suspects:
            if self._has_time():
                session, ended = self._again([name], 1.0, alone=True)
                self.tests += session.of([name])
                if name not in session.done:
                    self._failed(name, ended)

    def _keep(self, session: Session, asked: Sequence[str]) -> list[str]:
        """Keep the tests of the classes that have ended; the classes that have not."""
        self.tests += session.of(session.done)
        return [name for name in asked if name not in session.done]

    def _has_time(self) -> bool:
        if self._left() <= 0:
            self.ended_by = "time"
        return not self.ended_by

    def _again(self, tests: Sequence[str], share: float, *, alone: bool = False) -> tuple[Session, Completed]:
        """A session in a fresh workspace; an empty one where the code under test has left none to work in."""
        try:
            self.workspace.reset()
            return self._session(self._with_methods(tests), share, alone=alone)
        except SwerefactorError as fault:
            # A sandbox that itself is gone raises here again.
            self.workspace.run(["true"], self.limits)
            self.log.write(f"{fault.message}\n")
            return Session(), Completed(exit_code=-1, output="", seconds=0.0)

    def _with_methods(self, classes: Sequence[str]) -> tuple[str, ...]:
        """What the scope asks for of these classes."""
        if self.scope.tests is None:
            return tuple(classes)
        return tuple(test for test in self.scope.tests if test.partition("#")[0] in classes)

    def _failed(self, name: str, ended: Completed) -> None:
        self.ended_by = ended.ended_by or self.ended_by
        how = f"its limit on {ended.ended_by}" if ended.ended_by else f"exit code {ended.exit_code}"
        message = f"The JVM ended in this class: {how}."
        self.tests.append(TestCase(class_name=name, name="", outcome=Outcome.FAILED, message=message))

    def _ended_too_early(self, session: Session, ended: Completed) -> None:
        if session.fault:
            raise SandboxError(f"The tests can't be run: {session.fault}", "See the project's libraries.")
        self.ended_by = ended.ended_by
        if ended.ended_by:
            return
        if session.compiled is None and self.scope.changed:
            self.log.write(f"The compiler ended with exit code {ended.exit_code} on what was changed.\n")
            return
        raise SandboxError(
            f"The runner ended with exit code {ended.exit_code} before any test: {ended.output[-500:]}",
            "Run it again; if it stays so, please report it.",
        )

    def result(self, measured: tuple[MethodCoverage, ...] | None) -> RunResult:
        """What has come of it."""
        return RunResult(
            compiled=self.compiled,
            compile_seconds=self.compile_seconds,
            test_seconds=round(self.test_seconds, 3) if self.compiled else 0.0,
            tests=tuple(map(self._named, self.tests)) if self.compiled else None,
            coverage=measured if self.compiled else None,
            ended_by=self.ended_by,
            log=self.log.getvalue(),
        )

    def _named(self, test: TestCase) -> TestCase:
        """The test as this version of Surefire writes its name."""
        if self._official is None or not self._official.braces:
            return test
        name = test.name.replace("()", "").replace("(", "{").replace(")", "}")
        return test.model_copy(update={"name": name})

    # --- One command: the compiler's JVM, then that of the tests ---

    def _session(
        self, tests: Sequence[str] | None, share: float, *, alone: bool = False
    ) -> tuple[Session, Completed]:
        compiler, tester = secrets.token_hex(32), secrets.token_hex(32)
        limits = self.limits.model_copy(update={"seconds": max(1.0, self._left() * share)})
        command, stdin = self._tester_command(tests, alone), framed(self._test_request(tester, tests, alone))
        if self._must_compile:
            command = f"{self._compiler_command()} || exit; {command}"
            stdin = framed(self._compile_request(compiler)) + stdin
        script = f"cd {shlex.quote(self._folder)} || exit 126; {command}"
        ended = self.workspace.run(["sh", "-c", script], limits, self._environment, stdin)
        self.log.write(ended.output)
        session = read_results(ended.results, compiler, tester)
        if not self._must_compile:
            session = dataclasses.replace(session, compiled=True)
        self.test_seconds += max(0.0, ended.seconds - session.compile_seconds)
        if self.settings.coverage:
            # What comes next begins with a fresh workspace.
            self.measured += self.workspace.get(coverage.DATA) or b""
        return session, ended

    def _left(self) -> float:
        return self.limits.seconds - (time.monotonic() - self.begun)

    @property
    def _official(self) -> OfficialBuild | None:
        return self.project.official

    @property
    def _must_compile(self) -> bool:
        return self._official is None or self.scope.changed != ()

    @property
    def _folder(self) -> str:
        root, module = self.workspace.root, self.project.module
        return f"{root}/{module}" if module else root

    @property
    def _environment(self) -> dict[str, str]:
        return self._official.environment if self._official else {}

    def _compiler_command(self) -> str:
        reach = self.settings.reach
        heap = f"-Xmx{int(self.limits.memory * _COMPILER_SHARE) >> 20}m"
        return shlex.join(
            [reach.java, *reach.compiler_options, heap, "-cp", reach.compiler, MAIN_CLASS, "compile"]
        )

    def _tester_command(self, tests: Sequence[str] | None, alone: bool) -> str:
        """As Surefire starts its JVM, our runner in the place of its own at the head of the class path."""
        reach, official = self.settings.reach, self._official
        options = list(official.jvm_options) if official else [f"-Xmx{self.limits.memory >> 21}m"]
        if official and official.separate and not alone:
            classes = None if tests is None else len({test.partition("#")[0] for test in tests})
            options = [_with_room(option, classes, self.limits.memory // 2) for option in options]
        if not alone:
            # Where a thread of the tests finds no memory, others may wait for it for ever.
            options.append("-XX:+ExitOnOutOfMemoryError")
        # A short run is one of chosen tests; the project's own choice of a collector stands.
        if self.scope.tests is not None or official is None:
            options = [option for option in SHORT_RUN if not _chooses_like(option, options)] + options
        if official is None or official.assertions:
            options.append("-ea")
        if self.settings.coverage:
            options.append(coverage.agent_option(self.workspace, self.project, reach.agent))
        path = ":".join((reach.runner, *self._test_path))
        words = [reach.java, *options, f"-Dbasedir={self._folder}", "-cp", path, MAIN_CLASS, "test"]
        # Only a shell in the workspace knows its TMPDIR.
        temporary = '"-Djava.io.tmpdir=${TMPDIR:-/tmp}"'
        place = shlex.quote(self._working_folder)
        return f"cd {place} && exec {shlex.join(words[:1])} {temporary} {shlex.join(words[1:])}"

    @property
    def _working_folder(self) -> str:
        root = self.workspace.root
        folder = self._official.working_folder if self._official else self.project.module
        return f"{root}/{folder}" if folder else root

    @property
    def _test_path(self) -> tuple[str, ...]:
        classes = tuple(f"{self._folder}/target/{name}" for name in ("test-classes", "classes"))
        return (*classes, *self.settings.reach.resolve(self.project.libraries))

    # --- What the two are asked ---

    def _compile_request(self, nonce: str) -> list[tuple[str, str]]:
        root, project, official = self.workspace.root, self.project, self._official
        resolve = self.settings.reach.resolve
        pairs = [("nonce", nonce)]
        pairs += [("main-root", f"{root}/{path}") for path in project.main_roots]
        pairs += [("test-root", f"{root}/{path}") for path in project.test_roots]
        pairs += [("test-library", path) for path in resolve(project.libraries)]
        main = project.libraries if official is None else official.main_libraries
        pairs += [("main-library", path) for path in resolve(main)]
        pairs += [("main-option", option) for option in _options(project, main=True)]
        pairs += [("test-option", option) for option in _options(project, main=False)]
        if official is None:
            pairs += [("main-resources", f"{root}/{path}") for path in project.resource_roots]
            pairs += [("test-resources", f"{root}/{path}") for path in project.test_resource_roots]
        elif self.scope.changed is not None and not official.processors:
            pairs += [("incremental", "")]
            # What else lies among the sources, as package.html does, no compiler reads.
            sources = (path for path in self.scope.changed if path.endswith(".java"))
            pairs += [("changed", f"{root}/{path}") for path in sources]
        return pairs

    def _test_request(self, nonce: str, tests: Sequence[str] | None, alone: bool) -> list[tuple[str, str]]:
        official = self._official
        pairs = [("nonce", nonce)]
        pairs += [("path", path) for path in self._test_path]
        if tests is not None:
            pairs += [("chosen", ""), *(("test", test) for test in tests)]
        pairs += [("include", text) for text in (official.includes if official else USUAL_TESTS)]
        pairs += [("exclude", text) for text in (official.excludes if official else NESTED)]
        if official:
            pairs += [("framework", official.framework)]
            pairs += [("property", f"{name}={value}") for name, value in official.properties.items()]
            pairs += [("parameter", f"{name}={value}") for name, value in official.parameters.items()]
            pairs += [("separate", "")] if official.separate else []
        pairs += [("alone", "")] if alone else []
        if self.settings.coverage:
            pairs += [("coverage", f"{self.workspace.root}/{coverage.DATA}")]
            pairs += [("by-method", "")] if self.settings.by_method else []
        return pairs


def _options(project: JavaProject, *, main: bool) -> tuple[str, ...]:
    """The compiler's options for main or for test code."""
    if project.official is None:
        level = "1.8" if project.release == 8 else str(project.release)
        return (
            "-encoding",
            project.encoding,
            "-g",
            "-proc:none",
            "-nowarn",
            "-source",
            level,
            "-target",
            level,
        )
    seen = project.official.main_options if main else project.official.test_options
    encoding = () if "-encoding" in seen else ("-encoding", project.encoding)
    processing = () if project.official.processors or "-proc:none" in seen else ("-proc:none",)
    return (*seen, *encoding, *processing, "-implicit:none", "-nowarn")


def _with_room(option: str, classes: int | None, most: int) -> str:
    """A limit on the heap of each class's own JVM as one on a JVM for so many of them; None for all.

    It grows to at most `most` bytes. Other options stay as they are.
    """
    found = re.fullmatch(r"-Xmx(\d+)([kmg]?)", option, re.IGNORECASE)
    if found is None:
        return option
    own = int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2].lower()]
    room = most if classes is None else min(own * classes, most)
    return f"-Xmx{max(own, room) >> 10}k"


def _chooses_like(option: str, options: Sequence[str]) -> bool:
    """Whether the options choose already what this one chooses."""
    if option.endswith("GC"):
        return any(re.fullmatch(r"-XX:\+Use\w+GC", other) for other in options)
    return any(other.startswith(option.partition("=")[0]) for other in options)
