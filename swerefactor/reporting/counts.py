"""Counts a run's verdicts into a report. Pure: no file, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb
from statistics import fmean

from swerefactor.values import (
    Check,
    CheckCount,
    Count,
    Instance,
    Prediction,
    RefactoringType,
    Report,
    RunRecord,
    Status,
    Usage,
    Verdict,
)

_Answer = tuple[Instance, int]
_Made = Mapping[tuple[str, int], Verdict]


def summarise(
    record: RunRecord,
    instances: Sequence[Instance],
    verdicts: Iterable[Verdict],
    predictions: Iterable[Prediction],
) -> Report:
    """The report on these instances; one without a verdict yet counts as not resolved."""
    samples = record.settings.samples
    answers = [(instance, sample) for sample in range(samples) for instance in instances]
    wanted = {(instance.id, sample) for instance, sample in answers}
    made = {(v.instance_id, v.sample): v for v in verdicts if (v.instance_id, v.sample) in wanted}
    broken = sum(v.broken for v in made.values())
    resolved = sum(v.resolved for v in made.values())
    scores = [v.codebleu.codebleu for v in made.values() if v.codebleu is not None]
    overlaps = [v.proof.overlap for v in made.values() if v.proof and v.proof.overlap is not None]
    return Report(
        model=record.model,
        mode=record.mode,
        samples=samples,
        pass_at=_pass_at(instances, made, samples),
        total=len(answers),
        resolved=resolved,
        broken=broken,
        invalid=sum(v.invalid is not None for v in made.values()),
        unfinished=len(wanted) - len(made),
        rate=resolved / (len(answers) - broken) if len(answers) > broken else None,
        by_type=_counts(answers, made, lambda i: i.type.value, [t.value for t in RefactoringType]),
        by_project=_counts(answers, made, lambda i: i.project, sorted({i.project for i in instances})),
        by_reference=_counts(answers, made, lambda i: i.reference_kind, ("isolated", "commit")),
        by_check={check.value: _check_count(made.values(), check) for check in Check},
        by_proof=_proofs(made.values()),
        by_reason=dict(Counter(filter(None, map(reason, made.values()))).most_common()),
        broken_instances={v.instance_id: _broken(v) for v in made.values() if v.broken},
        invalid_instances={v.instance_id: v.invalid.message for v in made.values() if v.invalid is not None},
        codebleu=fmean(scores) if scores else None,
        overlap=fmean(overlaps) if overlaps else None,
        usage=_usage(p for p in predictions if (p.instance_id, p.sample) in wanted),
        sandbox=record.settings.sandbox,
        build=record.settings.build,
        versions=record.versions,
    )


def reason(verdict: Verdict) -> str:
    """The code under which an instance that is not resolved is counted; empty for a resolved one."""
    if verdict.invalid is not None:
        return verdict.invalid.reason
    failed = verdict.first_failed
    return failed.reason if failed else ""


def _broken(verdict: Verdict) -> str:
    return next(check.message for check in verdict.checks if check.status is Status.BROKEN)


def _pass_at(instances: Sequence[Instance], made: _Made, samples: int) -> dict[int, float]:
    """pass@1 and pass@samples; what broke counts as no answer."""
    if samples == 1:
        return {}
    graded = [
        [v.resolved for s in range(samples) if (v := made.get((i.id, s))) is not None and not v.broken]
        for i in instances
    ]
    found = {}
    for k in (1, samples):
        chances = [pass_at_k(len(each), sum(each), k) for each in graded if len(each) >= k]
        if chances:
            found[k] = fmean(chances)
    return found


def pass_at_k(answers: int, right: int, k: int) -> float:
    """The chance that of `k` answers drawn from these at least one is right."""
    return 1.0 - comb(answers - right, k) / comb(answers, k)


def _counts(
    answers: Sequence[_Answer],
    made: _Made,
    name: Callable[[Instance], str],
    order: Sequence[str],
) -> dict[str, Count]:
    groups = {group: [(i, s) for i, s in answers if name(i) == group] for group in order}
    return {group: _count(members, made) for group, members in groups.items() if members}


def _count(answers: Sequence[_Answer], made: _Made) -> Count:
    found = [made[i.id, s] for i, s in answers if (i.id, s) in made]
    return Count(
        total=len(answers),
        resolved=sum(v.resolved for v in found),
        broken=sum(v.broken for v in found),
        invalid=sum(v.invalid is not None for v in found),
        by_paper=sum(v.by_paper for v in found),
    )


def _proofs(verdicts: Iterable[Verdict]) -> dict[str, int]:
    found = Counter(v.proof.outcome for v in verdicts if v.proof is not None)
    return {outcome: found[outcome] for outcome in ("proven", "refuted", "unknown")} if found else {}


def _check_count(verdicts: Iterable[Verdict], check: Check) -> CheckCount:
    ended = Counter(c.status for v in verdicts for c in v.checks if c.check is check)
    return CheckCount(
        passed=ended[Status.PASSED],
        failed=ended[Status.FAILED],
        skipped=ended[Status.SKIPPED],
        broken=ended[Status.BROKEN],
    )


def _usage(predictions: Iterable[Prediction]) -> Usage:
    used = [p.usage for p in predictions]
    costs = [u.cost for u in used if u.cost is not None]
    return Usage(
        input_tokens=sum(u.input_tokens for u in used),
        output_tokens=sum(u.output_tokens for u in used),
        cost=sum(costs) if costs else None,
        seconds=sum(u.seconds for u in used),
    )
