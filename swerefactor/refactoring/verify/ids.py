"""Ids of tests: the class and the name, as the result XML has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from swerefactor.values import Baseline

TestId = tuple[str, str]
"""Class and name, as the result XML has them."""


def top(name: str) -> str:
    """The top class of a class by binary name, or of a test in it: tests are chosen by it."""
    return name.partition("#")[0].partition("$")[0]


def method_of(name: str) -> str:
    """The method's simple name in a signature or a test's name: `m(int)`, `m[1]`, `m {x}`."""
    return re.split(r"[(\[{ ]", name, maxsplit=1)[0]


def is_among(test: TestId, selection: Collection[str] | None) -> bool:
    """Whether a selection in the form of `TestScope.tests` holds the test; None holds all."""
    class_name = top(test[0])
    return selection is None or class_name in selection or f"{class_name}#{method_of(test[1])}" in selection


def passing_ids(baseline: Baseline) -> tuple[TestId, ...]:
    """The ids that pass in every baseline run, in its order."""
    return tuple((class_name, name) for class_name, names in baseline.passing.items() for name in names)


def ids_in(names: Mapping[str, Iterable[str]]) -> set[TestId]:
    """The ids in names by class."""
    return {(class_name, name) for class_name, found in names.items() for name in found}


def by_class(tests: Iterable[TestId]) -> dict[str, tuple[str, ...]]:
    """The names by class, sorted."""
    names: dict[str, list[str]] = defaultdict(list)
    for class_name, name in sorted(tests):
        names[class_name].append(name)
    return {class_name: tuple(found) for class_name, found in names.items()}


def shown(test: TestId) -> str:
    """An id in words."""
    return f"{test[0]}#{test[1]}"
