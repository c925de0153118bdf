"""Wrong edits of expressions: conditions, literals, operators, what is returned and when it is evaluated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import java, scopes
from tests.mutants.edits import Edit, drop, replace, rewrite, short, swap
from tests.mutants.java import field, of_type, text

_OTHER = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "&&": "||", "||": "&&", "<": "<=", "<=": "<", ">": ">=",
    ">=": ">", "==": "!=", "!=": "==", "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": ">>>", ">>>": ">>",
    "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=",
}  # fmt: skip
_NUMBERS = ("int", "long", "double", "float")


def negate_condition(member: Node) -> Iterator[Edit]:
    """A condition that says the opposite."""
    kinds = ("if_statement", "while_statement", "do_statement", "for_statement", "ternary_expression")
    for node in of_type(member, *kinds):
        condition = field(node, "condition")
        if condition is not None and not any(of_type(condition, "instanceof_expression")):
            enclosed = condition.type == "parenthesized_expression"
            yield replace(
                condition, f"(!{text(condition)})" if enclosed else f"!({text(condition)})", "negated"
            )


def swap_branches(member: Node) -> Iterator[Edit]:
    """Each branch where the other should be."""
    for choice in of_type(member, "if_statement", "ternary_expression"):
        one, two = field(choice, "consequence"), field(choice, "alternative")
        if one is not None and two is not None and two.type != "if_statement" and text(one) != text(two):
            yield swap(one, two, "branches swapped")


def change_literal(member: Node) -> Iterator[Edit]:
    """Another number, text, character or truth value."""
    for node in java.walk(member):
        other = _other_literal(node.type, text(node))
        if other and not any("annotation" in around.type for around in java.ancestors(node)):
            yield replace(node, other, "literal")


def _other_literal(kind: str, code: str) -> str | None:
    if kind == "decimal_integer_literal" and (found := re.fullmatch(r"(\d+)([lL]?)", code)):
        return f"{int(found[1]) + 1}{found[2]}"
    if kind == "decimal_floating_point_literal" and code[0].isdigit():
        return f"1{code}"
    if kind == "string_literal":
        end = '"""' if code.startswith('"""') else '"'
        return f"{code[: -len(end)]}_{end}"
    if kind == "character_literal":
        return "'b'" if code == "'a'" else "'a'"
    return {"true": "false", "false": "true"}.get(kind)


def change_operator(member: Node) -> Iterator[Edit]:
    """Another operator between the same operands."""
    kinds = scopes.types(member)
    for node in of_type(member, "binary_expression", "assignment_expression", "update_expression"):
        operator = field(node, "operator") or java.child(node, "++") or java.child(node, "--")
        if operator is None or (operator.type in ("+", "+=") and _may_be_text(node, kinds)):
            continue
        other = {"++": "--", "--": "++", **_OTHER}.get(operator.type)
        if other is not None:
            yield Edit(
                operator.start_byte, operator.end_byte, other.encode(), f"now {other}: {short(text(node))}"
            )


def swap_operands(member: Node) -> Iterator[Edit]:
    """The right operand on the left, where that makes a difference."""
    kinds = scopes.types(member)
    for node in of_type(member, "binary_expression"):
        left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
        if left is None or right is None or operator is None or text(left) == text(right):
            continue
        calls = all(any(of_type(side, "method_invocation")) for side in (left, right))
        sided = operator.type in ("-", "/", "%", "<", "<=", ">", ">=", "<<", ">>")
        sided = (
            sided
            or (operator.type == "+" and _may_be_text(node, kinds))
            or (operator.type in ("&&", "||") and calls)
        )
        if sided and not any(of_type(node, "instanceof_expression")):
            yield swap(left, right, "operands swapped")


def drop_unary(member: Node) -> Iterator[Edit]:
    """A value without its minus, or without its not."""
    for node in of_type(member, "unary_expression"):
        if text(field(node, "operator")) in ("-", "!", "~"):
            yield replace(node, text(field(node, "operand")), "as it is")


def compare_identity(member: Node) -> Iterator[Edit]:
    """The same object where an equal one is meant."""
    for call in of_type(member, "method_invocation"):
        receiver, arguments = field(call, "object"), field(call, "arguments")
        if java.name(call) == "equals" and receiver is not None and arguments is not None:
            yield replace(call, f"({text(receiver)} == {text(arguments)[1:-1]})", "compared")


def change_local_type(member: Node) -> Iterator[Edit]:
    """A local that holds more, or that may be null."""
    others = {"int": ("long", "Integer"), "boolean": ("Boolean",), "long": ("Long",), "float": ("double",)}
    for declaration in of_type(member, "local_variable_declaration"):
        kind = field(declaration, "type")
        for other in others.get(text(kind), ()):
            if kind is not None:
                yield replace(kind, other, f"type of {', '.join(sorted(scopes.declared_by(declaration)))}")


def not_lazy(member: Node) -> Iterator[Edit]:
    """The right side of `&&` or `||` is evaluated in any case."""
    for node, operator in _lazy(member):
        if not any(of_type(node, "instanceof_expression")):
            yield Edit(
                operator.start_byte,
                operator.end_byte,
                operator.type[:1].encode(),
                f"not lazy: {short(text(node))}",
            )


def change_increment(member: Node) -> Iterator[Edit]:
    """The value before counting for the value after it."""
    unused = ("expression_statement", "for_statement", "lambda_expression", "switch_rule")
    for node in of_type(member, "update_expression"):
        if node.parent is not None and node.parent.type not in unused:
            operator, counted = text(node)[:2] if text(node)[0] in "+-" else "", text(node.named_children[0])
            yield replace(
                node, f"{counted}{operator}" if operator else f"{text(node)[-2:]}{counted}", "counted"
            )


def change_assignment(member: Node) -> Iterator[Edit]:
    """`x = e` where it was `x += e`."""
    for node in of_type(member, "assignment_expression"):
        if text(operator := field(node, "operator")) == "+=" and operator is not None:
            yield Edit(operator.start_byte, operator.end_byte, b"=", f"now =: {short(text(node))}")


def drop_assignment(member: Node) -> Iterator[Edit]:
    """The result of a call is not kept."""
    for node in of_type(member, "assignment_expression"):
        value = field(node, "right")
        if value is not None and value.type == "method_invocation" and not text(node).startswith("this."):
            yield replace(node, text(value), "not kept")


def drop_parentheses(member: Node) -> Iterator[Edit]:
    """Parentheses that group are gone."""
    for node in of_type(member, "parenthesized_expression"):
        around, inner = node.parent, node.named_children[0] if node.named_children else None
        if around is not None and inner is not None and _regroups(around, node, inner):
            yield replace(node, text(inner), "not grouped")


def drop_cast(member: Node) -> Iterator[Edit]:
    """A value that is not converted."""
    for node in of_type(member, "cast_expression"):
        if text(field(node, "type")) in ("long", "double", "float", "Object"):
            yield replace(node, text(field(node, "value")), "not converted")


def change_return(member: Node) -> Iterator[Edit]:
    """Something else is returned."""
    kind = text(field(member, "type"))
    for node in of_type(member, "return_statement"):
        value = text(node.named_children[0]) if node.named_children else "null"
        if value == "null" or not java.same_function(node, member):
            continue
        if kind == "boolean":
            yield replace(node, f"return !({value});", "returned")
        elif kind in _NUMBERS:
            yield replace(node, f"return {value} + 1;", "returned")
        elif kind not in java.PRIMITIVES:
            yield replace(node, "return null;", "returned")


# --- When a thing is evaluated ---------------------------------------------------------------


def evaluate_twice(member: Node) -> Iterator[Edit]:
    """What was called once and kept is called at each use."""
    for declaration, value, uses in _kept_calls(member):
        if len(uses) > 1:
            yield _spread(declaration, value, uses, "evaluated twice")


def late_evaluation(member: Node) -> Iterator[Edit]:
    """What was called in any case is called only in a branch, a loop or a lambda."""
    for declaration, value, uses in _kept_calls(member):
        inner = ("block", "lambda_expression", "ternary_expression")
        if len(uses) == 1 and any(a.type in inner for a in java.between(uses[0], declaration.parent)):
            yield _spread(declaration, value, uses, "evaluated late")


def early_evaluation(member: Node) -> Iterator[Edit]:
    """What was called only in a branch or in each round is called once before."""
    late = [field(node, "right") for node, _ in _lazy(member)]
    late += [c.named_children[0] for w in of_type(member, "while_statement") if (c := field(w, "condition"))]
    for value in late:
        statement = java.statement_of(value) if value is not None else None
        if value is None or statement is None or java.enclosing(value, "lambda_expression"):
            continue
        declared = (scopes.declared_by(s) for s in of_type(statement, "local_variable_declaration"))
        own = {java.name(statement)}.union(*declared)
        if any(of_type(value, "method_invocation")) and not own & scopes.used(value):
            kept = Edit(
                statement.start_byte, statement.start_byte, f"boolean early = {text(value)}; ".encode()
            )
            yield rewrite(
                statement, f"evaluated early: {short(text(value))}", kept, replace(value, "early", "")
            )


def _kept_calls(member: Node) -> Iterator[tuple[Node, Node, list[Node]]]:
    """Locals that hold what a call gave and are never written again: declaration, call, uses."""
    for declaration in of_type(member, "local_variable_declaration"):
        declarators = [c for c in declaration.children if c.type == "variable_declarator"]
        value, block = field(declarators[0], "value"), declaration.parent
        if len(declarators) > 1 or value is None or value.type != "method_invocation" or block is None:
            continue
        called = java.name(declarators[0])
        uses = [
            n
            for n in of_type(block, "identifier")
            if text(n) == called and n.start_byte > declaration.end_byte
        ]
        if block.type == "block" and all(map(scopes.is_value, uses)):
            yield declaration, value, uses


def _spread(declaration: Node, value: Node, uses: list[Node], what: str) -> Edit:
    block = declaration.parent
    assert block is not None
    spread = [replace(use, text(value), what) for use in uses]
    return rewrite(block, f"{what}: {short(text(value))}", drop(declaration), *spread)


# --- Help ------------------------------------------------------------------------------------


def _lazy(member: Node) -> Iterator[tuple[Node, Node]]:
    """The expressions whose right side may not be evaluated, each with its operator."""
    for node in of_type(member, "binary_expression"):
        operator = field(node, "operator")
        if operator is not None and operator.type in ("&&", "||"):
            yield node, operator


def _may_be_text(node: Node, kinds: dict[str, str]) -> bool:
    sums = [a for a in java.ancestors(node) if a.type == "binary_expression"]
    texts = ("string_literal", "method_invocation", "character_literal")
    named = any(
        kinds.get(name) in ("String", "StringBuilder", "Object", "char") for name in scopes.used(node)
    )
    return named or any(any(of_type(part, *texts)) for part in (node, *sums))


def _regroups(around: Node, node: Node, inner: Node) -> bool:
    """Whether an expression means something else without the parentheses around one part."""
    if around.type not in ("binary_expression", "unary_expression") or inner.type != "binary_expression":
        return False
    loose = text(around).replace(text(node), text(inner), 1)
    one, two = (java.parse(f"class X {{ Object x = {code}; }}".encode()) for code in (text(around), loose))
    return _shape(one) != _shape(two)


def _shape(node: Node) -> str:
    if node.type == "parenthesized_expression":
        return _shape(node.named_children[0])
    inner = [_shape(c) for c in node.children]
    return f"({' '.join(inner)})" if inner else text(node)
