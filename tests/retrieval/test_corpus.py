"""The corpus: files that are pleasant to edit, and a sentence for each mistake in one."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.errors import InputError
from swerefactor.retrieval.code import strip_comments
from swerefactor.retrieval.corpus import CodePair, Example, Pointer, corpus, read_example
from swerefactor.values import Asked, Destination, Detection, MethodRef, RefactoringType, Surroundings

GOOD = """---
type: Extract Method
---
Takes the sum out
of a loop.

## Before

```java
int a() { return 1 + 2; } // three
```

## After

```java
int a() { return b(); }

int b() { return 1 + 2; }
```
"""


def written(folder: Path, text: str, name: str = "one.md") -> Path:
    place = folder / "examples" / name
    place.parent.mkdir(exist_ok=True)
    place.write_text(text)
    return place


def test_an_example_is_a_header_a_description_and_two_blocks(tmp_path: Path) -> None:
    assert read_example(written(tmp_path, GOOD)) == Example(
        id="one",
        type=RefactoringType.EXTRACT_METHOD,
        description="Takes the sum out of a loop.",
        before="int a() { return 1 + 2; }",
        after="int a() { return b(); }\n\nint b() { return 1 + 2; }",
    )


def test_an_example_may_name_the_repository_that_it_comes_from(tmp_path: Path) -> None:
    text = GOOD.replace("type:", "origin: apache/commons-io@0123abc\ntype:")
    origin = read_example(written(tmp_path, text)).origin
    assert origin is not None
    assert (origin.repository, origin.commit) == ("apache/commons-io", "0123abc")


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ("Extract Method", "Extract Metod", "its type is 'Extract Metod'"),
        ("type: Extract Method\n", "", "its type is ''"),
        ("type:", "licence: MIT\ntype:", "the line 'licence: MIT'"),
        ("type:", "origin: somewhere\ntype:", "its origin is 'somewhere'"),
        ("## After", "## Then", "## Before and ## After"),
        ("Takes the sum out\nof a loop.\n", "", "a description"),
        ("---\ntype", "type", "is not a header"),
    ],
)
def test_a_mistake_in_an_example_is_named_with_its_file(
    good: str, bad: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as raised:
        read_example(written(tmp_path, GOOD.replace(good, bad, 1)))
    assert "one.md" in raised.value.message
    assert said in raised.value.message


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    place = written(tmp_path, "")
    place.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"one\.md"):
        read_example(place)


def test_a_folder_without_examples_is_an_empty_corpus(tmp_path: Path) -> None:
    assert corpus(tmp_path) == ()


def test_pointers_are_followed_by_whoever_can_read_their_code(tmp_path: Path) -> None:
    pointer = {
        "id": "mined-1",
        "type": "Move Method",
        "description": "Moves a helper.",
        "repository": "apache/commons-io",
        "commit": "a" * 40,
        "place": "commons-io-move-method-1",
    }
    (tmp_path / "pointers.jsonl").write_text(json.dumps(pointer) + "\n")
    written(tmp_path, GOOD)

    def read(asked: Pointer) -> CodePair | None:
        assert asked.place == "commons-io-move-method-1"
        return CodePair(before="int a; // one", after="int b;")

    mined, own = corpus(tmp_path, read)
    assert (mined.id, mined.before, own.id) == ("mined-1", "int a;", "one")
    assert mined.origin is not None
    assert mined.origin.repository == "apache/commons-io"
    assert [example.id for example in corpus(tmp_path, lambda _: None)] == ["one"]
    assert [example.id for example in corpus(tmp_path)] == ["one"]


def test_an_id_that_stands_twice_is_named(tmp_path: Path) -> None:
    pointer = {
        "id": "one",
        "type": "Move Method",
        "description": "",
        "repository": "a/b",
        "commit": "a" * 40,
        "place": "",
    }
    (tmp_path / "pointers.jsonl").write_text(json.dumps(pointer) + "\n")
    written(tmp_path, GOOD)
    with pytest.raises(InputError, match="one stands twice"):
        corpus(tmp_path, lambda _: CodePair(before="", after=""))


# --- The examples that come with swerefactor -------------------------------------------------

OWN = corpus()


def test_there_are_at_least_four_examples_of_each_type() -> None:
    counts = Counter(example.type for example in OWN)
    assert set(counts) == set(RefactoringType)
    assert min(counts.values()) >= 4


@pytest.mark.parametrize("example", OWN, ids=lambda example: example.id)
def test_our_examples_hold_no_comments_and_change_something(example: Example) -> None:
    assert strip_comments(example.before) == example.before
    assert strip_comments(example.after) == example.after
    assert example.before != example.after
    assert example.origin is None


@pytest.fixture(scope="module")
def analyser() -> Iterator[JavaAnalyser]:
    with JavaAnalyser() as analyser:
        yield analyser


@pytest.mark.parametrize("example", OWN, ids=lambda example: example.id)
def test_our_examples_are_what_they_say_and_undoing_them_gives_back_the_code_before(
    example: Example, analyser: JavaAnalyser
) -> None:
    before, after = files(example.before), files(example.after)
    detections = analyser.detect(before, after)
    assert {seen.type for seen in detections} == {example.type.value}
    asked = Asked(
        type=example.type.value,
        target=detections[0].subject,
        destination=destination(example.type, detections[0]),
    )
    undone = analyser.invert(asked, before, after, {}, Surroundings())
    assert undone.found
    assert not undone.obstacle
    assert (undone.differences, undone.frame, undone.calls, undone.callers_left) == ((), (), (), ())


def files(code: str) -> Mapping[str, str]:
    """A file for each top-level class, with the imports of all."""
    types = re.split(r"^(?=(?:final )?class )", code, flags=re.MULTILINE)
    named = ((re.search(r"class (\w+)", text), text) for text in types[1:])
    return {f"p/{name[1]}.java": f"package p;\n\n{types[0]}{text}" for name, text in named if name}


def destination(kind: RefactoringType, seen: Detection) -> Destination | None:
    if "Move" not in kind.value:
        return None
    place: MethodRef = (
        seen.host if kind is RefactoringType.MOVE_AND_INLINE_METHOD and seen.host else seen.result
    )
    renamed = seen.result.signature.partition("(")[0] if "Rename" in kind.value else None
    return Destination(class_name=seen.result.class_name, file=place.file, method=renamed)
