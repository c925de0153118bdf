"""The official test run: the project's own build compiles and tests everything."""

from __future__ import annotations

import base64
import binascii
import io
import shlex
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from swerefactor import scratch
from swerefactor.errors import SwerefactorError
from swerefactor.farm.archives import unpack
from swerefactor.farm.coverage import CoverageReader, packages
from swerefactor.farm.surefire import MAX_REPORT, ReportError, parse_report
from swerefactor.protocols import EVERYTHING, Workspace
from swerefactor.values import (
    Completed,
    JavaProject,
    Limits,
    MethodCoverage,
    RunResult,
    TestCase,
    TestScope,
)

_MAX_TRANSFER = 512 << 20
"""Bytes of reports, or of class files, that are fetched, packed and as base64."""
_MAX_KIB = (MAX_REPORT >> 10) + 1
"""A report of as many KiB is not fetched: files of zeros are easily packed and endless to unpack."""
_COVERAGE = "target/swerefactor.exec"
_SPOILT = (tarfile.TarError, OSError, EOFError, zlib.error)
"""What unpacking raises where the code under test has spoilt what is packed."""
CLEAN = "find . -name src -prune -o -name pom.xml -printf '%h/target\\0' | xargs -0 -r rm -rf"
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

    def run(
        self, workspace: Workspace, project: JavaProject, limits: Limits, scope: TestScope = EVERYTHING
    ) -> RunResult:
        """Everything compiled from source, the scope's tests run. The time limit is for both together.

        A project whose build file itself names its tests runs all of those, whatever the scope says.
        """
        workspace.run(["sh", "-c", CLEAN], limits)
        compiled = workspace.run(project.compile_command, limits)
        if not compiled.ok:
            return RunResult(
                compiled=False,
                compile_seconds=compiled.seconds,
                ended_by=compiled.ended_by,
                log=compiled.output,
            )
        if scope.tests == ():
            return RunResult(compiled=True, compile_seconds=compiled.seconds, tests=(), log=compiled.output)
        tested = self._test(workspace, project, limits, compiled, scope)
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
        self,
        workspace: Workspace,
        project: JavaProject,
        limits: Limits,
        compiled: Completed,
        scope: TestScope,
    ) -> Completed:
        left = limits.model_copy(update={"seconds": max(1.0, limits.seconds - compiled.seconds)})
        measure = {"SWEREFACTOR_COVERAGE": _agent_options(workspace, project)} if self._coverage else {}
        chosen = () if scope.tests is None else (f"-Dtest={','.join(map(_as_surefire_has_it, scope.tests))}",)
        return workspace.run((*project.test_command, *chosen), left, measure)

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
        try:
            with scratch.folder("coverage") as folder:
                unpack(packed, folder)
                data = Path(folder) / _COVERAGE
                folders = [Path(folder) / name for name in classes]
                return self._coverage(data, folders) if data.is_file() else None
        except (SwerefactorError, *_SPOILT):
            return None


def _as_surefire_has_it(test: str) -> str:
    """A class as a path, and a method also with the suffix of a parameterised test."""
    name, _, method = test.partition("#")
    path = f"{name.replace('.', '/')}.java"
    return f"{path}#{method}+{method}[*]" if method else path


def _agent_options(workspace: Workspace, project: JavaProject) -> str:
    """Where JaCoCo writes, and what it counts."""
    return f"{workspace.root}/{_COVERAGE},includes={':'.join(packages(workspace, project))}"


def _tests(
    workspace: Workspace, project: JavaProject, limits: Limits
) -> tuple[tuple[TestCase, ...], list[str]]:
    """The tests that the reports name, and what was wrong with reports that name none."""
    folder = shlex.quote(f"./{project.report_folder}")
    packed = _fetch(
        workspace, f"find {folder} -maxdepth 1 -type f -name 'TEST-*.xml' -size -{_MAX_KIB}k -print0", limits
    )
    if packed is None:
        return (), ["\nNo test report could be fetched.\n"]
    tests: list[TestCase] = []
    complaints: list[str] = []
    try:
        for name, content in _members(packed):
            try:
                tests += parse_report(content)
            except ReportError as error:
                complaints.append(f"\nThe report {name} can't be used: {error}.\n")
    except _SPOILT as error:
        complaints.append(f"\nThe test reports can't be unpacked: {error}.\n")
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
