"""Java sources as syntax trees: where things stand in them."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import tree_sitter_java
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_java.language()))

MEMBERS = ("method_declaration", "constructor_declaration", "compact_constructor_declaration")
TYPES = ("class_declaration", "interface_declaration", "enum_declaration", "record_declaration")
LOOPS = ("for_statement", "enhanced_for_statement", "while_statement", "do_statement")
ABRUPT = ("return_statement", "throw_statement", "break_statement", "continue_statement", "yield_statement")
PRIMITIVES = frozenset({"int", "long", "short", "byte", "char", "float", "double", "boolean"})
_BLOCKS = ("block", "constructor_body", "switch_block_statement_group")
_COMMENTS = ("line_comment", "block_comment")


@functools.lru_cache(maxsize=512)
def parse(source: bytes) -> Node:
    """The syntax tree of a source file."""
    return _PARSER.parse(source).root_node


def valid(source: bytes) -> bool:
    """Whether the whole text parses."""
    return not parse(source).has_error


def text(node: Node | None) -> str:
    """A node's text, empty for none."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def raw(node: Node) -> bytes:
    """A node's bytes."""
    return node.text or b""


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, in the order of the text."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.children)


def ancestors(node: Node) -> Iterator[Node]:
    """The nodes around a node, the nearest first."""
    here = node.parent
    while here is not None:
        yield here
        here = here.parent


def of_type(node: Node, *kinds: str) -> Iterator[Node]:
    """The nodes of these types at or below a node."""
    return (found for found in walk(node) if found.type in kinds)


def child(node: Node, kind: str) -> Node | None:
    """The first direct child of a type."""
    return next((c for c in node.children if c.type == kind), None)


def statements(block: Node | None) -> list[Node]:
    """The statements of a block, or of a group in an old switch, in their order."""
    skipped = (*_COMMENTS, "switch_label")
    return [c for c in block.named_children if c.type not in skipped] if block is not None else []


def blocks(node: Node) -> Iterator[Node]:
    """Everything below that holds a list of statements."""
    return of_type(node, *_BLOCKS)


def body(member: Node) -> Node | None:
    """The body of a method or constructor."""
    return field(member, "body")


def field(node: Node | None, role: str) -> Node | None:
    """The child in a role (`body`, `left`, …), where there is a node and such a child."""
    return node.child_by_field_name(role) if node is not None else None


def name(node: Node) -> str:
    """The declared or called name."""
    return text(field(node, "name"))


def first_line(node: Node) -> int:
    """The line a node starts on, from 1."""
    return node.start_point[0] + 1


def last_line(node: Node) -> int:
    """The line a node ends on, from 1."""
    return node.end_point[0] + 1


def modifiers(member: Node) -> set[str]:
    """The modifiers of a declaration without annotations."""
    found = child(member, "modifiers")
    return {c.type for c in found.children if "annotation" not in c.type} if found else set()


def member_on_lines(source: bytes, start: int, end: int) -> Node | None:
    """The method or constructor whose last line is `end`, and that begins on `start` or after."""
    return next(
        (m for m in of_type(parse(source), *MEMBERS) if last_line(m) == end and first_line(m) >= start), None
    )


def type_declaration(source: bytes, class_name: str) -> Node | None:
    """The type with a fully qualified name, nested ones joined with a dot."""
    return next((t for t in of_type(parse(source), *TYPES) if qualified(t) == class_name), None)


def qualified(declaration: Node) -> str:
    """A type's fully qualified name."""
    names = [name(t) for t in (declaration, *ancestors(declaration)) if t.type in TYPES]
    root = list(ancestors(declaration))[-1]
    package = child(root, "package_declaration")
    if package is not None:
        names.append(text(package.named_children[-1]))
    return ".".join(reversed(names))


def with_comment(member: Node) -> tuple[int, int]:
    """A member's bytes with the comment before it and the blank around it."""
    first = member
    while (before := first.prev_sibling) is not None and before.type in _COMMENTS:
        first = before
    return first.start_byte, member.end_byte


def calls(node: Node, called: str) -> list[Node]:
    """The calls of a name below a node."""
    return [n for n in of_type(node, "method_invocation") if name(n) == called]


def enclosing(node: Node, *kinds: str) -> Node | None:
    """The nearest node of these types around a node."""
    return next((a for a in ancestors(node) if a.type in kinds), None)


def statement_of(node: Node) -> Node | None:
    """The statement of a block in which a node stands."""
    here: Node | None = node
    while here is not None and (here.parent is None or here.parent.type not in _BLOCKS):
        here = here.parent
    return here


def between(node: Node, stop: Node | None) -> Iterator[Node]:
    """The nodes around a node, up to one that holds them all."""
    for around in ancestors(node):
        if around == stop:
            return
        yield around


def same_function(node: Node, member: Node) -> bool:
    """Whether a return in the node's place would end the member, not a lambda or a nested class's method."""
    return not any(a.type in ("lambda_expression", "class_body") for a in between(node, member))
