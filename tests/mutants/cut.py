"""Cuts a developer's commit down to one refactoring, member by member, so that there is one to spoil."""

from __future__ import annotations

import re

from tree_sitter import Node

from swerefactor.repositories import Change
from swerefactor.values import MethodRef
from tests.mutants import edits, java, scopes
from tests.mutants.case import Case, Files, last, simple
from tests.mutants.edits import Edit
from tests.mutants.java import text

Key = tuple[str, ...]
"""A member: the class, the name, the types of its parameters."""


def cut(case: Case) -> tuple[Change, ...] | None:
    """The changes that belong to the asked refactoring alone, or None where they can't be told apart.

    Target, host and callers are taken over as the developer left them, whatever else changed in them:
    whoever uses the result has to see whether it is a right refactoring.
    """
    if (
        not case.asked
        or any(path not in case.before for path in _files(case))
        or case.instance.target.file not in case.after
    ):
        return None
    files: Files = dict(case.before)
    for path in sorted(set(case.before) & set(case.after)):
        files[path] = _taken_over(case, path)
    made = case.made
    if made is not None:
        node, into = case.node(made), java.type_declaration(files[made.file], made.class_name)
        if node is None or into is None:
            return None
        if "Extract" in case.instance.type or _key(node) not in _members(case.before[made.file]):
            files[made.file] = edits.inserted(
                files[made.file], into, edits.member_text(case.after[made.file], node)
            )
    files = {path: _with_imports(content, case.after.get(path, b"")) for path, content in files.items()}
    changes = (Change(path, case.before[path], content) for path, content in sorted(files.items()))
    changed = tuple(c for c in changes if c.before != c.after)
    return changed if changed and all(java.valid(c.after or b"") for c in changed) else None


def _files(case: Case) -> set[str]:
    refs = [ref for d in case.asked for ref in (d.subject, d.result, d.host) if ref is not None]
    return {ref.file for ref in refs}


def _taken_over(case: Case, path: str) -> bytes:
    """A file of the base in which the members that the refactoring changes are as they are after it."""
    old, new = _members(case.before[path]), _members(case.after[path])
    gone = case.target() if "Extract" not in case.instance.type else None
    changed = []
    for key, member in old.items():
        if gone is not None and path == case.instance.target.file and member == gone:
            changed.append(edits.removal(case.before[path], member))
        elif key in new and text(member) != text(new[key]) and _belongs(case, path, member, new[key]):
            changed.append(edits.replace(member, text(new[key]), ""))
    return edits.apply(case.before[path], *_outermost(changed))


def _belongs(case: Case, path: str, old: Node, new: Node) -> bool:
    """Whether a member is the host, or calls what the refactoring made, moved or inlined."""
    if any(_is(ref, path, new) for ref in case.touched):
        return True
    if case.made is not None and "Extract" in case.instance.type:
        here = path == case.instance.target.file
        return here and bool(java.calls(new, simple(case.made))) and not java.calls(old, simple(case.made))
    return re.search(rf"\b{re.escape(case.name)}\b", text(old)) is not None


def _is(ref: MethodRef, path: str, member: Node) -> bool:
    return (
        ref.file == path
        and ref.start_line <= java.first_line(member)
        and java.last_line(member) == ref.end_line
    )


def _outermost(changed: list[Edit]) -> list[Edit]:
    return [e for e in changed if not any(o != e and o.start <= e.start and e.end <= o.end for o in changed)]


def _members(source: bytes) -> dict[Key, Node]:
    found: dict[Key, Node] = {}
    for member in java.of_type(java.parse(source), *java.MEMBERS, "field_declaration"):
        if java.enclosing(member, "object_creation_expression") is None and (key := _key(member)):
            found.setdefault(key, member)
    return found


def _key(member: Node) -> Key:
    around = java.enclosing(member, *java.TYPES)
    owner = java.qualified(around) if around is not None else ""
    if member.type == "field_declaration":
        return (owner, "field", *sorted(scopes.declared_by(member)))
    parameters = member.child_by_field_name("parameters")
    kinds = (
        [text(p.child_by_field_name("type")) or text(p) for p in parameters.named_children]
        if parameters
        else []
    )
    return (owner, java.name(member), *kinds)


def _with_imports(source: bytes, wanted: bytes) -> bytes:
    """The file with those imports of another version that its code names and that it lacks."""
    own = {text(i) for i in java.of_type(java.parse(source), "import_declaration")}
    for declaration in list(java.of_type(java.parse(wanted), "import_declaration")):
        name = last(text(declaration).rstrip("; "))
        if (
            text(declaration) not in own
            and name != "*"
            and re.search(rf"\b{re.escape(name)}\b".encode(), source)
        ):
            source = _imported(source, java.raw(declaration))
    return source


def _imported(source: bytes, declaration: bytes) -> bytes:
    package = next(java.of_type(java.parse(source), "package_declaration"), None)
    at = package.end_byte if package is not None else 0
    return source[:at] + b"\n" + declaration + source[at:]
