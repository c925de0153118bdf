"""The sample data set: three projects of our own with their refactorings, made into git repositories."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from swerefactor import jsonlines, material, scratch, settings
from swerefactor.repositories import git
from swerefactor.values import Instance

OWNER = "sample"

_FORM = "1"
"""Part of a repository's key: to be raised when commits come to be made otherwise."""

# Commit ids must come out the same on every machine, so nothing of a commit is left to chance.
_PERSON = {
    "NAME": "swerefactor sample",
    "EMAIL": "sample@swerefactor.invalid",
    "DATE": "2024-01-01T00:00:00+00:00",
}
_SIGNED = {f"GIT_{role}_{field}": text for role in ("AUTHOR", "COMMITTER") for field, text in _PERSON.items()}


def sample_instances() -> tuple[Instance, ...]:
    """The sample's instances, in the order of the file."""
    return jsonlines.read(_folder() / "instances.jsonl", Instance)


def sample_repositories() -> tuple[tuple[str, Path], ...]:
    """Each sample repository's name and git directory, as `Repositories.made` takes them.

    A repository is made when it is not in the cache yet: the base commit (`refs/heads/main`), and
    a child for each reference (`refs/references/<instance id>`). Two processes may do so at once.
    Raises `EnvironmentFault` when there is no git or a git command fails.
    """
    homes = sorted(pom.parent.parent for pom in _folder().glob("*/base/pom.xml"))
    return tuple((f"{OWNER}/{home.name}", _repository(_Project.read(home))) for home in homes)


def _folder() -> Path:
    return material.folder("dataset") / "sample"


@dataclass(frozen=True)
class _Project:
    """A project's files at the base commit by path, and its references' patches by instance id."""

    name: str
    files: Mapping[str, bytes]
    references: Mapping[str, bytes]

    @classmethod
    def read(cls, home: Path) -> _Project:
        base = home / "base"
        # Only what belongs to the project: not what a build or an editor leaves behind.
        paths = [base / "pom.xml", *(path for path in (base / "src").rglob("*") if path.is_file())]
        return cls(
            name=home.name,
            files={path.relative_to(base).as_posix(): path.read_bytes() for path in paths},
            references={path.stem: path.read_bytes() for path in (home / "references").glob("*.patch")},
        )

    def digest(self) -> str:
        """A hash of all that the repository is made from."""
        digest = hashlib.sha256(_FORM.encode())
        for group in (self.files, self.references):
            for name, content in sorted(group.items()):
                digest.update(f"{name}\0{len(content)}\0".encode() + content)
            digest.update(b"\0")
        return digest.hexdigest()[:16]


def _repository(project: _Project) -> Path:
    place = settings.cache_folder() / "sample" / f"{project.name}-{project.digest()}.git"
    if place.is_dir():
        return place
    with scratch.made_once(place) as made:
        _Maker(git_dir=made, index=made.with_name("index")).make(project)
    return place


@dataclass(frozen=True)
class _Maker:
    """Writes one repository by plumbing alone: no work tree, no filters, no hooks."""

    git_dir: Path
    index: Path

    def make(self, project: _Project) -> None:
        git("init", "--bare", "--quiet", "--object-format=sha1", "--template=", str(self.git_dir))
        self._git("symbolic-ref", "HEAD", "refs/heads/main")
        base_tree = self._stage(project.files)
        base = self._commit(base_tree, f"Sample project {project.name}", "refs/heads/main")
        for instance_id, patch in sorted(project.references.items()):
            self._git("read-tree", base_tree)
            self._git("apply", "--cached", "--whitespace=nowarn", "-", input=patch)
            tree = self._git("write-tree")
            self._commit(tree, f"Reference of {instance_id}", f"refs/references/{instance_id}", base)

    def _stage(self, files: Mapping[str, bytes]) -> str:
        """The tree of these files, each a regular one that is not executable."""
        blobs = {path: self._git("hash-object", "-w", "--stdin", input=files[path]) for path in sorted(files)}
        entries = "".join(f"100644 {blob}\t{path}\0" for path, blob in blobs.items())
        self._git("update-index", "-z", "--index-info", input=entries.encode())
        return self._git("write-tree")

    def _commit(self, tree: str, message: str, ref: str, *parents: str) -> str:
        options = [option for parent in parents for option in ("-p", parent)]
        commit = self._git("commit-tree", tree, *options, "-m", message)
        self._git("update-ref", ref, commit)
        return commit

    def _git(self, *arguments: str, input: bytes = b"") -> str:
        environment = {**_SIGNED, "GIT_INDEX_FILE": str(self.index)}
        said = git(f"--git-dir={self.git_dir}", *arguments, input=input, environment=environment)
        return said.decode().strip()
