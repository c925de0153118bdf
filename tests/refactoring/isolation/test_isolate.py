"""The isolated reference holds the asked refactoring and nothing else of what the developer changed with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.farm.plain import PlainBuildTool
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.isolation.isolate import Isolation, isolate, repeated
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.verify.workbench import Workbench
from swerefactor.repositories import Repositories, Repository, git
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import (
    Check,
    CheckResult,
    Instance,
    Limits,
    Prediction,
    Status,
    Verdict,
)
from tests.fakes.parts import ScriptedTestRun
from tests.fakes.sandbox import FakeSandbox
from tests.refactoring.builders import baseline

Edit = tuple[str, str, str]
"""A file, and text in it that gives way to another."""

ELSEWHERE: Edit = (
    "src/main/java/sample/ledger/Journal.java",
    "package sample.ledger;\n",
    "package sample.ledger;\n\n/* Reviewed. */\n",
)
ONE_OF_EACH_TYPE = [
    "ledger-extract-method-1",
    "ledger-inline-method-1",
    "ledger-move-method-1",
    "ledger-extract-and-move-method-1",
    "ledger-move-and-inline-method-1",
    "ledger-move-and-rename-method-1",
]


@pytest.fixture(scope="module")
def analyser() -> Iterator[JavaAnalyser]:
    with JavaAnalyser() as analyser:
        yield analyser


class Mixed:
    """Commits in which a developer did more than the asked refactoring."""

    def __init__(self, folder: Path, analyser: JavaAnalyser) -> None:
        self.folder = folder
        self.analyser = analyser
        self.sample = Repositories(made=sample_repositories())

    def commit(self, instance_id: str, *edits: Edit) -> tuple[Instance, Workbench]:
        """The sample instance as if its commit had made these edits too, on the developer's side."""
        asked = find(instance_id, None)
        source = self.sample.open(asked.repository)
        work = self.folder / instance_id
        git("init", "--quiet", str(work))
        commits = []
        for commit, more in ((asked.base_commit, ()), (asked.commit, edits)):
            source.export(commit, work)
            for path, old, new in more:
                text = (work / path).read_text()
                assert old in text
                (work / path).write_text(text.replace(old, new, 1))
            git("-C", str(work), "add", "-A")
            git("-C", str(work), "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "-m", "c")
            commits.append(git("-C", str(work), "rev-parse", "HEAD").decode().strip())
        repositories = Repositories(made=((asked.repository, work / ".git"),))
        mixed = asked.model_copy(
            update={"base_commit": commits[0], "commit": commits[1], "reference_kind": "commit"}
        )
        return mixed, self.bench(repositories)

    def bench(self, repositories: Repositories) -> Workbench:
        return Workbench(
            repositories=repositories,
            sandbox=FakeSandbox(repositories),
            build_tool=lambda base: PlainBuildTool(base.repository),
            test_run=ScriptedTestRun(),
            analyser=self.analyser,
            baseline=lambda instance, project: baseline({}),
            score=lambda candidate, reference: pytest.fail("no score is asked for"),
            limits=Limits(),
            runs=Kept(self.folder / "builds"),
            key=content_key,
        )

    def pure(self, instance_id: str) -> dict[str, bytes | None]:
        """The files of the sample's own reference, which holds nothing else."""
        asked = find(instance_id, None)
        return _files(asked, self.sample.open(asked.repository))


@pytest.fixture
def mixed(tmp_path: Path, analyser: JavaAnalyser) -> Mixed:
    return Mixed(tmp_path, analyser)


def isolated(instance: Instance, bench: Workbench) -> tuple[Instance, Isolation]:
    (found,) = isolate([instance], bench)
    return found


def _files(instance: Instance, repository: Repository) -> dict[str, bytes | None]:
    return {c.path: c.after for c in isolated_changes(instance, repository)}


@pytest.mark.parametrize("instance_id", ONE_OF_EACH_TYPE)
def test_what_has_nothing_to_do_with_the_refactoring_is_left_out(mixed: Mixed, instance_id: str) -> None:
    asked, bench = mixed.commit(instance_id, ELSEWHERE)
    found, isolation = isolated(asked, bench)
    assert isolation.failure is None
    assert found.reference_kind == "isolated"
    assert isolation.lines < isolation.whole_lines
    assert _files(found, bench.repositories.open(asked.repository)).keys() == mixed.pure(instance_id).keys()


MONEY = "src/main/java/sample/ledger/Money.java"


@pytest.mark.parametrize(
    "edit",
    [
        (MONEY, "public Currency currency() {\n", "public Currency currency() {\n        hashCode();\n"),
        (
            MONEY,
            "    public Currency currency()",
            "    void nothing() {\n    }\n\n    public Currency currency()",
        ),
        (MONEY, "String all = whole + fraction;\n", 'String all = whole + "" + fraction;\n'),
        (
            MONEY,
            "        requireDigits(all, text);\n",
            "        requireDigits(all, text);\n        System.out.println(all);\n",
        ),
    ],
    ids=["in another method", "a new method", "a statement of the target", "a statement beside the call"],
)
def test_a_change_in_the_same_class_or_method_is_left_out(mixed: Mixed, edit: Edit) -> None:
    asked, bench = mixed.commit("ledger-extract-method-1", edit)
    found, isolation = isolated(asked, bench)
    assert isolation.failure is None
    repository = bench.repositories.open(asked.repository)
    assert _files(found, repository) == mixed.pure("ledger-extract-method-1")


def test_where_the_refactored_code_itself_is_changed_the_commit_stays_the_reference(mixed: Mixed) -> None:
    change = (MONEY, "if (!Character.isDigit(all.charAt(i)))", "if (!Character.isLetter(all.charAt(i)))")
    asked, bench = mixed.commit("ledger-extract-method-1", change)
    found, isolation = isolated(asked, bench)
    assert (found.reference_kind, found.reference) == ("commit", ())
    assert isolation.failure is not None
    assert isolation.failure.reason == "own_change_mixed"
    assert "isLetter" in isolation.failure.message


def test_a_recipe_is_the_same_each_time(mixed: Mixed) -> None:
    asked, bench = mixed.commit("ledger-move-method-1", ELSEWHERE)
    assert isolated(asked, bench)[0] == isolated(asked, bench)[0]


def verdict(instance: Instance, *checks: CheckResult) -> Verdict:
    return Verdict(instance_id=instance.id, model="gold", checks=checks)


def passing(check: Check) -> CheckResult:
    return CheckResult(check=check, status=Status.PASSED)


def test_what_does_not_compile_grows_by_the_names_that_the_compiler_misses(mixed: Mixed) -> None:
    """A part may be proven by the inverse and still lack a member that only the compiler looks for."""
    helper = "    private static void note() {\n    }\n\n"
    asked, bench = mixed.commit(
        "ledger-extract-method-1",
        (MONEY, "    public Currency currency()", f"{helper}    public Currency currency()"),
    )
    tried = []

    def verify(instance: Instance, prediction: Prediction) -> Verdict:
        tried.append(prediction.model_patch)
        if "note()" in prediction.model_patch:
            return verdict(instance, *map(passing, Check))
        missing = CheckResult(
            check=Check.COMPILE,
            status=Status.FAILED,
            reason="undefined_symbol",
            evidence=(f"{MONEY}:[64,9] cannot find symbol: note()",),
        )
        return verdict(instance, missing)

    ((found, isolation),) = isolate([asked], bench, verify)
    assert len(tried) == 1  # growing by it is refused by the inverse, so that nothing wrong is kept
    assert isolation.failure is not None
    assert isolation.failure.reason == "undefined_symbol"
    assert found.reference_kind == "commit"


def test_what_compiles_and_passes_is_marked_as_verified(mixed: Mixed) -> None:
    asked, bench = mixed.commit("ledger-extract-method-1", ELSEWHERE)
    ((_, isolation),) = isolate([asked], bench, lambda instance, _: verdict(instance, *map(passing, Check)))
    assert isolation.verified


def test_instances_whose_isolated_references_are_one_edit_are_found(mixed: Mixed) -> None:
    asked, bench = mixed.commit("ledger-extract-method-1", ELSEWHERE)
    one, _ = isolated(asked, bench)
    other = one.model_copy(update={"id": "another"})
    whole = asked.model_copy(update={"id": "whole"})
    assert repeated([one, other, whole], bench.repositories) == {"another": one.id}
