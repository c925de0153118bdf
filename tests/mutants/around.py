"""Wrong as a whole, whatever the type: nothing is done, or something else is, or more than was asked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.mutants import edits, java
from tests.mutants.case import Case, Spoiled
from tests.mutants.edits import Edit
from tests.mutants.java import modifiers, of_type, text

_NEW = {
    "method": "    private static int extra(int n) {\n        return n + 1;\n    }",
    "field": "    private static int extra = 1;",
    "static initializer": "    static {\n        Thread.yield();\n    }",
    "class": "    static class Extra {\n    }",
    "main method": "    public static void main(String... arguments) {\n    }",
}


def comment_only(case: Case) -> Iterator[Spoiled]:
    """The base with a comment in the target."""
    target = case.target()
    block = java.body(target) if target is not None else None
    if block is not None:
        yield "only a comment", case.based(Edit(block.start_byte + 1, block.start_byte + 1, b" // here"))


def rename_local(case: Case) -> Iterator[Spoiled]:
    """The base with a variable of the target under another name."""
    target = case.target()
    for declared in of_type(target, "variable_declarator", "formal_parameter") if target is not None else ():
        named = (
            [n for n in of_type(target, "identifier") if text(n) == java.name(declared)]
            if target is not None
            else []
        )
        variables = [n for n in named if n.parent is None or java.field(n.parent, "field") != n]
        yield (
            f"only {java.name(declared)} renamed",
            case.based(*(edits.replace(n, "renamed", "") for n in variables)),
        )


def other_refactoring(case: Case) -> Iterator[Spoiled]:
    """Another right refactoring of the project, not the one asked for."""
    for rival in case.rivals:
        yield f"of {', '.join(sorted(rival))}", dict(rival)


def another_too(case: Case) -> Iterator[Spoiled]:
    """The right refactoring, and one more that nobody asked for."""
    for rival in case.rivals:
        if not set(rival) & set(case.after):
            yield f"of {', '.join(sorted(rival))}", {**case.after, **rival}


def add_member(case: Case) -> Iterator[Spoiled]:
    """Something new in a class that the refactoring touches anyway."""
    for path, content in sorted(case.after.items()):
        for into in of_type(java.parse(content), "class_declaration"):
            for what, member in _NEW.items():
                added = edits.inserted(content, into, member.encode())
                yield f"a {what} in {java.name(into)}", {**case.after, path: added}


def add_interface(case: Case) -> Iterator[Spoiled]:
    """A class that becomes something more."""
    for path, content in sorted(case.after.items()):
        for declaration in of_type(java.parse(content), "class_declaration"):
            into, taken = java.body(declaration), ("super_interfaces", "permits")
            if into is not None and not any(java.child(declaration, kind) for kind in taken):
                edit = edits.before(into, "implements java.io.Serializable")
                yield (
                    f"{java.name(declaration)} is serializable",
                    {**case.after, path: edits.apply(content, edit)},
                )


def reorder_members(case: Case) -> Iterator[Spoiled]:
    """Two constants of an enum, or two fields that are made by calls, in the other order."""
    for path, content in sorted(case.after.items()):
        for into in of_type(java.parse(content), "enum_body", "class_body"):
            made = ("method_invocation", "object_creation_expression")
            found = [m for m in into.named_children if m.type == "enum_constant"]
            found += [
                m for m in into.named_children if m.type == "field_declaration" and any(of_type(m, *made))
            ]
            for one, two in itertools.pairwise(found):
                together = one.type == two.type and ("static" in modifiers(one)) == (
                    "static" in modifiers(two)
                )
                if together and text(one) != text(two):
                    edit = edits.swap(one, two)
                    yield edit.what, {**case.after, path: edits.apply(content, edit)}
