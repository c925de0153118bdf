"""The main job end to end on real Java, in the local sandbox: verdicts, resume, bad predictions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Literal

import pytest

from swerefactor.patches import make_patch
from swerefactor.refactoring import jobs
from swerefactor.refactoring.dataset import Selection, find
from swerefactor.refactoring.predictors import opening
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.setup import Choices
from swerefactor.repositories import Repositories, Repository
from swerefactor.runs.folder import RunFolder
from swerefactor.values import Prediction, Report, Status, Verdict

LOCAL = Choices(sandbox="local")
EXTRACT = "ledger-extract-method-1"


class Quiet:
    """A progress that nobody looks at."""

    def start(self, total: int) -> None:
        pass

    def done(self, label: str) -> None:
        pass


def evaluate(path: Path, model: str, *instances: str, choices: Choices = LOCAL) -> Report:
    job = jobs.Job(
        model=opening.ModelChoice(model),
        selection=Selection(instances=instances),
        choices=choices,
        run=str(path),
    )
    return jobs.evaluate(job, lambda line: None, Quiet()).report


def gold_patch(instance_id: str) -> str:
    instance = find(instance_id, None)
    return sample(instance.project).diff(instance.base_commit, instance.commit)


def sample(project: str) -> Repository:
    return Repositories(made=sample_repositories()).open(f"sample/{project}")


def verdict_on(tmp_path: Path, patch: str, instance_id: str = EXTRACT, choices: Choices = LOCAL) -> Verdict:
    line = {"instance_id": instance_id, "model_name_or_path": "someone", "model_patch": patch}
    (tmp_path / "p.jsonl").write_text(json.dumps(line) + "\n")
    evaluate(tmp_path / "run", f"replay:{tmp_path / 'p.jsonl'}", choices=choices)
    found = RunFolder.open(tmp_path / "run").verdict(instance_id)
    assert found is not None
    return found


def statuses(verdict: Verdict) -> list[str]:
    return [check.status.value for check in verdict.checks]


@pytest.mark.parametrize(
    "instance_id", [EXTRACT, "almanac-move-method-1", "orchard-move-and-rename-method-1"]
)
def test_the_reference_is_resolved_and_compared_with_itself(tmp_path: Path, instance_id: str) -> None:
    report = evaluate(tmp_path / "run", "gold", instance_id)
    verdict = RunFolder.open(tmp_path / "run").verdict(instance_id)
    assert (report.total, report.resolved) == (1, 1)
    assert verdict is not None
    assert verdict.target_covered in (True, None)
    assert verdict.codebleu is not None
    assert verdict.codebleu.codebleu == pytest.approx(1.0)


def test_changing_nothing_resolves_no_instance(tmp_path: Path) -> None:
    report = evaluate(tmp_path / "run", "noop")
    assert report.total >= 18
    assert report.resolved == 0
    assert report.by_reason == {"no_edit": report.total}


def test_code_that_does_not_compile_fails_there_and_is_still_analysed(tmp_path: Path) -> None:
    instance, repository = find(EXTRACT, None), sample("ledger")
    (change,) = repository.changes(instance.base_commit, instance.commit)
    assert change.after is not None
    broken = change.after + b"class Broken { int x = nowhere; }\n"
    verdict = verdict_on(tmp_path, make_patch({change.path: change.before}, {change.path: broken}))
    assert statuses(verdict) == ["passed", "failed", "skipped", "failed"]
    assert verdict.checks[3].reason == "outside_frame"
    compiling = verdict.checks[1]
    assert compiling.reason == "undefined_symbol"
    assert any("nowhere" in line for line in compiling.evidence)


def test_the_reference_of_another_instance_is_not_the_asked_one(tmp_path: Path) -> None:
    verdict = verdict_on(tmp_path, gold_patch("ledger-inline-method-1"))
    assert verdict.checks[3].status is Status.FAILED
    assert verdict.checks[3].reason == "not_extracted"
    assert not verdict.resolved


@pytest.mark.parametrize(("tests", "expected", "reason"), [("covering", 4, ""), ("all", 41, "test_failed")])
def test_what_only_other_tests_would_notice_is_noticed_by_all_tests(
    tests: Literal["covering", "all"], expected: int, reason: str, tmp_path: Path
) -> None:
    period = "ledger-move-and-inline-method-1"
    instance, repository = find(period, None), sample("ledger")
    money = "src/main/java/sample/ledger/Money.java"
    files = {c.path: (c.before, c.after) for c in repository.changes(instance.base_commit, instance.commit)}
    text = repository.read(instance.base_commit, money)
    assert text is not None
    files[money] = (
        text,
        text.replace(
            b"public Money plus(Money other) {", b"public Money plus(Money other) { other = other.negate();"
        ),
    )
    assert files[money][0] != files[money][1]
    patch = make_patch({p: one for p, (one, _) in files.items()}, {p: two for p, (_, two) in files.items()})
    verdict = verdict_on(tmp_path, patch, period, Choices(sandbox="local", tests=tests))
    assert verdict.tests is not None
    assert (verdict.tests.expected, verdict.checks[2].reason) == (expected, reason)


def test_a_patch_that_edits_the_build_is_refused_before_anything_runs(tmp_path: Path) -> None:
    patch = "diff --git a/evil.gradle b/evil.gradle\nnew file mode 100644\n--- /dev/null\n+++ b/evil.gradle\n@@ -0,0 +1 @@\n+x\n"
    verdict = verdict_on(tmp_path, patch)
    assert verdict.checks[0].reason == "build_file"
    assert statuses(verdict) == ["failed", "skipped", "skipped", "skipped"]


def test_a_prediction_that_another_tool_failed_to_make_is_no_edit(tmp_path: Path) -> None:
    assert verdict_on(tmp_path, "").checks[0].reason == "no_edit"


def test_a_run_killed_half_way_goes_on_and_does_nothing_twice(tmp_path: Path) -> None:
    chosen = ["--project", "ledger", "--limit", "4"]
    command = [
        sys.executable,
        "-c",
        "from swerefactor.cli.app import main; main()",
        "eval",
        "--model",
        "gold",
    ]
    command += ["--sandbox", "local", "--run", str(tmp_path / "run"), "--json", *chosen]
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as first:
        verdicts = tmp_path / "run" / "verdicts.jsonl"
        deadline = time.monotonic() + 300
        while (
            not (verdicts.exists() and verdicts.read_bytes().count(b"\n") >= 2)
            and time.monotonic() < deadline
        ):
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
    before = verdicts.read_bytes().splitlines()
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    report = Report.model_validate_json(again.stdout)
    after = verdicts.read_bytes().splitlines()
    assert (report.total, report.resolved) == (4, 4)
    assert 2 <= len(before) < 4
    assert after[: len(before)] == before
    assert len(after) == 4
    assert sorted(json.loads(line)["instance_id"] for line in after) == sorted(
        Prediction.model_validate_json(line).instance_id
        for line in (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()
    )
    assert not list(tmp_path.glob("swerefactor-*"))
