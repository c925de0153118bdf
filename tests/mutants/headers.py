"""Wrong edits of declarations that a refactoring has nothing to do with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import java
from tests.mutants.edits import Edit, before, drop, replace
from tests.mutants.java import field, text


def drop_throws(member: Node) -> Iterator[Edit]:
    """A header without its exceptions."""
    clause = java.child(member, "throws")
    if clause is not None:
        yield drop(clause)


def narrow_visibility(member: Node) -> Iterator[Edit]:
    """A member that fewer may use."""
    modifiers = java.child(member, "modifiers")
    if modifiers is None or "@Override" in text(modifiers) or java.enclosing(member, "interface_body"):
        return
    for modifier in modifiers.children:
        if modifier.type == "public":
            yield replace(modifier, "protected", "narrowed")
        elif modifier.type == "protected":
            yield drop(modifier, "narrowed")


def drop_test(member: Node) -> Iterator[Edit]:
    """A test that is one no more."""
    modifiers = java.child(member, "modifiers")
    for mark in modifiers.children if modifiers is not None else ():
        if "annotation" in mark.type and java.name(mark) in ("Test", "ParameterizedTest"):
            yield drop(mark)


def drop_member(member: Node) -> Iterator[Edit]:
    """A method less, where no other in the file names it."""
    named, file = java.name(member), java.enclosing(member, "program")
    alone = len(re.findall(rf"\b{named}\b", text(file))) == 1
    if member.type == "method_declaration" and alone and "@Override" not in text(member):
        yield drop(member)


_UNMARKED = ("Test", "ParameterizedTest", "Override", "SuppressWarnings")


def drop_annotation(member: Node) -> Iterator[Edit]:
    """A member without a mark of its own; one that ends with the source is none: the class file is the same."""
    modifiers = java.child(member, "modifiers")
    for mark in modifiers.children if modifiers is not None else ():
        if "annotation" in mark.type and java.name(mark) not in _UNMARKED:
            yield drop(mark)


def change_field(member: Node) -> Iterator[Edit]:
    """A field that is read and written otherwise."""
    kind = field(member, "type")
    if (
        member.type == "field_declaration"
        and kind is not None
        and not java.enclosing(member, "interface_body")
    ):
        free = not {"final", "volatile"} & java.modifiers(member)
        yield from [before(kind, "volatile", "field")] if free else []
        yield from [replace(kind, "long", "field")] if text(kind) == "int" else []


def change_header(member: Node) -> Iterator[Edit]:
    """A method that takes a lock."""
    kind = field(member, "type")
    free = not {"synchronized", "abstract"} & java.modifiers(member) and not java.enclosing(
        member, "interface_body"
    )
    if member.type == "method_declaration" and kind is not None and free:
        yield before(kind, "synchronized", "header")
