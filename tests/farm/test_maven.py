"""Maven projects are described from their build files, and built by the commands that this gives."""

from __future__ import annotations

import pytest

from swerefactor.errors import InvalidInstance
from swerefactor.farm.maven import MavenBuildTool, project_version
from swerefactor.values import JavaProject

HEAD = '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'


def describe(files: dict[str, str], module: str = "") -> JavaProject:
    pages = {path: f"{HEAD}{text}</project>".encode() for path, text in files.items()}
    return MavenBuildTool().describe(pages.get, module)


def test_a_project_without_settings_has_mavens_defaults() -> None:
    project = describe({"pom.xml": ""})
    assert (project.main_roots, project.test_roots) == (("src/main/java",), ("src/test/java",))
    assert (project.release, project.encoding) == (8, "UTF-8")
    assert project.report_folder == "target/surefire-reports"


def test_roots_and_encoding_come_from_the_build_file() -> None:
    build = "<build><sourceDirectory>${project.basedir}/src/java/</sourceDirectory>"
    build += "<testSourceDirectory>./test</testSourceDirectory></build>"
    encoding = "<project.build.sourceEncoding>${enc}</project.build.sourceEncoding><enc>ISO-8859-1</enc>"
    project = describe({"pom.xml": f"{build}<properties>{encoding}</properties>"})
    assert (project.main_roots, project.test_roots) == (("src/java",), ("test",))
    assert project.encoding == "ISO-8859-1"


PLUGIN = """<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>
<configuration><source>${level}</source></configuration></plugin></plugins></build>"""


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("<properties><maven.compiler.release>11</maven.compiler.release></properties>", 11),
        ("<properties><maven.compiler.source>1.8</maven.compiler.source></properties>", 8),
        (f"<properties><level>1.5</level></properties>{PLUGIN}", 5),
        (
            "<properties><maven.compiler.source>${javac}</maven.compiler.source><javac>17</javac></properties>",
            17,
        ),
        ("<properties><maven.compiler.source>${nowhere}</maven.compiler.source></properties>", 8),
        ("<properties><maven.compiler.source>${a}</maven.compiler.source><a>${a}</a></properties>", 8),
    ],
)
def test_the_language_level_is_found(text: str, release: int) -> None:
    assert describe({"pom.xml": text}).release == release


def test_a_module_has_its_own_roots_and_the_settings_of_its_parent() -> None:
    parent = "<properties><maven.compiler.release>21</maven.compiler.release></properties>"
    project = describe({"pom.xml": parent, "core/pom.xml": ""}, "core")
    assert project.main_roots == ("core/src/main/java",)
    assert project.report_folder == "core/target/surefire-reports"
    assert project.release == 21
    assert project.test_command[project.test_command.index("-pl") :][:3] == ("-pl", "core", "-am")


def test_the_commands_need_no_network_and_stop_at_no_failed_test() -> None:
    project = describe({"pom.xml": ""})
    assert project.compile_command[-1] == "test-compile"
    assert project.test_command[-1] == "test"
    assert {"-o", "-Dmaven.test.failure.ignore"} <= set(project.test_command)


@pytest.mark.parametrize("files", [{}, {"pom.xml": "<open>"}])
def test_a_project_that_cannot_be_described_is_an_invalid_instance(files: dict[str, str]) -> None:
    with pytest.raises(InvalidInstance) as raised:
        describe(files)
    assert raised.value.reason == "no_build_file"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("<parent><version>7</version></parent><version>2.1-SNAPSHOT</version>", "2.1-SNAPSHOT"),
        ("<version>${revision}</version><properties><revision>3.0</revision></properties>", "3.0"),
        # A project that names none has its parent's, not a plugin's.
        (
            "<parent><version>7</version></parent><build><plugins><plugin><version>9</version></plugin></plugins></build>",
            "7",
        ),
        ("", ""),
    ],
)
def test_a_projects_version_is_its_own_or_its_parents(text: str, version: str) -> None:
    assert project_version({"pom.xml": f"{HEAD}{text}</project>".encode()}.get, "") == version
