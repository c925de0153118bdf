"""Wrong edits of statements: one less, one more, another order, another way through them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tree_sitter import Node

from tests.mutants import java, scopes
from tests.mutants.edits import Edit, after, before, drop, replace, rewrite, short, swap
from tests.mutants.java import field, of_type, statements, text


def drop_last_statement(member: Node) -> Iterator[Edit]:
    """The body without its last statement, or without the one before its last return."""
    found = statements(java.body(member))
    if len(found) > 1 and found[-1].type in java.ABRUPT:
        found = found[:-1]
    if len(found) > 1 and _can_go(found[-1]):
        yield drop(found[-1])


def drop_statement(member: Node) -> Iterator[Edit]:
    """One statement less, anywhere."""
    for statement, is_end in _all(member):
        if _can_go(statement) and not (is_end and statement.type in java.ABRUPT):
            yield drop(statement) if _whole(statement) == statement else replace(statement, "{ }", "dropped")


def duplicate_statement(member: Node) -> Iterator[Edit]:
    """A statement with an effect, done twice."""
    for statement, _ in _all(member):
        if statement.type == "expression_statement" and _does_more_twice(statement.named_children[0]):
            yield after(statement, text(statement), "done twice")


def reorder_statements(member: Node) -> Iterator[Edit]:
    """Two neighbours in the other order, where that can matter."""
    for one, two in _neighbours(member):
        if text(one) != text(two) and _order_matters(one, two):
            yield swap(one, two)


def add_print(member: Node) -> Iterator[Edit]:
    """A line on standard output or standard error."""
    for stream, (statement, _) in zip(itertools.cycle(("out", "err")), _all(member), strict=False):
        yield before(_whole(statement), f'System.{stream}.println("here");')


def add_log(member: Node) -> Iterator[Edit]:
    """A call to a logger."""
    for statement, _ in _all(member):
        yield before(_whole(statement), 'java.util.logging.Logger.getLogger("log").fine("here");')


def add_call(member: Node) -> Iterator[Edit]:
    """A call to a JDK method that does nothing to see."""
    for statement, _ in _all(member):
        yield before(_whole(statement), "Thread.yield();")


def add_statement(member: Node) -> Iterator[Edit]:
    """A counter in scope is counted up once more, before it is read again."""
    kinds = scopes.types(member)
    for statement, _ in _all(member):
        whole = _whole(statement)
        rest = [s for s in statements(whole.parent) if s.start_byte >= whole.start_byte]
        read = {text(n) for s in rest for n in scopes.values(s)}
        for variable in sorted(scopes.in_scope(statement) & read):
            if kinds.get(variable) in ("int", "long"):
                yield before(whole, f"{variable}++;")


def early_exit(member: Node) -> Iterator[Edit]:
    """A method that gives nothing ends before one of its statements."""
    if text(field(member, "type")) == "void":
        for statement, _ in _all(member):
            if java.same_function(statement, member):
                yield before(_whole(statement), "if (true) { return; }")


def loop_once(member: Node) -> Iterator[Edit]:
    """A loop that ends after its first round."""
    for _, inner in _loops(member):
        if inner[-1].type not in java.ABRUPT:
            yield after(inner[-1], "break;")


def leave_loop(member: Node) -> Iterator[Edit]:
    """The last statement of a loop, done once behind it."""
    for loop, inner in _loops(member):
        declared = (scopes.declared_by(s) for s in of_type(loop, "local_variable_declaration"))
        own = {java.name(loop)}.union(*declared)
        if (
            len(inner) > 1
            and _is_simple(inner[-1])
            and _whole(loop) == loop
            and not own & scopes.used(inner[-1])
        ):
            yield rewrite(
                loop,
                f"left the loop: {short(text(inner[-1]))}",
                drop(inner[-1]),
                after(loop, text(inner[-1])),
            )


def move_across_try(member: Node) -> Iterator[Edit]:
    """The first statement of a try before it, where its exception is not caught."""
    for attempt in of_type(member, "try_statement"):
        inner = statements(java.body(attempt))
        if len(inner) > 1 and _is_simple(inner[0]) and _whole(attempt) == attempt:
            yield rewrite(
                attempt,
                f"left the try: {short(text(inner[0]))}",
                drop(inner[0]),
                before(attempt, text(inner[0])),
            )


def hoist_out_of_branch(member: Node) -> Iterator[Edit]:
    """The first statement of a branch, done in any case."""
    for branch in of_type(member, "if_statement"):
        inner = statements(field(branch, "consequence"))
        if inner and _is_simple(inner[0]) and inner[0].parent != branch and _whole(branch) == branch:
            yield rewrite(
                branch, f"hoisted: {short(text(inner[0]))}", drop(inner[0]), before(branch, text(inner[0]))
            )


def sink_into_branch(member: Node) -> Iterator[Edit]:
    """A statement before a branch, done only in it."""
    for one, branch in _neighbours(member):
        block = field(branch, "consequence")
        if branch.type == "if_statement" and _is_simple(one) and block is not None and block.type == "block":
            around = branch.parent
            assert around is not None
            start = Edit(block.start_byte + 1, block.start_byte + 1, f" {text(one)}".encode())
            yield rewrite(around, f"only in the branch: {short(text(one))}", drop(one), start)


def into_else(member: Node) -> Iterator[Edit]:
    """A statement behind a branch that goes on, done only where the branch is not taken."""
    for branch, two in _neighbours(member):
        if branch.type != "if_statement" or field(branch, "alternative") is not None or not _is_simple(two):
            continue
        if not _ends(field(branch, "consequence")):
            yield Edit(
                two.start_byte,
                two.end_byte,
                f"else {{ {text(two)} }}".encode(),
                f"only else: {short(text(two))}",
            )


def out_of_else(member: Node) -> Iterator[Edit]:
    """The other side of a branch that goes on, done in any case."""
    for branch in of_type(member, "if_statement"):
        taken, other = field(branch, "consequence"), field(branch, "alternative")
        if taken is not None and other is not None and _whole(branch) == branch and not _ends(taken):
            yield Edit(taken.end_byte, other.start_byte, b" ", f"not only else: {short(text(other))}")


def loop_to_if(member: Node) -> Iterator[Edit]:
    """What was done again and again is done once or not at all."""
    for loop in of_type(member, "while_statement"):
        condition, block = field(loop, "condition"), java.body(loop)
        if not any(of_type(loop, "break_statement", "continue_statement")):
            yield replace(loop, f"if {text(condition)} {text(block)}", "no loop")


def unconditional(member: Node) -> Iterator[Edit]:
    """A branch that is always taken."""
    for branch in of_type(member, "if_statement"):
        taken = field(branch, "consequence")
        if (
            taken is not None
            and field(branch, "alternative") is None
            and not any(of_type(taken, *java.ABRUPT))
        ):
            yield replace(branch, text(taken), "always taken")


def drop_else(member: Node) -> Iterator[Edit]:
    """A branch without its other side."""
    for branch in of_type(member, "if_statement"):
        taken, other = field(branch, "consequence"), field(branch, "alternative")
        if taken is not None and other is not None:
            yield Edit(taken.end_byte, other.end_byte, b"", f"dropped: else {short(text(other))}")


def change_jump(member: Node) -> Iterator[Edit]:
    """A break for a continue, or the other way."""
    for jump in of_type(member, "break_statement", "continue_statement"):
        near = java.enclosing(jump, *java.LOOPS, "switch_expression")
        if near is not None and near.type in java.LOOPS:
            word, other = ("break", "continue") if jump.type == "break_statement" else ("continue", "break")
            yield replace(jump, text(jump).replace(word, other, 1), "jump")


def swallow_exception(member: Node) -> Iterator[Edit]:
    """An exception of a statement is caught and forgotten."""
    for statement, _ in _all(member):
        if _is_simple(statement) and any(of_type(statement, "method_invocation")):
            wrapped = f"try {{ {text(statement)} }} catch (RuntimeException ignored) {{ }}"
            yield replace(statement, wrapped, "swallowed")


def widen_catch(member: Node) -> Iterator[Edit]:
    """A handler that takes more than it did."""
    for attempt in of_type(member, "try_statement", "try_with_resources_statement"):
        clauses = [c for c in attempt.children if c.type == "catch_clause"]
        for kind in of_type(clauses[0], "catch_type") if len(clauses) == 1 else ():
            if text(kind) not in ("Exception", "Throwable"):
                yield replace(kind, "Exception", "caught")


def drop_finally(member: Node) -> Iterator[Edit]:
    """What must be done in the end is not."""
    for clause in of_type(member, "finally_clause"):
        if statements(clause.named_children[0]):
            yield replace(clause, "finally { }", "dropped")


def drop_synchronized(member: Node) -> Iterator[Edit]:
    """A lock that is not taken."""
    modifiers = java.child(member, "modifiers")
    for modifier in modifiers.children if modifiers is not None else ():
        if modifier.type == "synchronized":
            yield drop(modifier)
    for lock in of_type(member, "synchronized_statement"):
        yield replace(lock, text(java.body(lock)), "no lock")


# --- Help ------------------------------------------------------------------------------------


def _all(member: Node) -> Iterator[tuple[Node, bool]]:
    """Every statement of a member's blocks and branches, and whether it is the last of its block."""
    for block in java.blocks(member):
        found = [s for s in statements(block) if s.type != "explicit_constructor_invocation"]
        yield from ((s, s == found[-1]) for s in found)
    for branch in of_type(member, "if_statement", *java.LOOPS):
        for role in ("consequence", "alternative", "body"):
            single = field(branch, role)
            if single is not None and single.type not in ("block", "if_statement", ";"):
                yield single, False


def _neighbours(member: Node) -> Iterator[tuple[Node, Node]]:
    for block in java.blocks(member):
        yield from itertools.pairwise(statements(block))


def _ends(branch: Node | None) -> bool:
    """Whether nothing behind a branch is reached once it is taken, as far as its last statement says."""
    found = statements(branch) if branch is not None and branch.type == "block" else [branch]
    return bool(found) and found[-1] is not None and any(of_type(found[-1], *java.ABRUPT))


def _whole(statement: Node) -> Node:
    """The statement of a block in which a statement stands, itself unless it has no braces around it."""
    return java.statement_of(statement) or statement


def _loops(member: Node) -> Iterator[tuple[Node, list[Node]]]:
    """The loops with braces, each with the statements in it, where there are any."""
    for loop in of_type(member, *java.LOOPS):
        block = java.body(loop)
        if block is not None and block.type == "block" and (inner := statements(block)):
            yield loop, inner


def _is_simple(statement: Node) -> bool:
    return statement.type == "expression_statement"


def _can_go(statement: Node) -> bool:
    """Whether the rest is likely to compile without a statement: no variable is declared, no final field set."""
    member = java.enclosing(statement, *java.MEMBERS)
    makes = (
        member is not None
        and member.type == "constructor_declaration"
        and text(statement).startswith("this.")
    )
    return statement.type != "local_variable_declaration" and not makes


def _does_more_twice(expression: Node) -> bool:
    operator = field(expression, "operator")
    counts = expression.type == "assignment_expression" and operator is not None and operator.type != "="
    return counts or expression.type in ("method_invocation", "update_expression")


def _order_matters(one: Node, two: Node) -> bool:
    declarations = all(s.type == "local_variable_declaration" for s in (one, two))
    abrupt = any(s.type in java.ABRUPT for s in (one, two))
    if declarations or abrupt or scopes.declared_by(one) & scopes.used(two):
        return False
    crossed = (scopes.written(one) & scopes.used(two)) | (scopes.written(two) & scopes.used(one))
    return bool(crossed) or (_acts(one) and _acts(two))


def _acts(node: Node) -> bool:
    kinds = (
        "method_invocation",
        "throw_statement",
        "return_statement",
        "break_statement",
        "continue_statement",
    )
    return any(of_type(node, *kinds))
