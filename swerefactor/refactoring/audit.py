"""A sheet for people who look at instances by hand, and how far they agree."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from swerefactor import extras
from swerefactor.errors import InputError
from swerefactor.files import write_whole
from swerefactor.refactoring.types import KINDS
from swerefactor.values import Instance, Value

QUESTIONS = {
    "is_type": "Is the reference a refactoring of this type, of this method?",
    "is_pure": "Does it leave behaviour as it was?",
    "is_alone": "Does it hold nothing else?",
}
"""What each rater answers for each instance."""
ANSWERS = ("yes", "no", "unsure")
_FACTS = ("instance_id", "refactoring", "definition", "method", "commit", "patch")


class Agreement(Value):
    """How far raters agree on one question.

    `kappa` is Cohen's for two raters and Fleiss' for more, absent where all answers are the same, so that
    agreement by chance is certain (Cohen, A coefficient of agreement for nominal scales, 1960; Fleiss,
    Measuring nominal scale agreement among many raters, 1971). Rows that a rater left empty are left out.
    """

    question: str
    raters: int
    rated: int
    left_out: int
    agreed: int
    """Rows on which all gave the same answer."""
    kappa: float | None
    answers: Mapping[str, int]


def sampled(instances: Sequence[Instance], count: int, seed: int) -> tuple[Instance, ...]:
    """So many instances, drawn without replacement, in the order of the data set."""
    if count > len(instances):
        raise InputError(f"There are {len(instances)} instances, not {count}.", "Ask for a smaller --sample.")
    chosen = set(random.Random(seed).sample(range(len(instances)), count))
    return tuple(instance for at, instance in enumerate(instances) if at in chosen)


def write_sheet(
    out: Path, instances: Sequence[Instance], raters: int, patch_of: Callable[[Instance], str]
) -> None:
    """A CSV file with a row for each instance and, for each rater, a column for each question."""
    columns = [f"rater_{number}_{question}" for number in range(1, raters + 1) for question in QUESTIONS]
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow([*_FACTS, *columns])
    for instance in instances:
        commit = f"https://github.com/{instance.repository}/commit/{instance.commit}"
        method = f"{instance.target.class_name}#{instance.target.signature}"
        definition = KINDS[instance.type].definition
        facts = (instance.id, instance.type.value, definition, method, commit, patch_of(instance))
        sheet.writerow([*facts, *("" for _ in columns)])
    # With a mark of UTF-8, for spreadsheets.
    write_whole(out, text.getvalue().encode("utf-8-sig", "replace"))


def agreements(sheet: Path) -> tuple[Agreement, ...]:
    """How far the raters of a filled sheet agree, question by question.

    Raises `InputError` for what is no such sheet, or an answer that is none.
    """
    extras.require("statsmodels", "stats", "Agreement")
    rows = _rows(sheet)
    columns = list(rows[0]) if rows else []
    raters = {name.split("_")[1] for name in columns if name.startswith("rater_")}
    if len(raters) < 2:
        raise InputError(f"{sheet} has no columns of two raters.", "Fill a sheet that `dataset audit` wrote.")
    return tuple(_agreement(question, sorted(raters, key=int), rows, sheet) for question in QUESTIONS)


def _rows(sheet: Path) -> list[dict[str, str]]:
    try:
        text = sheet.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{sheet} can't be read: {error}.", "Save the sheet as CSV in UTF-8.") from error
    # Where a comma separates decimals, spreadsheets save with semicolons.
    delimiter = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def _agreement(
    question: str, raters: Sequence[str], rows: Sequence[dict[str, str]], sheet: Path
) -> Agreement:
    given = [[_answer(row, f"rater_{rater}_{question}", sheet) for rater in raters] for row in rows]
    rated = [answers for answers in given if all(answers)]
    return Agreement(
        question=question,
        raters=len(raters),
        rated=len(rated),
        left_out=len(given) - len(rated),
        agreed=sum(len(set(answers)) == 1 for answers in rated),
        kappa=_kappa(rated),
        answers=dict(Counter(answer for answers in rated for answer in answers)),
    )


def _answer(row: Mapping[str, str], column: str, sheet: Path) -> str:
    said = (row.get(column) or "").strip().lower()
    if said and said not in ANSWERS:
        raise InputError(
            f"{sheet}: {row.get('instance_id')} has {said!r} in {column}.", f"Write {', '.join(ANSWERS)}."
        )
    return said


def _kappa(rated: Sequence[Sequence[str]]) -> float | None:
    from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

    if len({answer for answers in rated for answer in answers}) < 2:
        return None
    codes = [[ANSWERS.index(answer) for answer in answers] for answers in rated]
    if len(codes[0]) == 2:
        table = [[sum(pair == [one, other] for pair in codes) for other in range(3)] for one in range(3)]
        return float(cohens_kappa(table, return_results=False))
    counts, _ = aggregate_raters(codes, n_cat=len(ANSWERS))
    return float(fleiss_kappa(counts))
