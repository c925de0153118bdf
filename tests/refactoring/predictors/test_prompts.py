"""The prompt files: complete, and a mistake in one is named with file and variable."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor import material
from swerefactor.errors import InputError
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.values import RefactoringType

ALL = sorted(
    path.relative_to(material.folder("prompts")).as_posix()
    for path in material.folder("prompts").rglob("*.md")
)


def prompts(folder: Path, text: str) -> Prompts:
    (folder / "greet.md").write_text(text, "utf-8")
    return Prompts(folder)


def test_there_is_a_prompt_for_every_type() -> None:
    for kind in RefactoringType:
        prompt = Prompts().load(f"types/{kind.value.lower().replace(' ', '-')}")
        assert prompt.text.startswith(f"{kind.value}: ")


@pytest.mark.parametrize("file", ALL)
def test_every_prompt_names_exactly_the_variables_that_it_uses(file: str) -> None:
    assert Prompts().load(file.removesuffix(".md")).text


def test_variables_are_replaced_and_what_stands_in_a_value_is_left_alone(tmp_path: Path) -> None:
    prompt = prompts(tmp_path, "---\nGreets.\nvariables: who, what\n---\n{{who}}: {{ what }}!\n").load(
        "greet"
    )
    code = "new ArrayList<>() {{ add(\\1); }} {{who}} {{what}}"
    assert prompt.fill({"who": "Ann", "what": code}) == f"Ann: {code}!"


def test_a_missing_and_an_unknown_value_are_named_with_the_file(tmp_path: Path) -> None:
    prompt = prompts(tmp_path, "---\nGreets.\nvariables: who\n---\n{{who}}\n").load("greet")
    with pytest.raises(InputError, match=r"greet\.md: no value is given for the variable who"):
        prompt.fill({})
    with pytest.raises(InputError, match=r"greet\.md: there is no variable whom"):
        prompt.fill({"who": "Ann", "whom": "Ann"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\nGreets.\nvariables: who\n---\n{{who}} {{wen}}\n", "the variable wen is used and not declared"),
        ("---\nGreets.\nvariables: who, wen\n---\n{{who}}\n", "the variable wen is declared and not used"),
        ("Hello {{who}}\n", "does not begin with a header"),
        ("---\nGreets.\n---\nHello\n", "does not begin with a header"),
    ],
)
def test_a_mistake_in_a_prompt_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=rf"greet\.md: .*{said}"):
        prompts(tmp_path, text).load("greet")


def test_a_prompt_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"simple/absent\.md"):
        Prompts(tmp_path).load("simple/absent")


def test_another_text_is_another_identity_and_another_folder_is_not(tmp_path: Path) -> None:
    (tmp_path / "simple").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "simple" / "a.md").write_text("one", "utf-8")
    before = Prompts(tmp_path).identity("simple")
    (tmp_path / "other" / "a.md").write_text("x", "utf-8")
    assert Prompts(tmp_path).identity("simple") == before
    (tmp_path / "simple" / "a.md").write_text("two", "utf-8")
    assert Prompts(tmp_path).identity("simple") != before
