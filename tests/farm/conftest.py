"""What the tests of the farm share: a small project on the Docker engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.images import Farm
from swerefactor.values import BaseTree
from tests.conformance.sandbox import small_repository

if TYPE_CHECKING:
    from docker import DockerClient


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
