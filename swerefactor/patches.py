"""Patches: made from files and applied to files, by git itself, away from any repository."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from swerefactor import scratch
from swerefactor.repositories import Change, GitError, Repository, git

MAX_PATCH = 5 << 20
"""Bytes of a patch; no refactoring of one method needs more."""
MAX_SECTIONS = 1000
"""Sections of a patch, one for a file each; developers' commits have up to 48. Git takes them one by one."""


class PatchError(ValueError):
    """A patch that can't be used. `reason` is the code under which it is reported."""

    def __init__(self, reason: str, message: str, evidence: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.evidence = evidence


@dataclass(frozen=True)
class PatchHead:
    """What a patch says of itself before it is applied: the paths it names, each once."""

    paths: tuple[str, ...]


def to_bytes(patch: str) -> bytes:
    """A patch as bytes; surrogates stand for bytes that are not UTF-8.

    Raises `PatchError` for text that no file can hold (a lone surrogate of another kind).
    """
    try:
        return patch.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise PatchError(
            "malformed_patch", f"The patch has a character that is no text at position {error.start}."
        ) from error


def make_patch(before: Mapping[str, bytes | None], after: Mapping[str, bytes | None]) -> str:
    """The git patch that turns some files into others; None is a file that does not exist."""
    with scratch.folder("patch") as folder:
        tree = _ScratchTree(folder)
        old = tree.write(before)
        new = tree.write({**before, **after})
        patch = tree.git("diff-tree", "-p", "--binary", "--full-index", "--no-renames", old, new)
    return patch.decode("utf-8", "surrogateescape")


def patch_of(changes: Iterable[Change]) -> str:
    """The git patch that makes these changes."""
    changes = tuple(changes)
    return make_patch({c.path: c.before for c in changes}, {c.path: c.after for c in changes})


def apply_patch(patch: str, read: Callable[[str], bytes | None]) -> tuple[Change, ...]:
    """The files that a patch changes, before and after. `read` gives a file of the base tree.

    Raises `PatchError` with the reason `no_edit`, `too_large`, `malformed_patch`,
    `forbidden_path`, `binary_file`, `special_file` or `does_not_apply`. Nothing is applied in
    part, and no line is matched with less context than the patch gives.
    """
    head = inspect_patch(patch)
    before = {path: read(path) for path in head.paths}
    with scratch.folder("patch") as folder:
        tree = _ScratchTree(folder)
        old = tree.write(before)
        tree.git("read-tree", old)
        try:
            tree.git("apply", "--cached", "--whitespace=nowarn", "-", input=to_bytes(patch))
        except GitError as error:
            raise _refusal(error) from error
        new = tree.git("write-tree").decode().strip()
        _refuse_special_files(tree.git("ls-tree", "-r", "-z", new).decode("utf-8", "surrogateescape"), head)
        after = tree.read(new, head.paths)
    _refuse_binary_text(before, after)
    changes = tuple(
        Change(path, before[path], after.get(path)) for path in head.paths if before[path] != after.get(path)
    )
    if not changes:
        raise PatchError("no_edit", "The patch changes nothing.")
    return changes


def inspect_patch(patch: str) -> PatchHead:
    """The paths that a patch names, after all that can be refused without the base tree."""
    if not patch.strip():
        raise PatchError("no_edit", "The prediction holds no patch.")
    if len(to_bytes(patch)) > MAX_PATCH:
        raise PatchError("too_large", f"The patch is larger than {MAX_PATCH >> 20} MiB.")
    if re.search(r"^(GIT binary patch|Binary files .* differ)\s*$", patch, re.MULTILINE):
        raise PatchError("binary_file", "The patch changes a binary file.")
    if re.search(r"^new (file )?mode 100755\s*$", patch, re.MULTILINE):
        raise PatchError("special_file", "The patch makes a file executable.")
    if len(re.findall(r"^(?:--- |diff --git )", patch, re.MULTILINE)) > 2 * MAX_SECTIONS:
        raise PatchError("too_large", f"The patch has more than {MAX_SECTIONS} sections.")
    with scratch.folder("patch") as folder:
        tree = _ScratchTree(folder)
        try:
            listed = tree.git("apply", "--numstat", "-z", "-", input=to_bytes(patch))
        except GitError as error:
            raise _refusal(error) from error
    paths = _numstat_paths(listed.decode("utf-8", "surrogateescape"))
    # A rename is listed under its new name alone; its old name stands in the patch's own header.
    paths += re.findall(r"^(?:rename|copy) from (.+)$", patch, re.MULTILINE)
    if not paths:
        raise PatchError("no_edit", "The patch names no file.")
    for path in paths:
        _refuse_path(path)
    return PatchHead(paths=tuple(dict.fromkeys(paths)))


def _numstat_paths(listed: str) -> list[str]:
    """The paths of `git apply --numstat -z`: added, deleted, path; a NUL after each."""
    return [entry.split("\t", 2)[2] for entry in listed.split("\0") if entry.count("\t") >= 2]


def _refuse_path(path: str) -> None:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or ".git" in (part.lower() for part in parts):
        raise PatchError("forbidden_path", f"The patch names a path outside the workspace: {path!r}.")
    if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in path) or "\\" in path:
        raise PatchError("forbidden_path", f"The patch names a path that no source file has: {path!r}.")


def _refuse_special_files(listed: str, head: PatchHead) -> None:
    for entry in filter(None, listed.split("\0")):
        mode, path = entry.split(" ", 1)[0], entry.split("\t", 1)[1]
        if not mode.startswith("100"):
            raise PatchError("special_file", f"The patch makes a symbolic link or submodule: {path}.")
        if path not in head.paths:
            raise PatchError("malformed_patch", f"The patch makes {path}, which it does not name.")


def _refuse_binary_text(before: Mapping[str, bytes | None], after: Mapping[str, bytes]) -> None:
    """A NUL in what was text: tools take the file for a binary one, compilers read on."""
    for path, content in after.items():
        if b"\0" in content and b"\0" not in (before[path] or b""):
            raise PatchError("binary_file", f"The patch puts a NUL into {path}.")


def _refusal(error: GitError) -> PatchError:
    """What git said, as a reason: the patch is none, leads outside, or does not fit the tree."""
    lines = tuple(line.removeprefix("error: ") for line in error.said.splitlines() if line)[:5]
    said = lines[0] if lines else "no reason given"
    if "invalid path" in said or "beyond a symbolic link" in said:
        return PatchError("forbidden_path", f"The patch leads outside the workspace: {said}.", lines)
    if re.search(
        r"corrupt|No valid patches|fragment without header|unrecognized|lacks filename|garbage", said
    ):
        return PatchError("malformed_patch", f"This is not a patch that git can read: {said}.", lines)
    return PatchError("does_not_apply", f"The patch does not fit the base commit: {said}.", lines)


class _ScratchTree:
    """A throw-away git directory in which trees are written and read without a checkout."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        git("init", "--quiet", "--bare", str(folder / "git"))

    def git(self, *arguments: str, input: bytes | None = None) -> bytes:
        return git(
            f"--git-dir={self._folder / 'git'}", f"--work-tree={self._folder}",
            "-c", "core.protectNTFS=false", *arguments, input=input,
        )  # fmt: skip

    def write(self, files: Mapping[str, bytes | None]) -> str:
        """The id of a tree that holds these files."""
        self.git("read-tree", "--empty")
        entries = []
        for path, content in files.items():
            if content is not None:
                blob = self.git("hash-object", "-w", "--stdin", input=content).decode().strip()
                entries.append(f"100644 {blob}\t{path}\0".encode("utf-8", "surrogateescape"))
        self.git("update-index", "-z", "--index-info", input=b"".join(entries))
        return self.git("write-tree").decode().strip()

    def read(self, tree: str, paths: tuple[str, ...]) -> dict[str, bytes]:
        return Repository(self._folder / "git").read_all(tree, paths)
