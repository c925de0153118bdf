"""How well 16 calls at a time are used: 200 instances against a server that takes half a second.

The instances ask for an extraction from each of as many methods of the sample's projects: replies are kept
by what was asked, so that the same instance twice would be one call. The ideal is what the calls alone
take, 200 / 16 * 0.5 s each; the aim is 1.3 times that. What surrounds the methods is found out in a first
run and kept, so that the second shows what every further model takes.
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
from swerefactor.refactoring import dataset, jobs, setup  # noqa: E402
from swerefactor.refactoring.predictors.opening import ModelChoice  # noqa: E402
from swerefactor.refactoring.verify.workbench import decoded  # noqa: E402
from swerefactor.values import Instance, RefactoringType  # noqa: E402
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
    """A data set of so many instances, each with a target of its own."""
    samples = {instance.base_commit: instance for instance in dataset.load("sample", None)}
    with setup.open_analyser() as analyser:
        made = [
            sample.model_copy(
                update={
                    "id": f"{sample.project}-{number}",
                    "type": RefactoringType.EXTRACT_METHOD,
                    "target": info.method,
                    "destination": None,
                }
            )
            for sample in samples.values()
            for number, info in enumerate(analyser.methods(sources(sample)))
        ]
    assert len(made) >= INSTANCES, f"The sample has {len(made)} methods only."
    file = folder / "many.jsonl"
    file.write_text("".join(jsonlines.to_json(instance) + "\n" for instance in made[:INSTANCES]))
    return file


def sources(instance: Instance) -> dict[str, str]:
    """The Java files of an instance's base commit."""
    repository = setup.repositories(setup.Choices()).open(instance.repository)
    paths = repository.files(instance.base_commit, ".java")
    return {path: decoded(text) for path, text in repository.read_all(instance.base_commit, paths).items()}


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
        assert len(server.requests) == 2 * 2 * INSTANCES, f"{len(server.requests)} calls were made."
    print(f"{INSTANCES} instances, {CALLS} at a time, two calls of {LATENCY} s each; ideal {ideal:.1f} s")
    print(f"first run {first:.1f} s, {first / ideal:.2f} times the ideal")
    print(f"further runs {second:.1f} s, {second / ideal:.2f} times the ideal (at most {MOST})")
    sys.exit(second > MOST * ideal)


if __name__ == "__main__":
    main()
