"""`swerefactor report` and `explain`: what a run says, read from its folder alone."""

from __future__ import annotations

from typing import Annotated

import typer

from swerefactor.cli import options
from swerefactor.cli.options import FormatChoice

RunName = Annotated[str, typer.Argument(help="Name of a run below runs/, or its path.", metavar="RUN")]


def report(run: RunName, format: options.Format = FormatChoice.TABLE, json: options.Json = False) -> None:
    """Print the report of a run.

    [bold]Example[/bold]

      [cyan]swerefactor report runs/mini --format md[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import jobs

    found = jobs.report(run)
    output.print_report(found, "json" if json else format.value)
    raise typer.Exit(output.exit_code(found))


def explain(
    run: RunName,
    instance: Annotated[str, typer.Argument(help="Id of an instance.", metavar="ID")],
    sample: Annotated[int, typer.Option(min=1, help="Which of several answers.")] = 1,
) -> None:
    """Say why an instance came out as it did: the first failed check, the patch, the end of the log.

    [bold]Example[/bold]

      [cyan]swerefactor explain runs/mini ledger-move-method-1[/cyan]
    """
    from rich.console import Console

    from swerefactor.refactoring import jobs

    Console(highlight=False).print(jobs.explain(run, instance, sample - 1), soft_wrap=True)
