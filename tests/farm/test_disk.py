"""Disk is given back in a safe order, and only that of our own images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swerefactor.farm import disk
from swerefactor.farm.disk import StoredImage, plan_removal
from swerefactor.farm.images import Farm
from swerefactor.values import BaseTree

if TYPE_CHECKING:
    from docker import DockerClient

GB = 1 << 30


def image(name: str, kind: str, layers: str, used: float = 0.0, size: int = GB) -> StoredImage:
    return StoredImage(name, kind, "owner/name", "c" * 40, "17", size, used, tuple(layers))


BASE = image("base", "base", "b", used=9)
JDK = image("jdk", "jdk", "bj", used=9)
DEPENDENCIES = image("dependencies", "dependencies", "bjd", used=1)
OTHERS = image("others", "dependencies", "bje", used=2)
OLD = image("old", "instance", "bjd1", used=1)
NEW = image("new", "instance", "bjd2", used=2)
ALL = (NEW, OTHERS, BASE, OLD, DEPENDENCIES, JDK)


def names(plan: tuple[StoredImage, ...]) -> list[str]:
    return [each.name for each in plan]


def test_nothing_is_removed_while_there_is_room() -> None:
    assert plan_removal(ALL, 6 * GB) == ()


def test_the_instance_that_was_used_longest_ago_goes_first() -> None:
    assert names(plan_removal(ALL, 5 * GB)) == ["old"]


def test_dependencies_go_after_all_instances_and_never_below_one_that_is_kept() -> None:
    assert names(plan_removal(ALL, 4 * GB, keep=["new"])) == ["old", "others"]
    assert names(plan_removal(ALL, 3 * GB)) == ["old", "new", "dependencies"]


def test_all_can_be_removed_the_lowest_last() -> None:
    assert names(plan_removal(ALL, 0)) == ["old", "new", "dependencies", "others", "jdk", "base"]


def test_what_an_interruption_left_is_removed_in_any_case() -> None:
    left = image("sha256:1234", "dependencies", "bjx")
    assert names(plan_removal((*ALL, left), 100 * GB)) == ["sha256:1234"]


def test_images_on_the_engine_are_listed_with_what_removing_them_frees(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree]
) -> None:
    farm, base = docker_farm
    instance, dependencies = farm.instance(base), farm.dependencies(base)
    stored = {each.name: each for each in disk.stored(client)}
    found = stored[instance.tag]
    assert (found.repository, found.commit, found.jdk) == (base.repository, base.commit, "17")
    assert found.own_bytes == instance.size - dependencies.size
    assert found.builds_on(stored[dependencies.tag])


def test_only_images_of_the_farm_are_listed(client: DockerClient) -> None:
    foreign = client.api.import_image_from_data(b"\0" * 1024, repository="not-swerefactor/test", tag="disk")
    try:
        assert foreign
        assert all(each.name.startswith(("swerefactor/", "sha256:")) for each in disk.stored(client))
    finally:
        client.api.remove_image("not-swerefactor/test:disk")


def test_a_removed_image_is_made_again_when_it_is_asked_for(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree]
) -> None:
    farm, base = docker_farm
    before = farm.instance(base)
    plan = [each for each in disk.stored(client) if each.name == before.tag]
    assert disk.remove(client, plan) == tuple(plan)
    assert before.tag not in {each.name for each in disk.stored(client)}
    assert farm.instance(base).tag == before.tag
