"""What all tests share: the Docker engine, where one answers."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from swerefactor.errors import EnvironmentFault
from swerefactor.farm import engine

if TYPE_CHECKING:
    from docker import DockerClient


def pytest_configure() -> None:
    # Started in the background, a shell has the tests ignore Ctrl-C, and their processes inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # One engine, one worker: tests that remove images must not meet those that run on them.
    for item in items:
        if "client" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("docker"))


@pytest.fixture(scope="session")
def client() -> DockerClient:
    """The Docker engine. Without one a test is skipped, or fails where one is required."""
    try:
        return engine.connect()
    except EnvironmentFault as fault:
        if os.environ.get("SWEREFACTOR_REQUIRE_DOCKER") == "1":
            pytest.fail(fault.message)
        pytest.skip(fault.message)
