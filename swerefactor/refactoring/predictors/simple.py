"""Mode simple: one prompt with what surrounds the method, one reply with the edits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from swerefactor import scratch
from swerefactor.errors import InvalidInstance
from swerefactor.models import UnusableReply
from swerefactor.patches import make_patch
from swerefactor.protocols import Analyser, Model
from swerefactor.refactoring.predictors.edits import EditError, apply_edits, encoding_of
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.repositories import Repositories, Repository, git
from swerefactor.values import (
    Destination,
    Failure,
    Instance,
    Message,
    MethodContext,
    MethodRef,
    Prediction,
    RefactoringType,
    Reply,
    Usage,
)

PROMPT_LIMIT = 60_000
"""Characters of a request beyond which its sections are shortened; some 15,000 tokens of Java."""
REPAIRS = 1
"""How often a model may mend edits that can't be applied."""

_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_NONE = "(none)"
_LEFT_OUT = "(left out for its length)"


class SimplePredictor:
    """Asks a model for one refactoring, and once more when its edits can't be applied."""

    def __init__(
        self,
        model: Model,
        repositories: Repositories,
        analyser: Analyser,
        prompts: Prompts | None = None,
        limit: int = PROMPT_LIMIT,
    ) -> None:
        self.name = model.name
        self._model = model
        self._repositories = repositories
        self._prompts = prompts or Prompts()
        self._request = Request(analyser, self._prompts, limit)
        texts = self._prompts.identity("simple", "types", "destination")
        self.identity = f"simple/1 {model.identity} {limit=} {texts}"

    def predict(self, instance: Instance) -> Prediction:
        """The patch that the model's edits make.

        What the model does wrong (`EditError` after the repair, `UnusableReply`) is the
        prediction's failure. Raises `ModelError` when the service failed, for then nothing is
        known of the model, and `InvalidInstance` for a target that is not at the base commit.
        """
        repository = self._repositories.open(instance.repository)
        base = BaseFiles(repository, instance.base_commit)
        talk = Conversation(self._model, self._prompts.load("simple/system").fill({}))
        request = self._request.text(instance, base)
        patch, failure = "", None
        try:
            patch = self._patch(talk, request, base)
        except (EditError, UnusableReply) as error:
            failure = Failure(reason=error.reason, message=error.message)
        return Prediction(
            instance_id=instance.id,
            model_name_or_path=self.name,
            model_patch=patch,
            usage=talk.usage,
            failure=failure,
            transcript=tuple(talk.messages),
        )

    def _patch(self, talk: Conversation, request: str, base: BaseFiles) -> str:
        for _ in range(REPAIRS):
            try:
                return base.patch(talk.ask(request))
            except EditError as error:
                problems = "\n".join(f"- {problem}" for problem in error.problems[:20])
                request = self._prompts.load("simple/repair").fill({"problems": problems})
        return base.patch(talk.ask(request))


class Conversation:
    """Messages to and from a model, and what they cost."""

    def __init__(self, model: Model, system: str) -> None:
        self.messages = [Message(role="system", content=system)]
        self._model = model
        self._usages: list[Usage] = []

    def ask(self, request: str) -> str:
        """The model's answer to one more message. Raises `ModelError`."""
        self.messages.append(Message(role="user", content=request))
        try:
            reply = self._model.reply(self.messages)
        except UnusableReply as error:
            self._keep(error.reply)
            raise
        self._keep(reply)
        return reply.content

    def _keep(self, reply: Reply) -> None:
        self.messages.append(Message(role="assistant", content=reply.content))
        self._usages.append(reply.usage)

    @property
    def usage(self) -> Usage:
        """The sum over all replies; its cost is absent when that of one is."""
        costs = [usage.cost for usage in self._usages if usage.cost is not None]
        return Usage(
            input_tokens=sum(usage.input_tokens for usage in self._usages),
            output_tokens=sum(usage.output_tokens for usage in self._usages),
            cost=sum(costs) if costs and len(costs) == len(self._usages) else None,
            seconds=sum(usage.seconds for usage in self._usages),
        )


@dataclass(frozen=True)
class BaseFiles:
    """The files of a base commit, as a prompt shows and edits change them."""

    repository: Repository
    commit: str

    @cached_property
    def _entries(self) -> tuple[tuple[str, str], ...]:
        """Mode and path of all that the commit holds, folders too; what is no text is left out."""
        place = f"--git-dir={self.repository.git_dir}"
        listed = git(place, "ls-tree", "-r", "-t", "-z", "--full-tree", self.commit)
        entries = (entry.split("\t", 1) for entry in listed.decode("utf-8", "replace").split("\0") if entry)
        return tuple((mode[:6], path) for mode, path in entries)

    @cached_property
    def files(self) -> frozenset[str]:
        """The regular files."""
        return frozenset(path for mode, path in self._entries if mode.startswith("100"))

    @cached_property
    def sources(self) -> dict[str, str]:
        """All Java files as text, by path in order, with plain line ends."""
        paths = sorted(path for path in self.files if path.endswith(".java") and path.isprintable())
        found = self.repository.read_all(self.commit, paths)
        return {path: _text(content) for path, content in found.items()}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The source folders: where the folders of a package's name begin."""
        found = {_root(path, text) for path, text in self.sources.items()}
        return tuple(sorted(root for root in found if root is not None))

    def declares(self, asked: Destination) -> bool:
        """Whether the destination's class is there: its file may be, for another class."""
        name = re.escape(asked.class_name.rpartition(".")[2])
        return (
            re.search(rf"\b(class|interface|enum|record)\s+{name}\b", self.sources.get(asked.file, ""))
            is not None
        )

    def read(self, path: str) -> bytes | None:
        """A regular file, or None."""
        return self.repository.read(self.commit, path) if path in self.files else None

    def patch(self, reply: str) -> str:
        """The patch that a reply's edits make. Raises `EditError`."""
        links = {path for mode, path in self._entries if mode in ("120000", "160000")}
        folders = {path for mode, path in self._entries if mode == "040000"}
        after = apply_edits(reply, self.read, links, folders)
        return make_patch({path: self.read(path) for path in after}, after)

    def context(self, analyser: Analyser, target: MethodRef) -> MethodContext:
        """What surrounds a method in the whole tree."""
        with scratch.folder("tree") as tree:
            self.repository.export(self.commit, tree)
            return analyser.context(tree, self.roots, target)


def _text(content: bytes) -> str:
    return content.decode(encoding_of(content)).removeprefix("\ufeff").replace("\r\n", "\n")


def _root(path: str, text: str) -> str | None:
    """The source folder that a file lies in by its package, or None where the two disagree."""
    declared = _PACKAGE.search(text)
    package = PurePosixPath(*declared[1].split(".")) if declared else PurePosixPath()
    folder = PurePosixPath(path).parent
    if folder.parts[len(folder.parts) - len(package.parts) :] != package.parts:
        return None
    return str(PurePosixPath(*folder.parts[: len(folder.parts) - len(package.parts)]))


@dataclass(frozen=True)
class Request:
    """Writes the request for an instance from its base commit alone.

    Nothing of the developer's commit is read; of the solution, it says what the instance's
    destination says.

    A request longer than `limit` characters is shortened, see `fit`, in this order: the project
    structure, the class hierarchy, the calls, the class of the method, the destination, the code
    of the callers. The task and the method stay whole.
    """

    analyser: Analyser
    prompts: Prompts
    limit: int = PROMPT_LIMIT

    def text(self, instance: Instance, base: BaseFiles) -> str:
        """The user message. Raises `InvalidInstance` when the target is not at the base commit."""
        target = instance.target
        source = base.sources.get(target.file)
        if source is None or target.end_line > source.count("\n") + 1:
            raise InvalidInstance(
                f"{instance.id}: {target.file} has no lines {target.start_line} to {target.end_line}"
                f" at commit {instance.base_commit[:7]}.",
                "Mend the target in the instance's record.",
                "target_missing",
            )
        context = base.context(self.analyser, target)
        fixed = {
            "task": self._task(instance, base),
            "file": target.file,
            "class_name": target.class_name,
            "signature": target.signature,
            "lines": f"{target.start_line} to {target.end_line}",
            "method": _lines(source, target),
        }
        sections = {
            "structure": _structure(base, target),
            "hierarchy": _hierarchy(context),
            "calls": _calls(context),
            "class_text": _class_text(target.file, source, context, self.limit),
            "destinations": _destinations(instance, base, context, self.limit),
            "callers": _callers(instance, base, context),
        }
        prompt = self.prompts.load("simple/user")
        room = self.limit - len(prompt.text) - sum(map(len, fixed.values()))
        return prompt.fill(fixed | fit(sections, room))

    def _task(self, instance: Instance, base: BaseFiles) -> str:
        prompt = self.prompts.load(f"types/{instance.type.lower().replace(' ', '-')}")
        values = {"signature": instance.target.signature, "class_name": instance.target.class_name}
        if "destination" in prompt.variables:
            values["destination"] = self._destination(instance.destination, base)
        if "new_name" in prompt.variables:
            values["new_name"] = self._new_name(instance.destination)
        return prompt.fill(values)

    def _destination(self, asked: Destination | None, base: BaseFiles) -> str:
        if asked is None:
            return self.prompts.load("destination/open").fill({})
        prompt = "destination/existing" if base.declares(asked) else "destination/new"
        return self.prompts.load(prompt).fill({"class_name": asked.class_name, "file": asked.file})

    def _new_name(self, asked: Destination | None) -> str:
        if asked is None or asked.method is None:
            return self.prompts.load("destination/open-name").fill({})
        return self.prompts.load("destination/name").fill({"method": asked.method})


def fit(sections: Mapping[str, Sequence[str]], room: int) -> dict[str, str]:
    """One variant of each section, so that all together have at most `room` characters, if they can.

    The variants of a section stand from the longest to the shortest, the sections from the least
    to the most important. Each is shortened as far as it goes before the next is touched; then
    what there is room for after all is put back, the most important first.
    """
    chosen = {name: variants[0] for name, variants in sections.items()}
    for name, variants in sections.items():
        if _size(chosen) > room:
            chosen[name] = variants[-1]
    for name, variants in reversed(tuple(sections.items())):
        fitting = (variant for variant in variants if _size(chosen | {name: variant}) <= room)
        chosen[name] = next(fitting, variants[-1])
    return chosen


def _size(texts: Mapping[str, str]) -> int:
    return sum(map(len, texts.values()))


def _structure(base: BaseFiles, target: MethodRef) -> tuple[str, ...]:
    """The source files folder by folder; the folders alone; the method's own folder."""
    folders: dict[str, list[str]] = {}
    for path in base.sources:
        folders.setdefault(str(PurePosixPath(path).parent), []).append(PurePosixPath(path).name)
    own = str(PurePosixPath(target.file).parent)
    return (
        "\n".join(f"- {folder}: {', '.join(names)}" for folder, names in folders.items()),
        "\n".join(f"- {folder}: {len(names)} source files" for folder, names in folders.items()),
        f"- {own}: {', '.join(folders[own])}",
        _LEFT_OUT,
    )


def _hierarchy(context: MethodContext) -> tuple[str, ...]:
    def listed(count: int | None) -> str:
        above, below = context.supertypes, context.subtypes
        return f"Supertypes:\n{_items(above, count)}\n\nSubtypes:\n{_items(below, count)}"

    return listed(None), listed(10), _LEFT_OUT


def _calls(context: MethodContext) -> tuple[str, ...]:
    def listed(count: int | None) -> str:
        callers, callees = map(_places, context.callers), map(_places, context.callees)
        return f"Called by:\n{_items(tuple(callers), count)}\n\nCalls:\n{_items(tuple(callees), count)}"

    return listed(None), listed(20), listed(5)


def _class_text(file: str, source: str, context: MethodContext, limit: int) -> tuple[str, ...]:
    """The whole file; its imports and the class without other methods' bodies; the same, cut."""
    outline = f"{_head(source)}\n\n{context.class_outline}"
    bodiless = f"From `{file}`; the bodies of the other methods are left out here:\n\n"
    return (
        f"`{file}`, the whole file:\n\n{_fenced(source)}",
        *(bodiless + _fenced(_cut(outline, length)) for length in (limit, limit // 2, limit // 5)),
    )


def _destinations(instance: Instance, base: BaseFiles, context: MethodContext, limit: int) -> tuple[str, ...]:
    """The named destination's file, whole or cut; else, for a move, the classes that come into question."""
    asked = instance.destination
    if asked is None:
        if instance.type in (RefactoringType.EXTRACT_METHOD, RefactoringType.INLINE_METHOD):
            return (_NONE,)
        return tuple(
            f"Classes that the method uses, or that use it:\n{_items(context.destinations, count)}"
            for count in (None, 20)
        )
    source = base.sources.get(asked.file)
    if source is None:
        return (f"`{asked.file}` does not exist yet.",)
    if asked.file == instance.target.file:
        there = "is" if base.declares(asked) else "is to be declared"
        return (f"`{asked.class_name}` {there} in the same file, see above.",)
    return (
        f"`{asked.file}`, the whole file:\n\n{_fenced(source)}",
        *(
            f"`{asked.file}`, its beginning and its end:\n\n{_fenced(_cut(source, length))}"
            for length in (limit // 2, limit // 5)
        ),
    )


def _callers(instance: Instance, base: BaseFiles, context: MethodContext) -> tuple[str, ...]:
    """The calling methods below the imports of their files, for the types that change them."""
    if instance.type in (RefactoringType.EXTRACT_METHOD, RefactoringType.EXTRACT_AND_MOVE_METHOD):
        return ("(not needed for this refactoring)",)
    by_file: dict[str, list[MethodRef]] = {}
    for caller in context.callers:
        if caller.file in base.sources:
            by_file.setdefault(caller.file, []).append(caller)
    shown = [f"From `{file}`:\n\n{_excerpt(base.sources[file], refs)}" for file, refs in by_file.items()]
    variants = ["\n\n".join(shown[:count]) or _NONE for count in (len(shown), 10, 3)]
    return (*variants, _LEFT_OUT)


def _excerpt(source: str, methods: Sequence[MethodRef]) -> str:
    return _fenced("\n\n".join([_head(source), *(_lines(source, method) for method in methods)]))


def _items(items: Sequence[str], count: int | None) -> str:
    lines = [f"- {item}" for item in items[:count]]
    if len(items) > len(lines):
        lines.append(f"- and {len(items) - len(lines)} more")
    return "\n".join(lines) or _NONE


def _places(method: MethodRef) -> str:
    lines = f"lines {method.start_line} to {method.end_line}"
    return f"`{method.class_name}.{method.signature}` in `{method.file}`, {lines}"


def _lines(source: str, method: MethodRef) -> str:
    return "\n".join(source.split("\n")[method.start_line - 1 : method.end_line])


def _head(source: str) -> str:
    """The package and the imports."""
    lines = source.split("\n")
    found = [at for at, line in enumerate(lines) if re.match(r"(package|import)\s", line)]
    return "\n".join(lines[found[0] : found[-1] + 1]) if found else ""


def _cut(text: str, length: int) -> str:
    """The first two thirds and the last third of so many characters, in whole lines."""
    if len(text) <= length:
        return text
    first = text[: length * 2 // 3].rsplit("\n", 1)[0]
    last = text[-(length // 3) :].split("\n", 1)[-1]
    return f"{first}\n[… lines left out …]\n{last}"


def _fenced(text: str) -> str:
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in re.findall(r"`{3,}", text))])
    return f"{fence}java\n{text.rstrip()}\n{fence}"
