"""Validating as a command asks for it: what came of each candidate is kept, and becomes the instances."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from swerefactor import jsonlines, scratch, settings
from swerefactor.errors import InputError, SwerefactorError
from swerefactor.farm.maven import MavenBuildTool
from swerefactor.protocols import Progress
from swerefactor.refactoring import setup
from swerefactor.refactoring.isolation.isolate import repeated
from swerefactor.refactoring.mining.validate import Validator, module_of
from swerefactor.refactoring.setup import Choices, Say
from swerefactor.repositories import Repositories, Repository
from swerefactor.runs.folder import Kept
from swerefactor.runs.scheduler import LocalScheduler
from swerefactor.values import Candidate, Instance, Validation, Value


class Validated(Value):
    """What is in the files after it: valid instances by type, the others by reason, faults of our own."""

    file: Path
    valid: Mapping[str, int]
    isolated: int
    """How many of the valid have a reference that holds the refactoring alone."""
    refused: Mapping[str, int]
    faults: tuple[str, ...]
    """Base commits that could not be tried by our own fault: the same command tries them again."""


@dataclass(frozen=True)
class Group:
    """Candidates of one base commit and one module: what these need is made once."""

    label: str
    module: str
    """Its folder, empty for the root's."""
    candidates: tuple[Candidate, ...]


class Ledger:
    """What came of each candidate, in a file beside the instances. Safe to use from several threads."""

    def __init__(self, out: Path) -> None:
        self._file = out.with_name(f"{out.name}.validations")
        self._guard = threading.Lock()
        self.known = {each.id: each for each in jsonlines.read_kept(self._file, Validation)}

    def add(self, validation: Validation) -> None:
        """Write down what came of one."""
        with self._guard:
            jsonlines.append(self._file, jsonlines.to_json(validation))
            self.known[validation.id] = validation

    def instances(self, order: Sequence[str], repositories: Repositories) -> tuple[Instance, ...]:
        """The valid ones in the order of these ids, then the others; those of the same edit say so."""
        ids = dict.fromkeys((*(name for name in order if name in self.known), *self.known))
        made = [valid for name in ids if (valid := self.known[name].instance) is not None]
        same = repeated(made, repositories)
        return tuple(instance.model_copy(update={"same_edit_as": same.get(instance.id)}) for instance in made)


def validated(
    candidates: Sequence[Candidate], out: Path, choices: Choices, workers: int, say: Say, progress: Progress
) -> Validated:
    """Try the candidates that were not tried yet, and write the valid instances to `out`.

    Also what was done before an interrupt is in the file. Raises `InputError` without Docker.
    """
    sandbox = setup.chosen_sandbox(choices, say)
    if sandbox == "local":
        raise InputError(
            "Instances are validated in Docker: the local sandbox builds only what it knows.",
            "Start a Docker engine, see `swerefactor farm doctor`.",
        )
    ledger = Ledger(out)
    left = [candidate for candidate in candidates if candidate.id not in ledger.known]
    opened = setup.repositories(choices)
    faults: list[str] = []
    try:
        with (
            scratch.folder("validation") as folder,
            setup.open_tools(choices, sandbox, folder, say, workers) as tools,
        ):
            kept = Kept(settings.cache_folder() / "isolation")
            validator = Validator(tools, _level, choices.limits, kept)

            def done(validation: Validation) -> None:
                ledger.add(validation)
                progress.done(f"{validation.id}: {_told(validation)}")

            def attempt(group: Group) -> str:
                try:
                    validator.of_base(group.candidates, group.module, done)
                except SwerefactorError as fault:
                    return f"{group.label}: {fault.message}"
                return ""

            progress.start(len(left))
            with closing(LocalScheduler(workers).run(attempt, _groups(left, opened))) as results:
                faults += [fault for _, fault in results if fault]
    finally:
        made = ledger.instances([candidate.id for candidate in candidates], opened)
        jsonlines.write(out, made)
    reasons = (each.failure.reason for each in ledger.known.values() if each.failure)
    return Validated(
        file=out,
        valid=dict(Counter(instance.type.value for instance in made).most_common()),
        isolated=sum(instance.reference_kind == "isolated" for instance in made),
        refused=dict(Counter(reasons).most_common()),
        faults=tuple(faults),
    )


def _groups(candidates: Sequence[Candidate], repositories: Repositories) -> list[Group]:
    """By base commit and module, in the order in which their first candidates come."""

    def place(candidate: Candidate) -> tuple[str, str, str]:
        module = module_of(candidate, repositories.open(candidate.repository))
        return candidate.repository, candidate.base_commit, module

    places = {candidate.id: place(candidate) for candidate in candidates}
    order = {found: at for at, found in reversed(list(enumerate(places.values())))}
    ordered = sorted(candidates, key=lambda candidate: order[places[candidate.id]])
    return [
        Group(" ".join((name, "at", commit[:10], *filter(None, [module]))), module, tuple(group))
        for (name, commit, module), group in groupby(ordered, key=lambda candidate: places[candidate.id])
    ]


def _level(repository: Repository, commit: str, module: str) -> int:
    return MavenBuildTool().describe(lambda path: repository.read(commit, path), module).release


def _told(validation: Validation) -> str:
    if validation.failure is not None:
        return validation.failure.reason
    return "valid, a whole commit" if validation.whole_commit else "valid"
