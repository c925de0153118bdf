"""The runner's volumes on the engine are listed, and given back unless they are in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swerefactor.farm import engine, runner
from swerefactor.farm.box import BoxOptions, open_box
from swerefactor.farm.images import Farm
from swerefactor.values import BaseTree, Limits

if TYPE_CHECKING:
    from docker import DockerClient


def test_volumes_of_the_runner_are_listed_and_removed_unless_one_is_in_use(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree]
) -> None:
    farm, base = docker_farm
    free, used, other = "swerefactor-test-free", "swerefactor-test-used", "swerefactor-test-other"
    for name in (free, used):
        client.api.create_volume(name, labels={engine.KIND: "runner"})
    client.api.create_volume(other)
    mounts = (f"{used}:/mnt:ro",)
    try:
        image = farm.jdk(base.jdk).id
        with open_box(client, BoxOptions(image=image, kind="builder", limits=Limits(), mounts=mounts)):
            assert {free, used} <= set(runner.volumes(client))
            assert other not in runner.volumes(client)
            assert runner.remove_volumes(client, (free, used)) == (free,)
            assert free not in runner.volumes(client)
        assert runner.remove_volumes(client, (used,)) == (used,)
    finally:
        runner.remove_volumes(client, (free, used, other))
