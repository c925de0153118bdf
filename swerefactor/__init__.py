"""swerefactor measures how well language models refactor Java."""

__version__ = "0.1.0"
