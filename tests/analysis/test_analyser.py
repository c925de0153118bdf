"""The analyser tells what Java code holds, and what goes wrong in one request stays in it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from swerefactor import javatools, material
from swerefactor.analysis.analyser import AnalyserPool, JavaAnalyser
from swerefactor.errors import AnalyserError
from swerefactor.protocols import Analyser
from swerefactor.values import Detection, MethodInfo, MethodRef
from tests.conformance.analyser import AFTER, BEFORE, CONTEXT, DETECTION, METHODS, PATH, AnalyserContract
from tests.fakes.analyser import ScriptedAnalyser


@pytest.fixture(scope="module")
def pool() -> Iterator[AnalyserPool]:
    with AnalyserPool(2) as pool:
        yield pool


@pytest.fixture(scope="module")
def java() -> Iterator[JavaAnalyser]:
    with JavaAnalyser() as analyser:
        yield analyser


class TestJavaAnalyser(AnalyserContract):
    @pytest.fixture
    def analyser(self, java: JavaAnalyser) -> Analyser:
        return java


class TestAnalyserPool(AnalyserContract):
    @pytest.fixture
    def analyser(self, pool: AnalyserPool) -> Analyser:
        return pool


class TestScriptedAnalyser(AnalyserContract):
    @pytest.fixture
    def analyser(self) -> Analyser:
        return ScriptedAnalyser([DETECTION], METHODS, [CONTEXT])


# --- Detection -------------------------------------------------------------------------------

BODY = """
        int sum = 0;
        for (int value : values) {
            sum += value * 31;
        }
        System.out.println("sum " + sum);
"""


def java_class(name: str, *members: str) -> str:
    return f"package p;\n\nclass {name} {{\n" + "\n".join(members) + "}\n"


def method(head: str, body: str) -> str:
    return f"    {head} {{{body}    }}\n"


TAKES = "static void total(int[] values)"
CALLS = """
        System.out.println(values.length);
        CALL(values);
        System.out.println(1);
"""
INLINED = CALLS.replace("        CALL(values);\n", BODY[1:])
OTHER = method("void other()", "\n        System.out.println(2);\n")


def versions(kind: str) -> tuple[dict[str, str], dict[str, str]]:
    """Two versions of two classes between which lies a refactoring of this kind alone."""
    caller, inlined = method("void run(int[] values)", CALLS), method("void run(int[] values)", INLINED)
    total, renamed = method(TAKES, BODY), method(TAKES.replace("total", "sumUp"), BODY)
    one, two = "p/One.java", "p/Two.java"

    def files(in_one: list[str], in_two: list[str]) -> dict[str, str]:
        return {one: java_class("One", *in_one), two: java_class("Two", OTHER, *in_two)}

    here, there = caller.replace("CALL", "total"), caller.replace("CALL", "Two.total")
    return {
        "Extract Method": (files([inlined], []), files([here, total], [])),
        "Inline Method": (files([here, total], []), files([inlined], [])),
        "Extract And Move Method": (files([inlined], []), files([there], [total])),
        "Move And Inline Method": (files([there], [total]), files([inlined], [])),
        "Move Method": (files([OTHER, total], []), files([OTHER], [total])),
        "Move And Rename Method": (files([OTHER, total], []), files([OTHER], [renamed])),
    }[kind]


def place(ref: MethodRef | None) -> str:
    return f"{ref.file} {ref.class_name}#{ref.signature}" if ref else ""


ONE, TWO = "p/One.java p.One#", "p/Two.java p.Two#"


@pytest.mark.parametrize(
    ("kind", "subject", "result", "host"),
    [
        ("Extract Method", ONE + "run(int[])", ONE + "total(int[])", ONE + "run(int[])"),
        ("Inline Method", ONE + "total(int[])", ONE + "run(int[])", ONE + "run(int[])"),
        ("Extract And Move Method", ONE + "run(int[])", TWO + "total(int[])", ONE + "run(int[])"),
        ("Move And Inline Method", TWO + "total(int[])", ONE + "run(int[])", ONE + "run(int[])"),
        ("Move Method", ONE + "total(int[])", TWO + "total(int[])", ""),
        ("Move And Rename Method", ONE + "total(int[])", TWO + "sumUp(int[])", ""),
    ],
)
def test_each_of_the_six_types_is_told_with_subject_result_and_host(
    java: JavaAnalyser, kind: str, subject: str, result: str, host: str
) -> None:
    before, after = versions(kind)
    (found,) = java.detect(before, after)
    assert found.type == kind
    assert found.description.startswith(kind + "\t")
    assert (place(found.subject), place(found.result), place(found.host)) == (subject, result, host)


def lines_of(files: dict[str, str], ref: MethodRef) -> str:
    return "".join(files[ref.file].splitlines(keepends=True)[ref.start_line - 1 : ref.end_line])


@pytest.mark.parametrize("kind", ["Extract Method", "Inline Method", "Move And Rename Method"])
def test_the_lines_of_a_detection_are_those_of_its_methods(java: JavaAnalyser, kind: str) -> None:
    before, after = versions(kind)
    (found,) = java.detect(before, after)
    for files, ref in ((before, found.subject), (after, found.result)):
        (same,) = (info for info in java.methods(files) if info.method == ref)
        assert same.body == lines_of(files, ref)


def test_ranges_carry_the_roles_that_refactoring_miner_gives_them(java: JavaAnalyser) -> None:
    (found,) = java.detect(*versions("Extract Method"))
    assert "source method declaration before extraction" in {part.role for part in found.left}
    roles = {part.role for part in found.right}
    assert {"extracted method declaration", "extracted method invocation"} <= roles


def test_a_detection_says_whether_it_is_pure(java: JavaAnalyser) -> None:
    before, after = versions("Extract Method")
    (pure,) = java.detect(before, after)
    assert pure.pure is True
    changed = {path: text.replace("value * 31", "value * 32 + 1") for path, text in after.items()}
    (impure,) = java.detect(before, changed)
    assert impure.pure is False
    assert impure.purity_comment


def test_a_refactoring_is_seen_whatever_happens_in_other_files(java: JavaAnalyser) -> None:
    before, after = versions("Move Method")
    noise = {"README.md": "text", "p/package-info.java": "package p;\n", "p/Broken.java": "class {{{ ("}
    found = java.detect({**before, **noise}, {**after, "README.md": "other"})
    assert [each.type for each in found] == ["Move Method"]


def test_a_renamed_file_that_stays_the_same_hides_nothing(java: JavaAnalyser) -> None:
    before, after = versions("Extract Method")
    still = java_class("Still", OTHER)
    found = java.detect({**before, "a/Still.java": still}, {**after, "b/Still.java": still})
    assert [each.type for each in found] == ["Extract Method"]


def test_detection_does_not_depend_on_the_order_of_the_files(java: JavaAnalyser) -> None:
    before, after = versions("Extract And Move Method")
    turned = java.detect(dict(reversed(before.items())), dict(reversed(after.items())))
    assert turned == java.detect(before, after)


def test_a_change_that_begins_in_a_comment_is_seen(java: JavaAnalyser) -> None:
    # RefactoringMiner's own entry skips files whose changes begin with a comment line.
    calls = CALLS.replace("CALL", "total")
    before = java_class("One", method("void run(int[] values)", "\n        // one" + INLINED))
    after = java_class(
        "One", method("void run(int[] values)", "\n        // two" + calls), method(TAKES, BODY)
    )
    found = java.detect({"p/One.java": before}, {"p/One.java": after})
    assert [each.type for each in found] == ["Extract Method"]


# --- Methods ---------------------------------------------------------------------------------

SHAPES = """package p;

import java.util.*;

public class Outer<T extends Comparable<T>> {
    /**
     * Doc.
     */
    @Deprecated
    public static <K, V> Map<K,List<V>> group(final Map<K,V>  map, String... names) throws Exception {
        return null;
    }

    Outer(int[] a, int b[], java.util.List<? extends T> c) { }

    Runnable field = new Runnable() { public void run() { } },
        second = new Runnable() { public void run() { } };

    static { new Object() { void inStatic() { } }; }

    { new Object() { void inInstance() { } }; }

    void m() {
        class Local { void here() { } }
        new Object() { void first() { new Object() { void deep() { } }; } };
        Runnable r = () -> { new Object() { void inLambda() { } }; };
    }

    int old()[] { return null; }

    record Point(int x, List<String> names) {
        Point {
            names = List.copyOf(names);
        }
    }

    enum Kind {
        A { @Override int size() { return 1; } };
        abstract int size();
    }

    interface Face { default void hello() { } }

    @interface Note { int value() default 1; }
}
"""


def infos(java: JavaAnalyser, text: str, path: str = "p/Outer.java") -> dict[str, MethodInfo]:
    return {f"{i.method.class_name}#{i.method.signature}": i for i in java.methods({path: text})}


def test_all_methods_are_found_under_names_that_tell_them_apart(java: JavaAnalyser) -> None:
    assert list(infos(java, SHAPES)) == [
        "p.Outer#group(Map<K, V>, String...)",
        "p.Outer#Outer(int[], int[], java.util.List<? extends T>)",
        "p.Outer.field.1#run()",
        "p.Outer.second.1#run()",
        "p.Outer.<clinit>.1#inStatic()",
        "p.Outer.<init>.1#inInstance()",
        "p.Outer#m()",
        "p.Outer.m.Local#here()",
        "p.Outer.m.1#first()",
        "p.Outer.m.1.first.1#deep()",
        "p.Outer.m.2#inLambda()",
        "p.Outer#old()",
        "p.Outer.Point#Point(int, List<String>)",
        "p.Outer.Kind.A.1#size()",
        "p.Outer.Kind#size()",
        "p.Outer.Face#hello()",
    ]


def test_a_method_is_told_with_its_modifiers_type_and_lines(java: JavaAnalyser) -> None:
    found = infos(java, SHAPES)
    group = found["p.Outer#group(Map<K, V>, String...)"]
    assert group.modifiers == ("@Deprecated", "public", "static")
    assert group.return_type == "Map<K, List<V>>"
    assert (group.method.start_line, group.method.end_line) == (6, 12)
    assert group.body.startswith("    /**\n     * Doc.")
    assert group.body.endswith("    }\n")
    assert found["p.Outer#old()"].return_type == "int[]"
    assert found["p.Outer.Point#Point(int, List<String>)"].return_type == ""


def test_a_new_anonymous_class_in_one_method_renames_none_in_another(java: JavaAnalyser) -> None:
    more = SHAPES.replace("static { ", "static { new Object() { void extra() { } }; ")
    assert set(infos(java, SHAPES)) - set(infos(java, more)) == {"p.Outer.<clinit>.1#inStatic()"}


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("A.java", "class A { void m() {} }", ["A#m()"]),
        ("A.java", "void main() { }", ["A#main()"]),
        ("p/A.java", "package p;\r\nclass A {\r\n/** d */\r\nvoid m() {\r\n}\r\n}\r\n", ["p.A#m()"]),
        ("A.java", "class A { void ok() {} void broken( { } }", ["A#ok()"]),
        ("A.java", "", []),
        ("A.java", "class Größe { void grüße(Ünï ü) { String s = \"\U0001f600\"; } }", ["Größe#grüße(Ünï)"]),
    ],
)  # fmt: skip
def test_unusual_files_are_read_too(java: JavaAnalyser, path: str, text: str, names: list[str]) -> None:
    assert list(infos(java, text, path))[: len(names)] == names


def test_bytes_that_are_no_utf8_come_back_as_they_were_sent(java: JavaAnalyser) -> None:
    content = b'class A { void m() { String s = "r\xe9sum\xe9 \xf0\x9f\x98\x80"; } }'
    text = content.decode("utf-8", "surrogateescape")
    (found,) = java.methods({"A.java": text})
    assert found.body == text


# --- Context ---------------------------------------------------------------------------------

PROJECT = {
    "main/p/Shape.java": """package p;
public abstract class Shape implements Comparable<Shape> { abstract int area(); }
""",
    "main/p/Square.java": """package p;
public class Square extends Shape {
    final int side;
    private final Scale scale = new Scale();
    Square(int side) { this.side = side; }
    /** Area. */
    int area() { return scale.up(side, Unit.CM) * side; }
    int area(Unit unit) {
        Runnable later = new Runnable() { public void run() { area(); } };
        return area() + new Helper().help(this);
    }
    static class Helper { int help(Square of) { return of.area(); } }
    public int compareTo(Shape other) { return area() - other.area(); }
}
""",
    "main/p/Scale.java": "package p;\nclass Scale { int up(int n, Unit unit) { return n; } }\n",
    "main/p/Unit.java": "package p;\nenum Unit { CM, M }\n",
    "main/p/Cube.java": "package p;\nclass Cube extends Square { Cube() { super(1); } }\n",
    "test/p/SquareTest.java": """package p;
import org.junit.Test;
public class SquareTest {
    @Test public void area() { org.junit.Assert.assertEquals(4, new Square(2).area()); }
    java.util.function.Supplier<Integer> field = new Square(3)::area;
    void reference() { java.util.function.Function<Square, Integer> f = Square::area; }
}
""",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for path, text in PROJECT.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


ROOTS = ("main", "test")
SQUARE = "main/p/Square.java"
AREA = MethodRef(file=SQUARE, class_name="p.Square", signature="area()", start_line=6, end_line=7)


def names(refs: tuple[MethodRef, ...]) -> list[str]:
    return [f"{ref.class_name}#{ref.signature}" for ref in refs]


def test_callers_are_all_methods_whose_code_names_the_method(java: JavaAnalyser, project: Path) -> None:
    assert names(java.context(project, ROOTS, AREA).callers) == [
        "p.Square#area(Unit)",
        "p.Square.area.1#run()",
        "p.Square.Helper#help(Square)",
        "p.Square#compareTo(Shape)",
        "p.SquareTest#area()",
        "p.SquareTest#reference()",
    ]


def test_callees_are_the_projects_own_in_the_order_of_the_code(java: JavaAnalyser, project: Path) -> None:
    by_unit = AREA.model_copy(update={"signature": "area(Unit)", "start_line": 8, "end_line": 11})
    own = ["p.Square#area()", "p.Square.Helper#help(Square)"]
    assert names(java.context(project, ROOTS, by_unit).callees) == own
    assert names(java.context(project, ROOTS, AREA).callees) == ["p.Scale#up(int, Unit)"]


def test_a_constructor_knows_who_makes_its_objects(java: JavaAnalyser, project: Path) -> None:
    made = AREA.model_copy(update={"signature": "Square(int)", "start_line": 5, "end_line": 5})
    assert names(java.context(project, ROOTS, made).callers) == ["p.Cube#Cube()", "p.SquareTest#area()"]


def test_relatives_are_all_supertypes_and_the_projects_subtypes(java: JavaAnalyser, project: Path) -> None:
    context = java.context(project, ROOTS, AREA)
    assert context.supertypes == ("p.Shape", "java.lang.Comparable")
    assert context.subtypes == ("p.Cube",)


def test_destinations_are_classes_that_the_method_uses_then_those_that_use_it(
    java: JavaAnalyser, project: Path
) -> None:
    context = java.context(project, ROOTS, AREA)
    assert context.destinations == ("p.Scale", "p.Unit", "p.Square.Helper", "p.SquareTest")


def test_the_outline_leaves_out_the_bodies_of_other_methods(java: JavaAnalyser, project: Path) -> None:
    outline = java.context(project, ROOTS, AREA).class_outline
    assert "int area() { return scale.up(side, Unit.CM) * side; }" in outline
    assert "int area(Unit unit) { … }" in outline
    assert "static class Helper { int help(Square of) { … } }" in outline
    assert "private final Scale scale = new Scale();" in outline


def test_a_method_in_an_anonymous_class_keeps_its_surroundings_in_the_outline(
    java: JavaAnalyser, project: Path
) -> None:
    run = AREA.model_copy(update={"class_name": "p.Square.area.1", "signature": "run()"})
    context = java.context(project, ROOTS, run)
    assert "new Runnable() { public void run() { area(); } }" in context.class_outline
    assert "int area() { … }" in context.class_outline


def test_a_signature_is_found_however_it_is_spaced(java: JavaAnalyser, project: Path) -> None:
    loose = MethodRef(
        file="main/p/Scale.java", class_name="p.Scale", signature="up(int,Unit)", start_line=1, end_line=1
    )
    assert java.context(project, ROOTS, loose).method.method.signature == "up(int, Unit)"


def test_a_file_that_changes_is_read_anew(java: JavaAnalyser, project: Path) -> None:
    assert java.context(project, ROOTS, AREA).subtypes == ("p.Cube",)
    tile = "package p;\nclass Tile extends Square { Tile() { super(2); } }\n"
    (project / "main/p/Tile.java").write_text(tile, "utf-8")
    assert java.context(project, ROOTS, AREA).subtypes == ("p.Cube", "p.Tile")


# --- Coverage --------------------------------------------------------------------------------

COVERED = """package p;
public class Covered {
    static int twice(int n) {
        if (n > 100) {
            return 0;
        }
        return n * 2;
    }
    static void never() {
        System.out.println();
    }
    static class Inner {
        void run() {
            twice(1);
        }
    }
    public static void main(String[] a) {
        new Inner().run();
    }
}
"""
ECJ = "org.eclipse.jdt.internal.compiler.batch.Main"
AGENT = javatools.Jar(
    "org.jacoco:org.jacoco.agent:0.8.16",
    "1193f482f6c590137c753ed4f0119d8e13b3445e70288acf1eb01a3eb95ed990",
)


@pytest.fixture(scope="module")
def covered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """JaCoCo data of a real run, and the class folder it was taken from."""
    folder = tmp_path_factory.mktemp("covered")
    (folder / "Covered.java").write_text(COVERED, "utf-8")
    compiler = javatools.fetch(javatools.read_jar_list(material.folder("docker") / javatools.COMPILER))
    (agent_archive,) = javatools.fetch([AGENT])
    with zipfile.ZipFile(agent_archive) as archive:
        agent = Path(archive.extract("jacocoagent.jar", folder))
    classes, data = folder / "classes", folder / "jacoco.exec"
    java = str(javatools.java())
    compile_ = [java, "-cp", os.pathsep.join(map(str, compiler)), ECJ, "-17", "-g", "-d", str(classes)]
    subprocess.run([*compile_, str(folder / "Covered.java")], check=True, capture_output=True)
    run = [java, f"-javaagent:{agent}=destfile={data}", "-cp", str(classes), "p.Covered"]
    subprocess.run(run, check=True, capture_output=True)
    return data, classes


def test_coverage_counts_the_lines_of_each_method(java: JavaAnalyser, covered: tuple[Path, Path]) -> None:
    data, classes = covered
    counted = {f"{m.class_name}#{m.signature}": m for m in java.coverage(data, [classes])}
    twice = counted["p.Covered#twice(I)I"]
    assert (twice.first_line, twice.covered_lines, twice.missed_lines) == (4, 2, 1)
    never = counted["p.Covered#never()V"]
    assert (never.covered_lines, never.missed_lines) == (0, 2)
    assert counted["p.Covered.Inner#run()V"].missed_lines == 0


def test_resources_beside_the_classes_do_not_matter(
    java: JavaAnalyser, covered: tuple[Path, Path], tmp_path: Path
) -> None:
    data, classes = covered
    for name in ("damaged.zip", "damaged.jar", "no.class", "README"):
        (tmp_path / name).write_bytes(b"PK\3\4 damaged")
    assert java.coverage(data, [tmp_path, tmp_path / "gone"]) == ()
    assert java.coverage(data, [classes, tmp_path]) == java.coverage(data, [classes])


def test_classes_that_are_not_those_that_ran_have_no_coverage(
    java: JavaAnalyser, covered: tuple[Path, Path], tmp_path: Path
) -> None:
    data, classes = covered
    changed = (classes / "p/Covered.class").read_bytes().replace(b"never", b"never".upper())
    (tmp_path / "Covered.class").write_bytes(changed)
    assert java.coverage(data, [tmp_path]) == ()


# --- The process -----------------------------------------------------------------------------


def deep(levels: int) -> str:
    """A class whose one expression nests so deep that reading it takes a deep stack."""
    return "class Deep { int m() { return " + "f(" * levels + "1" + ")" * levels + "; } }"


def test_what_overflows_the_stack_is_an_error_and_the_next_request_works(java: JavaAnalyser) -> None:
    with pytest.raises(AnalyserError, match="StackOverflowError"):
        java.methods({"Deep.java": deep(100_000)})
    assert java.methods({PATH: BEFORE}) == METHODS


def test_a_request_over_its_limit_is_killed_and_the_next_works() -> None:
    with JavaAnalyser(seconds=0.01) as analyser:
        with pytest.raises(
            AnalyserError, match=r"within 0\.01 seconds while detecting .*One\.java and 1 more"
        ):
            analyser.detect(*versions("Move Method"))
        analyser.seconds = 180
        assert analyser.methods({PATH: BEFORE}) == METHODS


def test_a_request_that_needs_too_much_memory_says_so_and_the_next_works() -> None:
    with JavaAnalyser(memory=16 << 20) as analyser:
        big = "class Big {\n" + "int m() { return 1 + 2 * 3; }\n" * 60_000 + "}"
        with pytest.raises(AnalyserError, match=r"(?i)memory|heap"):
            analyser.methods({"Big.java": big})
        assert analyser.methods({PATH: BEFORE}) == METHODS


def process_of(analyser: JavaAnalyser) -> int:
    assert analyser._process is not None
    return analyser._process._popen.pid


def gone(pid: int) -> bool:
    """Whether the process ends by itself in good time; ended and not waited for counts as gone."""
    for _ in range(200):
        status = Path(f"/proc/{pid}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return True
        time.sleep(0.05)
    return False


def test_a_process_killed_from_outside_is_replaced() -> None:
    with JavaAnalyser() as analyser:
        analyser.methods({PATH: BEFORE})
        assert analyser._process is not None
        os.kill(process_of(analyser), signal.SIGKILL)
        analyser._process._popen.wait()
        assert analyser.methods({PATH: BEFORE}) == METHODS


def test_a_fresh_process_takes_over_after_so_many_requests() -> None:
    with JavaAnalyser(requests=2) as analyser:
        pids = []
        for _ in range(3):
            analyser.methods({})
            pids.append(process_of(analyser))
    assert pids[0] == pids[1] != pids[2]


def test_no_process_is_left_after_the_block() -> None:
    with JavaAnalyser() as analyser:
        analyser.methods({})
        pid = process_of(analyser)
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(AnalyserError, match="closed"):
        analyser.methods({})


def test_closing_ends_a_request_of_another_thread_at_once() -> None:
    analyser = JavaAnalyser()
    analyser.methods({})
    failures: list[AnalyserError] = []

    def ask() -> None:
        try:
            while True:
                analyser.detect(*versions("Extract Method"))
        except AnalyserError as error:
            failures.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    analyser.close()
    asking.join(timeout=60)
    assert len(failures) == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_the_java_process_ends_with_python(how: signal.Signals) -> None:
    script = (
        "import time\n"
        "from swerefactor.analysis.analyser import JavaAnalyser\n"
        "analyser = JavaAnalyser()\n"
        "analyser.methods({})\n"
        "print(analyser._process._popen.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as python:
        assert python.stdout is not None
        pid = int(python.stdout.readline())
        python.send_signal(how)
        python.wait()
    assert gone(pid)


def test_threads_may_share_an_analyser_or_a_pool(java: JavaAnalyser, pool: AnalyserPool) -> None:
    def ask(number: int) -> tuple[Detection | MethodInfo, ...]:
        shared: Analyser = pool if number % 2 else java
        return shared.detect({PATH: BEFORE}, {PATH: AFTER}) if number % 3 else shared.methods({PATH: BEFORE})

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(24)))
    expected = [java.methods({PATH: BEFORE}), *[java.detect({PATH: BEFORE}, {PATH: AFTER})] * 2] * 8
    assert answers == expected


def test_java_settings_of_the_user_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1k")
    with JavaAnalyser() as analyser:
        assert analyser.methods({PATH: BEFORE}) == METHODS
