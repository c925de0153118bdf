"""Gathers the facts that the four checks decide on: applies, builds, tests and analyses a prediction."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from swerefactor.analysis.codebleu import regions_text
from swerefactor.errors import InvalidInstance, SwerefactorError
from swerefactor.patches import PatchError, apply_patch
from swerefactor.protocols import Analyser, BuildTool, Sandbox, TestRun
from swerefactor.refactoring.verify import apply, refactoring, tests
from swerefactor.repositories import Change, Repositories, Repository
from swerefactor.values import (
    Baseline,
    BaseTree,
    Check,
    CheckResult,
    CodeBleuScore,
    CodeRange,
    Detection,
    Failure,
    Instance,
    JavaProject,
    Limits,
    Prediction,
    RunResult,
    Status,
    TestCounts,
    Verdict,
)

RULES = "3"
"""Changes whenever a verdict on the same facts may change: verdicts made before are made again."""


class RunStore(Protocol):
    """Keeps results of test runs, so that the same tree is built and tested once."""

    def lock(self, key: str) -> threading.Lock:
        """Held while the result of this key is looked for and made."""
        ...

    def get(self, key: str, kind: type[RunResult]) -> RunResult | None:
        """The result that is kept."""
        ...

    def put(self, key: str, value: RunResult) -> None:
        """Keep a result."""
        ...


@dataclass(frozen=True)
class Workbench:
    """Everything that verdicts are made with."""

    repositories: Repositories
    sandbox: Sandbox
    build_tool: Callable[[BaseTree], BuildTool]
    test_run: TestRun
    analyser: Analyser
    baseline: Callable[[BaseTree, JavaProject], Baseline]
    score: Callable[[str, str], CodeBleuScore]
    limits: Limits
    runs: RunStore
    key: Callable[..., str]


@dataclass
class Verification:
    """A verdict with the files that go with it."""

    verdict: Verdict
    files: dict[str, str] = field(default_factory=dict)


@dataclass
class _Facts:
    """What is found out about one prediction, in the order of the checks."""

    results: dict[Check, CheckResult] = field(default_factory=dict)
    invalid: Failure | None = None
    counts: TestCounts | None = None
    score: CodeBleuScore | None = None
    covered: bool | None = None
    log: str = ""


class Stopped(SwerefactorError):
    """The run was stopped while this verdict was made."""


class Verifier:
    """Makes verdicts. Safe to use from several threads."""

    def __init__(self, workbench: Workbench) -> None:
        self._bench = workbench
        self._references: dict[str, tuple[Detection, ...]] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End all that runs; verdicts under way become `Stopped`, so that none is kept as broken."""
        self._stopped.set()
        self._bench.sandbox.abort()

    def key(self, instance: Instance, prediction: Prediction) -> str:
        """The hash of all that a verdict on this prediction depends on."""
        bench = self._bench
        patch = prediction.model_patch.encode("utf-8", "surrogatepass").hex()
        return bench.key(
            RULES, instance, patch, prediction.failure, bench.sandbox.name, bench.test_run.name, bench.limits
        )

    def verify(self, instance: Instance, prediction: Prediction) -> Verification:
        """The verdict on one prediction. Our own faults end in `broken` checks, never in exceptions."""
        facts = _Facts()
        for check, step in self._steps(instance, prediction, facts):
            began = time.monotonic()
            try:
                step()
            except InvalidInstance as invalid:
                facts.invalid = Failure(reason=invalid.reason, message=invalid.message)
                facts.results[check] = _result(check, Status.SKIPPED, invalid.reason, invalid.message, began)
            except SwerefactorError as fault:
                message = f"{fault.message} {fault.tip}"
                facts.results[check] = _result(check, Status.BROKEN, "broken", message, began)
            if check is Check.APPLY and facts.results[check].status is not Status.PASSED:
                break
            if facts.invalid is not None:
                break
        if self._stopped.is_set():
            raise Stopped("The run was stopped.", "Run the same command again: it goes on where it stood.")
        return self._verification(instance, prediction, facts)

    def _steps(
        self, instance: Instance, prediction: Prediction, facts: _Facts
    ) -> Iterator[tuple[Check, Callable[[], None]]]:
        work = _Work(self, self._bench, instance, prediction, facts)
        yield Check.APPLY, work.apply
        yield Check.REFACTORING, work.refactoring
        yield Check.TEST, work.build_and_test

    def versions(self, instance: Instance) -> dict[str, str]:
        """What a verdict on this instance rests on: images by base commit, JDK packages, runtimes."""
        base = base_of(instance)
        found = self._bench.sandbox.versions(base)
        place = f"{base.repository}@{base.commit[:10]} jdk{base.jdk}"
        named = {"image": f"image {place}", "jdk": f"openjdk-{base.jdk}"}
        return {named.get(name, name): version for name, version in found.items()}

    def unpredicted(self, instance: Instance, model: str, fault: SwerefactorError) -> Verdict:
        """The verdict where no prediction could be had, by no fault of the model."""
        began = time.monotonic()
        facts = _Facts()
        if isinstance(fault, InvalidInstance):
            facts.invalid = Failure(reason=fault.reason, message=fault.message)
        else:
            message = f"{fault.message} {fault.tip}"
            facts.results[Check.APPLY] = _result(Check.APPLY, Status.BROKEN, "broken", message, began)
        nothing = Prediction(instance_id=instance.id, model_name_or_path=model)
        return self._verification(instance, nothing, facts).verdict.model_copy(update={"key": ""})

    def _verification(self, instance: Instance, prediction: Prediction, facts: _Facts) -> Verification:
        verdict = Verdict(
            instance_id=instance.id,
            model=prediction.model_name_or_path,
            checks=tuple(facts.results.get(check) or _not_reached(check, facts) for check in Check),
            invalid=facts.invalid,
            tests=facts.counts,
            codebleu=facts.score,
            target_covered=facts.covered,
            key=self.key(instance, prediction),
        )
        return Verification(verdict, {"build.log": facts.log} if facts.log else {})

    def reference_detections(self, instance: Instance, repository: Repository) -> tuple[Detection, ...]:
        """What RefactoringMiner sees in the developer's commit, found once for each commit."""
        with self._lock:
            if instance.commit not in self._references:
                changes = repository.changes(instance.base_commit, instance.commit)
                self._references[instance.commit] = self._bench.analyser.detect(*_java(changes))
            return self._references[instance.commit]


class _Work:
    """The steps of one verification, each adding to the facts."""

    def __init__(
        self, verifier: Verifier, bench: Workbench, instance: Instance, prediction: Prediction, facts: _Facts
    ) -> None:
        self._verifier = verifier
        self._bench = bench
        self._instance = instance
        self._prediction = prediction
        self._facts = facts
        self._repository = bench.repositories.open(instance.repository)
        self._base = base_of(instance)
        self._changes: tuple[Change, ...] = ()
        self._detections: tuple[Detection, ...] = ()
        self._whole_commit = False

    def apply(self) -> None:
        began = time.monotonic()
        if self._prediction.failure is not None:
            self._record(Check.APPLY, self._prediction.failure, began)
            return
        try:
            self._changes = apply_patch(self._prediction.model_patch, self._read)
        except PatchError as error:
            self._record(
                Check.APPLY, Failure(reason=error.reason, message=error.message), began, error.evidence
            )
            return
        self._whole_commit = self._instance.reference_kind == "commit" and self._is_reference()
        if self._whole_commit:
            found = self._facts.invalid = apply.reference_offence(self._changes, self._project())
        else:
            found = apply.offence(self._instance, self._changes, self._project())
        self._record(Check.APPLY, found, began)

    def refactoring(self) -> None:
        began = time.monotonic()
        self._detections = self._bench.analyser.detect(*_java(self._changes))
        self._facts.results[Check.REFACTORING] = refactoring.grade_refactoring(
            self._instance, self._detections, time.monotonic() - began
        )
        self._facts.score = self._codebleu()

    def build_and_test(self) -> None:
        project = self._project()
        baseline = self._bench.baseline(self._base, project)
        self._facts.covered = target_covered(self._instance, baseline)
        run = self._run(project)
        self._facts.log = run.log
        self._facts.results[Check.COMPILE] = tests.grade_compile(run)
        graded = self._grade(run, baseline)
        if graded.result.reason in tests.AGAIN:
            run, mixed = tests.settle(run, self._run(project, "again"))
            graded = self._grade(run, baseline, mixed)
        self._facts.results[Check.TEST] = graded.result
        self._facts.counts = graded.counts

    def _grade(self, run: RunResult, baseline: Baseline, mixed: tuple[str, ...] = ()) -> tests.TestGrade:
        grade = tests.grade_reference if self._whole_commit else tests.grade_tests
        graded = grade(run, baseline, tests.IdMap(self._detections))
        if graded.counts is None or not mixed:
            return graded
        return graded.model_copy(update={"counts": graded.counts.model_copy(update={"mixed": mixed})})

    def _run(self, project: JavaProject, *repetition: str) -> RunResult:
        """A run of the changed tree's tests, the first or a named repetition: as it is kept, or made now."""
        bench = self._bench
        after = {change.path: change.after for change in self._changes}
        contents = sorted(
            (path, content.hex() if content is not None else None) for path, content in after.items()
        )
        key = bench.key(
            self._base, bench.sandbox.name, bench.test_run.name, bench.limits, contents, *repetition
        )
        with bench.runs.lock(key):
            run = bench.runs.get(key, RunResult)
            if run is None:
                with bench.sandbox.workspace(self._base, bench.limits) as workspace:
                    workspace.put(after)
                    run = bench.test_run.run(workspace, project, bench.limits)
                bench.runs.put(key, run)
        return run

    def _codebleu(self) -> CodeBleuScore | None:
        """Like against like: the methods of the refactoring here, and in the developer's commit."""
        ours = refactoring.match(self._instance, self._detections)
        theirs = refactoring.match(
            self._instance, self._verifier.reference_detections(self._instance, self._repository)
        )
        if ours is None or theirs is None:
            return None
        _, after = _java(self._changes)
        reference = self._repository.read_all(self._instance.commit, {r.file for r in _regions(theirs)})
        return self._bench.score(
            regions_text(after, _regions(ours)),
            regions_text({path: _decoded(content) for path, content in reference.items()}, _regions(theirs)),
        )

    def _is_reference(self) -> bool:
        reference = self._repository.changes(self._instance.base_commit, self._instance.commit)
        return {c.path: c.after for c in reference} == {c.path: c.after for c in self._changes}

    def _project(self) -> JavaProject:
        return self._bench.build_tool(self._base).describe(self._read, self._instance.module)

    def _read(self, path: str) -> bytes | None:
        return self._repository.read(self._instance.base_commit, path)

    def _record(
        self, check: Check, found: Failure | None, began: float, evidence: Sequence[str] = ()
    ) -> None:
        self._facts.results[check] = CheckResult(
            check=check,
            status=Status.FAILED if found else Status.PASSED,
            reason=found.reason if found else "",
            message=found.message if found else "",
            evidence=tuple(evidence),
            seconds=time.monotonic() - began,
        )


def base_of(instance: Instance) -> BaseTree:
    """The tree that an instance starts from."""
    return BaseTree(
        repository=instance.repository,
        commit=instance.base_commit,
        jdk=instance.jdk,
        build_tool=instance.build_tool,
        module=instance.module,
    )


def target_covered(instance: Instance, baseline: Baseline) -> bool | None:
    """Whether the base's tests run the target's lines; None where that was not measured."""
    if baseline.coverage is None:
        return None
    target = instance.target
    within = [
        m
        for m in baseline.coverage
        if m.class_name.replace("$", ".") == target.class_name
        and target.start_line <= m.first_line <= target.end_line
    ]
    return any(m.covered_lines for m in within) if within else None


def _result(check: Check, status: Status, reason: str, message: str, began: float) -> CheckResult:
    return CheckResult(
        check=check, status=status, reason=reason, message=message, seconds=time.monotonic() - began
    )


def _not_reached(check: Check, facts: _Facts) -> CheckResult:
    """A check that had nothing to look at: an earlier one ended the matter, or broke."""
    test = facts.results.get(Check.TEST)
    if check is Check.COMPILE and test is not None and test.status is Status.BROKEN:
        return test.model_copy(update={"check": check})
    return CheckResult(check=check, status=Status.SKIPPED, message="An earlier check ended the matter.")


def _java(changes: Sequence[Change]) -> tuple[dict[str, str], dict[str, str]]:
    """The Java files among the changes as texts, before and after."""
    java = [change for change in changes if change.path.endswith(".java")]
    return (
        {c.path: _decoded(c.before) for c in java if c.before is not None},
        {c.path: _decoded(c.after) for c in java if c.after is not None},
    )


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _regions(detection: Detection) -> tuple[CodeRange, ...]:
    """The methods of the code after that a refactoring made or changed."""
    methods = [detection.result]
    if detection.host is not None and detection.type.startswith("Extract"):
        methods.insert(0, detection.host)
    return tuple(
        CodeRange(file=m.file, start_line=m.start_line, end_line=m.end_line, role="") for m in methods
    )
