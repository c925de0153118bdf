"""The recipe: its file says what the program does, and a mistake in it is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.errors import InputError
from swerefactor.retrieval import recipe
from swerefactor.retrieval.recipe import Recipe


def test_the_recipe_that_comes_along_states_every_key_with_its_usual_value() -> None:
    assert recipe.load() == Recipe()
    assert recipe.load().model_fields_set == set(Recipe.model_fields)


def test_a_key_that_is_left_out_has_its_usual_value(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('tokenizer = "whitespace"\nexamples = 5\n')
    assert recipe.load(tmp_path / "r.toml") == Recipe(tokenizer="whitespace", examples=5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("example = 3", "unknown key: example"),
        ("examples = 0", "wrong value for examples: 0"),
        ('examples = "3"', "wrong value for examples: '3'"),
        ("examples = 2.5", "wrong value for examples: 2.5"),
        ("fusion_k = true", "wrong value for fusion_k: True"),
        ('tokenizer = "words"', "wrong value for tokenizer: 'words'"),
        ('embedder = "bert"', "wrong value for embedder: 'bert'"),
        ("text = []", "wrong value for text: []"),
        ('text = ["code"]', "wrong value for text: 'code'"),
        ('text = ["type", "type"]', "wrong value for text: ['type', 'type']"),
        ('rerank = "by-hand"', "wrong value for rerank"),
        ("examples = ", "is not TOML"),
    ],
)
def test_a_wrong_recipe_is_named_in_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(text)
    with pytest.raises(InputError) as raised:
        recipe.load(tmp_path / "r.toml")
    assert said in raised.value.message
    assert "\n" not in raised.value.message
    assert raised.value.tip


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.toml"):
        recipe.load(tmp_path / "gone.toml")
