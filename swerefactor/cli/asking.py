"""The options that say which model is asked, how, and which agent works in its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from swerefactor.refactoring.predictors.opening import ModelChoice

_MODEL, _AGENT = "The model", "An agent of your own"

Model = Annotated[
    str | None,
    typer.Option(
        help="gold, noop, replay:FILE, smollm2, or a model's name: gpt-4o-mini, anthropic:NAME, ollama:NAME.",
        show_default=False,
        rich_help_panel=_MODEL,
    ),
]
Mode = Annotated[
    str | None,
    typer.Option(
        help="How the model is asked: simple (default), rag, multi-agent; agent comes of --agent.",
        rich_help_panel=_MODEL,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        help="An OpenAI-compatible server, as in http://localhost:8000/v1.",
        metavar="URL",
        rich_help_panel=_MODEL,
    ),
]
Seed = Annotated[int, typer.Option(help="Given to models that take one.", rich_help_panel=_MODEL)]
Temperature = Annotated[
    float, typer.Option(min=0, max=2, help="0 for the likeliest answer.", rich_help_panel=_MODEL)
]
Samples = Annotated[
    int,
    typer.Option(min=1, help="Answers to each instance, each with another seed.", rich_help_panel=_MODEL),
]
Calls = Annotated[
    int | None,
    typer.Option(
        min=1, help="Calls of the model at a time (default: one for each worker).", rich_help_panel=_MODEL
    ),
]
Budget = Annotated[
    float | None,
    typer.Option(
        min=0, help="US dollars; no call is made that may cost more than is left.", rich_help_panel=_MODEL
    ),
]
PriceFile = Annotated[
    Path | None,
    typer.Option(
        help="Prices of models (default: prices/models.toml).", metavar="FILE", rich_help_panel=_MODEL
    ),
]
Yes = Annotated[
    bool,
    typer.Option("--yes", "-y", help="Do not ask whether the run may cost that.", rich_help_panel=_MODEL),
]
Agent = Annotated[
    str | None,
    typer.Option(
        help="A command that carries out the task in the working folder: 'mini -t {task_file}'. "
        "{task} is its text, {model} the --model.",
        metavar="COMMAND",
        rich_help_panel=_AGENT,
    ),
]
AgentNetwork = Annotated[
    bool, typer.Option("--agent-network", help="It may use the network.", rich_help_panel=_AGENT)
]
AgentTools = Annotated[
    Path | None,
    typer.Option(
        help="Folder that holds it, read only in the sandbox; its bin comes first on the search path.",
        metavar="DIR",
        rich_help_panel=_AGENT,
    ),
]
AgentVariable = Annotated[
    list[str] | None,
    typer.Option(
        "--agent-env",
        help="Name of an environment variable that it gets; may be repeated.",
        metavar="NAME",
        rich_help_panel=_AGENT,
    ),
]
AgentTime = Annotated[
    float, typer.Option(min=1, help="Seconds that it has for an instance.", rich_help_panel=_AGENT)
]


def choice(
    model: str | None,
    mode: str | None,
    base_url: str | None,
    seed: int,
    temperature: float,
    samples: int,
    calls: int | None,
    budget: float | None,
    prices: Path | None,
    agent: str | None,
    agent_network: bool,
    agent_tools: Path | None,
    agent_env: list[str] | None,
    agent_time: float,
) -> ModelChoice:
    """What the options say. Raises `InputError` where they don't go together."""
    from swerefactor.errors import InputError
    from swerefactor.refactoring.predictors.opening import ModelChoice
    from swerefactor.refactoring.predictors.outside import AgentCommand

    if agent is None and (mode == "agent" or model is None):
        raise InputError(
            "Mode agent needs a command." if mode == "agent" else "Neither a model nor an agent is named.",
            "Name one: --model gpt-4o-mini, or --agent 'mini -t {task_file}'.",
        )
    if agent is not None and mode not in (None, "agent"):
        raise InputError(
            f"--agent and --mode {mode} don't go together: an agent has a way of its own.", "Leave out one."
        )
    command = None
    if agent is not None:
        command = AgentCommand(
            agent, agent_network, agent_tools, tuple(agent_env or ()), agent_time, model or ""
        )
    name = command.name if command else model or ""
    return ModelChoice(
        name=name,
        mode="agent" if command else mode or "simple",
        base_url=base_url,
        seed=seed,
        temperature=temperature,
        calls=calls,
        budget=budget,
        prices=prices,
        agent=command,
        samples=samples,
    )
