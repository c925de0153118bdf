"""Check 4 alone on many small answers, one language feature each: no wrong one proven, no right one refuted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.protocols import Analyser
from tests.snippets import snippet

SNIPPETS = {
    f"{path.stem}/{each.name}": each
    for path in sorted(Path(__file__).parent.glob("*.txt"))
    for each in snippet.read(path)
}
ANSWERS = [(name, answer) for name, each in SNIPPETS.items() for answer in each.answers]
OUTCOMES = {
    "right": {"proven"},
    "right?": {"proven", "unknown"},
    "wrong": {"refuted"},
    "wrong?": {"refuted", "unknown"},
}


@pytest.fixture(scope="module")
def analyser() -> Iterator[Analyser]:
    with JavaAnalyser() as opened:
        yield opened


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_an_answer_is_judged_as_its_name_says(analyser: Analyser, name: str, answer: str) -> None:
    judged = SNIPPETS[name].judge(answer, analyser)
    wanted = OUTCOMES[answer.split()[0]]
    assert judged.proof.outcome in wanted, (judged.failure or judged.proof, judged.evidence)
