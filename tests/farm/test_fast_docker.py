"""The fast test run in the Docker sandbox: it does what the project's own build was seen to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.fast import FastTestRun
from swerefactor.farm.images import Farm
from swerefactor.farm.official import OfficialTestRun
from swerefactor.farm.reach import docker_reach
from swerefactor.farm.watch import WatchedMaven
from swerefactor.values import BaseTree, Outcome, RunResult, TestScope
from tests.conformance.sandbox import FILES, MAIN, POM, small_repository
from tests.conformance.testrun import LIMITS, RunContract, ids

if TYPE_CHECKING:
    from docker import DockerClient
    from swerefactor.protocols import BuildTool, Sandbox, TestRun


class TestFastRunInDocker(RunContract):
    seconds_for_a_hang = 40.0

    @pytest.fixture
    def test_run(self) -> TestRun:
        return FastTestRun(docker_reach())

    @pytest.fixture
    def sandbox(self, docker_sandbox: DockerSandbox) -> Sandbox:
        return docker_sandbox

    @pytest.fixture
    def base(self, docker_base: BaseTree) -> BaseTree:
        return docker_base

    @pytest.fixture
    def tool(self, docker_farm: tuple[Farm, BaseTree]) -> BuildTool:
        return WatchedMaven(*docker_farm)


def run_project(
    client: DockerClient, folder: Path, files: dict[str, str], scope: TestScope, jdk: int = 17
) -> RunResult:
    """The fast run of a project of its own: the small one with these files."""
    made = FILES | {path: text.encode() for path, text in files.items()}
    repositories, base = small_repository(folder, made)
    base = base.model_copy(update={"jdk": jdk})
    farm = Farm(client, repositories)
    with DockerSandbox(farm).workspace(base, LIMITS) as workspace:
        project = WatchedMaven(farm, base).describe(workspace.get, "")
        test_run = FastTestRun(docker_reach())
        assert test_run.why_official(project) == ""
        return test_run.run(workspace, project, LIMITS, scope)


SUREFIRE = """<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>
<argLine>-Xmx99m -Dgiven=1</argLine>
<systemPropertyVariables><set>two words</set></systemPropertyVariables>
<environmentVariables><VARIABLE>value</VARIABLE></environmentVariables>
<workingDirectory>${project.basedir}/src</workingDirectory>
<enableAssertions>false</enableAssertions>
<includes><include>**/Check*.java</include></includes>
<excludes><exclude>**/CheckNot.java</exclude></excludes>
<reuseForks>false</reuseForks>
</configuration></plugin></plugins></build>
"""
SETTINGS = """package p;
import static org.junit.Assert.*;
import org.junit.Test;
public class CheckSettings {
    @Test public void options() {
        assertEquals("1", System.getProperty("given"));
    }
    @Test public void properties() {
        assertEquals("two words", System.getProperty("set"));
        assertEquals("/workspace", System.getProperty("basedir"));
        assertNotNull(System.getProperty("localRepository"));
    }
    @Test public void environment() { assertEquals("value", System.getenv("VARIABLE")); }
    @Test public void folder() { assertEquals("/workspace/src", System.getProperty("user.dir")); }
    @Test public void assertions() { assert false; }
    @Test public void classPath() {
        String path = System.getProperty("java.class.path");
        assertTrue(path, path.startsWith("/workspace/target/test-classes:/workspace/target/classes:/"));
        assertFalse(path, path.contains("runner"));
    }
    @Test public void loader() { assertSame(ClassLoader.getSystemClassLoader(), getClass().getClassLoader()); }
}
"""
CHANGES = """package p;
import static org.junit.Assert.*;
import org.junit.Test;
public class Check%sChanges {
    @Test public void findsAllAsItWas() throws Exception {
        assertNull(System.getProperty("left"));
        assertEquals("UTC", java.util.TimeZone.getDefault().getID());
        System.setProperty("left", "behind");
        System.clearProperty("set");
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("GMT+3"));
        java.util.Locale.setDefault(java.util.Locale.FRANCE);
        System.out.close();
        System.setOut(null);
    }
}
"""


def test_surefire_s_settings_are_honoured(client: DockerClient, tmp_path: Path) -> None:
    files = {
        "pom.xml": POM.replace("</project>", f"{SUREFIRE}</project>"),
        "src/test/java/p/CheckSettings.java": SETTINGS,
        "src/test/java/p/CheckNot.java": SETTINGS.replace("CheckSettings", "CheckNot"),
        "src/test/java/p/CheckAChanges.java": CHANGES % "A",
        "src/test/java/p/CheckBChanges.java": CHANGES % "B",
    }
    result = run_project(client, tmp_path, files, TestScope(changed=()))
    assert ids(result, Outcome.FAILED) == []
    assert {case.class_name for case in result.tests or ()} == {
        "p.CheckSettings", "p.CheckAChanges", "p.CheckBChanges",
    }  # fmt: skip
    assert len(result.tests or ()) == 9


EATS = """package p;
import java.util.*;
public class Check%s {
    static final List<long[]> EATEN = new ArrayList<>();
    @org.junit.Test public void eats() {
        System.out.println("Begun " + java.lang.management.ManagementFactory.getRuntimeMXBean().getStartTime());
        for (int i = 0; i < %d; i++) EATEN.add(new long[1 << 17]);
    }
}
"""


def test_one_jvm_for_several_classes_has_the_heap_of_all_of_theirs(
    client: DockerClient, tmp_path: Path
) -> None:
    # Each may take 99 MiB: three need 70 each, one needs 120.
    files = {"pom.xml": POM.replace("</project>", f"{SUREFIRE}</project>")}
    files |= {f"src/test/java/p/Check{name}.java": EATS % (name, 70) for name in "ABC"}
    files["src/test/java/p/CheckTooMuch.java"] = EATS % ("TooMuch", 120)
    asked = {name: f"p.Check{name}" for name in ("A", "B", "C", "TooMuch")}
    together = run_project(client, tmp_path, files, TestScope(changed=(), tests=tuple(asked.values())[:3]))
    assert len(ids(together, Outcome.PASSED)) == 3
    assert len(set(re.findall("Begun [0-9]+", together.log))) == 1
    alone = run_project(client, tmp_path / "alone", files, TestScope(changed=(), tests=(asked["TooMuch"],)))
    assert ids(alone, Outcome.FAILED) == ["p.CheckTooMuch#eats"]


@pytest.mark.parametrize("jdk", [8, 11, 21, 25])
def test_every_jdk_compiles_a_change_and_tests_it(client: DockerClient, tmp_path: Path, jdk: int) -> None:
    changed = "src/main/java/p/Adder.java"
    repositories, base = small_repository(tmp_path)
    base = base.model_copy(update={"jdk": jdk})
    farm = Farm(client, repositories)
    with DockerSandbox(farm).workspace(base, LIMITS) as workspace:
        workspace.put({changed: MAIN.replace("a + b", "a - b").encode()})
        project = WatchedMaven(farm, base).describe(workspace.get, "")
        result = FastTestRun(docker_reach()).run(workspace, project, LIMITS, TestScope(changed=(changed,)))
    assert ids(result, Outcome.FAILED) == ["p.AdderTest#adds"]
    assert "Compiled 1 source files" in result.log


def test_a_changed_file_that_is_no_source_is_not_compiled(client: DockerClient, tmp_path: Path) -> None:
    page, source = "src/main/java/p/package.html", "src/main/java/p/Adder.java"
    repositories, base = small_repository(tmp_path)
    farm = Farm(client, repositories)
    with DockerSandbox(farm).workspace(base, LIMITS) as workspace:
        workspace.put({page: b"<html></html>", source: MAIN.replace("a + b", "b + a").encode()})
        project = WatchedMaven(farm, base).describe(workspace.get, "")
        result = FastTestRun(docker_reach()).run(
            workspace, project, LIMITS, TestScope(changed=(page, source))
        )
    assert "p.AdderTest#adds" in ids(result, Outcome.PASSED)
    assert "Compiled 1 source files" in result.log


JUPITER = """<dependencies><dependency>
<groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.8.2</version>
</dependency></dependencies>
<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>VERSION</version>
</plugin></plugins></build>
"""
NAMED = """package p;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class NamedTest {
    @Test void plain() { }
    @Test void told(TestInfo info) { }
    @ParameterizedTest @ValueSource(strings = {"a", "b"}) void each(String text) { }
    @ParameterizedTest(name = "({0})") @ValueSource(ints = 1) void named(int number) { }
}
"""


# More versions were compared by hand; the two that name tests in different ways stand for them.
@pytest.mark.parametrize("surefire", ["2.22.2", "3.0.0-M4"])
def test_tests_have_the_names_that_this_version_of_surefire_gives_them(
    client: DockerClient, tmp_path: Path, surefire: str
) -> None:
    head, _, rest = POM.partition("<dependencies>")
    pom = head + JUPITER.replace("VERSION", surefire) + rest.partition("</dependencies>")[2]
    repositories, base = small_repository(
        tmp_path, {"pom.xml": pom.encode(), "src/test/java/p/NamedTest.java": NAMED.encode()}
    )
    farm, names = Farm(client, repositories), []
    for test_run in (FastTestRun(docker_reach()), OfficialTestRun()):
        with DockerSandbox(farm).workspace(base, LIMITS) as workspace:
            project = WatchedMaven(farm, base).describe(workspace.get, "")
            names.append(ids(test_run.run(workspace, project, LIMITS), Outcome.PASSED))
    assert names[0] == names[1]
    assert len(names[0]) == 5


def test_a_project_that_tests_in_parallel_is_left_to_its_own_build(
    client: DockerClient, tmp_path: Path
) -> None:
    surefire = SUREFIRE.replace(
        "<reuseForks>false</reuseForks>", "<parallel>classes</parallel><threadCount>2</threadCount>"
    )
    files = FILES | {"pom.xml": POM.replace("</project>", f"{surefire}</project>").encode()}
    repositories, base = small_repository(
        tmp_path, files | {"src/test/java/p/CheckSum.java": PASSES.encode()}
    )
    farm = Farm(client, repositories)
    with DockerSandbox(farm).workspace(base, LIMITS) as workspace:
        project = WatchedMaven(farm, base).describe(workspace.get, "")
        test_run = FastTestRun(docker_reach())
        assert "parallel" in test_run.why_official(project)
        result = test_run.run(workspace, project, LIMITS, TestScope(changed=()))
    assert "p.CheckSum#passes" in ids(result, Outcome.PASSED)
    assert "project's own build, which runs tests in parallel" in result.log


PASSES = "package p;\npublic class CheckSum { @org.junit.Test public void passes() { } }\n"


def test_the_surroundings_of_a_base_tree_are_files_of_this_machine(
    docker_farm: tuple[Farm, BaseTree], docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    project = WatchedMaven(*docker_farm).describe(lambda path: FILES.get(path), "")
    found = docker_sandbox.surroundings(docker_base, project)
    classes, test_classes, *jars = map(Path, found.class_path)
    assert (classes / "p/Adder.class").read_bytes()[:4] == b"\xca\xfe\xba\xbe"
    assert (test_classes / "p/AdderTest.class").is_file()
    assert {jar.name for jar in jars} == {"junit-4.13.2.jar", "hamcrest-core-1.3.jar"}
    sources = {path.name for root in found.source_path for path in Path(root).rglob("*.java")}
    assert {"Adder.java", "AdderTest.java"} <= sources
    assert docker_sandbox.surroundings(docker_base, project) == found
