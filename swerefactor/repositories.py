"""Git repositories: where they lie, and what a commit holds. Nothing is ever checked out in place."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from swerefactor import scratch, settings
from swerefactor.errors import EnvironmentFault, InputError


def git(*arguments: str, input: bytes | None = None, environment: dict[str, str] | None = None) -> bytes:
    """Standard output of one git command, free of the user's own git settings.

    Raises `EnvironmentFault` when there is no git, `GitError` when the command fails.
    """
    # core.quotePath off: paths come as they are; no user configuration may change a patch.
    fixed = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    inherited = {
        name: text for name, text in os.environ.items() if not name.startswith("GIT_") or "SSL" in name
    }
    try:
        run = subprocess.run(
            ["git", "-c", "core.quotePath=false", "-c", "safe.directory=*", *arguments],
            input=input if input is not None else b"",
            capture_output=True,
            env={**inherited, **fixed, **(environment or {})},
            check=False,
        )
    except FileNotFoundError as error:
        raise EnvironmentFault("There is no git on this machine.", "Install git.") from error
    if run.returncode != 0:
        raise GitError(arguments, run.stderr.decode("utf-8", "replace").strip(), run.returncode)
    return run.stdout


def require_git() -> None:
    """Raise `EnvironmentFault` when there is no git: nothing works without it."""
    git("--version")


class GitError(EnvironmentFault):
    """A git command that failed, with what it said and its exit status."""

    def __init__(self, arguments: Sequence[str], said: str, status: int) -> None:
        last = said.splitlines()[-1] if said else "no reason given"
        super().__init__(
            f"git {' '.join(arguments[:6])} failed: {last}", "See what git says about the repository."
        )
        self.said = said
        self.status = status


@dataclass(frozen=True)
class Change:
    """One file before and after; None where it does not exist."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True)
class Repository:
    """A git directory, read only."""

    git_dir: Path

    def _git(self, *arguments: str, input: bytes | None = None) -> bytes:
        return git(f"--git-dir={self.git_dir}", *arguments, input=input)

    def has(self, commit: str) -> bool:
        """Whether the commit is in it."""
        try:
            self._git("cat-file", "-e", f"{commit}^{{commit}}")
        except GitError:
            return False
        return True

    @property
    def origin(self) -> str:
        """Where it was cloned from. Raises `GitError` where that is not known."""
        return self._git("config", "--get", "remote.origin.url").decode("utf-8", "replace").strip()

    @property
    def is_shallow(self) -> bool:
        """Whether its history is cut off."""
        return self._git("rev-parse", "--is-shallow-repository").strip() == b"true"

    def read(self, commit: str, path: str) -> bytes | None:
        """A regular file's content at a commit, or None where there is none."""
        return self.read_all(commit, [path]).get(path)

    def read_all(self, commit: str, paths: Iterable[str]) -> dict[str, bytes]:
        """The content of those paths that are regular files at the commit."""
        asked = list(paths)
        if not asked:
            return {}
        answer = self._git(
            "cat-file", "--batch", input="".join(f"{commit}:{path}\n" for path in asked).encode()
        )
        found: dict[str, bytes] = {}
        at = 0
        for path in asked:
            end = answer.index(b"\n", at)
            header = answer[at:end].split(b" ")
            at = end + 1
            if header[-1] == b"missing" or header[-2] == b"ambiguous":
                continue
            size = int(header[-1])
            if header[-2] == b"blob":
                found[path] = answer[at : at + size]
            at += size + 1
        return found

    def files(self, commit: str, suffix: str = "") -> tuple[str, ...]:
        """All regular files of a commit whose path ends so, sorted; symbolic links are left out."""
        listed = self._git("ls-tree", "-r", "-z", "--full-tree", commit).decode("utf-8", "surrogateescape")
        entries = (entry.split("\t", 1) for entry in listed.split("\0") if entry)
        return tuple(
            sorted(path for mode, path in entries if mode.startswith("100") and path.endswith(suffix))
        )

    def naming(self, commit: str, words: Sequence[str], folders: Sequence[str]) -> tuple[str, ...]:
        """The Java files in these folders that hold one of the words at the commit, sorted."""
        patterns = [argument for word in words for argument in ("-e", word)]
        # No other files are looked into: a mirror may lack its largest, and git grep fails at those.
        places = [f":(glob){_plain(folder)}/**/*.java" for folder in folders]
        try:
            found = self._git("grep", "-zlwF", *patterns, commit, "--", *places)
        except GitError as error:
            # Status 1 is how git grep says that there is none; a warning of something else may go with it.
            if error.status != 1 or re.search("^(error|fatal):", error.said, re.MULTILINE):
                raise
            return ()
        paths = (path.partition(":")[2] for path in found.decode("utf-8", "surrogateescape").split("\0"))
        return tuple(sorted(filter(None, paths)))

    def log(self, *options: str, at: str = "HEAD") -> tuple[tuple[str, str, str], ...]:
        """Commits up to one, as `git log` selects them: id, first parent, when it was committed.

        In ISO 8601, UTC; the parent is empty where there is none. Raises `GitError`.
        """
        said = self._git("log", "--format=%H%x00%P%x00%ct", *options, at, "--").decode()
        found = (line.split("\0") for line in said.splitlines())
        return tuple((commit, parents.partition(" ")[0], _iso(when)) for commit, parents, when in found)

    def parent(self, commit: str) -> str | None:
        """The first parent of a commit, if it has one. Raises `GitError` where there is no such commit."""
        ((_, parent, _),) = self.log("--max-count=1", at=commit)
        return parent or None

    def date(self, commit: str) -> str:
        """When a commit was made, by its committer: ISO 8601, UTC. Raises `GitError`."""
        ((_, _, when),) = self.log("--max-count=1", at=commit)
        return when

    def touched(self, before: str, after: str, suffix: str = "") -> dict[str, int]:
        """The files that differ between two commits and whose path ends so, with the larger of their sizes.

        In bytes, and without reading them; links and submodules are left out.
        """
        listed = self._git("diff-tree", "-r", "-z", "--no-renames", "--no-abbrev", before, after)
        fields = listed.decode("utf-8", "surrogateescape").split("\0")
        blobs = {
            path: [blob for mode, blob in zip(raw[:2], raw[2:4], strict=True) if mode.startswith("100")]
            for raw, path in ((entry[1:].split(" "), path) for entry, path in _pairs(fields))
            if path.endswith(suffix)
        }
        sizes = self._sizes(blob for found in blobs.values() for blob in found)
        return {path: max(map(sizes.__getitem__, found)) for path, found in blobs.items() if found}

    def _sizes(self, blobs: Iterable[str]) -> dict[str, int]:
        asked = "".join(f"{blob}\n" for blob in blobs)
        answer = self._git("cat-file", "--batch-check=%(objectname) %(objectsize)", input=asked.encode())
        return {name: int(size) for name, size in map(str.split, answer.decode().splitlines())}

    def changes(self, before: str, after: str) -> tuple[Change, ...]:
        """All files that differ between two commits, renames as a deletion and an addition."""
        listed = self._git("diff-tree", "-r", "-z", "--no-renames", "--name-only", before, after)
        return self.changes_in(
            before, after, [path for path in listed.decode("utf-8", "surrogateescape").split("\0") if path]
        )

    def changes_in(self, before: str, after: str, paths: Iterable[str]) -> tuple[Change, ...]:
        """These files at two commits, in their order."""
        paths = tuple(paths)
        old, new = self.read_all(before, paths), self.read_all(after, paths)
        return tuple(Change(path, old.get(path), new.get(path)) for path in paths)

    def diff(self, before: str, after: str) -> str:
        """The patch from one commit to another; bytes that are not UTF-8 as surrogates."""
        patch = self._git("diff-tree", "-p", "--binary", "--full-index", "--no-renames", before, after)
        return patch.decode("utf-8", "surrogateescape")

    def export(self, commit: str, into: Path, suffix: str = "") -> None:
        """Write the commit's whole tree into a folder, or those files alone whose path ends so; no history.

        Raises `EnvironmentFault` when the repository lacks the content of one.
        """
        into.mkdir(parents=True, exist_ok=True)
        wanted = ["--all"] if not suffix else ["-z", "--stdin"]
        listed = "".join(f"{path}\0" for path in self.files(commit, suffix)) if suffix else ""
        # An index of its own, and not `git archive`: archives leave out what .gitattributes names.
        with scratch.folder("index") as folder:
            index = {"GIT_INDEX_FILE": str(folder / "index")}
            git(f"--git-dir={self.git_dir}", "read-tree", commit, environment=index)
            try:
                git(
                    f"--git-dir={self.git_dir}", f"--work-tree={into}", "checkout-index", "--force", *wanted,
                    input=listed.encode("utf-8", "surrogateescape"), environment=index,
                )  # fmt: skip
            except GitError as error:
                raise self._incomplete(commit, error.said) or error from None

    def _incomplete(self, commit: str, said: str) -> EnvironmentFault | None:
        """What git said, where it is of content that is not there, as in a partial clone."""
        lacking = re.findall(r"unable to read sha1 file of (.+) \([0-9a-f]+\)", said)
        if not lacking:
            return None
        more = f" and of {len(lacking) - 1} more" if len(lacking) > 1 else ""
        return EnvironmentFault(
            f"{self.git_dir} does not hold the content of {lacking[0]}{more} at commit {commit[:10]}.",
            "Use a whole copy of the repository: git clone --mirror, without --filter.",
        )


@dataclass(frozen=True)
class Repositories:
    """Finds repositories by `owner/name`: in a folder of the user's, else cloned into the cache.

    The folder holds bare mirrors, checkouts or bundles named `owner__name` (a mirror may end in
    `.git`, a bundle in `.bundle`). `made` holds repositories that swerefactor makes itself.
    """

    folder: Path | None = None
    made: tuple[tuple[str, Path], ...] = ()

    def open(self, repository: str) -> Repository:
        """The repository. Raises `EnvironmentFault` when it is nowhere and can't be cloned."""
        for name, git_dir in self.made:
            if name == repository:
                return Repository(git_dir)
        return self._local(repository) or self._cloned(repository)

    def _local(self, repository: str) -> Repository | None:
        if self.folder is None:
            return None
        base = self.folder / repository.replace("/", "__")
        for place in (base, base.with_name(base.name + ".git")):
            if place.is_dir():
                return at(place)
        bundle = base.with_name(base.name + ".bundle")
        return at(bundle) if bundle.is_file() else None

    def _cloned(self, repository: str) -> Repository:
        place = settings.cache_folder() / "repositories" / f"{repository.replace('/', '__')}.git"
        try:
            return _clone(f"https://github.com/{repository}.git", place)
        except GitError as error:
            raise EnvironmentFault(
                f"The repository {repository} is neither in --repos nor can it be cloned: {error.message}",
                f"Put a bare mirror {repository.replace('/', '__')} into a folder; name it with --repos.",
            ) from error


def at(place: Path) -> Repository:
    """The repository that a mirror, a checkout or a bundle is. Raises `InputError` for what is none."""
    if not place.exists():
        raise InputError(f"There is no {place}.", "Name a mirror, a checkout or a bundle, or owner/name.")
    if place.is_file():
        stamp = place.stat()
        key = f"{place.stem}-{stamp.st_size:x}-{stamp.st_mtime_ns:x}.git"
        try:
            return _clone(str(place), settings.cache_folder() / "bundles" / key)
        except GitError as error:
            raise InputError(
                f"{place} is no bundle of git: {error.message}", "Make it with git bundle create."
            ) from error
    return Repository(_git_dir(place))


def _iso(seconds: str) -> str:
    """Seconds since 1970 as ISO 8601, UTC."""
    return datetime.fromtimestamp(int(seconds), UTC).isoformat()


def _plain(path: str) -> str:
    """A path in which no letter stands for others, for git's patterns."""
    return re.sub(r"([*?\[\\])", r"\\\1", path)


def _pairs(fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Fields two by two, without what is left over at the end."""
    return zip(fields[::2], fields[1::2], strict=False)


def _git_dir(place: Path) -> Path:
    """The git directory of a mirror or checkout (also of a checkout whose `.git` is a file)."""
    if (place / "HEAD").is_file() and (place / "objects").is_dir():
        return place
    if (place / ".git").exists():
        found = git("-C", str(place), "rev-parse", "--absolute-git-dir")
        return Path(found.decode().strip())
    raise InputError(f"{place} is not a git repository.", "Make it with git clone --mirror.")


def _clone(source: str, place: Path) -> Repository:
    if not place.is_dir():
        with scratch.made_once(place) as made:
            git("clone", "--mirror", "--quiet", source, str(made))
    return Repository(place)
