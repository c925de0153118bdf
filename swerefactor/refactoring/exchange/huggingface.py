"""A folder as Hugging Face takes it: the rows, a data card, and whose work the texts in it are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from swerefactor import __version__
from swerefactor.files import write_whole
from swerefactor.refactoring.dataset import digest
from swerefactor.refactoring.types import KINDS
from swerefactor.values import Instance

_CARD = """---
license: other
language: [code]
task_categories: [text-generation]
tags: [code, java, refactoring, benchmark]
size_categories: ["{size}"]
configs:
- config_name: default
  data_files: [{{split: test, path: data/test.jsonl}}]
---
# {title}

{count} refactorings of single methods in Java, made by the developers of {projects}. Exported by
swerefactor {version}; digest of the instances: `{digest}`.

Each row has SWE-bench's fields. `problem_statement` asks for one refactoring of one method, `patch` is
the developers' change: where `reference_kind` is `isolated`, cut down to this refactoring alone, else
all of the commit. A refactoring mends no test: `FAIL_TO_PASS` is empty, `PASS_TO_PASS` names the tests
that run the method and pass before. That these pass does not make a patch right: verdicts also need the
refactoring itself proven, which swerefactor does.

| refactoring | what it is | rows |
|---|---|---|
{types}

| project | licence of its code | rows |
|---|---|---|
{licences}

The facts of rows from PureRefactor (<https://huggingface.co/datasets/easenxu/PureRefactor>, CC-BY-4.0; Yisen
Xu, Jinqiu Yang and Tse-Hsun (Peter) Chen, arXiv:2602.03712) are theirs; all texts come from the projects'
own repositories and stay under the licence that their row names.
"""
_NOTICE = """Texts in this folder are parts of these projects, each under the licence that its rows name:

{projects}

They come from the projects' git repositories at the commits that the rows name.
"""


def write_folder(out: Path, title: str, instances: Sequence[Instance], lines: Iterable[str]) -> None:
    """Write `data/test.jsonl`, `README.md` and `NOTICE` into a folder that is made if needed."""
    (out / "data").mkdir(parents=True, exist_ok=True)
    projects = Counter((instance.repository, instance.licence) for instance in instances)
    types = Counter(instance.type for instance in instances).most_common()
    card = _CARD.format(
        title=title,
        size="n<1K" if len(instances) < 1000 else "1K<n<10K",
        count=len(instances),
        projects=", ".join(sorted({name for name, _ in projects})),
        version=__version__,
        digest=digest(instances),
        types="\n".join(f"| {kind} | {KINDS[kind].definition} | {count} |" for kind, count in types),
        licences="\n".join(f"| {name} | {spdx} | {n} |" for (name, spdx), n in sorted(projects.items())),
    )
    notice = "\n".join(f"  https://github.com/{name} ({spdx})" for name, spdx in sorted(projects))
    for name, text in (
        ("data/test.jsonl", "".join(f"{line}\n" for line in lines)),
        ("README.md", card),
        ("NOTICE", _NOTICE.format(projects=notice)),
    ):
        write_whole(out / name, text.encode("utf-8", "surrogatepass"))
