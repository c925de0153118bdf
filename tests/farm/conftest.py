"""What the tests of the farm share: a Docker engine where one answers, and a small project on it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from swerefactor.errors import EnvironmentFault
from swerefactor.farm import engine
from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.images import Farm
from swerefactor.values import BaseTree
from tests.conformance.sandbox import small_repository

if TYPE_CHECKING:
    from docker import DockerClient


@pytest.fixture(scope="session")
def client() -> DockerClient:
    """The Docker engine. Without one a test is skipped, or fails where one is required."""
    try:
        return engine.connect()
    except EnvironmentFault as fault:
        if os.environ.get("SWEREFACTOR_REQUIRE_DOCKER") == "1":
            pytest.fail(fault.message)
        pytest.skip(fault.message)


@pytest.fixture(scope="session")
def docker_farm(client: DockerClient, tmp_path_factory: pytest.TempPathFactory) -> tuple[Farm, BaseTree]:
    """A farm that knows one small project, and that project's base tree. Its images stay for the next run."""
    repositories, base = small_repository(tmp_path_factory.mktemp("repository"))
    return Farm(client, repositories), base


@pytest.fixture(scope="session")
def docker_sandbox(docker_farm: tuple[Farm, BaseTree]) -> DockerSandbox:
    return DockerSandbox(docker_farm[0])


@pytest.fixture(scope="session")
def docker_base(docker_farm: tuple[Farm, BaseTree]) -> BaseTree:
    return docker_farm[1]
