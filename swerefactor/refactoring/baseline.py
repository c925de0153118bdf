"""Baselines: how the tests of a base commit end before anything is changed, and where they are shipped."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

from swerefactor import jsonlines, material
from swerefactor.errors import InvalidInstance, SandboxError
from swerefactor.files import write_whole
from swerefactor.refactoring.covering import FACADE
from swerefactor.refactoring.verify.ids import TestId, by_class, ids_in, is_among, passing_ids, shown
from swerefactor.refactoring.verify.tests import split_outcomes
from swerefactor.values import Baseline, BaseTree, Record, RunResult, TestCase

REPEATS = 4
"""Runs of the covering tests alone that follow the full passes."""

Names = dict[str, tuple[str, ...]]
"""Test names by class."""


class Repeats(Record):
    """How one test class, or one test method, ended in its repeats; `test` as `TestScope` has it.

    `always` are the names that passed in each, `sometimes` those that passed in some.
    """

    test: str
    runs: int
    always: Names
    sometimes: Names

    def has(self, test: TestId) -> bool:
        """Whether it is about this id."""
        return is_among(test, (self.test,))


# --- What runs say, without running anything -------------------------------------------------


def baseline_from(base: BaseTree, run: RunResult, sandbox: str, build: str) -> Baseline:
    """The baseline that one run of a base commit gives."""
    if run.ended_by:
        raise SandboxError(
            f"The tests of {where(base)} were ended at their {run.ended_by} limit.",
            "Raise --time-limit or --memory-limit.",
        )
    if run.tests is None:
        raise InvalidInstance(
            f"{where(base)} does not compile before any change.",
            "Leave the instance out.",
            "base_does_not_compile",
        )
    passing, others = split_outcomes([run.tests])
    if not passing:
        raise InvalidInstance(
            f"{where(base)} has no test that passes.", "Leave the instance out.", "base_has_no_tests"
        )
    return Baseline.model_validate(
        {
            "base": base,
            "build": build,
            "sandbox": sandbox,
            "passing": passing,
            "not_passing": others,
            "coverage": run.coverage,
        }
    )


def merged(official: Baseline | None, fast: Baseline) -> Baseline:
    """What both paths say together; coverage is the fast path's."""
    if official is None:
        return fast
    if FACADE in official.passing:
        official = _behind_facade(official, fast)
    one, two = set(passing_ids(official)), set(passing_ids(fast))
    known = one | two | ids_in(official.not_passing) | ids_in(fast.not_passing)
    return fast.model_copy(
        update={
            "build": "both",
            "runs": official.runs + fast.runs,
            "passing": by_class(one & two),
            "not_passing": by_class(known - (one & two)),
            "differing": tuple(sorted(set(map(shown, one ^ two)) - set(fast.flaky))),
        }
    )


def _behind_facade(official: Baseline, fast: Baseline) -> Baseline:
    """What the official path says of the ids that the fast one reports under their real classes."""
    passed = set(official.passing[FACADE])
    known = set(passing_ids(fast)) | ids_in(fast.not_passing)
    # Tests that are skipped are in no report of that provider: they pass on neither path.
    real = {test for test in known if test[1] in passed}
    return official.model_copy(update={"passing": by_class(real), "not_passing": by_class(known - real)})


def before_facade(baseline: Baseline) -> Baseline:
    """The baseline in the ids of a path that knows this one class: a name stands for all that bear it."""
    lost = {name for _, name in ids_in(baseline.not_passing)}
    names = {name for _, name in passing_ids(baseline)} | lost
    return baseline.model_copy(
        update={
            "passing": {FACADE: tuple(sorted(names - lost))},
            "not_passing": {FACADE: tuple(sorted(lost))},
        }
    )


def repeats_of(test: str, runs: Sequence[Sequence[TestCase]]) -> Repeats:
    """What the repeats of one test class or method say."""
    made = Repeats(test=test, runs=len(runs), always={}, sometimes={})
    own = [[case for case in run if made.has((case.class_name, case.name))] for run in runs]
    always, _ = split_outcomes(own)
    ever = set[TestId]().union(*(ids_in(split_outcomes([run])[0]) for run in own))
    return made.model_copy(update={"always": always, "sometimes": by_class(ever - ids_in(always))})


def with_repeats(baseline: Baseline, repeats: Sequence[Repeats]) -> Baseline:
    """The baseline in which a test that was repeated passes only if it did in each repeat too."""
    before, others = set(passing_ids(baseline)), ids_in(baseline.not_passing)
    passing, mixed = set(before), set[TestId]()
    for each in repeats:
        always, ever = ids_in(each.always), ids_in(each.always) | ids_in(each.sometimes)
        lost = {test for test in before if each.has(test) and test not in always}
        passing -= lost
        mixed |= lost | others & ever
    return baseline.model_copy(
        update={
            "repeats": REPEATS,
            "repeated": tuple(sorted({*baseline.repeated, *(each.test for each in repeats)})),
            "passing": by_class(passing),
            "not_passing": by_class(others | before - passing),
            "flaky": tuple(sorted({*baseline.flaky, *map(shown, mixed)})),
        }
    )


def without(baseline: Baseline, unsteady: Sequence[str]) -> Baseline:
    """The baseline that expects none of these tests, named as `shown` names them."""
    lost = {test for test in passing_ids(baseline) if shown(test) in unsteady} if unsteady else set()
    if not lost:
        return baseline
    return baseline.model_copy(
        update={
            "passing": by_class(set(passing_ids(baseline)) - lost),
            "not_passing": by_class(ids_in(baseline.not_passing) | lost),
        }
    )


def where(base: BaseTree) -> str:
    """A base commit in words."""
    return f"{base.repository} at {base.commit[:10]} (JDK {base.jdk})"


# --- Baselines that come with the data set ---------------------------------------------------


def shipped_path(base: BaseTree, sandbox: str, folder: Path | None = None) -> Path:
    """Where the data set keeps the baseline of a base commit, if it has one."""
    home = folder or material.folder("dataset") / "baselines"
    return home / base.repository.replace("/", "__") / f"{base.commit[:12]}-jdk{base.jdk}-{sandbox}.json.gz"


def shipped_baseline(base: BaseTree, sandbox: str) -> Baseline | None:
    """The baseline that came with the data set, or None."""
    return _read(shipped_path(base, sandbox), base)


def shipped_official(base: BaseTree, sandbox: str) -> Baseline | None:
    """The record of an official pass alone, which the data set ships until it has the whole baseline."""
    whole = shipped_path(base, sandbox)
    return _read(whole.with_name(whole.name.replace(f"-{sandbox}.", f"-{sandbox}-official.")), base)


def ship(baseline: Baseline, folder: Path | None = None) -> Path:
    """Write a baseline to where the data set keeps it."""
    place = shipped_path(baseline.base, baseline.sandbox, folder)
    # Without the time of day: the same facts are the same file.
    write_whole(place, gzip.compress(jsonlines.to_json(baseline).encode(), 9, mtime=0))
    return place


def _read(path: Path, base: BaseTree) -> Baseline | None:
    if not path.is_file():
        return None
    found = jsonlines.from_json(Baseline, gzip.decompress(path.read_bytes()).decode(), str(path))
    return found if found.base == base else None
