"""The files of a base commit, as a prompt shows and edits change them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from swerefactor import scratch
from swerefactor.patches import make_patch
from swerefactor.protocols import Analyser
from swerefactor.refactoring.predictors.edits import apply_edits, encoding_of
from swerefactor.repositories import Repository, git
from swerefactor.values import Destination, MethodContext, MethodRef

_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)


@dataclass(frozen=True)
class BaseFiles:
    """The files of a base commit, as a prompt shows and edits change them."""

    repository: Repository
    commit: str

    @cached_property
    def _entries(self) -> tuple[tuple[str, str], ...]:
        """Mode, kind and id in one, and path, of all that the commit holds, folders too."""
        place = f"--git-dir={self.repository.git_dir}"
        listed = git(place, "ls-tree", "-r", "-t", "-z", "--full-tree", self.commit)
        entries = (entry.split("\t", 1) for entry in listed.decode("utf-8", "replace").split("\0") if entry)
        return tuple((what, path) for what, path in entries)

    @cached_property
    def ids(self) -> dict[str, str]:
        """The git blob id of each regular file."""
        return {path: what.split()[2] for what, path in self._entries if what.startswith("100")}

    @cached_property
    def files(self) -> frozenset[str]:
        """The regular files."""
        return frozenset(self.ids)

    @cached_property
    def links(self) -> frozenset[str]:
        """The symbolic links and submodules."""
        return frozenset(path for what, path in self._entries if what[:6] in ("120000", "160000"))

    @cached_property
    def folders(self) -> frozenset[str]:
        """The folders."""
        return frozenset(path for what, path in self._entries if what.startswith("040000"))

    @cached_property
    def sources(self) -> dict[str, str]:
        """All Java files as text, by path in order, with plain line ends."""
        paths = sorted(path for path in self.files if path.endswith(".java") and path.isprintable())
        found = self.repository.read_all(self.commit, paths)
        return {path: _text(content) for path, content in found.items()}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The source folders: where the folders of a package's name begin."""
        found = {_root(path, text) for path, text in self.sources.items()}
        return tuple(sorted(root for root in found if root is not None))

    def declares(self, asked: Destination) -> bool:
        """Whether the destination's class is there: its file may be, for another class."""
        name = re.escape(asked.class_name.rpartition(".")[2])
        return (
            re.search(rf"\b(class|interface|enum|record)\s+{name}\b", self.sources.get(asked.file, ""))
            is not None
        )

    def read(self, path: str) -> bytes | None:
        """A regular file, or None."""
        return self.repository.read(self.commit, path) if path in self.files else None

    def patch(self, reply: str) -> str:
        """The patch that a reply's edits make. Raises `EditError`."""
        after = apply_edits(reply, self.read, self.links, self.folders)
        return make_patch({path: self.read(path) for path in after}, after)

    def context(self, analyser: Analyser, target: MethodRef) -> MethodContext:
        """What surrounds a method in the whole tree."""
        with scratch.folder("tree") as tree:
            self.repository.export(self.commit, tree)
            return analyser.context(tree, self.roots, target)


def _text(content: bytes) -> str:
    return content.decode(encoding_of(content)).removeprefix("\ufeff").replace("\r\n", "\n")


def _root(path: str, text: str) -> str | None:
    """The source folder that a file lies in by its package, or None where the two disagree."""
    declared = _PACKAGE.search(text)
    package = PurePosixPath(*declared[1].split(".")) if declared else PurePosixPath()
    folder = PurePosixPath(path).parent
    if folder.parts[len(folder.parts) - len(package.parts) :] != package.parts:
        return None
    return str(PurePosixPath(*folder.parts[: len(folder.parts) - len(package.parts)]))
