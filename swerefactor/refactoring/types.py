"""The registry of refactoring types: what each is, and all in which the types differ.

A new type is one member of `values.RefactoringType`, named as RefactoringMiner names it, one entry here, and
its prompt text `prompts/types/<slug>.md`. Its check is the inverse of its shape, which the analyser has in
`inversion`: a type of another shape needs that, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from swerefactor.values import RefactoringType

_OLD, _NEW = r"(?P<old>.+?)", r"(?P<new>.+?)"
_HOME, _GOAL = r"(?P<home>[\w.$]+)", r"(?P<goal>[\w.$]+)"


@dataclass(frozen=True)
class Kind:
    """One type. `form` is RefactoringMiner's description after the type's name, a regular expression.

    In it `old` is the target before and `home` its class, `new` what it became, or what took its body, and
    `goal` the class of that where it is another. `leads` says that a task names the class to go to,
    `renames` that it names the new method as well.
    """

    definition: str
    shape: Literal["extraction", "inlining", "move"]
    form: str
    leads: bool = False
    renames: bool = False
    stays: bool = False
    """All of it happens in the class of the target."""


KINDS: Mapping[RefactoringType, Kind] = {
    RefactoringType.EXTRACT_METHOD: Kind(
        definition="A part of a method becomes a method of the same class, which it calls.",
        shape="extraction",
        form=f"{_NEW} extracted from {_OLD} in class {_HOME}",
        stays=True,
    ),
    RefactoringType.INLINE_METHOD: Kind(
        definition="A method's body takes the place of its calls, and the method is gone.",
        shape="inlining",
        form=f"{_OLD} inlined to {_NEW} in class {_HOME}",
        stays=True,
    ),
    RefactoringType.MOVE_METHOD: Kind(
        definition="A method goes to another class, and its callers follow.",
        shape="move",
        form=f"{_OLD} from class {_HOME} to {_NEW} from class {_GOAL}",
        leads=True,
    ),
    RefactoringType.EXTRACT_AND_MOVE_METHOD: Kind(
        definition="A part of a method becomes a method of another class, which it calls.",
        shape="extraction",
        form=f"{_NEW} extracted from {_OLD} in class {_HOME} & moved to class {_GOAL}",
        leads=True,
    ),
    RefactoringType.MOVE_AND_INLINE_METHOD: Kind(
        definition="A method's body takes the place of its calls in another class, and the method is gone.",
        shape="inlining",
        form=f"{_OLD} moved from class {_HOME} to class {_GOAL} & inlined to {_NEW}",
    ),
    RefactoringType.MOVE_AND_RENAME_METHOD: Kind(
        definition="A method goes to another class under another name, and its callers follow.",
        shape="move",
        form=f"{_OLD} from class {_HOME} to {_NEW} from class {_GOAL}",
        leads=True,
        renames=True,
    ),
}

EXTRACTIONS = frozenset(each for each, kind in KINDS.items() if kind.shape == "extraction")
INLININGS = frozenset(each for each, kind in KINDS.items() if kind.shape == "inlining")
