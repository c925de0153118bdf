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
        file="p/One.java",
        class_name=f"p.{class_name or 'One'}",
        signature=signature,
        start_line=1,
        end_line=1,
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


def test_the_lines_that_an_extraction_took_are_told(java: JavaAnalyser) -> None:
    after = RIGHT_EXTRACTIONS["as an IDE does it"]
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), after)
    (taken,) = found.taken
    lines = files(One=REPORT)["p/One.java"].splitlines(keepends=True)
    assert "".join(lines[taken.start_line - 1 : taken.end_line]) == LOOP
    assert not found.whole_body


def test_the_extraction_of_a_whole_body_is_told(java: JavaAnalyser) -> None:
    after = RIGHT_EXTRACTIONS["of the whole body"]
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), after)
    assert found.whole_body


def test_a_difference_is_told_with_its_lines_on_both_sides(java: JavaAnalyser) -> None:
    after = WRONG_EXTRACTIONS["that loses its last statement"][0]
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), after)
    (difference,) = found.differences
    assert difference.before == "out.append(name).append(' ');"
    assert (
        files(One=REPORT)["p/One.java"].splitlines()[difference.before_line - 1].strip() == difference.before
    )
    assert difference.member == "p.One#report(List<String>, int)"


def test_calls_to_the_outside_that_are_new_are_told_and_those_that_only_moved_are_not(
    java: JavaAnalyser,
) -> None:
    what = asked(EXTRACT, "report(List<String>, int)")
    right = invert(java, what, files(One=REPORT), RIGHT_EXTRACTIONS["as an IDE does it"])
    printing = invert(java, what, files(One=REPORT), WRONG_EXTRACTIONS["that prints"][0])
    assert right.calls == ()
    assert [call.name for call in printing.calls] == ["java.io.PrintStream#println"]


def test_code_that_does_not_parse_is_told_with_its_place(java: JavaAnalyser) -> None:
    broken = files(One=REPORT.replace("longest = 0;", "longest = ;"))
    found = invert(java, asked(EXTRACT, "report(List<String>, int)"), files(One=REPORT), broken)
    assert not found.found
    assert found.obstacle.startswith("syntax: p/One.java:12 ")


def test_the_order_of_the_files_makes_no_difference(java: JavaAnalyser) -> None:
    what = asked(MOVE, "padded(String, int)", "Two")
    before, after = moving("static"), moved("static")
    turned = invert(java, what, dict(reversed(before.items())), dict(reversed(after.items())))
    assert turned == invert(java, what, before, after)


# --- Extractions in more unusual code --------------------------------------------------------

Case = tuple[str, str, str]
"""The target, the class before and the class after."""

SHAPES: dict[str, Case] = {
    "several ways to return": (
        "grade(int)",
        """class One {
    String grade(int points) {
        if (points > 90) {
            return "A";
        }
        for (int i = 0; i < points; i++) {
            if (i * i == points) {
                return "square";
            }
        }
        return points > 50 ? "B" : "C";
    }
}
""",
        """class One {
    String grade(int points) {
        if (points > 90) {
            return "A";
        }
        return lower(points);
    }
    private String lower(int points) {
        for (int i = 0; i < points; i++) {
            if (i * i == points) {
                return "square";
            }
        }
        if (points > 50) {
            return "B";
        } else {
            return "C";
        }
    }
}
""",
    ),
    "a result that is null or used": (
        "find(Map<String, String>, String)",
        """class One {
    String find(Map<String, String> map, String key) {
        String direct = map.get(key);
        if (direct != null) {
            return direct;
        }
        for (String each : map.keySet()) {
            if (each.equalsIgnoreCase(key)) {
                return new String(each);
            }
        }
        return "absent";
    }
}
""",
        """class One {
    String find(Map<String, String> map, String key) {
        String direct = map.get(key);
        if (direct != null) {
            return direct;
        }
        String other = loose(map, key);
        if (other != null) {
            return other;
        }
        return "absent";
    }
    static String loose(Map<String, String> map, String key) {
        for (String each : map.keySet()) {
            if (each.equalsIgnoreCase(key)) {
                return new String(each);
            }
        }
        return null;
    }
}
""",
    ),
    "try, catch and finally": (
        "load(String)",
        """import java.io.*;
class One {
    int reads;
    String load(String name) throws IOException {
        String line = null;
        Reader reader = new FileReader(name);
        try {
            BufferedReader lines = new BufferedReader(reader);
            line = lines.readLine();
            if (line == null) {
                return "";
            }
        } catch (FileNotFoundException e) {
            line = "none";
        } finally {
            reads++;
            reader.close();
        }
        return line;
    }
}
""",
        """import java.io.*;
class One {
    int reads;
    String load(String name) throws IOException {
        String line = null;
        Reader reader = new FileReader(name);
        try {
            line = first(reader);
            if (line == null) {
                return "";
            }
        } catch (FileNotFoundException e) {
            line = "none";
        } finally {
            done(reader);
        }
        return line;
    }
    private static String first(Reader reader) throws IOException {
        BufferedReader lines = new BufferedReader(reader);
        return lines.readLine();
    }
    private void done(Reader reader) throws IOException {
        reads++;
        reader.close();
    }
}
""",
    ),
    "a whole try": (
        "parse(String)",
        """class One {
    int parse(String text) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            value = -1;
        }
        return value * 2;
    }
}
""",
        """class One {
    int parse(String text) {
        int value = number(text);
        return value * 2;
    }
    private int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
""",
    ),
    "try with resources": (
        "copy(java.io.File)",
        """import java.io.*;
class One {
    long copy(java.io.File file) throws IOException {
        long size = 0;
        try (InputStream in = new FileInputStream(file); Reader r = new InputStreamReader(in)) {
            while (r.read() >= 0) {
                size++;
            }
        }
        return size;
    }
}
""",
        """import java.io.*;
class One {
    long copy(java.io.File file) throws IOException {
        try (InputStream in = new FileInputStream(file); Reader r = new InputStreamReader(in)) {
            return count(r);
        }
    }
    static long count(Reader r) throws IOException {
        long size = 0;
        while (r.read() >= 0) {
            size++;
        }
        return size;
    }
}
""",
    ),
    "an old switch": (
        "days(int, boolean)",
        """class One {
    int days(int month, boolean leap) {
        int days;
        switch (month) {
            case 2:
                days = leap ? 29 : 28;
                break;
            case 4: case 6: case 9: case 11:
                days = 30;
                break;
            default:
                days = 31;
        }
        System.out.println(days);
        return days;
    }
}
""",
        """class One {
    int days(int month, boolean leap) {
        int days = of(month, leap);
        System.out.println(days);
        return days;
    }
    private int of(int month, boolean leap) {
        switch (month) {
            case 2:
                return leap ? 29 : 28;
            case 4: case 6: case 9: case 11:
                return 30;
            default:
                return 31;
        }
    }
}
""",
    ),
    "a new switch": (
        "name(Object)",
        """class One {
    sealed interface Shape permits Circle, Square {}
    record Circle(int r) implements Shape {}
    record Square(int a) implements Shape {}
    String name(Object o) {
        String name = switch (o) {
            case Circle(int r) when r > 9 -> "big circle";
            case Circle c -> "circle " + c.r();
            case Square(var a) -> "square " + a;
            default -> "other";
        };
        return name.trim();
    }
}
""",
        """class One {
    sealed interface Shape permits Circle, Square {}
    record Circle(int r) implements Shape {}
    record Square(int a) implements Shape {}
    String name(Object o) {
        return raw(o).trim();
    }
    private static String raw(Object shape) {
        return switch (shape) {
            case Circle(int radius) when radius > 9 -> "big circle";
            case Circle circle -> "circle " + circle.r();
            case Square(var side) -> "square " + side;
            default -> "other";
        };
    }
}
""",
    ),
    "a lambda's body": (
        "names(List<String>)",
        """class One {
    private String prefix = "";
    List<String> names(List<String> all) {
        return all.stream().filter(s -> !s.isEmpty() && s.startsWith(prefix)).map(s -> s.trim()).toList();
    }
}
""",
        """class One {
    private String prefix = "";
    List<String> names(List<String> all) {
        return all.stream().filter(this::fits).map(String::trim).toList();
    }
    private boolean fits(String name) {
        return !name.isEmpty() && name.startsWith(prefix);
    }
}
""",
    ),
    "an anonymous class": (
        "order(int)",
        """class One {
    private int sign = 1;
    Comparator<String> order(int by) {
        return new Comparator<String>() {
            private int calls;
            @Override
            public int compare(String a, String b) {
                calls++;
                int first = a.length() - b.length();
                return sign * first * by;
            }
        };
    }
}
""",
        """class One {
    private int sign = 1;
    Comparator<String> order(int by) {
        return new Comparator<String>() {
            private int calls;
            @Override
            public int compare(String a, String b) {
                calls++;
                int first = difference(a, b);
                return sign * first * by;
            }
            private int difference(String a, String b) {
                return a.length() - b.length();
            }
        };
    }
}
""",
    ),
    "labels": (
        "search(int[][])",
        """class One {
    int search(int[][] grid) {
        int found = 0;
        outer:
        for (int[] row : grid) {
            for (int cell : row) {
                if (cell < 0) {
                    break outer;
                }
                if (cell == 0) {
                    continue outer;
                }
                found += cell;
            }
        }
        return found;
    }
}
""",
        """class One {
    int search(int[][] grid) {
        return sum(grid);
    }
    private int sum(int[][] grid) {
        int found = 0;
        rows:
        for (int[] row : grid) {
            for (int cell : row) {
                if (cell < 0) {
                    return found;
                }
                if (cell == 0) {
                    continue rows;
                }
                found = found + cell;
            }
        }
        return found;
    }
}
""",
    ),
    "a synchronized block": (
        "add(int)",
        """class One {
    private int sum;
    void add(int n) {
        if (n > 0) {
            synchronized (this) {
                sum += n;
                notifyAll();
            }
        }
    }
}
""",
        """class One {
    private int sum;
    void add(int n) {
        if (n > 0) {
            put(n);
        }
    }
    private synchronized void put(int n) {
        sum += n;
        notifyAll();
    }
}
""",
    ),
    "a constructor": (
        "One(String)",
        """class One {
    private final String name;
    private int size;
    One(String name) {
        this.name = name;
        if (name == null) {
            throw new IllegalArgumentException("no name");
        }
        size = name.length();
    }
}
""",
        """class One {
    private final String name;
    private int size;
    One(String name) {
        this.name = name;
        check(name);
        size = name.length();
    }
    private static void check(String name) {
        if (name == null) {
            throw new IllegalArgumentException("no name");
        }
    }
}
""",
    ),
    "generics and varargs": (
        "join(T[], String...)",
        """class One {
    <T extends Comparable<T>> List<T> join(T[] all, String... names) {
        T least = all[0];
        List<T> list = new ArrayList<>();
        for (T each : all) {
            if (each.compareTo(least) >= 0) {
                list.add(each);
            }
        }
        System.out.println(String.join(",", names));
        return list;
    }
}
""",
        """class One {
    <T extends Comparable<T>> List<T> join(T[] all, String... names) {
        List<T> list = atLeast(all, all[0]);
        print(names);
        return list;
    }
    private static <E extends Comparable<E>> List<E> atLeast(E[] all, E least) {
        List<E> list = new ArrayList<>();
        for (E each : all) {
            if (each.compareTo(least) >= 0) {
                list.add(each);
            }
        }
        return list;
    }
    private void print(String... names) {
        System.out.println(String.join(",", names));
    }
}
""",
    ),
    "an interface's default method": (
        "One#text()",
        """interface One {
    String name();
    default String text() {
        String name = name();
        return name.isEmpty() ? "nobody" : name.trim();
    }
}
""",
        """interface One {
    String name();
    default String text() {
        return shown(name());
    }
    private static String shown(String name) {
        return name.isEmpty() ? "nobody" : name.trim();
    }
}
""",
    ),
    "an enum constant's body": (
        "One.ADD.1#apply(int, int)",
        """enum One {
    ADD {
        @Override
        int apply(int a, int b) {
            int sum = a + b;
            return Math.abs(sum);
        }
    };
    abstract int apply(int a, int b);
}
""",
        """enum One {
    ADD {
        @Override
        int apply(int a, int b) {
            return positive(a + b);
        }
    };
    abstract int apply(int a, int b);
    static int positive(int n) {
        return Math.abs(n);
    }
}
""",
    ),
    "a record": (
        "One#text()",
        """record One(int low, int high) {
    One {
        if (low > high) {
            throw new IllegalArgumentException(low + ">" + high);
        }
    }
    String text() {
        return low() + ".." + high + (high - low > 9 ? "!" : "");
    }
}
""",
        """record One(int low, int high) {
    One {
        if (low > high) {
            throw new IllegalArgumentException(low + ">" + high);
        }
    }
    String text() {
        return low + ".." + high() + mark();
    }
    private String mark() {
        return size() > 9 ? "!" : "";
    }
    private int size() {
        return high - low;
    }
}
""",
    ),
    "an inner class that uses the outer one": (
        "One.Inner#next()",
        """class One {
    private int last;
    class Inner {
        private int own;
        int next() {
            last++;
            own += last;
            return own;
        }
    }
}
""",
        """class One {
    private int last;
    class Inner {
        private int own;
        int next() {
            step();
            own += last;
            return own;
        }
    }
    private void step() {
        last++;
    }
}
""",
    ),
    "duplicates elsewhere": (
        "first(String)",
        """class One {
    String first(String s) {
        String t = s.trim();
        return t.isEmpty() ? "?" : t.substring(0, 1);
    }
    String second(String s, int n) {
        System.out.println(n);
        String u = s.trim();
        return u.isEmpty() ? "?" : u.substring(0, 1);
    }
}
""",
        """class One {
    String first(String s) {
        return initial(s);
    }
    String second(String s, int n) {
        System.out.println(n);
        return initial(s);
    }
    private String initial(String s) {
        String t = s.trim();
        return t.isEmpty() ? "?" : t.substring(0, 1);
    }
}
""",
    ),
    "a condition that is part of another": (
        "ok(String, int)",
        """class One {
    boolean ok(String s, int n) {
        return s != null && n > 0 && (s.length() > n || s.startsWith("x")) && n < 100;
    }
}
""",
        """class One {
    boolean ok(String s, int n) {
        return s != null && n > 0 && fits(s, n) && n < 100;
    }
    private boolean fits(String s, int n) {
        if (s.length() > n) {
            return true;
        }
        return s.startsWith("x");
    }
}
""",
    ),
    "numbers of several widths": (
        "sum(byte[], Integer)",
        """class One {
    long sum(byte[] data, Integer scale) {
        long sum = 0;
        for (int i = 0; i < data.length; i++) {
            sum += (data[i] & 0xff) * scale;
        }
        char c = 'a';
        c += 1;
        return sum + c;
    }
}
""",
        """class One {
    long sum(byte[] data, Integer scale) {
        long sum = 0;
        int i = 0;
        while (i < data.length) {
            sum = sum + unsigned(data[i]) * scale;
            ++i;
        }
        char c = 'a';
        c++;
        return sum + c;
    }
    static int unsigned(byte b) {
        return b & 0xff;
    }
}
""",
    ),
    "part of a text": (
        "text(String, int)",
        """class One {
    String text(String name, int n) {
        return "<" + name + ":" + n + ">" + (char) n;
    }
}
""",
        """class One {
    String text(String name, int n) {
        return "<" + inner(name, n) + ">" + (char) n;
    }
    private static String inner(String name, int n) {
        return name + ":" + n;
    }
}
""",
    ),
}


@pytest.mark.parametrize("case", SHAPES.values(), ids=SHAPES)
def test_an_extraction_is_undone_in_code_with(java: JavaAnalyser, case: Case) -> None:
    target, before, after = case
    found = invert(java, asked(EXTRACT, target), files(One=before), files(One=after))
    assert is_right(found), found
    assert found.taken


# --- Inline Method ---------------------------------------------------------------------------

CALLERS = """class One {
    private int hits;
    private final List<String> seen = new ArrayList<>();

    private boolean isNew(String name) {
        String key = name.trim();
        if (seen.contains(key)) {
            return false;
        }
        hits++;
        return seen.add(key);
    }

    void visit(List<String> names) {
        for (String each : names) {
            if (isNew(each)) {
                System.out.println(each);
            }
        }
    }

    boolean once(String name) {
        return isNew(name);
    }
}
"""
IS_NEW = CALLERS[CALLERS.index("    private boolean isNew") : CALLERS.index("    void visit")]
VISIT = """        for (String each : names) {
            String key = each.trim();
            boolean fresh;
            if (seen.contains(key)) {
                fresh = false;
            } else {
                hits++;
                fresh = seen.add(key);
            }
            if (fresh) {
                System.out.println(each);
            }
        }
"""
ONCE = """        String key = name.trim();
        if (seen.contains(key)) {
            return false;
        }
        hits++;
        return seen.add(key);
"""


def inlined(visit: str = VISIT, once: str = ONCE, rest: str = "") -> dict[str, str]:
    text = CALLERS.replace(IS_NEW, rest)
    start, end = text.index("        for (String each"), text.index("    }\n\n    boolean once")
    return files(One=(text[:start] + visit + text[end:]).replace("        return isNew(name);\n", once))


RIGHT_INLININGS = {
    "as it stands": inlined(),
    "with the loop going on early": inlined(
        VISIT.replace(
            """            boolean fresh;
            if (seen.contains(key)) {
                fresh = false;
            } else {
                hits++;
                fresh = seen.add(key);
            }
            if (fresh) {
                System.out.println(each);
            }
""",
            """            if (seen.contains(key)) {
                continue;
            }
            hits++;
            if (seen.add(key)) {
                System.out.println(each);
            }
""",
        )
    ),
    "without the local": inlined(
        once="        if (seen.contains(name.trim())) {\n            return false;\n        }\n        this.hits += 1;\n        return this.seen.add(name.trim());\n"
    ),
    "with the condition turned around": inlined(
        once=ONCE.replace("return false;\n        }\n        hits++;\n        return seen.add(key);", "return false;\n        } else {\n            hits++;\n            return seen.add(key);\n        }")
    ),
}  # fmt: skip

WRONG_INLININGS = {
    "that loses a statement": (inlined(VISIT.replace("                hits++;\n", "")), "lost_statement"),
    "that changes a literal": (inlined(once=ONCE.replace("false", "true")), None),
    "that negates a condition": (inlined(VISIT.replace("if (fresh)", "if (!fresh)")), None),
    "that uses another variable": (inlined(once=ONCE.replace("add(key)", "add(name)")), "changed_statement"),
    "that swaps statements": (
        inlined(once=ONCE.replace("        hits++;\n        return seen.add(key);", "        boolean b = seen.add(key);\n        hits++;\n        return b;")), "reordered"
    ),
    "that keeps the method": (inlined(rest=IS_NEW), "added_member"),
    "that forgets a caller": (inlined(once="        return isNew(name);\n", rest=IS_NEW), None),
    "that calls a copy": (
        inlined(once="        return isFresh(name);\n", rest=IS_NEW.replace("isNew", "isFresh")), None
    ),
}  # fmt: skip


@pytest.mark.parametrize("after", RIGHT_INLININGS.values(), ids=RIGHT_INLININGS)
def test_a_right_inlining_is_what_putting_the_method_in_gives(
    java: JavaAnalyser, after: dict[str, str]
) -> None:
    found = invert(java, asked(INLINE, "isNew(String)"), files(One=CALLERS), after)
    assert is_right(found), found
    assert [method.signature for method in found.results] == ["visit(List<String>)", "once(String)"]
    assert not found.callers_left


@pytest.mark.parametrize(("after", "kind"), WRONG_INLININGS.values(), ids=WRONG_INLININGS)
def test_a_wrong_inlining_is_not(java: JavaAnalyser, after: dict[str, str], kind: str | None) -> None:
    found = invert(java, asked(INLINE, "isNew(String)"), files(One=CALLERS), after)
    assert found.differences or found.frame, found
    if kind is not None:
        assert kinds(found) == [kind]


def test_a_caller_that_an_inlining_left_is_named(java: JavaAnalyser) -> None:
    after = WRONG_INLININGS["that forgets a caller"][0]
    found = invert(java, asked(INLINE, "isNew(String)"), files(One=CALLERS), after)
    assert [method.signature for method in found.callers_left] == ["once(String)"]


def test_a_caller_in_an_unchanged_file_is_named_too(java: JavaAnalyser) -> None:
    before = CALLERS.replace("private boolean", "boolean")
    after = {path: text.replace("private boolean", "boolean") for path, text in inlined().items()}
    user = files(User='class User {\n    boolean use(One one) {\n        return one.isNew("x");\n    }\n}\n')
    found = invert(java, asked(INLINE, "isNew(String)"), files(One=before), after, user)
    assert "use(One)" in [method.signature for method in found.callers_left], found


# --- Move Method -----------------------------------------------------------------------------

HELPED = """class One {
    private static final char FILL = '.';
    private int width = 3;

    STATIC padded(String text, int more) {
        StringBuilder out = new StringBuilder(text);
        while (out.length() < WIDTH + more) {
            out.append(FILL);
        }
        return out.toString();
    }

    String shown(List<String> names, Two two) {
        String all = "";
        for (String name : names) {
            all += padded(name, 1);
        }
        return all + padded(two.title(), names.size());
    }
}
"""
TWO = """class Two {
    private final String title;

    Two(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
"""
USER = 'class User {\n    String use(One one, Two two) {\n        return one.padded("x", 2);\n    }\n}\n'


def moving(kind: str) -> dict[str, str]:
    text = HELPED.replace("STATIC", "static String" if kind == "static" else "String")
    return files(One=text.replace("WIDTH", "3" if kind == "static" else "width"), Two=TWO)


BODY = """        StringBuilder out = new StringBuilder(text);
        while (out.length() < WIDTH + more) {
            out.append(FILL);
        }
        return out.toString();
    }
"""


def moved(
    kind: str,
    head: str = "static String padded(String text, int more)",
    body: str = BODY,
    call: str = "Two.padded(TEXT, MORE)",
    rest: str = "",
    fill: str = "    private static final char FILL = '.';\n",
) -> dict[str, str]:
    before = moving(kind)["p/One.java"]
    method = before[
        before.index("    String padded" if kind != "static" else "    static String padded") : before.index(
            "    String shown"
        )
    ]
    text = before.replace(method, rest).replace("    private static final char FILL = '.';\n", "")
    for argument, number in (("name", "1"), ("two.title()", "names.size()")):
        text = text.replace(
            f"padded({argument}, {number})", call.replace("TEXT", argument).replace("MORE", number)
        )
    width = "3" if kind == "static" else "width"
    there = TWO.replace("class Two {\n", f"class Two {{\n{fill}", 1).rstrip()[:-1]
    return files(One=text, Two=f"{there}\n    {head} {{\n{body.replace('WIDTH', width)}}}\n")


RIGHT_MOVES = {
    "of a static method with its constant": ("static", moved("static")),
    "with parameters in another order": (
        "static", moved("static", "static String padded(int more, String text)", call="Two.padded(MORE, TEXT)")
    ),
    "that becomes an instance method": (
        "static", moved("static", "String padded(String text, int more)", call="two.padded(TEXT, MORE)")
    ),
    "of an instance method that is given what it used": (
        "instance", moved("instance", "static String padded(String text, int more, int width)", call="Two.padded(TEXT, MORE, width)")
    ),
    "of an instance method to another object": (
        "instance", moved("instance", "String padded(String text, int more, int width)", call="two.padded(TEXT, MORE, this.width)")
    ),
    "rewritten within its meaning": (
        "static",
        moved("static", "public static String padded(final String t, final int n)", """        final StringBuilder b = new StringBuilder(t);
        for (; b.length() < WIDTH + n;) {
            b.append(Two.FILL);
        }
        return b.toString();
    }
"""),
    ),
}  # fmt: skip

WRONG_MOVES = {
    "that loses a statement": ("static", moved("static", body=BODY.replace("            out.append(FILL);\n", "")), "lost_statement"),
    "that changes a literal": ("static", moved("static", body=BODY.replace("WIDTH", "4")), "changed_statement"),
    "that changes the constant": ("static", moved("static", fill="    private static final char FILL = '-';\n"), None),
    "that keeps the old method": (
        "static", moved("static", rest="    static String padded(String text, int more) {\n        return Two.padded(text, more);\n    }\n"), None
    ),
    "that swaps arguments of a call": (
        "instance", moved("instance", "static String padded(String text, int more, int width)", call="Two.padded(TEXT, width, MORE)"), None
    ),
    "that passes a constant": (
        "instance", moved("instance", "static String padded(String text, int more, int width)", call="Two.padded(TEXT, MORE, 3)"), None
    ),
    "that forgets a caller": (
        "static",
        {**moved("static"), "p/One.java": moved("static")["p/One.java"].replace("Two.padded(name, 1)", "name")},
        None,
    ),
    "that negates a condition": ("static", moved("static", body=BODY.replace("<", ">=")), None),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "after"), RIGHT_MOVES.values(), ids=RIGHT_MOVES)
def test_a_right_move_is_the_same_method_at_another_place(
    java: JavaAnalyser, kind: str, after: dict[str, str]
) -> None:
    found = invert(java, asked(MOVE, "padded(String, int)", "Two"), moving(kind), after)
    assert is_right(found), found
    assert [method.class_name for method in found.results] == ["p.Two"]


@pytest.mark.parametrize(("kind", "after", "told"), WRONG_MOVES.values(), ids=WRONG_MOVES)
def test_a_wrong_move_is_not(java: JavaAnalyser, kind: str, after: dict[str, str], told: str | None) -> None:
    found = invert(java, asked(MOVE, "padded(String, int)", "Two"), moving(kind), after)
    assert found.differences or found.frame, found
    if told is not None:
        assert kinds(found) == [told]


ALONE = {
    "One": """class One extends Named {
    String shown(Two two) {
        return two.size + getClass().getName() + title();
    }
}
""",
    "Two": "class Two extends Named {\n    int size;\n}\n",
    "Named": 'class Named {\n    String title() {\n        return "!";\n    }\n}\n',
}


def alone(method: str, home: str = "Two") -> dict[str, str]:
    left = {**ALONE, "One": "class One extends Named {\n}\n"}
    return files(**{**left, home: left[home].removesuffix("}\n") + f"    {method}\n}}\n"})


@pytest.mark.parametrize(
    ("method", "home", "right"),
    [
        ("static String shown(One one, Two two) { return two.size + one.getClass().getName() + one.title(); }", "Two", True),
        ("String shown(One one) { return size + one.getClass().getName() + one.title(); }", "Two", True),
        ("String shown(Two two) { return two.size + getClass().getName() + title(); }", "Named", True),
        ("String shown(Two two) { return two.size + getClass().getName() + title(); }", "Two", False),
        ("static String shown(Two one, Two two) { return two.size + one.getClass().getName() + one.title(); }", "Two", False),
        ("String shown() { return size + getClass().getName() + title(); }", "Two", False),
    ],
)  # fmt: skip
def test_an_object_stays_of_its_class_also_where_nobody_calls(
    java: JavaAnalyser, method: str, home: str, right: bool
) -> None:
    found = invert(java, asked(MOVE, "shown(Two)", home), files(**ALONE), alone(method, home))
    assert bool(found.differences) != right, found
    assert is_right(found) == right, found


def test_a_caller_in_another_file_that_is_not_adapted_is_named(java: JavaAnalyser) -> None:
    before = {**moving("static")}
    found = invert(java, asked(MOVE, "padded(String, int)", "Two"), before, moved("static"), files(User=USER))
    assert [method.signature for method in found.callers_left] == ["use(One, Two)"]


def test_a_method_that_goes_nowhere_is_not_moved(java: JavaAnalyser) -> None:
    before = moving("static")
    found = invert(java, asked(MOVE, "padded(String, int)", "Two"), before, before)
    assert not found.found


def test_a_move_with_a_new_name_is_found_under_it(java: JavaAnalyser) -> None:
    after = {path: text.replace("padded", "filled") for path, text in moved("static").items()}
    found = invert(
        java, asked(MOVE_AND_RENAME, "padded(String, int)", "Two", "filled"), moving("static"), after
    )
    assert is_right(found), found
    assert [method.signature for method in found.results] == ["filled(String, int)"]


def test_an_access_through_a_getter_is_one_to_the_field(java: JavaAnalyser) -> None:
    one = """class One {
    static String label(Two two, String end) {
        return two.title() + two.count() + end;
    }
    String use(Two two) {
        return label(two, "!");
    }
}
"""
    two = """class Two {
    private final String title = "t";
    private int count;
    String title() { return title; }
    int count() { return count; }
    void inc() { count++; }
LABEL}
"""
    label = "    String label(String end) {\n        return title + this.count + end;\n    }\n"
    after_one = 'class One {\n    String use(Two two) {\n        return two.label("!");\n    }\n}\n'
    before = files(One=one, Two=two.replace("LABEL", ""))
    found = invert(
        java,
        asked(MOVE, "label(Two, String)", "Two"),
        before,
        files(One=after_one, Two=two.replace("LABEL", label)),
    )
    assert is_right(found), found


# --- Compound refactorings -------------------------------------------------------------------


def test_an_extraction_to_another_class_is_undone(java: JavaAnalyser) -> None:
    helper = """class Two {
    static int write(List<String> names, StringBuilder out) {
BODY    }
}
""".replace("BODY", WALK)
    after = report("        int longest = Two.write(names, out);\n", "")
    before = files(One=REPORT, Two="class Two {\n}\n")
    found = invert(
        java,
        asked(EXTRACT_AND_MOVE, "report(List<String>, int)", "Two"),
        before,
        {**after, **files(Two=helper)},
    )
    assert is_right(found), found
    assert [method.class_name for method in found.results] == ["p.Two"]


def test_a_class_that_is_made_for_the_extracted_method_belongs_to_it(java: JavaAnalyser) -> None:
    helper = (
        "final class Two {\n    private Two() {\n    }\n\n    static int write(List<String> names, StringBuilder out) {\n"
        + WALK
        + "    }\n}\n"
    )
    after = report("        int longest = Two.write(names, out);\n", "")
    found = invert(
        java,
        asked(EXTRACT_AND_MOVE, "report(List<String>, int)", "Two"),
        files(One=REPORT),
        {**after, **files(Two=helper)},
    )
    assert is_right(found), found
    more = {**after, **files(Two=helper.replace("    private Two", "    int extra;\n    private Two"))}
    found = invert(java, asked(EXTRACT_AND_MOVE, "report(List<String>, int)", "Two"), files(One=REPORT), more)
    assert not is_right(found)


def test_an_inlining_into_another_class_is_what_putting_the_method_in_gives(java: JavaAnalyser) -> None:
    one = "class One {\n    static final int BASE = 7;\n    static int code(String s) {\n        int h = BASE * s.length();\n        return h + s.hashCode();\n    }\n}\n"
    two = "class Two {\n    int of(String t) {\n        int code = One.code(t);\n        return code * 2;\n    }\n}\n"
    after = two.replace(
        "        int code = One.code(t);\n",
        "        int h = One.BASE * t.length();\n        int code = h + t.hashCode();\n",
    )
    gone = "class One {\n    static final int BASE = 7;\n}\n"
    what = asked(MOVE_AND_INLINE, "code(String)", "Two")
    found = invert(java, what, files(One=one, Two=two), files(One=gone, Two=after))
    assert is_right(found), found
    half = invert(java, what, files(One=one, Two=two), files(One=one, Two=after))
    assert kinds(half) == ["added_member"]
    other = invert(
        java, what, files(One=one, Two=two), files(One=gone, Two=after.replace("* t.length", "+ t.length"))
    )
    assert kinds(other) == ["changed_statement"]


# --- What is sound, and what is not ----------------------------------------------------------

HOST = """class One {
    int f;
    volatile boolean stop;
    static final String NAME = "n";
    String[] data;
    int host(String a, int n, List<String> xs) throws Exception {
BEFORE
    }
MADE
    int get() { return f; }
    void effect() { f++; }
    public String toString() { f++; return ""; }
}
"""


def host(body: str, made: str = "") -> dict[str, str]:
    return files(One=HOST.replace("BEFORE", body).replace("MADE", made))


def extraction(java: JavaAnalyser, before: str, after: str, made: str) -> Inversion:
    what = asked(EXTRACT, "host(String, int, List<String>)")
    return invert(java, what, host(before), host(after, made))


@pytest.mark.parametrize(
    ("before", "after", "made"),
    [
        pytest.param(
            "while (!stop) { n++; } return n;",
            "return wait(n);",
            "int wait(int n) { boolean s = stop; while (!s) { n++; } return n; }",
            id="a volatile field is read once instead of each time",
        ),
        pytest.param(
            'int m = f; String q = "x" + this; return m + q.length();',
            "return sum();",
            'int sum() { String q = "x" + this; int m = f; return m + q.length(); }',
            id="a field is read after a toString that may change it",
        ),
        pytest.param(
            "Integer x = n, y = f; return x == y ? 1 : 2;",
            "return same(n);",
            "int same(int n) { int x = n, y = f; return x == y ? 1 : 2; }",
            id="objects are compared as numbers",
        ),
        pytest.param(
            "if (a == null) return 0; int l = a.length(); return l + n;",
            "int l = length(a); if (a == null) return 0; return l + n;",
            "static int length(String a) { return a.length(); }",
            id="what a guard protects comes before it",
        ),
        pytest.param(
            "int m; try { m = Integer.parseInt(a); } catch (NumberFormatException e) { m = 7; } return m;",
            "return number(a);",
            "int number(String a) { int q = Integer.parseInt(a); int m;"
            " try { m = q; } catch (NumberFormatException e) { m = 7; } return m; }",
            id="what a try protects comes before it",
        ),
        pytest.param(
            "effect(); return f;",
            "int now = f; run(); return now;",
            "void run() { effect(); }",
            id="a field is read before a call that changes it",
        ),
        pytest.param(
            "for (String x : xs) { if (x.isEmpty()) { n++; } } return n;",
            "for (String x : xs) { n = more(x, n); } return n;",
            "int more(String x, int n) { int dead = n * 7; return x.isEmpty() ? n + 1 : n; }",
            id="something is worked out for nothing",
        ),
        pytest.param(
            "String[] d = new String[1]; d[0] = a; data = d; return n;",
            "String[] d = new String[1]; keep(d); d[0] = a; return n;",
            "void keep(String[] d) { data = d; effect(); }",
            id="an array is filled after others can see it",
        ),
        pytest.param(
            "byte[] x = a.getBytes(), y = a.getBytes(); x[0] = 1; return y[0];",
            "return first(a);",
            "int first(String a) { byte[] x = a.getBytes(), y = x; x[0] = 1; return y[0]; }",
            id="an array is made once instead of twice",
        ),
        pytest.param(
            "Integer x = n, y = n; return x == y ? 1 : 2;",
            "return same(n);",
            "int same(int n) { Integer x = n, y = x; return x == y ? 1 : 2; }",
            id="a number is put into one object instead of two",
        ),
        pytest.param(
            "StringBuilder b = new StringBuilder(a); boolean c = a.contains(b); b.append(1); return c ? 1 : 0;",
            "return has(a);",
            "int has(String a) { StringBuilder b = new StringBuilder(a); b.append(1);"
            " return a.contains(b) ? 1 : 0; }",
            id="a text is asked about one that has changed",
        ),
        pytest.param(
            "int m; synchronized (this) { effect(); m = f; } return m;",
            "return locked();",
            "int locked() { synchronized (this) { effect(); } return f; }",
            id="a field is read after its lock is given back",
        ),
        pytest.param(
            "boolean b = stop; int m = f; return b ? m : 0;",
            "return read();",
            "int read() { int m = f; boolean b = stop; return b ? m : 0; }",
            id="a field is read before the volatile one that guards it",
        ),
        pytest.param(
            "int m = f; stop = true; return m;",
            "return read();",
            "int read() { stop = true; return f; }",
            id="a field is read after others were told to go on",
        ),
        pytest.param(
            "int[] q = {n, n}; int k = q[0]; Arrays.fill(q, 7); int m = q[0]; return k + m;",
            "return filled(n);",
            "int filled(int n) { int[] q = {n, n}; int k = q[0]; Arrays.fill(q, 7); return k + k; }",
            id="the library fills an array between two reads",
        ),
        pytest.param(
            "List<Exception> q = new ArrayList<>(); for (int i = 0; i < n; i++) { q.add(new Exception()); } return q.size();",
            "List<Exception> q = new ArrayList<>(); fill(q, n, new Exception()); return q.size();",
            "void fill(List<Exception> q, int n, Exception e) { for (int i = 0; i < n; i++) { q.add(e); } }",
            id="one object is made instead of one each time",
        ),
        pytest.param(
            'Runnable r = () -> xs.add("" + f); r.run(); return n;',
            "return run(xs, n);",
            "int run(List<String> xs, int n) {"
            ' int v = f; Runnable r = () -> xs.add("" + v); r.run(); return n; }',
            id="a field is read where a lambda is made and not where it runs",
        ),
        pytest.param(
            'Object o = new Object() { public String toString() { return "" + f; } }; xs.add(o.toString()); return n;',
            "return add(xs, n);",
            "int add(List<String> xs, int n) { int v = f;"
            ' Object o = new Object() { public String toString() { return "" + v; } };'
            " xs.add(o.toString()); return n; }",
            id="a field is read where an object is made and not where it is asked",
        ),
        pytest.param(
            "One o = n > 3 ? null : this; int m;"
            " try { m = o.f; } catch (NullPointerException e) { m = 3; } return m;",
            "return field(n);",
            "int field(int n) { One o = n > 3 ? null : this; int q = o.f, m;"
            " try { m = q; } catch (NullPointerException e) { m = 3; } return m; }",
            id="an object that may be missing is asked before the try that is there for it",
        ),
    ],
)
def test_a_step_that_would_be_unsound_is_not_taken(
    java: JavaAnalyser, before: str, after: str, made: str
) -> None:
    found = extraction(java, before, after, made)
    assert found.found
    assert found.differences or found.frame, found


@pytest.mark.parametrize(
    ("before", "after", "made"),
    [
        pytest.param(
            "if (n > 5) { f = n; } else { f = a.length(); } return f;",
            "f = chosen(a, n); return f;",
            "int chosen(String a, int n) { if (n > 5) { return n; } return a.length(); }",
            id="a field is set in both branches, or with what a method chose",
        ),
        pytest.param(
            'String q; if (n > 9) { q = "big"; } else { q = "small"; } effect(); xs.add(q); return n;',
            "effect(); xs.add(size(n)); return n;",
            'static String size(int n) { return n > 9 ? "big" : "small"; }',
            id="a choice without an effect stands where its value is used",
        ),
        pytest.param(
            "boolean one = n > 1; boolean two = n < 9; return one && two ? 1 : 0;",
            "return fits(n) ? 1 : 0;",
            "static boolean fits(int n) { return n > 1 && n < 9; }",
            id="conditions are joined with and without locals",
        ),
        pytest.param(
            "try { effect(); return n; } catch (IllegalStateException e) { return -1; }",
            "return safe(() -> { effect(); return n; });",
            "private static int safe(java.util.function.IntSupplier work) {"
            " try { return work.getAsInt(); } catch (IllegalStateException e) { return -1; } }",
            id="the middle is given as a lambda",
        ),
        pytest.param(
            "if (a == null) { xs.add(a); } else { effect(); } return n;",
            "switch (kind(a)) { case NONE: xs.add(a); break; case SOME: effect(); break; } return n;",
            "enum Kind { NONE, SOME } static Kind kind(String a) { return a == null ? Kind.NONE : Kind.SOME; }",
            id="a constant says which way to go",
        ),
        pytest.param(
            "return NAME.length() + n;",
            "return name().length() + n;",
            "static String name() { return NAME; }",
            id="a constant is given by a method",
        ),
        pytest.param(
            "for (String x : xs) { if (x.equals(a)) { return 1; } } return 0;",
            "return has(a, xs) ? 1 : 0;",
            "private static boolean has(String a, List<String> xs) {"
            " for (String x : xs) { if (x.equals(a)) { return true; } } return false; }",
            id="a loop that ends early tells whether it did",
        ),
    ],
)
def test_what_has_the_same_meaning_is_the_same(
    java: JavaAnalyser, before: str, after: str, made: str
) -> None:
    found = extraction(java, before, after, made)
    assert found.found
    assert not found.obstacle
    assert not found.differences, found
    # The enum is a new class, which is no matter of the method's code.
    assert kinds(found) == (["added_member"] * 3 if "enum" in made else [])
    assert found.taken


def test_a_value_worked_out_later_is_an_obstacle_and_no_difference(java: JavaAnalyser) -> None:
    before = "int l = a.length(); effect(); xs.clear(); return l;"
    found = extraction(
        java, before, "effect(); xs.clear(); return length(a);", "int length(String a) { return a.length(); }"
    )
    assert found.obstacle == "a value is worked out at another place than before"
    assert not found.differences


def test_an_argument_that_may_change_something_is_an_obstacle_where_it_moves(java: JavaAnalyser) -> None:
    before = "xs.clear(); int m = java.util.concurrent.ThreadLocalRandom.current().nextInt(); return m + n;"
    after = "return draw(java.util.concurrent.ThreadLocalRandom.current().nextInt(), xs) + n;"
    found = extraction(java, before, after, "int draw(int m, List<String> xs) { xs.clear(); return m; }")
    assert "an argument is evaluated at another place" in found.obstacle


def test_only_what_the_target_reaches_is_put_back(java: JavaAnalyser) -> None:
    text = "class Two {\n    int twice(int n) {\n        effect();\n        return n * 2;\n    }\n    void effect() {}\n}\n"
    other = text.replace("        effect();\n        return n * 2;", "        return doubled(n);").replace(
        "    void effect",
        "    int doubled(int n) {\n        effect();\n        return n * 2;\n    }\n    void effect",
    )
    found = invert(
        java,
        asked(EXTRACT, "report(List<String>, int)"),
        {**files(One=REPORT), **files(Two=text)},
        {**RIGHT_EXTRACTIONS["as an IDE does it"], **files(Two=other)},
    )
    assert not found.differences
    assert {difference.member for difference in found.frame} == {"p.Two#twice(int)", "p.Two#doubled(int)"}


def test_a_constant_that_only_the_extracted_lines_use_goes_along(java: JavaAnalyser) -> None:
    before = "class One {\n    private static final int MOST = 9;\n    String cut(String s) {\n        String t = s.trim();\n        return t.length() > MOST ? t.substring(0, MOST) : t;\n    }\n}\n"
    after = "class One {\n    String cut(String s) {\n        String t = s.trim();\n        return Two.shorten(t);\n    }\n}\n"
    two = "class Two {\n    private static final int MOST = 9;\n    static String shorten(String t) {\n        return t.length() > MOST ? t.substring(0, MOST) : t;\n    }\n}\n"
    what = asked(EXTRACT_AND_MOVE, "cut(String)", "Two")
    old = files(One=before, Two="class Two {\n}\n")
    found = invert(java, what, old, files(One=after, Two=two))
    assert is_right(found), found
    other = invert(java, what, old, files(One=after, Two=two.replace("= 9", "= 8")))
    assert kinds(other) == ["changed_statement"]


def test_a_new_method_that_a_framework_would_call_is_a_difference(java: JavaAnalyser) -> None:
    after = RIGHT_EXTRACTIONS["as an IDE does it"]["p/One.java"]
    noted = (
        after.replace("    private int write", "    @Test\n    private int write") + "@interface Test {}\n"
    )
    found = invert(
        java,
        asked(EXTRACT, "report(List<String>, int)"),
        files(One=REPORT + "@interface Test {}\n"),
        {"p/One.java": noted},
    )
    assert kinds(found) == ["changed_member"]


def test_a_new_method_that_others_override_is_a_difference(java: JavaAnalyser) -> None:
    after = RIGHT_EXTRACTIONS["under another visibility"]["p/One.java"].replace(
        "final int write", "int write"
    )
    below = "class Below extends One {\n    public int write(List<String> names, StringBuilder out) {\n        return 0;\n    }\n}\n"
    found = invert(
        java,
        asked(EXTRACT, "report(List<String>, int)"),
        files(One=REPORT),
        {"p/One.java": after},
        files(Below=below),
    )
    assert found.found
    assert kinds(found) == ["added_member"]


def test_a_method_that_is_seen_and_so_overridden_is_a_difference(java: JavaAnalyser) -> None:
    text = "class One {\n    private int m() { return 1; }\n    int t() { int n = m(); return n + 1; }\n    static class Sub extends One { int m() { return 2; } }\n}\n"
    after = (
        text.replace("private int m", "int m")
        .replace("return n + 1;", "return more(n);")
        .replace("    static class", "    private static int more(int n) { return n + 1; }\n    static class")
    )
    found = invert(java, asked(EXTRACT, "t()"), files(One=text), files(One=after))
    assert "changed_member" in kinds(found)


def test_an_inlined_method_that_a_subclass_overrides_is_a_difference(java: JavaAnalyser) -> None:
    before = "class One {\n    int m() { return 1; }\n    int t() { return m() + 1; }\n}\nclass Sub extends One {\n    int m() { return 2; }\n}\n"
    after = before.replace("    int m() { return 1; }\n", "").replace("m() + 1", "1 + 1")
    found = invert(java, asked(INLINE, "m()"), files(One=before), files(One=after))
    assert "p.Sub#m()" in {difference.member for difference in found.differences}


def test_a_failing_argument_that_is_dropped_is_a_difference(java: JavaAnalyser) -> None:
    before = "class One {\n    private int m(int n) { return 1; }\n    int c(int k) { return m(7 / k); }\n}\n"
    after = "class One {\n    int c(int k) { return 1; }\n}\n"
    assert kinds(invert(java, asked(INLINE, "m(int)"), files(One=before), files(One=after))) == [
        "lost_statement"
    ]


def test_a_type_variable_may_have_another_name_after_a_move(java: JavaAnalyser) -> None:
    one = "class One {\n    static <T extends Comparable<T>> T max(List<T> all) {\n        T best = all.get(0);\n        for (T each : all) {\n            if (each.compareTo(best) > 0) {\n                best = each;\n            }\n        }\n        return best;\n    }\n}\n"
    two = one.replace("class One", "class Two").replace("T ", "E ").replace("<T>", "<E>")
    found = invert(
        java,
        asked(MOVE, "max(List<T>)", "Two"),
        files(One=one, Two="class Two {\n}\n"),
        files(One="class One {\n}\n", Two=two),
    )
    assert is_right(found), found


def test_elsewhere_the_code_must_be_written_the_same_but_for_names_and_qualification(
    java: JavaAnalyser,
) -> None:
    after = RIGHT_EXTRACTIONS["as an IDE does it"]["p/One.java"]
    what = asked(EXTRACT, "report(List<String>, int)")
    qualified = after.replace(
        "        log.clear();\n        count = 0;", "        this.log.clear();\n        (this).count = (0);"
    )
    assert is_right(invert(java, what, files(One=REPORT), {"p/One.java": qualified}))
    rewritten = after.replace("        count = 0;", "        count = 0 + 0;")
    assert kinds(invert(java, what, files(One=REPORT), {"p/One.java": rewritten})) == ["changed_statement"]


@pytest.mark.parametrize(
    ("one", "two", "moved", "obstacle"),
    [
        pytest.param(
            "static int m(Two x) { return 7; }\n    int c(Two q) { return m(q); }",
            "int m() { return 7; }",
            "q.m()",
            "may be null",
            id="an unused parameter becomes the object that is called",
        ),
        pytest.param(
            "int m(int n) { return n; }\n    int c(One q) { return q.m(7); }",
            "static int m(int n) { return n; }",
            "Two.m(7)",
            "may have been null",
            id="an object is no longer asked",
        ),
    ],
)
def test_a_missing_object_that_fails_on_one_side_alone_is_an_obstacle(
    java: JavaAnalyser, one: str, two: str, moved: str, obstacle: str
) -> None:
    signature, caller = one.split("\n")[0], one.split("\n")[1]
    before = files(One=f"class One {{\n    {one}\n}}\n", Two="class Two {\n}\n")
    called = caller.replace("m(q)", moved).replace("q.m(7)", moved)
    after = files(One=f"class One {{\n{called}\n}}\n", Two=f"class Two {{\n    {two}\n}}\n")
    name = "m(Two)" if "Two x" in signature else "m(int)"
    found = invert(java, asked(MOVE, name, "Two"), before, after)
    assert found.found
    assert not found.differences, found
    assert not found.frame
    assert obstacle in found.obstacle
    sure = {path: text.replace("c(Two q) {", "c() { Two q = new Two();") for path, text in before.items()}
    sure = {path: text.replace("c(One q) {", "c() { One q = new One();") for path, text in sure.items()}
    then = {path: text.replace("c(Two q) {", "c() { Two q = new Two();") for path, text in after.items()}
    then = {path: text.replace("c(One q) {", "c() { One q = new One();") for path, text in then.items()}
    assert is_right(invert(java, asked(MOVE, name, "Two"), sure, then))


def test_a_type_that_only_the_call_checked_is_an_obstacle(java: JavaAnalyser) -> None:
    before = "class One {\n    Object o;\n    <T> T m() { return (T) o; }\n    int c() { String s = this.<String>m(); return s == null ? 1 : 0; }\n}\n"
    after = "class One {\n    Object o;\n    int c() { Object s = o; return s == null ? 1 : 0; }\n}\n"
    found = invert(java, asked(INLINE, "m()"), files(One=before), files(One=after))
    assert "checks the type" in found.obstacle


@pytest.mark.parametrize(
    ("rest", "before", "after"),
    [
        pytest.param(
            "int f; int get() { return f; } static class Sub extends One { int get() { return f++; } }",
            "int a = get(); int b = get(); return a + b;",
            "int a = get(); return a + a;",
            id="a getter that a subclass overrides",
        ),
        pytest.param(
            "private int f; private Runnable r; One() { r = () -> f++; }",
            "int a = f; r.run(); return a + f;",
            "int a = f; r.run(); return a + a;",
            id="a field that a lambda of the constructor sets",
        ),
        pytest.param(
            "private int f; One() {} One(One o) { o.f = 3; }",
            "int a = f; new One(this); return a + f;",
            "int a = f; new One(this); return a + a;",
            id="a field that another object's constructor sets",
        ),
        pytest.param(
            "int f; Iterable<String> all;",
            "int a = f; for (String s : all) { a++; } return a + f;",
            "int a = f, b = a; for (String s : all) { a++; } return a + b;",
            id="a field while an iterator of any class runs",
        ),
        pytest.param(
            "int f; public int hashCode() { return f++; }",
            "int a = f; new HashSet<>(Arrays.asList(this)); return a + f;",
            "int a = f; new HashSet<>(Arrays.asList(this)); return a + a;",
            id="a field while a set asks objects where they belong",
        ),
    ],
)
def test_what_may_have_changed_is_read_again(java: JavaAnalyser, rest: str, before: str, after: str) -> None:
    text = "class One {\n    " + rest + "\n    int t() { BODY }\nMADE}\n"
    old = text.replace("BODY", before).replace("MADE", "")
    for body, kept in ((before, True), (after, False)):
        new = text.replace("BODY", "return made();").replace(
            "MADE", "    private int made() { " + body + " }\n"
        )
        found = invert(java, asked(EXTRACT, "t()"), files(One=old), files(One=new))
        assert found.found
        assert not found.frame
        assert not found.differences if kept else found.differences, found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("for (count++; ; ) { break; }", "for (; ; count++) { break; }"),
        ("switch (count) { case 1: count++; case 2: count = 5; }", "switch (count) { case 1 -> count++; case 2 -> count = 5; }"),
        ("new Object() { synchronized void q() { count++; } }.q();", "new Object() { void q() { count++; } }.q();"),
        ("new Object() { @Mark public void q() { count++; } }.q();", "new Object() { public void q() { count++; } }.q();"),
    ],
    ids=["the parts of a loop", "cases that go on", "a lock of a class without a name", "what a framework reads"],
)  # fmt: skip
def test_elsewhere_small_signs_count(java: JavaAnalyser, one: str, other: str) -> None:
    before = REPORT.replace("count = 0;", one)
    after = RIGHT_EXTRACTIONS["as an IDE does it"]["p/One.java"].replace("count = 0;", other)
    assert before != REPORT
    found = invert(
        java, asked(EXTRACT, "report(List<String>, int)"), files(One=before), {"p/One.java": after}
    )
    assert kinds(found) == ["changed_statement"]


def test_a_new_class_for_a_method_stands_for_itself(java: JavaAnalyser) -> None:
    before = "class One {\n    int n;\n    int t() { int a = n; return a + a; }\n}\n"
    after = before.replace("int a = n; return a + a;", "return Two.twice(n);")
    what = asked(EXTRACT_AND_MOVE, "t()", "Two")
    for head, right in (
        ("class Two", True),
        ("class Two extends Thread", False),
        ("@FunctionalInterface class Two", False),
    ):
        two = head + " {\n    static int twice(int n) { int a = n; return a + a; }\n}\n"
        found = invert(java, what, files(One=before), files(One=after, Two=two))
        assert is_right(found) is right, found


@pytest.mark.parametrize(
    ("call", "body", "right"),
    [
        ("Two.m(1, 2, w)", "return a == 0 ? b + w : m(a - 1, b + a, w);", True),
        ("Two.m(1, 2, w)", "return a == 0 ? b + w : m(b + a, a - 1, w);", False),
        ("Two.m(1, 2, w)", "return a == 0 ? b + w : m(a - 1, b + a, b);", False),
        ("Two.m(1, 2, early)", "return a == 0 ? b + w : m(a - 1, b + a, w);", False),
    ],
    ids=[
        "as before",
        "arguments of the inner call swapped",
        "another value handed on",
        "a field read too early",
    ],
)
def test_a_moved_method_is_given_what_it_had_by_others_and_by_itself(
    java: JavaAnalyser, call: str, body: str, right: bool
) -> None:
    one = (
        "class One {\n    int w = 1;\n    void grow() { w++; }\n"
        "    int m(int a, int b) { return a == 0 ? b + w : m(a - 1, b + a); }\n"
        "    int c() { int early = w; grow(); return m(1, 2) + early; }\n}\n"
    )
    gone = "".join(line for line in one.splitlines(True) if "int m(" not in line).replace("m(1, 2)", call)
    two = "class Two {\n    static int m(int a, int b, int w) { " + body + " }\n}\n"
    what = asked(MOVE, "m(int, int)", "Two")
    found = invert(java, what, files(One=one, Two="class Two {\n}\n"), files(One=gone, Two=two))
    assert found.found
    assert is_right(found) is right, found


def test_a_helper_that_goes_along_is_given_what_it_had(java: JavaAnalyser) -> None:
    one = (
        "class One {\n    static int m(int a, int b) { return less(a, b) + 1; }\n"
        "    private static int less(int a, int b) { return a - b; }\n    int c() { return m(1, 2); }\n}\n"
    )
    gone = "class One {\n    int c() { return Two.m(1, 2); }\n}\n"
    what = asked(MOVE, "m(int, int)", "Two")
    for call, parameters, right in (
        ("a, b", "a, int b", True),
        ("b, a", "b, int a", True),
        ("b, a", "a, int b", False),
    ):
        two = (
            "class Two {\n    static int m(int a, int b) { return less(" + call + ") + 1; }\n"
            "    private static int less(int " + parameters + ") { return a - b; }\n}\n"
        )
        found = invert(java, what, files(One=one, Two="class Two {\n}\n"), files(One=gone, Two=two))
        assert is_right(found) is right, found


def test_an_object_that_an_inlined_call_needed_and_its_body_does_not_is_an_obstacle(
    java: JavaAnalyser,
) -> None:
    before = (
        "class One {\n    int f;\n    private int m() { return 1; }\n    int c(One q) { return q.m(); }\n}\n"
    )
    after = "class One {\n    int f;\n    int c(One q) { return 1; }\n}\n"
    found = invert(java, asked(INLINE, "m()"), files(One=before), files(One=after))
    assert "may not be there" in found.obstacle
    assert not found.differences
    for old, new, change in (
        ("return q.m();", "return m();", ()),
        ("return q.m();", "q.f++; return q.m();", ("return 1;", "q.f++; return 1;")),
        ("return 1;", "return f;", ("return 1;", "return q.f;")),
    ):
        sure = after.replace(*change) if change else after
        assert is_right(
            invert(java, asked(INLINE, "m()"), files(One=before.replace(old, new)), files(One=sure))
        )
