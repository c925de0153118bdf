"""`swerefactor farm`: the Docker images in which Java is built and tested."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from swerefactor.cli import options
from swerefactor.cli.options import SandboxChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from swerefactor.farm.disk import StoredImage

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
        failures = farming.build(
            chosen, jdks, options.usual_choices(repos, ca_bundle, max_disk), workers, output.say, bar
        )
    for failure in failures:
        print(failure)
    raise typer.Exit(1 if failures else 0)


@app.command()
def check(
    jdk: Jdk = None,
    parity: Annotated[
        bool, typer.Option("--parity", help="Compare the fast path with the official one instead.")
    ] = False,
    mutants: Annotated[
        Path | None,
        typer.Option(help="Patches to compare on, as predictions (default: made).", metavar="FILE"),
    ] = None,
    mutants_each: Annotated[int, typer.Option(min=0, help="Mutants to make for each instance.")] = 5,
    all_tests: Annotated[
        bool,
        typer.Option("--all-tests", help="Run all tests beside the covering ones, not only on the sample."),
    ] = False,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    time_limit: options.TimeLimit = 600,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
    json: options.Json = False,
) -> None:
    """Run one gold and one noop on each JDK's image: gold must be resolved, noop must not.

    With --parity: run reference, noop and mutants of the instances you select on the fast path and
    by the project's own build, with the same covering tests; nothing may differ.

    [bold]Examples[/bold]

      [cyan]swerefactor farm check --jdk 8 --jdk 17[/cyan]

      [cyan]swerefactor farm check --parity[/cyan]                           on the sample

      [cyan]swerefactor farm check --parity --split real --limit 12 --repos DIR --json[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.errors import InputError
    from swerefactor.refactoring import farming
    from swerefactor.refactoring.dataset import load, select

    choices = options.usual_choices(repos, ca_bundle, max_disk, time_limit, memory_limit)
    restricted = any((mutants, all_tests, split, dataset, project, type, instance, limit))
    if jdk if parity else restricted:
        raise InputError(
            "With --parity instances are compared, without it the images of JDKs are checked.",
            "Leave out --jdk with --parity; say --parity to choose instances.",
        )
    if not parity:
        with output.Bar() as bar:
            checked = farming.check(_jdks(jdk), choices, output.say, bar)
        output.print_checked(checked, json)
        raise typer.Exit(0 if all(each.sound for each in checked) else 1)
    chosen = select(load(split, dataset), options.selection(project, type, instance, limit))
    plan = farming.parity_plan(mutants_each, mutants, all_tests)
    with output.Bar() as bar:
        found = farming.parity(chosen, plan, choices, workers, output.say, bar)
    output.print_parity(found, json)
    raise typer.Exit(0 if found.agree else 1)


@app.command()
def baseline(
    ship: Annotated[
        bool, typer.Option("--ship", help="Write them, and the covering tests, into the data set's folder.")
    ] = False,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    sandbox: options.Sandbox = SandboxChoice.AUTO,
    time_limit: options.TimeLimit = 3600,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
) -> None:
    """Make the baselines of the instances you select: how the tests end before anything is changed.

    A full pass on each path, then repeats of the covering tests: minutes for each base commit. They
    are made when they are needed, too; this makes them beforehand, and goes on where it was killed.

    [bold]Examples[/bold]

      [cyan]swerefactor farm baseline --dataset mine.jsonl --repos DIR[/cyan]

      [cyan]swerefactor farm baseline --split real --repos DIR --ship[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import farming
    from swerefactor.refactoring.dataset import load, select

    chosen = select(load(split, dataset), options.selection(project, type, instance, limit))
    choices = options.usual_choices(repos, ca_bundle, max_disk, time_limit, memory_limit, sandbox)
    with output.Bar() as bar:
        failures = farming.baselines(chosen, choices, workers, ship, output.say, bar)
    if ship and dataset is None:
        output.say(f"Covering tests: {farming.record_covering(split or 'sample')} instances have changed.")
    for failure in failures:
        print(failure)
    raise typer.Exit(1 if failures else 0)


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
    from swerefactor.farm import disk, engine, runner

    client = engine.connect()
    plan = disk.plan_removal(disk.stored(client), int(max_disk * 2**30))
    # Runners are small, and made anew in seconds: they go when everything goes.
    volumes = () if max_disk else runner.volumes(client)
    if not plan and not volumes:
        output.say("There is nothing to free.")
        return
    if plan:
        Console().print(_table(plan))
    size = _size(sum(i.own_bytes for i in plan))
    print(f"This frees {size}{f' and {len(volumes)} volumes of the runner' if volumes else ''}.", flush=True)
    if not yes and not (sys.stdin.isatty() and typer.confirm("Remove them?", err=True)):
        output.say("Nothing was removed. Say --yes to remove without being asked.")
        return
    removed = disk.remove(client, plan)
    gone = runner.remove_volumes(client, volumes)
    of_runner = f", and {len(gone)} volumes of the runner" if volumes else ""
    print(f"Removed {len(removed)} images, {_size(sum(i.own_bytes for i in removed))}{of_runner}.")
    if stay := len(plan) - len(removed) + len(volumes) - len(gone):
        output.say(f"{stay} are in use and stay.")


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
