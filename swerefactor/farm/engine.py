"""The Docker engine: how it is reached, and its failures as errors that say the way out."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from swerefactor.errors import EnvironmentFault, SandboxError

if TYPE_CHECKING:
    import docker

KIND = "swerefactor.kind"
"""The label that every image and container of ours has; nothing without it is ever touched."""

_TIMEOUT = 120
"""Seconds without a byte from the engine after which it counts as gone."""


@functools.cache
def connect() -> docker.DockerClient:
    """The engine that `DOCKER_HOST` names, else that of the current Docker context.

    Raises `EnvironmentFault` when none answers.
    """
    return open_client(_TIMEOUT)


def open_client(timeout: int) -> docker.DockerClient:
    """A client of its own, which waits for so many seconds for a byte; as `connect` in all else."""
    import requests

    import docker

    try:
        client = docker.DockerClient(base_url=address(), version="auto", timeout=timeout, tls=_tls())
        client.ping()
    except (docker.errors.DockerException, requests.RequestException, OSError, ValueError) as error:
        raise EnvironmentFault(
            f"No Docker engine answers at {address()}: {_root_cause(error)}.",
            "Start one, name it in DOCKER_HOST, or use --sandbox local. `swerefactor farm doctor` says more.",
        ) from error
    return client


def address() -> str:
    """Where the engine is looked for, as `DOCKER_HOST` would name it."""
    from docker.context import ContextAPI

    chosen = os.environ.get("DOCKER_HOST")
    if chosen:
        return chosen
    context = ContextAPI.get_current_context()
    return str(context.Host or "unix:///var/run/docker.sock") if context else "unix:///var/run/docker.sock"


def _tls() -> docker.tls.TLSConfig | bool:
    from docker.utils import kwargs_from_env

    configured = kwargs_from_env().get("tls")
    return configured if configured is not None else False


def _root_cause(error: BaseException) -> str:
    """The innermost message: the outer ones only say that a connection failed."""
    while (inner := error.__cause__ or error.__context__) is not None:
        error = inner
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).rstrip(".")


@functools.cache
def cpus(client: docker.DockerClient) -> int:
    """How many processors the engine has; it refuses to give a container more."""
    with failures("asking for its processors"):
        return int(client.info()["NCPU"])


def inspect(client: docker.DockerClient, image: str) -> dict[str, Any] | None:
    """What the engine knows of an image, in its own words; None where it has none of this name or id."""
    import docker.errors

    with failures("looking for an image"):
        try:
            found: dict[str, Any] = client.api.inspect_image(image)  # type: ignore[no-untyped-call]
        except docker.errors.ImageNotFound:
            return None
    return found


def remove(what: str, ask: Callable[[], object]) -> bool:
    """Whether it is gone after the engine was asked to remove it; not where a container uses it."""
    import docker.errors

    with failures(f"removing {what}"):
        try:
            ask()
        except docker.errors.NotFound:
            return True
        except docker.errors.APIError as error:
            if error.status_code == 409:
                return False
            raise
    return True


@contextlib.contextmanager
def failures(doing: str) -> Iterator[None]:
    """Turn what the engine raises in the block into a `SandboxError` that says what was being done."""
    import docker.errors
    import requests

    try:
        yield
    except docker.errors.DockerException as error:
        said = str(getattr(error, "explanation", None) or error).strip().rstrip(".")
        raise SandboxError(f"Docker failed while {doing}: {said[-1000:]}.", tip(said)) from error
    except (requests.RequestException, OSError) as error:
        raise SandboxError(
            f"The Docker engine stopped answering while {doing}: {_root_cause(error)}.",
            "See that it runs (`docker info`), then start the same command again: it goes on where it was.",
        ) from error


def tip(said: str) -> str:
    """The way out of what the engine or a command said."""
    if "no space left on device" in said.lower():
        return "Free some disk: `swerefactor farm clean` shows what the farm can give back."
    return "See `swerefactor farm doctor`."
