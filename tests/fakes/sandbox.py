"""A scripted sandbox: workspaces are dictionaries, and a function stands for the commands."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from swerefactor.errors import InputError
from swerefactor.protocols import CLOSED, Capability
from swerefactor.repositories import Repositories
from swerefactor.values import Access, BaseTree, Completed, JavaProject, Limits, Surroundings

Script = Callable[[dict[str, bytes], Sequence[str]], Completed]
"""What a command does to the files of its workspace, and how it ends."""


def nothing(files: dict[str, bytes], command: Sequence[str]) -> Completed:
    """A command that ends well and does nothing."""
    return Completed(exit_code=0, output="", seconds=0.0)


@dataclass(frozen=True)
class FakeWorkspace:
    """Files in memory."""

    files: dict[str, bytes]
    script: Script
    root: str = "/workspace"
    given: dict[str, bytes | None] = field(default_factory=dict)
    base: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base.update(self.files)

    def put(self, files: Mapping[str, bytes | None]) -> None:
        self.given.update(files)
        for path, content in files.items():
            if content is None:
                self.files.pop(_inside(path), None)
            else:
                self.files[_inside(path)] = content

    def get(self, path: str) -> bytes | None:
        return self.files.get(_inside(path))

    def list(self, folder: str, suffix: str) -> tuple[str, ...]:
        below = f"{folder}/" if folder else ""
        return tuple(sorted(path for path in self.files if path.startswith(below) and path.endswith(suffix)))

    def run(
        self,
        command: Sequence[str],
        limits: Limits,
        environment: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> Completed:
        return self.script(self.files, command)

    def reset(self) -> None:
        self.files.clear()
        self.files.update(self.base)
        self.put(dict(self.given))


def _inside(path: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts:
        raise InputError(f"{path!r} is no path in the workspace.", "Name a file relative to its root.")
    return "/".join(parts)


@dataclass(frozen=True)
class FakeSandbox:
    """Workspaces with the base tree's files, and one script for all their commands."""

    repositories: Repositories
    script: Script = nothing
    name: str = "fake"
    capabilities: frozenset[Capability] = frozenset()

    @contextlib.contextmanager
    def workspace(self, base: BaseTree, limits: Limits, access: Access = CLOSED) -> Iterator[FakeWorkspace]:
        repository = self.repositories.open(base.repository)
        yield FakeWorkspace(repository.read_all(base.commit, repository.files(base.commit)), self.script)

    def surroundings(self, base: BaseTree, project: JavaProject) -> Surroundings:
        return Surroundings()

    def abort(self) -> None:
        pass

    def versions(self, base: BaseTree) -> dict[str, str]:
        return {"fake": "1"}
