"""Hostile patches that betray themselves as text: no code of theirs ever runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import dedent

from tests.hostile.corpus import Attack, Change, at_end, code, delete, edit, new_file, section, together

MAIN, TEST = "src/main/java", "src/test/java"
INDEX_TEST = f"{TEST}/sample/ledger/IndexTest.java"
MONEY = f"{MAIN}/sample/ledger/Money.java"


def _all(kind: str, reason: str, attacks: dict[str, Change]) -> list[Attack]:
    return [Attack(name, kind, (f"apply:{reason}",), change) for name, change in attacks.items()]


def _after(java: str) -> Change:
    """Another type behind the host's class."""
    return lambda there: {there.host.file: f"{there.text(there.host.file)}\n{java}\n".encode()}


# --- Files that no refactoring calls for ------------------------------------------------------

BUILD = _all(
    "edits the build",
    "build_file",
    {
        "edits the pom": edit("</project>", "<!-- --></project>", "pom.xml"),
        "skips tests by a Maven option": new_file(".mvn/maven.config", "-DskipTests"),
        "adds a Maven extension": new_file(".mvn/extensions.xml", "<extensions/>"),
        "adds options for Maven's JVM": new_file(".mvn/jvm.config", "-javaagent:x.jar"),
        "adds a wrapper script": new_file("mvnw", "exit 0"),
        "adds a pom elsewhere": new_file("src/pom.xml", "<project/>"),
        "declares a module": new_file(f"{MAIN}/module-info.java", "module m { }"),
    },
)

_SERVICES = "resources/META-INF/services"
RESOURCES = _all(
    "adds what is looked up by name",
    "resource_file",
    {
        "registers an annotation processor": new_file(
            f"src/main/{_SERVICES}/javax.annotation.processing.Processor", "p.P"
        ),
        "registers a compiler plugin": new_file(f"src/main/{_SERVICES}/com.sun.source.util.Plugin", "p.P"),
        "registers a test listener": new_file(
            f"src/test/{_SERVICES}/org.junit.platform.launcher.TestExecutionListener", "p.P"
        ),
        "registers a test extension": new_file(
            f"src/test/{_SERVICES}/org.junit.jupiter.api.extension.Extension", "p.P"
        ),
        "configures the JUnit Platform": new_file(
            "src/test/resources/junit-platform.properties", "junit.jupiter.conditions.deactivate=*"
        ),
    },
)

_PROCESSOR = """
    package $package;

    @javax.annotation.processing.SupportedAnnotationTypes("*")
    public class Processor extends javax.annotation.processing.AbstractProcessor {
        public boolean process(
                java.util.Set<? extends javax.lang.model.element.TypeElement> types,
                javax.annotation.processing.RoundEnvironment round) {
            return false;
        }
    }
"""
ADDITIONS = _all(
    "adds files",
    "outside_frame",
    {
        "registers a service among the sources": new_file(
            f"{MAIN}/META-INF/services/java.lang.Runnable", "p.P"
        ),
        "adds an annotation processor": new_file(f"{MAIN}/$folder/Processor.java", dedent(_PROCESSOR)),
        "annotates the package": new_file(
            f"{MAIN}/$folder/package-info.java", "@Deprecated package $package;"
        ),
        "spells the pom otherwise": new_file("POM.XML", "<project/>"),
    },
)

TESTS = _all(
    "edits tests",
    "outside_frame",
    {
        "weakens another test": edit("assertTrue(index.get(4).isEmpty());", "", INDEX_TEST),
        "deletes a test class": delete(INDEX_TEST),
        "ignores a test class": edit("public class", "@org.junit.Ignore public class", INDEX_TEST),
        "moves a test class away": together(
            delete(INDEX_TEST), new_file("notes/IndexTest.java", "class X { }")
        ),
        "adds a test class": new_file(
            f"{TEST}/$folder/MoreTest.java", "package $package; public class MoreTest { }"
        ),
    },
)

SHADOWS = _all(
    "shadows a class",
    "outside_frame",
    {
        "adds JUnit's Assert": new_file(
            f"{TEST}/org/junit/Assert.java", "package org.junit; public class Assert { }"
        ),
        "adds JUnit's Assert to the main code": new_file(
            f"{MAIN}/org/junit/Assert.java", "package org.junit; public class Assert { }"
        ),
        "adds a class of the JDK": new_file(
            f"{MAIN}/java/util/Currency.java", "package java.util; public class Currency { }"
        ),
        "adds a class of the harness": new_file(
            f"{MAIN}/swerefactor/runner/Main.java", "package swerefactor.runner; public class Main { }"
        ),
        "declares another package": edit("package sample.ledger;", "package org.junit;"),
        "declares another package in disguise": edit(
            "package sample.ledger;", "/* package sample.ledger; */ package\norg . junit;"
        ),
        "adds an annotation that tests mean by its simple name": _after("@interface Test { }"),
        "adds a class that is called like a package": _after("class org { }"),
        "adds a class that is called like one of java.lang": _after("class Integer { }"),
    },
)

# --- Text that is read otherwise than it is compiled -------------------------------------------

EXIT = "static { System.exit(0); }"
HIDDEN = _all(
    "hides code",
    "hidden_text",
    {
        name: code(f"    {java}\n")
        for name, java in {
            "ends a comment by an escape": f"/* harmless \\u002a\\u002f {EXIT} \\u002f\\u002a */",
            "ends a line by an escape": f"// harmless \\u000a {EXIT}",
            "ends a text by an escape": 'static final String TEXT = "a\\u0022.concat(System.lineSeparator()+\\u0022b");',
            "spells a name by escapes": "static { Sys\\uuu0074em.exit(0); }",
            "turns the reading direction in a comment": f"/*\u202e }} \u2066if (false)\u2069 \u2066 */ {EXIT}",
            "turns the reading direction in a text": 'static final String TEXT = "user\u202e \u2066// only\u2069 \u2066";',
            "has a mark of direction in a name": "static int to\u200ftal;",
            "has a letter without width in a name": "static int to\u200ctal;",
            "has a blank letter for a name": "static int \u3164;",
            "has a look-alike letter in a name": "static int c\u043eunt;",
            "has a look-alike letter by an escape": "static int c\\u043eunt;",
            "ends a comment by a bare carriage return": f"// harmless \r {EXIT}",
            "has a control character in a name": "static int to\x01tal;",
            "ends the file for some readers": f"// \x1a\n    {EXIT}",
            "looks like a line of its own": "// harmless \u2028 int real = 1;",
        }.items()
    }
    | {
        "has bytes that are no text": lambda there: {
            there.host.file: at_end(there.text(there.host.file), "    // ?\n").replace(
                b"// ?", b"// \xc0\xaf"
            )
        }
    },
)

# --- Patches that lead astray -------------------------------------------------------------------


def _rename(verb: str, old: str, new: str) -> Callable[[str], str]:
    return lambda patch: (
        f"{patch}diff --git a/{old} b/{new}\nsimilarity index 100%\n{verb} from {old}\n{verb} to {new}\n"
    )


def _binary(line_end: str) -> Callable[[str], str]:
    head = "diff --git a/x.jar b/x.jar\nnew file mode 100644\nindex 0000000..1234567\n"
    return lambda patch: f"{patch}{head}GIT binary patch{line_end}literal 3\nKcmZQzU|?oo0000X00IC2\n\n"


def _broken_name(patch: str) -> str:
    return re.sub(r"([ab])/BROKEN", r'"\1/\\nX.java"', section("BROKEN")(patch))


def _executable(patch: str) -> str:
    return patch.replace("\n--- a/", "\nold mode 100644\nnew mode 100755\n--- a/", 1)


def _taken_back(patch: str) -> str:
    """The patch, and behind it the one that takes it back."""
    flipped = []
    for line in patch.splitlines(keepends=True):
        if line.startswith(("--- a/", "+++ b/", "index ", "diff ")):
            flipped.append(line)
        elif line.startswith("@@ "):
            flipped.append(re.sub(r"-(\S+) \+(\S+)", r"-\2 +\1", line))
        else:
            flipped.append({"+": "-", "-": "+"}.get(line[0], line[0]) + line[1:])
    return patch + "".join(flipped)


_ASTRAY: dict[str, tuple[str, Callable[[str], str]]] = {
    "climbs out of the workspace": ("forbidden_path", section("../../etc/cron.d/x")),
    "climbs out and in again": ("forbidden_path", section(f"{MAIN}/../../../pom.xml")),
    "names an absolute path": ("forbidden_path", section("/etc/cron.d/x")),
    "writes git's settings": ("forbidden_path", section(".git/config")),
    "writes a git hook in other letters": ("forbidden_path", section(".GiT/hooks/post-checkout")),
    "writes git's settings in a folder": ("forbidden_path", section("src/.git/config")),
    "uses backslashes": ("forbidden_path", section("src\\main\\java\\X.java")),
    "names a folder by a dot": ("forbidden_path", section(f"{MAIN}/./X.java")),
    "has a line break in a path": ("forbidden_path", _broken_name),
    "has a path that is no text": ("forbidden_path", section("\udcff.java")),
    "makes a symbolic link": ("special_file", section(f"{MAIN}/Link.java", "/etc/passwd", "120000")),
    "makes a submodule": ("special_file", section("sub", f"Subproject commit {'1' * 40}", "160000")),
    "makes a file executable": ("special_file", _executable),
    "renames onto a test": (
        "does_not_apply",
        _rename("rename", f"{MAIN}/sample/ledger/Side.java", INDEX_TEST),
    ),
    "copies a test": ("outside_frame", _rename("copy", INDEX_TEST, f"{TEST}/sample/ledger/Index2Test.java")),
    "adds a file that differs in case": ("outside_frame", section(MONEY.replace("Money", "money"))),
    "adds a file with a blank behind its name": ("outside_frame", section(f"{MONEY} ")),
    "carries a binary": ("binary_file", _binary("\n")),
    "carries a binary that git overlooks": ("binary_file", _binary("\r\n")),
    "has a NUL": ("binary_file", lambda patch: re.sub(r"^\+ ", "+\0", patch, count=1, flags=re.MULTILINE)),
    "has other line ends than the base": ("does_not_apply", lambda patch: patch.replace("\n", "\r\n")),
    "is huge": ("too_large", lambda patch: patch + "x" * (5 << 20)),
    "has very many sections": (
        "too_large",
        lambda patch: patch + "".join(section(f"n{i}")("") for i in range(1001)),
    ),
    "is cut off": ("malformed_patch", lambda patch: patch[:-40]),
    "changes nothing in the end": ("no_edit", _taken_back),
}
ASTRAY = [
    Attack(name, "leads the patch astray", (f"apply:{reason}",), text=text)
    for name, (reason, text) in _ASTRAY.items()
]

TEXTS = (*BUILD, *RESOURCES, *ADDITIONS, *TESTS, *SHADOWS, *HIDDEN, *ASTRAY)
