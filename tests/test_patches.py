"""Patches: what can't be used is refused with a reason, what can keeps every byte."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from swerefactor.patches import MAX_PATCH, PatchError, apply_patch, make_patch

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


def test_a_patch_that_only_changes_modes_is_no_edit() -> None:
    assert refusal("diff --git a/end.java b/end.java\nold mode 100644\nnew mode 100755\n") == "no_edit"


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


def test_a_patch_over_the_limit_is_too_large() -> None:
    assert refusal("x" * (MAX_PATCH + 1)) == "too_large"
