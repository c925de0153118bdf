"""Small values for tests, each with what the test does not care about filled in."""

from __future__ import annotations

from typing import Any

from swerefactor.values import (
    Baseline,
    BaseTree,
    Destination,
    Detection,
    Instance,
    JavaProject,
    MethodRef,
    Origin,
    Outcome,
    RefactoringType,
    RunResult,
    TestCase,
)

MAIN, TEST = "src/main/java", "src/test/java"
PROJECT = JavaProject(
    module="",
    main_roots=(MAIN,),
    test_roots=(TEST,),
    resource_roots=("src/main/resources",),
    test_resource_roots=("src/test/resources",),
)


def method(signature: str = "total(int)", class_name: str = "p.Cart", file: str | None = None) -> MethodRef:
    place = file or f"{MAIN}/{class_name.replace('.', '/')}.java"
    return MethodRef(file=place, class_name=class_name, signature=signature, start_line=10, end_line=20)


def instance(kind: RefactoringType = RefactoringType.EXTRACT_METHOD, **changes: Any) -> Instance:
    facts: dict[str, Any] = {
        "id": "cart-1",
        "project": "cart",
        "repository": "sample/cart",
        "licence": "Apache-2.0",
        "base_commit": "0" * 40,
        "commit": "1" * 40,
        "type": kind,
        "target": method(),
        "in_test_code": False,
        "jdk": 17,
        "reference_kind": "isolated",
        "origin": Origin(dataset="test", row="1"),
    }
    return Instance(**{**facts, **changes})


def destination(class_name: str = "p.Basket", name: str | None = None) -> Destination:
    return Destination(class_name=class_name, file=f"{MAIN}/{class_name.replace('.', '/')}.java", method=name)


def detection(
    kind: str = "Extract Method", subject: MethodRef | None = None, result: MethodRef | None = None
) -> Detection:
    return Detection(
        type=kind,
        description=f"{kind} seen",
        subject=subject or method(),
        result=result or method("sum(int)"),
    )


def case(
    name: str, outcome: Outcome = Outcome.PASSED, class_name: str = "p.CartTest", message: str = ""
) -> TestCase:
    return TestCase(class_name=class_name, name=name, outcome=outcome, message=message)


def run(*tests: TestCase, **changes: Any) -> RunResult:
    facts: dict[str, Any] = {"compiled": True, "compile_seconds": 1.0, "test_seconds": 2.0, "tests": tests}
    return RunResult(**{**facts, **changes})


def baseline(
    passing: dict[str, tuple[str, ...]], not_passing: dict[str, tuple[str, ...]] | None = None
) -> Baseline:
    base = BaseTree(repository="sample/cart", commit="0" * 40, jdk=17)
    return Baseline(base=base, build="fast", sandbox="local", passing=passing, not_passing=not_passing or {})
