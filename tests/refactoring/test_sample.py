"""The sample data set: its repositories come out the same everywhere, its facts fit the sources."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
import tree_sitter_java
from tree_sitter import Language, Node, Parser

from swerefactor import javatools, jsonlines, material
from swerefactor.refactoring import sample
from swerefactor.repositories import Repositories, Repository
from swerefactor.values import Instance, MethodRef, RefactoringType

INSTANCES = sample.sample_instances()
PROJECTS = sorted({instance.repository for instance in INSTANCES})
PRINT_COMMITS = """
import subprocess
from swerefactor.refactoring.sample import sample_repositories
for name, place in sample_repositories():
    print(name, subprocess.check_output(["git", f"--git-dir={place}", "show-ref"], text=True))
"""


@pytest.fixture(scope="module")
def repositories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repositories]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SWEREFACTOR_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield Repositories(made=sample.sample_repositories())


@pytest.fixture(params=INSTANCES, ids=lambda instance: instance.id)
def instance(request: pytest.FixtureRequest) -> Instance:
    found: Instance = request.param
    return found


# --- The facts -------------------------------------------------------------------------------


def test_every_type_has_three_instances_and_every_project_five() -> None:
    types = Counter(instance.type for instance in INSTANCES)
    projects = Counter(instance.repository for instance in INSTANCES)

    assert min(types[kind] for kind in RefactoringType) >= 3
    assert min(projects.values()) >= 5
    assert len({instance.id for instance in INSTANCES}) == len(INSTANCES)
    assert {instance.jdk for instance in INSTANCES} == {8, 17, 25}
    assert sum(instance.in_test_code for instance in INSTANCES) >= 4


def test_the_commits_of_an_instance_are_those_of_the_made_repository(
    instance: Instance, repositories: Repositories
) -> None:
    repository = repositories.open(instance.repository)

    assert parents(repository, instance.base_commit) == []
    assert parents(repository, instance.commit) == [instance.base_commit]


def test_a_target_is_the_method_on_its_lines(instance: Instance, repositories: Repositories) -> None:
    source = repositories.open(instance.repository).read(instance.base_commit, instance.target.file)

    assert source is not None
    assert instance.target in declarations(instance.target.file, source)


def test_a_target_is_in_test_code_when_its_file_is(instance: Instance) -> None:
    assert instance.in_test_code == instance.target.file.startswith("src/test/")


def test_a_reference_changes_java_files_that_exist_and_its_target_and_destination_among_them(
    instance: Instance, repositories: Repositories
) -> None:
    changes = repositories.open(instance.repository).changes(instance.base_commit, instance.commit)
    paths = {change.path for change in changes}

    assert all(path.endswith(".java") for path in paths)
    assert all(change.before is not None and change.after is not None for change in changes)
    assert instance.target.file in paths
    if instance.destination is not None:
        assert instance.destination.file in paths


def test_types_that_move_name_a_class_of_the_base_commit(
    instance: Instance, repositories: Repositories
) -> None:
    destination = instance.destination

    assert (destination is not None) == ("Move" in instance.type)
    if destination is not None:
        source = repositories.open(instance.repository).read(instance.base_commit, destination.file)
        assert source is not None
        assert destination.class_name in classes(source)
        assert (destination.method is not None) == (instance.type is RefactoringType.MOVE_AND_RENAME_METHOD)


def test_a_reference_removes_the_target_where_its_type_says_so(
    instance: Instance, repositories: Repositories
) -> None:
    after = repositories.open(instance.repository).read(instance.commit, instance.target.file)

    assert after is not None
    names = {(method.class_name, method.signature) for method in declarations(instance.target.file, after)}
    stays = instance.type in (RefactoringType.EXTRACT_METHOD, RefactoringType.EXTRACT_AND_MOVE_METHOD)
    assert ((instance.target.class_name, instance.target.signature) in names) == stays


def test_covering_tests_are_test_classes_of_the_project(
    instance: Instance, repositories: Repositories
) -> None:
    files = repositories.open(instance.repository).files(instance.base_commit, "Test.java")

    assert instance.covering_tests
    for name in instance.covering_tests:
        assert f"src/test/java/{name.replace('.', '/')}.java" in files


@pytest.mark.parametrize("repository", PROJECTS)
def test_library_lists_hold_what_the_pom_asks_for_and_the_matching_launcher(
    repository: str, repositories: Repositories
) -> None:
    base = next(instance.base_commit for instance in INSTANCES if instance.repository == repository)
    pom = (repositories.open(repository).read(base, "pom.xml") or b"").decode()
    asked = re.search(
        r"<dependency>\s*<groupId>(.+)</groupId>\s*<artifactId>(.+)</artifactId>\s*<version>(.+)</version>",
        pom,
    )
    listed = material.folder("dataset") / "libraries" / f"{repository.replace('/', '__')}.jars"
    coordinates = [jar.coordinate for jar in javatools.read_jar_list(listed)]

    assert asked is not None
    assert coordinates[0] == ":".join(asked.groups())
    engines = [name for name in coordinates if ":junit-platform-engine:" in name]
    launchers = [name for name in coordinates if ":junit-platform-launcher:" in name]
    assert launchers == [name.replace("-engine:", "-launcher:") for name in engines]
    assert launchers in ([], coordinates[-1:])


def test_the_lite_split_follows_the_rule_that_it_states() -> None:
    dataset = material.folder("dataset")
    real = jsonlines.read(dataset / "real" / "instances.jsonl", Instance)
    strata: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for found in sorted((*INSTANCES, *real), key=lambda found: hashlib.sha256(found.id.encode()).hexdigest()):
        if found.same_edit_as is None:
            strata[found.type, found.project].append(found.id)
    firsts = {stratum: ids[0] for stratum, ids in strata.items()}
    of_real = {firsts[found.type, found.project] for found in real if found.same_edit_as is None}
    of_sample = []
    for kind in RefactoringType:
        of_type = {firsts[kind, found.project] for found in INSTANCES if found.type is kind}
        of_sample += sorted(of_type, key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:2]

    lines = (dataset / "lite.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == [*of_sample, *sorted(of_real)]


# --- The repositories ------------------------------------------------------------------------


def test_commits_do_not_depend_on_the_users_git_settings_or_clock(tmp_path: Path) -> None:
    (tmp_path / ".gitconfig").write_text(
        "[core]\n\tautocrlf = true\n[commit]\n\tgpgSign = true\n[user]\n\tname = X\n"
    )
    hostile = {
        "HOME": str(tmp_path),
        "TZ": "Pacific/Auckland",
        "GIT_AUTHOR_NAME": "Y",
        "GIT_DEFAULT_HASH": "sha256",
    }

    plain = made_in(tmp_path / "one", {})
    other = made_in(tmp_path / "other", hostile)

    assert plain == other
    assert all(commit in plain for i in INSTANCES for commit in (i.base_commit, i.commit))


def test_two_processes_that_make_them_at_once_agree_and_leave_nothing_behind(tmp_path: Path) -> None:
    running = [start(tmp_path, {}) for _ in range(3)]
    said = {process.communicate()[0] for process in running}

    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(said) == 1
    assert len(list((tmp_path / "sample").iterdir())) == len(PROJECTS)


def test_what_a_build_leaves_in_a_project_is_not_part_of_it(tmp_path: Path) -> None:
    home = tmp_path / "ledger"
    shutil.copytree(material.folder("dataset") / "sample" / "ledger", home)
    clean = sample._Project.read(home)
    (home / "base" / "target").mkdir()
    (home / "base" / "target" / "Money.class").write_bytes(b"\xca\xfe\xba\xbe")

    assert sample._Project.read(home) == clean
    assert sample._Project.read(home).digest() == clean.digest()


def test_a_changed_source_gives_another_repository(tmp_path: Path) -> None:
    home = tmp_path / "ledger"
    shutil.copytree(material.folder("dataset") / "sample" / "ledger", home)
    before = sample._Project.read(home).digest()
    (home / "base" / "pom.xml").write_bytes(b"<project/>")

    assert sample._Project.read(home).digest() != before


@pytest.mark.parametrize("repository", PROJECTS)
def test_the_base_commit_holds_exactly_the_files_of_the_project(
    repository: str, repositories: Repositories
) -> None:
    base = material.folder("dataset") / repository / "base"
    commit = next(instance.base_commit for instance in INSTANCES if instance.repository == repository)
    opened = repositories.open(repository)
    files = opened.read_all(commit, opened.files(commit))

    on_disk = [base / "pom.xml", *(path for path in (base / "src").rglob("*") if path.is_file())]
    assert files == {path.relative_to(base).as_posix(): path.read_bytes() for path in on_disk}
    assert all(b"\r" not in content for content in files.values())


# --- Help ------------------------------------------------------------------------------------


def parents(repository: Repository, commit: str) -> list[str]:
    command = ["git", f"--git-dir={repository.git_dir}", "rev-list", "--parents", "-n", "1", commit]
    return subprocess.check_output(command, text=True).split()[1:]


def start(cache: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    environment = {**os.environ, "SWEREFACTOR_CACHE": str(cache), **environment}
    return subprocess.Popen(
        [sys.executable, "-c", PRINT_COMMITS], env=environment, stdout=subprocess.PIPE, text=True
    )


def made_in(cache: Path, environment: dict[str, str]) -> str:
    said, _ = start(cache, environment).communicate()
    return said


def declarations(file: str, source: bytes) -> set[MethodRef]:
    """The methods of a source file; lines include the doc comment."""
    found = set()
    for node, class_name in _walk(source):
        if node.type == "method_declaration":
            before = node.prev_sibling
            documented = (
                before is not None and before.type == "block_comment" and _text(before).startswith("/**")
            )
            first = before if documented and before is not None else node
            found.add(
                MethodRef(
                    file=file,
                    class_name=class_name,
                    signature=f"{_named(node)}({', '.join(_parameters(node))})",
                    start_line=first.start_point[0] + 1,
                    end_line=node.end_point[0] + 1,
                )
            )
    return found


def classes(source: bytes) -> set[str]:
    return {class_name for _, class_name in _walk(source)}


def _walk(source: bytes) -> Iterator[tuple[Node, str]]:
    root = Parser(Language(tree_sitter_java.language())).parse(source).root_node
    package = next(
        _text(child.named_children[0]) for child in root.children if child.type == "package_declaration"
    )
    waiting = [(root, package)]
    while waiting:
        node, name = waiting.pop()
        if re.fullmatch(r"(class|interface|enum|record)_declaration", node.type):
            name = f"{name}.{_named(node)}"
        yield node, name
        waiting += [(child, name) for child in node.children]


def _named(node: Node) -> str:
    name = node.child_by_field_name("name")
    assert name is not None
    return _text(name)


def _parameters(method: Node) -> Iterator[str]:
    parameters = method.child_by_field_name("parameters")
    assert parameters is not None
    for parameter in parameters.named_children:
        if parameter.type == "spread_parameter":
            yield f"{_text(parameter.named_children[0])}..."
        else:
            kind = parameter.child_by_field_name("type")
            assert kind is not None
            yield _text(kind)


def _text(node: Node) -> str:
    return (node.text or b"").decode()
