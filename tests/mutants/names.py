"""Wrong edits of names: other arguments, other variables, other methods, other types."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import java, scopes
from tests.mutants.edits import Edit, replace, swap
from tests.mutants.java import field, of_type, text

_RIVALS = {
    "ArrayList": "java.util.LinkedList", "HashMap": "java.util.LinkedHashMap", "LinkedHashMap": "java.util.TreeMap",
    "HashSet": "java.util.LinkedHashSet", "StringBuilder": "StringBuffer", "NullPointerException": "IllegalArgumentException",
    "IllegalArgumentException": "IllegalStateException", "IllegalStateException": "IllegalArgumentException",
    "IOException": "Error", "RuntimeException": "Error",
}  # fmt: skip
_TWINS = {
    "min": "max", "max": "min", "indexOf": "lastIndexOf", "lastIndexOf": "indexOf", "startsWith": "endsWith",
    "endsWith": "startsWith", "toUpperCase": "toLowerCase", "toLowerCase": "toUpperCase", "plusDays": "minusDays",
    "minusDays": "plusDays", "isBefore": "isAfter", "isAfter": "isBefore", "assertTrue": "assertFalse",
    "assertFalse": "assertTrue", "assertEquals": "assertNotEquals", "assertNull": "assertNotNull",
    "assertNotNull": "assertNull", "containsKey": "containsValue", "floor": "ceil", "ceil": "floor",
    "isLetterOrDigit": "isLetter", "isDigit": "isLetter", "floorMod": "floorDiv", "trim": "toString",
    "print": "println", "println": "print", "addFirst": "addLast", "parseInt": "parseUnsignedInt",
}  # fmt: skip


def swap_arguments(member: Node) -> Iterator[Edit]:
    """Two arguments of one type in each other's place."""
    kinds = scopes.types(member)
    for arguments in of_type(member, "argument_list"):
        for one, two in itertools.pairwise(arguments.named_children):
            literals = one.type == two.type and one.type.endswith("_literal") and one.type != "null_literal"
            if (literals and text(one) != text(two)) or _alike(one, two, kinds):
                yield swap(one, two, "arguments swapped")


def swap_parameters(member: Node) -> Iterator[Edit]:
    """Two parameters of one type in each other's place, for callers that don't know."""
    listed = field(member, "parameters")
    found = [p for p in listed.named_children if p.type == "formal_parameter"] if listed is not None else []
    for one, two in itertools.pairwise(found):
        if text(field(one, "type")) == text(field(two, "type")):
            yield swap(one, two, "parameters swapped")


def change_assigned(member: Node) -> Iterator[Edit]:
    """A value goes to another variable of the same type."""
    kinds = scopes.types(member)
    for node in of_type(member, "assignment_expression"):
        variable = field(node, "left")
        if variable is None or variable.type != "identifier":
            continue
        for other in sorted(scopes.in_scope(node) - {text(variable)}):
            if kinds.get(other, "?") == kinds.get(text(variable)):
                yield replace(variable, other, "assigned to")


def null_argument(member: Node) -> Iterator[Edit]:
    """Null where an object is passed."""
    kinds = scopes.types(member)
    for arguments in of_type(member, "argument_list"):
        for argument in arguments.named_children:
            is_object = (
                argument.type == "identifier" and kinds.get(text(argument), "int") not in java.PRIMITIVES
            )
            if is_object or argument.type == "string_literal":
                yield replace(argument, "null", "argument")


def change_variable(member: Node) -> Iterator[Edit]:
    """Another variable of the same type."""
    kinds = scopes.types(member)
    for node in scopes.values(member):
        for other in sorted(scopes.in_scope(node) - {text(node)}):
            if kinds.get(other, "?") == kinds.get(text(node)):
                yield replace(node, other, "variable")


def swap_receiver(member: Node) -> Iterator[Edit]:
    """The argument is asked about the receiver."""
    kinds = scopes.types(member)
    for call in of_type(member, "method_invocation"):
        receiver, arguments = field(call, "object"), field(call, "arguments")
        given = arguments.named_children if arguments is not None else []
        if receiver is not None and len(given) == 1 and _alike(receiver, given[0], kinds):
            yield replace(call, f"{text(given[0])}.{java.name(call)}({text(receiver)})", "asked")


def drop_this(member: Node) -> Iterator[Edit]:
    """The parameter where the field of the same name is meant."""
    for access in of_type(member, "field_access"):
        named = text(field(access, "field"))
        if text(field(access, "object")) == "this" and named in scopes.parameters(member):
            yield replace(access, named, "not the field")


def add_this(member: Node) -> Iterator[Edit]:
    """The field where the parameter of the same name is meant."""
    if "static" in java.modifiers(member) or member.type == "compact_constructor_declaration":
        return
    own = {name for f in scopes.fields(member) for name in scopes.declared_by(f)}
    for node in scopes.values(member):
        if text(node) in own & scopes.parameters(member):
            yield replace(node, f"this.{text(node)}", "the field")


def drop_super(member: Node) -> Iterator[Edit]:
    """The own method where the inherited one is meant."""
    for node in of_type(member, "super"):
        if node.parent is not None and node.parent.type == "method_invocation":
            yield replace(node, "this", "not the inherited one")


def change_created_type(member: Node) -> Iterator[Edit]:
    """An object of another class is made."""
    for made in of_type(member, "object_creation_expression"):
        kind = field(made, "type")
        named = next(of_type(kind, "type_identifier"), None) if kind is not None else None
        if named is None or text(named) not in _RIVALS:
            continue
        declaration = java.enclosing(made, "local_variable_declaration")
        declared = text(field(declaration, "type"))
        whole = declaration if declaration is not None and text(named) in declared else named
        yield replace(whole, re.sub(rf"\b{text(named)}\b", _RIVALS[text(named)], text(whole)), "made")


def change_call(member: Node) -> Iterator[Edit]:
    """A method of the same shape that does something else."""
    for call in of_type(member, "method_invocation"):
        called = field(call, "name")
        if called is not None and text(called) in _TWINS:
            yield replace(called, _TWINS[text(called)], "called")


def _alike(one: Node, two: Node, kinds: dict[str, str]) -> bool:
    """Whether these are two variables of one type."""
    variables = one.type == two.type == "identifier" and text(one) != text(two)
    return variables and kinds.get(text(one), "?") == kinds.get(text(two))
