"""What a description of RefactoringMiner says: which method of which class went where."""

from __future__ import annotations

import re
from dataclasses import dataclass

from swerefactor.refactoring.signatures import parameters
from swerefactor.refactoring.types import KINDS
from swerefactor.values import RefactoringType


@dataclass(frozen=True)
class Operation:
    """A method as a description writes it. `text` is all of it, `types` those of its parameters."""

    name: str
    types: tuple[str, ...]
    text: str

    @property
    def signature(self) -> str:
        """As `MethodRef` has it."""
        return f"{self.name}({', '.join(self.types)})"


@dataclass(frozen=True)
class Described:
    """The method before the refactoring and its class; what it became, or what it went into, and where."""

    old: Operation
    home: str
    new: Operation
    goal: str | None


def described(kind: RefactoringType, description: str) -> Described | None:
    """What a description says; None where it has another form than those of this type."""
    text = re.sub(r"\s+", " ", description.removeprefix(kind.value).strip())
    found = re.fullmatch(KINDS[kind].form, text)
    if found is None:
        return None
    old, new = _operation(found["old"]), _operation(found["new"])
    return Described(old, found["home"], new, found.groupdict().get("goal")) if old and new else None


def _operation(text: str) -> Operation | None:
    """`public static add(a int, all List<String>) : int`, as it is printed there."""
    found = re.fullmatch(r"(?:[\w-]+ )*?(?P<name>[\w$]+)\((?P<parameters>.*?)\)(?: : .*)?", text)
    if found is None:
        return None
    types = tuple(each.partition(" ")[2] for each in parameters(found["parameters"]))
    return Operation(found["name"], types, text)
