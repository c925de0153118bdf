"""Instances from the rows of PureRefactor, SWE-Refactor's data, with git as the witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from swerefactor.protocols import Analyser
from swerefactor.refactoring.exchange.described import Described, described
from swerefactor.refactoring.mining.candidates import is_test
from swerefactor.refactoring.mining.licences import licence
from swerefactor.refactoring.types import EXTRACTIONS, KINDS
from swerefactor.refactoring.verify.target import same_signature
from swerefactor.refactoring.verify.workbench import decoded
from swerefactor.repositories import GitError, Repository
from swerefactor.values import Destination, Failure, Instance, MethodRef, Origin, RefactoringType, Value

DATASET = "PureRefactor"


class Lines(BaseModel):
    """Where code is in a row: lines from 1, both included."""

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)

    file_path: str
    start_line: int
    end_line: int


class OfficialRow(BaseModel):
    """A row, as far as it states facts that identify it; its source texts are left aside.

    Fields as the data set's files have them (easenxu/PureRefactor, CC-BY-4.0).
    """

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)

    unique_id: str
    project_name: str
    commit_id: str
    type: RefactoringType
    description: str
    file_path_before: str
    diff_locations: tuple[Lines, ...]
    compile_jdk: float = Field(alias="compileJDK")
    """`1.8` stands for 8."""

    @property
    def jdk(self) -> int:
        """The JDK's feature number."""
        return 8 if self.compile_jdk < 2 else int(self.compile_jdk)


class RawRow(BaseModel):
    """A row with all that stands in it."""

    model_config = ConfigDict(extra="allow")


class Refused(Value):
    """A row of which no instance can be made, and why."""

    row: str
    failure: Failure


class Rows(Value):
    """What came of rows."""

    instances: tuple[Instance, ...]
    refused: tuple[Refused, ...]


class NotThere(Exception):
    """The repository does not hold what a row says. Its arguments are a reason code and a sentence."""


def imported(
    rows: Sequence[OfficialRow], opened: Callable[[str], tuple[str, Repository]], analyser: Analyser
) -> Rows:
    """An instance for each row whose facts the repository bears out; `opened` knows a project's.

    Ids are numbered by project and commit in the order of the rows, with those that are refused.
    """
    numbers: Counter[tuple[str, str]] = Counter()
    same: dict[tuple[str, ...], str] = {}
    instances, refused = [], []
    for row in rows:
        numbers[row.project_name, row.commit_id] += 1
        name = f"{row.project_name}-{row.commit_id[:7]}-{numbers[row.project_name, row.commit_id]}"
        slug, repository = opened(row.project_name)
        try:
            made = _instance(name, row, slug, repository, analyser)
        except NotThere as why:
            reason, message = why.args
            refused.append(Refused(row=row.unique_id, failure=Failure(reason=reason, message=message)))
            continue
        first = same.setdefault(_edit(row), name)
        instances.append(made.model_copy(update={"same_edit_as": first if first != name else None}))
    return Rows(instances=tuple(instances), refused=tuple(refused))


def _edit(row: OfficialRow) -> tuple[str, ...]:
    """What two rows have in common that are one edit: a method extracted out of several."""
    told = described(row.type, row.description)
    assert told is not None
    one = told.new.text if row.type in EXTRACTIONS else row.unique_id
    return row.project_name, row.commit_id, row.type, told.home, one


def _instance(name: str, row: OfficialRow, slug: str, repository: Repository, analyser: Analyser) -> Instance:
    told = described(row.type, row.description)
    if told is None:
        raise NotThere("unreadable_description", f"{row.description!r} is no description of this type.")
    base = _parent(row.commit_id, repository)
    target = _target(row, told, base, repository, analyser)
    return Instance.model_validate(
        {
            "id": name,
            "project": row.project_name,
            "repository": slug,
            "licence": licence(repository, base),
            "base_commit": base,
            "commit": row.commit_id,
            "date": repository.date(row.commit_id),
            "type": row.type,
            "target": target,
            "destination": _destination(row, told, repository),
            "in_test_code": is_test(target.file),
            "jdk": row.jdk,
            "reference_kind": "commit",
            "origin": Origin(dataset=DATASET, row=row.unique_id, description=row.description),
        }
    )


def _parent(commit: str, repository: Repository) -> str:
    try:
        found = repository.parent(commit)
    except GitError as error:
        raise NotThere("commit_missing", f"{error.message}") from error
    if found is None:
        raise NotThere("no_parent", f"Commit {commit[:10]} has no parent: there is no base commit.")
    return found


def _target(
    row: OfficialRow, told: Described, base: str, repository: Repository, analyser: Analyser
) -> MethodRef:
    """The method at the base commit that the description names, with the lines that it has there."""
    paths = dict.fromkeys((row.file_path_before, *(place.file_path for place in row.diff_locations)))
    texts = {path: decoded(text) for path, text in repository.read_all(base, paths).items()}
    methods = [info.method for info in analyser.methods(texts)]
    found = [
        method
        for method in methods
        if method.class_name == told.home and same_signature(method.signature, told.old.signature)
    ]
    if not found:
        raise NotThere(
            "target_missing",
            f"{told.home}#{told.old.signature} is in none of {', '.join(texts) or 'its files'}.",
        )
    return found[0]


def _destination(row: OfficialRow, told: Described, repository: Repository) -> Destination | None:
    if told.goal is None or not KINDS[row.type].leads:
        return None
    file = _declaring(told.goal, row.commit_id, repository)
    if file is None:
        raise NotThere("destination_missing", f"No file of commit {row.commit_id[:10]} declares {told.goal}.")
    name = told.new.name if KINDS[row.type].renames else None
    return Destination(class_name=told.goal, file=file, method=name)


def _declaring(class_name: str, commit: str, repository: Repository) -> str | None:
    """The file that a class lies in by its name, or that the class around it lies in."""
    parts = class_name.split(".")
    for length in range(len(parts), 0, -1):
        suffix = f"/{'/'.join(parts[:length])}.java"
        if found := repository.files(commit, suffix):
            return found[0]
    return None
