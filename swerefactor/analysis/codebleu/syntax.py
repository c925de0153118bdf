"""The subtrees of parsed Java, counted by shape."""

from __future__ import annotations

from collections import Counter

from tree_sitter import Node

from swerefactor.analysis.codebleu.java import Fragment

Shape = tuple[str, tuple[tuple[str | None, int], ...]]
"""A node's label, and its children as field name and number of their shape."""


class Subtrees:
    """Numbers shapes, the same for the same shape, and so compares trees in linear time.

    Two nodes have the same number exactly when tree-sitter writes the same S-expression for them.
    """

    def __init__(self) -> None:
        self._numbers: dict[Shape, int] = {}

    def count(self, fragment: Fragment) -> Counter[int]:
        """How often each shape occurs among the root and the nodes that have children."""
        found: Counter[int] = Counter()
        cursor = fragment.root.walk()
        open_nodes: list[list[tuple[str | None, int]]] = [[]]
        while True:
            open_nodes.append([])
            if cursor.goto_first_child():
                continue
            while True:  # leave the node; then go on beside it, or leave its parent too
                node = cursor.node
                assert node is not None
                children = tuple(open_nodes.pop())
                is_root = len(open_nodes) == 1  # not cursor.depth, which counts anew each time
                label = fragment.kind if is_root else _label(node)
                number = self._number((label, children))
                if node.child_count or is_root:
                    found[number] += 1
                if node.is_named or node.is_missing:
                    open_nodes[-1].append((cursor.field_name, number))
                if cursor.goto_next_sibling():
                    break
                if not cursor.goto_parent():
                    return found

    def _number(self, shape: Shape) -> int:
        return self._numbers.setdefault(shape, len(self._numbers))


def _label(node: Node) -> str:
    if node.is_missing:
        return f"MISSING {node.type}"
    if node.type == "ERROR" and node.child_count == 0:
        return f"UNEXPECTED {(node.text or b'').decode(errors='replace')[:1]}"
    return node.type if node.is_named else f'"{node.type}"'
