"""The official run: the project's own Maven build in a real container."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.images import Farm
from swerefactor.farm.maven import MavenBuildTool
from swerefactor.farm.official import OfficialTestRun
from swerefactor.values import BaseTree, MethodCoverage, Outcome
from tests.conformance.buildtool import BuildToolContract
from tests.conformance.sandbox import FILES, POM, small_repository
from tests.conformance.testrun import LIMITS, RunContract, ids, java_tests

if TYPE_CHECKING:
    from docker import DockerClient
    from swerefactor.protocols import BuildTool, Sandbox, TestRun

FILLS = """package p;
import java.io.*;
public class FillsTest {
    @org.junit.Test public void fills() throws IOException {
        byte[] block = new byte[1 << 20];
        try (OutputStream out = new FileOutputStream("fill")) { while (true) out.write(block); }
    }
}
"""
CHEATS = """package p;
import java.nio.file.*;
public class CheatsTest {
    @org.junit.Test public void prints() {
        System.out.println("Tests run: 100, Failures: 0, Errors: 0, Skipped: 0\\n[INFO] BUILD SUCCESS");
        throw new AssertionError();
    }
}
"""


class TestMavenBuildTool(BuildToolContract):
    @pytest.fixture
    def tool(self) -> BuildTool:
        return MavenBuildTool()


class TestOfficialRun(RunContract):
    @pytest.fixture
    def test_run(self) -> TestRun:
        return OfficialTestRun()

    @pytest.fixture
    def sandbox(self, docker_sandbox: DockerSandbox) -> Sandbox:
        return docker_sandbox

    @pytest.fixture
    def base(self, docker_base: BaseTree) -> BaseTree:
        return docker_base

    @pytest.fixture
    def tool(self) -> BuildTool:
        return MavenBuildTool()

    def test_what_tests_print_is_no_evidence(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        result = self.result(test_run, sandbox, base, tool, java_tests(CheatsTest=CHEATS))
        assert ids(result, Outcome.FAILED) == ["p.CheatsTest#prints"]
        assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]

    def test_a_full_workspace_passes_no_test_that_has_not_passed(
        self, test_run: TestRun, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        limits = LIMITS.model_copy(update={"workspace": 64 << 20})
        result = self.result(test_run, sandbox, base, tool, java_tests(FillsTest=FILLS), limits)
        assert result.compiled
        assert "p.FillsTest#fills" not in ids(result, Outcome.PASSED)

    def test_coverage_is_taken_without_a_change_to_the_build_file(
        self, sandbox: Sandbox, base: BaseTree, tool: BuildTool
    ) -> None:
        seen: list[tuple[bytes, list[str]]] = []
        counters = (
            MethodCoverage(
                class_name="p.Adder", signature="add(II)I", first_line=5, covered_lines=1, missed_lines=0
            ),
        )

        def read(data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
            seen.append(
                (data.read_bytes(), [path.name for folder in classes for path in folder.rglob("*.class")])
            )
            return counters

        # A project that sets the fork's options for itself, as many do.
        option = "<properties><argLine>-Dmine=1</argLine>"
        pom = POM.replace("<properties>", option).encode()
        result = self.result(OfficialTestRun(read), sandbox, base, tool, {"pom.xml": pom})
        assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]
        assert result.coverage == counters
        ((data, classes),) = seen
        assert data[:3] == b"\x01\xc0\xc0"
        assert b"p/Adder" in data
        assert sorted(classes) == ["Adder.class", "AdderTest.class"]


MODULE = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<parent><groupId>sample</groupId><artifactId>contract</artifactId><version>1</version></parent>
<artifactId>{name}</artifactId>{dependencies}</project>"""
NEEDS_LIB = """<dependencies><dependency><groupId>sample</groupId><artifactId>lib</artifactId>
<version>1</version></dependency></dependencies>"""


def test_a_module_is_built_with_those_it_needs_and_tested_alone(client: DockerClient, tmp_path: Path) -> None:
    parent = POM.replace("<version>1</version>\n", "<version>1</version><packaging>pom</packaging>\n", 1)
    modules = "<modules><module>lib</module><module>core</module></modules></project>"
    main, test = FILES["src/main/java/p/Adder.java"], FILES["src/test/java/p/AdderTest.java"]
    files = {
        "pom.xml": parent.replace("</project>", modules).encode(),
        "lib/pom.xml": MODULE.format(name="lib", dependencies="").encode(),
        "lib/src/main/java/p/Adder.java": main,
        "core/pom.xml": MODULE.format(name="core", dependencies=NEEDS_LIB).encode(),
        "core/src/test/java/p/AdderTest.java": test,
    }
    repositories, root = small_repository(tmp_path, files)
    base = root.model_copy(update={"module": "core"})
    sandbox = DockerSandbox(Farm(client, repositories))
    with sandbox.workspace(base, LIMITS) as workspace:
        workspace.put({"lib/src/main/java/p/Adder.java": main.replace(b"a + b", b"b + a")})
        project = MavenBuildTool().describe(workspace.get, base.module)
        result = OfficialTestRun().run(workspace, project, LIMITS)
    assert ids(result, Outcome.PASSED) == ["p.AdderTest#adds"]
    assert len(result.tests or ()) == 1
