"""The small wrong edits, by name: each finds all places in a member where it can be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from tests.mutants import headers, names, statements, values
from tests.mutants.edits import Edit

Operator = Callable[[Node], Iterator[Edit]]
"""Takes a method, constructor or field and gives the edits, each a mutant of its own."""


def _named(*operators: Operator) -> dict[str, Operator]:
    return {operator.__name__: operator for operator in operators}


BEHAVIOUR = _named(
    statements.drop_last_statement, statements.drop_statement, statements.duplicate_statement,
    statements.reorder_statements, statements.add_print, statements.add_log, statements.add_call,
    statements.add_statement, statements.early_exit, statements.loop_once, statements.loop_to_if,
    statements.leave_loop, statements.move_across_try, statements.hoist_out_of_branch,
    statements.sink_into_branch, statements.into_else, statements.out_of_else, statements.unconditional,
    statements.drop_else, statements.change_jump, statements.swallow_exception, statements.widen_catch,
    statements.drop_finally, statements.drop_synchronized,
    values.negate_condition, values.swap_branches, values.change_literal, values.change_operator,
    values.swap_operands, values.drop_unary, values.compare_identity, values.change_local_type, values.not_lazy,
    values.change_increment, values.change_assignment, values.drop_assignment, values.drop_parentheses,
    values.drop_cast, values.change_return, values.evaluate_twice, values.late_evaluation, values.early_evaluation,
    names.swap_arguments, names.swap_parameters, names.change_assigned, names.null_argument,
    names.change_variable, names.swap_receiver, names.drop_this, names.add_this, names.drop_super,
    names.change_created_type, names.change_call,
)  # fmt: skip
"""Operators that change what code does."""

OWN_HEADERS = _named(headers.change_header)
"""Operators on the outside of members that the refactoring makes or changes."""

HEADERS = _named(
    headers.drop_throws, headers.narrow_visibility, headers.drop_test, headers.drop_member, headers.change_header,
    headers.drop_annotation, headers.change_field,
)  # fmt: skip
"""Operators on the outside of members that it has nothing to do with."""

EVERYWHERE = _named(values.change_literal, statements.drop_statement, headers.drop_test)
"""Operators for files that the refactoring leaves alone."""
