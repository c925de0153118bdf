"""Hostile patches end as failed, for the right reason, and leave nothing behind. All of them: run.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from swerefactor.refactoring.verify.verifier import Verifier
from tests.hostile.corpus import Attack, Base, Host
from tests.hostile.grading import Way, carry_out, open_verifier
from tests.hostile.running import CONTROLS, RUNNING
from tests.hostile.texts import TEXTS

CODE = [(attack, host) for attack in RUNNING if not attack.slow for host in attack.hosts]
FAST: tuple[tuple[str, Base], ...] = (
    ("exits with success", "gold"),
    ("kills every process", "gold"),
    ("fills the disk", "gold"),
    ("leaves a process behind", "noop"),
    ("opens the network", "gold"),
    ("writes to the repository and the JDK", "gold"),
    ("looks for the solution in git", "gold"),
    ("looks for the results' key", "gold"),
    ("writes results of its own", "spoiled"),
    ("replaces the results by links", "spoiled"),
    ("tampers with compiled tests and halts", "spoiled"),
)
OFFICIAL: tuple[tuple[str, Base], ...] = (("makes giants of the results", "gold"),)
LOCAL: tuple[tuple[str, Base], ...] = (
    ("disables the test that it may change", "gold"),
    ("leaves a process behind", "gold"),
    ("writes results of its own", "spoiled"),
    ("reaches for the test listener", "spoiled"),
)


def label(value: object) -> str | None:
    """What stands in a test's id for an attack, a host or a base."""
    return getattr(value, "name", getattr(value, "instance_id", None))


def named(name: str) -> Attack:
    return next(attack for attack in RUNNING if attack.name == name)


def check(attack: Attack, host: Host, base: Base, way: Way, verifier: Verifier) -> None:
    ending = carry_out(attack, host, base, way, verifier)
    assert not ending.faults, ending.verdict.model_dump_json(indent=1) + ending.log[-3000:]


@pytest.fixture(scope="session")
def forged() -> Iterator[Verifier]:
    with open_verifier("forged") as verifier:
        yield verifier


@pytest.fixture(scope="session")
def local() -> Iterator[Verifier]:
    with open_verifier("local") as verifier:
        yield verifier


@pytest.fixture(scope="session")
def fast(client: object) -> Iterator[Verifier]:
    with open_verifier("fast") as verifier:
        yield verifier


@pytest.fixture(scope="session")
def official(client: object) -> Iterator[Verifier]:
    with open_verifier("official") as verifier:
        yield verifier


@pytest.mark.parametrize("attack", CONTROLS[:1], ids=lambda attack: "the reference")
def test_without_an_attack_the_reference_is_resolved(attack: Attack, forged: Verifier) -> None:
    for host in attack.hosts:
        check(attack, host, "gold", "forged", forged)


@pytest.mark.parametrize("attack", TEXTS, ids=label)
def test_a_patch_that_betrays_itself_is_refused_before_anything_runs(
    attack: Attack, forged: Verifier
) -> None:
    check(attack, attack.hosts[0], "gold", "forged", forged)


@pytest.mark.parametrize(("attack", "host"), CODE, ids=label)
def test_no_hostile_code_is_resolved_even_where_every_test_result_is_forged(
    attack: Attack, host: Host, forged: Verifier
) -> None:
    check(attack, host, "gold", "forged", forged)


@pytest.mark.parametrize(("name", "base"), LOCAL)
def test_code_that_runs_on_this_machine_gains_nothing(name: str, base: Base, local: Verifier) -> None:
    check(named(name), named(name).hosts[0], base, "local", local)


@pytest.mark.parametrize(("name", "base"), FAST)
def test_code_that_runs_in_a_container_gains_nothing_and_leaves_nothing(
    name: str, base: Base, fast: Verifier
) -> None:
    check(named(name), named(name).hosts[0], base, "fast", fast)


@pytest.mark.parametrize(("name", "base"), OFFICIAL)
def test_the_official_build_bears_hostile_results(name: str, base: Base, official: Verifier) -> None:
    check(named(name), named(name).hosts[0], base, "official", official)
