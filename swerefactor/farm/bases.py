"""The Debian that JDK images start from: pulled where a registry answers, else made here."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import scratch
from swerefactor.errors import EnvironmentFault
from swerefactor.farm.engine import KIND, failures, inspect, open_client

if TYPE_CHECKING:
    from docker import DockerClient

PULLED = "debian:sid-slim"
MADE = "swerefactor/base:sid"
MIRROR = "http://deb.debian.org/debian"
_PULL_SECONDS = 15
"""Without a byte for so long, a registry counts as not answering."""


def base_image(client: DockerClient, say: Callable[[str], None]) -> str:
    """The name of a Debian sid image on the engine, with what was done to have it said.

    Raises `EnvironmentFault` when no registry answers and debootstrap can't make one either.
    """
    for name in (MADE, PULLED):
        if inspect(client, name) is not None:
            return name
    reason = _pull()
    if not reason:
        say(f"Pulled the base image {PULLED}.")
        return PULLED
    say(f"No registry gives {PULLED} ({reason}): making the base image with debootstrap.")
    _make(client)
    say(f"Made the base image {MADE} with debootstrap.")
    return MADE


def debootstrap() -> str | None:
    """The program that makes a Debian from nothing, if it is installed."""
    return shutil.which("debootstrap", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin")


def _pull() -> str:
    """Pull the base image; why it could not be pulled, or nothing when it is there."""
    import docker.errors
    import requests

    name, _, tag = PULLED.partition(":")
    try:
        # A client of its own for the short time-out. The engine reports failures inside the stream.
        for event in open_client(_PULL_SECONDS).api.pull(name, tag=tag, stream=True, decode=True):
            if "error" in event:
                return str(event["error"])
    except (docker.errors.DockerException, requests.RequestException) as error:
        return str(getattr(error, "explanation", None) or error)
    return ""


def _make(client: DockerClient) -> None:
    tool = debootstrap()
    if tool is None or os.geteuid() != 0:
        missing = "there is no debootstrap" if tool is None else "debootstrap needs root"
        raise EnvironmentFault(
            f"There is no base image: no registry gives {PULLED}, and {missing}.",
            f"Pull {PULLED} where a registry answers, or as root: apt-get install debootstrap.",
        )
    with scratch.folder("base") as folder:
        tree = Path(folder) / "tree"
        made = subprocess.run(
            [tool, "--variant=minbase", "sid", str(tree), MIRROR], capture_output=True, text=True, check=False
        )
        if made.returncode != 0:
            said = (made.stdout + made.stderr).strip().splitlines()[-5:]
            raise EnvironmentFault(
                f"debootstrap could not make a base image: {' '.join(said)}",
                f"See that {MIRROR} can be reached.",
            )
        for packages in (*tree.glob("var/cache/apt/*"), *tree.glob("var/lib/apt/lists/*")):
            # What was downloaded to make it: 95 MB that every image above would carry along.
            shutil.rmtree(packages) if packages.is_dir() else packages.unlink()
        _import(client, tree)


def _import(client: DockerClient, tree: Path) -> None:
    # tar itself, because it keeps device files, owners and extended attributes.
    command = ["tar", "--numeric-owner", "-C", str(tree), "-c", "."]
    repository, _, tag = MADE.partition(":")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as packed, failures("importing the base image"):
        client.api.import_image_from_stream(
            packed.stdout, repository=repository, tag=tag, changes=[f"LABEL {KIND}=base", 'CMD ["/bin/sh"]']
        )
