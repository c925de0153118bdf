"""A report for people: Rich tables for the terminal, Markdown for pages. The same rows in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from swerefactor.reporting.foreign import shown
from swerefactor.values import Count, Report

EMBEDDED = "smollm2"
"""The model that comes with the tool, so that everything can be tried without a key."""


@dataclass(frozen=True)
class Grid:
    """A titled table of texts; the first column is left-aligned, the others are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def headline(report: Report) -> str:
    """The result in one sentence: on the instances whose reference holds the refactoring alone.

    Where there is none of these, on those whose reference is a whole commit.
    """
    counted = report.by_reference.get("isolated") or report.by_reference.get("commit")
    if counted is None:
        return f"{report.model} ({report.mode}) was asked for no instance."
    graded = counted.total - counted.broken
    share = f" ({counted.resolved / graded:.1%})" if graded else ""
    answers = "instances" if report.samples == 1 else f"answers, {report.samples} to each instance"
    return f"{report.model} ({report.mode}) resolves {counted.resolved} of {graded} {answers}{share}."


def notes(report: Report) -> tuple[str, ...]:
    """What a reader must know beside the headline, a sentence each."""
    said = [f"Built and tested in the {report.sandbox} sandbox by the {report.build} path."]
    if report.model == EMBEDDED:
        said.append(
            f"{EMBEDDED} is there to try everything without a key: it is too small to refactor, and what it "
            "resolves says nothing of other models."
        )
    if (whole := report.by_reference.get("commit")) is not None:
        said.append(_whole_commits(whole, alone="isolated" not in report.by_reference))
    if len(report.pass_at) > 1:
        chances = ", ".join(f"pass@{k} {chance:.1%}" for k, chance in report.pass_at.items())
        said.append(f"{chances}, over all instances.")
    if report.by_proof:
        said.append(
            "Undone and compared: " + ", ".join(f"{n} {name}" for name, n in report.by_proof.items()) + "."
        )
    if report.sandbox == "local":
        said.append("The local sandbox does not isolate: run only patches that you trust.")
    if report.broken:
        said.append(
            f"{report.broken} broken by our own fault, left out of the rate; the same command retries them."
        )
    if report.invalid:
        said.append(f"{report.invalid} invalid: they can't be graded by the rules; see swerefactor explain.")
    if report.unfinished:
        said.append(f"{report.unfinished} not finished yet; run the same command to go on.")
    if report.codebleu is not None:
        said.append(f"Mean CodeBLEU where the refactoring is seen: {report.codebleu:.3f}.")
    if report.overlap is not None:
        said.append(f"Extractions share {report.overlap:.0%} of their lines with the developers' (mean).")
    if report.usage.input_tokens or report.usage.output_tokens:
        cost = f", ${report.usage.cost:.4f}" if report.usage.cost is not None else ""
        said.append(f"Tokens: {report.usage.input_tokens:,} in, {report.usage.output_tokens:,} out{cost}.")
    return tuple(said)


def _whole_commits(whole: Count, alone: bool) -> str:
    """What is said of instances whose reference is a whole commit, which may hold other changes too."""
    if alone:
        return "Their references are whole commits, which hold other changes too."
    return (
        f"Beside them, {whole.resolved} of {whole.total - whole.broken} whose reference is a whole commit, "
        "which holds other changes too."
    )


def grids(report: Report) -> tuple[Grid, ...]:
    """The tables of a report: by type, by project, by check, and the reasons of failure."""
    check_rows = tuple(
        (name, str(c.passed), str(c.failed), str(c.skipped), str(c.broken))
        for name, c in report.by_check.items()
    )
    found = [
        _counted("By refactoring type", "type", report.by_type.items()),
        _counted("By project", "project", report.by_project.items()),
        Grid("By check", ("check", "passed", "failed", "skipped", "broken"), check_rows),
    ]
    if report.by_reason:
        reasons = tuple((name, str(count)) for name, count in report.by_reason.items())
        found.append(Grid("Why not", ("reason", "answers" if report.samples > 1 else "instances"), reasons))
    for title, instances in (("Broken", report.broken_instances), ("Invalid", report.invalid_instances)):
        if instances:
            found.append(
                Grid(
                    title, ("instance", "why"), tuple((name, _brief(why)) for name, why in instances.items())
                )
            )
    return tuple(found)


def _brief(text: str, most: int = 200) -> str:
    """The first line of a message, for a cell of a table."""
    line = shown(text.strip().splitlines()[0]) if text.strip() else ""
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _counted(title: str, what: str, counts: Iterable[tuple[str, Count]]) -> Grid:
    rows = []
    for name, c in counts:
        graded = c.total - c.broken
        rate = f"{c.resolved / graded:.0%}" if graded else "–"
        rows.append((name, str(c.resolved), str(graded), rate, str(c.by_paper)))
    return Grid(title, (what, "resolved", "of", "rate", "paper's rule"), tuple(rows))


def rich(report: Report) -> RenderableType:
    """For the terminal."""
    parts: list[RenderableType] = [Text(headline(report), style="bold"), *map(Text, notes(report))]
    for grid in grids(report):
        table = Table(title=grid.title, title_justify="left", title_style="bold", header_style="dim")
        for number, name in enumerate(grid.head):
            prose = name == "why"
            table.add_column(name, justify="right" if number and not prose else "left", no_wrap=not prose)
        for row in grid.rows:
            table.add_row(*row)
        parts += [Text(), table]
    return Group(*parts)


def markdown(report: Report) -> str:
    """As Markdown."""
    parts = [f"**{headline(report)}**", *notes(report)]
    for grid in grids(report):
        lines = [_row(grid.head), _row(["---", *["---:"] * (len(grid.head) - 1)]), *map(_row, grid.rows)]
        parts.append(f"### {grid.title}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
