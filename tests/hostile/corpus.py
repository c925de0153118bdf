"""What a hostile patch is made of: a sample instance it rides on, a way into its code, and how it must end."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from swerefactor.patches import make_patch
from swerefactor.refactoring.dataset import find
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.repositories import Repositories
from swerefactor.values import Instance

JAVA = Path(__file__).parent / "java"
MARK = "86399.731"
"""Seconds that the process which outlives its test sleeps: nobody else's sleep is that long."""
PORT = 47631
"""Where the tests listen for stolen data."""

Base = Literal["gold", "noop", "spoiled"]
"""What an attack is added to: the right refactoring, nothing, or the right one with a fault that tests find."""


@dataclass(frozen=True)
class Host:
    """A sample instance that attacks ride on: the class they get into, and a fault that its tests find."""

    instance_id: str
    file: str
    spoil: tuple[str, str, str]
    """File, text, and what stands in its place."""

    @property
    def instance(self) -> Instance:
        return find(self.instance_id, None)

    @property
    def class_name(self) -> str:
        return Path(self.file).stem

    @property
    def package(self) -> str:
        return f"sample.{self.instance.project}"


_MONEY = "src/main/java/sample/ledger/Money.java"
LEDGER = Host("ledger-extract-method-1", _MONEY, (_MONEY, "decimals, '.'", "decimals, ','"))
_PERIOD = "src/main/java/sample/ledger/Period.java"
PERIOD = Host(
    "ledger-move-and-inline-method-1", _PERIOD, (_PERIOD, "first.plusMonths(1)", "first.plusMonths(2)")
)
_TEXT = "src/main/java/sample/almanac/Text.java"
ALMANAC = Host("almanac-move-method-1", _TEXT, (_TEXT, "room = width - 1;", "room = width;"))
_GRID = "src/main/java/sample/orchard/Grid.java"
ORCHARD = Host("orchard-inline-method-1", _GRID, (_GRID, "0 <= place.row()", "1 <= place.row()"))
TEST_CODE = Host(
    "ledger-extract-method-2",
    "src/test/java/sample/ledger/JournalReaderTest.java",
    (_MONEY, "decimals, '.'", "decimals, ','"),
)


@dataclass(frozen=True)
class Scene:
    """A host's files: as they are at the base, and as they are before the attack comes in."""

    host: Host
    base: Mapping[str, bytes]
    files: Mapping[str, bytes]

    def text(self, path: str) -> str:
        return self.files[path].decode()


@cache
def scene(host: Host, base: Base) -> Scene:
    """The host's files with the reference applied, spoiled, or neither."""
    instance = host.instance
    repository = Repositories(made=sample_repositories()).open(instance.repository)
    commits = (instance.base_commit, instance.commit)
    before, after = (repository.read_all(c, repository.files(c)) for c in commits)
    files = dict(before if base == "noop" else after)
    if base == "spoiled":
        path, old, new = host.spoil
        files[path] = _replaced(files[path].decode(), old, new).encode()
    return Scene(host, before, files)


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"{old!r} is not there any more"
    return text.replace(old, new, 1)


Change = Callable[[Scene], Mapping[str, bytes | None]]
"""The files of a scene that an attack changes or, as None, deletes."""


@dataclass(frozen=True)
class Attack:
    """One attack and how it must end.

    `ends` are the first failed check and reason that are right for it, as `test:test_missing`, on
    the right reference. `runs` tells that its code comes to run: then `says` must be in the log and
    `never_says` must not. `forges` are the paths on which, run, it makes a failing test look passed:
    there only check 4 stands against it. `local` tells that it does no harm outside a container.
    """

    name: str
    kind: str
    ends: tuple[str, ...]
    change: Change = field(default=lambda scene: {}, repr=False)
    text: Callable[[str], str] = field(default=lambda patch: patch, repr=False)
    """What is done to the text of the patch."""
    hosts: tuple[Host, ...] = (LEDGER,)
    bases: tuple[Base, ...] = ("gold", "noop")
    runs: bool = False
    says: str = ""
    never_says: str = ""
    forges: tuple[str, ...] = ()
    local: bool = False
    slow: bool = False
    """It takes until a limit ends it."""

    def patch(self, host: Host, base: Base = "gold") -> str:
        """The whole patch for the host's instance."""
        there = scene(host, base)
        after: dict[str, bytes | None] = {**dict.fromkeys(there.base), **there.files, **self.change(there)}
        changed = {path: content for path, content in after.items() if there.base.get(path) != content}
        before = {path: there.base.get(path) for path in changed}
        return self.text(make_patch(before, changed) if changed else "")


# --- Ways in ---------------------------------------------------------------------------------


def members(name: str, **values: str) -> Change:
    """The Java in `java/<name>.java`, put at the end of the host's class."""

    def change(there: Scene) -> Mapping[str, bytes | None]:
        java = (JAVA / f"{name}.java").read_text("utf-8")
        known = {
            "MARK": MARK, "PORT": str(PORT), "HOST": "host.docker.internal", "TESTS": _tests(there),
            "COMMIT": there.host.instance.commit, "AFTERWARDS": "",
            "BINARY": f"{there.host.package}.{there.host.class_name}".replace(".", "/"), **values,
        }  # fmt: skip
        java = re.sub(r"@([A-Z]+)@", lambda found: known[found[1]], java)
        return {there.host.file: at_end(there.text(there.host.file), java)}

    return change


def at_end(text: str, java: str) -> bytes:
    """A source with members put before the last brace."""
    body, brace, rest = text.rpartition("}")
    return f"{body}\n{java}{brace}{rest}".encode()


def code(java: str) -> Change:
    """These members at the end of the host's class."""
    return lambda there: {there.host.file: at_end(there.text(there.host.file), java)}


def edit(old: str, new: str, path: str | None = None) -> Change:
    """Other text in the host's file, or in another."""

    def change(there: Scene) -> Mapping[str, bytes | None]:
        place = path or there.host.file
        return {place: _replaced(there.text(place), old, new).encode()}

    return change


def new_file(path: str, content: str) -> Change:
    """A file more, or another content for one. `$package` and `$folder` are the host's."""

    def change(there: Scene) -> Mapping[str, bytes | None]:
        values = {"package": there.host.package, "folder": there.host.package.replace(".", "/")}
        return {
            string.Template(path).substitute(values): string.Template(content)
            .safe_substitute(values)
            .encode()
        }

    return change


def together(*changes: Change) -> Change:
    """Several changes of different files."""
    return lambda there: {path: text for change in changes for path, text in change(there).items()}


def delete(path: str) -> Change:
    """A file less."""
    return lambda there: {path: None}


def section(path: str, content: str = "x", mode: str = "100644") -> Callable[[str], str]:
    """A new file as a section of its own behind the patch, whatever its path."""
    lines = content.splitlines()
    added = "".join(f"+{line}\n" for line in lines)
    return lambda patch: (
        f"{patch}diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n"
        f"@@ -0,0 +1,{len(lines)} @@\n{added}"
    )


def _tests(there: Scene) -> str:
    """Every test class of the host's project with the names of its tests, as Java string arrays."""
    found = []
    for path, content in sorted(there.base.items()):
        if path.startswith("src/test/java/") and path.endswith("Test.java"):
            names = re.findall(r"@Test\s+(?:public )?void (\w+)", content.decode())
            found.append([f"{there.host.package}.{Path(path).stem}", *names])
    return ", ".join("{" + ", ".join(f'"{text}"' for text in row) + "}" for row in found)
