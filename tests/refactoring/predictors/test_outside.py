"""Mode agent with scripted agents, for real: what they change is the answer, whatever else they do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from swerefactor.errors import EnvironmentFault, InputError
from swerefactor.refactoring import jobs
from swerefactor.refactoring.dataset import Selection
from swerefactor.refactoring.predictors.opening import ModelChoice
from swerefactor.refactoring.predictors.outside import AgentCommand
from swerefactor.refactoring.setup import Choices
from swerefactor.runs.folder import RunFolder
from swerefactor.values import Prediction
from tests.refactoring.test_jobs import EXTRACT, Quiet, gold_patch

if TYPE_CHECKING:
    from docker import DockerClient


def job(
    tmp_path: Path, command: AgentCommand, sandbox: Literal["local", "docker"] = "local", run: str = "run"
) -> jobs.Job:
    return jobs.Job(
        model=ModelChoice(command.name, "agent", agent=command),
        selection=Selection(instances=(EXTRACT,)),
        choices=Choices(sandbox=sandbox),
        run=str(tmp_path / run),
    )


def predicted(
    tmp_path: Path, command: AgentCommand, sandbox: Literal["local", "docker"] = "local"
) -> Prediction:
    jobs.predict(job(tmp_path, command, sandbox), lambda line: None, Quiet())
    (prediction,) = RunFolder.open(tmp_path / "run").predictions
    return prediction


def agent(tmp_path: Path, script: str) -> Path:
    """A folder of tools with the program `agent`; the developer's patch lies beside it."""
    tools = tmp_path / "tools"
    (tools / "bin").mkdir(parents=True)
    program = tools / "bin" / "agent"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    (tools / "right.patch").write_bytes(gold_patch(EXTRACT).encode("utf-8", "surrogateescape"))
    return tools


APPLY = 'git apply "$SWEREFACTOR_TOOLS/right.patch"'


def test_what_an_agent_changed_is_the_answer(tmp_path: Path) -> None:
    tools = agent(tmp_path, f'{APPLY}; echo done with "$1"; exit 3')
    done = jobs.evaluate(
        job(tmp_path, AgentCommand("agent {task_file}", tools=tools)), lambda line: None, Quiet()
    )
    assert done.report.resolved == 1
    (prediction,) = RunFolder.open(done.path).predictions
    assert prediction.agent is not None
    assert prediction.agent.exit_code == 3
    assert "done with" in prediction.transcript[-1].content
    assert "Extract Method" in prediction.transcript[0].content


def test_the_same_in_docker_without_network_or_the_hosts_files(client: DockerClient, tmp_path: Path) -> None:
    look = f"ls {tmp_path} /proc/net/route; cat /proc/net/route; touch $SWEREFACTOR_TOOLS/x; mvn -v"
    tools = agent(tmp_path, f"{APPLY}; {look}")
    done = jobs.evaluate(
        job(tmp_path, AgentCommand("agent {task_file}", tools=tools), "docker"), lambda line: None, Quiet()
    )
    assert done.report.resolved == 1
    said = RunFolder.open(done.path).predictions[0].transcript[-1].content
    assert f"'{tmp_path}': No such file" in said
    assert "Read-only file system" in said
    assert "Apache Maven" in said
    assert "eth0" not in said


def test_the_network_is_there_when_it_is_allowed(client: DockerClient, tmp_path: Path) -> None:
    command = AgentCommand("cat /proc/net/route $SSL_CERT_FILE; : {task}", network=True)
    said = predicted(tmp_path, command, "docker").transcript[-1].content
    assert "eth0" in said


def test_build_output_and_the_agents_own_commits_do_not_matter(tmp_path: Path) -> None:
    mess = "mkdir -p target/classes; echo x > target/classes/A.class; git add -A; git commit -qm done; rm -rf .git"
    tools = agent(tmp_path, f"{APPLY}; {mess}")
    patch = predicted(tmp_path, AgentCommand("agent {task}", tools=tools)).model_patch
    assert patch.count("diff --git") == gold_patch(EXTRACT).count("diff --git")


def test_new_deleted_and_binary_files_are_part_of_the_change(tmp_path: Path) -> None:
    script = "echo new > notes/n.txt; printf '\\0\\1' > data; rm pom.xml; ln -s / link; chmod +x README.md"
    patch = predicted(tmp_path, AgentCommand(f"mkdir notes; {script}; : {{task}}")).model_patch
    assert [line.split(" b/")[1] for line in patch.splitlines() if line.startswith("diff --git")] == [
        "data",
        "notes/n.txt",
        "pom.xml",
    ]


def test_history_and_solution_are_not_there(tmp_path: Path) -> None:
    said = predicted(tmp_path, AgentCommand("git log --oneline --all; git remote; : {task}")).transcript[-1]
    assert said.content.splitlines() == [said.content.strip()]
    assert said.content.endswith("Base commit\n")


@pytest.mark.parametrize(
    ("script", "seconds", "reason"),
    [
        ("echo no; : {task}", 60, "no_edit"),
        ("echo broken pipe; : {task}; exit 5", 60, "agent_failed"),
        ("sleep 600; : {task}", 1, "agent_limit"),
        ("for i in $(seq 300); do echo $i > f$i; done; : {task}", 60, "too_large"),
    ],
)
def test_an_agent_without_a_usable_change_has_failed(
    tmp_path: Path, script: str, seconds: float, reason: str
) -> None:
    failure = predicted(tmp_path, AgentCommand(script, seconds=seconds)).failure
    assert failure is not None
    assert failure.reason == reason


def test_what_is_changed_when_time_is_over_counts(tmp_path: Path) -> None:
    prediction = predicted(tmp_path, AgentCommand("echo >> pom.xml; sleep 600; : {task}", seconds=2))
    assert "pom.xml" in prediction.model_patch
    assert prediction.agent is not None
    assert prediction.agent.ended_by == "time"


def test_an_agent_gets_the_variables_that_are_named_and_no_run_folder_holds_their_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_KEY", "sk-0123456789")
    monkeypatch.setenv("OTHER_KEY", "other-0123456789")
    predicted(tmp_path, AgentCommand("env; : {task}", variables=("AGENT_KEY",)))
    kept = b"".join(path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file())
    assert b"AGENT_KEY=[secret]" in kept
    assert b"0123456789" not in kept


def test_a_program_that_is_not_there_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        jobs.evaluate(job(tmp_path, AgentCommand("no-such-agent {task}")), lambda line: None, Quiet())
    assert "no-such-agent" in caught.value.message


def test_the_task_is_one_word_for_the_shell() -> None:
    assert AgentCommand("a {task} {model}", model="m").filled("it's; rm {model}", "") == (
        "a 'it'\"'\"'s; rm {model}' m"
    )


def test_another_command_or_another_file_of_the_agent_is_another_agent(tmp_path: Path) -> None:
    tools = agent(tmp_path, "true")
    before = AgentCommand("agent {task}", tools=tools).identity
    assert AgentCommand("agent -v {task}", tools=tools).identity != before
    (tools / "bin" / "agent").write_text("#!/bin/sh\nfalse\n")
    assert AgentCommand("agent {task}", tools=tools).identity != before


@pytest.mark.parametrize(
    ("line", "tools", "variables", "named"),
    [
        ("agent", None, (), "{task_file}"),
        ("agent {task}", Path("no-such-folder"), (), "no-such-folder"),
        ("agent {task}", None, ("NO_SUCH_VARIABLE",), "NO_SUCH_VARIABLE"),
        ("agent '{task}", None, (), "quotation"),
    ],
)
def test_a_command_that_can_not_work_is_refused_at_once(
    line: str, tools: Path | None, variables: tuple[str, ...], named: str
) -> None:
    assert "NO_SUCH_VARIABLE" not in os.environ
    with pytest.raises(InputError) as caught:
        AgentCommand(line, tools=tools, variables=variables)
    assert named in caught.value.message + caught.value.tip
