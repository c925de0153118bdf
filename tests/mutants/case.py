"""A right refactoring with all that is needed to spoil it: the files, what was detected, what changed."""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from swerefactor.values import Detection, Instance, MethodRef
from tests.mutants import edits, java
from tests.mutants.edits import Edit
from tests.mutants.java import field, text

Files = dict[str, bytes]
"""Java files by path: all that the refactoring changes, and what a mutant changes besides."""
Spoiled = tuple[str, Files]
"""What was done, and the files that differ from the right refactoring or from the base."""


@dataclass(frozen=True)
class Hunk:
    """Lines (from 0, the end excluded) that a change puts in the place of others."""

    path: str
    old: range
    new: range


@dataclass(frozen=True, eq=False)
class Case:
    """A refactoring that is right: `before` and `after` are the changed files, `others` the unchanged ones."""

    instance: Instance
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]
    asked: tuple[Detection, ...]
    others: Mapping[str, bytes]
    rivals: tuple[Mapping[str, bytes], ...] = ()
    """The files after other refactorings of the same base commit that are right too, but not asked for."""

    @functools.cached_property
    def name(self) -> str:
        """The target's simple name."""
        return simple(self.instance.target)

    @functools.cached_property
    def made(self) -> MethodRef | None:
        """The method that the refactoring made: extracted or moved."""
        inlines = "Inline" in self.instance.type
        return self.asked[0].result if self.asked and not inlines else None

    @functools.cached_property
    def touched(self) -> tuple[MethodRef, ...]:
        """The methods after the change that RefactoringMiner names."""
        hosts = [d.host for d in self.asked if d.host is not None and "Extract" in d.type]
        return tuple(dict.fromkeys([*(d.result for d in self.asked), *hosts]))

    def hunks(self, path: str) -> list[Hunk]:
        """The changes of one file."""
        old, new = lines(self.before.get(path, b"")), lines(self.after[path])
        matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
        return [
            Hunk(path, range(i, j), range(k, m))
            for tag, i, j, k, m in matcher.get_opcodes()
            if tag != "equal"
        ]

    def members(self, path: str) -> Iterator[tuple[Node, bool]]:
        """The methods, constructors and fields of a file after the change, and whether it touched them."""
        changed = {line for hunk in self.hunks(path) for line in hunk.new}
        changed |= {
            line - 1 for r in self.touched if r.file == path for line in range(r.start_line, r.end_line + 1)
        }
        nested: set[Node] = set()
        for member in java.of_type(java.parse(self.after[path]), *java.MEMBERS, "field_declaration"):
            if member.type == "field_declaration" and java.enclosing(member, *java.MEMBERS) in nested:
                continue
            nested.add(member)
            yield (
                member,
                any(line in changed for line in range(member.start_point[0], member.end_point[0] + 1)),
            )

    def refactored(self, path: str, line: int) -> bool:
        """Whether a line (from 1) of the code after is in the method made, or is changed itself."""
        made = self.made
        inside = made is not None and made.file == path and made.start_line <= line <= made.end_line
        return inside or any(line - 1 in hunk.new for hunk in self.hunks(path))

    def node(self, ref: MethodRef) -> Node | None:
        """A method after the change."""
        return java.member_on_lines(self.after.get(ref.file, b""), ref.start_line, ref.end_line)

    def target(self) -> Node | None:
        """The target before the change."""
        ref = self.instance.target
        return java.member_on_lines(self.before.get(ref.file, b""), ref.start_line, ref.end_line)

    def host(self) -> Node | None:
        """The method after the change that the asked refactoring took code from."""
        ref = self.asked[0].host if self.asked else None
        return self.node(ref) if ref is not None else None

    def other_methods(self) -> list[Node]:
        """The other methods with a body of the target's class, at the base."""
        into = java.type_declaration(self.before[self.instance.target.file], self.instance.target.class_name)
        place = java.body(into) if into is not None else None
        found = (
            [m for m in place.named_children if m.type == "method_declaration"] if place is not None else []
        )
        return [
            m
            for m in found
            if java.name(m) != self.name and java.body(m) is not None and "@Override" not in text(m)
        ]

    def caller_hunks(self) -> list[Hunk]:
        """The changes of lines that called the target."""
        target, called = self.instance.target, re.compile(rb"\b%s\b" % self.name.encode())
        own = range(target.start_line - 1, target.end_line)
        found = []
        for hunk in (h for path in sorted(self.after) for h in self.hunks(path)):
            old = lines(self.before.get(hunk.path, b""))[hunk.old.start : hunk.old.stop]
            removes = hunk.path == target.file and set(hunk.old) & set(own)
            found += [hunk] if not removes and any(map(called.search, old)) else []
        return found

    # --- Changed files -----------------------------------------------------------------------

    def based(self, *changes: Edit) -> Files:
        """The base with edits of the target's file."""
        file = self.instance.target.file
        return {**self.before, file: edits.apply(self.before[file], *changes)}

    def edited(self, file: str, *changes: Edit) -> Files:
        """The right refactoring with edits of one file."""
        return {**self.after, file: edits.apply(self.after[file], *changes)}

    def restored(self, hunks: Iterable[Hunk]) -> Files:
        """The right refactoring but for some changes, which are undone."""
        files = dict(self.after)
        for path in {hunk.path for hunk in hunks}:
            old, new = lines(self.before.get(path, b"")), lines(self.after[path])
            for hunk in sorted((h for h in hunks if h.path == path), key=lambda h: h.new.start, reverse=True):
                new[hunk.new.start : hunk.new.stop] = old[hunk.old.start : hunk.old.stop]
            files[path] = b"".join(new)
        return files

    def put_into(self, class_name: str, file: str, what: str) -> Iterator[Spoiled]:
        """The right refactoring, but with the new static method in another class."""
        made = self.made
        node = self.node(made) if made else None
        if made is None or node is None or "static" not in java.modifiers(node):
            return
        files = {**self.after, made.file: edits.removed(self.after[made.file], node)}
        content = files.get(file, self.others.get(file, b""))
        into = java.type_declaration(content, class_name)
        if into is not None:
            moved = edits.inserted(content, into, edits.member_text(self.after[made.file], node))
            yield what, requalified({**files, file: moved}, simple(made), last(class_name))

    def order(self, *parts: object) -> str:
        """A number by which this instance's mutants are put in an order that is the same everywhere."""
        key = "\0".join(map(str, (self.instance.id, *parts)))
        return hashlib.sha256(key.encode()).hexdigest()


def simple(ref: MethodRef) -> str:
    """A method's name without its parameters."""
    return ref.signature.partition("(")[0]


def last(class_name: str) -> str:
    """A class's simple name."""
    return class_name.rpartition(".")[2]


def lines(content: bytes) -> list[bytes]:
    """The lines with their ends; only a line feed ends one."""
    return re.findall(rb"[^\n]*\n|[^\n]+", content)


def requalified(files: Files, called: str, owner: str) -> Files:
    """The files with every call of a static method qualified by its class."""
    changed = {}
    for path, content in files.items():
        found = []
        for call in java.calls(java.parse(content), called):
            named, receiver = field(call, "name"), field(call, "object")
            if named is not None and (receiver is None or text(receiver)[:1].isupper()):
                start = receiver.start_byte if receiver is not None else named.start_byte
                found.append(Edit(start, named.end_byte, f"{owner}.{called}".encode()))
        changed[path] = edits.apply(content, *found)
    return changed
