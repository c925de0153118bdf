"""`swerefactor farm`: the Docker images in which Java is built and tested."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from swerefactor.cli import options
from swerefactor.cli.options import CodeBleuChoice, SandboxChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from swerefactor.farm.disk import StoredImage
    from swerefactor.refactoring.setup import Choices

app = typer.Typer(
    help="Make, check and clean the Docker images in which Java is built.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

Jdk = Annotated[list[int] | None, typer.Option(help="8, 11, 17, 21 or 25; may be repeated (default: all).")]


@app.command()
def build(
    jdk: Jdk = None,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
) -> None:
    """Make the images of the JDKs, and of the base commits of the instances you select.

    [bold]Examples[/bold]

      [cyan]swerefactor farm build[/cyan]                                        all JDKs

      [cyan]swerefactor farm build --split real --project junit4 --repos DIR[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import farming
    from swerefactor.refactoring.dataset import load, select

    restricted = any((split, dataset, project, type, instance, limit))
    chosen = (
        select(load(split, dataset), options.selection(project, type, instance, limit)) if restricted else ()
    )
    jdks = _jdks(jdk) if jdk or not restricted else ()
    with output.Bar() as bar:
        failures = farming.build(chosen, jdks, _choices(repos, ca_bundle, max_disk), workers, output.say, bar)
    for failure in failures:
        print(failure)
    raise typer.Exit(1 if failures else 0)


@app.command()
def check(
    jdk: Jdk = None,
    ca_bundle: options.CaBundle = None,
    json: options.Json = False,
) -> None:
    """Run one gold and one noop on each JDK's image: gold must be resolved, noop must not.

    [bold]Example[/bold]

      [cyan]swerefactor farm check --jdk 8 --jdk 17[/cyan]
    """
    from rich.console import Console
    from rich.table import Table

    from swerefactor.cli import output
    from swerefactor.refactoring import farming

    with output.Bar() as bar:
        found = farming.check(_jdks(jdk), _choices(None, ca_bundle, None), output.say, bar)
    if json:
        output.print_json([each.model_dump(mode="json") for each in found])
    else:
        table = Table(header_style="dim")
        for name in ("JDK", "gold", "noop", "verdict"):
            table.add_column(name)
        for each in found:
            table.add_row(
                str(each.jdk),
                "resolved" if each.gold else "not resolved",
                "resolved" if each.noop else "not resolved",
                "[green]sound[/green]" if each.sound else f"[red]{each.message or 'noop is resolved'}[/red]",
            )
        Console().print(table)
    raise typer.Exit(0 if all(each.sound for each in found) else 1)


@app.command("list")
def list_(json: options.Json = False) -> None:
    """List the images with their own size and when they were used last."""
    from rich.console import Console

    from swerefactor.cli import output
    from swerefactor.farm import disk, engine

    images = disk.stored(engine.connect())
    if json:
        output.print_json(
            [{"name": i.name, "kind": i.kind, "bytes": i.own_bytes, "used": i.used} for i in images]
        )
        return
    Console().print(_table(images))
    print(f"{len(images)} images, {_size(sum(i.own_bytes for i in images))} in all.")


@app.command()
def clean(
    max_disk: Annotated[
        float, typer.Option(min=0, help="GiB that may stay; the least recently used go first.")
    ] = 0,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Show what can be freed, ask, and free it. Images that are needed again are made again.

    [bold]Examples[/bold]

      [cyan]swerefactor farm clean[/cyan]                      everything of swerefactor's

      [cyan]swerefactor farm clean --max-disk 20 --yes[/cyan]  down to 20 GiB
    """
    from rich.console import Console

    from swerefactor.cli import output
    from swerefactor.farm import disk, engine

    client = engine.connect()
    plan = disk.plan_removal(disk.stored(client), int(max_disk * 2**30))
    if not plan:
        output.say("There is nothing to free.")
        return
    Console().print(_table(plan))
    print(f"This frees {_size(sum(i.own_bytes for i in plan))}.", flush=True)
    if not yes and not (sys.stdin.isatty() and typer.confirm("Remove these images?", err=True)):
        output.say("Nothing was removed. Say --yes to remove without being asked.")
        return
    removed = disk.remove(client, plan)
    print(f"Removed {len(removed)} images, {_size(sum(i.own_bytes for i in removed))}.")
    if len(removed) < len(plan):
        output.say(f"{len(plan) - len(removed)} are in use and stay.")


@app.command()
def doctor() -> None:
    """Say what this machine has and lacks, and the command that mends it."""
    from rich.console import Console
    from rich.text import Text

    from swerefactor.farm.doctor import diagnose

    console = Console(soft_wrap=True, highlight=False)
    found = diagnose()
    for each in found:
        console.print(Text("ok    " if each.ok else "lacks ", style="green" if each.ok else "red"), end="")
        console.print(Text(f"{each.name}: ", style="bold") + Text(each.sentence))
        if each.command and not each.ok:
            console.print(Text(f"      TIP: {each.command}", style="cyan"))
    raise typer.Exit(0 if all(each.ok for each in found) else 1)


def _jdks(chosen: list[int] | None) -> tuple[int, ...]:
    from swerefactor.errors import InputError
    from swerefactor.farm.images import JDKS

    for jdk in chosen or ():
        if jdk not in JDKS:
            raise InputError(f"There is no image for JDK {jdk}.", f"Choose from {', '.join(map(str, JDKS))}.")
    return tuple(dict.fromkeys(chosen or JDKS))


def _choices(repos: options.Repos, ca_bundle: options.CaBundle, max_disk: options.MaxDisk) -> Choices:
    return options.choices(
        repos, SandboxChoice.DOCKER, None, CodeBleuChoice.CORRECTED, ca_bundle, max_disk, 1800, 4096
    )


def _table(images: Sequence[StoredImage]) -> Table:
    from datetime import datetime

    from rich.table import Table

    table = Table(header_style="dim", box=None)
    for name in ("kind", "of", "commit", "JDK", "size", "last used"):
        table.add_column(name, justify="right" if name == "size" else "left", no_wrap=True)
    for i in images:
        used = datetime.fromtimestamp(i.used).strftime("%Y-%m-%d %H:%M")
        table.add_row(i.kind, i.repository, i.commit[:10], i.jdk, _size(i.own_bytes), used)
    return table


def _size(count: int) -> str:
    return f"{count / 2**30:.1f} GiB" if count >= 2**30 else f"{count / 2**20:.0f} MiB"
