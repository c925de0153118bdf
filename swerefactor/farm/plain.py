"""Describes a simple Maven module from pom.xml alone, for where Maven itself does not run."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

from swerefactor import material
from swerefactor.errors import EnvironmentFault, InputError, InvalidInstance
from swerefactor.javatools import Jar, read_jar_list
from swerefactor.values import JavaProject

REASON = "not_a_plain_build"
"""The reason code of a project whose build is more than this can describe."""

_HARMLESS = frozenset(
    f"maven-{name}-plugin"
    for name in (
        "assembly", "checkstyle", "clean", "compiler", "dependency", "deploy", "enforcer", "install", "jar",
        "javadoc", "release", "resources", "site", "source", "surefire",
    )
)  # fmt: skip
"""Plugins that change nothing of what is compiled and tested, or whose settings are looked at."""


def library_list(repository: str, folder: Path | None = None) -> Path:
    """The file that lists a repository's test class path by checksum."""
    home = material.folder("dataset") / "libraries" if folder is None else folder
    return home / f"{repository.replace('/', '__')}.jars"


@functools.cache
def shipped_libraries(folder: Path | None = None) -> dict[str, Jar]:
    """Every jar of every shipped list, by coordinate. Raises `InputError` when two lists disagree."""
    home = material.folder("dataset") / "libraries" if folder is None else folder
    known: dict[str, Jar] = {}
    for path in sorted(home.glob("*.jars")):
        for jar in read_jar_list(path):
            if known.setdefault(jar.coordinate, jar) != jar:
                raise InputError(
                    f"{path.name} gives {jar.coordinate} another checksum than an earlier list does.",
                    "Write the lists anew from the projects' pom.xml.",
                )
    return known


@dataclass(frozen=True)
class PlainBuildTool:
    """Reads what a simple pom.xml says; for protocol `BuildTool`.

    The class path comes from the list that is shipped for the repository. A pom.xml whose build
    can't be told from the file alone (a parent, other plugins, settings of Surefire) is refused:
    better no result than one that the project's own build would not give.
    """

    repository: str
    folder: Path | None = None
    """Where the library lists lie; the data folder's unless given."""
    name: str = "plain"

    def describe(self, read: Callable[[str], bytes | None], module: str) -> JavaProject:
        """The module's layout and settings, all paths relative to the tree's root.

        Raises `InvalidInstance` for a project that it can't describe, `EnvironmentFault` when no
        library list is shipped for it.
        """
        path = _join(module, "pom.xml")
        content = read(path)
        if content is None:
            raise _refused(f"there is no {path}")
        try:
            pom = _Pom(ElementTree.fromstring(content))
        except ElementTree.ParseError as error:
            raise _refused(f"{path} is no XML: {error}") from error
        pom.refuse_what_is_not_plain()
        return JavaProject(
            module=module,
            main_roots=(_join(module, pom.text("build/sourceDirectory", "src/main/java")),),
            test_roots=(_join(module, pom.text("build/testSourceDirectory", "src/test/java")),),
            resource_roots=pom.resources(module, "resource", "src/main/resources"),
            test_resource_roots=pom.resources(module, "testResource", "src/test/resources"),
            libraries=self._libraries(),
            release=pom.release(),
            encoding=pom.encoding(),
            report_folder=_join(module, "target/surefire-reports"),
        )

    def _libraries(self) -> tuple[str, ...]:
        place = library_list(self.repository, self.folder)
        if not place.is_file():
            raise EnvironmentFault(
                f"No library list is shipped for {self.repository}.",
                "Use the Docker sandbox (--sandbox docker) for this project.",
            )
        return tuple(jar.coordinate for jar in read_jar_list(place))


def _join(module: str, path: str) -> str:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts:
        raise _refused(f"{path} is outside the module")
    return str(PurePosixPath(module, *parts))


def _refused(why: str) -> InvalidInstance:
    return InvalidInstance(
        f"The build can't be told from pom.xml alone: {why}.",
        "Use the Docker sandbox (--sandbox docker), where Maven itself builds.",
        REASON,
    )


class _Pom:
    """A pom.xml without its name space, with `${…}` filled in."""

    def __init__(self, root: ElementTree.Element) -> None:
        for element in root.iter():
            element.tag = element.tag.rpartition("}")[2]
        self._root = root
        self._properties = {entry.tag: (entry.text or "").strip() for entry in root.iterfind("properties/*")}
        for name in ("groupId", "artifactId", "version"):
            self._properties.setdefault(f"project.{name}", (root.findtext(name) or "").strip())
        # Folders are relative to the module anyway.
        for name in ("basedir", "project.basedir"):
            self._properties.setdefault(name, ".")

    def text(self, path: str, default: str) -> str:
        """The text at a path, filled in, or the default."""
        found = self._root.findtext(path)
        return default if found is None or not found.strip() else self._filled(found.strip())

    def _property(self, *names: str) -> str | None:
        for name in names:
            if self._properties.get(name):
                return self._filled(self._properties[name])
        return None

    def _filled(self, text: str) -> str:
        for _ in range(20):
            filled = re.sub(r"\$\{([^}]+)\}", lambda found: self._properties.get(found[1], found[0]), text)
            if filled == text:
                break
            text = filled
        if "${" in text:
            raise _refused(f"{text} is not explained")
        return text

    def refuse_what_is_not_plain(self) -> None:
        """Raise for whatever may change what is compiled or tested and is not read here."""
        packaging = self.text("packaging", "jar")
        if packaging != "jar":
            raise _refused(f"its packaging is {packaging}")
        for part in ("parent", "modules/module", "profiles/profile", "build/extensions/extension"):
            if self._root.find(part) is not None:
                raise _refused(f"it has a {part.rpartition('/')[2]}")
        for plugin in self._plugins():
            name = plugin.findtext("artifactId", "").strip()
            if name not in _HARMLESS:
                raise _refused(f"it uses {name}")
        self._refuse_settings("maven-surefire-plugin", allowed=())
        self._refuse_settings("maven-resources-plugin", allowed=("encoding", "propertiesEncoding"))
        self._refuse_settings(
            "maven-compiler-plugin",
            allowed=(
                "release", "source", "target", "encoding", "debug", "showWarnings", "showDeprecation",
                "testRelease", "testSource", "testTarget", "failOnWarning",
            ),
        )  # fmt: skip

    def _plugins(self) -> list[ElementTree.Element]:
        managed = self._root.iterfind("build/pluginManagement/plugins/plugin")
        return [*self._root.iterfind("build/plugins/plugin"), *managed]

    def _refuse_settings(self, plugin_name: str, allowed: tuple[str, ...]) -> None:
        for plugin in self._plugins():
            if plugin.findtext("artifactId", "").strip() == plugin_name:
                if plugin.find("executions/execution") is not None:
                    raise _refused(f"{plugin_name} has executions of its own")
                for setting in plugin.iterfind("configuration/*"):
                    if setting.tag not in allowed:
                        raise _refused(f"{plugin_name} is given {setting.tag}")

    def _compiler(self, setting: str) -> str | None:
        for plugin in self._plugins():
            if plugin.findtext("artifactId", "").strip() == "maven-compiler-plugin":
                found = plugin.findtext(f"configuration/{setting}")
                if found and found.strip():
                    return self._filled(found.strip())
        return None

    def release(self) -> int:
        """The Java language level, as Maven's compiler plugin finds it."""
        found = (
            self._compiler("release")
            or self._property("maven.compiler.release")
            or self._compiler("source")
            or self._property("maven.compiler.source")
        )
        level = (found or "1.8").removeprefix("1.")
        if not level.isdecimal():
            raise _refused(f"{found} is no Java release")
        return int(level)

    def encoding(self) -> str:
        """The encoding of the sources."""
        declared = self._compiler("encoding") or self._property("project.build.sourceEncoding", "encoding")
        return declared or "UTF-8"

    def resources(self, module: str, kind: str, default: str) -> tuple[str, ...]:
        """The folders of `resource` or `testResource`."""
        declared = self._root.findall(f"build/{kind}s/{kind}")
        for resource in declared:
            if any(resource.find(part) is not None for part in ("targetPath", "includes", "excludes")):
                raise _refused(f"a {kind} takes only some files")
            if resource.findtext("filtering", "false").strip() != "false":
                raise _refused(f"a {kind} is filtered")
        folders = [self._filled(resource.findtext("directory", default).strip()) for resource in declared]
        return tuple(_join(module, folder) for folder in folders or [default])
