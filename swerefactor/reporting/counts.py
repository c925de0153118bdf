"""Counts a run's verdicts into a report. Pure: no file, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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


def summarise(
    record: RunRecord,
    instances: Sequence[Instance],
    verdicts: Iterable[Verdict],
    predictions: Iterable[Prediction],
) -> Report:
    """The report on these instances; one without a verdict yet counts as not resolved."""
    wanted = {instance.id for instance in instances}
    made = {v.instance_id: v for v in verdicts if v.instance_id in wanted}
    broken = sum(v.broken for v in made.values())
    resolved = sum(v.resolved for v in made.values())
    scores = [v.codebleu.codebleu for v in made.values() if v.codebleu is not None]
    overlaps = [v.proof.overlap for v in made.values() if v.proof and v.proof.overlap is not None]
    return Report(
        model=record.model,
        mode=record.mode,
        total=len(instances),
        resolved=resolved,
        broken=broken,
        invalid=sum(v.invalid is not None for v in made.values()),
        unfinished=len(wanted) - len(made),
        rate=resolved / (len(instances) - broken) if len(instances) > broken else None,
        by_type=_counts(instances, made, lambda i: i.type.value, [t.value for t in RefactoringType]),
        by_project=_counts(instances, made, lambda i: i.project, sorted({i.project for i in instances})),
        by_reference=_counts(instances, made, lambda i: i.reference_kind, ("isolated", "commit")),
        by_check={check.value: _check_count(made.values(), check) for check in Check},
        by_proof=_proofs(made.values()),
        by_reason=dict(Counter(filter(None, map(reason, made.values()))).most_common()),
        broken_instances={v.instance_id: _broken(v) for v in made.values() if v.broken},
        invalid_instances={v.instance_id: v.invalid.message for v in made.values() if v.invalid is not None},
        codebleu=fmean(scores) if scores else None,
        overlap=fmean(overlaps) if overlaps else None,
        usage=_usage(p for p in predictions if p.instance_id in wanted),
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


def _counts(
    instances: Sequence[Instance],
    made: Mapping[str, Verdict],
    name: Callable[[Instance], str],
    order: Sequence[str],
) -> dict[str, Count]:
    groups = {group: [i for i in instances if name(i) == group] for group in order}
    return {group: _count(members, made) for group, members in groups.items() if members}


def _count(instances: Sequence[Instance], made: Mapping[str, Verdict]) -> Count:
    found = [made[i.id] for i in instances if i.id in made]
    return Count(
        total=len(instances),
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
