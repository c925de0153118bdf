"""The prompts as they lie in `prompts/`: a header that names the variables, then the text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from swerefactor import material
from swerefactor.errors import InputError

_FILE = re.compile(r"---\n(?P<header>.*?\n)---\n(?P<text>.*)", re.DOTALL)
_VARIABLES = re.compile(r"^variables:(.*)$", re.MULTILINE)
_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True)
class Prompt:
    """One prompt: the text with `{{name}}` for each of its variables."""

    name: str
    variables: frozenset[str]
    text: str

    def fill(self, values: Mapping[str, str]) -> str:
        """The text with every variable replaced; what stands in a value is not looked at again.

        Raises `InputError` for a value that is missing or that the prompt has no variable for.
        """
        for variable in sorted(self.variables - values.keys()):
            raise _mistake(self.name, f"no value is given for the variable {variable}")
        for variable in sorted(values.keys() - self.variables):
            raise _mistake(self.name, f"there is no variable {variable}")
        return _SLOT.sub(lambda slot: values[slot[1]], self.text)


@dataclass(frozen=True)
class Prompts:
    """A folder of prompts; the project's own unless another is named."""

    folder: Path = field(default_factory=lambda: material.folder("prompts"))

    def load(self, name: str) -> Prompt:
        """The prompt in `<name>.md`.

        Its header stands between two lines of `---`: what the prompt is for, then the line
        `variables: one, two`.

        Raises `InputError` when the file is not there, has no such header, or when header and
        text do not name the same variables.
        """
        try:
            content = (self.folder / f"{name}.md").read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise _mistake(name, "it is missing or no UTF-8 text") from error
        parts = _FILE.fullmatch(content)
        declared = _VARIABLES.search(parts["header"]) if parts else None
        if parts is None or declared is None:
            raise _mistake(name, "it does not begin with a header that names its variables")
        variables = frozenset(re.findall(r"\w+", declared[1]))
        used = frozenset(_SLOT.findall(parts["text"]))
        for variable in sorted(used ^ variables):
            fault = "used and not declared" if variable in used else "declared and not used"
            raise _mistake(name, f"the variable {variable} is {fault}")
        return Prompt(name, variables, parts["text"].strip())

    def identity(self, *folders: str) -> str:
        """A hash over the prompts of these folders: another text, another identity."""
        digest = hashlib.sha256()
        for path in sorted(path for folder in folders for path in (self.folder / folder).glob("*.md")):
            digest.update(f"{path.parent.name}/{path.name}\0".encode() + path.read_bytes() + b"\0")
        return digest.hexdigest()


def _mistake(name: str, what: str) -> InputError:
    return InputError(f"The prompt {name}.md: {what}.", "Mend the file; its header must name its variables.")
