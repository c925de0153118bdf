"""Nothing of a target's repository, commit or of a copy of it is ever retrieved."""

from __future__ import annotations

import pytest

from swerefactor.retrieval.index import Query, open_index
from swerefactor.retrieval.leaks import Target
from swerefactor.retrieval.recipe import Recipe
from tests.fakes.embedder import WordEmbedder
from tests.retrieval.conftest import MakeExample

METHOD = """    /** The sum. */
    int sum(int[] values) {
        int sum = 0;
        for (int value : values) { // each
            sum += value;
        }
        return sum;
    }
"""
TARGET = Target(repository="Apache/Commons-IO", commit="c" * 40, code=METHOD)
INNOCENT = "class A { int a() { return 1; } }"


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    ("leaking", "why"),
    [
        ({"origin": "apache/commons-io@" + "a" * 40}, "the repository, spelled otherwise"),
        ({"origin": "somebody/commons-io@" + "a" * 40}, "a fork under another owner"),
        ({"origin": "somebody/Commons-IO.git@" + "a" * 40}, "a mirror of a fork"),
        ({"origin": "somebody/io-mirror@" + "c" * 40}, "the same commit in a renamed fork"),
        ({"origin": "somebody/io-mirror@" + "c" * 10}, "the same commit, shortened"),
        ({"before": METHOD}, "the target itself, without an origin"),
        ({"before": f"class Copy {{\n{METHOD}}}"}, "a class with the target in it"),
        ({"after": f"class Copy {{\n{METHOD}}}"}, "the target in the code after"),
        ({"before": " ".join(METHOD.replace("// each", "").split())}, "another layout"),
        ({"before": METHOD.replace("int sum(", "static int total(")}, "the same body under another name"),
        ({"before": "for (int value : values) {\n sum += value;\n}"}, "a piece of the target"),
    ],
)
def test_what_would_leak_is_never_returned(leaking: dict[str, str], why: str, make: MakeExample) -> None:
    text = "sums values in a loop"
    leak = make("leak", text, **{"before": INNOCENT, "after": INNOCENT, **leaking})
    others = [make(f"other-{n}", "moves something", INNOCENT, INNOCENT, origin="x/y@1") for n in range(3)]
    index = open_index([leak, *others], Recipe(), WordEmbedder())
    assert index.search(Query(text=text))[0].example.id == "leak"
    found = [hit.example.id for hit in index.search(Query(text=text, target=TARGET))]
    assert found == ["other-0", "other-1", "other-2"], why


@pytest.mark.usefixtures("empty_cache")
def test_what_leaks_takes_no_place_in_a_list(make: MakeExample) -> None:
    text = "sums values in a loop"
    leaks = [make(f"a-{n}", text, origin="apache/commons-io@1") for n in range(12)]
    others = [make(f"b-{n}", text) for n in range(12)]
    index = open_index([*leaks, *others], Recipe(), WordEmbedder())
    found = index.search(Query(text=text, target=TARGET))
    assert [hit.example.id for hit in found] == [f"b-{n}" for n in range(10)]


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    "harmless",
    [
        {"origin": "apache/commons-lang@" + "a" * 40},
        {"origin": "commons-io/other@" + "a" * 40},
        {"before": METHOD.replace("sum += value", "sum -= value")},
        {"before": ""},
    ],
)
def test_what_only_resembles_the_target_is_returned(harmless: dict[str, str], make: MakeExample) -> None:
    example = make("fine", "sums values", **{"before": INNOCENT, "after": INNOCENT, **harmless})
    index = open_index([example], Recipe(), WordEmbedder())
    assert [hit.example.id for hit in index.search(Query(text="sums", target=TARGET))] == ["fine"]


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize("head", ['@SuppressWarnings({"all"}) ', "@Test(timeout = 5) public "])
@pytest.mark.parametrize("throws", ["", "throws java.io.IOException, Oops "])
def test_a_copy_with_another_head_is_known_by_its_body(head: str, throws: str, make: MakeExample) -> None:
    code = head + METHOD.split("*/")[1].strip().replace(") {", f") {throws}{{", 1)
    index = open_index([make("leak", before=f"class Copy {{\n{METHOD}}}")], Recipe(), WordEmbedder())
    assert index.search(Query(text="a", target=Target(repository="a/b", code=code))) == ()


@pytest.mark.usefixtures("empty_cache")
def test_a_body_that_is_everywhere_tells_nothing(make: MakeExample) -> None:
    getter = Target(repository="a/b", code="String name() { return name; }")
    example = make("fine", before="class P { String title() { return name; } }")
    index = open_index([example], Recipe(), WordEmbedder())
    assert index.search(Query(text="a", target=getter))


@pytest.mark.usefixtures("empty_cache")
def test_a_target_without_code_leaves_everything_that_comes_from_elsewhere(make: MakeExample) -> None:
    index = open_index([make("fine", before=METHOD)], Recipe(), WordEmbedder())
    assert index.search(Query(text="a", target=Target(repository="a/b")))
