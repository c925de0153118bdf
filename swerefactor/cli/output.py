"""What commands print: results on standard output, all else on standard error."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from swerefactor.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from swerefactor.refactoring.audit import Agreement
    from swerefactor.refactoring.exchange.official_import import Rows
    from swerefactor.refactoring.exhibit import Exhibit
    from swerefactor.refactoring.farming import Checked
    from swerefactor.refactoring.forecast import Forecast
    from swerefactor.refactoring.isolation.recording import Isolations
    from swerefactor.refactoring.mining.validating import Validated
    from swerefactor.refactoring.mining.work import Mined
    from swerefactor.refactoring.parity import Parity
    from swerefactor.refactoring.soundness import Finding
    from swerefactor.retrieval.index import Hit
    from swerefactor.values import MethodRef, Report


def say(line: str) -> None:
    """One line to the person who waits, on standard error."""
    from swerefactor.reporting.foreign import shown

    Console(stderr=True, soft_wrap=True, highlight=False).print(Text(shown(line), style="dim"))


def print_report(report: Report, form: str) -> None:
    """The report on standard output, as `table`, `md` or `json`."""
    from swerefactor.reporting import tables

    if form == "json":
        print_json(report.model_dump(mode="json"))
    elif form == "md":
        print(tables.markdown(report), end="")
    else:
        Console().print(tables.rich(report))


def print_checked(checked: Sequence[Checked], as_json: bool) -> None:
    """How each JDK's image did, on standard output."""
    if as_json:
        print_json([each.model_dump(mode="json") for each in checked])
        return
    table = Table(header_style="dim")
    for name in ("JDK", "gold", "noop", "verdict"):
        table.add_column(name)
    for each in checked:
        table.add_row(
            str(each.jdk),
            "resolved" if each.gold else "not resolved",
            "resolved" if each.noop else "not resolved",
            "[green]sound[/green]" if each.sound else f"[red]{each.message or 'noop is resolved'}[/red]",
        )
    Console().print(table)


def print_parity(found: Parity, as_json: bool) -> None:
    """What a comparison of the paths gave, on standard output."""
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    console = Console(highlight=False, soft_wrap=True)
    for each in found.differences:
        console.print(
            f"{each.instance}, {each.kind}: {each.what} {each.id}: {each.fast}, officially {each.official}",
            markup=False,
        )
    for place, ids in found.flaky.items():
        console.print(f"{place}: mixed results, so no difference: {', '.join(ids)}", markup=False)
    for place, classes in found.unsaid.items():
        console.print(f"{place}: ended the official JVM before {', '.join(classes)}", markup=False)
    for one in found.narrower:
        console.print(
            f"{one.instance}, {one.kind}: {one.covering} by the covering tests, {one.all} by all",
            markup=False,
        )
    for place, reason in found.left_out.items():
        console.print(f"{place}: left out: {reason}", markup=False)
    times = ", ".join(f"{name} {seconds} s" for name, seconds in found.median_seconds.items())
    console.print(f"Compared {found.compared} trees, {found.mutants} of them mutants; median {times}.")
    console.print(f"{len(found.differences)} differences.", style="green" if found.agree else "red")


def print_references(found: Isolations, as_json: bool) -> None:
    """Which references could be isolated, and why not, on standard output."""
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    table = Table(header_style="dim", box=None)
    for name in ("id", "reference", "lines", "of", "why not"):
        table.add_column(name, overflow="fold")
    for outcome in found.outcomes:
        isolation = outcome.isolation
        failure = isolation.failure
        table.add_row(
            Text(isolation.instance_id),
            "commit" if failure else "isolated",
            "" if failure else str(isolation.lines),
            str(isolation.whole_lines),
            Text(f"{failure.reason}: {failure.message}" if failure else ""),
        )
    Console().print(table)
    why = ", ".join(f"{count} {reason}" for reason, count in found.reasons.items())
    print(f"{found.isolated} of {len(found.outcomes)} isolated{f'; not: {why}' if why else ''}.")


def print_mined(found: Mined, as_json: bool) -> None:
    """What a walk through a history gave: candidates by type, and commits passed over, by reason."""
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    print(f"{found.commits} commits looked at, {sum(found.candidates.values())} candidates in {found.file}.")
    _print_counts("refactoring", "candidates", found.candidates)
    _print_counts("passed over", "commits", found.passed_over)


def print_validated(found: Validated, as_json: bool) -> None:
    """What trying candidates gave: instances by type, and those refused, by reason."""
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    print(
        f"{sum(found.valid.values())} instances in {found.file}, {found.isolated} of them with a reference "
        f"that holds the refactoring alone."
    )
    _print_counts("refactoring", "instances", found.valid)
    _print_counts("refused", "candidates", found.refused)
    for fault in found.faults:
        say(f"Not tried by our own fault, the same command tries again: {fault}")


def print_imported(found: Rows, out: Path, as_json: bool) -> None:
    """How many rows became instances, and why others did not."""
    if as_json:
        print_json({"instances": len(found.instances), "refused": [r.model_dump() for r in found.refused]})
        return
    print(f"{len(found.instances)} instances in {out}, {len(found.refused)} rows refused.")
    for each in found.refused:
        say(f"{each.row}: {each.failure.reason}, {each.failure.message}")


def print_findings(found: Sequence[Finding], what: str, as_json: bool) -> None:
    """What git says against records, a line each."""
    if as_json:
        print_json([finding.model_dump() for finding in found])
        return
    for finding in found:
        print(f"{finding.record}: {finding.what}. {finding.message}")
    records = len({finding.record for finding in found})
    print(f"{what}: {len(found)} findings in {records} of them." if found else f"{what}: all as git has it.")


def print_exhibit(exhibit: Exhibit) -> None:
    """An instance for a person: facts, tests, surroundings, and the reference in colours."""
    from rich.syntax import Syntax

    from swerefactor.refactoring.types import KINDS
    from swerefactor.reporting.foreign import shown

    instance, context = exhibit.instance, exhibit.context
    goal = instance.destination
    facts = {
        "refactoring": f"{instance.type.value}. {KINDS[instance.type].definition}",
        "method": f"{instance.target.class_name}#{instance.target.signature}",
        "in": f"{instance.target.file}, lines {instance.target.start_line} to {instance.target.end_line}",
        "to": f"{goal.class_name}{f', as {goal.method}' if goal.method else ''}" if goal else "",
        "repository": f"{instance.repository} ({instance.licence})",
        "commits": f"{instance.base_commit[:10]} to {instance.commit[:10]}, {instance.date[:10]}",
        "JDK": str(instance.jdk),
        "covering tests": "\n".join(instance.covering_tests),
        "callers": _methods(context.callers),
        "callees": _methods(context.callees),
        "supertypes": "\n".join(context.supertypes),
        "subtypes": "\n".join(context.subtypes),
        "could move to": "\n".join(context.destinations),
        "same edit as": instance.same_edit_as or "",
        "reference": "this refactoring alone"
        if instance.reference_kind == "isolated"
        else "the whole commit, with other changes",
    }
    table = Table(show_header=False, box=None, title=instance.id, title_justify="left")
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for name, text in facts.items():
        if text:
            table.add_row(name, Text(shown(text)))
    console = Console()
    console.print(table)
    patch = shown(exhibit.patch)
    console.print(Syntax(patch, "diff", theme="ansi_dark", background_color="default", word_wrap=True))


def _methods(methods: Sequence[MethodRef]) -> str:
    return "\n".join(f"{each.class_name}#{each.signature}" for each in methods)


def print_composition(counts: Mapping[str, Mapping[str, int]], total: int, as_json: bool) -> None:
    """What a data set is made of, a table for each aspect."""
    if as_json:
        print_json({"instances": total, **counts})
        return
    print(f"{total} instances.")
    for name, values in counts.items():
        _print_counts(name, "instances", values)


def print_agreements(found: Sequence[Agreement], as_json: bool) -> None:
    """How far people agree, a row for each question."""
    if as_json:
        print_json([each.model_dump() for each in found])
        return
    table = Table(header_style="dim")
    table.add_column("question")
    for name in ("rated", "left out", "all agree", "kappa"):
        table.add_column(name, justify="right")
    for each in found:
        share = f"{each.agreed} ({each.agreed / each.rated:.0%})" if each.rated else "–"
        kappa = "–" if each.kappa is None else f"{each.kappa:.3f}"
        table.add_row(each.question, str(each.rated), str(each.left_out), share, kappa)
    Console().print(table)
    print("Kappa is Cohen's for two people, Fleiss' for more; – where there is only one answer.")


def _print_counts(title: str, what: str, counts: Mapping[str, int]) -> None:
    table = Table(header_style="dim")
    table.add_column(title)
    table.add_column(what, justify="right")
    for name, count in counts.items():
        table.add_row(name, str(count))
    if counts:
        Console().print(table)


def print_hits(hits: Sequence[Hit], chosen: int, as_json: bool) -> None:
    """What a search found, on standard output; the first `chosen` go into the prompt."""
    if as_json:
        print_json([hit.model_dump(mode="json") for hit in hits])
        return
    table = Table(header_style="dim", box=None)
    for name in ("place", "BM25", "MiniLM", "fused", "score"):
        table.add_column(name, justify="right")
    for name in ("type", "example"):
        table.add_column(name, overflow="fold")
    for hit in hits:
        table.add_row(
            *(str(rank or "") for rank in (hit.place, hit.bm25_rank, hit.vector_rank, hit.fused_rank)),
            f"{hit.score:.4f}",
            hit.example.type.value,
            Text(hit.example.id),
            style="bold" if hit.place <= chosen else "",
        )
    Console().print(table)
    print(f"The first {min(chosen, len(hits))} go into the prompt." if hits else "There are no examples.")


def print_json(found: object) -> None:
    """JSON on standard output."""
    print(json.dumps(found, indent=1))


def exit_code(report: Report) -> int:
    """0 when done whatever the score, 1 when something is broken or invalid."""
    return 1 if report.broken or report.invalid else 0


def agreeing(yes: bool) -> Callable[[Forecast], None]:
    """Shows what a run will cost, and asks whether it may, unless that is said already."""

    def agree(forecast: Forecast) -> None:
        say(str(forecast))
        if yes:
            return
        if not sys.stdin.isatty():
            raise InputError("Nobody is there to agree to that.", "Say so with --yes, or set a --budget.")
        if not typer.confirm("Go on?", err=True):
            raise typer.Exit(2)

    return agree


class Bar:
    """A progress bar on a terminal, plain lines elsewhere, both with an estimate, on standard error."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._lock = threading.Lock()
        self._total = self._done = 0
        self._began = time.monotonic()
        self._task = TaskID(0)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def start(self, total: int) -> None:
        """Told how many tasks there are."""
        self._total = total
        self._began = time.monotonic()
        self._bar.start()
        self._task = self._bar.add_task("instances", total=total)

    def done(self, label: str) -> None:
        """Told that one is done."""
        from swerefactor.reporting.foreign import shown

        with self._lock:
            self._done += 1
            self._bar.advance(self._task)
            left = "" if self._console.is_terminal else self._left()
            self._console.print(Text(shown(f"[{self._done}/{self._total}] {label}{left}"), style="dim"))

    def _left(self) -> str:
        """How long the rest will take at this pace, once there is a pace and a rest worth telling."""
        gone = time.monotonic() - self._began
        minutes = round(gone / self._done * (self._total - self._done) / 60)
        if gone < 30 or not minutes:
            return ""
        return f" (about {minutes} min left)" if minutes < 90 else f" (about {minutes / 60:.1f} h left)"
