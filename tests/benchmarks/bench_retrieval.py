"""Measures retrieval over 2,000 examples: to build the index, to load it, to answer a query.

    python tests/benchmarks/bench_retrieval.py

At most 90 s, 0.5 s and 100 ms are the aims, on two cores. The examples are those of the corpus,
varied: each copy has other names and other blocks after its own code, so that no two are alike
and most are cut at the model's 256 tokens. Queries are as long. Seconds of processor time stand
beside those of the wall, which another load on the machine makes longer.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from swerefactor.retrieval.corpus import Example, corpus
from swerefactor.retrieval.index import Index, Query, embedder_of, open_index
from swerefactor.retrieval.leaks import Target
from swerefactor.retrieval.recipe import load

QUERIES = 40
Result = TypeVar("Result")


def varied(count: int) -> Sequence[Example]:
    """So many examples, each with names of its own."""
    own = corpus()
    return [_variant(own[number % len(own)], own, number) for number in range(count)]


def _variant(example: Example, others: Sequence[Example], number: int) -> Example:
    other = others[number * 7 % len(others)]
    code = f"{example.before}\n\n{other.before if number % 3 else ''}"
    before = re.sub(r"\b([a-z]{4,})\b(?= =|\()", rf"\g<1>{number}", code)
    return example.model_copy(update={"id": f"{example.id}-{number:05}", "before": before})


def timed(work: Callable[[], Result]) -> tuple[Result, float, float]:
    """What the work gives, with its seconds of the wall and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - processor


def ask(index: Index, number: int) -> None:
    """One search, as for an instance."""
    example = index.examples[number * 37 % len(index.examples)]
    code = re.sub(r"\b([a-z]{5,})\b", r"\1s", example.before)
    target = Target(repository="nobody/nothing", code=code)
    index.search(Query(text=f"{example.description}\n\n{code}", type=example.type, target=target))


def main() -> None:
    """Parse the command line, measure, print a line for each figure."""
    parser = argparse.ArgumentParser(description="Measure retrieval.")
    parser.add_argument("--examples", type=int, default=2000)
    options = parser.parse_args()
    examples, recipe = varied(options.examples), load()
    embedder = embedder_of(recipe)
    embedder.embed(["the weights are read"])
    with tempfile.TemporaryDirectory() as cache:
        os.environ["SWEREFACTOR_CACHE"] = cache
        _, wall, processor = timed(lambda: open_index(examples, recipe, embedder))
        print(f"build {len(examples)} examples: {wall:.1f} s, {processor:.1f} s of the processor")
        loads = [timed(lambda: open_index(examples, recipe, embedder))[1:] for _ in range(5)]
        index = open_index(examples, recipe, embedder)
        asked = [timed(lambda number=number: ask(index, number))[1:] for number in range(QUERIES)]
    for name, times in (("load", loads), ("query", asked)):
        walls, processors = (statistics.median(column) for column in zip(*times, strict=True))
        longest = max(wall for wall, _ in times)
        print(
            f"{name}: median {walls * 1000:.0f} ms (longest {longest * 1000:.0f} ms), "
            f"{processors * 1000:.0f} ms of the processor"
        )


if __name__ == "__main__":
    main()
