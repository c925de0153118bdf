"""Where commands in a sandbox find the Java runtime, our runner, JaCoCo and the libraries."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swerefactor import javatools, material, settings
from swerefactor.errors import EnvironmentFault
from swerefactor.farm import runner
from swerefactor.farm.observed import jar_path
from swerefactor.farm.plain import shipped_libraries
from swerefactor.files import write_whole

SHORT_RUN = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""JVM options that start fast. Measured on commons-lang: full suites of minutes take twice as long."""


@dataclass(frozen=True)
class Reach:
    """Paths as the commands see them.

    `compiler` is the class path of the runner as a compiler, `runner` as what runs tests. `resolve`
    gives libraries as paths in the same order. `compiler_options` are for the compiler's JVM.
    """

    java: str
    compiler: str
    runner: str
    agent: str
    resolve: Callable[[Sequence[str]], tuple[str, ...]]
    compiler_options: tuple[str, ...] = SHORT_RUN


def docker_reach() -> Reach:
    """What workspaces of the Docker sandbox hold."""
    return Reach(
        java="/opt/jdk/bin/java",
        compiler=runner.JAR,
        runner=runner.JAR,
        agent="/opt/jacocoagent.jar",
        resolve=lambda coordinates: tuple(map(jar_path, coordinates)),
        compiler_options=runner.COMPILER_OPTIONS,
    )


def local_reach(libraries: Mapping[str, javatools.Jar] | None = None) -> Reach:
    """Everything as files of this machine; the libraries are those whose checksums are shipped."""
    known = shipped_libraries() if libraries is None else libraries
    compiler = javatools.fetch(javatools.read_jar_list(material.folder("docker") / javatools.COMPILER))
    classes = javatools.helper("runner", 8).classes
    return Reach(
        java=str(javatools.java()),
        compiler=os.pathsep.join(map(str, (classes, *compiler))),
        runner=str(classes),
        agent=str(jacoco_agent()),
        resolve=lambda coordinates: tuple(map(str, library_files(coordinates, known))),
    )


def library_files(coordinates: Sequence[str], known: Mapping[str, javatools.Jar]) -> tuple[Path, ...]:
    """Libraries as files of this machine. Raises `EnvironmentFault` for one without a known checksum."""
    for coordinate in coordinates:
        if coordinate not in known:
            raise EnvironmentFault(
                f"No checksum is shipped for the library {coordinate}.",
                "Use the Docker sandbox for this project.",
            )
    return javatools.fetch([known[coordinate] for coordinate in coordinates])


def jacoco_agent() -> Path:
    """JaCoCo's agent as a file, taken out of the jar that carries it."""
    (carrier,) = javatools.read_jar_list(material.folder("docker") / "runner" / "agent.jars")
    place = settings.cache_folder() / "jars" / carrier.sha256 / "jacocoagent.jar"
    if not place.is_file():
        (jar,) = javatools.fetch([carrier])
        with zipfile.ZipFile(jar) as archive:
            write_whole(place, archive.read("jacocoagent.jar"))
    return place
