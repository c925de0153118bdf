"""The facts behind one verdict, gathered in the order of the checks; what they mean is decided elsewhere."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from swerefactor.analysis.codebleu import regions_text
from swerefactor.errors import AnalyserError, InvalidInstance
from swerefactor.patches import PatchError, apply_patch
from swerefactor.refactoring.baseline import without
from swerefactor.refactoring.covering import target_covered
from swerefactor.refactoring.validity import unsupported
from swerefactor.refactoring.verify import apply, refactoring, target, tests
from swerefactor.refactoring.verify.changed import ChangedTree, once
from swerefactor.refactoring.verify.inverse import undone
from swerefactor.refactoring.verify.reference import References, regions
from swerefactor.refactoring.verify.workbench import (
    Workbench,
    base_of,
    checked,
    decoded,
    java_texts,
)
from swerefactor.repositories import Change
from swerefactor.values import (
    Baseline,
    Check,
    CheckResult,
    CodeBleuScore,
    Detection,
    Failure,
    Instance,
    Inversion,
    JavaProject,
    MethodRef,
    Prediction,
    Proof,
    RunResult,
    TestCounts,
    TestScope,
)


@dataclass
class Facts:
    """What is found out about one prediction, in the order of the checks."""

    results: dict[Check, CheckResult] = field(default_factory=dict)
    invalid: Failure | None = None
    counts: TestCounts | None = None
    proof: Proof | None = None
    type_detected: bool | None = None
    score: CodeBleuScore | None = None
    covered: bool | None = None
    log: str = ""


class Gathering:
    """The steps of one verification, each adding to the facts."""

    def __init__(
        self,
        bench: Workbench,
        references: References,
        instance: Instance,
        prediction: Prediction,
        facts: Facts,
    ) -> None:
        self._bench = bench
        self._references = references
        self._instance = instance
        self._prediction = prediction
        self._facts = facts
        self._repository = bench.repositories.open(instance.repository)
        self._base = base_of(instance)
        self._changes: tuple[Change, ...] = ()
        self._detections: tuple[Detection, ...] = ()
        self._judgement: refactoring.Judgement | None = None
        self._whole_commit = False

    def steps(self) -> Iterator[tuple[Check, Callable[[], None]]]:
        """The steps in their order, each under the check that a fault in it breaks."""
        yield Check.APPLY, self._apply
        yield Check.REFACTORING, self._refactoring
        yield Check.TEST, self._build_and_test

    # --- Apply -------------------------------------------------------------------------------

    def _apply(self) -> None:
        began = time.monotonic()
        if (refused := unsupported(self._instance, self._read)) is not None:
            raise InvalidInstance(refused.message, "Leave the instance out.", refused.reason)
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
            found = self._facts.invalid = apply.reference_offence(self._changes, self._project)
        else:
            found = apply.offence(self._instance, self._changes, self._project, self._repository)
        self._record(Check.APPLY, found, began)

    def _is_reference(self) -> bool:
        return self._references.files(self._instance) == {c.path: c.after for c in self._changes}

    # --- Refactoring -------------------------------------------------------------------------

    def _refactoring(self) -> None:
        began = time.monotonic()
        before, after = java_texts(self._changes)
        if (endless := self._analyse(before, after)) is not None:
            self._record(Check.REFACTORING, endless, began)
            return
        self._facts.type_detected = any(d.type == self._instance.type for d in self._detections)
        self._grade_refactoring(time.monotonic() - began)
        self._facts.score = self._codebleu(after)

    def _analyse(self, before: dict[str, str], after: dict[str, str]) -> Failure | None:
        """Gather the analyser's facts. Code on which it fails twice, and only there, fails by that.

        Were it our fault, a patch could leave the count by being unreadable.
        """
        for attempt in range(2):
            try:
                self._detections = self._bench.analyser.detect(before, after)
                if not self._whole_commit:
                    self._judge(undone(self._bench, self._instance, self._project, before, after))
                return None
            except AnalyserError as error:
                if attempt:
                    self._bench.analyser.methods(before)
                    return Failure(
                        reason="not_analysable",
                        message=f"The patched code can't be analysed, its base can: {error.message}",
                    )
        return None

    def _judge(self, inversion: Inversion) -> None:
        judged = refactoring.judge(self._instance, self._detections, inversion, self._emptied(inversion))
        overlap = target.overlap(self._seen(), self._references.detection(self._instance))
        self._facts.proof = judged.proof.model_copy(update={"overlap": overlap})
        self._judgement = judged

    def _grade_refactoring(self, seconds: float) -> None:
        """Check 4 from what was found; once more when it is known whether a test runs the target."""
        if self._whole_commit:
            graded = refactoring.grade_reference(self._instance, self._detections, seconds)
        elif self._judgement is not None:
            graded = refactoring.grade_refactoring(
                self._instance, self._judgement, self._facts.covered, seconds
            )
        else:
            return
        self._facts.results[Check.REFACTORING] = graded

    def _emptied(self, inversion: Inversion) -> bool:
        """Whether a method that should hold the refactored code holds none, and that is not right."""
        return bool(inversion.differences) and any(map(self._is_empty, inversion.results))

    def _is_empty(self, method: MethodRef) -> bool:
        _, after = java_texts([c for c in self._changes if c.path == method.file])
        lines = after.get(method.file, "").splitlines()[method.start_line - 1 : method.end_line]
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", "\n".join(lines), flags=re.DOTALL)
        return re.search(r"\{\s*\}\s*$", code) is not None

    def _codebleu(self, after: dict[str, str]) -> CodeBleuScore | None:
        """Like against like: the methods of the refactoring here, and in the developer's commit."""
        ours, theirs = self._seen(), self._references.detection(self._instance)
        if ours is None or theirs is None:
            return None
        files = {part.file for part in regions(theirs)}
        reference = self._repository.read_all(self._instance.commit, files)
        texts = {path: decoded(content) for path, content in reference.items()}
        try:
            return self._bench.score(regions_text(after, regions(ours)), regions_text(texts, regions(theirs)))
        except RecursionError:  # code that is nested thousands deep; the score decides nothing
            return None

    def _seen(self) -> Detection | None:
        return target.match(self._instance, self._detections)

    # --- Compile and test --------------------------------------------------------------------

    def _build_and_test(self) -> None:
        project = self._project
        baseline = without(self._bench.baseline(self._instance, project), self._instance.unsteady_tests)
        self._facts.covered = target_covered(self._instance.target, baseline)
        selection = None if self._whole_commit else self._bench.selection(self._instance, baseline)
        ids = self._ids()
        scope = tests.scope(baseline, ids, selection, sorted(change.path for change in self._changes))
        run = self._run(project, scope)
        graded = self._grade(run, baseline, ids, selection)
        if graded.result.reason in tests.AGAIN:
            run, mixed = tests.settle(run, self._run(project, scope, "again"))
            graded = self._grade(run, baseline, ids, selection, mixed)
        self._facts.log = run.log
        self._facts.results[Check.COMPILE] = tests.grade_compile(run)
        self._facts.results[Check.TEST] = graded.result
        self._facts.counts = graded.counts
        self._grade_refactoring(self._facts.results[Check.REFACTORING].seconds)

    def _ids(self) -> tests.IdMap:
        """Where tests went: in a whole commit as it says, else only by the asked refactoring."""
        if self._whole_commit:
            return tests.IdMap(self._detections)
        return tests.id_map(self._instance, self._detections)

    def _grade(
        self,
        run: RunResult,
        baseline: Baseline,
        ids: tests.IdMap,
        selection: Sequence[str] | None,
        mixed: tuple[str, ...] = (),
    ) -> tests.TestGrade:
        if self._whole_commit:
            graded = tests.grade_reference(run, baseline, ids)
        else:
            graded = tests.grade_tests(run, baseline, ids, selection)
        if graded.counts is None or not mixed:
            return graded
        return graded.model_copy(update={"counts": graded.counts.model_copy(update={"mixed": mixed})})

    def _run(self, project: JavaProject, scope: TestScope, *repetition: str) -> RunResult:
        """A run of the changed tree's tests, the first or a named repetition: as it is kept, or made now."""
        bench, tree = self._bench, ChangedTree(self._base, self._changes)
        key = bench.key(
            self._base, bench.sandbox.name, bench.test_run.name, bench.limits, tree.contents(), scope,
            *repetition,
        )  # fmt: skip
        return once(
            bench.runs, key, lambda: tree.run(bench.sandbox, bench.test_run, project, scope, bench.limits)
        )

    # --- Small things ------------------------------------------------------------------------

    @functools.cached_property
    def _project(self) -> JavaProject:
        """What the build files say, read from git once."""
        return self._bench.build_tool(self._base).describe(self._read, self._instance.module)

    def _read(self, path: str) -> bytes | None:
        return self._repository.read(self._instance.base_commit, path)

    def _record(
        self, check: Check, found: Failure | None, began: float, evidence: Sequence[str] = ()
    ) -> None:
        self._facts.results[check] = checked(check, found, evidence, time.monotonic() - began)
