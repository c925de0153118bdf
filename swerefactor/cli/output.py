"""What commands print: results on standard output, all else on standard error."""

from __future__ import annotations

import json
import threading
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from swerefactor.values import Report


def say(line: str) -> None:
    """One line to the person who waits, on standard error."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(Text(line, style="dim"))


def print_report(report: Report, form: str) -> None:
    """The report on standard output, as `table`, `md` or `json`."""
    from swerefactor.reporting import tables

    if form == "json":
        print_json(report.model_dump(mode="json"))
    elif form == "md":
        print(tables.markdown(report), end="")
    else:
        Console().print(tables.rich(report))


def print_json(found: object) -> None:
    """JSON on standard output."""
    print(json.dumps(found, indent=1))


def exit_code(report: Report) -> int:
    """0 when done whatever the score, 1 when something is broken or invalid."""
    return 1 if report.broken or report.invalid else 0


class Bar:
    """A progress bar with an estimate on a terminal, plain lines elsewhere, on standard error."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._lock = threading.Lock()
        self._total = self._done = 0
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
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def start(self, total: int) -> None:
        """Told how many tasks there are."""
        self._total = total
        self._task = self._bar.add_task("instances", total=total)

    def done(self, label: str) -> None:
        """Told that one is done."""
        with self._lock:
            self._done += 1
            self._bar.advance(self._task)
            self._console.print(Text(f"[{self._done}/{self._total}] {label}", style="dim"))
