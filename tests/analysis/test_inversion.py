"""Undoing a refactoring gives back the original when it is a right one, and tells how it is not when it is wrong.

Each case is a pair of small classes; `«…»` in their text is replaced by a variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.values import Asked, Destination, Inversion, MethodRef, Surroundings

EXTRACT, INLINE, MOVE = "Extract Method", "Inline Method", "Move Method"
EXTRACT_AND_MOVE, MOVE_AND_INLINE = "Extract And Move Method", "Move And Inline Method"
MOVE_AND_RENAME = "Move And Rename Method"


@pytest.fixture(scope="module")
def java() -> Iterator[JavaAnalyser]:
    with JavaAnalyser() as analyser:
        yield analyser


def asked(kind: str, target: str, to: str | None = None, name: str | None = None) -> Asked:
    """A refactoring of `One#target`; `to` is the simple name of the destination."""
    class_name, _, signature = target.rpartition("#")
    method = MethodRef(
        file="p/One.java", class_name=f"p.{class_name or 'One'}", signature=signature, start_line=1, end_line=1
    )
    destination = Destination(class_name=f"p.{to}", file=f"p/{to}.java", method=name) if to else None
    return Asked(type=kind, target=method, destination=destination)


def files(**classes: str) -> dict[str, str]:
    """Files of package p by class name; a text without its own package line gets one."""
    return {
        f"p/{name}.java": text if text.startswith("package") else f"package p;\nimport java.util.*;\n{text}"
        for name, text in classes.items()
    }


def invert(
    java: JavaAnalyser,
    what: Asked,
    before: Mapping[str, str],
    after: Mapping[str, str],
    others: Mapping[str, str] | None = None,
) -> Inversion:
    return java.invert(what, before, after, others or {}, Surroundings())


def is_right(found: Inversion) -> bool:
    return found.found and not found.obstacle and not found.differences and not found.frame


def kinds(found: Inversion) -> list[str]:
    return [difference.kind for difference in (*found.differences, *found.frame)]


# --- Extract Method --------------------------------------------------------------------------

REPORT = """class One {
    private int count;
    private final List<String> log = new ArrayList<>();

    String report(List<String> names, int width) {
        if (names == null) {
            return "none";
        }
        StringBuilder out = new StringBuilder();
        int longest = 0;
        for (String name : names) {
            if (name.isEmpty()) {
                continue;
            }
            longest = Math.max(longest, name.length());
            out.append(name).append(' ');
        }
        count += names.size();
        log.add("reported " + longest);
        return out.toString().trim() + width;
    }

    void other() {
        log.clear();
        count = 0;
    }
}
"""
LOOP = """        int longest = 0;
        for (String name : names) {
            if (name.isEmpty()) {
                continue;
            }
            longest = Math.max(longest, name.length());
            out.append(name).append(' ');
        }
"""
TAIL = """        count += names.size();
        log.add("reported " + longest);
"""
OTHER = "    void other() {"


def report(call: str, method: str, part: str = LOOP, more: tuple[str, str] = ("", "")) -> dict[str, str]:
    """The report after an extraction: `call` in the place of `part`, and the method before `other`."""
    text = REPORT.replace(part, call)
    assert text != REPORT
    changed = text.replace(OTHER, method + OTHER)
    return files(One=changed.replace(*more) if more[0] else changed)


WALK = """        int longest = 0;
        for (String name : names) {
            if (name.isEmpty()) {
                continue;
            }
            longest = Math.max(longest, name.length());
            out.append(name).append(' ');
        }
        return longest;
"""
CALL = "        int longest = write(names, out);\n"


def write(body: str = WALK, head: str = "private int write(List<String> names, StringBuilder out)") -> str:
    return f"    {head} {{\n{body}    }}\n"


RIGHT_EXTRACTIONS = {
    "as an IDE does it": report(CALL, write()),
    "static": report(CALL, write(head="private static int write(List<String> names, StringBuilder out)")),
    "under another visibility": report(CALL, write(head="public final int write(List<String> names, StringBuilder out)")),
    "with its parameters in another order": report(
        "        int longest = write(out, names);\n", write(head="int write(StringBuilder out, List<String> names)")
    ),
    "with other names of parameters and locals": report(
        CALL,
        write(
            WALK.replace("longest", "most").replace("name.", "each.").replace("String name", "String each")
            .replace("append(name)", "append(each)").replace("names", "all").replace("out", "target"),
            "private int write(List<String> all, StringBuilder target)",
        ),
    ),
    "with this and final": report(
        "        final int longest = this.write(names, out);\n",
        write(WALK.replace("String name :", "final String name :"), "private int write(final List<String> names, final StringBuilder out)"),
    ),
    "with a parameter of a wider type": report(
        CALL, write(head="private int write(Collection<String> names, StringBuilder out)")
    ),
    "with the condition turned around": report(
        CALL,
        write(
            """        int longest = 0;
        for (String name : names) {
            if (!name.isEmpty()) {
                longest = Math.max(longest, name.length());
                out.append(name).append(' ');
            }
        }
        return longest;
"""
        ),
    ),
    "with the result kept in a variable": report(
        "        int result = write(names, out);\n        int longest = result;\n",
        write(WALK.replace("return longest;", "int result = longest;\n        return result;")),
    ),
    "in two steps": report(
        CALL,
        write(
            """        int longest = 0;
        for (String name : names) {
            longest = add(name, longest, out);
        }
        return longest;
"""
        )
        + """    private int add(String name, int longest, StringBuilder out) {
        if (name.isEmpty()) {
            return longest;
        }
        out.length();
        return longest;
    }
""".replace("        out.length();\n        return longest;\n", """        longest = Math.max(longest, name.length());
        out.append(name).append(' ');
        return longest;
"""),
    ),
    "of the statements that use fields": report(
        "        note(names, longest);\n",
        "    private void note(List<String> names, int longest) {\n" + TAIL + "    }\n",
        TAIL,
    ),
    "of fields given as arguments": report(
        "        count += names.size();\n        note(log, longest);\n",
        '    private static void note(List<String> log, int longest) {\n        log.add("reported " + longest);\n    }\n',
        TAIL,
    ),
    "of an expression": report(
        "        return text(out) + width;\n",
        "    private String text(StringBuilder out) {\n        return out.toString().trim();\n    }\n",
        "        return out.toString().trim() + width;\n",
    ),
    "of a guard": report(
        "        if (isMissing(names)) {\n",
        "    private static boolean isMissing(List<String> names) {\n        return names == null;\n    }\n",
        "        if (names == null) {\n",
    ),
    "of a guard that is written out": report(
        "        if (isMissing(names)) {\n",
        """    private static boolean isMissing(List<String> names) {
        if (names != null) {
            return false;
        }
        return true;
    }
""",
        "        if (names == null) {\n",
    ),
    "of the rest after a guard": report(
        "        return rest(names, width);\n",
        """    private String rest(List<String> names, int width) {
        StringBuilder out = new StringBuilder();
"""
        + LOOP
        + TAIL
        + "        return out.toString().trim() + width;\n    }\n",
        "        StringBuilder out = new StringBuilder();\n" + LOOP + TAIL + "        return out.toString().trim() + width;\n",
    ),
    "of the whole body": report(
        "        return all(names, width);\n    }\n",
        "    private String all(List<String> names, int width) {\n"
        + REPORT[REPORT.index("        if (names == null)") : REPORT.index(OTHER)].rstrip()
        + "\n",
        REPORT[REPORT.index("        if (names == null)") : REPORT.index(OTHER)].rstrip() + "\n",
    ),
    "of an expression into a lambda's host": report(
        CALL, write(WALK.replace("name.isEmpty()", "isBlank(name)")) + "    private boolean isBlank(String s) {\n        return s.isEmpty();\n    }\n"
    ),
    "reformatted": report("int longest=write(names,out);", write().replace("    ", " ").replace("{\n", "{ ")),
}  # fmt: skip

WRONG_EXTRACTIONS = {
    "that loses its last statement": (
        report(CALL, write(WALK.replace("            out.append(name).append(' ');\n", ""))), "lost_statement"
    ),
    "that swaps two statements": (
        report(
            "        note(names, longest);\n",
            "    private void note(List<String> names, int longest) {\n"
            + "".join(reversed(TAIL.splitlines(keepends=True))) + "    }\n",
            TAIL,
        ),
        "reordered",
    ),
    "that changes a literal": (report(CALL, write(WALK.replace("longest = 0", "longest = 1"))), "changed_statement"),
    "that passes null": (report(CALL.replace("out", "null"), write()), "changed_statement"),
    "that prints": (
        report(CALL, write(WALK.replace("        return", '        System.out.println("x");\n        return'))),
        "added_statement",
    ),
    "that negates a condition": (report(CALL, write(WALK.replace("name.isEmpty()", "!name.isEmpty()"))), None),
    "that swaps arguments": (
        report(CALL, write(WALK.replace("Math.max(longest, name.length())", "Math.max(name.length(), longest)"))),
        "changed_statement",
    ),
    "that keeps the old code too": (report(LOOP + "        write(names, out);\n", write()), None),
    "that repeats a statement": (
        report(CALL, write(WALK.replace("        return", "        out.append(' ');\n        return"))), "added_statement"
    ),
    "with a deletion elsewhere": (report(CALL, write(), more=("        log.clear();\n", "")), "lost_statement"),
    "with a new field": (report(CALL, write(), more=("    private int count;\n", "    private int count, more;\n")), "added_member"),
    "with another initial value": (
        report(CALL, write(), more=("    private int count;\n", "    private int count = 1;\n")), "changed_member"
    ),
    "with an unused method": (report(CALL, write() + "    int unused() {\n        return 1;\n    }\n"), "added_member"),
    "that ends a loop early": (report(CALL, write(WALK.replace("continue", "break"))), None),
    "that returns too early": (
        report(CALL, write(WALK.replace("                continue;", "                return longest;"))), None
    ),
    "with another operator": (report(CALL, write(WALK.replace("0;\n", "0 - names.size();\n", 1))), None),
    "with the result left unused": (
        report("        int longest = 0;\n        write(names, out);\n", write()), None
    ),
    "that lets an exception in": (
        report(CALL, write(WALK.replace("        return", "        if (longest > 9) throw new IllegalStateException();\n        return"))),
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("after", RIGHT_EXTRACTIONS.values(), ids=RIGHT_EXTRACTIONS)
def test_a_right_extraction_gives_back_the_original(java: JavaAnalyser, after: dict[str, str]) -> None:
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), after)
    assert is_right(found), found
    assert found.results
    assert found.taken


@pytest.mark.parametrize(("after", "kind"), WRONG_EXTRACTIONS.values(), ids=WRONG_EXTRACTIONS)
def test_a_wrong_extraction_does_not(java: JavaAnalyser, after: dict[str, str], kind: str | None) -> None:
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), after)
    assert found.differences or found.frame, found
    if kind is not None:
        assert kinds(found) == [kind]


def test_no_new_method_is_no_extraction(java: JavaAnalyser) -> None:
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), files(One=REPORT))
    assert not found.found
    assert not is_right(found)
