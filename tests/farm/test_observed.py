"""What is read out of Maven's debug log, and when only the project's own build will do."""

from __future__ import annotations

import pytest

from swerefactor.farm.observed import coordinate, jar_path, read_log, why_official
from swerefactor.values import JavaProject, OfficialBuild

JUPITER = "/opt/m2/org/junit/jupiter/junit-jupiter-api/5.10.1/junit-jupiter-api-5.10.1.jar"
LAUNCHER = "/opt/m2/org/junit/platform/junit-platform-launcher/1.10.1/junit-platform-launcher-1.10.1.jar"
NATIVE = "/opt/m2/io/netty/netty-epoll/4.1/netty-epoll-4.1-linux-x86_64.jar"
PROVIDER = "/opt/m2/org/apache/maven/surefire/surefire-junit-platform/3.2.2/surefire-junit-platform-3.2.2.jar"
PROJECT = JavaProject(
    module="", main_roots=("src/main/java",), test_roots=("src/test/java",), test_command=("mvn",)
)


def goal(
    plugin: str, name: str, said: str = "", group: str = "org.apache.maven.plugins", **settings: str
) -> str:
    """A goal's part of the log."""
    shown = "".join(f"[DEBUG]   (f) {setting} = {value}\n" for setting, value in settings.items())
    head = f"[DEBUG] Configuring mojo execution '{group}:{plugin}:3.2.2:{name}:default-{name}' with basic configurator -->"
    return f"{head}\n{shown}[DEBUG] -- end configuration --\n{said}"


def compiles(name: str, options: str = "-g -target 8 -source 8 -encoding UTF-8", path: str = "") -> str:
    output = "/workspace/target/" + ("classes" if name == "compile" else "test-classes")
    line = f"-d {output} -classpath {output}:{path}: -sourcepath /workspace/src: -s /workspace/target/g {options}"
    return goal(
        "maven-compiler-plugin", name, f"[DEBUG] Command line options:\n[DEBUG] {line}\n", compilerId="javac"
    )


def surefire(
    options: str = "", said: str = "", provider: str = PROVIDER, path: str = f"  {JUPITER}", **settings: str
) -> str:
    command = (
        f"/bin/sh -c cd '/workspace' && '/jdk/bin/java' {options} '-jar' '/workspace/target/booter.jar' 'x'"
    )
    return goal(
        "maven-surefire-plugin",
        "test",
        f"{said}[DEBUG] test classpath:  /workspace/target/test-classes  /workspace/target/classes{path}\n"
        f"[DEBUG] provider classpath:  {provider}  {LAUNCHER}\n[DEBUG] Forking command line: {command}\n",
        **{"test": "SmallTest", "workingDirectory": "/workspace", **settings},
    )


ASKED = "[DEBUG] Setting system property [test]=[SmallTest]\n"


def build(*parts: str, module: str = "", with_processors: tuple[str, ...] = ()) -> OfficialBuild:
    """What the log of these goals shows, with the usual ones where there is none of their kind."""
    log = "".join(parts)
    log = log if ":compile:" in log else compiles("compile") + log
    log = log if ":testCompile:" in log else log + compiles("testCompile")
    log = log if ":test:" in log else log + surefire(said=ASKED)
    return read_log(log, module, with_processors)[0]


def why(found: OfficialBuild) -> str:
    return why_official(PROJECT.model_copy(update={"official": found}))


def test_the_compiler_s_options_are_those_that_maven_gave_it() -> None:
    found = build(
        compiles("compile", "-g --release 11 -parameters -nowarn -encoding ISO-8859-1 /workspace/src/A.java")
    )
    assert found.main_options == ("-g", "--release", "11", "-parameters", "-encoding", "ISO-8859-1")
    assert found.test_options == ("-g", "-target", "8", "-source", "8", "-encoding", "UTF-8")
    assert why(found) == ""


def test_libraries_come_in_maven_s_order_and_the_launcher_behind_them() -> None:
    log = (
        compiles("compile", path=NATIVE)
        + compiles("testCompile")
        + surefire(said=ASKED, path=f"  {NATIVE}  {JUPITER}")
    )
    found, libraries = read_log(log, "", ())
    assert libraries == (
        "io.netty:netty-epoll:4.1:linux-x86_64",
        "org.junit.jupiter:junit-jupiter-api:5.10.1",
        "org.junit.platform:junit-platform-launcher:1.10.1",
    )
    assert found.main_libraries == ("io.netty:netty-epoll:4.1:linux-x86_64",)


@pytest.mark.parametrize("jar", [JUPITER, LAUNCHER, NATIVE])
def test_a_coordinate_leads_back_to_its_jar(jar: str) -> None:
    assert jar_path(coordinate(jar)) == jar


def test_the_tests_jvm_starts_as_maven_started_it() -> None:
    said = ASKED + "[DEBUG] Setting system property [a.b]=[c [d] e]\n"
    found = build(
        surefire(
            "'-Xmx25M' '--add-opens' 'java.base/java.lang=ALL-UNNAMED' '-Dx=two words'",
            said,
            environmentVariables="{A=1, 2, B=}",
            workingDirectory="/workspace/work",
            enableAssertions="false",
            reuseForks="false",
            properties="{configurationParameters=one = 1, two=2}",
        )
    )
    assert found.jvm_options == ("-Xmx25M", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-Dx=two words")
    assert found.properties == {"a.b": "c [d] e"}
    assert found.environment == {"A": "1, 2", "B": ""}
    assert (found.working_folder, found.assertions, found.separate) == ("work", False, True)
    assert found.framework == "platform"


@pytest.mark.parametrize(
    ("version", "braces"),
    [("2.22.2", True), ("3.0.0-M3", True), ("3.0.0-M4", False), ("3.0.0", False), ("3.5.2", False)],
)
def test_older_surefire_writes_parameter_types_in_braces(version: str, braces: bool) -> None:
    assert build(surefire(said=ASKED, provider=PROVIDER.replace("3.2.2", version))).braces is braces


@pytest.mark.parametrize(
    ("settings", "includes", "excludes"),
    [
        (
            {"includes": "[]"},
            ("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java"),
            ("**/*$*",),
        ),
        (
            {"includes": "[**/A.java, **/B.java]", "excludes": "[**/C.java]"},
            ("**/A.java", "**/B.java"),
            ("**/C.java",),
        ),
        ({"test": "org/AllTests.java"}, ("org/AllTests.java",), ()),
    ],
)
def test_which_classes_are_tests_is_what_the_build_says(
    settings: dict[str, str], includes: tuple[str, ...], excludes: tuple[str, ...]
) -> None:
    found = build(surefire(said=ASKED, **settings))
    assert (found.includes, found.excludes) == (includes, excludes)


def of_junit_3(settings: dict[str, str]) -> OfficialBuild:
    return build(surefire(said=ASKED, provider=PROVIDER.replace("junit-platform", "junit3"), **settings))


def test_a_suite_that_runs_as_junit_3_is_known_by_its_facade() -> None:
    assert of_junit_3({"test": "AllTests.java"}).facade
    assert why(of_junit_3({"test": "AllTests.java"})) == ""
    assert "surefire-junit3" in why(of_junit_3({}))


ANNOTATIONS = "/opt/m2/org/projectlombok/lombok/1.18/lombok-1.18.jar"
BENCHMARKS = "/opt/m2/org/openjdk/jmh/jmh-generator-annprocess/1.37/jmh-generator-annprocess-1.37.jar"


@pytest.mark.parametrize(
    ("jar", "options", "runs"),
    [
        (ANNOTATIONS, "-g", True),
        (ANNOTATIONS, "-g -proc:none", False),
        (BENCHMARKS, "-g", False),
        (JUPITER, f"-g -processorpath {ANNOTATIONS}", True),
        (JUPITER, "-g", False),
    ],
)
def test_annotation_processors_are_known_where_they_matter(jar: str, options: str, runs: bool) -> None:
    found = build(compiles("compile", options, path=jar), with_processors=(ANNOTATIONS, BENCHMARKS))
    assert found.processors == runs


@pytest.mark.parametrize(
    ("parts", "word"),
    [
        ([compiles("compile", "-g --module-path /opt/m2/a.jar")], "modules"),
        ([compiles("compile", "-g -Werror")], "warnings"),
        ([compiles("compile"), compiles("compile")], "several rounds"),
        ([surefire(said=ASKED), surefire(said=ASKED)], "several rounds"),
        ([goal("kotlin-maven-plugin", "compile")], "kotlin"),
        ([compiles("compile"), goal("weaver-maven-plugin", "weave")], "weaver-maven-plugin"),
        ([surefire(said=ASKED, parallel="classes")], "parallel"),
        ([surefire(said=ASKED, groups="fast")], "groups"),
        ([surefire(said=ASKED, suiteXmlFiles="[testng.xml]")], "suites"),
        ([surefire(said=ASKED, useSystemClassLoader="false")], "class loader"),
        ([surefire(said=ASKED, skipAfterFailureCount="1")], "after failures"),
        ([surefire(said=ASKED, includes="[%regex[.*]]")], "%regex"),
        ([surefire(said=ASKED, properties="{listener=p.Listener}")], "listeners"),
        ([surefire(said=ASKED, provider=PROVIDER.replace("junit-platform", "testng"))], "testng"),
        ([surefire(said=ASKED, path="  /workspace/lib/some.jar")], "/workspace/lib/some.jar"),
        ([surefire(said=ASKED).replace("Forking", "Not forking")], "no JVM"),
    ],
)
def test_what_one_jvm_can_t_do_is_left_to_the_official_build(parts: list[str], word: str) -> None:
    assert word in why(build(*parts))


def test_harmless_plugins_and_settings_are_no_reason_for_the_official_build() -> None:
    harmless = (
        goal("maven-enforcer-plugin", "enforce") + compiles("compile") + goal("maven-antrun-plugin", "run")
    )
    settings = {"parallel": "none", "groups": "", "dependenciesToScan": "[]", "skipAfterFailureCount": "0"}
    assert why(build(harmless, surefire(said=ASKED, **settings))) == ""


def test_a_module_of_several_and_a_build_that_was_not_watched_are_left_to_the_official_build() -> None:
    assert "module" in why(build(module="core"))
    assert "not watched" in why_official(PROJECT)


@pytest.mark.parametrize("log", ["", compiles("compile"), compiles("compile") + compiles("testCompile")])
def test_where_the_log_shows_no_test_the_official_build_has_to_tell(log: str) -> None:
    assert "no compilation of tests" in why(read_log(log, "", ())[0])
