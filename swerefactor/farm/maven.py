"""Maven: how a project is built with it, and what its build files say of the layout."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from swerefactor.errors import InvalidInstance
from swerefactor.values import JavaProject

REPOSITORY = "/opt/m2"
"""Where the dependency layer keeps its artifacts, read only in a workspace."""
SETTINGS = "/tmp/settings.xml"
"""Names the Maven repository while the dependency layer is filled; offline there is none to name."""
COVERED_JAVA = "/opt/covered/bin/java"
"""The `java` that measures coverage when `SWEREFACTOR_COVERAGE` names a file; see docker/covered-java."""
POM = "pom.xml"
_MEASURED = (f"-Djvm={COVERED_JAVA}", f"-Dcommons.surefire.java={COVERED_JAVA}")
"""Tells Surefire which java to start. The parent of all Apache Commons projects sets its `jvm` to
the second property, and what a build file sets wins over the first."""

_SKIPPED = (
    "rat.skip", "checkstyle.skip", "spotbugs.skip", "findbugs.skip", "pmd.skip", "cpd.skip",
    "japicmp.skip", "clirr.skip", "revapi.skip", "enforcer.skip", "animal.sniffer.skip",
    "maven.javadoc.skip", "maven.source.skip", "cyclonedx.skip", "spdx.skip", "license.skip",
    "gpg.skip", "jacoco.skip", "cobertura.skip", "moditect.skip", "forbiddenapis.skip",
    "spotless.check.skip", "spotless.apply.skip", "formatter.skip", "impsort.skip",
)  # fmt: skip
"""Properties that switch off plugins which judge, sign or document: none of them compiles or tests."""


def command(goals: Sequence[str], module: str = "") -> tuple[str, ...]:
    """The official command in a workspace: offline, the image's artifacts behind an empty repository."""
    offline = ("-o", "-Dmaven.repo.local=/tmp/m2", f"-Dmaven.repo.local.tail={REPOSITORY}")
    return _command(offline, goals, module)


def downloading_command(goals: Sequence[str], module: str = "") -> tuple[str, ...]:
    """The same command with the network, which fills the repository of the image."""
    return _command(("-gs", SETTINGS, f"-Dmaven.repo.local={REPOSITORY}"), goals, module)


def _command(where: Sequence[str], goals: Sequence[str], module: str) -> tuple[str, ...]:
    part = ("-pl", module, "-am") if module else ()
    return (
        "mvn", "-B", "-ntp", *where, *part,
        *(f"-D{name}" for name in _SKIPPED),
        # What tests say is read from their reports; a failed one must not keep a module from running.
        "-Dmaven.test.failure.ignore", "-Dsurefire.failIfNoSpecifiedTests=false",
        *goals,
    )  # fmt: skip


@dataclass(frozen=True)
class MavenBuildTool:
    """Describes a Maven module. Its libraries are left to Maven itself."""

    name: str = "maven"

    def describe(self, read: Callable[[str], bytes | None], module: str) -> JavaProject:
        """Layout and commands of a module, `""` for the root.

        Raises `InvalidInstance` when it has no readable pom.xml.
        """
        pom = _Pom.read(read, module)
        main = pom.build("sourceDirectory") or "src/main/java"
        test = pom.build("testSourceDirectory") or "src/test/java"
        return JavaProject(
            module=module,
            main_roots=(_below(module, main),),
            test_roots=(_below(module, test),),
            resource_roots=(_below(module, "src/main/resources"),),
            test_resource_roots=(_below(module, "src/test/resources"),),
            release=pom.release(),
            encoding=pom.property("project.build.sourceEncoding") or "UTF-8",
            compile_command=command(["test-compile"], module),
            test_command=command([*_MEASURED, "test"], module),
            report_folder=_below(module, "target/surefire-reports"),
        )


def project_version(read: Callable[[str], bytes | None], module: str) -> str:
    """The version of a commit's module, its parent's where it names none; empty where nobody does.

    `read` gives a file of the commit's tree. Raises `InvalidInstance` where no build file can be read.
    """
    pom = _Pom.read(read, module)
    return pom.first("version") or pom.first("parent/version") or ""


def _below(module: str, path: str) -> str:
    return f"{module}/{path}" if module else path


@dataclass(frozen=True)
class _Pom:
    """A module's pom.xml and those of its parents that are in the same tree, nearest first."""

    chain: tuple[ElementTree.Element, ...]

    @staticmethod
    def read(read: Callable[[str], bytes | None], module: str) -> _Pom:
        chain = []
        # The root's pom stands for the parents: one parent chain inside a tree ends there.
        for path in dict.fromkeys((_below(module, POM), POM)):
            content = read(path)
            if content is not None:
                chain.append(_parse(path, content))
            elif not chain:
                raise InvalidInstance(
                    f"The base commit has no {path}.", "Only Maven projects can be graded.", "no_build_file"
                )
        return _Pom(tuple(chain))

    def build(self, name: str) -> str | None:
        """A path of the `build` element, relative to the module."""
        found = self.first(f"build/{name}")
        path = re.sub(r"^(\$\{(project\.)?basedir\}|\.)/", "", found) if found else None
        return path.strip("/") if path else None

    def release(self) -> int:
        """The Java language level; Maven's own default, 8, where the build files don't name one."""
        plugin = "build/plugins/plugin[artifactId='maven-compiler-plugin']/configuration"
        for text in (
            self.property("maven.compiler.release"),
            self.first(f"{plugin}/release"),
            self.property("maven.compiler.source"),
            self.first(f"{plugin}/source"),
        ):
            level = re.fullmatch(r"(?:1\.)?(\d+)", text or "")
            if level:
                return int(level[1])
        return 8

    def property(self, name: str) -> str | None:
        """A property, with what it refers to put in."""
        return self.first(f"properties/{name}")

    def first(self, path: str) -> str | None:
        """The text of the nearest element of this path, with what it refers to put in."""
        for pom in self.chain:
            found = pom.find(path)
            if found is not None and found.text:
                return self._resolve(found.text.strip(), depth=5)
        return None

    def _resolve(self, text: str, depth: int) -> str:
        def value(reference: re.Match[str]) -> str:
            for pom in self.chain:
                found = pom.find(f"properties/{reference[1]}")
                if found is not None and found.text:
                    return self._resolve(found.text.strip(), depth - 1)
            return reference[0]

        return re.sub(r"\$\{([\w.-]+)\}", value, text) if depth else text


def _parse(path: str, content: bytes) -> ElementTree.Element:
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise InvalidInstance(
            f"{path} of the base commit can't be read: {error}.",
            "Only Maven projects can be graded.",
            "no_build_file",
        ) from error
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root
