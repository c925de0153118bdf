"""Names of a method: which variables there are, where they can be used, where they are read and written."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import java
from tests.mutants.java import field, name, of_type, text

_DECLARES = ("formal_parameter", "local_variable_declaration", "enhanced_for_statement", "resource")
_NO_VALUE = (
    "update_expression", "scoped_identifier", "labeled_statement", "break_statement", "continue_statement",
    "switch_label", "method_reference", "element_value_pair", "marker_annotation", "annotation", "resource",
    "instanceof_expression", "record_pattern_component", "type_pattern", "inferred_parameters",
)  # fmt: skip


def fields(member: Node) -> list[Node]:
    """The field declarations of the type around a member."""
    around = next((a for a in java.ancestors(member) if a.type.endswith("_body")), None)
    return [c for c in around.named_children if c.type == "field_declaration"] if around is not None else []


def types(member: Node) -> dict[str, str]:
    """The types, as written, of parameters, locals and fields; names with two types are left out."""
    found: dict[str, set[str]] = {}
    for declaration in (*fields(member), *of_type(member, *_DECLARES)):
        kind = text(field(declaration, "type"))
        own = field(declaration, "name")
        for declared in (*([text(own)] if own is not None else []), *declared_by(declaration)):
            found.setdefault(declared, set()).add(kind)
    return {key: kinds.pop() for key, kinds in found.items() if len(kinds) == 1 and kinds != {"var"}}


def declared_by(statement: Node) -> set[str]:
    """The names that a declaration of variables declares."""
    return {name(d) for d in statement.children if d.type == "variable_declarator"}


def parameters(member: Node) -> set[str]:
    """The names of a method's parameters."""
    listed = field(member, "parameters")
    return {name(p) for p in of_type(listed, "formal_parameter")} if listed is not None else set()


def used(node: Node) -> set[str]:
    """The identifiers that stand below a node."""
    return {text(n) for n in of_type(node, "identifier")}


def written(node: Node) -> set[str]:
    """The variables that are assigned or counted below a node."""
    targets = [field(n, "left") for n in of_type(node, "assignment_expression")]
    targets += [n.named_children[0] for n in of_type(node, "update_expression")]
    return {found for target in targets if target is not None for found in used(target)}


def in_scope(node: Node) -> set[str]:
    """The parameters and locals that can be used where a node stands."""
    found: set[str] = set()
    for around in java.ancestors(node):
        if around.type in java.MEMBERS:
            return found | parameters(around)
        if around.type == "enhanced_for_statement":
            found.add(name(around))
        for statement in around.named_children:
            if statement.type == "local_variable_declaration" and statement.end_byte <= node.start_byte:
                found |= declared_by(statement)
    return found


def values(member: Node) -> Iterator[Node]:
    """The identifiers that are variables being read."""
    return (n for n in of_type(member, "identifier") if is_value(n))


def is_value(node: Node) -> bool:
    """Whether an identifier is a variable that is read."""
    around = node.parent
    if around is None or around.type in _NO_VALUE or around.type.endswith(("_declaration", "_parameter")):
        return False
    roles = {around.field_name_for_child(at) for at, c in enumerate(around.children) if c == node}
    other = {
        "method_invocation": "name", "field_access": "field", "assignment_expression": "left",
        "variable_declarator": "name", "lambda_expression": "parameters", "enhanced_for_statement": "name",
    }  # fmt: skip
    return around.type not in other or other[around.type] not in roles
