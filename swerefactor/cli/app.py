"""The command `swerefactor`: its subcommands, and the one place where errors become sentences."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Annotated

import typer

from swerefactor import __version__
from swerefactor.cli import dataset, evaluation, farm, rag, results

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C or SIGTERM ended."""

EXAMPLES = """
Measures how well language models refactor Java.

[bold]Examples[/bold]

  The developers' own code on the sample; needs no key:
  [cyan]swerefactor eval --model gold[/cyan]

  A model on the sample:
  [cyan]swerefactor eval --model gpt-4o-mini --mode simple[/cyan]

  Why an instance failed, and what this machine lacks:
  [cyan]swerefactor explain RUN INSTANCE[/cyan]
  [cyan]swerefactor farm doctor[/cyan]
"""

app = typer.Typer(
    help=EXAMPLES,
    rich_markup_mode="rich",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(evaluation.eval)
app.command()(evaluation.predict)
app.command()(evaluation.verify)
app.command()(results.report)
app.command()(results.explain)
app.add_typer(farm.app, name="farm")
app.add_typer(dataset.app, name="dataset")
app.add_typer(rag.app, name="rag")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"swerefactor {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line.

    Exit code 0: done, whatever the score; 1: done, but something is broken or invalid; 2: could not run.
    """
    from swerefactor.errors import SwerefactorError

    signal.signal(signal.SIGTERM, _interrupt)
    try:
        app()
    except SwerefactorError as error:
        _tell("[red]Error:[/red] ", error.message)
        _tell("[cyan]TIP:[/cyan] ", error.tip)
        sys.exit(2)
    except SystemExit as leaving:
        # Typer turns Ctrl-C into this exit code, wherever it came.
        if leaving.code != INTERRUPTED:
            raise
        _tell("[yellow]Stopped.[/yellow] ", "What is finished is kept: run the same command again to go on.")
        _leave(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(2)


def _leave(code: int) -> None:
    """Exit once the tasks under way have cleaned up behind themselves, and soon in any case."""
    deadline = time.monotonic() + 10
    for thread in threading.enumerate():
        if thread.name.startswith("task"):
            thread.join(max(0.0, deadline - time.monotonic()))
    sys.stdout.flush()
    # Not sys.exit: it would wait for a model's answer that nobody wants any more.
    os._exit(code)


def _tell(label: str, text: str) -> None:
    from rich.console import Console
    from rich.text import Text

    from swerefactor.reporting.foreign import shown

    Console(stderr=True, soft_wrap=True, highlight=False).print(Text.from_markup(label) + Text(shown(text)))


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
