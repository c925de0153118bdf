"""How well 16 calls at a time are used: 200 instances against a server that takes half a second.

The ideal is what the calls alone take, 200 / 16 * 0.5 s; the aim is 1.3 times that. What surrounds the
methods is found out in a first run and kept, so that the second shows what every further model takes.
That the modules of other modes are not loaded is checked by a test.

Run: python tests/benchmarks/bench_models.py
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from swerefactor import jsonlines  # noqa: E402
from swerefactor.refactoring import dataset, jobs  # noqa: E402
from swerefactor.refactoring.predictors.opening import ModelChoice  # noqa: E402
from tests.fakes.openai_server import OpenAIServer, Says  # noqa: E402

INSTANCES, CALLS, LATENCY = 200, 16, 0.5
IDEAL = math.ceil(INSTANCES / CALLS) * LATENCY
MOST = 1.3


class Quiet:
    """A progress that nobody looks at."""

    def start(self, total: int) -> None:
        """Told how many tasks there are."""

    def done(self, label: str) -> None:
        """Told that one is done."""


def many(folder: Path) -> Path:
    """A data set of so many instances: those of the sample, again and again."""
    sample = dataset.load("sample", None)
    repeated = [
        sample[number % len(sample)].model_copy(update={"id": f"{sample[number % len(sample)].id}-{number}"})
        for number in range(INSTANCES)
    ]
    file = folder / "many.jsonl"
    file.write_text("".join(jsonlines.to_json(instance) + "\n" for instance in repeated))
    return file


def seconds(url: str, file: Path, folder: Path, seed: int) -> float:
    """Wall seconds until all are predicted; each seed is asked anew."""
    begun = time.perf_counter()
    job = jobs.Job(
        model=ModelChoice("scripted", base_url=url, seed=seed),
        dataset=file,
        workers=CALLS,
        run=str(folder / f"run-{seed}"),
    )
    jobs.predict(job, lambda line: None, Quiet())
    return time.perf_counter() - begun


def main() -> None:
    """Prints the ratios; exit code 1 when the aim is missed."""
    with tempfile.TemporaryDirectory() as name, OpenAIServer([Says("no")], seconds=LATENCY) as server:
        folder = Path(name)
        os.environ["SWEREFACTOR_REPLIES"] = str(folder / "replies")
        file = many(folder)
        # Two calls for each: the first reply holds no edit, and the model may mend that once.
        ideal = 2 * IDEAL
        first, second = (seconds(server.url, file, folder, seed) for seed in (1, 2))
    print(f"{INSTANCES} instances, {CALLS} at a time, two calls of {LATENCY} s each; ideal {ideal:.1f} s")
    print(f"first run {first:.1f} s, {first / ideal:.2f} times the ideal")
    print(f"further runs {second:.1f} s, {second / ideal:.2f} times the ideal (at most {MOST})")
    sys.exit(second > MOST * ideal)


if __name__ == "__main__":
    main()
