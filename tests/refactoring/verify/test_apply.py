"""Check 1: a patch may touch what the refactoring needs, and nothing else."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.verify.apply import offence, reference_offence
from swerefactor.repositories import Change, Repository, git
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
    assert reason(Change(f"{MAIN}/p/Basket.java", None, b"package p; class Basket { }")) is None
    assert reason(Change(f"{MAIN}/p/Helper.java", None, b"class Helper { }")) == "outside_frame"


@pytest.mark.parametrize("path", [f"{MAIN}/module-info.java", "core/src/main/java/module-info.java"])
def test_the_module_declaration_is_part_of_the_build(path: str) -> None:
    assert reason(edit(path)) == "build_file"


def test_a_package_declaration_holds_nothing_to_refactor() -> None:
    assert reason(edit(f"{MAIN}/p/package-info.java")) == "outside_frame"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"package p; class Cart { }", b"package q; class Cart { }"),
        (b"package p; class Cart { }", b"class Cart { }"),
        (b"package p; class Cart { }", b"/* package p; */ package org.junit; class Cart { }"),
        (None, b"package org.junit; class Basket { }"),
        (None, b"class Basket { }"),
    ],
)
def test_a_source_stays_in_its_package(before: bytes | None, after: bytes) -> None:
    path = f"{MAIN}/p/{'Cart' if before else 'Basket'}.java"
    assert reason(Change(path, before, after)) == "outside_frame"


def test_a_source_outside_its_package_folder_may_stay_where_it_is() -> None:
    change = Change(
        f"{MAIN}/p/Cart.java", b"package odd; class Cart { }", b"package odd; class Cart { int x; }"
    )
    assert reason(change) is None


def test_hidden_text_is_refused_in_the_project_s_own_encoding() -> None:
    latin = PROJECT.model_copy(update={"encoding": "ISO-8859-1"})
    accent = Change(f"{MAIN}/p/Cart.java", b"class Cart { }", b"class Cart { /* caf\xe9 */ }")
    assert reason(accent) == "hidden_text"
    assert offence(MOVE, [accent], latin) is None


def test_a_literal_with_an_escape_may_move_to_another_file() -> None:
    old, new = b"package p; class Cart { char c = '\\u0000'; }", b"package p; class Cart { }"
    there = Change(f"{MAIN}/p/Basket.java", None, b"package p; class Basket { char c = '\\u0000'; }")
    assert offence(MOVE, [Change(f"{MAIN}/p/Cart.java", old, new), there], PROJECT) is None


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Repository, str]:
    """A repository whose other files use some names, and its commit."""
    files = {
        f"{MAIN}/p/Shelf.java": "package p; class Shelf { Rest rest; /* Note */ }",
        f"{TEST}/p/CartTest.java": "package p; import org.junit.*; class CartTest extends Cart { @Test void t(Part p) { } }",
        f"{MAIN}/q/Far.java": "package q; class Far { Part part; Rest rest; }",
    }
    tree = tmp_path_factory.mktemp("shop")
    for path, text in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text)
    place = ("-C", str(tree), "-c", "user.name=x", "-c", "user.email=x@example.org")
    git(*place, "init", "--quiet")
    git(*place, "add", "--all")
    git(*place, "commit", "--quiet", "--message", "Base")
    return Repository(tree / ".git"), git(*place, "rev-parse", "HEAD").decode().strip()


@pytest.mark.parametrize(
    ("after", "found"),
    [
        ("class Cart { } @interface Test { }", "outside_frame"),
        ("class Cart { } class Rest { }", "outside_frame"),
        ("class Cart { } class org { }", "outside_frame"),
        ("class Cart { static class Part { } }", "outside_frame"),
        ("class Cart { private record Sum(int a, int b) { } }", None),
        ("class Cart { class Rest { } }", None),
        ("class Cart { } class Note { }", None),
        ("class Cart { } class Basket { }", None),
    ],
)
def test_a_new_type_has_a_name_that_no_file_around_it_uses(
    shop: tuple[Repository, str], after: str, found: str | None
) -> None:
    repository, commit = shop
    change = Change(f"{MAIN}/p/Cart.java", b"package p; class Cart { }", f"package p; {after}".encode())
    asked = MOVE.model_copy(update={"base_commit": commit})
    offended = offence(asked, [change], PROJECT, repository)
    assert (offended.reason if offended else None) == found


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
