"""Changes of a text at a place, and what is made of a Java file with them."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from tests.mutants import java
from tests.mutants.java import raw, text


@dataclass(frozen=True)
class Edit:
    """Bytes `start` to `end` of a text replaced. `what` says it in a few words."""

    start: int
    end: int
    text: bytes
    what: str = ""


def apply(source: bytes, *edits: Edit) -> bytes:
    """The text with edits that don't overlap carried out."""
    for edit in sorted(edits, key=lambda e: e.start, reverse=True):
        source = source[: edit.start] + edit.text + source[edit.end :]
    return source


def replace(node: Node, by: str, what: str) -> Edit:
    """Another text in a node's place."""
    return Edit(node.start_byte, node.end_byte, by.encode(), f"{what}: {short(text(node))} -> {short(by)}")


def drop(node: Node, what: str = "dropped") -> Edit:
    """A node taken away."""
    return Edit(node.start_byte, node.end_byte, b"", f"{what}: {short(text(node))}")


def before(node: Node, added: str, what: str = "added") -> Edit:
    """A text before a node."""
    return Edit(node.start_byte, node.start_byte, f"{added} ".encode(), f"{what}: {short(added)}")


def after(node: Node, added: str, what: str = "added") -> Edit:
    """A text behind a node."""
    return Edit(node.end_byte, node.end_byte, f" {added}".encode(), f"{what}: {short(added)}")


def swap(one: Node, two: Node, what: str = "swapped") -> Edit:
    """Two children of one node in each other's place."""
    around = one.parent
    assert around is not None
    between = raw(around)[one.end_byte - around.start_byte : two.start_byte - around.start_byte]
    shown = f"{what}: {short(text(one))} / {short(text(two))}"
    return Edit(one.start_byte, two.end_byte, raw(two) + between + raw(one), shown)


def rewrite(around: Node, what: str, *edits: Edit) -> Edit:
    """Several edits within a node as one."""
    start = around.start_byte
    inner = [Edit(e.start - start, e.end - start, e.text) for e in edits]
    return Edit(start, around.end_byte, apply(raw(around), *inner), what)


def short(code: str) -> str:
    """Code on one line, cut off where it is long."""
    code = " ".join(code.split())
    return code if len(code) <= 70 else code[:69] + "…"


# --- Whole members ---------------------------------------------------------------------------


def member_text(source: bytes, member: Node) -> bytes:
    """A member with its comment, to be put elsewhere."""
    start, end = java.with_comment(member)
    return b"    " + source[start:end]


def removal(source: bytes, member: Node) -> Edit:
    """A member taken away with its comment and its lines."""
    start, end = java.with_comment(member)
    return Edit(source.rfind(b"\n", 0, start) + 1, source.find(b"\n", end) + 1 or len(source), b"")


def removed(source: bytes, member: Node) -> bytes:
    """The text without a member."""
    return apply(source, removal(source, member))


def inserted(source: bytes, into: Node, member: bytes) -> bytes:
    """The text with a member at the end of a type's body."""
    place = java.body(into)
    assert place is not None
    at = place.end_byte - 1
    return source[:at].rstrip(b" \t") + b"\n" + member + b"\n" + source[at:]


def renamed(source: bytes, old: str, new: str) -> bytes:
    """The text with all methods, calls and references of one name under another."""
    edits = []
    for node in java.walk(java.parse(source)):
        named = java.field(node, "name") if node.type in ("method_declaration", "method_invocation") else None
        if node.type == "method_reference":
            named = node.children[-1]
        if named is not None and text(named) == old:
            edits.append(replace(named, new, "renamed"))
    return apply(source, *edits)
