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


@pytest.fixture(scope="session")
def client() -> DockerClient:
    """The Docker engine. Without one a test is skipped, or fails where one is required."""
    try:
        return engine.connect()
    except EnvironmentFault as fault:
        if os.environ.get("SWEREFACTOR_REQUIRE_DOCKER") == "1":
            pytest.fail(fault.message)
        pytest.skip(fault.message)
