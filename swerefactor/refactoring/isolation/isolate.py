"""Cuts the isolated reference of an instance out of the developer's commit."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from swerefactor.errors import AnalyserError
from swerefactor.patches import patch_of
from swerefactor.refactoring.isolation.pieces import Piece, cut
from swerefactor.refactoring.isolation.recipe import compose, isolated_changes, merged
from swerefactor.refactoring.isolation.search import Finding, Search, Selection, Spot, declared, touches
from swerefactor.refactoring.types import EXTRACTIONS
from swerefactor.refactoring.verify import apply, refactoring, target
from swerefactor.refactoring.verify.inverse import undone
from swerefactor.refactoring.verify.workbench import Workbench, base_of, java_texts
from swerefactor.repositories import Repositories
from swerefactor.values import (
    Check,
    CheckResult,
    Detection,
    Failure,
    Instance,
    Inversion,
    JavaProject,
    KeptLines,
    MethodRef,
    Prediction,
    Value,
    Verdict,
)

Verify = Callable[[Instance, Prediction], Verdict]


class Isolation(Value):
    """What came of one instance: a recipe, or why there is none."""

    instance_id: str
    reference: tuple[KeptLines, ...] = ()
    failure: Failure | None = None
    verified: bool = False
    """It also compiled, and the tests passed."""
    lines: int = 0
    """Lines that the isolated reference adds and removes."""
    whole_lines: int = 0
    """Lines that the whole commit adds and removes in Java files."""
    calls: int = 0
    seconds: float = 0.0


def isolate(
    instances: Iterable[Instance], bench: Workbench, verify: Verify | None = None, seconds: float = 60.0
) -> Iterator[tuple[Instance, Isolation]]:
    """Each instance as it should be recorded, with what was found; those of one commit share the parsing.

    The search for one takes at most `seconds`. With `verify`, a reference must also compile and pass
    its tests, which come on top.
    """
    commits: dict[str, _Commit] = {}
    for instance in instances:
        if instance.commit not in commits:
            commits = {instance.commit: _Commit(bench, instance)}
        found = _Isolation(bench, commits[instance.commit], instance, verify, seconds).result()
        kind = "commit" if found.failure else "isolated"
        yield instance.model_copy(update={"reference_kind": kind, "reference": found.reference}), found


def repeated(instances: Iterable[Instance], repositories: Repositories) -> dict[str, str]:
    """The instances whose isolated reference is the same edit as an earlier one's, with that one's id."""
    first: dict[tuple[object, ...], str] = {}
    found = {}
    for instance in instances:
        if instance.reference:
            changes = isolated_changes(instance, repositories.open(instance.repository))
            key = (instance.repository, instance.base_commit, *((c.path, c.after) for c in changes))
            if first.setdefault(key, instance.id) != instance.id:
                found[instance.id] = first[key]
    return found


class _Commit:
    """A developer's commit, cut into pieces."""

    def __init__(self, bench: Workbench, instance: Instance) -> None:
        repository = bench.repositories.open(instance.repository)
        base = base_of(instance)
        self.project: JavaProject = bench.build_tool(base).describe(
            lambda path: repository.read(instance.base_commit, path), instance.module
        )
        self.changes = tuple(
            c for c in repository.changes(instance.base_commit, instance.commit) if c.path.endswith(".java")
        )
        before, after = java_texts(self.changes)
        self.detections: tuple[Detection, ...] = ()
        with suppress(AnalyserError):  # too large a commit for RefactoringMiner; the target is still known
            self.detections = bench.analyser.detect(before, after)
        self._methods = bench.analyser.methods(before), bench.analyser.methods(after)

    def pieces(self, seen: Detection | None) -> tuple[Piece, ...]:
        """The change in pieces; the method around the refactored code is one, whatever its name became."""
        same = _one_method(seen) if seen else None
        return cut(self.changes, *self._methods, [same] if same else ())


def _one_method(seen: Detection) -> tuple[MethodRef, MethodRef] | None:
    """The method around the refactored code before and after; its name may have changed, too."""
    if seen.host is None:
        return None
    return (seen.subject, seen.host) if seen.type in EXTRACTIONS else (seen.host, seen.result)


class _Isolation:
    """The search for one instance."""

    def __init__(
        self, bench: Workbench, commit: _Commit, instance: Instance, verify: Verify | None, seconds: float
    ) -> None:
        self._bench = bench
        self._commit = commit
        self._instance = instance
        self._verify = verify
        self._repository = bench.repositories.open(instance.repository)
        self._seen = target.match(instance, commit.detections)
        self._pieces = commit.pieces(self._seen)
        self._search = Search(self._pieces, self._judge, seconds=seconds)

    def result(self) -> Isolation:
        began = time.monotonic()
        recorded = self._recorded()
        known = bool(recorded) and self._search.finding(recorded).failure is None
        selection, finding = self._search.find([recorded] if known else self._seeds())
        failure, verified = finding.failure, False
        if failure is None and self._verify is not None:
            selection, failure = self._verified(selection)
            verified = failure is None
        kept = self._kept(selection)
        return Isolation(
            instance_id=self._instance.id,
            reference=() if failure else kept,
            failure=failure,
            verified=verified,
            lines=sum(k.before_count + k.after_count for k in kept),
            whole_lines=sum(p.lines.before_count + p.lines.after_count for p in self._pieces),
            calls=self._search.calls,
            seconds=time.monotonic() - began,
        )

    def _recorded(self) -> Selection:
        """The pieces of the reference that the instance has already."""
        return frozenset(
            i
            for i, piece in enumerate(self._pieces)
            if any(_holds(kept, piece.lines) for kept in self._instance.reference)
        )

    def _kept(self, selection: Selection) -> tuple[KeptLines, ...]:
        return merged(self._pieces[place].lines for place in selection)

    def _seeds(self) -> Iterator[Selection]:
        """Where to start: what touches the methods of the refactoring; less of it; all that names them."""
        asked, pieces = self._instance.target, self._pieces
        methods = [asked, *self._methods()]
        new = {c.path for c in self._commit.changes if c.before is None} & {m.file for m in methods}
        start = frozenset(
            i
            for i, p in enumerate(pieces)
            if any(touches(p, m) for m in methods) or (p.member is None and p.lines.path in new)
        )
        called = _with_called(start, pieces)
        naming = {i for i, p in enumerate(pieces) if _names(p.gone, asked)}
        near = start if self._seen else called
        seeds = [near, *self._calls(near), start | naming, called | naming]
        yield from dict.fromkeys(_with_imports(seed, pieces) for seed in seeds if seed)

    def _methods(self) -> list[MethodRef]:
        seen = self._seen
        return [m for m in (seen.subject, seen.result, seen.host) if m] if seen else []

    def _calls(self, start: Selection) -> list[Selection]:
        """Of an extraction: the new methods, and of the target only hunks or lines that call them."""
        if self._instance.type not in EXTRACTIONS:
            return []
        pieces = self._pieces
        new = {i for i in start if declared(pieces[i])}
        names = {declared(pieces[i]) for i in new}
        lines = {i for i in start - new if names & _words([i], pieces)}
        groups = {pieces[i].group for i in lines}
        hunks = {i for i in start if pieces[i].group in groups}
        runs = [run for line in sorted(lines) for run in _runs(line, pieces)]
        return [frozenset(new | chosen) for chosen in (hunks, lines, *runs) if chosen]

    # --- The inverse ---------------------------------------------------------------------------

    def _judge(self, selection: Selection) -> Finding:
        """What apply and the refactoring check say of a part; neither compiles nor runs anything."""
        instance, commit = self._instance, self._commit
        changes = compose(commit.changes, self._kept(selection))
        offence = apply.offence(instance, changes, commit.project, self._repository)
        before, after = java_texts(changes)
        try:
            inversion = undone(self._bench, instance, commit.project, before, after)
        except AnalyserError as error:
            return Finding(Failure(reason="analyser", message=error.message), badness=(4,))
        names = tuple(dict.fromkeys((*_unknown(inversion, before), *self._unimported(selection))))
        failure = offence or _failure(instance, inversion, names)
        return _finding(inversion, failure, offence, names)

    def _unimported(self, selection: Selection) -> list[str]:
        """The names in the added lines that the change imports, but this part of it does not."""
        wanted = _with_imports(selection, self._pieces) - selection
        return [name for i in sorted(wanted) for name in _imported(self._pieces[i])]

    # --- Compile and test ----------------------------------------------------------------------

    def _verified(self, selection: Selection) -> tuple[Selection, Failure | None]:
        """The selection, grown by what it needs to compile, and why it still does not pass."""
        assert self._verify is not None
        while True:
            verdict = self._verify(*self._gold(selection))
            failed = verdict.invalid or verdict.first_failed
            if failed is None:
                return selection, None
            grown = selection
            if isinstance(failed, CheckResult) and failed.check is Check.COMPILE:
                grown = self._search.grow(selection, self._missing(selection, failed.evidence))
            if grown == selection or self._judge(grown).failure:
                return selection, Failure(reason=failed.reason, message=failed.message)
            selection = grown

    def _missing(self, selection: Selection, errors: Sequence[str]) -> list[str]:
        """The names on the lines that the compiler complains about, and in its complaints."""
        _, after = java_texts(compose(self._commit.changes, self._kept(selection)))
        found = re.findall(r"\w+", "\n".join(errors))
        for path, text in after.items():
            lines = dict(enumerate(text.splitlines(), 1))
            for number in re.findall(rf"{re.escape(path)}\W+(\d+)", "\n".join(errors)):
                found += re.findall(r"\w+", lines.get(int(number), ""))
        return list(dict.fromkeys(found))

    def _gold(self, selection: Selection) -> tuple[Instance, Prediction]:
        kept = self._kept(selection)
        changes = compose(self._commit.changes, kept)
        patch = patch_of(changes)
        instance = self._instance.model_copy(update={"reference_kind": "isolated", "reference": kept})
        return instance, Prediction(instance_id=instance.id, model_name_or_path="gold", model_patch=patch)


def _holds(kept: KeptLines, lines: KeptLines) -> bool:
    """Whether a recorded part holds these lines, on both sides."""
    return (
        kept.path == lines.path
        and kept.before_line <= lines.before_line
        and lines.before_line + lines.before_count <= kept.before_line + kept.before_count
        and kept.after_line <= lines.after_line
        and lines.after_line + lines.after_count <= kept.after_line + kept.after_count
    )


def _failure(instance: Instance, inversion: Inversion, names: Sequence[str]) -> Failure | None:
    """Why the inverse does not prove that this part is the refactoring and nothing else."""
    judgement = refactoring.judge(instance, (), inversion)
    if judgement.proof.outcome == "proven":
        brings = f"It does not bring {', '.join(names)}."
        return Failure(reason="undefined_symbol", message=brings) if names else None
    if inversion.obstacle:
        return Failure(reason="not_undone", message=inversion.obstacle)
    if not inversion.found or judgement.failure is None:
        return Failure(
            reason="not_seen", message="Undoing it leads nowhere: the change does not have that shape."
        )
    return Failure(
        reason="own_change_mixed", message=f"{judgement.failure.message} ({judgement.failure.reason})"
    )


def _finding(
    inversion: Inversion, failure: Failure | None, offence: Failure | None, names: tuple[str, ...]
) -> Finding:
    wrong = (*inversion.differences, *inversion.frame)
    calls = [call for call in inversion.calls if not call.holder]
    count = len(wrong) + len(calls) + len(inversion.callers_left) + len(names) + bool(offence)
    first = wrong[0] if wrong else None
    return Finding(
        failure,
        badness=(
            bool(failure),
            not inversion.found,
            bool(inversion.obstacle),
            count,
            -max(first.after_line, first.before_line) if first else 0,
        ),
        wrong=(
            *(Spot(d.file, d.before_line, d.after_line) for d in wrong),
            *(Spot(call.file, 0, call.line) for call in calls),
        ),
        needed=inversion.callers_left,
        names=names,
    )


def _unknown(inversion: Inversion, before: dict[str, str]) -> tuple[str, ...]:
    """The names that the change brings without their declaration: no file spoke of them before."""
    texts = "\n".join(before.values())
    words = set(re.findall(r"\w+", texts))
    return tuple(n for n in inversion.unresolved if re.split(r"\W", n.rpartition(".")[2])[0] not in words)


def _runs(line: int, pieces: Sequence[Piece], most: int = 8) -> list[set[int]]:
    """The shortest runs of a hunk's pieces around one of them that open as many brackets as they close."""
    hunk = [i for i, piece in enumerate(pieces) if piece.group == pieces[line].group]
    ends = [(first, last) for first in hunk if first <= line for last in hunk if last >= line]
    runs = [range(first, last + 1) for first, last in sorted(ends, key=lambda run: (run[1] - run[0], run))]
    return [set(run) for run in runs if _balance(run, pieces)][:most]


def _balance(run: Iterable[int], pieces: Sequence[Piece]) -> bool:
    """Whether what comes opens as many brackets as what goes; literals and comments are not told apart."""
    text, gone = "".join(pieces[i].text for i in run), "".join(pieces[i].gone for i in run)
    return all(
        text.count(opening) - text.count(closing) == gone.count(opening) - gone.count(closing)
        for opening, closing in ("()", "{}")
    )


def _with_called(start: Selection, pieces: Sequence[Piece]) -> Selection:
    """With the new methods that the added lines name, and those that these name."""
    selection = start
    while True:
        words = _words(selection, pieces)
        called = {i for i, p in enumerate(pieces) if declared(p) in words}
        if called <= selection:
            return selection
        selection |= called


def _with_imports(start: Selection, pieces: Sequence[Piece]) -> Selection:
    """With the imports of the names in the added lines of the same files."""
    words: dict[str, set[str]] = defaultdict(set)
    for i in start:
        if not _imported(pieces[i]):
            words[pieces[i].lines.path] |= _words([i], pieces)
    return start | {i for i, p in enumerate(pieces) if words[p.lines.path] & set(_imported(p))}


def _imported(piece: Piece) -> list[str]:
    """The simple names that a piece brings by imports, and the base has not."""
    if piece.member is not None:
        return []
    new, old = (
        re.findall(r"^import (?:static )?[\w.]*?(\w+);", text, re.MULTILINE)
        for text in (piece.text, piece.gone)
    )
    return [name for name in new if name not in old]


def _names(text: str, method: MethodRef) -> bool:
    return re.search(rf"\b{re.escape(method.signature.split('(')[0])}\b", text) is not None


def _words(selection: Iterable[int], pieces: Sequence[Piece]) -> set[str]:
    return {word for i in selection for word in re.findall(r"\w+", pieces[i].text)}
