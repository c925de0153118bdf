"""Check 1, apply: which files a patch for an instance may touch at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from swerefactor.repositories import Change
from swerefactor.values import Failure, Instance, JavaProject

_BUILD_FILE = re.compile(
    r"(^|/)(pom\.xml|.*\.gradle(\.kts)?|gradle\.properties|mvnw(\.cmd)?|gradlew(\.bat)?)$|(^|/)(\.mvn|gradle|buildSrc)/"
)


def offence(instance: Instance, changes: Sequence[Change], project: JavaProject) -> Failure | None:
    """The first change that a refactoring of this instance does not call for, if there is one.

    Only Java sources may change. A new file is right only as the destination, and only where
    that does not exist; no file may go. A file of tests may change only as target, as
    destination, or because it speaks of the target.
    """
    return next(filter(None, (_offending(instance, change, project) for change in changes)), None)


def reference_offence(changes: Sequence[Change], project: JavaProject) -> Failure | None:
    """Why a developer's whole commit cannot be graded: it changes how the project is built.

    Documentation and other files that no build reads are let through.
    """
    for change in changes:
        if _BUILD_FILE.search(change.path) or _below(change.path, _resources(project)):
            return Failure(
                reason="invalid_reference",
                message=f"The developer's commit changes {change.path}, which the base's build can't grade.",
            )
    return None


def _offending(instance: Instance, change: Change, project: JavaProject) -> Failure | None:
    path = change.path
    if _BUILD_FILE.search(path):
        return Failure(reason="build_file", message=f"The patch changes the build file {path}.")
    if _below(path, _resources(project)):
        return Failure(reason="resource_file", message=f"The patch changes the resource {path}.")
    if not path.endswith(".java") or not _below(path, (*project.main_roots, *project.test_roots)):
        return _outside(f"The patch changes {path}, which is no Java source of the project.")
    wanted = {instance.target.file, *([instance.destination.file] if instance.destination else [])}
    if change.before is None and path not in wanted:
        return _outside(f"The patch adds {path}, which is not the destination.")
    if change.after is None:
        return _outside(f"The patch deletes {path}.")
    if _below(path, project.test_roots) and path not in wanted and not _speaks_of(instance, change):
        return _outside(f"The patch changes the tests in {path}, which have nothing to do with the target.")
    return None


def _outside(message: str) -> Failure:
    return Failure(reason="outside_frame", message=message)


def _resources(project: JavaProject) -> tuple[str, ...]:
    return (*project.resource_roots, *project.test_resource_roots)


def _below(path: str, roots: Sequence[str]) -> bool:
    return any(PurePosixPath(path).is_relative_to(root) for root in roots)


def _speaks_of(instance: Instance, change: Change) -> bool:
    """Whether the file names the target method, so that a caller in it may need to change."""
    name = instance.target.signature.split("(")[0]
    return re.search(rf"\b{re.escape(name)}\b", (change.before or b"").decode("utf-8", "replace")) is not None
