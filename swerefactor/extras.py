"""Packages that only some commands need: asked for where they are, with the way to have them."""

from __future__ import annotations

import importlib.util

from swerefactor.errors import InputError


def require(package: str, extra: str, what: str) -> None:
    """Raises `InputError` where a package of an extra is not installed; `what` needs it."""
    if importlib.util.find_spec(package) is None:
        raise InputError(
            f"{what} needs the package {package}, which is not installed.",
            f'Install it: pip install "swerefactor[{extra}]"',
        )
