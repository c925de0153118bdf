"""Comments go, and nothing else does."""

from __future__ import annotations

import pytest

from swerefactor.retrieval.code import normalised, strip_comments


@pytest.mark.parametrize(
    ("code", "stripped"),
    [
        ("int a = 1; // one\nint b;", "int a = 1;\nint b;"),
        ("// all of it\nint a;", "int a;"),
        ("/** A doc\n * comment. */\nint a;", "int a;"),
        ("int/* why */a;", "int a;"),
        ("int a; /* one\n two */ int b;", "int a;   int b;"),
        ("int a;\n\nint b;", "int a;\n\nint b;"),
        ('String s = "// no /* comment";', 'String s = "// no /* comment";'),
        (r'String s = "\"//"; // yes', r'String s = "\"//";'),
        (r"char c = '\''; // yes", r"char c = '\'';"),
        ("char c = '\"'; // \"", "char c = '\"';"),
        ('s = """\n// text\n"""; // yes', 's = """\n// text\n""";'),
        (r's = """' + '\n\\""" // text\n"""; // yes', r's = """' + '\n\\""" // text\n""";'),
        ("a = b / c; d = e / f;", "a = b / c; d = e / f;"),
        ("int a; /* open", "int a;"),
        ("", ""),
    ],
)
def test_comments_are_stripped_with_the_lines_that_held_nothing_else(code: str, stripped: str) -> None:
    assert strip_comments(code) == stripped


def test_layout_and_comments_do_not_change_the_spelling() -> None:
    one = "int f( int a ){ // why\n  return a+1;\n}"
    other = "/* f */ int f(int a)\n{\n\treturn a + 1; }"
    assert normalised(one) == normalised(other) == "int f ( int a ) { return a + 1 ; }"
