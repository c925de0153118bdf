"""Moves and inlinings that are wrong as a whole: half done, done elsewhere, done to another method."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import edits, java
from tests.mutants.case import Case, Files, Spoiled, last, requalified, simple
from tests.mutants.extracting import arguments
from tests.mutants.java import field, of_type, text

# --- The target alone ------------------------------------------------------------------------


def rename_only(case: Case) -> Iterator[Spoiled]:
    """The base with the target under another name, its callers too."""
    asked = case.instance.destination.method if case.instance.destination else None
    new = asked or f"{case.name}Again"
    renamed = {path: edits.renamed(content, case.name, new) for path, content in case.before.items()}
    yield f"only renamed to {new}", renamed


def delete_only(case: Case) -> Iterator[Spoiled]:
    """The base without the target; nobody is told."""
    target, file = case.target(), case.instance.target.file
    if target is not None:
        yield "only deleted", {**case.before, file: edits.removed(case.before[file], target)}


def keep_target(case: Case) -> Iterator[Spoiled]:
    """Inlined or moved, callers and all, but the target is still there."""
    yield "the target is still there", _with_target(case, dict(case.after))


def forget_caller(case: Case) -> Iterator[Spoiled]:
    """One caller is as before, and so is the target for its sake."""
    callers = case.caller_hunks()
    for hunk in callers if len(callers) > 1 else ():
        yield f"{hunk.path}:{hunk.new.start + 1} forgotten", _with_target(case, case.restored([hunk]))


def undefined_caller(case: Case) -> Iterator[Spoiled]:
    """One caller is as before, though what it calls is gone."""
    for hunk in case.caller_hunks():
        yield f"{hunk.path}:{hunk.new.start + 1} calls what is gone", case.restored([hunk])


# --- Inlining --------------------------------------------------------------------------------


def inline_other(case: Case) -> Iterator[Spoiled]:
    """Another method, a single expression, is inlined; the target stays."""
    file = case.instance.target.file
    for member in case.other_methods():
        inner, listed = java.statements(java.body(member)), field(member, "parameters")
        calls = java.calls(java.parse(case.before[file]), java.name(member))
        single = (
            len(inner) == 1 and inner[0].type == "return_statement" and "private" in java.modifiers(member)
        )
        if not single or listed is None or not calls:
            continue
        names, value = [java.name(p) for p in listed.named_children], text(inner[0].named_children[0])
        changed = [edits.removal(case.before[file], member)]
        for call in calls:
            passed = field(call, "arguments")
            given = dict(zip(names, map(text, passed.named_children if passed else ()), strict=False))
            put = re.sub(r"\b\w+\b", lambda word, given=given: given.get(word[0], word[0]), value)  # type: ignore[misc]
            changed.append(edits.replace(call, f"({put})", ""))
        yield f"{java.name(member)} inlined instead", case.based(*changed)


def move_without_inline(case: Case) -> Iterator[Spoiled]:
    """The target moves to the destination and is called there."""
    if case.instance.destination is not None and (target := case.target()) is not None:
        yield from _moved(case, target, "moved, not inlined")


# --- Moving ----------------------------------------------------------------------------------


def copy_only(case: Case) -> Iterator[Spoiled]:
    """The destination has the method, and the origin and all callers are as they were."""
    files = _copied(case)
    if files is not None:
        yield "copied", files


def delegate(case: Case) -> Iterator[Spoiled]:
    """The origin keeps a method of the old name that hands on, and the callers keep calling it."""
    made, target, file = case.made, case.target(), case.instance.target.file
    files, node = _copied(case), case.node(made) if made else None
    block = java.body(target) if target is not None else None
    if made is None or files is None or node is None or block is None or target is None or made.file == file:
        return
    if "static" in java.modifiers(node) & java.modifiers(target):
        returned = "" if text(field(target, "type")) == "void" else "return "
        handed = f"{{ {returned}{last(made.class_name)}.{simple(made)}({arguments(target)}); }}"
        yield "hands on", {**files, file: edits.apply(files[file], edits.replace(block, handed, ""))}


def other_destination(case: Case) -> Iterator[Spoiled]:
    """The method arrives in another class."""
    asked, origin = case.instance.destination, case.instance.target.class_name
    for file, content in sorted({**case.others, **case.before}.items()) if asked is not None else ():
        for found in of_type(java.parse(content), "class_declaration"):
            name = java.qualified(found)
            near = asked is not None and name.rpartition(".")[0] == asked.class_name.rpartition(".")[0]
            if asked is not None and near and name not in (asked.class_name, origin):
                yield from case.put_into(name, file, f"to {last(name)}")


def move_other(case: Case) -> Iterator[Spoiled]:
    """Another static method goes to the destination; the target stays."""
    for member in case.other_methods() if case.instance.destination is not None else ():
        yield from _moved(case, member, f"{java.name(member)} moved instead")


def wrong_name(case: Case) -> Iterator[Spoiled]:
    """The method arrives under another name than the one asked for."""
    asked = case.instance.destination.method if case.instance.destination else None
    if asked:
        yield "another name", {p: edits.renamed(c, asked, f"{asked}Too") for p, c in case.after.items()}


def move_without_rename(case: Case) -> Iterator[Spoiled]:
    """The method arrives under its old name."""
    asked = case.instance.destination.method if case.instance.destination else None
    if asked:
        yield "the old name", {p: edits.renamed(c, asked, case.name) for p, c in case.after.items()}


def rename_too(case: Case) -> Iterator[Spoiled]:
    """The method arrives under a new name that nobody asked for."""
    yield "a new name", {p: edits.renamed(c, case.name, f"{case.name}Anew") for p, c in case.after.items()}


# --- Help ------------------------------------------------------------------------------------


def _with_target(case: Case, files: Files) -> Files:
    """The files with the target back in its class."""
    target, ref = case.target(), case.instance.target
    into = java.type_declaration(files.get(ref.file, b""), ref.class_name)
    if target is None or into is None:
        return files
    return {
        **files,
        ref.file: edits.inserted(files[ref.file], into, edits.member_text(case.before[ref.file], target)),
    }


def _copied(case: Case) -> Files | None:
    """The base with the moved method in its destination."""
    made = case.made
    node = case.node(made) if made else None
    into = java.type_declaration(case.before.get(made.file, b""), made.class_name) if made else None
    if made is None or node is None or into is None:
        return None
    copied = edits.inserted(case.before[made.file], into, edits.member_text(case.after[made.file], node))
    return {**case.before, made.file: copied}


def _moved(case: Case, member: Node, what: str) -> Iterator[Spoiled]:
    """The base with a static method of the target's class in the destination, its callers adapted."""
    destination, file = case.instance.destination, case.instance.target.file
    if destination is None or destination.file not in case.before or "static" not in java.modifiers(member):
        return
    moved = re.sub(rb"\bprivate\s+", b"", edits.member_text(case.before[file], member), count=1)
    files = {**case.before, file: edits.removed(case.before[file], member)}
    files = requalified(files, java.name(member), last(destination.class_name))
    into = java.type_declaration(files[destination.file], destination.class_name)
    if into is not None:
        yield what, {**files, destination.file: edits.inserted(files[destination.file], into, moved)}
