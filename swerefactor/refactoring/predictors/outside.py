"""Mode agent: a command-line agent of the user's own works in a checkout; what it changed is the answer."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from swerefactor.errors import EnvironmentFault, InputError, SandboxError
from swerefactor.farm import maven
from swerefactor.farm.checkout import ONE_COMMIT
from swerefactor.patches import make_patch
from swerefactor.protocols import TOOLS_VARIABLE, Capability, Workspace
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import method_values
from swerefactor.refactoring.verify.workbench import Workbench, base_of
from swerefactor.values import (
    Access,
    AgentRun,
    Completed,
    Failure,
    Instance,
    Limits,
    Message,
    Prediction,
    Usage,
)

TASK = "{task}"
"""Stands in a command for the task's text, quoted for the shell."""
TASK_FILE = "{task_file}"
"""Stands in a command for the path of a file that holds the task."""
MODEL = "{model}"
"""Stands in a command for the model's name."""

MOST_FILES = 200
"""Changed files beyond which an agent's change is no refactoring of one method."""
LARGEST = 4 << 20
"""Bytes of a changed file beyond which the change is refused."""
_SHELL_FOUND_NOTHING = (126, 127)
_OWN_STEPS = Limits(seconds=300, output=64 << 20)
_SHOWN = 200_000
"""Characters of an agent's output that a transcript keeps: the first half and the last."""

# The agent may have done anything to its own repository: what is ignored is asked of a new one. What
# Maven builds is never part of a change, also where the project has no .gitignore.
_GIT = "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git"
_CHECKOUT = f"[ -d .git ] || {{ {ONE_COMMIT} }}"
_TASK_FILE = 'file="${TMPDIR:-/tmp}/task.md"; cat > "$file" && printf %s "$file"'
_NOT_IGNORED = f"""set -e
fresh="$(mktemp -d)"
{_GIT} init --quiet --bare "$fresh"
find . -name pom.xml -not -path '*/src/*' | sed 's/^\\.//; s/pom.xml$/target\\//' > "$fresh/info/exclude"
{_GIT} --git-dir="$fresh" --work-tree=. -c core.quotePath=false ls-files --others --exclude-standard -z
"""
_IDS = f"{_GIT} hash-object --no-filters --stdin-paths"


class AgentMissing(EnvironmentFault):
    """The sandbox has no such program: no instance can go better than this one."""

    reason = "agent_missing"


@dataclass(frozen=True)
class AgentCommand:
    """A command-line agent, and what it may reach."""

    line: str
    """What the shell runs, with `{task_file}` or `{task}` in it."""
    network: bool = False
    tools: Path | None = None
    """A folder that holds the agent; its `bin` comes first on the search path."""
    variables: tuple[str, ...] = ()
    """Names of the environment variables that it gets, such as that of its key."""
    seconds: float = 1800.0
    model: str = ""

    def __post_init__(self) -> None:
        if TASK not in self.line and TASK_FILE not in self.line:
            raise InputError(
                f"--agent {self.line!r} does not say where the task goes.",
                "Write {task_file} for a file that holds it, or {task} for its text.",
            )
        try:
            shlex.split(self.line)
        except ValueError as error:
            raise InputError(
                f"--agent {self.line!r} is no shell command: {error}.", "Mend its quotation marks."
            ) from error
        if self.tools is not None and not self.tools.is_dir():
            raise InputError(f"--agent-tools {self.tools} is not a folder.", "Name the folder of the agent.")
        for name in self.variables:
            if name not in os.environ:
                raise InputError(f"The environment variable {name} is not set.", f"Set it: export {name}=…")

    @property
    def name(self) -> str:
        """The model's name, else the program's."""
        return self.model or Path(next(iter(shlex.split(self.line)), "agent")).name

    @property
    def identity(self) -> str:
        """Changes whenever what the agent does may."""
        tools = _digest(self.tools) if self.tools else ""
        return f"{self.line} {self.model} {self.network=} {self.seconds=} {tools}"

    def filled(self, task: str, file: str) -> str:
        """The command line for one task."""
        values = {TASK: task, TASK_FILE: file, MODEL: self.model}
        names = "|".join(map(re.escape, values))
        return re.sub(names, lambda found: shlex.quote(values[found[0]]), self.line)

    @property
    def environment(self) -> dict[str, str]:
        """The variables that it gets."""
        return {name: os.environ[name] for name in self.variables}


class AgentPredictor:
    """Lets a command-line agent work on each instance in a workspace of its own."""

    def __init__(self, command: AgentCommand, bench: Workbench, prompts: Prompts | None = None) -> None:
        self.name = command.name
        self._command = command
        self._bench = bench
        self._prompts = prompts or Prompts()
        texts = self._prompts.identity("agent", "types", "destination")
        self.identity = f"agent/1 {command.identity} {bench.sandbox.name} {texts}"

    def predict(self, instance: Instance) -> Prediction:
        """What the agent changed, whatever its exit code; a failure where it changed nothing.

        Raises `AgentMissing` when the sandbox has no such program, and `InvalidInstance` as mode
        simple does.
        """
        base = BaseFiles(self._bench.repositories.open(instance.repository), instance.base_commit)
        values = method_values(instance, base, self._prompts)
        task = self._prompts.load("agent/task").fill(values | {"build": self._how_to_build(instance)})
        tools = str(self._command.tools.resolve()) if self._command.tools else ""
        access = Access(network=self._command.network, tools=tools)
        limits = self._bench.limits.model_copy(update={"seconds": self._command.seconds})
        with self._bench.sandbox.workspace(base_of(instance), limits, access) as workspace:
            _must(workspace.run(["sh", "-c", _CHECKOUT], _OWN_STEPS))
            file = _must(workspace.run(["sh", "-c", _TASK_FILE], _OWN_STEPS, stdin=task.encode())).output
            ran = self._work(workspace, task, file, limits)
            patch, failure = "", None
            try:
                patch = _patch(workspace, base)
            except _TooLarge as error:
                failure = Failure(reason="too_large", message=str(error))
        return Prediction(
            instance_id=instance.id,
            model_name_or_path=self.name,
            model_patch=patch,
            usage=Usage(seconds=ran.seconds),
            failure=failure or (None if patch else _nothing(ran)),
            transcript=(
                Message(role="user", content=task),
                Message(role="assistant", content=self._shown(ran.output), usage=Usage(seconds=ran.seconds)),
            ),
            agent=AgentRun(exit_code=ran.exit_code, seconds=ran.seconds, ended_by=ran.ended_by),
        )

    def _work(self, workspace: Workspace, task: str, file: str, limits: Limits) -> Completed:
        # Not part of the user's line: a program of the image must not hide one that he brought.
        path = f'[ -z "${TOOLS_VARIABLE}" ] || PATH="${TOOLS_VARIABLE}/bin:$PATH"; '
        line = path + self._command.filled(task, file)
        ran = workspace.run(["sh", "-c", line], limits, self._command.environment)
        if ran.exit_code in _SHELL_FOUND_NOTHING and not ran.ended_by:
            said = self._shown(ran.output).strip()[-300:]
            raise AgentMissing(
                f"The sandbox can't start the agent: {said}",
                "Name the folder that holds it with --agent-tools, or use --sandbox local.",
            )
        return ran

    def _how_to_build(self, instance: Instance) -> str:
        """The official command where the sandbox can carry it out, else what any machine might."""
        official = Capability.OFFICIAL_BUILD in self._bench.sandbox.capabilities
        return shlex.join(maven.command(["test"], instance.module)) if official else "mvn test"

    def _shown(self, output: str) -> str:
        """An agent's output without the values of the variables that it was given."""
        for value in self._command.environment.values():
            if len(value) > 7:
                output = output.replace(value, "[secret]")
        if len(output) <= _SHOWN:
            return output
        half = _SHOWN // 2
        return f"{output[:half]}\n[… {len(output) - _SHOWN} characters left out …]\n{output[-half:]}"


class _TooLarge(Exception):
    """A change that can't be a refactoring of one method."""


def _patch(workspace: Workspace, base: BaseFiles) -> str:
    """What differs from the base commit, but for what the project's own .gitignore leaves out."""
    there = {path for path in workspace.list("", "") if not path.startswith(".git/")}
    listed = _must(workspace.run(["sh", "-c", _NOT_IGNORED], _OWN_STEPS)).output.split("\0")
    kept = sorted(path for path in there & (base.files | set(listed)) if path.isprintable())
    ids = dict(zip(kept, _ids(workspace, kept), strict=True))
    changed = sorted(path for path in ids.keys() | base.files if ids.get(path) != base.ids.get(path))
    if len(changed) > MOST_FILES:
        raise _TooLarge(f"{len(changed)} files are changed.")
    if not changed:
        return ""
    after = dict(_contents(workspace, changed, ids))
    return make_patch({path: base.read(path) for path in changed}, after)


def _ids(workspace: Workspace, paths: Iterable[str]) -> list[str]:
    given = "".join(f"{path}\n" for path in paths).encode()
    return _must(workspace.run(["sh", "-c", _IDS], _OWN_STEPS, stdin=given)).output.split() if given else []


def _contents(
    workspace: Workspace, paths: Iterable[str], there: dict[str, str]
) -> Iterator[tuple[str, bytes | None]]:
    for path in paths:
        content = workspace.get(path) if path in there else None
        if content is not None and len(content) > LARGEST:
            raise _TooLarge(f"{path} has {len(content) >> 20} MiB.")
        yield path, content


def _nothing(ran: Completed) -> Failure:
    if ran.ended_by:
        return Failure(
            reason="agent_limit", message=f"Ended by its {ran.ended_by} limit; nothing is changed."
        )
    if ran.exit_code:
        said = (ran.output.strip().splitlines() or ["no output"])[-1][:200]
        return Failure(
            reason="agent_failed", message=f"Exit code {ran.exit_code}, nothing is changed: {said}"
        )
    return Failure(reason="no_edit", message="The agent ended well and changed nothing.")


def _must(completed: Completed) -> Completed:
    if completed.ok:
        return completed
    why = completed.ended_by or completed.output.strip()[-500:]
    raise SandboxError(f"An agent's workspace can't be read: {why}.", "Run it again.")


def _digest(folder: Path) -> str:
    """A hash over all files of a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
