"""Patches: what can't be used is refused with a reason, what can keeps every byte."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from swerefactor.patches import MAX_PATCH, MAX_SECTIONS, PatchError, apply_patch, make_patch

TREE: Mapping[str, bytes] = {
    "a/B.java": b"class B {\n    int x;\n}\n",
    "crlf.java": b"class C {\r\n    int x;\r\n}\r\n",
    "end.java": b"class D {\n}",
    "latin.java": b"// caf\xe9\nclass E {\n}\n",
}

ADD = "--- a/a/B.java\n+++ b/a/B.java\n@@ -1,3 +1,3 @@\n class B {\n-    int x;\n+    int y;\n }\n"


def new_file(path: str, mode: str = "100644", content: str = "x") -> str:
    return f"diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{content}\n"


def refusal(patch: str) -> str:
    with pytest.raises(PatchError) as caught:
        apply_patch(patch, TREE.get)
    return caught.value.reason


@pytest.mark.parametrize(
    ("path", "after"),
    [
        ("a/B.java", b"class B {\n    int renamed;\n}\n"),
        ("crlf.java", b"class C {\r\n    int y;\r\n}\r\n"),
        ("end.java", b"class D {\n    int x;\n}"),
        ("latin.java", b"// caf\xe9s\nclass E {\n}\n"),
        ("new/File.java", b"class File {\n}\n"),
        ("a/B.java", None),
    ],
)
def test_a_patch_made_from_files_gives_the_same_bytes_when_applied(path: str, after: bytes | None) -> None:
    patch = make_patch({path: TREE.get(path)}, {path: after})
    (change,) = apply_patch(patch, TREE.get)
    assert (change.path, change.before, change.after) == (path, TREE.get(path), after)


def test_a_patch_without_git_headers_applies() -> None:
    (change,) = apply_patch(ADD, TREE.get)
    assert change.after == b"class B {\n    int y;\n}\n"


def test_a_rename_is_a_deletion_and_an_addition() -> None:
    patch = (
        "diff --git a/end.java b/far.java\nsimilarity index 100%\nrename from end.java\nrename to far.java\n"
    )
    changes = {change.path: change.after for change in apply_patch(patch, TREE.get)}
    assert changes == {"end.java": None, "far.java": TREE["end.java"]}


@pytest.mark.parametrize("patch", ["", " \n\n"])
def test_an_empty_patch_is_no_edit(patch: str) -> None:
    assert refusal(patch) == "no_edit"


def test_a_patch_that_only_takes_a_mode_away_is_no_edit() -> None:
    assert refusal("diff --git a/end.java b/end.java\nold mode 100755\nnew mode 100644\n") == "no_edit"


@pytest.mark.parametrize(
    "patch", ["I would extract the method.", "--- a/a/B.java\n", ADD.replace("-1,3", "-1,9"), "\ud800"]
)
def test_a_text_that_is_no_patch_is_malformed(patch: str) -> None:
    assert refusal(patch) == "malformed_patch"


@pytest.mark.parametrize(
    "patch",
    [
        ADD.replace("int x", "int z"),
        ADD.replace("a/B.java", "a/Gone.java"),
        ADD.replace("a/B.java", "crlf.java").replace("class B", "class C"),
    ],
)
def test_a_patch_of_other_lines_does_not_apply(patch: str) -> None:
    assert refusal(patch) == "does_not_apply"


@pytest.mark.parametrize(
    "path", ["../outside.java", "/etc/passwd", ".git/config", "a/.GIT/hooks/post-commit", "a/../../b.java"]
)
def test_a_path_outside_the_workspace_is_forbidden(path: str) -> None:
    assert refusal(new_file(path)) == "forbidden_path"


@pytest.mark.parametrize("mode", ["120000", "160000"])
def test_a_symbolic_link_or_submodule_is_refused(mode: str) -> None:
    assert refusal(new_file("link.java", mode, "0" * 40 if mode == "160000" else "/etc")) in (
        "special_file",
        "malformed_patch",
    )


def test_a_binary_file_is_refused() -> None:
    assert refusal(make_patch({}, {"x.java": b"\0\1\2" * 100})) == "binary_file"


def test_a_binary_patch_is_refused_also_where_git_does_not_take_it_for_one() -> None:
    assert refusal(new_file("x.java") + "GIT binary patch\r\nliteral 3\nKcmZQzU|?oo\n\n") == "binary_file"


def test_a_nul_in_a_text_is_refused() -> None:
    assert refusal(ADD.replace("int y", "int \0y")) == "binary_file"


def test_a_patch_over_the_limit_is_too_large() -> None:
    assert refusal("x" * (MAX_PATCH + 1)) == "too_large"


def test_a_patch_of_very_many_sections_is_refused_before_git_spends_minutes_on_it() -> None:
    assert refusal("".join(new_file(f"n{i}.java") for i in range(MAX_SECTIONS + 1))) == "too_large"


@pytest.mark.parametrize(
    "patch",
    [
        new_file("new.java", mode="100755"),
        "diff --git a/a/B.java b/a/B.java\nold mode 100644\nnew mode 100755\n" + ADD,
    ],
)
def test_a_patch_that_makes_a_file_executable_is_refused(patch: str) -> None:
    assert refusal(patch) == "special_file"


def test_a_patch_made_from_an_executable_file_still_applies() -> None:
    patch = f"diff --git a/a/B.java b/a/B.java\nindex 0123456..1234567 100755\n{ADD}"
    (change,) = apply_patch(patch, TREE.get)
    assert change.after == b"class B {\n    int y;\n}\n"


def test_a_path_that_is_no_text_is_forbidden() -> None:
    assert refusal(new_file("\udcff.java")) == "forbidden_path"


def test_a_rename_onto_a_file_that_is_there_does_not_apply() -> None:
    patch = "diff --git a/end.java b/crlf.java\nsimilarity index 100%\nrename from end.java\nrename to crlf.java\n"
    assert refusal(patch) == "does_not_apply"


def test_an_overwriting_rename_shows_as_a_change_of_both_files() -> None:
    """A deletion makes room for the rename; what was overwritten is not lost from sight."""
    patch = (
        "diff --git a/end.java b/end.java\ndeleted file mode 100644\n--- a/end.java\n+++ /dev/null\n"
        "@@ -1,2 +0,0 @@\n-class D {\n-}\n\\ No newline at end of file\n"
        "diff --git a/a/B.java b/end.java\nsimilarity index 100%\nrename from a/B.java\nrename to end.java\n"
    )
    changes = {change.path: change.after for change in apply_patch(patch, TREE.get)}
    assert changes == {"a/B.java": None, "end.java": TREE["a/B.java"]}
