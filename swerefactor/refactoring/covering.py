"""Which tests cover a target: those that run its lines at the base commit, known from the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from swerefactor.errors import InvalidInstance
from swerefactor.values import Baseline, Covering, Instance, MethodCoverage, MethodRef, TestCase


def covering_tests(instance: Instance, baseline: Baseline) -> tuple[str, ...]:
    """The top test classes that run the target's lines and hold a test that always passes, sorted.

    Empty where there is none, or where the baseline does not say. The target's lines are enough
    for all six types. What inlines or moves a method also edits its callers, but only where they
    call it: a test that runs such a place ran the target, and a test that does not sees code that
    is the same tree, which the refactoring check proves. For a target in test code its own class
    is among them, or the subclasses that inherit it, and whatever else calls it.

    By class, not by test case: JaCoCo's data is taken after each class.
    """
    covering = baseline.covering
    if covering is None or baseline.coverage is None:
        return ()
    places = {place for at in _within(instance.target, baseline.coverage) for place in covering.methods[at]}
    passing = set(map(top, baseline.passing))
    return tuple(sorted({covering.classes[place] for place in places} & passing))


def chosen_tests(instance: Instance, baseline: Baseline) -> tuple[str, ...] | None:
    """The covering tests as the instance records them, else as the baseline has them.

    None where neither knows: then only all tests will do. Raises `InvalidInstance` for a target that
    no test runs, since nothing could tell whether its behaviour stays the same.
    """
    if instance.covering_tests:
        return instance.covering_tests
    found = covering_tests(instance, baseline)
    if found or baseline.covering is None:
        return found or None
    target = f"{instance.target.class_name}#{instance.target.signature}"
    raise InvalidInstance(
        f"No test that passes at the base commit runs {target}.",
        "Leave the instance out.",
        "no_covering_test",
    )


def top(class_name: str) -> str:
    """The top class of a class by binary name: tests are chosen by it."""
    return class_name.partition("$")[0]


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


def _key(method: MethodCoverage) -> tuple[str, str, int]:
    return method.class_name, method.signature, method.first_line


def _within(target: MethodRef, coverage: Sequence[MethodCoverage]) -> tuple[int, ...]:
    """The places of the methods that are the target or stand in it, as the lambdas in it do."""
    inside = tuple(
        at
        for at, method in enumerate(coverage)
        if method.class_name == target.class_name
        and target.start_line <= method.first_line <= target.end_line
    )
    return inside or _constructors(target, coverage)


def _constructors(target: MethodRef, coverage: Sequence[MethodCoverage]) -> tuple[int, ...]:
    """A constructor's lines begin at the first field that has an initialiser: it is known by its name.

    Where there are several, that one whose number of parameters is the same.
    """
    name, _, parameters = target.signature.partition("(")
    if name != target.class_name.rpartition(".")[2]:
        return ()
    wanted = _count(parameters.rstrip(") "))
    found = {
        at: _described(method.signature)
        for at, method in enumerate(coverage)
        if method.class_name == target.class_name and method.signature.startswith("<init>(")
    }
    # An inner class's and an enum's take more than is written.
    return tuple(at for at, count in found.items() if count == wanted) or tuple(found)


def _count(parameters: str) -> int:
    """How many parameters stand in a list as it is written, `int, Map<K, V>`."""
    depth, commas = 0, 0
    for letter in parameters:
        depth += (letter == "<") - (letter == ">")
        commas += letter == "," and depth == 0
    return commas + 1 if parameters.strip() else 0


def _described(signature: str) -> int:
    """How many parameters a JVM signature has, `<init>(ILjava/util/List;)V`."""
    inside = signature[signature.index("(") + 1 : signature.index(")")]
    count = 0
    while inside:
        inside = inside.lstrip("[")
        inside = inside.partition(";")[2] if inside[0] == "L" else inside[1:]
        count += 1
    return count
