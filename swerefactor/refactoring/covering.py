"""Which tests cover a target: those that run its lines at the base commit, known from the baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from swerefactor.errors import InvalidInstance
from swerefactor.refactoring.signatures import parameters
from swerefactor.refactoring.verify.ids import method_of, passing_ids, top
from swerefactor.values import Baseline, Covering, Instance, MethodCoverage, MethodRef, TestCase

FACADE = "junit.framework.JUnit4TestCaseFacade"
"""Surefire's provider for JUnit 3 reports every test of JUnit 4 under this one class, and runs them all."""
SLOW = 2.0
"""A test class that takes longer, in seconds, is not run as a whole where some of its tests will do.

With the container and compiling a verdict takes a second. Measured on commons-io, the classes that cover
a method take 0.3 s at the median and 7 s at the 90th percentile, their covering test cases 3 s.
"""


def covering_tests(instance: Instance, baseline: Baseline) -> tuple[str, ...]:
    """The tests that run the target's lines and always pass, in the form of `TestScope.tests`, sorted.

    Empty where there is none, or where the baseline does not say. The target's lines are enough
    for all six types. What inlines or moves a method also edits its callers, but only where they
    call it: a test that runs such a place ran the target, and a test that does not sees code that
    is the same tree, which the refactoring check proves. For a target in test code its own class
    is among them, or the subclasses that inherit it, and whatever else calls it.

    By class, and by test method in slow classes of which that is known.
    """
    covering = baseline.covering
    if covering is None or baseline.coverage is None:
        return ()
    target = frozenset(_within(instance.target, baseline.coverage))
    passing = {f"{top(class_name)}#{method_of(name)}" for class_name, name in passing_ids(baseline)}
    classes = {covering.classes[place] for at in target for place in covering.methods[at]}
    found = {test for name in classes & set(map(top, passing)) for test in _narrowed(name, target, covering)}
    return tuple(sorted(test for test in found if "#" not in test or test in passing))


def slow_classes(instances: Iterable[Instance], baseline: Baseline) -> set[str]:
    """The slow classes that cover one of these targets, and of which the test methods are not known."""
    covering = baseline.covering
    if covering is None:
        return set()
    seconds = dict(zip(covering.classes, covering.seconds, strict=True))
    chosen = {test for instance in instances for test in covering_tests(instance, baseline)}
    known = {top(case) for case in covering.cases}
    return {name for name in chosen - known if seconds.get(name, 0.0) > SLOW}


def _narrowed(name: str, target: frozenset[int], covering: Covering) -> tuple[str, ...]:
    """The test methods of a class that run the target; the class itself where they are not told apart."""
    cases = {case: runs for case, runs in covering.cases.items() if case.startswith(f"{name}#")}
    found = tuple(case for case, runs in cases.items() if not target.isdisjoint(runs))
    return (name,) if not found or f"{name}#" in found else found


def chosen_tests(instance: Instance, baseline: Baseline) -> tuple[str, ...] | None:
    """The covering tests as the instance records them, else as the baseline has them.

    None where neither knows: then only all tests will do. Raises `InvalidInstance` for a target that
    no test runs, since nothing could tell whether its behaviour stays the same.
    """
    covered = target_covered(instance.target, baseline)
    if FACADE in baseline.passing and covered is not False:
        return (FACADE,)
    if found := instance.covering_tests or covering_tests(instance, baseline):
        return found
    if baseline.covering is None and covered is not False:
        return None
    target = f"{instance.target.class_name}#{instance.target.signature}"
    raise InvalidInstance(
        f"No test that passes at the base commit runs {target}.",
        "Leave the instance out.",
        "no_covering_test",
    )


def target_covered(target: MethodRef, baseline: Baseline) -> bool | None:
    """Whether the base's tests run the target's lines; None where that was not measured."""
    if baseline.coverage is None:
        return None
    within = _within(target, baseline.coverage)
    return any(baseline.coverage[at].covered_lines for at in within) if within else None


def covering_from(
    coverage: Sequence[MethodCoverage],
    by_class: Mapping[str, Sequence[MethodCoverage]],
    tests: Sequence[TestCase],
) -> Covering:
    """Which test class runs which of these methods, from what each class alone covers."""
    classes = tuple(sorted(set(map(top, by_class))))
    places = {name: place for place, name in enumerate(classes)}
    runs: dict[tuple[str, str, int], set[int]] = {_key(method): set() for method in coverage}
    for name, methods in by_class.items():
        for method in methods:
            if method.covered_lines and _key(method) in runs:
                runs[_key(method)].add(places[top(name)])
    seconds = dict.fromkeys(classes, 0.0)
    for case in tests:
        if top(case.class_name) in seconds:
            seconds[top(case.class_name)] += case.seconds
    return Covering(
        classes=classes,
        seconds=tuple(round(seconds[name], 3) for name in classes),
        methods=tuple(tuple(sorted(runs[_key(method)])) for method in coverage),
    )


def with_cases(
    baseline: Baseline, classes: Iterable[str], by_case: Mapping[str, Sequence[MethodCoverage]]
) -> Baseline:
    """The baseline that knows the test methods of these classes, from what each alone covers."""
    if baseline.covering is None or baseline.coverage is None:
        return baseline
    places = {_key(method): at for at, method in enumerate(baseline.coverage)}
    cases: dict[str, set[int]] = {f"{name}#": set() for name in classes}
    for owner, methods in by_case.items():
        case = f"{top(owner)}#{method_of(owner.partition('#')[2])}"
        runs = cases.setdefault(case, set())
        runs |= {places[_key(m)] for m in methods if m.covered_lines and _key(m) in places}
    known = {**baseline.covering.cases, **{case: tuple(sorted(runs)) for case, runs in cases.items()}}
    covering = baseline.covering.model_copy(update={"cases": dict(sorted(known.items()))})
    return baseline.model_copy(update={"covering": covering})


def _key(method: MethodCoverage) -> tuple[str, str, int]:
    return method.class_name, method.signature, method.first_line


def _within(target: MethodRef, coverage: Sequence[MethodCoverage]) -> tuple[int, ...]:
    """The places of the methods that are the target or stand in it, as lambdas and local classes do.

    By lines, not by class: an anonymous class has another name in the source than in its class file.
    """
    outer = _outermost(target)
    inside = tuple(
        at
        for at, method in enumerate(coverage)
        if target.start_line <= method.first_line <= target.end_line
        and f"{method.class_name}.".startswith(f"{outer}.")
    )
    return inside or _constructors(target, coverage)


def _outermost(target: MethodRef) -> str:
    """The class around the target that bears its file's name; its own where none does."""
    parts = target.class_name.split(".")
    stem = PurePosixPath(target.file).stem
    return ".".join(parts[: parts.index(stem) + 1]) if stem in parts else target.class_name


def _constructors(target: MethodRef, coverage: Sequence[MethodCoverage]) -> tuple[int, ...]:
    """A constructor's lines begin at the first field that has an initialiser: it is known by its name.

    Where there are several, that one whose number of parameters is the same.
    """
    name, _, listed = target.signature.partition("(")
    if name != target.class_name.rpartition(".")[2]:
        return ()
    wanted = len(parameters(listed.rstrip(") ")))
    found = {
        at: _described(method.signature)
        for at, method in enumerate(coverage)
        if method.class_name == target.class_name and method.signature.startswith("<init>(")
    }
    # An inner class's and an enum's take more than is written.
    return tuple(at for at, count in found.items() if count == wanted) or tuple(found)


def _described(signature: str) -> int:
    """How many parameters a JVM signature has, `<init>(ILjava/util/List;)V`."""
    inside = signature[signature.index("(") + 1 : signature.index(")")]
    count = 0
    while inside:
        inside = inside.lstrip("[")
        inside = inside.partition(";")[2] if inside[0] == "L" else inside[1:]
        count += 1
    return count
