"""Compiling what changed gives what compiling everything gives, whatever the change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from swerefactor.farm.local import LocalSandbox
from swerefactor.farm.reach import Reach, local_reach
from swerefactor.farm.request import MAIN_CLASS, Session, framed, read_results
from swerefactor.protocols import Workspace
from swerefactor.values import BaseTree, Limits
from tests.conformance.sandbox import small_repository

LIMITS = Limits(seconds=300)
MAIN, TEST = "src/main/java", "src/test/java"

PROJECT = {
    f"{MAIN}/p/{name}.java": f"package p;\n{text}\n"
    for name, text in {
        "Base": "public class Base { public int one() { return 1; } protected void hook() { } }",
        "Sub": "public class Sub extends Base { }",
        "CallsSub": "class CallsSub { int call() { return new Sub().one(); } }",
        "Shape": "public interface Shape { int area(); default int twice() { return 2 * area(); } }",
        "MakesShapes": "class MakesShapes { Shape shape() { return () -> 1; } }",
        "Limits": "public class Limits { public static final int MOST = 3; static int least() { return 0; } }",
        "CopiesLimit": "class CopiesLimit { static final int HALF = p.Limits.MOST / 2; }",
        "CopiesCopy": "class CopiesCopy { int x() { switch (1) { case CopiesCopy.K: return 1; } return 0; }"
        " static final int K = CopiesLimit.HALF; }",
        "Colour": "public enum Colour { RED, GREEN }",
        "Paints": "class Paints { int paint(Colour c) { return switch (c) { case RED -> 1; case GREEN -> 2; }; } }",
        "Bag": "public class Bag implements Iterable<String> {"
        " public java.util.Iterator<String> iterator() { return null; } }",
        "LoopsBag": "class LoopsBag { void loop(Bag bag) { for (String s : bag) s.length(); } }",
        "Door": 'public class Door implements AutoCloseable { public void close() throws java.io.IOException { } }',
        "Leaves": "class Leaves { void leave() throws java.io.IOException { try (Door d = new Door()) { } } }",
        "Words": "public class Words { public static String word(Object o) { return o.toString(); }"
        " public static String word(Integer i) { return \"number\"; } }",
        "Speaks": "class Speaks { String say() { return Words.word((Object) 1); } }",
        "Boxes": "public class Boxes { public java.util.List<Base> all() { return null; } }",
        "Opens": "class Opens { int open(Boxes b) { return b.all().get(0).one(); } }",
        "Root": "public abstract class Root { public int area() { return 1; } void plain() { } }",
        "Leaf": "public class Leaf extends Root { }",
        "ShapedLeaf": "public class ShapedLeaf extends Leaf implements Shape { }",
        "Inherits": "class Inherits extends ShapedLeaf { }",
        "Counter": "public abstract class Counter implements java.util.function.IntSupplier { void count() { } }",
        "Steps": "public class Steps extends Counter implements Comparable<Steps> {"
        " public int getAsInt() { return 1; } public int compareTo(Steps s) { return 0; } }",
        "Timed": "public abstract class Timed extends Counter implements Runnable { }",
        "Hidden": "class Hidden { void inner() { } }",
        "Shown": "public class Shown extends Hidden { }",
        "Marker": "public @interface Marker { String value() default \"\"; }",
        "Marked": "@Marker(\"m\") class Marked { }",
        "Outer": "public class Outer { public static class Inner { } int size = 2; }",
        "InnerUser": "class InnerUser extends Outer { Inner inner = new Inner(); }",
        "Point": "public record Point(int x, int y) { }",
        "Reads": "class Reads { int read(Object o) { return o instanceof Point(int a, int b) ? a - b : 0; } }",
    }.items()
} | {
    f"{MAIN}/q/Imports.java": "package q;\nimport static p.Words.*;\nclass Imports { String f() { return word(1); } }\n",
    f"{MAIN}/q/Unused.java": "package q;\nimport static p.Words.word;\nimport p.Sub;\nclass Unused { }\n",
    f"{TEST}/p/UsesBase.java": "package p;\nclass UsesBase { int x = new CallsSub().call() + new Base().one(); }\n",
    f"{TEST}/p/Stub.java": "package p;\nclass Stub implements Shape { public int area() { return 0; } }\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def reach() -> Reach:
    return local_reach({})


@dataclass(frozen=True)
class Compiler:
    """Compiles in one workspace."""

    reach: Reach
    workspace: Workspace

    def everything(self) -> Session:
        """All from source."""
        return self._run([])

    def changed(self, files: Mapping[str, bytes | None]) -> Session:
        """What changes when these files are put, and all that depends on it."""
        self.workspace.put(files)
        paths = [("changed", f"{self.workspace.root}/{path}") for path in files]
        return self._run([("incremental", ""), *paths])

    def _run(self, more: list[tuple[str, str]]) -> Session:
        options = ("-encoding", "UTF-8", "-g", "-proc:none", "-nowarn", "-source", "21", "-target", "21")
        pairs = [("nonce", "n"), ("main-root", MAIN), ("test-root", TEST)]
        pairs += [(f"{stage}-option", option) for stage in ("main", "test") for option in options]
        command = [self.reach.java, "-cp", self.reach.compiler, MAIN_CLASS, "compile"]
        ran = self.workspace.run(command, LIMITS, stdin=framed([*pairs, *more]))
        return read_results(ran.results, "n")

    def classes(self) -> dict[str, bytes | None]:
        """All class files."""
        return {path: self.workspace.get(path) for path in self.workspace.list("target", ".class")}


def small_project(folder: Path) -> tuple[LocalSandbox, BaseTree]:
    files = {path: text.encode() for path, text in PROJECT.items()}
    repositories, base = small_repository(folder, files)
    return LocalSandbox(repositories), base


def edit(name: str, old: str, new: str, root: str = f"{MAIN}/p") -> dict[str, bytes | None]:
    """A file of the project with one text replaced."""
    path = f"{root}/{name}.java"
    assert PROJECT[path].count(old) == 1
    return {path: PROJECT[path].replace(old, new).encode()}


def added(name: str, text: str, root: str = f"{MAIN}/p") -> dict[str, bytes | None]:
    return {f"{root}/{name}.java": f"package {root.rpartition('/')[2]};\n{text}\n".encode()}


EDITS: dict[str, dict[str, bytes | None]] = {
    "a new statement": edit("Base", "return 1;", "int one = 1; return one;"),
    "a private method": edit("Base", "{ public", "{ private int help() { return 1; } public"),
    "a public method": edit("Base", "{ public", "{ public int two() { return 2; } public"),
    "a method that is gone from a supertype": edit("Base", "one()", "uno()"),
    "another type of a result": edit("Base", "int one", "long one"),
    "less access": edit("Base", "public int one", "private int one"),
    "an exception that must be caught": edit("Base", "one()", "one() throws Exception"),
    "a static method that was none": edit("Base", "public int one", "public static int one"),
    "a method that a subtype can't override": edit("Base", "protected void hook", "public void area"),
    "an abstract class": edit("Base", "public class Base", "public abstract class Base"),
    "a final class": edit("Base", "public class Base", "public final class Base"),
    "a second abstract method of a lambda's interface": edit("Shape", "{ int", "{ int size(); int"),
    "a new default method": edit("Shape", "{ int", "{ default int size() { return 0; } int"),
    "a method that is gone and was used by nobody": edit("Root", " void plain() { }", ""),
    "a method that is gone and implemented another": edit("Root", "public int area() { return 1; } ", ""),
    "a new abstract method": edit("Root", "void plain() { }", "abstract void plain();"),
    "a method that can't implement any more": edit("Root", "public int area", "int area"),
    "a method that nothing of the same name meets": edit("Counter", "{ void", "{ void extra() { } void"),
    "a method that meets one of the JDK's": edit("Counter", "void count", "void run"),
    "a method that implements one of the JDK's": edit("Counter", "void count", "public final void run"),
    "a method that a public subclass hands on": edit("Hidden", "void inner", "public void inner"),
    "another constant": edit("Limits", "MOST = 3", "MOST = 8"),
    "a constant that two cases would share": edit("Limits", "MOST = 3", "MOST = 2"),
    "a constant that is gone": edit("Limits", "MOST", "MOSTLY"),
    "a constant that is none any more": edit("Limits", "MOST = 3", "MOST = Integer.parseInt(\"3\")"),
    "a new constant of an enum": edit("Colour", "GREEN }", "GREEN, BLUE }"),
    "constants of an enum in another order": edit("Colour", "RED, GREEN", "GREEN, RED"),
    "another element of a loop": edit("Bag", "public java.util.Iterator<String> iterator() { return null; }",
                                      "public java.util.Iterator<String> iterator() { throw new Error(); }"),
    "a collection of something else": {
        f"{MAIN}/p/Bag.java": PROJECT[f"{MAIN}/p/Bag.java"].replace("<String>", "<Integer>").encode()
    },
    "a close that throws more": edit("Door", "java.io.IOException", "Exception"),
    "a close that throws nothing": edit("Door", " throws java.io.IOException", ""),
    "a better overload": edit("Words", "{ public static String word(Object", "{ public static int word(int i)"
                              " { return i; } public static String word(Object"),
    "an overload that is gone": edit("Words", "public static String word(Object o)", "static String other(Object o)"),
    "a static method that is imported and gone": {
        f"{MAIN}/p/Words.java": b"package p;\npublic class Words { public static String other(Object o) { return \"\"; } }\n"
    },
    "a new element of an annotation": edit("Marker", "{ String", "{ int size(); String"),
    "a member class that is gone": edit("Outer", "public static class Inner { } ", ""),
    "a member class that is private": edit("Outer", "public static class Inner", "private static class Inner"),
    "a new member class": edit("Outer", "{ public", "{ class Base { } public"),
    "a new class that hides another one": added("String", "public class String { }"),
    "a new class": added("New", "class New { }"),
    "a class that is gone": {f"{MAIN}/p/Sub.java": None},
    "a class that is gone and was not used": {f"{MAIN}/p/Marked.java": None},
    "components in another order": edit("Point", "int x, int y", "int y, int x"),
    "one component more": edit("Point", "int x, int y", "int x, int y, int z"),
    "another result of a generic type": edit("Boxes", "List<Base>", "List<Sub>"),
    "a result of an unlike generic type": edit("Boxes", "List<Base>", "List<Object>"),
    "a class in another package": edit("Sub", "package p;", "package q;"),
    "a caller that forgets an import": edit("CallsSub", "new Sub()", "new Nobody()"),
    "a change in test code": edit("Stub", "area()", "areas()", f"{TEST}/p"),
    "a moved method with its caller": (
        edit("Base", "public int one() { return 1; } ", "")
        | edit("Sub", "{ }", "{ public int one() { return 1; } }")
        | edit("Opens", "b.all().get(0).one()", "new Sub().one()")
    ),
    "an adapted rename": (
        edit("Base", "one()", "uno()") | edit("CallsSub", "one()", "uno()") | edit("Opens", "one()", "uno()")
        | edit("UsesBase", "new Base().one()", "new Base().uno()", f"{TEST}/p")
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", EDITS.values(), ids=EDITS.keys())
def test_compiling_a_change_gives_what_compiling_everything_gives(
    change: dict[str, bytes | None], reach: Reach, tmp_path: Path
) -> None:
    sandbox, base = small_project(tmp_path)
    with sandbox.workspace(base, LIMITS) as workspace, sandbox.workspace(base, LIMITS) as other:
        compiler, whole = Compiler(reach, workspace), Compiler(reach, other)
        assert compiler.everything().compiled
        part = compiler.changed(change)
        other.put(change)
        full = whole.everything()
        assert part.compiled == full.compiled, (part.errors, full.errors)
        if full.compiled:
            assert compiler.classes() == whole.classes()


@pytest.mark.parametrize(
    ("kind", "most"),
    [
        ("a new statement", 1),
        ("a private method", 1),
        ("a public method", 2),
        ("a new class", 1),
        ("a method that is gone and was used by nobody", 3),
        ("a method that nothing of the same name meets", 1),
    ],
)
def test_what_others_do_not_see_has_no_other_file_compiled(
    kind: str, most: int, reach: Reach, tmp_path: Path
) -> None:
    sandbox, base = small_project(tmp_path)
    with sandbox.workspace(base, LIMITS) as workspace:
        compiler = Compiler(reach, workspace)
        assert compiler.everything().compiled
        assert compiler.changed(EDITS[kind]).sources <= most


def test_a_class_from_a_source_that_is_gone_is_gone(reach: Reach, tmp_path: Path) -> None:
    sandbox, base = small_project(tmp_path)
    with sandbox.workspace(base, LIMITS) as workspace:
        compiler = Compiler(reach, workspace)
        compiler.everything()
        two = "package p;\nclass Stub { }\nclass Second { class Third { } Object o = new Object() { }; }\n"
        assert compiler.changed({f"{TEST}/p/Stub.java": two.encode()}).compiled
        assert workspace.list("target/test-classes", "Second$Third.class")
        assert compiler.changed({f"{TEST}/p/Stub.java": None}).compiled
        assert workspace.list("target/test-classes", ".class") == ("target/test-classes/p/UsesBase.class",)
