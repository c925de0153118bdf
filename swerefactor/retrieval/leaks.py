"""What must never be retrieved for a target: examples that come from it, or from a copy of it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from swerefactor.retrieval.code import normalised
from swerefactor.retrieval.corpus import Example
from swerefactor.values import Value

TELLING = 20
"""Tokens from which on a body alone tells where it comes from: a getter's is everywhere."""

# After the parameters, so that no brace of an annotation passes for it.
_BODY = re.compile(r"\) (?:throws [\w ., ]+ )?(\{.*)")


class Target(Value):
    """What an example is sought for: the method's code, in a repository `owner/name` at a commit."""

    repository: str
    commit: str = ""
    """The developer's commit, or empty; it is the same in a fork of another name."""
    code: str = ""


@dataclass(frozen=True)
class Guard:
    """Knows of each example where it comes from, and its code in one spelling."""

    examples: Sequence[Example]
    codes: Sequence[str]
    """`code_of` each example."""

    def against(self, target: Target | None) -> Callable[[int], bool]:
        """Tells of an example, by its number, whether it must not be returned for a target.

        That is what has its origin in the target's repository, in one of the same name under
        another owner, or in its commit; and whose code before or after holds the target's method,
        or its body if that has `TELLING` tokens, or is itself held by it.
        """
        if target is None:
            return lambda number: False
        wanted = _telling(normalised(target.code))

        @functools.cache
        def leaks(number: int) -> bool:
            code = self.codes[number]
            return _same_origin(self.examples[number], target) or any(_holds(code, one) for one in wanted)

        return leaks


def code_of(example: Example) -> str:
    """The code of an example before and after, in one spelling, a line each."""
    return f" {normalised(example.before)} \n {normalised(example.after)} "


def _telling(method: str) -> tuple[str, ...]:
    """The method and its body, as far as they tell where they come from."""
    found = _BODY.search(method)
    body = found[1] if found and found[1].count(" ") + 1 >= TELLING else ""
    return tuple(text for text in (method, body) if text)


def _holds(code: str, wanted: str) -> bool:
    padded = f" {wanted} "
    return padded in code or any(line in padded for line in code.split("\n"))


def _same_origin(example: Example, target: Target) -> bool:
    origin = example.origin
    if origin is None:
        return False
    if target.commit and origin.commit and _same_commit(origin.commit, target.commit):
        return True
    return _name(origin.repository) == _name(target.repository)


def _same_commit(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _name(repository: str) -> str:
    """The name without the owner, as a clone keeps it."""
    return repository.rstrip("/").rpartition("/")[2].lower().removesuffix(".git")
