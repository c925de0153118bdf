"""Instances as rows in SWE-bench's fields, so that harnesses and agents made for it can use them."""

from __future__ import annotations

import json
from typing import Any

from swerefactor.errors import InvalidInstance
from swerefactor.farm.maven import project_version
from swerefactor.patches import patch_of
from swerefactor.refactoring.baseline import shipped_baseline
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.mining.candidates import is_test
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import method_values
from swerefactor.refactoring.verify.ids import is_among, passing_ids, shown
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.repositories import Repository
from swerefactor.values import Instance


def swebench_row(instance: Instance, repository: Repository, prompts: Prompts) -> dict[str, Any]:
    """One row.

    A refactoring mends no test, so `FAIL_TO_PASS` is empty; `PASS_TO_PASS` are the covering tests that
    pass at the base commit, as Class#name, where the data set ships its baseline. Both are JSON lists in
    a string, as SWE-bench has them. Beyond its fields: the type, the method, the JDK and the licence.
    """
    patch, test_patch = _patches(instance, repository)
    values = method_values(instance, BaseFiles(repository, instance.base_commit), prompts)
    return {
        "instance_id": instance.id,
        "repo": instance.repository,
        "base_commit": instance.base_commit,
        "patch": patch,
        "test_patch": test_patch,
        "problem_statement": prompts.load("export/problem").fill(values),
        "hints_text": "",
        "created_at": instance.date,
        "version": version(instance, repository),
        "FAIL_TO_PASS": "[]",
        "PASS_TO_PASS": json.dumps(_expected(instance)),
        "environment_setup_commit": instance.base_commit,
        "refactoring_type": instance.type.value,
        "file": instance.target.file,
        "method": f"{instance.target.class_name}#{instance.target.signature}",
        "reference_kind": instance.reference_kind,
        "jdk": instance.jdk,
        "licence": instance.licence,
    }


def _patches(instance: Instance, repository: Repository) -> tuple[str, str]:
    """The reference, and apart from it what a whole commit changes in the tests of main code."""
    changes = isolated_changes(instance, repository)
    if instance.reference_kind == "isolated" or instance.in_test_code:
        return patch_of(changes), ""
    tests = [change for change in changes if is_test(change.path)]
    return patch_of(change for change in changes if change not in tests), patch_of(tests)


def _expected(instance: Instance) -> list[str]:
    baseline = shipped_baseline(base_of(instance), "docker")
    if baseline is None:
        return []
    chosen = frozenset(instance.covering_tests)
    ids = {shown(test) for test in passing_ids(baseline) if is_among(test, chosen)}
    return sorted(ids - set(instance.unsteady_tests))


def version(instance: Instance, repository: Repository) -> str:
    """The project's version at the base commit as its build files say it, empty where they say none."""
    try:
        return project_version(lambda path: repository.read(instance.base_commit, path), instance.module)
    except InvalidInstance:
        return ""
