"""What the code of a base tree refers to, as folders and jars of this machine, made once and kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from swerefactor import scratch, settings
from swerefactor.errors import SandboxError
from swerefactor.farm.archives import unpack
from swerefactor.farm.box import BoxOptions, open_box
from swerefactor.farm.maven import REPOSITORY
from swerefactor.farm.observed import jar_path
from swerefactor.farm.plain import shipped_libraries
from swerefactor.farm.reach import library_files
from swerefactor.repositories import Repository
from swerefactor.values import BaseTree, JavaProject, Limits, Surroundings

if TYPE_CHECKING:
    from swerefactor.farm.images import Farm

_LIMITS = Limits(seconds=600, output=1 << 30)
_BASE = "/opt/base"


def exported(farm: Farm, base: BaseTree, project: JavaProject) -> Surroundings:
    """The base tree's classes, then those of its tests, then its libraries, out of the instance image.

    With its source roots: classes say what is declared, not what a method does.
    """
    home = settings.cache_folder() / "surroundings"
    tag = farm.instance(base).tag.rpartition(":")[2]
    target = f"{project.module}/target" if project.module else "target"
    folders = [f"{target}/{name}" for name in ("classes", "test-classes")]
    if not (home / tag).is_dir():
        with scratch.made_once(home / tag) as made:
            made.mkdir()
            _copy_out(farm, base, _BASE, folders, made)
    jars = [jar_path(library).removeprefix(f"{REPOSITORY}/") for library in project.libraries]
    missing = [jar for jar in jars if not (home / "jars" / jar).is_file()]
    if missing:
        with scratch.folder("jars", beside=home) as folder:
            _copy_out(farm, base, REPOSITORY, missing, folder)
            for jar in missing:
                (home / "jars" / jar).parent.mkdir(parents=True, exist_ok=True)
                os.replace(folder / jar, home / "jars" / jar)
    places = [*(home / tag / name for name in folders), *(home / "jars" / jar for jar in jars)]
    return Surroundings(
        class_path=tuple(str(place) for place in places if place.exists()),
        source_path=_sources(farm.repositories.open(base.repository), base, project),
    )


def _copy_out(farm: Farm, base: BaseTree, below: str, paths: Sequence[str], into: Path) -> None:
    image = farm.instance(base)
    with open_box(farm.client, BoxOptions(image=image.id, kind="builder", limits=_LIMITS)) as box:
        ran = box.execute(["tar", "-C", below, "--ignore-failed-read", "-cf", "-", *paths], _LIMITS)
    if ran.exit_code or ran.truncated or ran.ended_by:
        why = ran.output[-300:].decode("utf-8", "replace")
        raise SandboxError(
            f"Files of the image {image.tag} can't be read: {why}", "See `swerefactor farm doctor`."
        )
    unpack(ran.output, into)


def written(repository: Repository, base: BaseTree, project: JavaProject) -> Surroundings:
    """The base tree's source roots, and its libraries by checksum."""
    return Surroundings(
        class_path=tuple(map(str, library_files(project.libraries, shipped_libraries()))),
        source_path=_sources(repository, base, project),
    )


def _sources(repository: Repository, base: BaseTree, project: JavaProject) -> tuple[str, ...]:
    """The source roots of the whole tree, its Java files checked out once."""
    place = settings.cache_folder() / "surroundings" / "sources" / base.commit
    if not place.is_dir():
        with scratch.made_once(place) as made:
            repository.export(base.commit, made, ".java")
    roots = (place / root for root in (*project.main_roots, *project.test_roots))
    return tuple(str(root) for root in roots if root.is_dir())
