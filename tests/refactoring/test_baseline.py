"""Baselines: what the data set ships is of its own instances, and what can't be a baseline is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor import material
from swerefactor.errors import InvalidInstance, SandboxError
from swerefactor.refactoring.baseline import baseline_from, shipped_baseline
from swerefactor.refactoring.dataset import load
from swerefactor.refactoring.verify.verifier import base_of
from swerefactor.values import BaseTree, Outcome
from tests.refactoring.builders import case, run

BASE = BaseTree(repository="sample/cart", commit="0" * 40, jdk=17)


def shipped_files() -> list[Path]:
    return sorted((material.folder("dataset") / "baselines").rglob("*.json.gz"))


def test_every_shipped_baseline_is_that_of_a_real_instance() -> None:
    bases = {base_of(instance) for instance in load("real", None)}
    found = [known for base in bases if (known := shipped_baseline(base, "docker", "official")) is not None]
    assert len(found) == len(shipped_files()) > 0
    assert all(sum(map(len, baseline.passing.values())) > 500 for baseline in found)


def test_tests_that_pass_are_expected_and_all_others_are_named() -> None:
    made = baseline_from(
        BASE, run(case("a"), case("b", Outcome.FAILED), case("c", Outcome.SKIPPED)), "local", "fast"
    )
    assert made.passing == {"p.CartTest": ("a",)}
    assert made.not_passing == {"p.CartTest": ("b", "c")}


def test_a_base_that_does_not_compile_makes_its_instances_invalid() -> None:
    with pytest.raises(InvalidInstance) as caught:
        baseline_from(BASE, run(compiled=False, tests=None), "local", "fast")
    assert caught.value.reason == "base_does_not_compile"


def test_a_base_without_a_passing_test_makes_its_instances_invalid() -> None:
    with pytest.raises(InvalidInstance) as caught:
        baseline_from(BASE, run(case("a", Outcome.FAILED)), "local", "fast")
    assert caught.value.reason == "base_has_no_tests"


def test_a_base_whose_tests_hit_a_limit_is_our_fault_and_no_baseline() -> None:
    with pytest.raises(SandboxError, match="time limit"):
        baseline_from(BASE, run(case("a"), ended_by="time"), "local", "fast")
