"""Java as tree-sitter reads it: fragments of code and their leaves."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import tree_sitter_java
from tree_sitter import Language, Node, Parser

COMMENTS = frozenset({"line_comment", "block_comment"})
_WHOLE = frozenset({"string_literal", "character_literal"})
"""Nodes that are one token, whatever the grammar finds inside."""

_RESERVED = """
abstract assert boolean break byte case catch char class const continue default do double else enum
extends final finally float for goto if implements import instanceof int interface long native new
package private protected public return short static strictfp super switch synchronized this throw
throws transient try void volatile while
"""
KEYWORDS = frozenset(_RESERVED.split())
"""The reserved words of the Java Language Specification, section 3.9, without `_`."""


@dataclass(frozen=True)
class Fragment:
    """A piece of parsed Java: the nodes at its top, and the node that holds them."""

    root: Node
    kind: str
    """What the root stands for: `program`, or `ERROR` where the parser recognised nothing."""
    nodes: tuple[Node, ...]


def parse(text: str) -> Fragment:
    """The text as it stands. Never fails: what can't be read becomes `ERROR` nodes."""
    root = _root(text)
    return Fragment(root, root.type, tuple(root.children))


def parse_members(text: str) -> Fragment | None:
    """The text as the members of a class, or None where it isn't that."""
    root = _root(f"class Holder {{\n{text}\n}}")
    holder = root.named_children[0] if root.named_child_count == 1 else None
    body = holder.child_by_field_name("body") if holder is not None else None
    if root.has_error or body is None:
        return None
    return Fragment(body, "program", tuple(body.children[1:-1]))


def leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    """The leaves below these nodes, in the order of the text; a literal is one leaf."""
    stack = [*nodes][::-1]
    while stack:
        node = stack.pop()
        if is_leaf(node):
            yield node
        else:
            stack.extend(reversed(node.children))


def is_leaf(node: Node) -> bool:
    """Whether the node is one token."""
    return node.child_count == 0 or node.type in _WHOLE


def without_comments(text: str) -> str:
    """The text with a space for each comment that the parser sees."""
    if "//" not in text and "/*" not in text:
        return text
    encoded = text.encode(errors="replace")
    kept, end = bytearray(), 0
    for node in leaves([_root(text)]):
        if node.type not in COMMENTS:
            continue
        kept += encoded[end : node.start_byte] + b" "
        end = node.end_byte
    return bytes(kept + encoded[end:]).decode()


def _root(text: str) -> Node:
    # "replace": lone surrogates, which JSON can carry and UTF-8 can't, become question marks.
    return Parser(_language()).parse(text.encode(errors="replace")).root_node


@functools.cache
def _language() -> Language:
    return Language(tree_sitter_java.language())
