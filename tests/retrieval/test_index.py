"""The index: two lists, fused, reranked; kept under its content key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from swerefactor.retrieval.index import Query, identity, index_key, indexed_text, open_index
from swerefactor.retrieval.recipe import Recipe
from swerefactor.values import RefactoringType
from tests.fakes.embedder import WordEmbedder
from tests.retrieval.conftest import MakeExample

MOVE = RefactoringType.MOVE_METHOD
pytestmark = pytest.mark.usefixtures("empty_cache")


def test_a_hit_tells_its_rank_in_each_list_the_fused_score_and_its_place(make: MakeExample) -> None:
    examples = [make("a", "red apples"), make("b", "green apples"), make("c", "boats")]
    index = open_index(examples, Recipe(text=("description",)), WordEmbedder())
    first, second, third = index.search(Query(text="green apples"))
    assert (first.example.id, first.bm25_rank, first.vector_rank, first.fused_rank, first.place) == (
        "b", 1, 1, 1, 1,
    )  # fmt: skip
    assert first.score == pytest.approx(2 / 61)
    assert (second.example.id, second.bm25_rank, second.vector_rank) == ("a", 2, 2)
    assert (third.example.id, third.bm25_rank, third.vector_rank) == ("c", None, 3)
    assert third.score == pytest.approx(1 / 63)


def test_the_asked_type_comes_first_then_the_fused_score(make: MakeExample) -> None:
    examples = [
        make("a", "sums prices in a loop"),
        make("b", "sums prices", type=MOVE),
        make("c", "prices", type=MOVE),
    ]
    query = Query(text="sums prices in a loop", type=MOVE)
    index = open_index(examples, Recipe(text=("description",)), WordEmbedder())
    assert [(hit.example.id, hit.fused_rank) for hit in index.search(query)] == [("b", 2), ("c", 3), ("a", 1)]
    by_score = open_index(examples, Recipe(text=("description",), rerank="fused"), WordEmbedder())
    assert [hit.example.id for hit in by_score.search(query)] == ["a", "b", "c"]


def test_lists_are_as_deep_and_prompts_as_long_as_the_recipe_says(make: MakeExample) -> None:
    examples = [make(f"e{n}", f"sum{n} of word{n} and " + "word " * max(0, n - 4)) for n in range(9)]
    recipe = Recipe(text=("description",), bm25_depth=3, vector_depth=2, examples=2)
    index = open_index(examples, recipe, WordEmbedder())
    hits = index.search(Query(text="word"))
    assert {hit.bm25_rank for hit in hits} - {None} == {1, 2, 3}
    assert {hit.vector_rank for hit in hits} - {None} == {1, 2}
    assert index.best(Query(text="word")) == hits[:2]


def test_equal_examples_stand_in_the_order_of_their_ids(make: MakeExample) -> None:
    index = open_index([make("a", "x"), make("b", "x"), make("c", "x")], Recipe(), WordEmbedder())
    assert [hit.example.id for hit in index.search(Query(text="x"))] == ["a", "b", "c"]


def test_an_empty_corpus_finds_nothing(make: MakeExample) -> None:
    index = open_index([], Recipe(), WordEmbedder())
    assert index.search(Query(text="anything")) == ()
    assert index.best(Query(text="anything")) == ()


def test_an_empty_query_finds_by_meaning_alone(make: MakeExample) -> None:
    (hit,) = open_index([make("a")], Recipe(), WordEmbedder()).search(Query(text=""))
    assert (hit.bm25_rank, hit.vector_rank) == (None, 1)


def test_an_index_is_built_once_and_answers_the_same_from_the_cache(make: MakeExample) -> None:
    examples = [make("a", "red apples"), make("b", "green apples")]
    query = Query(text="green apples")
    built, again = WordEmbedder(), WordEmbedder()
    hits = open_index(examples, Recipe(), built).search(query)
    assert open_index(examples, Recipe(), again).search(query) == hits
    assert len(built.embedded) == 3
    assert again.embedded == ["green apples"]


@pytest.mark.parametrize("damage", ["vectors.npy", "codes.json", "bm25.json", "bm25-shares.npy"])
@pytest.mark.parametrize("how", ["gone", "cut"])
def test_an_index_that_is_not_whole_is_built_again(
    damage: str, how: str, make: MakeExample, empty_cache: Path
) -> None:
    examples = [make("a", "red apples"), make("b", "green apples")]
    expected = open_index(examples, Recipe(), WordEmbedder()).search(Query(text="red"))
    (place,) = empty_cache.glob(f"rag/*/{damage}")
    content = place.read_bytes()
    place.unlink()
    if how == "cut":
        place.write_bytes(content[: len(content) // 2])
    assert open_index(examples, Recipe(), WordEmbedder()).search(Query(text="red")) == expected


def test_whatever_an_index_is_made_of_changes_its_key(make: MakeExample) -> None:
    examples = [make("a", "red"), make("b", "green")]
    base = index_key(examples, Recipe(), WordEmbedder())
    others = [
        index_key(examples[:1], Recipe(), WordEmbedder()),
        index_key([examples[0], make("b", "blue")], Recipe(), WordEmbedder()),
        index_key([examples[0], make("b", "green", type=MOVE)], Recipe(), WordEmbedder()),
        index_key(examples, Recipe(tokenizer="whitespace"), WordEmbedder()),
        index_key(examples, Recipe(text=("description",)), WordEmbedder()),
        index_key(examples, Recipe(), WordEmbedder("words/2")),
    ]
    assert len({base, *others}) == 1 + len(others)


def test_how_an_index_is_searched_changes_its_identity_and_not_its_key(make: MakeExample) -> None:
    examples = [make("a", "red")]
    plain, other = Recipe(), Recipe(examples=1)
    assert index_key(examples, plain, WordEmbedder()) == index_key(examples, other, WordEmbedder())
    assert identity(examples, plain, WordEmbedder()) != identity(examples, other, WordEmbedder())


def test_the_text_that_is_searched_has_the_parts_of_the_recipe_in_its_order(make: MakeExample) -> None:
    example = make("a", "Takes it out.", "before();", "after();")
    recipe = Recipe(text=("after", "type", "description"))
    assert indexed_text(example, recipe) == "after();\n\nExtract Method\n\nTakes it out."


def test_vectors_are_kept_as_32_bit_numbers(make: MakeExample, empty_cache: Path) -> None:
    open_index([make("a", "red")], Recipe(), WordEmbedder())
    (place,) = empty_cache.glob("rag/*/vectors.npy")
    assert np.load(place).dtype == np.float32
