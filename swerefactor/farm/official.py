"""The official test run: the project's own build compiles and tests everything."""

from __future__ import annotations

import base64
import binascii
import io
import shlex
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from swerefactor import scratch
from swerefactor.farm.surefire import MAX_REPORT, ReportError, parse_report
from swerefactor.protocols import Workspace
from swerefactor.values import Completed, JavaProject, Limits, MethodCoverage, RunResult, TestCase

CoverageReader = Callable[[Path, Sequence[Path]], tuple[MethodCoverage, ...]]
"""From JaCoCo data and folders of class files to counters; see `Analyser.coverage`."""

_MAX_TRANSFER = 512 << 20
"""Bytes of reports, or of class files, that are fetched, packed and as base64."""
_COVERAGE = "target/swerefactor.exec"
_CLEAN = "find . -name src -prune -o -name pom.xml -printf '%h/target\\0' | xargs -0 -r rm -rf"
"""Removes build output, and so class files and reports that were there before, in every module.

Only beside a pom.xml: `target` is also a name for a package.
"""


class OfficialTestRun:
    """Compiles with `mvn test-compile`, whose exit code is the verdict, and tests with `mvn test`.

    Its tests are those in Surefire's reports, and nothing else is evidence: the exit code of
    `mvn test` and its log can be changed by any plugin or print.
    """

    name = "official"

    def __init__(self, coverage: CoverageReader | None = None) -> None:
        self._coverage = coverage

    def run(self, workspace: Workspace, project: JavaProject, limits: Limits) -> RunResult:
        """Everything compiled from source, all tests run. The time limit is for both together."""
        workspace.run(["sh", "-c", _CLEAN], limits)
        compiled = workspace.run(project.compile_command, limits)
        if not compiled.ok:
            return RunResult(
                compiled=False,
                compile_seconds=compiled.seconds,
                ended_by=compiled.ended_by,
                log=compiled.output,
            )
        tested = self._test(workspace, project, limits, compiled)
        tests, complaints = _tests(workspace, project, limits)
        return RunResult(
            compiled=True,
            compile_seconds=compiled.seconds,
            test_seconds=tested.seconds,
            tests=tests,
            coverage=self._measured(workspace, project, limits),
            ended_by=tested.ended_by,
            log="".join((compiled.output, tested.output, *complaints)),
        )

    def _test(
        self, workspace: Workspace, project: JavaProject, limits: Limits, compiled: Completed
    ) -> Completed:
        left = limits.model_copy(update={"seconds": max(1.0, limits.seconds - compiled.seconds)})
        measure = {"SWEREFACTOR_COVERAGE": _agent_options(workspace, project)} if self._coverage else {}
        return workspace.run(project.test_command, left, measure)

    def _measured(
        self, workspace: Workspace, project: JavaProject, limits: Limits
    ) -> tuple[MethodCoverage, ...] | None:
        if self._coverage is None:
            return None
        target = f"{project.module}/target" if project.module else "target"
        classes = [f"{target}/{name}" for name in ("classes", "test-classes")]
        packed = _fetch(workspace, f"find {shlex.join([_COVERAGE, *classes])} -maxdepth 0 -print0", limits)
        if packed is None:
            return None
        with scratch.folder("coverage") as folder:
            with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
                archive.extractall(folder, filter="data")
            data = Path(folder) / _COVERAGE
            return self._coverage(data, [Path(folder) / name for name in classes]) if data.is_file() else None


def _agent_options(workspace: Workspace, project: JavaProject) -> str:
    """Where JaCoCo writes, and what it counts: the project's own packages.

    Else it instruments the test framework too, in every JVM that Surefire forks: for a project
    that forks one for each test class, that takes longer than the tests.
    """
    packages = sorted(
        {
            ".".join(PurePosixPath(path).relative_to(root).parts[:-1])
            for root in (*project.main_roots, *project.test_roots)
            for path in workspace.list(root, ".java")
        }
    )
    # Only the outermost: those inside them are matched too.
    outer = [name for name in packages if not any(name.startswith(f"{other}.") for other in packages)]
    return f"{workspace.root}/{_COVERAGE},includes={':'.join(f'{name}.*' if name else '*' for name in outer)}"


def _tests(
    workspace: Workspace, project: JavaProject, limits: Limits
) -> tuple[tuple[TestCase, ...], list[str]]:
    """The tests that the reports name, and what was wrong with reports that name none."""
    folder = shlex.quote(f"./{project.report_folder}")
    packed = _fetch(workspace, f"find {folder} -maxdepth 1 -type f -name 'TEST-*.xml' -print0", limits)
    if packed is None:
        return (), ["\nNo test report could be fetched.\n"]
    tests: list[TestCase] = []
    complaints: list[str] = []
    for name, content in _members(packed):
        try:
            tests += parse_report(content)
        except ReportError as error:
            complaints.append(f"\nThe report {name} can't be used: {error}.\n")
    return tuple(tests), complaints


def _members(packed: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        reports = [entry for entry in archive.getmembers() if entry.isfile()]
        for entry in sorted(reports, key=lambda entry: entry.name):
            opened = archive.extractfile(entry)
            assert opened is not None
            # One byte more than allowed, so that the parser sees that it is too large.
            yield entry.name, opened.read(MAX_REPORT + 1)


def _fetch(workspace: Workspace, files: str, limits: Limits) -> bytes | None:
    """A gzipped tar of what a shell command lists; None when it can't be had.

    As a command's output, not as a file: tests may have filled the workspace to its brim.
    """
    script = f"{files} | tar --null --files-from - -cz | base64 -w 0"
    wide = limits.model_copy(update={"seconds": 300.0, "output": _MAX_TRANSFER})
    ran = workspace.run(["sh", "-c", f"({script}) 2>/dev/null"], wide)
    if not ran.ok or ran.truncated:
        return None
    try:
        return base64.b64decode(ran.output, validate=True)
    except binascii.Error:
        return None
