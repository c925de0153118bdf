"""`swerefactor rag`: the ranks of each list and the fused order, and a sentence for what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from swerefactor import material
from swerefactor.cli import app

QUERY = "extract the loop that sums prices into a method"


def run(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["swerefactor", "rag", *arguments])
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as caught:
        app.main()
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of `rag/` that a test may edit."""
    return Path(shutil.copytree(material.folder("rag"), tmp_path / "rag"))


def test_a_search_shows_the_ranks_of_each_list_and_the_fused_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(["search", QUERY, "--type", "extract-method"], monkeypatch, capsys)
    assert code == 0
    head, first, *_ = out.splitlines()
    assert head.split() == ["place", "BM25", "MiniLM", "fused", "score", "type", "example"]
    assert first.split()[0] == "1"
    assert "Extract Method" in first
    assert "The first 3 go into the prompt." in out


def test_a_search_as_json_holds_the_examples(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(["search", QUERY, "--json"], monkeypatch, capsys)
    hits = json.loads(out)
    assert code == 0
    assert [hit["place"] for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit["fused_rank"] for hit in hits] == [hit["place"] for hit in hits]
    assert hits[0]["example"]["before"]


def test_an_index_is_built_where_it_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, out, _ = run(["build", "--json"], monkeypatch, capsys)
    built = json.loads(out)
    assert code == 0
    assert built["examples"] >= 24
    assert (Path(built["folder"]) / "vectors.npy").is_file()
    (folder / "recipe.toml").write_text('tokenizer = "whitespace"\n')
    _, other, _ = run(["build", "--json", "--rag", str(folder)], monkeypatch, capsys)
    assert json.loads(other)["key"] != built["key"]


def test_an_empty_corpus_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    shutil.rmtree(folder / "examples")
    code, out, _ = run(["search", QUERY, "--rag", str(folder)], monkeypatch, capsys)
    assert (code, "There are no examples." in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "recipe", "said", "tip"),
    [
        (["search", QUERY, "--type", "extract"], None, "no type 'extract'", "extract-method"),
        (["search", " "], None, "is empty", "Say what"),
        (["search", QUERY, "--rag", "gone"], None, "no recipe.toml in gone", "rag/"),
        (["search", QUERY, "--rag", "rag"], "exmaples = 3", "unknown key: exmaples", "examples"),
        (["build", "--rag", "rag"], "fusion_k = 0", "wrong value for fusion_k: 0", "comment"),
    ],
)
def test_what_a_user_gets_wrong_is_named_with_the_way_out(
    arguments: list[str],
    recipe: str | None,
    said: str,
    tip: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: Path,
) -> None:
    monkeypatch.chdir(folder.parent)
    if recipe:
        (folder / "recipe.toml").write_text(recipe)
    code, out, err = run(arguments, monkeypatch, capsys)
    error, _, way_out = err.partition("TIP:")
    assert (code, out) == (2, "")
    assert said in error
    assert tip in way_out
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["build", "search"])
def test_help_has_an_example(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run([command, "--help"], monkeypatch, capsys)
    assert (code, f"swerefactor rag {command}" in out) == (0, True)
