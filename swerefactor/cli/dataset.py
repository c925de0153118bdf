"""`swerefactor dataset`: what instances there are."""

from __future__ import annotations

from typing import Annotated

import typer

from swerefactor.cli import options

app = typer.Typer(help="Look at the data set.", no_args_is_help=True, rich_markup_mode="rich")


@app.command("list")
def list_(
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
) -> None:
    """List instances, a line each: id, type, JDK and target.

    [bold]Example[/bold]

      [cyan]swerefactor dataset list --split real --project junit4[/cyan]
    """
    from rich.console import Console
    from rich.table import Table

    from swerefactor.refactoring.dataset import load, select

    table = Table(header_style="dim", box=None)
    for name in ("id", "type", "JDK", "target"):
        table.add_column(name, overflow="fold")
    for found in select(load(split, dataset), options.selection(project, type, instance, limit)):
        table.add_row(
            found.id, found.type.value, str(found.jdk), f"{found.target.class_name}#{found.target.signature}"
        )
    Console().print(table)


@app.command()
def show(
    instance: Annotated[str, typer.Argument(help="Id of an instance.", metavar="ID")],
    dataset: options.Dataset = None,
) -> None:
    """Print all facts of an instance as JSON.

    [bold]Example[/bold]

      [cyan]swerefactor dataset show ledger-move-method-1[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring.dataset import find

    output.print_json(find(instance, dataset).model_dump(mode="json"))
