"""What every build tool for Maven projects must do: inherit `BuildToolContract` and give it `tool`."""

from __future__ import annotations

import pytest

from swerefactor.errors import InvalidInstance
from swerefactor.protocols import BuildTool
from swerefactor.values import JavaProject


def pom(inside: str) -> bytes:
    """A pom.xml with these elements beside its coordinates."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        f"<groupId>sample</groupId><artifactId>contract</artifactId><version>1</version>{inside}</project>"
    ).encode()


def properties(**values: str) -> str:
    """A `properties` element; underscores in names stand for dots."""
    entries = ((name.replace("_", "."), value) for name, value in values.items())
    return "<properties>" + "".join(f"<{name}>{value}</{name}>" for name, value in entries) + "</properties>"


def described(tool: BuildTool, inside: str, module: str = "") -> JavaProject:
    """What the tool says of a tree that has nothing but this pom.xml, in the module's folder."""
    path = f"{module}/pom.xml" if module else "pom.xml"
    files = {"pom.xml": pom("<packaging>pom</packaging>"), path: pom(inside)}
    return tool.describe(files.get, module)


class BuildToolContract:
    """The tests. Fixture: `tool` (a BuildTool)."""

    def test_an_empty_build_has_maven_s_layout(self, tool: BuildTool) -> None:
        project = described(tool, "")
        assert project.main_roots == ("src/main/java",)
        assert project.test_roots == ("src/test/java",)
        assert project.resource_roots == ("src/main/resources",)
        assert project.test_resource_roots == ("src/test/resources",)
        assert project.report_folder == "target/surefire-reports"
        assert (project.release, project.encoding) == (8, "UTF-8")

    def test_paths_of_a_module_are_relative_to_the_tree(self, tool: BuildTool) -> None:
        project = described(tool, "", "core/api")
        assert project.module == "core/api"
        assert project.main_roots == ("core/api/src/main/java",)
        assert project.report_folder == "core/api/target/surefire-reports"

    def test_source_folders_are_those_that_the_build_names(self, tool: BuildTool) -> None:
        build = (
            "<build><sourceDirectory>${project.basedir}/src/java</sourceDirectory>"
            "<testSourceDirectory>test</testSourceDirectory></build>"
        )
        project = described(tool, build)
        assert project.main_roots == ("src/java",)
        assert project.test_roots == ("test",)

    @pytest.mark.parametrize(
        ("declared", "release"),
        [
            ({"maven_compiler_release": "17"}, 17),
            ({"maven_compiler_source": "1.8", "maven_compiler_target": "1.8"}, 8),
            ({"maven_compiler_source": "11", "maven_compiler_target": "11"}, 11),
            ({"maven_compiler_release": "${java.level}", "java_level": "25"}, 25),
        ],
    )
    def test_the_java_release_is_found(self, tool: BuildTool, declared: dict[str, str], release: int) -> None:
        assert described(tool, properties(**declared)).release == release

    def test_the_compiler_plugin_s_own_release_is_found(self, tool: BuildTool) -> None:
        plugin = (
            "<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
            "<configuration><release>21</release></configuration></plugin></plugins></build>"
        )
        assert described(tool, plugin).release == 21

    def test_the_encoding_is_found(self, tool: BuildTool) -> None:
        assert described(tool, properties(project_build_sourceEncoding="ISO-8859-1")).encoding == "ISO-8859-1"

    @pytest.mark.parametrize("content", [None, b"", b"no xml", b"<project>"])
    def test_a_tree_without_a_readable_pom_is_an_invalid_instance(
        self, tool: BuildTool, content: bytes | None
    ) -> None:
        with pytest.raises(InvalidInstance) as caught:
            tool.describe({"pom.xml": content}.get, "")
        assert caught.value.reason
