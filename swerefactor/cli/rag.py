"""`swerefactor rag`: the index over the examples, and what it finds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from swerefactor.cli import options
from swerefactor.errors import InputError

if TYPE_CHECKING:
    from swerefactor.retrieval.index import Index

app = typer.Typer(
    help="Build and search the examples that mode rag gives to a model.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

Folder = Annotated[
    Path | None,
    typer.Option(
        "--rag", help="A folder with recipe.toml and examples/ (default: the one installed).", metavar="DIR"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]


def _opened(folder: Path | None, repos: Path | None) -> Index:
    from swerefactor.refactoring.predictors.pointed import reader
    from swerefactor.refactoring.setup import Choices, repositories
    from swerefactor.retrieval import setup

    return setup.open_folder(folder, reader(repositories(Choices(repos=repos))))


@app.command()
def build(folder: Folder = None, repos: options.Repos = None, json: Json = False) -> None:
    """Build the index over the examples, unless it is kept already; fetch the weights for that, once.

    Afterwards a search needs no network.

    [bold]Example[/bold]

      [cyan]swerefactor rag build[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.retrieval import index

    built = _opened(folder, repos)
    found = {"key": built.key, "examples": len(built.examples), "folder": str(index.kept_at(built.key))}
    if json:
        output.print_json(found)
    else:
        print(f"{found['examples']} examples in {found['folder']}")


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="What to find examples for.", metavar="TEXT")],
    type: Annotated[
        str | None, typer.Option(help="The refactoring that is asked for, as in extract-method.")
    ] = None,
    folder: Folder = None,
    repos: options.Repos = None,
    json: Json = False,
) -> None:
    """Show what is found for a text: the rank in each list, the fused order, the final place.

    [bold]Example[/bold]

      [cyan]swerefactor rag search "extract the loop that sums prices" --type extract-method[/cyan]
    """
    from swerefactor.cli import output
    from swerefactor.refactoring.dataset import named_type
    from swerefactor.retrieval.index import Query

    if not text.strip():
        raise InputError("The text to find examples for is empty.", "Say what is to be refactored, or how.")
    query = Query(text=text, type=named_type(type) if type else None)
    searched = _opened(folder, repos)
    output.print_hits(searched.search(query), searched.recipe.examples, json)
