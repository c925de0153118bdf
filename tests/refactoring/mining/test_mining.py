"""What mining finds in a history, what it passes over, and that it goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.errors import InputError
from swerefactor.jsonlines import read
from swerefactor.refactoring.mining.work import Mined, Mining, mined
from swerefactor.repositories import git
from swerefactor.values import Candidate, RefactoringType
from tests.refactoring.mining.history import EXTRACTED, ORDER, PATH, History


class Told:
    """Keeps what a progress is told."""

    def __init__(self) -> None:
        self.total = 0
        self.lines: list[str] = []

    def start(self, total: int) -> None:
        self.total = total

    def done(self, label: str) -> None:
        self.lines.append(label)


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path / "acme__shop")
    made.commit({PATH: ORDER})
    return made


def walked(history: History, out: Path, told: Told | None = None, **choices: object) -> Mined:
    work = Mining(repository=str(history.place), out=out, **choices)  # type: ignore[arg-type]
    return mined(work, lambda line: None, told or Told())


def test_a_pure_refactoring_becomes_a_candidate_with_all_facts(history: History, tmp_path: Path) -> None:
    base = history.head
    commit = history.commit({PATH: EXTRACTED})
    found = walked(history, tmp_path / "out.jsonl")
    (candidate,) = read(tmp_path / "out.jsonl", Candidate)
    assert (found.commits, found.candidates) == (1, {"Extract Method": 1})
    assert candidate.id == f"shop-{commit[:10]}-1"
    assert (candidate.repository, candidate.base_commit, candidate.commit) == ("acme/shop", base, commit)
    assert candidate.type is RefactoringType.EXTRACT_METHOD
    assert (candidate.target.class_name, candidate.target.signature) == ("shop.Order", "receipt()")
    assert candidate.result.signature == "total()"
    assert candidate.date == "2025-01-02T12:00:00+00:00"
    assert not candidate.in_test_code
    assert candidate.destination is None
    assert (candidate.proof, candidate.offence) == ("proven", None)


def test_a_commit_that_holds_more_is_not_proven_as_a_whole(history: History, tmp_path: Path) -> None:
    more = EXTRACTED.replace("this.prices = prices;", "this.prices = null;")
    history.commit({PATH: more})
    walked(history, tmp_path / "out.jsonl")
    (candidate,) = read(tmp_path / "out.jsonl", Candidate)
    assert candidate.proof == "refuted"
    assert candidate.offence is not None
    assert candidate.offence.reason == "outside_frame"


def test_a_moved_method_says_where_it_went(history: History, tmp_path: Path) -> None:
    helper = "package shop;\n\nclass Texts {\n}\n"
    body = """    static String padded(String text, int width) {
        StringBuilder padded = new StringBuilder(text);
        while (padded.length() < width) {
            padded.append(' ');
        }
        return padded.toString();
    }
"""
    folder = "src/test/java/shop"
    inside = f"package shop;\n\nclass Tables {{\n{body}}}\n"
    history.commit({f"{folder}/Tables.java": inside, f"{folder}/Texts.java": helper})
    history.commit(
        {
            f"{folder}/Tables.java": "package shop;\n\nclass Tables {\n}\n",
            f"{folder}/Texts.java": f"package shop;\n\nclass Texts {{\n{body}}}\n",
        }
    )
    walked(history, tmp_path / "out.jsonl")
    (candidate,) = read(tmp_path / "out.jsonl", Candidate)
    assert candidate.type is RefactoringType.MOVE_METHOD
    assert candidate.destination is not None
    assert (candidate.destination.class_name, candidate.destination.method) == ("shop.Texts", None)
    assert candidate.in_test_code


def test_a_method_that_is_inlined_in_several_places_is_asked_for_once(
    history: History, tmp_path: Path
) -> None:
    body = "int sum = 0;\n        for (int price : prices) {\n            sum += price;\n        }"
    calls = [
        f"    String {name}(int[] prices) {{\n        int total = total(prices);\n        return {mark} + total;\n    }}\n"
        for name, mark in (("first", "1"), ("second", "'b'"))
    ]
    held = f"    private int total(int[] prices) {{\n        {body}\n        return sum;\n    }}\n"
    inlined = [
        call.replace("int total = total(prices);", body).replace("+ total;", "+ sum;") for call in calls
    ]
    path = "src/main/java/shop/Till.java"
    history.commit({path: f"package shop;\n\nclass Till {{\n{''.join(calls)}{held}}}\n"})
    history.commit({path: f"package shop;\n\nclass Till {{\n{''.join(inlined)}}}\n"})
    walked(history, tmp_path / "out.jsonl")
    (candidate,) = read(tmp_path / "out.jsonl", Candidate)
    assert (candidate.type, candidate.proof) == (RefactoringType.INLINE_METHOD, "proven")
    assert candidate.id.endswith("-1")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"README": "text"}, "no_java"),
        ({f"src/A{n}.java": f"class A{n} {{ }}" for n in range(61)}, "too_many_files"),
        ({"src/Big.java": "//" + "x" * (1 << 20)}, "too_large"),
    ],
)
def test_what_is_passed_over_is_counted_by_reason(
    history: History, tmp_path: Path, files: dict[str, str], reason: str
) -> None:
    history.commit(files)
    found = walked(history, tmp_path / "out.jsonl")
    assert (found.commits, found.candidates, found.passed_over) == (1, {}, {reason: 1})


def test_merges_roots_and_submodules_are_no_steps(history: History, tmp_path: Path) -> None:
    first = history.head
    history.git("update-index", "--add", "--cacheinfo", f"160000,{first},sub")
    history.commit({PATH: EXTRACTED})
    history.commit({PATH: ORDER}, first)
    assert walked(history, tmp_path / "out.jsonl").commits == 1


def test_other_encodings_line_ends_and_odd_names_are_mined(history: History, tmp_path: Path) -> None:
    odd = "src/main/java/shop/Größe\twide.java"
    old = ORDER.replace("An order", "Größe").encode("latin-1").replace(b"\n", b"\r\n")
    new = EXTRACTED.replace("An order", "Größe").encode("latin-1").replace(b"\n", b"\r\n")
    history.commit({PATH: old, odd: "class Wide { }"})
    history.commit({PATH: new, odd: "class Wide { int a; }"})
    assert walked(history, tmp_path / "out.jsonl").candidates == {"Extract Method": 1}


def test_only_the_days_that_are_asked_for(history: History, tmp_path: Path) -> None:
    for number in range(2, 6):
        history.commit({PATH: ORDER.replace("total", f"total {number}")})
    limits = {"since": "2025-01-03T00:00:00Z", "until": "2025-01-04T23:59:59Z"}
    assert walked(history, tmp_path / "out.jsonl", **limits).commits == 2


def test_only_the_types_that_are_asked_for(history: History, tmp_path: Path) -> None:
    history.commit({PATH: EXTRACTED})
    assert walked(history, tmp_path / "out.jsonl", types=("inline-method",)).candidates == {}
    with pytest.raises(InputError, match="There is no type 'inline'"):
        walked(history, tmp_path / "out.jsonl", types=("inline",))


def test_the_same_command_goes_on_where_it_was_stopped(history: History, tmp_path: Path) -> None:
    out, told = tmp_path / "out.jsonl", Told()
    history.commit({PATH: EXTRACTED})
    walked(history, out)
    before = out.read_bytes()
    history.commit({PATH: ORDER})
    found = walked(history, out, told)
    assert told.total == 1
    assert out.read_bytes().startswith(before)
    assert found.candidates == {"Extract Method": 1, "Inline Method": 1}


def test_killed_between_candidate_and_commit_nothing_stands_twice(history: History, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    history.commit({PATH: EXTRACTED})
    walked(history, out)
    before = out.read_bytes()
    (tmp_path / "out.jsonl.commits").write_text('{"commit": "torn')
    walked(history, out)
    assert out.read_bytes() == before


def test_it_stops_at_the_candidates_that_are_asked_for(history: History, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for content in (EXTRACTED, ORDER, EXTRACTED):
        history.commit({PATH: content})
    assert sum(walked(history, out, most=2).candidates.values()) == 2
    assert sum(walked(history, out).candidates.values()) == 3


def test_a_bundle_and_a_bare_mirror_are_mined_under_their_names(history: History, tmp_path: Path) -> None:
    history.commit({PATH: EXTRACTED})
    mirror, bundle = tmp_path / "other.git", tmp_path / "acme__bundled.bundle"
    git("clone", "--quiet", "--mirror", str(history.place), str(mirror))
    history.git("bundle", "create", str(bundle), "--all")
    for place, slug in ((mirror, "acme__shop"), (bundle, "acme/bundled")):
        out = tmp_path / f"{place.name}.jsonl"
        mined(Mining(repository=str(place), out=out), lambda line: None, Told())
        assert slug in read(out, Candidate)[0].repository


def test_a_shallow_clone_is_said(history: History, tmp_path: Path) -> None:
    history.commit({PATH: EXTRACTED})
    shallow = tmp_path / "shallow"
    git("clone", "--quiet", "--depth=1", f"file://{history.place}", str(shallow))
    said: list[str] = []
    found = mined(Mining(repository=str(shallow), out=tmp_path / "out.jsonl"), said.append, Told())
    assert found.commits == 0
    assert "shallow clone" in said[0]


@pytest.mark.parametrize(
    ("name", "said"), [("gone", "There is no"), ("plain", "not a git repository"), ("empty", "no commit")]
)
def test_what_is_no_history_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "plain").mkdir()
    git("init", "--quiet", str(tmp_path / "empty"))
    with pytest.raises(InputError, match=said):
        mined(Mining(repository=str(tmp_path / name), out=tmp_path / "out.jsonl"), lambda line: None, Told())
