"""`agents/workflow.toml`: which tools the agents have, and how long they may go on."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from swerefactor import material
from swerefactor.errors import InputError


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AgentLimits(_Part):
    """How long the agents may go on with one instance; the file says what each limit is for."""

    turns: int = Field(ge=1)
    compile_checks: int = Field(ge=0)
    refactoring_checks: int = Field(ge=0)
    repair_rounds: int = Field(ge=0)
    same_calls: int = Field(ge=1)
    output: int = Field(ge=200)


DeveloperTool = Literal[
    "read_file", "read_class", "callers", "callees", "hierarchy", "project_tree", "search", "destinations",
    "edit", "create_file", "delete_file",
]  # fmt: skip
ReviewerTool = Literal["show_change", "compile_and_test", "find_refactorings", "check_style", "read_file"]


class Developer(_Part):
    """What the developer may call."""

    tools: tuple[DeveloperTool, ...]


class Reviewer(_Part):
    """What the reviewer may call."""

    tools: tuple[ReviewerTool, ...]


class Expected(_Part):
    """What an instance takes, roughly; only the forecast before a paid run rests on it."""

    input_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)


class Workflow(_Part):
    """The whole file."""

    limits: AgentLimits
    forecast: Expected
    developer: Developer
    reviewer: Reviewer


@dataclass(frozen=True)
class Agents:
    """The folder of the agents: the workflow, and the texts that they are told."""

    folder: Path
    workflow: Workflow

    @classmethod
    def read(cls, folder: Path | None = None) -> Agents:
        """The agents of a folder, by default the project's own. Raises `InputError` for one that is wrong."""
        home = folder or material.folder("agents")
        place = home / "workflow.toml"
        try:
            return cls(home, Workflow.model_validate(tomllib.loads(place.read_text("utf-8"))))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise InputError(f"{place} can't be read: {error}.", "Mend the file.") from error
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise InputError(f"{place}: {where}: {first['msg'].lower()}.", "Mend the file.") from error

    @property
    def identity(self) -> str:
        """A hash over all files of the folder."""
        digest = hashlib.sha256()
        for path in sorted(path for path in self.folder.iterdir() if path.is_file()):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()
