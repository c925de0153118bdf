"""Which check rejects which wrong refactorings: the mutants of right references, graded as predictions are.

python -m tests.mutants                                   the sample, in the local sandbox
python -m tests.mutants --split real --repos DIR --sandbox docker --limit 40
python -m tests.mutants --split real --repos DIR --first-checks

With `--first-checks` nothing is built: check 4 alone decides, and what it leaves to the tests is counted
as `unknown`, neither rejected nor accepted. In the local sandbox it needs no image of a real project either.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import functools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from swerefactor.errors import AnalyserError, InvalidInstance, SandboxError, SwerefactorError
from swerefactor.patches import apply_patch, make_patch
from swerefactor.protocols import BuildTool
from swerefactor.refactoring import dataset
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.sample import sample_instances
from swerefactor.refactoring.setup import Choices, Tools, open_tools
from swerefactor.refactoring.verify import target
from swerefactor.refactoring.verify.verifier import Verifier
from swerefactor.repositories import Change
from swerefactor.values import Check, Detection, Instance, JavaProject, Prediction, Status, Value, Verdict
from tests.alternatives import corpus
from tests.alternatives.corpus import Alternative
from tests.alternatives.judge import usual_folders
from tests.mutants import make
from tests.mutants.case import Case
from tests.mutants.cut import cut
from tests.mutants.make import Mutant

EQUIVALENTS = Path(__file__).with_name("equivalents.json")


class Grade(Value):
    """What became of one mutant. `check` and `reason` say what rejected it, empty where nothing did."""

    key: str
    instance: str
    type: str
    kind: str
    place: str
    description: str
    outcome: str
    """`rejected`, `accepted`, `equivalent` (accepted, and in the list), `unknown` (left to tests) or `broken`."""
    check: str = ""
    reason: str = ""
    message: str = ""
    proof: str = ""
    """`proven`, `refuted` or `unknown`."""
    seen: bool = False
    """RefactoringMiner alone takes it for the asked refactoring."""
    spoiled: str = ""
    """What stands otherwise than in the right refactoring, for one that is accepted."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Grader:
    """Grades mutants by the real checks: compiled and tested is only what check 4 leaves open."""

    tools: Tools
    with_miner: bool = False
    """Ask RefactoringMiner alone too, for the record."""
    first_checks: bool = False
    """Build nothing; what check 4 leaves open is `unknown`."""
    _detected: dict[str, tuple[Detection, ...]] = dataclasses.field(default_factory=dict)
    """What is seen in whole commits: many instances share one."""

    def reference(self, instance: Instance) -> Case | str:
        """A right refactoring of an instance, or why there is none to spoil.

        The isolated one, else one that is cut out of the developer's commit, else the first right
        alternative written by hand.
        """
        repository = self.tools.repositories.open(instance.repository)
        found = self._of_developer(instance)
        for alternative in alternatives_of(instance):
            if not isinstance(found, str):
                break
            read = functools.partial(repository.read, instance.base_commit)
            changes = apply_patch(alternative.patch, read)
            other = self._right(instance, changes)
            found = found if isinstance(other, str) else other
        return found

    def _of_developer(self, instance: Instance) -> Case | str:
        repository = self.tools.repositories.open(instance.repository)
        if instance.reference_kind == "isolated":
            return self._right(instance, isolated_changes(instance, repository))
        whole = repository.changes(instance.base_commit, instance.commit)
        changes: Sequence[Change] = [change for change in whole if change.path.endswith(".java")]
        if instance.commit not in self._detected:
            self._detected[instance.commit] = make.detect(changes, self.tools.analyser)
        detected = self._detected[instance.commit]
        changes = cut(make.case_from(instance, repository, changes, detected, sample_instances())) or ()
        if not changes:
            return "the refactoring can't be cut out of the commit"
        detected = make.detect(changes, self.tools.analyser)
        return self._right(instance, changes, detected)

    def _right(
        self, instance: Instance, changes: Sequence[Change], detected: Sequence[Detection] | None = None
    ) -> Case | str:
        """These changes as a case to spoil, or why they are not right."""
        repository = self.tools.repositories.open(instance.repository)
        seen = make.detect(changes, self.tools.analyser) if detected is None else detected
        case = make.case_from(instance, repository, changes, seen, sample_instances())
        if not case.asked:
            return "RefactoringMiner does not see it alone"
        patch = make_patch({c.path: c.before for c in changes}, {c.path: c.after for c in changes})
        verdict = self._early.verify(
            instance, Prediction(instance_id=instance.id, model_name_or_path="right", model_patch=patch)
        ).verdict
        failed = _failed(verdict, Check.APPLY, Check.REFACTORING)
        return case if failed is None else f"{failed[1]}: {failed[2]}"

    def grade(self, instance: Instance, mutant: Mutant, equivalents: Iterable[str] = ()) -> Grade:
        """What the checks say of one mutant."""
        began = time.monotonic()
        said, proof, outcome = self._said(instance, mutant)
        if outcome == "accepted" and mutant.key in equivalents:
            outcome = "equivalent"
        check, reason, message = said or ("", "", "")
        return Grade(
            key=mutant.key,
            instance=instance.id,
            type=instance.type.value,
            kind=mutant.kind,
            place=mutant.place,
            description=mutant.description,
            outcome=outcome,
            check=check,
            reason=reason,
            message=message,
            proof=proof,
            seen=self.with_miner and self._seen(instance, mutant),
            spoiled=spoiled(mutant) if outcome == "accepted" else "",
            seconds=time.monotonic() - began,
        )

    def _said(self, instance: Instance, mutant: Mutant) -> tuple[tuple[str, str, str] | None, str, str]:
        prediction = Prediction(
            instance_id=instance.id, model_name_or_path=mutant.kind, model_patch=mutant.patch
        )
        verdict = self._early.verify(instance, prediction).verdict
        proof = verdict.proof.outcome if verdict.proof else ""
        failed = _failed(verdict, Check.APPLY, Check.REFACTORING)
        if failed is not None:
            return failed, proof, _outcome(verdict, Check.APPLY, Check.REFACTORING)
        if self.first_checks:
            return None, proof, "unknown" if proof == "unknown" else "accepted"
        verdict = self.tools.verifier.verify(instance, prediction).verdict
        return _failed(verdict, *Check), proof, _outcome(verdict, *Check)

    @functools.cached_property
    def _early(self) -> Verifier:
        """The checks that need no build: with no baseline to be had, a verdict ends before it."""
        bench = self.tools.bench
        if self.first_checks:
            bench = dataclasses.replace(
                bench, build_tool=lambda base: _Conventional(self.tools.bench.build_tool(base))
            )
        return Verifier(dataclasses.replace(bench, baseline=_none))

    def _seen(self, instance: Instance, mutant: Mutant) -> bool:
        before, after = (
            {p: c.decode("utf-8", "replace") for p, c in side.items()}
            for side in (mutant.before, mutant.after)
        )
        try:
            return target.match(instance, self.tools.analyser.detect(before, after)) is not None
        except AnalyserError:
            return False


@functools.cache
def _alternatives() -> tuple[Alternative, ...]:
    return (*corpus.of_sample(), *corpus.of_real_projects())


def alternatives_of(instance: Instance) -> tuple[Alternative, ...]:
    """The right answers to an instance that were written by hand."""
    return tuple(a for a in _alternatives() if a.instance.id == instance.id)


@dataclass(frozen=True)
class _Conventional:
    """A build tool that takes a project for a plain Maven one where it can't tell: enough for check 4."""

    tool: BuildTool

    @property
    def name(self) -> str:
        return f"{self.tool.name} or conventional"

    def describe(self, read: Callable[[str], bytes | None], module: str) -> JavaProject:
        try:
            return self.tool.describe(read, module)
        except InvalidInstance:
            return usual_folders(module)


def _none(*_: object) -> NoReturn:
    raise SandboxError("Nothing is built here.", "Look at the first checks alone.")


def _failed(verdict: Verdict, *checks: Check) -> tuple[str, str, str] | None:
    """The first of these checks that did not pass: its name, reason and message."""
    for result in verdict.checks:
        if result.check in checks and result.status in (Status.FAILED, Status.BROKEN):
            return result.check.value, result.reason, result.message
    if verdict.invalid is not None:
        return "invalid", verdict.invalid.reason, verdict.invalid.message
    return None


def _outcome(verdict: Verdict, *checks: Check) -> str:
    if any(r.check in checks and r.status is Status.FAILED for r in verdict.checks):
        return "rejected"
    broken = any(r.check in checks and r.status is Status.BROKEN for r in verdict.checks)
    return "broken" if broken or verdict.invalid is not None else "accepted"


def spoiled(mutant: Mutant) -> str:
    """The lines in which a mutant is not the right refactoring."""
    paths = sorted({*mutant.after, *mutant.right})
    found = []
    for path in paths:
        base = mutant.before.get(path, b"")
        right = mutant.right.get(path, base).decode("utf-8", "replace").splitlines()
        wrong = (
            mutant.after.get(path, b"" if path not in mutant.right else base)
            .decode("utf-8", "replace")
            .splitlines()
        )
        found += list(difflib.unified_diff(right, wrong, path, path, lineterm="", n=1))
    return "\n".join(found)


def equivalents() -> dict[str, str]:
    """The mutants that are right refactorings all the same, each with the reason."""
    known: dict[str, str] = json.loads(EQUIVALENTS.read_text("utf-8"))
    return known


def grades(
    grader: Grader, instance: Instance, most: int, places: Sequence[str] = ()
) -> Iterator[Grade] | str:
    """The grade of every mutant of an instance (in some places, where named), or why there is none."""
    try:
        case = grader.reference(instance)
    except SwerefactorError as fault:
        return fault.message
    if isinstance(case, str):
        return case
    known = equivalents()
    chosen = (m for m in make.mutants(case, most) if not places or m.place in places)
    return (grader.grade(instance, mutant, known) for mutant in chosen)


# --- The table -------------------------------------------------------------------------------


def summary(found: Sequence[Grade]) -> dict[str, object]:
    """The counts as values: over all, by type, and by kind."""
    counted = [g for g in found if g.outcome not in ("equivalent", "unknown")]
    rejected = [g for g in counted if g.outcome == "rejected"]
    return {
        "mutants": len(found),
        "equivalent": sum(g.outcome == "equivalent" for g in found),
        "unknown": sum(g.outcome == "unknown" for g in found),
        "rejected": len(rejected),
        "accepted": sum(g.outcome == "accepted" for g in counted),
        "broken": sum(g.outcome == "broken" for g in counted),
        "rejected_share": round(len(rejected) / len(counted), 4) if counted else None,
        "accepted_by_refactoring_miner_alone": sum(g.seen for g in counted),
        "by_type": {t: _row([g for g in found if g.type == t]) for t in sorted({g.type for g in found})},
        "by_kind": {k: _row([g for g in found if g.kind == k]) for k in sorted({g.kind for g in found})},
        "by_reason": dict(Counter(g.reason for g in rejected).most_common()),
    }


def _row(found: Sequence[Grade]) -> dict[str, int]:
    by_check = Counter(g.check for g in found if g.outcome == "rejected")
    return {
        "made": len(found),
        "rejected": by_check.total(),
        **{check.value: by_check[check.value] for check in Check},
        "equivalent": sum(g.outcome == "equivalent" for g in found),
        "accepted": sum(g.outcome == "accepted" for g in found),
        "unknown": sum(g.outcome == "unknown" for g in found),
        "broken": sum(g.outcome == "broken" for g in found),
        "miner_alone": sum(g.seen for g in found),
    }


def show(found: Sequence[Grade]) -> str:
    """The table for a person, then every accepted mutant with what is wrong in it."""
    counts = summary(found)
    columns = list(_row(()))
    out = []
    for title in ("by_type", "by_kind"):
        rows = counts[title]
        assert isinstance(rows, dict)
        out.append(f"{title[3:]:28}" + "".join(f"{c:>13}" for c in columns))
        out += [f"{name:28}" + "".join(f"{row[c]:13}" for c in columns) for name, row in rows.items()]
        out.append("")
    for grade in found:
        if grade.outcome in ("accepted", "broken"):
            out += [
                f"{grade.outcome}: {grade.key} ({grade.place}, {grade.proof}) {grade.description}",
                grade.message,
                grade.spoiled,
                "",
            ]
    line = {k: v for k, v in counts.items() if not isinstance(v, dict)}
    return "\n".join([*out, json.dumps(line)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade the mutants of a split; exit code 1 when one is accepted that is not in the list."""
    options = _options(arguments)
    selection = dataset.Selection(
        types=tuple(options.type), instances=tuple(options.instance), projects=tuple(options.project)
    )
    loaded = dataset.load(options.split, options.dataset)
    chosen = [i for i in dataset.select(loaded, selection) if not i.same_edit_as]
    kept: list[Grade] = []
    used = 0
    with (
        tempfile.TemporaryDirectory() as scratch,
        open_tools(
            Choices(repos=options.repos, sandbox=options.sandbox), options.sandbox, Path(scratch), _say
        ) as tools,
    ):
        grader = Grader(tools, options.miner, options.first_checks)
        for instance in chosen:
            if options.limit is not None and used >= options.limit:
                break
            if options.predictions:
                used += _predicted(grader.reference(instance), options.most, options.predictions)
                continue
            found = grades(grader, instance, options.most, options.place)
            if isinstance(found, str):
                _say(f"{instance.id}: not spoiled, {found}")
                continue
            mine = list(_written(found, options.rows))
            kept += mine
            used += 1
            _say(f"{instance.id}: {len(mine)} mutants, {sum(g.outcome == 'accepted' for g in mine)} accepted")
    if options.predictions:
        return 0
    print(
        json.dumps(
            {**summary(kept), "accepted_mutants": [g.model_dump() for g in kept if g.outcome == "accepted"]},
            indent=1,
        )
        if options.json
        else show(kept)
    )
    return int(any(g.outcome in ("accepted", "broken") for g in kept))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--split", help="default: sample")
    parser.add_argument("--dataset", type=Path, help="a data set file of your own")
    parser.add_argument("--repos", type=Path)
    parser.add_argument("--sandbox", choices=("local", "docker"), default="local")
    parser.add_argument("--limit", type=int, help="so many instances that have a right reference")
    parser.add_argument("--most", type=int, default=2, help="mutants of a kind in one place of an instance")
    parser.add_argument("--type", action="append", default=[])
    parser.add_argument("--project", action="append", default=[])
    parser.add_argument("--instance", action="append", default=[])
    parser.add_argument("--place", action="append", default=[], choices=make.PLACES)
    parser.add_argument("--rows", type=Path, help="append every grade to this file, as JSON lines")
    parser.add_argument("--predictions", type=Path, help="grade nothing; append mutants to this file")
    parser.add_argument("--miner", action="store_true", help="count what RefactoringMiner alone accepts, too")
    parser.add_argument("--first-checks", action="store_true", help="build nothing: check 4 alone")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


def _written(found: Iterable[Grade], rows: Path | None) -> Iterator[Grade]:
    """The grades, each appended to a file as it comes, where one is named."""
    for grade in found:
        if rows is not None:
            with rows.open("a", encoding="utf-8") as lines:
                lines.write(grade.model_dump_json() + "\n")
        yield grade


def _predicted(case: Case | str, most: int, into: Path) -> bool:
    """Append an instance's mutants that do something else to a predictions file; whether there are any."""
    made = [] if isinstance(case, str) else list(make.of_behaviour(case, most))
    with into.open("a", encoding="utf-8") as lines:
        for m in made:
            prediction = Prediction(instance_id=m.instance_id, model_name_or_path=m.kind, model_patch=m.patch)
            lines.write(prediction.model_dump_json() + "\n")
    return bool(made)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
