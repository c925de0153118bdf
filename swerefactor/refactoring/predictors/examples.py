"""Examples of pure refactorings for a prompt, found for the method that is asked about."""

from __future__ import annotations

from dataclasses import dataclass

from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import LEFT_OUT, fenced, method_values
from swerefactor.retrieval.index import Hit, Index, Query, identity
from swerefactor.retrieval.leaks import Target
from swerefactor.values import Instance


@dataclass(frozen=True)
class Examples:
    """Finds examples by the task's sentence and the method's code; never one of the target's own project."""

    index: Index
    prompts: Prompts

    @property
    def identity(self) -> str:
        """Changes whenever other examples may be found."""
        return identity(self.index.examples, self.index.recipe, self.index.embedder)

    def variants(self, instance: Instance, base: BaseFiles) -> tuple[str, ...]:
        """The best examples as text, then fewer of them, down to none."""
        values = method_values(instance, base, self.prompts)
        target = Target(repository=instance.repository, commit=instance.commit, code=values["method"])
        query = Query(text=f"{values['task']}\n\n{values['method']}", type=instance.type, target=target)
        shown = [_shown(number, hit) for number, hit in enumerate(self.index.best(query), 1)]
        fewer = ["\n\n".join(shown[:count]) for count in range(len(shown), 0, -1)]
        return (*fewer, LEFT_OUT) if fewer else ("(none)",)


def _shown(number: int, hit: Hit) -> str:
    example = hit.example
    return (
        f"## Example {number}: {example.type}\n\n{example.description}\n\n"
        f"Before:\n\n{fenced(example.before)}\n\nAfter:\n\n{fenced(example.after)}"
    )
