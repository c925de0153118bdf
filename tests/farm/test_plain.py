"""The plain build tool: the contract of all Maven build tools, the library lists, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.errors import EnvironmentFault, InputError, InvalidInstance
from swerefactor.farm.plain import REASON, PlainBuildTool, library_list, shipped_libraries
from tests.conformance.buildtool import BuildToolContract, described

LIST = f"""# the class path
{"0" * 64} group:first:1
{"1" * 64} group:second:2.0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sample__contract.jars").write_text(LIST)
    return tmp_path


@pytest.fixture
def tool(folder: Path) -> PlainBuildTool:
    return PlainBuildTool("sample/contract", folder)


class TestPlainBuildTool(BuildToolContract):
    """The contract of all Maven build tools."""


def test_the_class_path_is_the_shipped_list_in_its_order(tool: PlainBuildTool) -> None:
    assert described(tool, "").libraries == ("group:first:1", "group:second:2.0")


def test_each_library_is_known_with_its_checksum(folder: Path) -> None:
    assert shipped_libraries(folder)["group:second:2.0"].sha256 == "1" * 64


def test_one_library_with_two_checksums_is_refused(folder: Path) -> None:
    (folder / "sample__other.jars").write_text(f"{'2' * 64} group:first:1\n")
    with pytest.raises(InputError, match="group:first:1"):
        shipped_libraries(folder)


def test_a_project_without_a_list_is_told_to_use_docker(folder: Path) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        described(PlainBuildTool("other/project", folder), "")
    assert "docker" in caught.value.tip


def test_every_list_that_is_shipped_can_be_read() -> None:
    shipped_libraries()
    assert library_list("sample/ledger").name == "sample__ledger.jars"


def test_resources_are_those_that_the_build_names(tool: PlainBuildTool) -> None:
    build = "<build><resources><resource><directory>data</directory></resource></resources></build>"
    assert described(tool, build, "core").resource_roots == ("core/data",)


def plugin(name: str, inside: str = "") -> str:
    return f"<build><plugins><plugin><artifactId>{name}</artifactId>{inside}</plugin></plugins></build>"


@pytest.mark.parametrize(
    ("inside", "named"),
    [
        ("<parent><artifactId>p</artifactId></parent>", "parent"),
        ("<packaging>war</packaging>", "war"),
        ("<modules><module>core</module></modules>", "module"),
        ("<profiles><profile><id>x</id></profile></profiles>", "profile"),
        (plugin("build-helper-maven-plugin"), "build-helper-maven-plugin"),
        (plugin("maven-surefire-plugin", "<configuration><argLine>-ea</argLine></configuration>"), "argLine"),
        (plugin("maven-compiler-plugin", "<configuration><compilerArgs/></configuration>"), "compilerArgs"),
        (plugin("maven-compiler-plugin", "<executions><execution/></executions>"), "executions"),
        (
            "<build><resources><resource><filtering>true</filtering></resource></resources></build>",
            "filtered",
        ),
        ("<build><sourceDirectory>${nobody.knows}</sourceDirectory></build>", "nobody.knows"),
        ("<properties><maven.compiler.release>new</maven.compiler.release></properties>", "new"),
        ("<build><sourceDirectory>../elsewhere</sourceDirectory></build>", "elsewhere"),
        ("<build><sourceDirectory>/elsewhere</sourceDirectory></build>", "elsewhere"),
    ],
)
def test_a_build_that_the_file_does_not_tell_is_refused_by_name(
    tool: PlainBuildTool, inside: str, named: str
) -> None:
    with pytest.raises(InvalidInstance, match=named) as caught:
        described(tool, inside)
    assert caught.value.reason == REASON
    assert "docker" in caught.value.tip


def test_properties_that_name_each_other_do_not_hold_it_up(tool: PlainBuildTool) -> None:
    circle = "<a>${b}</a><b>${a}</b><maven.compiler.release>${a}</maven.compiler.release>"
    with pytest.raises(InvalidInstance):
        described(tool, f"<properties>{circle}</properties>")


def test_plugins_that_only_check_or_pack_are_passed_over(tool: PlainBuildTool) -> None:
    assert described(tool, plugin("maven-jar-plugin", "<configuration><x>1</x></configuration>")).release == 8
