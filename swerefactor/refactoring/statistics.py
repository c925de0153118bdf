"""What a data set is made of: its instances counted by what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from swerefactor.values import Instance

_SIZES = (5, 10, 20, 50)
"""Upper ends of the classes of method length, in lines with the doc comment."""


def composition(instances: Sequence[Instance]) -> Mapping[str, Mapping[str, int]]:
    """For each aspect its values with how many instances have them; years and sizes in their order."""
    aspects: dict[str, Callable[[Instance], str]] = {
        "refactoring": lambda instance: instance.type.value,
        "project": lambda instance: instance.project,
        "JDK": lambda instance: str(instance.jdk),
        "year": lambda instance: instance.date[:4] or "unknown",
        "target": lambda instance: "test code" if instance.in_test_code else "main code",
        "lines of the method": _size,
        "reference": lambda instance: instance.reference_kind,
        "edit": lambda instance: "same as another's" if instance.same_edit_as else "its own",
    }
    counted = {name: Counter(map(value, instances)) for name, value in aspects.items()}
    ordered = {
        "year": sorted(counted["year"]),
        "JDK": sorted(counted["JDK"], key=int),
        "lines of the method": [name for name in _names() if name in counted["lines of the method"]],
    }
    return {
        name: {value: counts[value] for value in ordered.get(name, [v for v, _ in counts.most_common()])}
        for name, counts in counted.items()
    }


def _size(instance: Instance) -> str:
    lines = instance.target.end_line - instance.target.start_line + 1
    place = sum(lines > most for most in _SIZES)
    return _names()[place]


def _names() -> list[str]:
    firsts = [1, *(most + 1 for most in _SIZES)]
    return [f"{first}–{most}" for first, most in zip(firsts, _SIZES, strict=False)] + [f"over {_SIZES[-1]}"]
