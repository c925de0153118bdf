"""Check 1: a patch may touch what the refactoring needs, and nothing else."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.verify.apply import offence, reference_offence
from swerefactor.repositories import Change
from swerefactor.values import RefactoringType
from tests.refactoring.builders import MAIN, PROJECT, TEST, destination, instance

MOVE = instance(RefactoringType.MOVE_METHOD, destination=destination())


def edit(path: str) -> Change:
    return Change(path, b"class X { }", b"class X { int y; }")


def reason(change: Change, asked: object = MOVE) -> str | None:
    found = offence(asked, [change], PROJECT)  # type: ignore[arg-type]
    return found.reason if found else None


@pytest.mark.parametrize("path", [f"{MAIN}/p/Cart.java", f"{MAIN}/p/Basket.java", f"{MAIN}/q/Caller.java"])
def test_sources_of_the_project_may_change(path: str) -> None:
    assert reason(edit(path)) is None


@pytest.mark.parametrize(
    "path",
    [
        "pom.xml",
        "core/pom.xml",
        "build.gradle",
        "build.gradle.kts",
        ".mvn/maven.config",
        "mvnw",
        "gradle/wrapper/x.jar",
    ],
)
def test_a_build_file_may_not_change(path: str) -> None:
    assert reason(edit(path)) == "build_file"


@pytest.mark.parametrize(
    "path", ["src/main/resources/a.properties", "src/test/resources/META-INF/services/x"]
)
def test_a_resource_may_not_change(path: str) -> None:
    assert reason(edit(path)) == "resource_file"


@pytest.mark.parametrize(
    "path", ["README.md", "Loose.java", f"{MAIN}/p/notes.txt", "src/main/javax/p/X.java"]
)
def test_what_is_no_source_of_the_project_is_outside_the_frame(path: str) -> None:
    assert reason(edit(path)) == "outside_frame"


def test_a_new_file_is_right_as_the_destination_alone() -> None:
    assert reason(Change(f"{MAIN}/p/Basket.java", None, b"class Basket { }")) is None
    assert reason(Change(f"{MAIN}/p/Helper.java", None, b"class Helper { }")) == "outside_frame"


def test_no_file_may_go() -> None:
    assert reason(Change(f"{MAIN}/p/Cart.java", b"class Cart { }", None)) == "outside_frame"


def test_tests_change_only_where_they_speak_of_the_target() -> None:
    caller = Change(f"{TEST}/p/CartTest.java", b"cart.total(1);", b"basket.total(1);")
    other = Change(f"{TEST}/p/OtherTest.java", b"cart.subtotal(1);", b"")
    assert reason(caller) is None
    assert reason(other) == "outside_frame"


def test_a_whole_commit_that_changes_the_build_is_no_reference() -> None:
    found = reference_offence([edit(f"{TEST}/p/NewTest.java"), edit("pom.xml")], PROJECT)
    assert found is not None
    assert found.reason == "invalid_reference"


def test_a_whole_commit_may_change_documentation_and_delete_tests() -> None:
    deletion = Change(f"{TEST}/p/OldTest.java", b"class OldTest { }", None)
    assert reference_offence([edit("src/changes/changes.xml"), deletion], PROJECT) is None
