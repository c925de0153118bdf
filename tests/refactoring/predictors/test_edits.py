"""Edits in a model's reply: what is applied to the letter, and what is refused with which reason."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.predictors.edits import MAX_REPLY, EditError, apply_edits, parse_edits

A = "src/A.java"
BODY = (
    b"class A {\n    int one() {\n        return 1;\n    }\n\n    int two() {\n        return 2;\n    }\n}\n"
)


def block(search: str, replace: str, path: str = A) -> str:
    """One SEARCH block; both sides are whole lines, the replacement may be none."""
    lines = [path, "<<<<<<< SEARCH", search, "=======", *([replace] if replace else []), ">>>>>>> REPLACE"]
    return "\n".join(lines) + "\n"


def create(path: str, content: str = "class B {\n}") -> str:
    return f"{path}\n<<<<<<< CREATE\n{content}\n>>>>>>> CREATE\n"


def delete(path: str) -> str:
    return f"{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n"


def applied(reply: str, content: bytes | None = BODY) -> dict[str, bytes | None]:
    """The files after a reply, in a tree with src/A.java, a link and a file without ending."""
    tree = {A: content, "notes": b"text\n"}
    return apply_edits(reply, tree.get, links={"src/link", "lib"}, folders={"src", "lib2"})


def refused(reply: str, content: bytes | None = BODY) -> EditError:
    with pytest.raises(EditError) as raised:
        applied(reply, content)
    return raised.value


class TestWhatIsApplied:
    def test_an_edit_changes_its_lines_and_nothing_else(self) -> None:
        assert applied(block("        return 2;", "        return 3;")) == {A: BODY.replace(b"2;", b"3;")}

    def test_prose_and_code_fences_around_the_blocks_do_not_matter(self) -> None:
        bare = block("        return 2;", "        return 3;")
        path, rest = bare.split("\n", 1)
        for reply in (
            f"Here is the change.\n\n```java\n{bare}```\nThat was it.",
            f"The change:\n\n{path}\n```java\n{rest}```",
            f"`{path}`\n\n{rest}",
            f"**{path}**\n{rest}",
            f"./{path}\n{rest}",
            bare.replace("\n", "\r\n"),
            f"<think>Maybe\n{block('class A {', 'class C {')}</think>\n{bare}",
        ):
            assert applied(reply) == applied(bare)

    def test_the_order_of_edits_does_not_matter(self) -> None:
        one = block("        return 1;", "        int x = 1;\n        return x;")
        two = block("        return 2;", "")
        assert applied(one + two) == applied(two + one)

    def test_a_block_right_after_another_is_in_the_same_file(self) -> None:
        one, two = (
            block("        return 1;", "        return 4;"),
            block("        return 2;", "        return 5;"),
        )
        assert applied(one + two.split("\n", 1)[1]) == applied(one + two)

    def test_edits_are_matched_in_the_file_as_it_was(self) -> None:
        swapped = block("        return 1;", "        return 2;") + block(
            "        return 2;", "        return 1;"
        )
        after = applied(swapped)[A]
        assert after is not None
        assert after.index(b"return 2") < after.index(b"return 1")

    def test_files_are_made_and_deleted(self) -> None:
        assert applied(create("src/p/B.java") + delete(A)) == {"src/p/B.java": b"class B {\n}\n", A: None}

    def test_a_dividing_line_may_stand_in_a_new_file(self) -> None:
        assert applied(create("B.java", "/*\n=======\n*/"))["B.java"] == b"/*\n=======\n*/\n"

    def test_windows_line_ends_are_matched_and_kept(self) -> None:
        content = BODY.replace(b"\n", b"\r\n")
        reply = block("        return 1;\n    }", "        return 1; // one\n        // done\n    }")
        after = applied(reply, content)[A]
        assert after == content.replace(b"return 1;\r\n", b"return 1; // one\r\n        // done\r\n")

    def test_lines_that_are_not_edited_keep_their_mixed_line_ends(self) -> None:
        assert applied(block("b", "B\nBB"), b"a\nb\r\nc\nd\r\n") == {A: b"a\nB\r\nBB\r\nc\nd\r\n"}

    @pytest.mark.parametrize("replace", ["z", "y\nz", ""])
    def test_a_missing_last_line_end_stays_missing(self, replace: str) -> None:
        after = applied(block("b", replace), b"a\nb")[A]
        assert after == (b"a\n" + replace.encode() if replace else b"a")

    def test_bytes_that_are_not_utf_8_survive(self) -> None:
        content = b"// caf\xe9 \x93\xff\nint a;\n// na\xefve\n"
        assert applied(block("int a;", "int b;"), content) == {A: content.replace(b"a;", b"b;")}

    def test_what_is_shown_of_a_latin_1_file_can_be_searched(self) -> None:
        assert applied(block("// café", "// thé"), b"// caf\xe9\n") == {A: b"// th\xe9\n"}

    def test_a_byte_order_mark_is_kept_and_not_searched(self) -> None:
        assert applied(block("a", "b"), b"\xef\xbb\xbfa\n") == {A: b"\xef\xbb\xbfb\n"}

    def test_a_form_feed_or_line_separator_ends_no_line(self) -> None:
        content = "a\x0cb\u2028c\nd\n".encode()
        assert applied(block("d", "e"), content) == {A: "a\x0cb\u2028c\ne\n".encode()}


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "no_edit"),
        ("I would extract a method here.", "no_edit"),
        (f"{A}\n```java\nclass A {{}}\n```", "no_edit"),
        (f"{A}\n<<<<<<< SEARCH\n        return 1;\n", "malformed_edit"),
        (f"{A}\n<<<<<<< SEARCH\n        return 1;\n=======\n", "malformed_edit"),
        (f"{A}\n<<<<<<< SEARCH\n        return 1;\n>>>>>>> REPLACE\n", "malformed_edit"),
        (f"{A}\n<<<<<<< SEARCH\na\n=======\n" + block("        return 1;", ""), "malformed_edit"),
        (block("a\n=======\nb", "c"), "malformed_edit"),
        (block("", "class B {}"), "malformed_edit"),
        (block("```java\n        return 1;\n```", "x"), "malformed_edit"),
        (block("        return 1;", "x").split("\n", 1)[1], "malformed_edit"),
        (block("        return 1;", "x") + ">>>>>>> REPLACE\n", "malformed_edit"),
        (f"{A}\n<<<<<<< DELETE\nclass A {{\n>>>>>>> DELETE\n", "malformed_edit"),
        (create("B.java").replace(">>>>>>> CREATE", ">>>>>>> REPLACE"), "malformed_edit"),
        (block("        return 1;", "        return 1;"), "unchanged_edit"),
        (block("        return 3;", "x"), "no_match"),
        (block("return 1;", "x"), "no_match"),
        (block("    }", "    };"), "many_matches"),
        (block("        return 1;", "x") * 2, "duplicate_edit"),
        (block("        return 1;", "x") + block("        return 1;", "y"), "duplicate_edit"),
        (create("B.java") * 2, "duplicate_edit"),
        (block("        return 1;", "x") + block("        return 1;\n    }", "y"), "overlapping_edits"),
        (block("        return 1;", "x") + delete(A), "conflicting_edits"),
        (create("B.java") + block("class B {", "class C {", "B.java"), "conflicting_edits"),
        (create(A), "file_exists"),
        (block("a", "b", "src/Missing.java"), "file_missing"),
        (block("a", "b", "Here is the change:"), "file_missing"),
        (delete("src/Missing.java"), "file_missing"),
        ("x" * (MAX_REPLY + 1), "reply_too_large"),
        ("ü" * (MAX_REPLY // 2 + 1), "reply_too_large"),
        (create("B.java", "class B { \ud800 }"), "not_encodable"),
        (create("B.java", "class B { \0 }"), "binary_file"),
    ],
)
def test_edits_that_do_not_fit_are_refused_with_their_reason(reply: str, reason: str) -> None:
    assert refused(reply).reason == reason


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "../A.java", "src/../../A.java", "src/..", "..", ".", ".git/config",
        "src/.GIT/hooks/x", "C:/A.java", "C:\\A.java", "src\\A.java", "src/\x07.java", "src/\ud800.java",
        "src/link", "src/link/B.java", "lib/B.java", "src/A.java/B.java", "notes/B.java", "src", "lib2",
    ],
)  # fmt: skip
def test_a_path_that_leads_astray_is_refused(path: str) -> None:
    for reply in (create(path), block("a", "b", path), delete(path)):
        assert refused(reply).reason == "forbidden_path"


def test_a_new_file_below_another_new_file_is_refused() -> None:
    assert refused(create("B.java") + create("B.java/C.java")).reason == "forbidden_path"


def test_a_binary_file_is_not_edited() -> None:
    assert refused(block("a", "b"), b"a\n\0\n").reason == "binary_file"


def test_a_character_that_the_files_encoding_lacks_is_refused() -> None:
    assert refused(block("int a;", "int π;"), b"// \xe9\nint a;\n").reason == "not_encodable"


class TestWhatIsSaidOfIt:
    def test_the_block_its_file_its_first_line_and_the_line_that_differs_are_named(self) -> None:
        wrong = block("    int one() {\n        return 7;", "x")
        message = refused(block("class A {", "class C {") + wrong).message
        assert message == (
            "Block 2 (src/A.java): the text to search for, which starts with 'int one() {', is nowhere in "
            "the file; its line 2 is '        return 7;', but line 3 of the file is '        return 1;'."
        )

    def test_wrong_indentation_is_called_that(self) -> None:
        assert "line 3 differs from it in white space" in refused(block("return 1;", "x")).message

    def test_the_places_of_an_ambiguous_edit_are_named(self) -> None:
        assert "is in 2 places (lines 4, 8)" in refused(block("    }", "    };")).message

    def test_every_wrong_block_is_told_at_once(self) -> None:
        error = refused(block("a", "b") + block("    }", "x") + delete("src/Missing.java") + create("B.java"))
        assert [problem.split(" (")[0] for problem in error.problems] == ["Block 1", "Block 2", "Block 3"]
        assert error.message == error.problems[0]

    def test_a_very_long_line_is_shortened(self) -> None:
        assert len(refused(block("x" * 10_000, "y")).message) < 500


def test_blocks_are_numbered_as_they_stand_in_the_reply() -> None:
    edits = parse_edits(create("B.java") + block("a", "b"))
    assert [(edit.number, edit.kind, edit.path) for edit in edits] == [
        (1, "CREATE", "B.java"),
        (2, "SEARCH", A),
    ]
