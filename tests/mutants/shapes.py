"""The refactorings that are wrong as a whole, by name, and the types that each is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from swerefactor.values import RefactoringType
from tests.mutants import around, extracting, moving
from tests.mutants.case import Case, Spoiled

Shape = Callable[[Case], Iterator[Spoiled]]

_EXTRACTS = (RefactoringType.EXTRACT_METHOD, RefactoringType.EXTRACT_AND_MOVE_METHOD)
_INLINES = (RefactoringType.INLINE_METHOD, RefactoringType.MOVE_AND_INLINE_METHOD)
_MOVES = (RefactoringType.MOVE_METHOD, RefactoringType.MOVE_AND_RENAME_METHOD)

_SHAPES: tuple[tuple[tuple[RefactoringType, ...], tuple[Shape, ...]], ...] = (
    (
        tuple(RefactoringType),
        (
            around.comment_only, around.rename_local, around.other_refactoring, around.another_too,
            around.add_member, around.add_interface, around.reorder_members,
        ),
    ),
    (
        _EXTRACTS,
        (
            extracting.keep_old_code, extracting.keep_both, extracting.call_ignored, extracting.extract_from_other,
            extracting.extract_nothing, extracting.override_trap,
        ),
    ),
    ((*_EXTRACTS, *_MOVES), (extracting.empty_body,)),
    (_EXTRACTS[1:], (extracting.extract_without_move,)),
    (
        (*_INLINES, *_MOVES),
        (moving.rename_only, moving.delete_only, moving.keep_target, moving.forget_caller, moving.undefined_caller),
    ),
    (_INLINES, (moving.inline_other,)),
    (_INLINES[1:], (moving.move_without_inline,)),
    (_MOVES, (moving.copy_only, moving.delegate, moving.move_other)),
    (_MOVES[:1], (moving.rename_too,)),
    (_MOVES[1:], (moving.wrong_name, moving.move_without_rename)),
    ((*_MOVES, _EXTRACTS[1]), (moving.other_destination,)),
)  # fmt: skip

NAMES = tuple(dict.fromkeys(s.__name__ for _, shapes in _SHAPES for s in shapes))
"""The names of all shapes."""


def of_type(kind: RefactoringType) -> dict[str, Shape]:
    """The shapes for one type, by name."""
    return {s.__name__: s for kinds, shapes in _SHAPES if kind in kinds for s in shapes}
