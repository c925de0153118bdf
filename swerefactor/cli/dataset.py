"""`swerefactor dataset`: what instances there are, and their references."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from swerefactor.cli import options
from swerefactor.cli.options import CodeChoice, ExportFormat, ReferenceChoice, SandboxChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from swerefactor.values import Instance

app = typer.Typer(
    help="Look at the data set; mine, validate and exchange instances.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


@app.command("list")
def list_(
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    jdk: Annotated[list[int] | None, typer.Option(help="A JDK; repeatable.")] = None,
    reference: Annotated[ReferenceChoice | None, typer.Option(help="Kind of reference.")] = None,
    code: Annotated[CodeChoice | None, typer.Option(help="Where the method is.")] = None,
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="No commit before this day.")
    ] = None,
    limit: options.Limit = None,
    json: options.Json = False,
) -> None:
    """List instances, a line each: id, type, JDK, date and target.

    [bold]Example[/bold]

      [cyan]swerefactor dataset list --split real --project junit4 --reference isolated[/cyan]
    """
    from rich.console import Console
    from rich.table import Table

    from swerefactor.cli import output
    from swerefactor.refactoring.dataset import load, select

    chosen = [
        found
        for found in select(load(split, dataset), options.selection(project, type, instance, None))
        if (not jdk or found.jdk in jdk)
        and (reference is None or found.reference_kind == reference.value)
        and (code is None or found.in_test_code == (code is CodeChoice.TEST))
        and (since is None or found.date[:10] >= f"{since:%Y-%m-%d}")
    ][:limit]
    if json:
        output.print_json([found.model_dump(mode="json") for found in chosen])
        return
    table = Table(header_style="dim", box=None)
    for name in ("id", "type", "JDK", "date", "target"):
        table.add_column(name, overflow="fold")
    for found in chosen:
        target = f"{found.target.class_name}#{found.target.signature}"
        table.add_row(found.id, found.type.value, str(found.jdk), found.date[:10], target)
    Console().print(table)


@app.command()
def show(
    instance: Annotated[str, typer.Argument(help="Id of an instance.", metavar="ID")],
    dataset: options.Dataset = None,
    repos: options.Repos = None,
    json: Annotated[bool, typer.Option("--json", help="Print the facts alone, as JSON.")] = False,
) -> None:
    """Show an instance: its facts, its tests, what surrounds the method, and the reference as a diff.

    [bold]Example[/bold]

      [cyan]swerefactor dataset show ledger-move-method-1[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import dataset as data
    from swerefactor.refactoring import exhibit

    found = data.find(instance, dataset)
    if json:
        output.print_json(found.model_dump(mode="json"))
    else:
        output.print_exhibit(exhibit.exhibited(found, repos))


@app.command()
def stats(
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    picture: Annotated[
        Path | None,
        typer.Option(help="Draw it, too: a file that ends in .svg or .png.", metavar="FILE"),
    ] = None,
    json: options.Json = False,
) -> None:
    """Count instances by type, project, JDK, year, kind of code and size of the method.

    [bold]Example[/bold]

      [cyan]swerefactor dataset stats --split real --picture real.svg[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring.dataset import load, select
    from swerefactor.refactoring.statistics import composition

    chosen = select(load(split, dataset), options.selection(project, type, None, None))
    counts = composition(chosen)
    if picture is not None:
        from swerefactor.reporting.pictures import bars

        bars(counts, f"{len(chosen)} instances of {dataset.name if dataset else split or 'sample'}", picture)
    output.print_composition(counts, len(chosen), json)


@app.command()
def audit(
    sample: Annotated[int | None, typer.Option(min=1, help="Draw so many for a new sheet.")] = None,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 0,
    raters: Annotated[int, typer.Option(min=2, help="Columns for so many people.")] = 2,
    out: Annotated[Path, typer.Option(help="The new sheet.", metavar="FILE")] = Path("audit.csv"),
    read: Annotated[
        Path | None, typer.Option(help="Read a filled sheet back instead.", metavar="FILE")
    ] = None,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    repos: options.Repos = None,
    json: options.Json = False,
) -> None:
    """Write a sheet on which people judge instances by hand, or say how far they agree.

    Each answers `yes`, `no` or `unsure` to three questions in columns of their own. Agreement is Cohen's
    kappa for two people and Fleiss' for more.

    [bold]Examples[/bold]

      [cyan]swerefactor dataset audit --sample 30 --split real --repos DIR --out audit.csv[/cyan]

      [cyan]swerefactor dataset audit --read audit.csv[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.errors import InputError
    from swerefactor.refactoring import audit as auditing
    from swerefactor.refactoring.dataset import load, select
    from swerefactor.refactoring.exhibit import reference_patch

    if (sample is None) == (read is None):
        raise InputError("Say whether to write a sheet or to read one.", "Give --sample N, or --read FILE.")
    if read is not None:
        output.print_agreements(auditing.agreements(read), json)
        return
    chosen = select(load(split, dataset), options.selection(project, type, None, None))
    drawn = auditing.sampled(chosen, sample or 0, seed)
    auditing.write_sheet(out, drawn, raters, reference_patch(repos))
    print(f"{len(drawn)} instances for {raters} people in {out}. Answers: {', '.join(auditing.ANSWERS)}.")
    for name, question in auditing.QUESTIONS.items():
        print(f"  {name}: {question}")


@app.command()
def mine(
    repository: Annotated[
        str,
        typer.Argument(
            help="owner/name, or a mirror, a checkout or a bundle on this machine.", metavar="REPO"
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where candidates go, a line each.", metavar="FILE")] = Path(
        "candidates.jsonl"
    ),
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="No commit before this day.")
    ] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="No commit after this day.")
    ] = None,
    types: options.Type = None,
    most: Annotated[int | None, typer.Option("--max", min=1, help="Stop at so many candidates.")] = None,
    repos: options.Repos = None,
    workers: options.Workers = 2,
    json: options.Json = False,
) -> None:
    """Walk a history, and write down the refactorings in it that RefactoringMiner calls pure.

    Merges are left out, and commits that change too much to tell one refactoring from another. The same
    command goes on where it was stopped.

    [bold]Example[/bold]

      [cyan]swerefactor dataset mine apache/commons-io --since 2025-01-01 --out commons-io.jsonl[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring.mining.work import Mining, mined

    work = Mining(
        repository=repository,
        out=out,
        since=f"{since:%Y-%m-%d}T00:00:00Z" if since else None,
        until=f"{until:%Y-%m-%d}T23:59:59Z" if until else None,
        types=tuple(types or ()),
        most=most,
        repos=repos,
        workers=workers,
    )
    with output.Bar() as bar:
        found = mined(work, output.say, bar)
    output.print_mined(found, json)


@app.command()
def enrich(
    candidates: Annotated[
        Path | None,
        typer.Option(help="A file that `dataset mine` wrote, instead of a data set.", metavar="FILE"),
    ] = None,
    out: Annotated[Path, typer.Option(help="Where what is found goes, a line each.", metavar="FILE")] = Path(
        "enriched.jsonl"
    ),
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    workers: options.Workers = 2,
) -> None:
    """Find out what surrounds each method: hierarchy, callers and callees, where it could move to.

    With bindings, from the whole tree at the base commit. The same command goes on where it was stopped.

    [bold]Examples[/bold]

      [cyan]swerefactor dataset enrich --split real --repos DIR --out real.enriched.jsonl[/cyan]

      [cyan]swerefactor dataset enrich --candidates candidates.jsonl --repos DIR[/cyan]
    """
    from swerefactor import jsonlines
    from swerefactor.cli import output
    from swerefactor.refactoring import dataset as data
    from swerefactor.refactoring.mining.enrich import enriched
    from swerefactor.values import Candidate

    wanted = options.selection(project, type, instance, limit)
    rows: Sequence[Instance | Candidate] = (
        data.select(jsonlines.read(candidates, Candidate), wanted)
        if candidates is not None
        else data.select(data.load(split, dataset), wanted)
    )
    with output.Bar() as bar:
        done, failed = enriched(rows, out, repos, workers, bar)
    print(f"{done} methods in {out}, {failed} of them without surroundings.")


@app.command()
def validate(
    candidates: Annotated[Path, typer.Argument(help="A file that `dataset mine` wrote.", metavar="FILE")],
    out: Annotated[Path, typer.Option(help="Where valid instances go, a line each.", metavar="FILE")] = Path(
        "instances.jsonl"
    ),
    official: Annotated[
        bool,
        typer.Option(
            "--official/--no-official", help="Also run all tests of a base commit by the project's own build."
        ),
    ] = True,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    time_limit: options.TimeLimit = 1800,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
    json: options.Json = False,
) -> None:
    """Build and test candidates in Docker: each becomes an instance, or is refused with a reason.

    By the oldest JDK that builds the base commit; its tests run in full and then the covering ones four
    times more, the developer's change is isolated where it can be and run three times, and must be resolved,
    which no change at all must not be. The same command goes on where it was stopped.

    [bold]Examples[/bold]

      [cyan]swerefactor dataset validate commons-io.jsonl --repos DIR --out commons-io.instances.jsonl[/cyan]

      [cyan]swerefactor eval --dataset commons-io.instances.jsonl --repos DIR --model gold[/cyan]
    """
    import dataclasses

    from swerefactor import jsonlines
    from swerefactor.cli import output
    from swerefactor.refactoring import dataset as data
    from swerefactor.refactoring.mining.validating import validated
    from swerefactor.values import Candidate

    chosen = data.select(
        jsonlines.read(candidates, Candidate), options.selection(project, type, instance, limit)
    )
    choices = options.usual_choices(repos, ca_bundle, max_disk, time_limit, memory_limit)
    choices = dataclasses.replace(choices, official_pass=official)
    with output.Bar() as bar:
        found = validated(chosen, out, choices, workers, output.say, bar)
    output.print_validated(found, json)
    raise typer.Exit(1 if found.faults else 0)


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="JSON of PureRefactor's form.", metavar="FILE…")],
    out: Annotated[Path, typer.Option(help="Where instances go, a line each.", metavar="FILE")] = Path(
        "imported.jsonl"
    ),
    repos: options.Repos = None,
    json: options.Json = False,
) -> None:
    """Make instances of the official rows, as far as the repositories bear them out.

    Rows call a project by its name alone: its mirror in --repos, OWNER__NAME, says whose it is.

    [bold]Example[/bold]

      [cyan]swerefactor dataset import commons-io.json junit4.json --repos DIR --out official.jsonl[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring.exchange.work import import_rows

    output.print_imported(import_rows(files, out, repos), out, json)


@app.command()
def export(
    format: Annotated[ExportFormat, typer.Option(help="Whose form.")],
    out: Annotated[Path, typer.Option(help="The file; for huggingface a folder.", metavar="PATH")],
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
) -> None:
    """Write instances for other harnesses and agents; all texts are read from git now.

    As JSON lines with SWE-bench's fields, as a folder for Hugging Face (the same rows, a data card, whose
    work they are), or as official rows. Patches stay under the licence of their project, which each row
    names.

    [bold]Example[/bold]

      [cyan]swerefactor dataset export --format swe-bench --split real --repos DIR --out real.jsonl[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import dataset as data
    from swerefactor.refactoring.exchange.work import export_rows

    chosen = data.select(data.load(split, dataset), options.selection(project, type, instance, limit))
    title = (
        f"Refactorings, split {split or 'sample'}" if dataset is None else f"Refactorings of {dataset.name}"
    )
    with output.Bar() as bar:
        lost = export_rows(chosen, title, format.value, out, repos, output.say, bar)
    print(f"{len(chosen) - lost} instances in {out}.")
    raise typer.Exit(1 if lost else 0)


@app.command()
def check(
    official: Annotated[
        list[Path] | None,
        typer.Option(help="Look at the rows of an official file instead; repeatable.", metavar="FILE"),
    ] = None,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    json: options.Json = False,
) -> None:
    """Hold each record against git: commits, method, lines, destination, reference, same edits.

    Exits 1 where something is not as it says.

    [bold]Examples[/bold]

      [cyan]swerefactor dataset check --split real --repos DIR[/cyan]

      [cyan]swerefactor dataset check --official commons-io.json --repos DIR[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring import dataset as data
    from swerefactor.refactoring.exchange.work import check_official, check_rows

    if official:
        found, what = check_official(official, repos), "official rows"
    else:
        chosen = data.select(data.load(split, dataset), options.selection(project, type, instance, limit))
        found, what = check_rows(chosen, repos), f"{len(chosen)} instances"
    output.print_findings(found, what, json)
    raise typer.Exit(1 if found else 0)


@app.command()
def isolate(
    record: Annotated[
        bool, typer.Option("--record", help="Write what is found into the data set's folder.")
    ] = False,
    tests: Annotated[
        bool,
        typer.Option(
            "--tests/--no-tests", help="Run the covering tests four times, or have it compiled alone."
        ),
    ] = True,
    split: options.Split = None,
    dataset: options.Dataset = None,
    project: options.Project = None,
    type: options.Type = None,
    instance: options.InstanceId = None,
    limit: options.Limit = None,
    repos: options.Repos = None,
    sandbox: options.Sandbox = SandboxChoice.AUTO,
    time_limit: options.TimeLimit = 1800,
    memory_limit: options.MemoryLimit = 4096,
    ca_bundle: options.CaBundle = None,
    max_disk: options.MaxDisk = None,
    workers: options.Workers = 1,
    json: options.Json = False,
) -> None:
    """Cut the smallest patch out of each developer's commit that holds the asked refactoring alone.

    Where there is none, the whole commit stays the reference, and the table says why. What is found is
    kept: the same command goes on where it was killed, and takes what is recorded for its start.

    [bold]Examples[/bold]

      [cyan]swerefactor dataset isolate --dataset mine.jsonl --repos DIR[/cyan]

      [cyan]swerefactor dataset isolate --split real --repos DIR --record[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.errors import InputError
    from swerefactor.refactoring import dataset as data
    from swerefactor.refactoring.isolation import recording

    if record and (dataset is not None or split == "lite"):
        raise InputError("--record writes into a split of the data set.", "Leave out --record, see --json.")
    chosen = data.select(data.load(split, dataset), options.selection(project, type, instance, limit))
    choices = options.usual_choices(repos, ca_bundle, max_disk, time_limit, memory_limit, sandbox)
    with output.Bar() as bar:
        found = recording.isolated_references(chosen, choices, tests, workers, output.say, bar)
    if record:
        changed = data.record(split or "sample", recording.recorded(found))
        output.say(f"References: {changed} instances have changed.")
    output.print_references(found, json)
