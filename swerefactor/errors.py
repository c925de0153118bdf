"""The errors a person may see: each says what is wrong, where, and the way out."""

from __future__ import annotations


class SwerefactorError(Exception):
    """Work that cannot go on, told in one sentence with a tip.

    `message` names what and where; `tip` names the way out. The command line prints both and
    no traceback, so a traceback always means a bug.
    """

    def __init__(self, message: str, tip: str) -> None:
        super().__init__(message)
        self.message = message
        self.tip = tip


class InputError(SwerefactorError):
    """What the user gave (an option, a file, a name) cannot be used."""


class EnvironmentFault(SwerefactorError):
    """Something this machine should offer is missing: an engine, git, a runtime, the network."""


class SandboxError(SwerefactorError):
    """A sandbox that failed by itself. A command that fails inside one is data, not this."""


class AnalyserError(SwerefactorError):
    """The Java analyser could not answer: killed at its limit, or it refused the request."""


class ModelError(SwerefactorError):
    """A model that gave no usable reply. `reason` is the code under which it is reported."""

    def __init__(self, message: str, tip: str, reason: str) -> None:
        super().__init__(message, tip)
        self.reason = reason


class InvalidInstance(SwerefactorError):
    """An instance that cannot be graded by the rules. `reason` is its code in the report."""

    def __init__(self, message: str, tip: str, reason: str) -> None:
        super().__init__(message, tip)
        self.reason = reason
