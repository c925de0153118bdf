"""Shapes of Java code, each a small project with right and wrong answers, as a text file and as git commits.

A file begins with a sentence that says what is special, then `key: value` lines: `type`, `target`
(`p.Cart#total(int)`), and where they are needed `destination`, `new name`, `release`, `encoding`,
`line ends` (`crlf`), `module`, and `refused` (the reason code of an instance that can't be
graded). Then come the files, each below a line `==== <state> :: <path>`. The state is `base`, or
`right …`, `right? …` (right, but tests have to vouch for it) or `wrong …` with a few words; files
of one such answer stand below the same words. An answer gives whole files that differ from the base.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from swerefactor.patches import make_patch
from swerefactor.protocols import Analyser
from swerefactor.repositories import git
from swerefactor.values import Destination, Instance, MethodRef, Origin, Prediction, RefactoringType

Files = dict[str, bytes]

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shapes</groupId><artifactId>{name}</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>{release}</maven.compiler.release>
    <project.build.sourceEncoding>{encoding}</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope>
    </dependency>
  </dependencies>
</project>
"""
_FILE = re.compile(r"^==== (?P<state>.+?) :: (?P<path>.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Shape:
    """One project with the answers to one instance. `answers` maps their words to changed files."""

    name: str
    facts: Mapping[str, str]
    base: Files
    answers: dict[str, Files] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Shape:
        """The shape in a text file; with the usual pom.xml unless it has its own or is a module."""
        head, *rest = _FILE.split(path.read_text("utf-8"))
        facts = dict(line.split(": ", 1) for line in head.splitlines()[1:] if line)
        encoding = facts.get("encoding", "UTF-8")
        states: dict[str, Files] = {}
        for state, place, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            text = text.replace("\n", "\r\n") if facts.get("line ends") == "crlf" else text
            states.setdefault(state, {})[place] = text.encode(encoding)
        base = states.pop("base")
        if "pom.xml" not in base and "module" not in facts:
            pom = POM.format(name=path.stem, release=facts.get("release", "21"), encoding=encoding)
            base["pom.xml"] = pom.encode()
        return cls(path.stem, facts, base, states)

    @cached_property
    def encoding(self) -> str:
        """The encoding of the sources."""
        return self.facts.get("encoding", "UTF-8")

    def patch(self, answer: str) -> str:
        """An answer as the patch that a model would hand in."""
        after = self.answers[answer]
        return make_patch({path: self.base.get(path) for path in after}, {**after})

    def prediction(self, answer: str) -> Prediction:
        """An answer as a prediction."""
        return Prediction(instance_id=self.name, model_name_or_path="by hand", model_patch=self.patch(answer))

    def instance(self, repository: str, commits: Commits, analyser: Analyser) -> Instance:
        """The instance, with the target's lines as the analyser finds them."""
        target = self._target(analyser)
        return Instance(
            id=self.name,
            project=repository.partition("/")[2],
            repository=repository,
            licence="Apache-2.0",
            base_commit=commits.base,
            commit=commits.reference,
            type=RefactoringType(self.facts["type"]),
            target=target,
            destination=self._destination(),
            in_test_code="src/test/" in target.file,
            jdk=17 if "module" in self.facts else 25,
            module=self.facts.get("module", ""),
            reference_kind="isolated",
            origin=Origin(dataset="shapes", row=self.name),
        )

    def _target(self, analyser: Analyser) -> MethodRef:
        class_name, _, signature = self.facts["target"].partition("#")
        sources = {p: c.decode(self.encoding) for p, c in self.base.items() if p.endswith(".java")}
        found = [
            info.method
            for info in analyser.methods(sources)
            if (info.method.class_name, info.method.signature) == (class_name, signature)
        ]
        assert len(found) == 1, f"{self.name}: {self.facts['target']} is there {len(found)} times"
        return found[0]

    def _destination(self) -> Destination | None:
        if "destination" not in self.facts:
            return None
        name = self.facts["destination"]
        file = next(p for p in self.base if p.endswith(f"/{name.replace('.', '/')}.java"))
        return Destination(class_name=name, file=file, method=self.facts.get("new name"))


@dataclass(frozen=True)
class Commits:
    """A shape in a repository: the base commit, and a child with the first answer."""

    base: str
    reference: str


def commit(shape: Shape, git_dir: Path) -> Commits:
    """Write a shape into a bare repository, which is made when it is not there yet."""
    if not git_dir.is_dir():
        git("init", "--bare", "--quiet", str(git_dir))
    base = _commit(git_dir, shape.base)
    first = next(iter(shape.answers.values()), {"notes.txt": b"nothing to answer\n"})
    return Commits(base, _commit(git_dir, {**shape.base, **first}, base))


_SIGNED = {
    f"GIT_{role}_{what}": text
    for role in ("AUTHOR", "COMMITTER")
    for what, text in {"NAME": "x", "EMAIL": "x@example.org", "DATE": "2024-01-01T00:00:00Z"}.items()
}


def _commit(git_dir: Path, files: Files, *parents: str) -> str:
    environment = {**_SIGNED, "GIT_INDEX_FILE": str(git_dir / "index-of-shapes")}

    def run(*arguments: str, input: bytes = b"") -> str:
        return git(f"--git-dir={git_dir}", *arguments, input=input, environment=environment).decode().strip()

    blobs = {path: run("hash-object", "-w", "--stdin", input=content) for path, content in files.items()}
    run("read-tree", "--empty")
    run(
        "update-index", "-z", "--index-info",
        input="".join(f"100644 {blob}\t{path}\0" for path, blob in blobs.items()).encode(),
    )  # fmt: skip
    options = [option for parent in parents for option in ("-p", parent)]
    made = run("commit-tree", run("write-tree"), *options, "-m", "A shape")
    run("update-ref", f"refs/heads/shape-{made}", made)
    return made
