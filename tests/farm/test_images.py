"""Images are made once, hold what they say, and a failure to make one says whose fault it is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerefactor.errors import EnvironmentFault, InvalidInstance
from swerefactor.farm import disk, engine
from swerefactor.farm.docker import DockerSandbox
from swerefactor.farm.images import Farm
from swerefactor.values import BaseTree
from tests.conformance.sandbox import FILES, MAIN, POM, SMALL, sh, small_repository

if TYPE_CHECKING:
    from docker import DockerClient


def other_project(client: DockerClient, folder: Path, **changed: str) -> tuple[Farm, BaseTree, list[str]]:
    """A farm that knows one project, the small one with some files changed, and what it says."""
    said: list[str] = []
    names = {"pom": "pom.xml", "main": "src/main/java/p/Adder.java"}
    files = FILES | {names[name]: text.encode() for name, text in changed.items()}
    repositories, base = small_repository(folder, files)
    return Farm(client, repositories, say=said.append), base, said


def remove(client: DockerClient, tag: str) -> None:
    disk.remove(client, [image for image in disk.stored(client) if image.name == tag])


def unnamed(client: DockerClient) -> set[str]:
    return {image.name for image in disk.stored(client) if image.unnamed}


def test_an_image_is_made_once_though_many_ask_at_the_same_time(client: DockerClient, tmp_path: Path) -> None:
    farm, base, said = other_project(client, tmp_path, main=MAIN + "// once\n")
    remove(client, farm.instance(base).tag)
    said.clear()
    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(lambda _: farm.instance(base).id, range(4)))
    assert len(found) == 1
    assert len([line for line in said if line.startswith("Making")]) == 1
    remove(client, farm.instance(base).tag)


def test_commits_with_the_same_build_files_share_their_dependencies(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree], tmp_path: Path
) -> None:
    farm, base, _ = other_project(client, tmp_path, main=MAIN + "// another commit\n")
    assert base.commit != docker_farm[1].commit
    assert farm.dependencies(base).id == docker_farm[0].dependencies(docker_farm[1]).id


def test_an_image_says_what_it_holds(docker_farm: tuple[Farm, BaseTree]) -> None:
    farm, base = docker_farm
    labels = farm.instance(base).labels
    assert labels[engine.KIND] == "instance"
    assert labels["swerefactor.repository"] == base.repository
    assert labels["swerefactor.commit"] == base.commit
    assert labels["swerefactor.jdk"] == "17"
    assert labels["swerefactor.jdk_package"].startswith("17.")


def test_an_instance_adds_little_more_than_its_tree(docker_farm: tuple[Farm, BaseTree]) -> None:
    farm, base = docker_farm
    assert farm.instance(base).size - farm.dependencies(base).size < 1 << 20


def test_a_workspace_starts_compiled_with_one_clean_commit_and_dated_files(
    docker_sandbox: DockerSandbox, docker_base: BaseTree
) -> None:
    # Files dated 0 count as missing for some versions of Maven's resources plugin.
    with docker_sandbox.workspace(docker_base, SMALL) as workspace:
        assert workspace.list("target", "Adder.class") == ("target/classes/p/Adder.class",)
        assert sh(workspace, "git status --short && git log --format=%s").output == "Base commit\n"
        assert sh(workspace, "stat -c %Y pom.xml").output == "946684800\n"


def test_a_base_commit_that_does_not_compile_is_an_invalid_instance_and_leaves_nothing(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree], tmp_path: Path
) -> None:
    docker_farm[0].dependencies(docker_farm[1])
    before = unnamed(client)
    farm, base, _ = other_project(client, tmp_path, main=MAIN.replace("a + b", "a + missing"))
    with pytest.raises(InvalidInstance) as raised:
        farm.instance(base)
    assert raised.value.reason == "base_does_not_build"
    assert "Adder.java" in raised.value.message
    assert unnamed(client) == before


def new_pom(name: str) -> str:
    """Build files that no dependency image was made for."""
    return POM.replace("<artifactId>contract<", f"<artifactId>{name}<")


def test_a_maven_repository_that_cannot_be_reached_is_no_fault_of_the_instance(
    client: DockerClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    farm, base, _ = other_project(client, tmp_path, pom=new_pom("unreachable"))
    farm.jdk(17)
    monkeypatch.setenv("SWEREFACTOR_MAVEN_REPOSITORY", "http://127.0.0.1:9/maven2")
    with pytest.raises(EnvironmentFault, match="could not download"):
        farm.instance(base)


def test_a_bundle_of_the_wrong_certificates_is_named_as_the_cause(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree], tmp_path: Path
) -> None:
    _, base, _ = other_project(client, tmp_path, pom=new_pom("distrusts"))
    farm = docker_farm[0]
    rubbish = tmp_path / "bundle.pem"
    rubbish.write_text("no certificates")
    repositories, _ = small_repository(tmp_path / "again", FILES | {"pom.xml": new_pom("distrusts").encode()})
    with pytest.raises(EnvironmentFault, match=r"bundle\.pem") as raised:
        Farm(farm.client, repositories, ca_bundle=rubbish).instance(base)
    assert "--ca-bundle" in raised.value.tip


@pytest.mark.parametrize("version", [8, 11, 17, 21, 25])
def test_each_jdk_is_the_one_that_was_asked_for(
    client: DockerClient, docker_farm: tuple[Farm, BaseTree], version: int
) -> None:
    image = docker_farm[0].jdk(version)
    said = client.containers.run(
        image.id, ["sh", "-c", "java -version 2>&1; mvn -v"], network_mode="none", remove=True
    ).decode()
    assert f'"1.{version}.' in said or f'version "{version}' in said
    assert "Apache Maven 3.9" in said
