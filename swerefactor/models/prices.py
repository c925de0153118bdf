"""What models cost: a file that users edit."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from swerefactor import material
from swerefactor.errors import InputError


class Price(BaseModel):
    """US dollars for a million tokens in and out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """US dollars for so many tokens."""
        return (self.input * input_tokens + self.output * output_tokens) / 1e6


class Prices(BaseModel):
    """The price file: when its prices were right, and each model's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: str
    models: dict[str, Price]

    @classmethod
    def read(cls, file: Path | None = None) -> Prices:
        """The prices of a file, by default the project's own. Raises `InputError` for one that is wrong."""
        place = file or material.folder("prices") / "models.toml"
        try:
            return cls.model_validate(tomllib.loads(place.read_text("utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
            raise InputError(f"The price file {place} can't be read: {_why(error)}.", _TIP) from error

    def of(self, name: str) -> Price | None:
        """A model's price; None where the file has none. A model of Ollama runs here and costs nothing."""
        provider, colon, bare = name.partition(":")
        if colon and provider == "ollama":
            return Price(input=0, output=0)
        asked = bare if colon else name
        fitting = [known for known in self.models if asked == known or asked.startswith(f"{known}-")]
        return self.models[max(fitting, key=len)] if fitting else None


_TIP = 'Each model has a line as in: "gpt-4o-mini" = { input = 0.15, output = 0.60 }'


def _why(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}"
    return str(getattr(error, "strerror", None) or error).rstrip(".")
