"""The request for one instance: the task, the method, and what surrounds it, cut to the room there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from swerefactor.errors import InvalidInstance
from swerefactor.models.wrapping import CHARACTERS_PER_TOKEN
from swerefactor.protocols import Model
from swerefactor.refactoring.predictors.contexts import Contexts
from swerefactor.refactoring.predictors.files import BaseFiles
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.types import EXTRACTIONS, KINDS
from swerefactor.values import Destination, Instance, MethodContext, MethodRef

PROMPT_LIMIT = 60_000
"""Characters of a request beyond which its sections are shortened; some 15,000 tokens of Java."""

SHARE_OF_WINDOW = 0.5
"""How much of a model's window the request may fill; the rest is for the system prompt and the answers."""

_NONE = "(none)"
LEFT_OUT = "(left out for its length)"
"""Stands for a section that there was no room for."""


def room(model: Model) -> int:
    """How many characters a request to this model may have."""
    if model.window is None:
        return PROMPT_LIMIT
    return min(PROMPT_LIMIT, int(model.window * SHARE_OF_WINDOW * CHARACTERS_PER_TOKEN))


@dataclass(frozen=True)
class Request:
    """Writes the request for an instance from its base commit alone.

    Nothing of the developer's commit is read; of the solution, it says what the instance's
    destination says.

    A request longer than `limit` characters is shortened, see `fit`, in this order: the project
    structure, the class hierarchy, the calls, the examples of mode rag, the class of the method, the
    destination, the code of the callers. The task and the method stay whole.
    """

    contexts: Contexts
    prompts: Prompts
    limit: int = PROMPT_LIMIT
    examples: Callable[[Instance, BaseFiles], tuple[str, ...]] | None = None
    """Gives examples for the prompt of mode rag, the longest text first."""

    def text(self, instance: Instance, base: BaseFiles) -> str:
        """The user message. Raises `InvalidInstance` when the target is not at the base commit."""
        target, source = instance.target, _source(instance, base)
        context = self.contexts.of(base, target)
        fixed = method_values(instance, base, self.prompts)
        sections = {
            "structure": _structure(base, target),
            "hierarchy": _hierarchy(context),
            "calls": _calls(context),
            **self._examples(instance, base),
            "class_text": _class_text(target.file, source, context, self.limit),
            "destinations": _destinations(instance, base, context, self.limit),
            "callers": _callers(instance, base, context),
        }
        prompt = self.prompts.load("rag/user" if self.examples else "simple/user")
        room = self.limit - len(prompt.text) - sum(map(len, fixed.values()))
        return prompt.fill(fixed | fit(sections, room))

    def _examples(self, instance: Instance, base: BaseFiles) -> dict[str, tuple[str, ...]]:
        return {"examples": self.examples(instance, base)} if self.examples else {}


def method_values(instance: Instance, base: BaseFiles, prompts: Prompts) -> dict[str, str]:
    """The task and the method, as all requests name them.

    Raises `InvalidInstance` when the target is not at the base commit.
    """
    target = instance.target
    return {
        "task": task(instance, base, prompts),
        "file": target.file,
        "class_name": target.class_name,
        "signature": target.signature,
        "lines": f"{target.start_line} to {target.end_line}",
        "method": _lines(_source(instance, base), target),
    }


def _source(instance: Instance, base: BaseFiles) -> str:
    target = instance.target
    source = base.sources.get(target.file)
    if source is None or target.end_line > source.count("\n") + 1:
        raise InvalidInstance(
            f"{instance.id}: {target.file} has no lines {target.start_line} to {target.end_line}"
            f" at commit {instance.base_commit[:7]}.",
            "Mend the target in the instance's record.",
            "target_missing",
        )
    return source


def task(instance: Instance, base: BaseFiles, prompts: Prompts) -> str:
    """What is asked for, in words: the type, the method, and the destination where one is named."""
    prompt = prompts.load(f"types/{instance.type.lower().replace(' ', '-')}")
    values = {"signature": instance.target.signature, "class_name": instance.target.class_name}
    if "destination" in prompt.variables:
        values["destination"] = _destination(instance.destination, base, prompts)
    if "new_name" in prompt.variables:
        values["new_name"] = _new_name(instance.destination, prompts)
    return prompt.fill(values)


def _destination(asked: Destination | None, base: BaseFiles, prompts: Prompts) -> str:
    if asked is None:
        return prompts.load("destination/open").fill({})
    prompt = "destination/existing" if base.declares(asked) else "destination/new"
    return prompts.load(prompt).fill({"class_name": asked.class_name, "file": asked.file})


def _new_name(asked: Destination | None, prompts: Prompts) -> str:
    if asked is None or asked.method is None:
        return prompts.load("destination/open-name").fill({})
    return prompts.load("destination/name").fill({"method": asked.method})


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
        LEFT_OUT,
    )


def _hierarchy(context: MethodContext) -> tuple[str, ...]:
    def listed(count: int | None) -> str:
        above, below = context.supertypes, context.subtypes
        return f"Supertypes:\n{_items(above, count)}\n\nSubtypes:\n{_items(below, count)}"

    return listed(None), listed(10), LEFT_OUT


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
        f"`{file}`, the whole file:\n\n{fenced(source)}",
        *(bodiless + fenced(_cut(outline, length)) for length in (limit, limit // 2, limit // 5)),
    )


def _destinations(instance: Instance, base: BaseFiles, context: MethodContext, limit: int) -> tuple[str, ...]:
    """The named destination's file, whole or cut; else, for a move, the classes that come into question."""
    asked = instance.destination
    if asked is None:
        if KINDS[instance.type].stays:
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
        f"`{asked.file}`, the whole file:\n\n{fenced(source)}",
        *(
            f"`{asked.file}`, its beginning and its end:\n\n{fenced(_cut(source, length))}"
            for length in (limit // 2, limit // 5)
        ),
    )


def _callers(instance: Instance, base: BaseFiles, context: MethodContext) -> tuple[str, ...]:
    """The calling methods below the imports of their files, for the types that change them."""
    if instance.type in EXTRACTIONS:
        return ("(not needed for this refactoring)",)
    by_file: dict[str, list[MethodRef]] = {}
    for caller in context.callers:
        if caller.file in base.sources:
            by_file.setdefault(caller.file, []).append(caller)
    shown = [f"From `{file}`:\n\n{_excerpt(base.sources[file], refs)}" for file, refs in by_file.items()]
    variants = ["\n\n".join(shown[:count]) or _NONE for count in (len(shown), 10, 3)]
    return (*variants, LEFT_OUT)


def _excerpt(source: str, methods: Sequence[MethodRef]) -> str:
    return fenced("\n\n".join([_head(source), *(_lines(source, method) for method in methods)]))


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


def fenced(text: str) -> str:
    """Java in a code fence that is longer than any in it."""
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in re.findall(r"`{3,}", text))])
    return f"{fence}java\n{text.rstrip()}\n{fence}"
