"""Watches the official build of a base commit once, so that the fast path can do as it does."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass

from swerefactor import settings
from swerefactor.errors import SandboxError
from swerefactor.farm import engine, maven
from swerefactor.farm.box import BoxOptions, open_box
from swerefactor.farm.images import BASE_FOLDER, BUILD_LIMITS, Farm, smallest_test
from swerefactor.farm.locks import held
from swerefactor.farm.observed import class_path_entries, read_log
from swerefactor.farm.official import CLEAN
from swerefactor.files import write_whole
from swerefactor.values import BaseTree, JavaProject, OfficialBuild

_LIMITS = BUILD_LIMITS.model_copy(update={"output": 64 << 20})
_PROCESSORS = "META-INF/services/javax.annotation.processing.Processor"
"""The file that a jar with annotation processors has; its name stands uncompressed in the jar."""


@dataclass(frozen=True)
class WatchedMaven:
    """Describes a base commit's module by its build files, and by what the official build was seen to do.

    For protocol `BuildTool`, for that commit alone. Maven's log is kept on this machine, not what was
    read out of it, so that another version may read it otherwise.
    """

    farm: Farm
    base: BaseTree
    name: str = "maven"

    def describe(self, read: Callable[[str], bytes | None], module: str) -> JavaProject:
        """Layout, commands, libraries, and settings of compiler and tests.

        Raises `InvalidInstance` for a base that has no pom.xml or does not build.
        """
        project = maven.MavenBuildTool().describe(read, module)
        build, libraries = watched(self.farm, self.base)
        return project.model_copy(update={"official": build, "libraries": libraries})


_seen: dict[BaseTree, tuple[OfficialBuild, tuple[str, ...]]] = {}
"""What was read in this process. A base tree's build is the same on whatever engine it is watched."""


def watched(farm: Farm, base: BaseTree) -> tuple[OfficialBuild, tuple[str, ...]]:
    """How the official build compiles and tests a base commit, and its test libraries."""
    if base not in _seen:
        image = farm.instance(base)
        with held(f"watched-{image.tag}"):
            place = settings.cache_folder() / "watched" / f"{image.tag.rpartition(':')[2]}.json.gz"
            if not place.is_file():
                farm.say(f"Watching the build of {base.repository} at {base.commit[:10]}.")
                write_whole(place, gzip.compress(json.dumps(_watch(farm, base)).encode(), mtime=0))
            kept = json.loads(gzip.decompress(place.read_bytes()))
        _seen[base] = read_log(kept["log"], base.module, kept["with_processors"])
    return _seen[base]


def _watch(farm: Farm, base: BaseTree) -> dict[str, object]:
    """Maven's debug log of compiling everything and running one test, and the jars with processors."""
    repository = farm.repositories.open(base.repository)
    goals = ["-X", "test", *smallest_test(base, repository)]
    image = farm.instance(base)
    with open_box(farm.client, BoxOptions(image=image.id, kind="builder", limits=BUILD_LIMITS)) as box:
        box.execute(["cp", "-a", f"{BASE_FOLDER}/.", "."], _LIMITS)
        box.execute(["sh", "-c", CLEAN], _LIMITS)
        ran = box.execute(maven.command(goals, base.module), _LIMITS).completed
        if not ran.ok:
            raise SandboxError(
                f"The official build of {base.repository} at {base.commit[:10]} can't be watched: "
                f"{ran.output.strip()[-500:]}",
                engine.tip(ran.output),
            )
        jars = class_path_entries(ran.output)
        listed = box.execute(["grep", "-lF", _PROCESSORS, *jars], _LIMITS).completed
    return {"log": ran.output, "with_processors": listed.output.split()}
