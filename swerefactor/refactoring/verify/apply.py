"""Check 1, apply: which files a patch for an instance may touch, and what it must not bring into them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from swerefactor.refactoring.verify import hidden
from swerefactor.refactoring.verify.hidden import Pieces
from swerefactor.repositories import Change, Repository
from swerefactor.values import Failure, Instance, JavaProject

_BUILD_FILE = re.compile(
    r"(^|/)(pom\.xml|.*\.gradle(\.kts)?|gradle\.properties|mvnw(\.cmd)?|gradlew(\.bat)?|module-info\.java)$"
    r"|(^|/)(\.mvn|gradle|buildSrc)/"
)


def offence(
    instance: Instance,
    changes: Sequence[Change],
    project: JavaProject,
    repository: Repository | None = None,
) -> Failure | None:
    """The first thing that a refactoring of this instance does not call for, if there is one.

    Only Java sources may change. A new file is right only as the destination, and only where
    that does not exist; no file may go. A file of tests may change only as target, as
    destination, or because it speaks of the target. A source stays in its package, and hides
    nothing from its reader. A new type has a name that means nothing yet to the unchanged files
    around it; that is looked up in the repository, where one is given.
    """
    found = next(filter(None, (_offending(instance, change, project) for change in changes)), None)
    if found is not None:
        return found
    before, after = _sources(changes, project)
    return (
        _hidden(before, after)
        or _misplaced(before, after, project)
        or (_shadowing(instance, before, after, project, repository) if repository else None)
    )


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


# --- Which files ------------------------------------------------------------------------------


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
    if path.endswith("/package-info.java"):
        return _outside(f"The patch changes {path}, which holds no method.")
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


# --- What is in them --------------------------------------------------------------------------

Sources = Mapping[str, Pieces]
"""Java sources by path."""


def _sources(changes: Sequence[Change], project: JavaProject) -> tuple[Sources, Sources]:
    """The changed sources before and after, read as the compiler reads them."""
    return (
        {c.path: _read(c.before, project) for c in changes if c.before is not None},
        {c.path: _read(c.after, project) for c in changes if c.after is not None},
    )


def _read(content: bytes, project: JavaProject) -> Pieces:
    try:
        codecs.lookup(encoding := project.encoding)
    except LookupError:
        encoding = "utf-8"
    # A byte that is no text comes out as a lone surrogate, which counts as hidden where it is new.
    return hidden.pieces(content.decode(encoding, "surrogateescape"))


def _hidden(before: Sources, after: Sources) -> Failure | None:
    for path, source in after.items():
        if what := hidden.hidden(before.values(), [source]):
            return Failure(reason="hidden_text", message=f"The patch brings {what} into {path}.")
    return None


def _misplaced(before: Sources, after: Sources, project: JavaProject) -> Failure | None:
    """A source in another package than before, or, if new, than its folder says."""
    for path, source in after.items():
        home = hidden.package(before[path]) if path in before else _package_of(path, project)
        if (found := hidden.package(source)) != home:
            return _outside(f"The patch declares package {found!r} in {path}, which belongs to {home!r}.")
    return None


def _package_of(path: str, project: JavaProject) -> str:
    root = next(r for r in (*project.main_roots, *project.test_roots) if _below(path, [r]))
    return ".".join(PurePosixPath(path).relative_to(root).parts[:-1])


def _shadowing(
    instance: Instance, before: Sources, after: Sources, project: JavaProject, repository: Repository
) -> Failure | None:
    """A new type whose simple name unchanged files use: there it could come to mean this one."""
    known = {name for source in before.values() for name in hidden.types(source)}
    asked = _asked(instance, project)
    for path, source in after.items():
        declared = hidden.types(source)
        for name in sorted(declared.keys() - known - asked):
            outer = () if declared[name] else tuple(sorted(declared.keys() & known))
            users = _users(name, path, outer, project, repository, instance.base_commit)
            if user := next((user for user in users if user not in after), None):
                return _outside(f"The patch adds the type {name} in {path}, a name that {user} uses.")
    return None


def _asked(instance: Instance, project: JavaProject) -> frozenset[str]:
    """The simple names of the destination class and of those around it."""
    if instance.destination is None:
        return frozenset()
    home = _package_of(instance.destination.file, project)
    return frozenset(instance.destination.class_name.removeprefix(f"{home}.").split("."))


def _users(
    name: str,
    path: str,
    outer: Sequence[str],
    project: JavaProject,
    repository: Repository,
    commit: str,
) -> Iterator[str]:
    """The files that use the name where it could mean a type in `path`.

    A top-level type is seen in its package, one within another (`outer`: those that could be it)
    also in subclasses anywhere, which name their superclass.
    """
    roots = (*project.main_roots, *project.test_roots)
    home = _package_of(path, project)
    for user in repository.naming(commit, [name], roots):
        used = _read(repository.read(commit, user) or b"", project)
        if not hidden.names(used, name):
            continue
        if _package_of(user, project) == home if not outer else any(hidden.names(used, o) for o in outer):
            yield user
