"""The recipe of retrieval, `rag/recipe.toml`: all that a user may change about it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from swerefactor import material
from swerefactor.errors import InputError
from swerefactor.values import Value

Count = Annotated[int, Field(ge=1, strict=True)]
Part = Literal["type", "description", "before", "after"]


def _each_once(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    if len(set(parts)) < len(parts):
        raise PydanticCustomError("twice", "each part may stand there once")
    return parts


class Recipe(Value):
    """How examples are found. What each key means stands in the file itself."""

    tokenizer: Literal["identifiers", "whitespace"] = "identifiers"
    embedder: Literal["minilm", "sentence-transformers"] = "minilm"
    text: Annotated[tuple[Part, ...], Field(min_length=1), AfterValidator(_each_once)] = (
        "type",
        "description",
        "before",
    )
    bm25_depth: Count = 10
    vector_depth: Count = 10
    fusion_k: Count = 60
    rerank: Literal["type-first", "fused"] = "type-first"
    examples: Count = 3


def load(path: Path | None = None) -> Recipe:
    """The recipe in a file, by default the project's own; a key that is left out has its usual value.

    Raises `InputError` that names the first key which is unknown or has a wrong value.
    """
    place = path if path is not None else material.folder("rag") / "recipe.toml"
    try:
        found = tomllib.loads(place.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The recipe {place} can't be read: {error}.", "Give a readable file.") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"The recipe {place} is not TOML: {error}.", "Write a line key = value each."
        ) from error
    try:
        return Recipe.model_validate(found)
    except ValidationError as error:
        raise _mistake(place, error) from error


def _mistake(place: Path, error: ValidationError) -> InputError:
    first = error.errors()[0]
    key = str(first["loc"][0])
    if first["type"] == "extra_forbidden":
        known = ", ".join(Recipe.model_fields)
        return InputError(f"The recipe {place} has an unknown key: {key}.", f"It knows {known}.")
    reason = first["msg"][0].lower() + first["msg"][1:]
    return InputError(
        f"The recipe {place} has a wrong value for {key}: {first['input']!r}; {reason}.",
        "See the comment above the key in the recipe that comes with swerefactor.",
    )
