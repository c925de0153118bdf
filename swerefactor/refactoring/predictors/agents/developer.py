"""What the developer may do: look around in the project as it was, read and change the working copy."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pydantic import Field

from swerefactor.protocols import Analyser
from swerefactor.refactoring.predictors.agents.toolbox import Action, Arguments, ToolFault
from swerefactor.refactoring.predictors.agents.working_copy import WorkingCopy
from swerefactor.refactoring.predictors.edits import EditError
from swerefactor.values import MethodContext, MethodInfo, MethodRef

MOST_HITS = 60
"""Lines that a search shows."""

Surround = Callable[[MethodRef], MethodContext]
"""What surrounds a method in the base commit's tree."""


class OfFile(Arguments):
    """A file, whole or some of its lines."""

    path: str = Field(description="Path from the project's root.")
    first_line: int = Field(default=1, ge=1, description="First line to show.")
    last_line: int | None = Field(default=None, ge=1, description="Last line to show; all when left out.")


class OfClass(Arguments):
    """A class."""

    class_name: str = Field(description="Simple or qualified name of the class.")


class OfMethod(Arguments):
    """A method."""

    class_name: str = Field(description="Simple or qualified name of the class that declares it.")
    method: str = Field(description="Name of the method, or its signature as in `name(int, String)`.")


class OfFolder(Arguments):
    """A folder."""

    folder: str = Field(default="", description="Path of the folder; the root when left out.")


class OfText(Arguments):
    """A text to look for."""

    text: str = Field(min_length=1, description="Text to find, to the letter.")
    folder: str = Field(default="", description="Only below this folder.")


class OfEdit(Arguments):
    """A replacement."""

    path: str = Field(description="Path of a file that exists.")
    search: str = Field(description="Whole lines of the file, to the letter; they must be there once only.")
    replace: str = Field(description="The lines to stand there instead; empty to delete them.")


class OfNewFile(Arguments):
    """A new file."""

    path: str = Field(description="Path of a file that does not exist yet.")
    content: str = Field(description="All of its text.")


class OfPath(Arguments):
    """A file."""

    path: str = Field(description="Path from the project's root.")


def actions(copy: WorkingCopy, analyser: Analyser, surround: Surround) -> tuple[Action[Any], ...]:
    """All of the developer's tools."""
    look = partial(_around, copy, analyser, surround)
    return (
        read_file(copy),
        Action("read_class", "Shows the file that declares a class.", OfClass, partial(_class, copy)),
        Action("callers", "Lists the methods that call a method.", OfMethod,
               lambda asked: _places(look(asked).callers)),
        Action("callees", "Lists the project's methods that a method calls.", OfMethod,
               lambda asked: _places(look(asked).callees)),
        Action("hierarchy", "Lists the supertypes and subtypes of a method's class.", OfMethod,
               lambda asked: _hierarchy(look(asked))),
        Action("destinations", "Lists the classes that a method could move to.", OfMethod,
               lambda asked: "\n".join(look(asked).destinations)),
        Action("project_tree", "Lists the files below a folder.", OfFolder, partial(_tree, copy)),
        Action("search", "Lists the lines of the sources that hold a text.", OfText, partial(_search, copy)),
        Action("edit", "Replaces lines of a file.", OfEdit, partial(_edit, copy)),
        Action("create_file", "Makes a new file.", OfNewFile, partial(_create, copy)),
        Action("delete_file", "Deletes a file.", OfPath, partial(_delete, copy)),
    )  # fmt: skip


def read_file(copy: WorkingCopy) -> Action[OfFile]:
    """The tool that shows a file as it is now."""
    return Action("read_file", "Shows a file, or some lines of it.", OfFile, partial(_read, copy))


def _read(copy: WorkingCopy, asked: OfFile) -> str:
    text = _text(copy, asked.path)
    lines = text.split("\n")
    chosen = lines[asked.first_line - 1 : asked.last_line]
    whole = asked.first_line == 1 and len(chosen) == len(lines)
    place = "" if whole else f"[lines {asked.first_line} to {asked.first_line - 1 + len(chosen)}]\n"
    return place + "\n".join(chosen)


def _text(copy: WorkingCopy, path: str) -> str:
    text = copy.text(path)
    if text is None:
        raise ToolFault(f"There is no file {path!r}.")
    return text


def _class(copy: WorkingCopy, asked: OfClass) -> str:
    path = _file_of(copy, asked.class_name)
    return f"{path}\n\n{_text(copy, path)}"


def _file_of(copy: WorkingCopy, class_name: str) -> str:
    """The file that declares a class, given by its simple or qualified name."""
    package, _, simple = class_name.replace("$", ".").rpartition(".")
    declares = re.compile(rf"\b(class|interface|enum|record)\s+{re.escape(simple)}\b")
    inside = package.replace(".", "/")
    found = [
        path
        for path in copy.paths
        if path.endswith(".java") and declares.search(copy.text(path) or "")
    ]  # fmt: skip
    fitting = [path for path in found if inside in path] or found
    if not fitting:
        raise ToolFault(f"No class {class_name!r} is declared in the project.")
    if len(fitting) > 1 and not package:
        raise ToolFault(f"{class_name!r} is declared in {', '.join(fitting[:10])}; name it with its package.")
    # Its own file comes first: `A` in A.java rather than in B.java.
    return min(fitting, key=lambda path: (not path.endswith(f"/{simple}.java"), path))


def _around(copy: WorkingCopy, analyser: Analyser, surround: Surround, asked: OfMethod) -> MethodContext:
    """What surrounds a method as the base commit has it."""
    path = _file_of(copy, asked.class_name)
    source = copy.base.sources.get(path)
    if source is None:
        raise ToolFault(f"{path} is new: only what was there before can be looked up.")
    simple = asked.class_name.replace("$", ".").rpartition(".")[2]
    name = asked.method.partition("(")[0].strip()
    found = [
        info
        for info in analyser.methods({path: source})
        if info.method.class_name.rpartition(".")[2] == simple
        and info.method.signature.partition("(")[0] == name
    ]
    exact = [info for info in found if _plain(info.method.signature) == _plain(asked.method)] or found
    if not exact:
        raise ToolFault(f"{asked.class_name} had no method {asked.method!r} before the change.")
    if len(exact) > 1:
        raise ToolFault(f"There are several: {_signatures(exact)}. Give the whole signature.")
    return surround(exact[0].method)


def _signatures(methods: Sequence[MethodInfo]) -> str:
    return ", ".join(f"`{info.method.signature}`" for info in methods)


def _name(info: MethodInfo) -> str:
    return info.method.signature.partition("(")[0]


def _plain(signature: str) -> str:
    return re.sub(r"\s", "", signature)


def _places(methods: Sequence[MethodRef]) -> str:
    return "\n".join(
        f"{m.class_name}.{m.signature} in {m.file}, lines {m.start_line} to {m.end_line}" for m in methods
    )


def _hierarchy(context: MethodContext) -> str:
    above, below = ", ".join(context.supertypes), ", ".join(context.subtypes)
    return f"supertypes: {above or 'none'}\nsubtypes: {below or 'none'}"


def _tree(copy: WorkingCopy, asked: OfFolder) -> str:
    folder = asked.folder.strip("./")
    found = [path for path in copy.paths if not folder or path.startswith(f"{folder}/")]
    if not found:
        raise ToolFault(f"There is no folder {asked.folder!r}.")
    return "\n".join(found)


def _search(copy: WorkingCopy, asked: OfText) -> str:
    folder = asked.folder.strip("./")
    hits = [
        f"{path}:{number}: {line.strip()[:200]}"
        for path in copy.paths
        if path.endswith(".java") and (not folder or path.startswith(f"{folder}/"))
        for number, line in enumerate((copy.text(path) or "").split("\n"), 1)
        if asked.text in line
    ]
    more = [f"[… and {len(hits) - MOST_HITS} more]"] if len(hits) > MOST_HITS else []
    return "\n".join([*hits[:MOST_HITS], *more])


def _edit(copy: WorkingCopy, asked: OfEdit) -> str:
    replacement = f"{_lines(asked.replace)}" if asked.replace else ""
    block = f"<<<<<<< SEARCH\n{_lines(asked.search)}=======\n{replacement}>>>>>>> REPLACE\n"
    return _applied(copy, asked.path, block, "edited")


def _create(copy: WorkingCopy, asked: OfNewFile) -> str:
    return _applied(copy, asked.path, f"<<<<<<< CREATE\n{_lines(asked.content)}>>>>>>> CREATE\n", "made")


def _delete(copy: WorkingCopy, asked: OfPath) -> str:
    return _applied(copy, asked.path, "<<<<<<< DELETE\n>>>>>>> DELETE\n", "deleted")


def _lines(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _applied(copy: WorkingCopy, path: str, block: str, done: str) -> str:
    try:
        copy.apply(f"{path}\n{block}")
    except EditError as error:
        raise ToolFault("\n".join(error.problems)) from error
    return f"{path} is {done}."
