"""The run folder: nothing finished is lost, nothing is done twice, no two processes share a run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from swerefactor.errors import InputError
from swerefactor.runs.folder import Kept, RunFolder, content_key, run_path
from swerefactor.values import CheckCount, Prediction, RunRecord, RunSettings

SETTINGS = RunSettings(
    model="m", mode="simple", dataset="sample", instances=("a",), sandbox="local", build="fast"
)
RECORD = RunRecord(settings=SETTINGS, dataset_digest="d")


def prediction(name: str, key: str = "k", patch: str = "p") -> Prediction:
    return Prediction(instance_id=name, model_name_or_path="m", model_patch=patch, key=key)


def test_what_was_kept_is_there_when_the_run_is_opened_again(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path / "r", RECORD, fresh=False) as folder:
        folder.keep_prediction(prediction("a", patch=b"caf\xe9".decode("utf-8", "surrogateescape")))
    again = RunFolder.open(tmp_path / "r")
    assert again.prediction("a") == prediction("a", patch="caf\udce9")
    assert again.record == RECORD


def test_a_result_under_another_key_does_not_count(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path / "r", RECORD, fresh=False) as folder:
        folder.keep_prediction(prediction("a", key="old"))
        assert folder.prediction("a", "new") is None
        folder.keep_prediction(prediction("a", key="new"))
    assert RunFolder.open(tmp_path / "r").prediction("a", "new") is not None


def test_a_process_killed_while_it_writes_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from swerefactor.runs.folder import RunFolder
        from tests.runs.test_folder import RECORD, prediction
        with RunFolder.create(Path(sys.argv[1]), RECORD, fresh=False) as folder:
            for number in range(100_000):
                folder.keep_prediction(prediction(f"i{number}", patch="p" * 5000))
                print(number, flush=True)
        """
    )
    path = tmp_path / "r"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": "."},
    ) as writer:
        assert writer.stdout is not None
        told = [int(writer.stdout.readline()) for _ in range(25)]
        writer.send_signal(signal.SIGKILL)
    found = {p.instance_id for p in RunFolder.open(path).predictions}
    assert {f"i{number}" for number in told} <= found
    with RunFolder.create(path, RECORD, fresh=False) as folder:
        folder.keep_prediction(prediction("after"))
    assert RunFolder.open(path).prediction("after") is not None


def test_a_run_is_held_by_one_process_at_a_time(tmp_path: Path) -> None:
    with (
        RunFolder.create(tmp_path / "r", RECORD, fresh=False),
        pytest.raises(InputError, match="Another process"),
        RunFolder.create(tmp_path / "r", RECORD, fresh=False),
    ):
        pass


def test_a_run_of_another_model_is_not_overwritten_unless_asked(tmp_path: Path) -> None:
    other = RECORD.model_copy(update={"settings": SETTINGS.model_copy(update={"model": "n"})})
    with RunFolder.create(tmp_path / "r", RECORD, fresh=False) as folder:
        folder.keep_prediction(prediction("a"))
    with pytest.raises(InputError, match="is of m"), RunFolder.create(tmp_path / "r", other, fresh=False):
        pass
    with RunFolder.create(tmp_path / "r", other, fresh=True) as folder:
        assert folder.predictions == ()


def test_the_default_name_is_made_of_the_settings() -> None:
    other = RECORD.model_copy(update={"settings": SETTINGS.model_copy(update={"seed": 1})})
    assert run_path(None, RECORD) == run_path(None, RECORD) != run_path(None, other)
    assert run_path("mini", RECORD) == Path("runs/mini")
    assert run_path("some/where", RECORD) == Path("some/where")


def test_a_content_key_is_the_same_in_every_process() -> None:
    script = "from tests.runs.test_folder import *; print(content_key(RECORD, {'b': 1, 'a': (2,)}))"
    keys = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": ".", "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert keys == {content_key(RECORD, {"b": 1, "a": (2,)})}


def test_a_kept_value_is_made_once_however_many_ask(tmp_path: Path) -> None:
    kept, made = Kept(tmp_path), []

    def ask() -> None:
        with kept.lock("k"):
            if kept.get("k", CheckCount) is None:
                made.append(1)
                kept.put("k", CheckCount(passed=3))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert kept.get("k", CheckCount) == CheckCount(passed=3)
