"""Small changes to a target method and beside it: most change what it does, some no longer compile.

They are no wrong refactorings: they show whether two ways of running tests see the same.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import tree_sitter_java
from tree_sitter import Language, Node, Parser

from swerefactor.values import Instance, MethodRef

_OTHER = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    "==": "!=", "!=": "==", "&&": "||", "||": "&&", "&": "|", "|": "&", "<<": ">>", ">>": "<<",
}  # fmt: skip
"""The operator that each is exchanged for."""
_LOOPS = frozenset({"while_statement", "for_statement", "do_statement"})
_METHODS = frozenset({"method_declaration", "constructor_declaration", "compact_constructor_declaration"})


@dataclass(frozen=True)
class Mutant:
    """A changed source file. `kind` says what was done, `line` (from 1) where."""

    kind: str
    line: int
    content: bytes


@dataclass(frozen=True)
class _Edit:
    """Bytes of the source and what stands in their place."""

    kind: str
    start: int
    end: int
    text: bytes


def mutants(instance: Instance, source: bytes, limit: int) -> tuple[Mutant, ...]:
    """At most so many mutants of an instance's target and of constants beside it, of as many kinds as can be.

    Which ones is decided by hashes of the instance's id: they are the same on every machine.
    """
    by_kind: dict[str, list[_Edit]] = defaultdict(list)
    for edit in _edits(source, instance.target):
        by_kind[edit.kind].append(edit)
    for found in by_kind.values():
        found.sort(key=lambda edit: _draw(instance.id, edit.kind, str(edit.start)))
    kinds = sorted(by_kind, key=lambda kind: _draw(instance.id, kind))
    rounds = max(map(len, by_kind.values()), default=0)
    chosen = [by_kind[kind][at] for at in range(rounds) for kind in kinds if at < len(by_kind[kind])]
    return tuple(_mutant(source, edit) for edit in chosen[:limit])


def _draw(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _mutant(source: bytes, edit: _Edit) -> Mutant:
    return Mutant(
        kind=edit.kind,
        line=source.count(b"\n", 0, edit.start) + 1,
        content=source[: edit.start] + edit.text + source[edit.end :],
    )


def _edits(source: bytes, target: MethodRef) -> Iterator[_Edit]:
    """All edits of the target and of the constants beside it, in the order of the source."""
    tree = Parser(Language(tree_sitter_java.language())).parse(source)
    begun = False
    for node in _walk(tree.root_node, lambda node: True):
        inside = target.start_line <= node.start_point[0] + 1 and node.end_point[0] + 1 <= target.end_line
        if node.type in _METHODS and inside and not begun:
            begun = True
            yield from _of_method(node)
        elif node.type == "field_declaration" and not inside:
            yield from _of_constant(node)


def _of_constant(field: Node) -> Iterator[_Edit]:
    """Another value: the compiler copies it into every class that names the constant."""
    modifiers = (field.children[0].text or b"").split()
    if not {b"static", b"final"} <= set(modifiers):
        return
    for declarator in field.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        for edit in _of_node(value) if value is not None else ():
            yield _Edit("other_constant", edit.start, edit.end, edit.text)


def _of_method(method: Node) -> Iterator[_Edit]:
    body, parameters = method.child_by_field_name("body"), method.child_by_field_name("parameters")
    if parameters is not None:
        more = b"" if re.fullmatch(rb"\(\s*\)", parameters.text or b"") else b", "
        at = parameters.start_byte + 1
        # Who calls or overrides it no longer compiles, in whatever file.
        yield _Edit("added_parameter", at, at, b"int swerefactorExtra" + more)
    for modifiers in method.children:
        for word in modifiers.children if modifiers.type == "modifiers" else ():
            if word.type in ("public", "protected"):
                yield _Edit("made_private", word.start_byte, word.end_byte, b"private")
    if body is None:
        return
    if method.type == "method_declaration":
        at = body.start_byte + 1
        yield _Edit("throws_at_once", at, at, b' if (true) throw new IllegalStateException("mutant");')
    # What stands in a loop is left alone: a mutant that never ends shows nothing and costs minutes.
    for node in _walk(body, lambda node: node.type not in _LOOPS):
        yield from _of_node(node)


def _of_node(node: Node) -> Iterator[_Edit]:
    text = node.text or b""
    match node.type:
        case "if_statement" | "ternary_expression":
            condition = node.child_by_field_name("condition")
            if condition is not None:
                said = (condition.text or b"").removeprefix(b"(").removesuffix(b")")
                negated = b"(!(" + said + b"))"
                yield _Edit("negated_condition", condition.start_byte, condition.end_byte, negated)
        case "binary_expression":
            operator = node.child_by_field_name("operator")
            other = _OTHER.get((operator.text or b"").decode()) if operator is not None else None
            if operator is not None and other is not None:
                yield _Edit("other_operator", operator.start_byte, operator.end_byte, other.encode())
        case "expression_statement":
            yield _Edit("dropped_statement", node.start_byte, node.end_byte, b";")
        case "decimal_integer_literal" if text.isdigit():
            yield _Edit("other_literal", node.start_byte, node.end_byte, str(int(text) + 1).encode())
        case "string_literal" if not text.startswith(b'"""'):
            yield _Edit("other_literal", node.end_byte - 1, node.end_byte - 1, b"!")
        case "true" | "false":
            yield _Edit(
                "other_literal", node.start_byte, node.end_byte, b"false" if text == b"true" else b"true"
            )


def _walk(node: Node, enter: Callable[[Node], bool]) -> Iterator[Node]:
    """The nodes below one in the order of the source, and not what stands in those not to be entered."""
    yield node
    for child in node.children:
        if enter(child):
            yield from _walk(child, enter)
