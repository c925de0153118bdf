"""What a person reads otherwise than the compiler is seen where it is new, and left alone where it was."""

from __future__ import annotations

import time

import pytest

from swerefactor.refactoring.verify.hidden import hidden, names, package, pieces, types

PLAIN = 'package p;\n\nclass C {\n    String s = "caf\u00e9";  // na\u00efve — “quoted”\n}\n'


def brought(after: str, before: str = PLAIN) -> str | None:
    return hidden([pieces(before)], [pieces(after)])


@pytest.mark.parametrize(
    "code",
    [
        "/* \\u002a\\u002f static { } \\u002f\\u002a */",
        "// \\u000a int x;",
        'String t = "a\\u0022 + b + \\uuu0022c";',
        'String t = "\\\\\\u0022;',
        "int \\u0061;",
        "// \u202e reversed",
        'String t = "\u2066";',
        "int a\u200db;",
        "int a\u00adb;",
        "int a\\u0001b;",
        "int a\x00b;",
        "int \u3164;",
        "int c\u043eunt;",
        "int \u03bfne;",
        "int ｆull;",
        "int a\u0301;",
        "int\u00a0x;",
        "// a \r int x;",
        "// a \u2028 int x;",
        "// \x1b[2K",
        "// \udcc0",
    ],
)
def test_new_hidden_text_is_seen(code: str) -> None:
    assert brought(PLAIN.replace("}\n", f"    {code}\n}}\n")) is not None


@pytest.mark.parametrize(
    "code",
    [
        'String t = "\\\\u0022";',
        "// C:\\\\users",
        'String t = "\u05d0\u05d1 \u4e2d\u6587 \\u05d0";',
        "// \u2014 \u2026 \u00a0 \U0001f600 \u26a0\ufe0f \u00bd",
        "int gr\u00f6\u00dfe;",
        "char c = '\\'';",
        'String t = """\n    a "quoted" \\""" text\n    """;',
        "int x;\r\n\tint y;\f",
    ],
)
def test_what_can_be_seen_is_no_hidden_text(code: str) -> None:
    assert brought(PLAIN.replace("}\n", f"    {code}\n}}\n")) is None


@pytest.mark.parametrize(
    "code",
    ["char none = '\\u0000';", "// \u202b\u05d0\u202c", "int \u0441\u0447\u0451\u0442;", "// a\rint x;"],
)
def test_what_was_there_before_may_stay_and_move_to_another_file(code: str) -> None:
    before = PLAIN.replace("}\n", f"    {code}\n}}\n")
    assert brought(before, before) is None
    assert hidden([pieces(before), pieces("")], [pieces(""), pieces(before)]) is None


def test_a_character_that_only_texts_held_does_not_get_into_code() -> None:
    before = PLAIN.replace("}\n", "    char none = '\\u0000';\n}\n")
    assert brought(before.replace("class C", "class C\\u0000D"), before) is not None


def test_the_package_is_read_as_the_compiler_reads_it() -> None:
    assert package(pieces("/* package q; */ @A package\n p . r ;")) == "p.r"
    assert package(pieces("// package q;\nclass C { }")) == ""
    assert package(pieces("\\u0070ackage p;")) == "p"


def test_types_are_found_with_their_depth() -> None:
    source = """
        // class No { }
        public class A { static class B { } record C<T>(int x) { } String record = "enum D { }"; }
        @interface E { } enum F { } interface G { }
        class H { Object o = A.class; boolean b(Object record) { return record instanceof A; } }
    """
    found = {"A": True, "B": False, "C": False, "E": True, "F": True, "G": True, "H": True}
    assert types(pieces(source)) == found


def test_a_name_counts_in_code_alone() -> None:
    source = pieces('class C { /* Alpha */ String s = "Beta"; Gamma g; Delta$x d; }')
    assert [name for name in ("Alpha", "Beta", "Gamma", "Delta") if names(source, name)] == ["Gamma"]


@pytest.mark.parametrize(
    "part",
    ["/*", '"\\', "'\\", '"""', "\\", "\\u", "u", "package ", "class ", "record a ", "//\r", "a/", ".a"],
)
def test_no_text_takes_long_to_read(part: str) -> None:
    """An odd text of 1 MB takes about 0.3 s; read twice over it would take hours."""
    began = time.process_time()
    source = pieces(part * ((1 << 20) // len(part)))
    hidden([], [source])
    package(source)
    types(source)
    assert time.process_time() - began < 30
