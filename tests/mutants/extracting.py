"""Extractions that are wrong as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import edits, java, scopes
from tests.mutants.case import Case, Spoiled, last, lines, simple
from tests.mutants.edits import Edit
from tests.mutants.java import field, text

_TRAPS = {"void": "finalize", "String": "toString", "int": "hashCode"}


def empty_body(case: Case) -> Iterator[Spoiled]:
    """The method that was made, extracted or moved, does nothing."""
    made = case.node(case.made) if case.made else None
    block = java.body(made) if made is not None else None
    if case.made and block is not None and java.statements(block):
        left = _nothing(text(field(made, "type")))
        yield "an empty method", case.edited(case.made.file, edits.replace(block, f"{{ {left} }}", ""))


def keep_old_code(case: Case) -> Iterator[Spoiled]:
    """The new method is added, the target stays as it was."""
    target, host = case.target(), case.host()
    if target is not None and host is not None:
        yield (
            "the new method is never called",
            case.edited(case.instance.target.file, edits.replace(host, text(target), "")),
        )


def keep_both(case: Case) -> Iterator[Spoiled]:
    """The target calls the new method and does the old thing too."""
    old = _taken(case)
    for call in _calls(case):
        statement = java.statement_of(call)
        if not old or statement is None:
            continue
        if statement.type == "local_variable_declaration":
            named = next(iter(scopes.declared_by(statement)))
            again = re.sub(rf"^[^=;({{]*\b({named} =)", r"\1", old, count=1)
            yield "called and done", case.edited(case.instance.target.file, edits.after(statement, again))
        elif statement.type == "expression_statement":
            yield (
                "called and done",
                case.edited(case.instance.target.file, edits.after(statement, f"{{ {old} }}")),
            )


def call_ignored(case: Case) -> Iterator[Spoiled]:
    """What the new method gives is not used, or does not end the target as the old code did."""
    host, file = case.host(), case.instance.target.file
    for call in _calls(case):
        around, statement = call.parent, java.statement_of(call)
        if around is not None and around.type == "return_statement":
            rest = _nothing(text(field(host, "type"))) or "return;"
            yield "not returned", case.edited(file, edits.replace(around, f"{text(call)}; {rest}", ""))
        condition = text(field(statement, "condition"))
        if statement is not None and condition in (f"({text(call)})", f"(!{text(call)})"):
            yield (
                "the answer is not looked at",
                case.edited(file, edits.replace(statement, f"{text(call)};", "")),
            )


def extract_from_other(case: Case) -> Iterator[Spoiled]:
    """The whole body of another method is extracted, the target stays."""
    for member in case.other_methods():
        block, listed, old = java.body(member), field(member, "parameters"), java.name(member)
        if block is None or listed is None or not java.statements(block):
            continue
        handed = f"{_returns(member)}{old}Body({arguments(member)});"
        head = text(member)[: block.start_byte - member.start_byte].replace(f"{old}(", f"{old}Body(", 1)
        head = re.sub(r"@\w+(\([^)]*\))?\s*|\b(public|protected|private)\b\s*", "", head)
        new = edits.after(member, f"private {head}{text(block)}")
        yield f"{old} extracted instead", case.based(edits.replace(block, f"{{ {handed} }}", ""), new)


def extract_nothing(case: Case) -> Iterator[Spoiled]:
    """A method without a statement is "extracted"."""
    target, destination = case.target(), case.instance.destination
    block = java.body(target) if target is not None else None
    home = destination or case.instance.target
    if target is None or block is None or "<init>" in case.name or home.file not in case.before:
        return
    static = "static " if destination or "static" in java.modifiers(target) else ""
    call = f" {last(home.class_name)}.nothing();" if destination else " nothing();"
    files = case.based(Edit(block.start_byte + 1, block.start_byte + 1, call.encode()))
    into = java.type_declaration(files[home.file], home.class_name)
    if into is not None and target.type == "method_declaration":
        added = edits.inserted(files[home.file], into, f"    {static}void nothing() {{\n    }}".encode())
        yield "an empty method", {**files, home.file: added}


def extract_without_move(case: Case) -> Iterator[Spoiled]:
    """The extraction stays in the target's class."""
    home = case.instance.target
    yield from case.put_into(home.class_name, home.file, "not moved")


def override_trap(case: Case) -> Iterator[Spoiled]:
    """The new method takes a name that Java itself calls."""
    made = case.made
    node = case.node(made) if made else None
    trap = _TRAPS.get(text(field(node, "type")))
    if (
        made is None
        or node is None
        or trap is None
        or "static" in java.modifiers(node)
        or not made.signature.endswith("()")
    ):
        return
    shown = edits.replace(node, text(node).replace("private ", "public ", 1), "")
    files = case.edited(made.file, shown)
    yield (
        f"called {trap}",
        {path: edits.renamed(content, simple(made), trap) for path, content in files.items()},
    )


def arguments(member: Node) -> str:
    """A method's own parameters as the arguments of a call that hands on."""
    listed = field(member, "parameters")
    return (
        ", ".join(java.name(p) or text(p).split()[-1] for p in listed.named_children)
        if listed is not None
        else ""
    )


def _returns(member: Node) -> str:
    return "" if text(field(member, "type")) == "void" else "return "


def _nothing(kind: str) -> str:
    """The return of a method that gives nothing of use."""
    known = {"": "", "void": "", "boolean": "return false;"}
    return known.get(kind, "return 0;" if kind in java.PRIMITIVES else "return null;")


def _calls(case: Case) -> list[Node]:
    host = case.host()
    return java.calls(host, simple(case.made)) if host is not None and case.made else []


def _taken(case: Case) -> str:
    """The base's code that was extracted, on one line."""
    ranges = [r for r in case.asked[0].left if r.role.startswith("extracted code")]
    numbers = sorted({n for r in ranges for n in range(r.start_line, r.end_line + 1)})
    # One run of lines: further ones are duplicates that the new method took in too.
    run = [n for at, n in enumerate(numbers) if n - at == numbers[0]]
    source = lines(case.before[ranges[0].file]) if ranges else []
    code = [re.sub(rb"//.*", b"", source[n - 1]).strip() for n in run]
    return b" ".join(code).decode("utf-8", "replace")
