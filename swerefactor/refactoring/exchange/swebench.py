"""Instances as rows in SWE-bench's fields, so that harnesses and agents made for it can use them."""

from __future__ import annotations

import json
import re
from typing import Any

from swerefactor.patches import make_patch
from swerefactor.refactoring.baseline import shipped_baseline
from swerefactor.refactoring.isolation.recipe import isolated_changes
from swerefactor.refactoring.mining.candidates import is_test
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import method_values
from swerefactor.refactoring.verify.ids import is_among, passing_ids, shown
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.repositories import Change, Repository
from swerefactor.values import Instance

_VERSION = re.compile(rb"<version>\s*([\w.-]+)\s*</version>")
_PARENT = re.compile(rb"<parent>.*?</parent>|<!--.*?-->", re.DOTALL)


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
        return _patch(changes), ""
    tests = [change for change in changes if is_test(change.path)]
    return _patch([change for change in changes if change not in tests]), _patch(tests)


def _patch(changes: tuple[Change, ...] | list[Change]) -> str:
    return make_patch({c.path: c.before for c in changes}, {c.path: c.after for c in changes})


def _expected(instance: Instance) -> list[str]:
    baseline = shipped_baseline(base_of(instance), "docker")
    if baseline is None:
        return []
    chosen = frozenset(instance.covering_tests)
    ids = {shown(test) for test in passing_ids(baseline) if is_among(test, chosen)}
    return sorted(ids - set(instance.unsteady_tests))


def version(instance: Instance, repository: Repository) -> str:
    """The project's version at the base commit as its pom.xml says it, empty where that says none."""
    pom = repository.read(instance.base_commit, "pom.xml") or b""
    found = _VERSION.search(_PARENT.sub(b"", pom))
    return found[1].decode() if found else ""
