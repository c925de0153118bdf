"""Measures retrieval on known items: is the first example of the type that is asked for?

    python tests/benchmarks/measure_retrieval.py --repos DIR
    python tests/benchmarks/measure_retrieval.py --repos DIR --query code --set 'text=["before"]'

A query is what a predictor has: the task's sentences and the code of the method before, of every
instance of the sample, and with --repos (bare mirrors named owner__name) of the real split, each
edit once. None of them is in the corpus. With --query code the task is left out, so that nothing
names the type.
"""

from __future__ import annotations

import argparse
import math
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from swerefactor.refactoring.dataset import load, type_slug
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from swerefactor.retrieval import index, recipe
from swerefactor.retrieval.corpus import corpus
from swerefactor.retrieval.index import Hit, Query
from swerefactor.retrieval.leaks import Target
from swerefactor.values import Instance, RefactoringType

Order = Callable[[RefactoringType | None, Hit], float]


def _by(rank: Callable[[Hit], int | None]) -> Order:
    return lambda kind, hit: rank(hit) or math.inf


def _type_first(rank: Callable[[Hit], int | None]) -> Order:
    def order(kind: RefactoringType | None, hit: Hit) -> float:
        found = rank(hit) or math.inf
        return found + (hit.example.type is not kind) * OTHER_TYPE

    return order


OTHER_TYPE = 1000
"""More than any rank: what has another type comes after all that has the right one."""
ORDERS: dict[str, Order] = {
    "BM25": _by(lambda hit: hit.bm25_rank),
    "MiniLM": _by(lambda hit: hit.vector_rank),
    "fused": _by(lambda hit: hit.fused_rank),
    "BM25, type first": _type_first(lambda hit: hit.bm25_rank),
    "MiniLM, type first": _type_first(lambda hit: hit.vector_rank),
    "fused, type first": _type_first(lambda hit: hit.fused_rank),
}
"""How the candidates may be ordered; the last is what mode rag does."""


def queries(instances: Iterable[Instance], repositories: Repositories, kind: str) -> list[Query]:
    """A query for each instance."""
    made = []
    for instance in instances:
        code = method(instance, repositories)
        text = code if kind == "code" else f"{task(instance)}\n\n{code}"
        target = Target(repository=instance.repository, commit=instance.commit, code=code)
        made.append(Query(text=text, type=instance.type, target=target))
    return made


def method(instance: Instance, repositories: Repositories) -> str:
    """The target's code at the base commit."""
    target = instance.target
    content = repositories.open(instance.repository).read(instance.base_commit, target.file)
    assert content is not None, instance.id
    lines = content.decode("utf-8", "replace").split("\n")
    return "\n".join(lines[target.start_line - 1 : target.end_line])


def task(instance: Instance) -> str:
    """The task as the prompt for the type states it."""
    prompt = Prompts().load(f"types/{type_slug(instance.type)}")
    asked = instance.destination
    values = {
        "signature": instance.target.signature,
        "class_name": instance.target.class_name,
        "destination": f"the class `{asked.class_name}`" if asked else "another class",
        "new_name": f"`{asked.method}`" if asked and asked.method else "another name",
    }
    return prompt.fill({name: values[name] for name in prompt.variables})


def right_share(query: Query, hits: Sequence[Hit], order: Order, count: int) -> float:
    """The share of the first examples of an order that has the type which is asked for."""
    ranked = sorted((order(query.type, hit), hit.example.id, hit) for hit in hits)
    first = [hit for rank, _, hit in ranked[:count] if rank < math.inf]
    return sum(hit.example.type is query.type for hit in first) / count


def table(found: Sequence[tuple[Query, Sequence[Hit]]]) -> Table:
    """The figures: over all queries, as the mean over the types, and type by type."""
    made = Table(title=f"{len(found)} queries: the first example is of the right type")
    for name in ("", *ORDERS):
        made.add_column(name, justify="right" if name else "left")
    by_type: dict[str, list[tuple[Query, Sequence[Hit]]]] = defaultdict(list)
    for query, hits in found:
        by_type[str(query.type)].append((query, hits))

    def share(part: Sequence[tuple[Query, Sequence[Hit]]], name: str, count: int = 1) -> float:
        return sum(right_share(query, hits, ORDERS[name], count) for query, hits in part) / len(part)

    for kind, part in sorted(by_type.items()):
        made.add_row(f"{kind} ({len(part)})", *(f"{share(part, name):.0%}" for name in ORDERS))
    made.add_section()
    made.add_row("all", *(f"{share(found, name):.1%}" for name in ORDERS))
    means = {name: sum(share(part, name) for part in by_type.values()) / len(by_type) for name in ORDERS}
    made.add_row("mean of the types", *(f"{means[name]:.1%}" for name in ORDERS))
    made.add_row("of the first three", *(f"{share(found, name, 3):.1%}" for name in ORDERS))
    return made


def main() -> None:
    """Parse the command line, search, print the table."""
    parser = argparse.ArgumentParser(description="Measure retrieval on known items.")
    parser.add_argument("--repos", type=Path, help="folder of bare mirrors: adds the real split")
    parser.add_argument("--query", choices=("task", "code"), default="task")
    parser.add_argument("--set", action="append", default=[], help="a line of the recipe to change")
    options = parser.parse_args()
    instances = [*load("sample", None), *(load("real", None) if options.repos else ())]
    chosen = recipe.Recipe.model_validate(
        {**recipe.load().model_dump(), **tomllib.loads("\n".join(options.set))}
    )
    repositories = Repositories(options.repos, sample_repositories())
    asked = queries((i for i in instances if i.same_edit_as is None), repositories, options.query)
    searched = index.open_index(corpus(), chosen)
    Console(width=110).print(table([(query, searched.search(query)) for query in asked]))


if __name__ == "__main__":
    main()
