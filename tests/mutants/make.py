"""Makes wrong refactorings out of a right one, the same ones every time."""

from __future__ import annotations

import functools
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from swerefactor.patches import make_patch
from swerefactor.protocols import Analyser
from swerefactor.repositories import Change, Repository
from swerefactor.values import Detection, Instance, MethodRef
from tests.mutants import edits, java, operators, shapes
from tests.mutants.case import Case, Files, simple

PLACES = ("refactored", "around", "elsewhere", "other_file", "whole")
"""Where a mutant differs from the right refactoring."""


@dataclass(frozen=True, eq=False)
class Mutant:
    """One wrong refactoring: the files that it changes, at the base and after it.

    `place` is where it differs from the right one: in the `refactored` code, `around` it in the same
    methods, `elsewhere` in the files that change, in an `other_file`, or as a `whole`.
    """

    instance_id: str
    kind: str
    place: str
    description: str
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]
    right: Mapping[str, bytes]
    """The files of the right refactoring, to see what was spoiled."""

    @functools.cached_property
    def patch(self) -> str:
        """The mutant as a git patch on the base commit."""
        return make_patch({path: self.before.get(path) for path in self.after}, self.after)

    @functools.cached_property
    def digest(self) -> str:
        """A short hash of all that it leaves behind."""
        whole = hashlib.sha256(self.kind.encode())
        for path, content in sorted(self.after.items()):
            whole.update(f"\0{path}\0{len(content)}\0".encode() + content)
        return whole.hexdigest()[:16]

    @property
    def key(self) -> str:
        """What the list of equivalents knows it by."""
        return f"{self.instance_id}:{self.kind}:{self.digest}"


def detect(changes: Iterable[Change], analyser: Analyser) -> tuple[Detection, ...]:
    """What RefactoringMiner sees in changed Java files."""
    java_changes = [c for c in changes if c.path.endswith(".java")]
    return analyser.detect(
        {c.path: c.before.decode("utf-8", "replace") for c in java_changes if c.before is not None},
        {c.path: c.after.decode("utf-8", "replace") for c in java_changes if c.after is not None},
    )


def case_of(
    instance: Instance,
    changes: Sequence[Change],
    detections: Iterable[Detection],
    others: Mapping[str, bytes],
    rivals: Iterable[Mapping[str, bytes]] = (),
) -> Case:
    """The case of a right refactoring. `others` are further Java files of the base."""
    return Case(
        instance=instance,
        before={c.path: c.before for c in changes if c.before is not None},
        after={c.path: c.after for c in changes if c.after is not None},
        asked=tuple(d for d in detections if d.type == instance.type and _is(instance.target, d.subject)),
        others={path: content for path, content in others.items() if path not in {c.path for c in changes}},
        rivals=tuple(rivals),
    )


def case_from(
    instance: Instance,
    repository: Repository,
    changes: Sequence[Change],
    detections: Iterable[Detection],
    all_instances: Iterable[Instance] = (),
) -> Case:
    """The case of a right refactoring in a repository, with the neighbours of its files.

    The isolated references among `all_instances` on the same base commit are its rivals.
    """
    base = instance.base_commit
    folders = {c.path.rpartition("/")[0] for c in changes}
    near = [path for path in repository.files(base, ".java") if path.rpartition("/")[0] in folders]
    rivals = [
        {c.path: c.after for c in repository.changes(base, other.commit) if c.after is not None}
        for other in all_instances
        if other.base_commit == base
        and other.commit != instance.commit
        and other.reference_kind == "isolated"
    ]
    others = repository.read_all(base, {*near, *(path for rival in rivals for path in rival)})
    return case_of(instance, changes, detections, others, rivals)


def mutants(case: Case, most: int = 1) -> Iterator[Mutant]:
    """Wrong refactorings: at most so many of a kind in one place, each once, in a fixed order."""
    groups: dict[tuple[str, str], list[tuple[str, Files]]] = defaultdict(list)
    for kind, place, what, files in (*_small(case), *_other_files(case), *_whole(case)):
        groups[kind, place].append((what, files))
    seen: set[str] = set()
    for (kind, place), found in groups.items():
        # Not by what the edit says: two of the same text at two places are two.
        numbered = sorted(enumerate(found), key=lambda entry: case.order(kind, place, entry[0], entry[1][0]))
        made = (_mutant(case, kind, place, what, files) for _, (what, files) in numbered)
        fresh = (m for m in made if m is not None and m.digest not in seen)
        for mutant, _ in zip(fresh, range(most), strict=False):
            seen.add(mutant.digest)
            yield mutant


def of_behaviour(case: Case, most: int = 1) -> Iterator[Mutant]:
    """Those that do something else in the refactored methods; 97 in 100 compile, measured on the sample."""
    inside = ("refactored", "around")
    return (m for m in mutants(case, most) if m.kind in operators.BEHAVIOUR and m.place in inside)


def _mutant(case: Case, kind: str, place: str, what: str, files: Files) -> Mutant | None:
    """The mutant, unless it is no Java, changes nothing, or is the right refactoring itself."""
    base = {**case.others, **case.before}
    after = {path: content for path, content in files.items() if content != base.get(path)}
    right = {path: content for path, content in case.after.items() if content != base.get(path)}
    if not after or after == right or not all(map(java.valid, after.values())):
        return None
    before = {path: base[path] for path in after if path in base}
    return Mutant(case.instance.id, kind, place, what, before, after, right)


Candidate = tuple[str, str, str, Files]
"""Kind, place, what was done, files."""


def _small(case: Case) -> Iterator[Candidate]:
    """One edit in the files of the right refactoring."""
    for path, content in sorted(case.after.items()):
        for member, is_touched in case.members(path):
            outside = operators.OWN_HEADERS if is_touched else operators.HEADERS
            chosen = {**operators.BEHAVIOUR, **outside}
            for kind, operator in chosen.items():
                for edit in operator(member):
                    line = content.count(b"\n", 0, edit.start) + 1
                    touched = "refactored" if case.refactored(path, line) else "around"
                    place = touched if is_touched else "elsewhere"
                    yield kind, place, f"{path}:{line} {edit.what}", case.edited(path, edit)


def _other_files(case: Case) -> Iterator[Candidate]:
    """One edit in a file that the refactoring leaves alone."""
    for path, content in sorted(case.others.items()):
        for member in java.of_type(java.parse(content), *java.MEMBERS):
            for kind, operator in operators.EVERYWHERE.items():
                for edit in operator(member):
                    changed = {**case.after, path: edits.apply(content, edit)}
                    yield kind, "other_file", f"{path}: {edit.what}", changed


def _whole(case: Case) -> Iterator[Candidate]:
    for kind, shape in shapes.of_type(case.instance.type).items():
        for what, files in shape(case):
            yield kind, "whole", what, files


def _is(asked: MethodRef, found: MethodRef) -> bool:
    same_class = asked.class_name == found.class_name and simple(asked) == simple(found)
    return same_class and asked.start_line <= found.end_line and found.start_line <= asked.end_line
