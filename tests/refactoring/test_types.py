"""The registry of types is whole: whoever adds one is told what is missing."""

from __future__ import annotations

import pytest

from swerefactor.refactoring.dataset import type_slug
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.types import KINDS
from swerefactor.values import RefactoringType


@pytest.mark.parametrize("kind", RefactoringType)
def test_a_type_has_an_entry_and_a_prompt(kind: RefactoringType) -> None:
    entry = KINDS[kind]
    assert entry.definition.endswith(".")
    assert Prompts().load(f"types/{type_slug(kind)}").text
    # A class to go to can only be named where the description tells it.
    assert entry.stays == ("goal" not in entry.form)
    assert not (entry.stays and entry.leads)
