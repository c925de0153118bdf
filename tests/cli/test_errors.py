"""The command line says what is wrong in one sentence with a tip, and never with a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from swerefactor.cli import app

ROOT = Path(__file__).resolve().parents[2]
GOLD = ["eval", "--model", "gold", "--sandbox", "local"]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def run(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["swerefactor", *arguments])
    with pytest.raises(SystemExit) as caught:
        app.main()
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.mark.parametrize(
    ("arguments", "said", "tip"),
    [
        (["eval", "--model", "gpt-4o-mini", "--mode", "smple"], "no mode 'smple'", "simple"),
        (["eval", "--model", "no-such-model-9"], "no-such-model-9", "--base-url"),
        (["eval", "--model", "gpt-4o-mini"], "OPENAI_API_KEY", "OPENAI_API_KEY"),
        (["eval"], "Neither a model nor an agent", "--agent"),
        (["eval", "--mode", "agent"], "needs a command", "--agent"),
        (["eval", "--agent", "a {task}", "--mode", "rag"], "don't go together", "Leave out"),
        (["predict", "--agent", "mini"], "where the task goes", "{task_file}"),
        (["eval", "--model", "gpt-4o-mini", "--samples", "3"], "3 times the same", "--temperature"),
        ([*GOLD, "--split", "reel"], "no split 'reel'", "real"),
        ([*GOLD, "--instance", "ledger-move-method-11"], "no instance", "ledger-move-method-1"),
        ([*GOLD, "--type", "extract"], "no type 'extract'", "extract-method"),
        ([*GOLD, "--project", "leger"], "no project 'leger'", "ledger"),
        ([*GOLD, "--dataset", "gone.jsonl"], "no file gone.jsonl", "path"),
        ([*GOLD, "--split", "real", "--repos", "gone"], "not a folder", "mirrors"),
        ([*GOLD, "--build", "official"], "can't run the official build", "--build"),
        (["verify", "gone.jsonl"], "no file gone.jsonl", "path"),
        (["report", "gone"], "no run 'gone'", "eval"),
        (["explain", "gone", "x"], "no run 'gone'", "eval"),
        (["dataset", "show", "ledger-move-method-11"], "no instance", "ledger-move-method-1"),
        (["farm", "build", "--jdk", "12"], "no image for JDK 12", "17"),
        (["farm", "baseline", "--instance", "ledger-move-method-11"], "no instance", "ledger-move-method-1"),
        (["farm", "check", "--parity", "--split", "reel"], "no split 'reel'", "real"),
        (["farm", "check", "--parity", "--jdk", "8"], "instances are compared", "--jdk"),
        (["farm", "check", "--split", "real"], "images of JDKs are checked", "--parity"),
        (["farm", "check", "--parity", "--mutants", "gone.jsonl"], "no file gone.jsonl", "path"),
    ],
)
def test_what_a_user_gets_wrong_is_named_with_the_way_out(
    arguments: list[str],
    said: str,
    tip: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(arguments, monkeypatch, capsys)
    assert code == 2
    assert out == ""
    error, _, way_out = err.partition("TIP:")
    assert said in error
    assert tip in way_out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}\n", "line 1: not a valid Prediction: instance_id"),
        ('{"instance_id": "a", "model_name_or_path": "m"}\nnot json\n', "line 2: not JSON"),
        ('{"instance_id": "no-such", "model_name_or_path": "m"}\n', "no instance 'no-such'"),
        ('{"instance_id": "a", "model_name_or_path": "m"}\n' * 2, "second for instance 'a'"),
    ],
)
def test_a_malformed_predictions_file_is_named_with_its_line(
    content: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "p.jsonl").write_text(content)
    code, _, err = run(["verify", "p.jsonl", "--sandbox", "local"], monkeypatch, capsys)
    assert (code, said in err) == (2, True), err


def test_a_malformed_instance_is_named_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "d.jsonl").write_text('{"schema": 1, "id": "a b"}\n')
    code, _, err = run([*GOLD, "--dataset", "d.jsonl"], monkeypatch, capsys)
    assert code == 2
    assert "d.jsonl, line 1: not a valid Instance: id" in err


def test_a_data_set_shows_all_facts_of_an_instance(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(["dataset", "show", "ledger-move-method-1", "--json"], monkeypatch, capsys)
    assert code == 0
    assert json.loads(out)["type"] == "Move Method"


def test_a_data_set_lays_an_instance_out_with_its_reference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(["dataset", "show", "ledger-move-method-1"], monkeypatch, capsys)
    assert code == 0
    assert "sample.ledger.JournalWriter#padRight(String, int)" in out
    assert "sample.ledger.TextTable#lines()" in out
    assert "+    static String padRight(String text, int width) {" in out


def test_help_of_every_command_has_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (
        ["eval"],
        ["predict"],
        ["verify"],
        ["report"],
        ["explain"],
        ["dataset", "list"],
        ["dataset", "show"],
        ["dataset", "stats"],
        ["dataset", "audit"],
        ["dataset", "mine"],
        ["dataset", "enrich"],
        ["dataset", "validate"],
        ["dataset", "import"],
        ["dataset", "export"],
        ["dataset", "check"],
        ["dataset", "isolate"],
        ["farm", "build"],
        ["farm", "check"],
        ["farm", "baseline"],
        ["farm", "clean"],
    ):
        code, out, _ = run([*command, "--help"], monkeypatch, capsys)
        assert code == 0
        assert f"swerefactor {' '.join(command)}" in out


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_says_so_ends_soon_and_leaves_nothing_behind(tmp_path: Path, how: int) -> None:
    script = "from swerefactor.cli.app import main; main()"
    command = [sys.executable, "-c", script, *GOLD, "--project", "almanac", "--run", str(tmp_path / "run")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stderr is not None
        while "almanac-" not in ran.stderr.readline():
            assert ran.poll() is None
        ran.send_signal(how)
        begun = time.monotonic()
        _, said = ran.communicate(timeout=60)
    assert ran.returncode == app.INTERRUPTED
    assert "Stopped." in said
    assert "again to go on" in said
    assert time.monotonic() - begun < 30
    assert not list(tmp_path.glob("swerefactor-*"))
    assert len((tmp_path / "run" / "verdicts.jsonl").read_text().splitlines()) < 8


def test_a_paid_run_waits_for_somebody_to_agree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    code, _, err = run(["predict", "--model", "gpt-4o-mini", "--limit", "1"], monkeypatch, capsys)
    assert code == 2
    assert "about $0.00" in err
    assert "--yes" in err
