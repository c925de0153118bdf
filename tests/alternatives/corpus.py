"""The corpus of right alternatives: the asked refactoring, done otherwise than the developer did it.

A patch lies in `<instance id>/<what it does>.patch`, those of real projects in `real/`. Its first
line says what is different; a line `# unknown: …` says why undoing it is no proof, so that tests
have to vouch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from swerefactor.refactoring.dataset import find
from swerefactor.values import Instance, Prediction

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Alternative:
    """One right answer to an instance."""

    instance: Instance
    name: str
    patch: str

    @property
    def id(self) -> str:
        """As tests are named: the instance and what is done."""
        return f"{self.instance.id}/{self.name}"

    @property
    def open_question(self) -> str:
        """Why the inverse is no proof; empty where it has to be one."""
        found = re.search(r"^# unknown: (.+)$", self.patch, re.MULTILINE)
        return found[1] if found else ""

    @property
    def prediction(self) -> Prediction:
        """As a model would hand it in."""
        return Prediction(instance_id=self.instance.id, model_name_or_path="by hand", model_patch=self.patch)


def of_sample() -> tuple[Alternative, ...]:
    """Those of the sample's instances, by name."""
    return _read(HERE)


def of_real_projects() -> tuple[Alternative, ...]:
    """Those of the real instances, by name; their repositories are needed to grade them."""
    return _read(HERE / "real")


def _read(folder: Path) -> tuple[Alternative, ...]:
    return tuple(
        Alternative(find(path.parent.name, None), path.stem, path.read_text("utf-8"))
        for path in sorted(folder.glob("*/*.patch"))
    )
