"""`swerefactor eval`, `predict` and `verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from swerefactor.cli import asking, options
from swerefactor.cli.options import BuildChoice, CodeBleuChoice, SandboxChoice, TestsChoice

if TYPE_CHECKING:
    from swerefactor.refactoring.jobs import Job


def eval(
    model: asking.Model = None,
    mode: asking.Mode = None,
    base_url: asking.BaseUrl = None,
    seed: asking.Seed = 0,
    temperature: asking.Temperature = 0.0,
    samples: asking.Samples = 1,
    calls: asking.Calls = None,
    budget: asking.Budget = None,
    prices: asking.PriceFile = None,
    yes: asking.Yes = False,
    agent: asking.Agent = None,
    agent_network: asking.AgentNetwork = False,
    agent_tools: asking.AgentTools = None,
    agent_env: asking.AgentVariable = None,
    agent_time: asking.AgentTime = 1800,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    sandbox: options.Sandbox = SandboxChoice.AUTO,
    build: options.Build = BuildChoice.FAST,
    tests: options.Tests = TestsChoice.COVERING,
    codebleu: options.CodeBleu = CodeBleuChoice.CORRECTED,
    time_limit: options.TimeLimit = 1800,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
    run: options.Run = None,
    fresh: options.Fresh = False,
    json: options.Json = False,
) -> None:
    """Predict, verify and report.

    [bold]Examples[/bold]

      [cyan]swerefactor eval --model gold[/cyan]

      [cyan]swerefactor eval --model gpt-4o-mini --split real --project junit4[/cyan]

      [cyan]swerefactor eval --model NAME --base-url http://localhost:8000/v1[/cyan]

      [cyan]swerefactor eval --model gpt-4o-mini --mode multi-agent --budget 5[/cyan]

      [cyan]swerefactor eval --agent 'mini -t {task_file}' --agent-network --agent-env OPENAI_API_KEY[/cyan]

      [cyan]swerefactor eval --model gold --build official --tests all[/cyan]     slow and sure
    """
    from swerefactor.refactoring import jobs

    job = jobs.Job(
        model=asking.choice(
            model,
            mode,
            base_url,
            seed,
            temperature,
            samples,
            calls,
            budget,
            prices,
            agent,
            agent_network,
            agent_tools,
            agent_env,
            agent_time,
        ),
        split=split,
        dataset=dataset,
        selection=options.selection(project, type, instance, limit),
        choices=options.choices(
            repos, sandbox, build, tests, codebleu, ca_bundle, max_disk, time_limit, memory_limit
        ),
        workers=workers,
        run=run,
        fresh=fresh,
    )
    _evaluate(job, json, yes or budget is not None)


def predict(
    model: asking.Model = None,
    mode: asking.Mode = None,
    base_url: asking.BaseUrl = None,
    seed: asking.Seed = 0,
    temperature: asking.Temperature = 0.0,
    samples: asking.Samples = 1,
    calls: asking.Calls = None,
    budget: asking.Budget = None,
    prices: asking.PriceFile = None,
    yes: asking.Yes = False,
    agent: asking.Agent = None,
    agent_network: asking.AgentNetwork = False,
    agent_tools: asking.AgentTools = None,
    agent_env: asking.AgentVariable = None,
    agent_time: asking.AgentTime = 1800,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    sandbox: options.Sandbox = SandboxChoice.AUTO,
    time_limit: options.TimeLimit = 1800,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
    run: options.Run = None,
    fresh: options.Fresh = False,
) -> None:
    """Only ask the model: writes predictions.jsonl, which verify takes.

    [bold]Example[/bold]

      [cyan]swerefactor predict --model gpt-4o-mini --split lite --run mini[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import jobs

    job = jobs.Job(
        model=asking.choice(
            model,
            mode,
            base_url,
            seed,
            temperature,
            samples,
            calls,
            budget,
            prices,
            agent,
            agent_network,
            agent_tools,
            agent_env,
            agent_time,
        ),
        split=split,
        dataset=dataset,
        selection=options.selection(project, type, instance, limit),
        choices=options.usual_choices(repos, ca_bundle, max_disk, time_limit, memory_limit, sandbox),
        workers=workers,
        run=run,
        fresh=fresh,
    )
    with output.Bar() as bar:
        path = jobs.predict(job, output.say, bar, output.agreeing(yes or budget is not None))
    print(path)


def verify(
    file: Annotated[
        Path, typer.Argument(help="Predictions of any tool (SWE-bench JSON lines).", metavar="FILE")
    ],
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    sandbox: options.Sandbox = SandboxChoice.AUTO,
    build: options.Build = BuildChoice.FAST,
    tests: options.Tests = TestsChoice.COVERING,
    codebleu: options.CodeBleu = CodeBleuChoice.CORRECTED,
    time_limit: options.TimeLimit = 1800,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
    run: options.Run = None,
    fresh: options.Fresh = False,
    json: options.Json = False,
) -> None:
    """Verify predictions that are there already. Without --split, the instances that FILE names.

    [bold]Example[/bold]

      [cyan]swerefactor verify predictions.jsonl --repos DIR[/cyan]

      [cyan]swerefactor verify predictions.jsonl --tests all[/cyan]     not only those that run the target
    """
    from swerefactor.refactoring import jobs
    from swerefactor.refactoring.predictors import opening

    job = jobs.Job(
        model=opening.ModelChoice(name=f"replay:{file}", mode="replay"),
        split=split,
        dataset=dataset,
        selection=options.selection(project, type, instance, limit),
        choices=options.choices(
            repos, sandbox, build, tests, codebleu, ca_bundle, max_disk, time_limit, memory_limit
        ),
        workers=workers,
        run=run,
        fresh=fresh,
    )
    _evaluate(job, json)


def _evaluate(job: Job, json: bool, agreed: bool = True) -> NoReturn:
    from swerefactor.cli import output
    from swerefactor.refactoring import jobs

    with output.Bar() as bar:
        done = jobs.evaluate(job, output.say, bar, output.agreeing(agreed))
    output.print_report(done.report, "json" if json else "table")
    output.say(f"Run folder: {done.path}")
    raise typer.Exit(output.exit_code(done.report))
