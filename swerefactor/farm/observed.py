"""What Maven's debug log shows of how a module is compiled and tested, for the fast path to do the same."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from swerefactor.farm.maven import REPOSITORY
from swerefactor.values import JavaProject, OfficialBuild

ROOT = "/workspace"
"""Where the tree lies in the log; see `box.ROOT`."""

_BEFORE_COMPILING = frozenset(
    {"kotlin-maven-plugin", "gmavenplus-plugin", "scala-maven-plugin", "aspectj-maven-plugin",
     "apt-maven-plugin", "maven-processor-plugin"}
)  # fmt: skip
"""Plugins that compile Java's neighbours, or Java itself."""
_AFTER_COMPILING = frozenset(
    {"maven-compiler-plugin", "maven-resources-plugin", "maven-surefire-plugin", "maven-bundle-plugin",
     "animal-sniffer-maven-plugin", "jacoco-maven-plugin", "maven-enforcer-plugin", "apache-rat-plugin",
     "build-helper-maven-plugin", "buildnumber-maven-plugin", "maven-checkstyle-plugin", "replacer",
     "spotbugs-maven-plugin", "maven-pmd-plugin", "japicmp-maven-plugin", "maven-antrun-plugin",
     "maven-remote-resources-plugin", "cyclonedx-maven-plugin", "spdx-maven-plugin", "bnd-maven-plugin",
     "maven-dependency-plugin", "maven-toolchains-plugin", "moditect-maven-plugin", "license-maven-plugin"}
)  # fmt: skip
"""Plugins that leave compiled classes alone."""
_IDLE_PROCESSORS = ("jmh-generator-annprocess", "log4j-core")
"""Jars whose annotation processors make nothing that compiled code or tests need."""
_PROVIDERS: dict[str, Literal["platform", "junit4"]] = {
    "surefire-junit-platform": "platform",
    "surefire-junit3": "junit4",
    "surefire-junit4": "junit4",
    "surefire-junit47": "junit4",
}
"""Surefire's providers, and the framework by which our runner does what they do."""
_WITH_VALUE = frozenset(
    {"-d", "-classpath", "-cp", "--class-path", "-sourcepath", "--source-path", "-s", "-h", "-processorpath",
     "--processor-path", "--module-path", "-p", "--module-source-path", "-encoding", "-source", "--source",
     "-target", "--target", "--release", "-bootclasspath", "-processor", "--system", "--add-modules",
     "--add-exports", "--add-reads", "--limit-modules", "-Xmaxerrs", "-Xmaxwarns"}
)  # fmt: skip
_LEFT_OUT = frozenset(
    {"-d", "-classpath", "-cp", "--class-path", "-sourcepath", "--source-path", "-s", "-h",
     "-nowarn", "-deprecation", "-verbose"}
)  # fmt: skip
_UNLIKE_SETTINGS = {
    "parallel": "runs tests in parallel",
    "groups": "selects tests by groups",
    "excludedGroups": "selects tests by groups",
    "suiteXmlFiles": "runs suites from XML files",
    "dependenciesToScan": "runs tests from other jars",
    "includeJUnit5Engines": "selects test engines",
    "excludeJUnit5Engines": "selects test engines",
    "excludedEnvironmentVariables": "hides environment variables from the tests",
    "includesFile": "selects tests by a file",
    "excludesFile": "selects tests by a file",
    "jdkToolchain": "takes its JDK from a toolchain",
}
"""Surefire's settings that must be empty, and what they mean."""
_EMPTY = frozenset({"", "[]", "{}", "none", "null"})
USUAL_TESTS = ("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java")
"""Surefire's default includes."""
NESTED = ("**/*$*",)
"""Surefire's default excludes."""
_FIRST_WITH_TESTS = (2, 22)
"""The version of Surefire whose defaults have `*Tests` first."""
_FIRST_WITHOUT_BRACES = [3, 0, 0, 4]
"""The version of Surefire's provider that leaves parentheses in names: 3.0.0-M4."""
_RELEASED = 99
"""Stands where a milestone has its number: what is released comes after all of them."""


_NOTHING_SEEN = OfficialBuild(
    main_options=(),
    test_options=(),
    main_libraries=(),
    framework="junit4",
    includes=USUAL_TESTS,
    unlike=("shows no compilation of tests in its log",),
)


def why_official(project: JavaProject) -> str:
    """Why only the project's own build can compile and test it; empty where the fast path can, too.

    This is the whole rule. The fast path does what Maven's log shows of compiler and test JVM: options,
    class paths, properties, environment, folders, which classes are tests. A JVM for each class becomes
    one JVM for all, in which each class finds its settings as they were; where that JVM ends early, what
    is left runs in new ones. All else that bears on results is named in `OfficialBuild.unlike`.
    """
    if project.official is None:
        return "the official build was not watched"
    return "; ".join(project.official.unlike)


# --- The log ---------------------------------------------------------------------------------

_MOJO = re.compile(
    r"^\[DEBUG\] Configuring mojo (?:execution )?'[\w.-]+:(?P<plugin>[\w.-]+):(?P<version>[\w.-]+)"
    r":(?P<goal>[\w-]+)(?::[^']*)?'.*-->$",
    re.MULTILINE,
)
_SETTING = re.compile(r"^\[DEBUG\]   \([fs]\) (\w+) = (.*)$", re.MULTILINE)
_PROPERTY = re.compile(r"^\[DEBUG\] Setting system property \[(.*?)\]=\[(.*)\]$", re.MULTILINE)


@dataclass(frozen=True)
class _Goal:
    """One goal of a plugin as it ran: its settings, and what it said."""

    plugin: str
    version: str
    name: str
    settings: Mapping[str, str]
    said: str

    def paths(self, what: str) -> tuple[str, ...]:
        """A class path that it said: after the words, entries with two blanks between."""
        found = re.search(rf"^\[DEBUG\] {what}:(?P<paths>(?:  \S+)+)", self.said, re.MULTILINE)
        return tuple(found["paths"].split()) if found else ()

    def list(self, setting: str) -> tuple[str, ...]:
        """A setting as Java prints a list."""
        inside = self.settings.get(setting, "").removeprefix("[").removesuffix("]")
        return tuple(item for item in inside.split(", ") if item)

    def map(self, setting: str) -> dict[str, str]:
        """A setting as Java prints a map."""
        inside = self.settings.get(setting, "").removeprefix("{").removesuffix("}")
        # A comma may stand in a value: an entry begins with a name and an equals sign.
        entries = re.split(r", (?=[\w.-]+=)", inside) if inside else []
        return dict(entry.split("=", 1) for entry in entries if "=" in entry)


def _goals(log: str) -> tuple[_Goal, ...]:
    marks = list(_MOJO.finditer(log))
    ends = [mark.start() for mark in marks[1:]]
    found = []
    for mark, end in zip(marks, [*ends, len(log)], strict=False):
        said = log[mark.end() : end]
        settings = dict(_SETTING.findall(said.partition("-- end configuration --")[0]))
        found.append(_Goal(mark["plugin"], mark["version"], mark["goal"], settings, said))
    return tuple(found)


def read_log(log: str, module: str, with_processors: Sequence[str]) -> tuple[OfficialBuild, tuple[str, ...]]:
    """What the log of `mvn -X clean test` of one test shows: the build, and the test libraries.

    `with_processors` are the jars that hold annotation processors.
    """
    goals = _goals(log)
    compilations = [_Compilation.of(goal) for goal in goals if goal.plugin == "maven-compiler-plugin"]
    main = next((found for found in compilations if found and found.goal == "compile"), None)
    test = next((found for found in compilations if found and found.goal == "testCompile"), None)
    runs = [goal for goal in goals if goal.plugin == "maven-surefire-plugin" and goal.name == "test"]
    if test is None or not runs:
        return _NOTHING_SEEN, ()
    run = _TestRun(runs[0])
    unlike = [*_unlike(goals), *run.unlike()]
    if module:
        unlike.append("builds it as one module of several")
    for found in (main, test):
        unlike += found.unlike() if found else []
    jars = _jars(run.class_path)
    unlike += [f"has {path} on its class path" for path in run.class_path if _is_strange(path)]
    build = OfficialBuild(
        main_options=main.options if main else test.options,
        test_options=test.options,
        main_libraries=_coordinates(_jars(main.class_path) if main else ()),
        processors=any(found.runs_processors(with_processors) for found in (main, test) if found),
        framework=run.framework,
        includes=run.includes,
        excludes=run.excludes,
        jvm_options=run.jvm_options,
        assertions=run.goal.settings.get("enableAssertions") != "false",
        separate=run.goal.settings.get("reuseForks") == "false",
        braces=run.has_braces,
        facade=run.is_facade,
        properties=run.properties,
        parameters=run.parameters,
        environment=run.goal.map("environmentVariables"),
        working_folder=_relative(run.goal.settings.get("workingDirectory", ROOT)),
        unlike=tuple(dict.fromkeys(unlike)),
    )  # fmt: skip
    return build, _coordinates(jars)


def class_path_entries(log: str) -> tuple[str, ...]:
    """All jars of the class paths in a log."""
    found = [_Compilation.of(goal) for goal in _goals(log) if goal.plugin == "maven-compiler-plugin"]
    paths = (path for call in found if call for path in (*call.class_path, *call.processor_path))
    return tuple(dict.fromkeys(path for path in paths if path.endswith(".jar")))


def _unlike(goals: Sequence[_Goal]) -> list[str]:
    """What the plugins around compiler and tests do that the fast path does not."""
    found = [f"uses {goal.plugin}" for goal in goals if goal.plugin in _BEFORE_COMPILING]
    names = [goal.name if goal.plugin == "maven-compiler-plugin" else "" for goal in goals]
    found += [
        f"compiles in several rounds ({name})" for name in ("compile", "testCompile") if names.count(name) > 1
    ]
    if sum(goal.plugin == "maven-surefire-plugin" for goal in goals) > 1:
        found.append("runs tests in several rounds")
    first = next((i for i, name in enumerate(names) if name), len(goals))
    return found + [
        f"lets {goal.plugin} see the compiled classes"
        for goal in goals[first:]
        if goal.plugin not in _AFTER_COMPILING and goal.plugin not in _BEFORE_COMPILING
    ]


# --- The compiler ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Compilation:
    """A call of the compiler: its goal and its arguments."""

    goal: str
    arguments: Mapping[str, str]
    options: tuple[str, ...]
    compiler: str

    @staticmethod
    def of(goal: _Goal) -> _Compilation | None:
        """The call that a goal shows; None where it had nothing to compile."""
        said = re.search(r"^\[DEBUG\] Command line options:\n\[DEBUG\] (.*)$", goal.said, re.MULTILINE)
        if said is None:
            return None
        arguments: dict[str, str] = {}
        options: list[str] = []
        words = iter(word for word in said[1].split(" ") if word and not word.endswith(".java"))
        for word in words:
            value = next(words, "") if word in _WITH_VALUE else ""
            arguments[word] = value
            if word not in _LEFT_OUT:
                options += [word, value] if word in _WITH_VALUE else [word]
        return _Compilation(goal.name, arguments, tuple(options), goal.settings.get("compilerId", "javac"))

    @property
    def class_path(self) -> tuple[str, ...]:
        return _split(self.arguments.get("-classpath", ""))

    @property
    def sources(self) -> tuple[str, ...]:
        return _split(self.arguments.get("-sourcepath", ""))

    @property
    def processor_path(self) -> tuple[str, ...]:
        return _split(self.arguments.get("-processorpath") or self.arguments.get("--processor-path") or "")

    def runs_processors(self, with_processors: Sequence[str]) -> bool:
        """Whether annotation processors run that matter."""
        if "-proc:none" in self.arguments:
            return False
        holders = set(self.processor_path or self.class_path) & set(with_processors)
        return any(not PurePosixPath(jar).name.startswith(_IDLE_PROCESSORS) for jar in holders)

    def unlike(self) -> list[str]:
        """What the fast path can't do in its place."""
        found = []
        if self.compiler != "javac":
            found.append(f"compiles with {self.compiler}")
        if {"--module-path", "-p", "--module-source-path"} & self.arguments.keys():
            found.append("compiles Java modules")
        if "-Werror" in self.arguments:
            found.append("takes warnings for errors")
        expected = f"{ROOT}/target/{'classes' if self.goal == 'compile' else 'test-classes'}"
        if self.arguments.get("-d", expected) != expected:
            found.append(f"compiles into {self.arguments['-d']}")
        return found


# --- The tests -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _TestRun:
    """Surefire's goal."""

    goal: _Goal

    @property
    def framework(self) -> Literal["platform", "junit4"]:
        return _PROVIDERS.get(self._provider, "junit4")

    @property
    def is_facade(self) -> bool:
        """Whether JUnit 4 runs as a suite of JUnit 3, as JUnit itself does: it depends on no JUnit."""
        return self._provider == "surefire-junit3" and bool(self._fixed_tests)

    @property
    def has_braces(self) -> bool:
        """Whether the provider for the JUnit Platform names tests as it did before 3.0.0-M4."""
        name = self._provider_path.parent.name
        version = [int(part) for part in re.findall(r"\d+", name if "-M" in name else f"{name}-{_RELEASED}")]
        return self._provider == "surefire-junit-platform" and version < _FIRST_WITHOUT_BRACES

    @property
    def _provider(self) -> str:
        """The artifact of the provider."""
        return self._provider_path.parent.parent.name

    @property
    def _provider_path(self) -> PurePosixPath:
        """The provider's jar: the first that Surefire adds for it."""
        paths = self.goal.paths("provider classpath")
        return PurePosixPath(paths[0] if paths else "")

    @property
    def class_path(self) -> tuple[str, ...]:
        """The test class path, and behind it the JUnit Platform's launcher where Surefire adds it."""
        added = [path for path in self.goal.paths("provider classpath") if _is_of_junit(path)]
        return tuple(dict.fromkeys((*self.goal.paths("test classpath"), *added)))

    @property
    def jvm_options(self) -> tuple[str, ...]:
        """What comes between `java` and `-jar` in the command that starts the JVM."""
        words = self._command
        ends = [
            i for i, word in enumerate(words) if word in ("-jar", "-cp", "-classpath") or word.startswith("@")
        ]
        starts = [i for i, word in enumerate(words) if word.endswith("/bin/java")]
        return tuple(words[starts[0] + 1 : ends[0]]) if starts and ends else ()

    @property
    def _command(self) -> list[str]:
        found = re.search(r"Forking command line: /bin/sh -c (.*)$", self.goal.said, re.MULTILINE)
        return shlex.split(found[1]) if found else []

    @property
    def includes(self) -> tuple[str, ...]:
        """Patterns of the classes that are tests; `test` of the build file stands above them."""
        if fixed := self._fixed_tests:
            return fixed
        version = tuple(int(part) for part in re.findall(r"\d+", self.goal.version)[:2])
        usual = [name for name in USUAL_TESTS if "Tests" not in name or version >= _FIRST_WITH_TESTS]
        return self.goal.list("includes") or tuple(usual)

    @property
    def excludes(self) -> tuple[str, ...]:
        return () if self._fixed_tests else self.goal.list("excludes") or NESTED

    @property
    def _fixed_tests(self) -> tuple[str, ...]:
        """The build file's `test`, which the command line can't change."""
        asked = dict(_PROPERTY.findall(self.goal.said)).get("test", "")
        test = self.goal.settings.get("test", "")
        return tuple(part.strip() for part in test.split(",")) if test and test != asked else ()

    @property
    def properties(self) -> dict[str, str]:
        """The system properties that Surefire sets, but for those that are about this one run."""
        found = dict(_PROPERTY.findall(self.goal.said))
        return {name: value for name, value in sorted(found.items()) if name not in ("test", "basedir")}

    @property
    def parameters(self) -> dict[str, str]:
        given = self.goal.map("properties").get("configurationParameters", "")
        lines = (line.partition("=") for line in re.split(r"\s*[\n,]\s*", given) if "=" in line)
        return {name.strip(): value.strip() for name, _, value in lines}

    def unlike(self) -> list[str]:
        """What the fast path can't do in its place."""
        settings = self.goal.settings
        found = [why for name, why in _UNLIKE_SETTINGS.items() if settings.get(name, "") not in _EMPTY]
        if self._provider not in _PROVIDERS or (self._provider == "surefire-junit3" and not self.is_facade):
            found.append(f"runs tests with {self._provider or 'a provider that it does not name'}")
        if not self._command:
            found.append("runs tests in no JVM of their own")
        if any(word.startswith("@") for word in self._command):
            found.append("tests Java modules")
        if settings.get("useSystemClassLoader") == "false" or settings.get("childDelegation") == "true":
            found.append("loads tests with a class loader of its own")
        if settings.get("skipAfterFailureCount", "0") != "0":
            found.append("skips tests after failures")
        if "listener" in self.goal.map("properties"):
            found.append("has listeners of its own")
        patterns = (*self.includes, *self.excludes)
        found += [
            f"selects tests by {text}" for text in patterns if text.startswith(("%", "!")) or "#" in text
        ]
        return found


# --- Paths -----------------------------------------------------------------------------------


def _split(path: str) -> tuple[str, ...]:
    return tuple(entry for entry in path.split(":") if entry)


def _jars(path: Sequence[str]) -> tuple[str, ...]:
    return tuple(entry for entry in path if entry.startswith(f"{REPOSITORY}/"))


def _is_strange(entry: str) -> bool:
    return not entry.startswith((f"{REPOSITORY}/", f"{ROOT}/target/"))


def _is_of_junit(path: str) -> bool:
    return path.startswith(
        tuple(f"{REPOSITORY}/{group}/" for group in ("org/junit", "org/opentest4j", "org/apiguardian"))
    )


def _coordinates(jars: Sequence[str]) -> tuple[str, ...]:
    return tuple(coordinate(jar) for jar in jars)


def coordinate(jar: str) -> str:
    """A jar of the image's repository as `group:artifact:version[:classifier]`."""
    *group, artifact, version, name = PurePosixPath(jar).relative_to(REPOSITORY).parts
    classifier = name.removeprefix(f"{artifact}-{version}").removesuffix(".jar").removeprefix("-")
    return ":".join((".".join(group), artifact, version, *([classifier] if classifier else [])))


def jar_path(coordinate: str) -> str:
    """Where the image's repository keeps the jar of a coordinate."""
    group, artifact, version, *classifier = coordinate.split(":")
    name = "-".join((artifact, version, *classifier))
    return f"{REPOSITORY}/{group.replace('.', '/')}/{artifact}/{version}/{name}.jar"


def _relative(folder: str) -> str:
    path = os.path.relpath(folder, ROOT)
    return "" if path == "." else path
