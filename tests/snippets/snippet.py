"""Snippets: tiny projects with right and wrong answers, many to a file, for check 4 alone.

A snippet begins with `#### name`, then come `type: …`, `target: p.A#f(int)` and, where they are needed,
`destination: p.B` and `new name: g`. Below a line `== <state> :: A` stands the file `p/A.java` without
its package. The state is `base`, or an answer: `right …`, `right? …` (right, but tests may have to vouch
for it), `wrong …`, or `wrong? …` (wrong, and only tests may tell). An answer gives the files that differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from swerefactor.protocols import Analyser
from swerefactor.refactoring.verify import refactoring
from swerefactor.refactoring.verify.refactoring import Judgement
from swerefactor.values import Asked, Destination, Instance, Origin, RefactoringType, Surroundings

_HEAD = re.compile(r"^#### (?P<name>.+)\n", re.MULTILINE)
_FILE = re.compile(r"^== (?P<state>.+?) :: (?P<type>\w+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Snippet:
    """One project with its answers: texts by path."""

    name: str
    facts: Mapping[str, str]
    base: Mapping[str, str]
    answers: Mapping[str, Mapping[str, str]]

    def judge(self, answer: str, analyser: Analyser) -> Judgement:
        """What check 4 says of an answer."""
        changed = self.answers[answer]
        before = {path: text for path, text in self.base.items() if path in changed}
        after = {path: text for path, text in changed.items() if text.partition("\n")[2].strip()}
        others = {path: text for path, text in self.base.items() if path not in changed}
        instance = self._instance(analyser)
        asked = Asked(type=instance.type, target=instance.target, destination=instance.destination)
        inversion = analyser.invert(asked, before, after, others, Surroundings())
        return refactoring.judge(instance, analyser.detect(before, after), inversion)

    def _instance(self, analyser: Analyser) -> Instance:
        class_name, _, signature = self.facts["target"].partition("#")
        (target,) = (
            info.method
            for info in analyser.methods(self.base)
            if (info.method.class_name, _bare(info.method.signature)) == (class_name, _bare(signature))
        )
        return Instance(
            id=self.name,
            project="snippets",
            repository="sample/snippets",
            licence="Apache-2.0",
            base_commit="0" * 40,
            commit="1" * 40,
            type=RefactoringType(self.facts["type"]),
            target=target,
            destination=self._destination(),
            in_test_code=False,
            jdk=25,
            reference_kind="isolated",
            origin=Origin(dataset="snippets", row=self.name),
        )

    def _destination(self) -> Destination | None:
        if "destination" not in self.facts:
            return None
        name = self.facts["destination"]
        file = next(path for path in self.base if path.endswith(f"/{name.split('.')[1]}.java"))
        return Destination(class_name=name, file=file, method=self.facts.get("new name"))


def read(path: Path) -> Iterator[Snippet]:
    """The snippets in a file."""
    _, *parts = _HEAD.split(path.read_text("utf-8"))
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        head, *files = _FILE.split(text)
        states: dict[str, dict[str, str]] = {}
        for state, file, body in zip(files[::3], files[1::3], files[2::3], strict=True):
            states.setdefault(state, {})[f"src/main/java/p/{file}.java"] = f"package p;\n{body}"
        facts = dict(line.split(": ", 1) for line in head.splitlines() if line.strip())
        yield Snippet(name.strip(), facts, states.pop("base"), states)


def _bare(signature: str) -> str:
    return signature.replace(" ", "")
