"""The run folder: the database of one run, from which a killed run goes on where it stood."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from swerefactor import jsonlines
from swerefactor.errors import EnvironmentFault, InputError
from swerefactor.files import write_whole
from swerefactor.values import Instance, Prediction, RunRecord, Verdict

Kind = TypeVar("Kind", bound=BaseModel)


class RunFolderFault(EnvironmentFault):
    """The run's own folder can't be written: there is no sense in going on."""


def content_key(*parts: object) -> str:
    """A hash of values, texts and numbers: equal parts, equal key, in every process."""
    plain = [part.model_dump(mode="json") if isinstance(part, BaseModel) else part for part in parts]
    return hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()[:20]


def run_path(name: str | None, record: RunRecord) -> Path:
    """Where a run lies: a path as it is, a name below `runs/`, else the hash of its settings."""
    if name is None:
        name = content_key(record.settings)[:12]
    return Path(name) if os.sep in name else Path("runs") / name


class RunFolder:
    """Predictions, verdicts and files of one run.

    Lines are appended under a lock and on disk before they count; each carries the key of what
    it depends on, and the last line with the asked key wins.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._predictions: dict[tuple[str, int], Prediction] = {}
        self._verdicts: dict[tuple[str, int], Verdict] = {}
        self._lock = threading.Lock()
        self._read()

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """A run that exists, to be read."""
        if not (path / "run.json").is_file():
            raise InputError(f"There is no run in {path}.", "Give the name or the path of a run: ls runs")
        return cls(path)

    @classmethod
    @contextmanager
    def create(cls, path: Path, record: RunRecord, *, fresh: bool) -> Iterator[RunFolder]:
        """A run to work on, new or resumed, held by this process alone."""
        if fresh and (path / "run.json").is_file():
            shutil.rmtree(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"The run folder {path} can't be made: {error.strerror}.", "Name another with --run."
            ) from error
        with _held(path):
            folder = cls(path)
            folder._begin(record)
            yield folder

    def _begin(self, record: RunRecord) -> None:
        if (self.path / "run.json").is_file():
            before = self.record
            if (before.model, before.mode) != (record.model, record.mode):
                raise InputError(
                    f"The run in {self.path} is of {before.model} ({before.mode}), "
                    f"not {record.model} ({record.mode}).",
                    "Give another name with --run, or --fresh to throw the old run away.",
                )
        self.write("run.json", json.dumps(record.model_dump(mode="json"), indent=1) + "\n")

    @property
    def record(self) -> RunRecord:
        """What the run was made with."""
        path = self.path / "run.json"
        return jsonlines.from_json(RunRecord, path.read_text("utf-8"), str(path))

    def update_versions(self, versions: Mapping[str, str]) -> None:
        """Add to the versions that the run rests on."""
        with self._lock:
            self._update_versions(versions)

    def _update_versions(self, versions: Mapping[str, str]) -> None:
        record = self.record
        merged = {**record.versions, **versions}
        if merged != record.versions:
            changed = record.model_copy(update={"versions": dict(sorted(merged.items()))})
            self.write("run.json", json.dumps(changed.model_dump(mode="json"), indent=1) + "\n")

    def _read(self) -> None:
        for prediction in jsonlines.read_kept(self.path / "predictions.jsonl", Prediction):
            self._predictions[prediction.instance_id, prediction.sample] = prediction
        for verdict in jsonlines.read_kept(self.path / "verdicts.jsonl", Verdict):
            self._verdicts[verdict.instance_id, verdict.sample] = verdict

    @property
    def predictions(self) -> tuple[Prediction, ...]:
        """The last prediction for each instance and sample."""
        return tuple(self._predictions.values())

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The last verdict for each instance and sample."""
        return tuple(self._verdicts.values())

    def prediction(self, instance_id: str, key: str | None = None, sample: int = 0) -> Prediction | None:
        """The prediction for an instance, if there is one (under this key)."""
        found = self._predictions.get((instance_id, sample))
        return found if found and key in (None, found.key) else None

    def verdict(self, instance_id: str, key: str | None = None, sample: int = 0) -> Verdict | None:
        """The verdict on an instance, if there is one (under this key)."""
        found = self._verdicts.get((instance_id, sample))
        return found if found and key in (None, found.key) else None

    def keep_prediction(self, prediction: Prediction) -> None:
        """Keep a prediction; on disk when this returns."""
        with _as_folder_fault(self.path):
            jsonlines.append(self.path / "predictions.jsonl", jsonlines.to_json(prediction))
        self._predictions[prediction.instance_id, prediction.sample] = prediction

    def keep_verdict(self, verdict: Verdict) -> None:
        """Keep a verdict; on disk when this returns."""
        with _as_folder_fault(self.path):
            jsonlines.append(self.path / "verdicts.jsonl", jsonlines.to_json(verdict))
        self._verdicts[verdict.instance_id, verdict.sample] = verdict

    def write(self, name: str, text: str) -> None:
        """Write a file of the run, whole or not at all; `name` is relative to the folder."""
        with _as_folder_fault(self.path):
            write_whole(self.path / name, text.encode("utf-8", "surrogateescape"))

    def write_for(self, instance: Instance, name: str, text: str, sample: int = 0) -> None:
        """Write a file that belongs to one answer to an instance."""
        self.write(_place(instance.id, name, sample), text)

    def read_for(self, instance_id: str, name: str, sample: int = 0) -> str | None:
        """The text of such a file, or None."""
        path = self.path / _place(instance_id, name, sample)
        return path.read_text("utf-8", "surrogateescape") if path.is_file() else None


def _place(instance_id: str, name: str, sample: int) -> str:
    return f"instances/{instance_id}/{f'sample-{sample}/' if sample else ''}{name}"


class Kept:
    """Values kept in a folder by key, each made once however many ask for it at the same time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}

    def lock(self, key: str) -> threading.Lock:
        """The lock under which the value of this key is looked for and made."""
        with self._guard:
            return self._locks.setdefault(key, threading.Lock())

    def get(self, key: str, kind: type[Kind]) -> Kind | None:
        """The value kept under a key."""
        path = self._folder / f"{key}.json"
        if not path.is_file():
            return None
        found: Any = json.loads(path.read_text("utf-8"))
        return kind.model_validate(found)

    def put(self, key: str, value: BaseModel) -> None:
        """Keep a value."""
        with _as_folder_fault(self._folder):
            write_whole(self._folder / f"{key}.json", jsonlines.to_json(value).encode())


@contextmanager
def _held(path: Path) -> Iterator[None]:
    with open(path / ".lock", "w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"Another process is working on the run in {path}.",
                "Wait for it, or name another run with --run.",
            ) from None
        yield


@contextmanager
def _as_folder_fault(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RunFolderFault(
            f"{path} can't be written: {error.strerror}.",
            "Free disk space and run the same command again: it resumes.",
        ) from error
