"""Why one instance of a run came out as it did, for a person to read."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from swerefactor.reporting.foreign import shown
from swerefactor.values import (
    AgentRun,
    CheckResult,
    Instance,
    Message,
    Prediction,
    Proof,
    Status,
    ToolCall,
    Verdict,
)

_STYLE = {Status.PASSED: "green", Status.FAILED: "red", Status.SKIPPED: "dim", Status.BROKEN: "yellow"}


def explain(
    instance: Instance,
    prediction: Prediction | None,
    verdict: Verdict | None,
    log: str | None,
    lines: int = 30,
) -> RenderableType:
    """The four checks, the first that failed and why, the patch, and the end of the log."""
    parts: list[RenderableType] = [Text(instance.id, style="bold"), Text(asked(instance))]
    if verdict is None:
        return Group(*parts, Text("\nThere is no verdict yet; run the same command again to go on."))
    parts += [Text(), _checks(verdict), Text(), *_why(verdict), *_proof(verdict.proof)]
    if prediction is not None and prediction.model_patch:
        parts += [Text("\nPatch", style="bold"), _coloured(prediction.model_patch)]
    if prediction is not None and prediction.agent is not None:
        parts += [Text(f"\nThe agent {_ended(prediction.agent)}.")]
    if prediction is not None and prediction.transcript:
        parts += [Text("\nConversation", style="bold"), *conversation(prediction.transcript)]
    failed = verdict.first_failed
    if log and failed is not None:
        tail = "\n".join(log.rstrip().splitlines()[-lines:])
        parts += [Text("\nEnd of the build log", style="bold"), Text(shown(tail), style="dim")]
    return Group(*parts)


def conversation(transcript: Sequence[Message], lines: int = 12) -> list[RenderableType]:
    """Who said what, who called which tool, and what each reply took; so many lines of each."""
    parts: list[RenderableType] = []
    for message in transcript:
        who = " ".join(filter(None, (message.agent, message.role)))
        parts.append(Text(f"{who}{_taken(message)}", style="bold cyan"))
        parts += [Text(_beginning(message.content, lines))] if message.content else []
        parts += [Text(f"→ {call.name}({_given(call)})", style="magenta") for call in message.calls]
    return parts


def _ended(agent: AgentRun) -> str:
    took = f"after {agent.seconds:.1f} s"
    if agent.ended_by:
        return f"was ended by its {agent.ended_by} limit {took}"
    return f"ended {took} with exit code {agent.exit_code}"


def _taken(message: Message) -> str:
    used = message.usage
    if used is None:
        return ""
    cost = f", ${used.cost:.4f}" if used.cost else ""
    return f" ({used.input_tokens} + {used.output_tokens} tokens, {used.seconds:.1f} s{cost})"


def _given(call: ToolCall) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in call.arguments.items())
    return shown(call.fault or (given if len(given) <= 200 else f"{given[:200]}…"))


def _beginning(text: str, lines: int) -> str:
    found = shown(text.strip()).splitlines()
    more = [f"[… {len(found) - lines} more lines]"] if len(found) > lines else []
    return "\n".join([*found[:lines], *more])


def asked(instance: Instance) -> str:
    """The task in one sentence."""
    target = f"{instance.target.class_name}#{instance.target.signature}"
    to = instance.destination
    where = f" to {to.class_name}{f'#{to.method}' if to.method else ''}" if to else ""
    return f"{instance.type} on {target}{where}, in {instance.repository} at {instance.base_commit[:10]}."


def _checks(verdict: Verdict) -> Table:
    table = Table(header_style="dim")
    for name in ("check", "status", "reason", "seconds"):
        table.add_column(name, justify="right" if name == "seconds" else "left")
    for check in verdict.checks:
        status = Text(check.status.value, style=_STYLE[check.status])
        table.add_row(check.check.value, status, check.reason, f"{check.seconds:.1f}")
    return table


def _why(verdict: Verdict) -> list[RenderableType]:
    if verdict.resolved:
        return [Text("Resolved: all four checks passed.", style="green")]
    if verdict.invalid is not None:
        return [Text(f"Invalid: {shown(verdict.invalid.message)}", style="yellow")]
    failed = verdict.first_failed
    if failed is None:
        return [Text("No check failed, but some were skipped.")]
    return [
        Text(
            f"{failed.check.value.capitalize()} {failed.status.value}: {shown(failed.message)}",
            style=_STYLE[failed.status],
        ),
        *_evidence(failed),
    ]


def _proof(proof: Proof | None) -> list[RenderableType]:
    """What undoing the change showed, and how the extraction compares with the developer's."""
    if proof is None:
        return []
    said = [f"Undone and compared: {proof.outcome}{f' ({proof.obstacle})' if proof.obstacle else ''}."]
    if proof.overlap is not None:
        said.append(f"It shares {proof.overlap:.0%} of its lines with the developer's extraction.")
    if proof.whole_body:
        said.append("It extracts the whole body.")
    return [Text(" ".join(said), style="dim")]


def _coloured(patch: str) -> Text:
    """A patch with its additions and deletions told apart; bytes that are not UTF-8 as question marks."""
    text = Text()
    for line in shown(patch.encode("utf-8", "replace").decode()).splitlines(keepends=True):
        added, removed = line.startswith("+"), line.startswith("-")
        text.append(line, style="green" if added else "red" if removed else "")
    return text


def _evidence(check: CheckResult) -> list[RenderableType]:
    return [Text(f"  {shown(line).expandtabs(1)}", style="dim") for line in check.evidence]
