"""The doctor names what is missing and the command that mends it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from swerefactor.farm import doctor, engine
from swerefactor.farm.doctor import Finding, diagnose


@pytest.fixture(autouse=True)
def fresh_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test looks for its own engine."""
    monkeypatch.setattr(engine, "connect", lambda: engine.open_client(5))


def found(name: str) -> Finding:
    return next(finding for finding in diagnose() if finding.name == name)


def test_on_a_machine_that_has_all_nothing_is_to_be_mended(client: object) -> None:
    assert [finding for finding in diagnose() if not finding.ok] == []


def test_every_finding_that_is_not_well_names_a_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    monkeypatch.setenv("PATH", str(tmp_path))
    bad = [finding for finding in diagnose() if not finding.ok]
    assert {"git", "engine"} <= {finding.name for finding in bad}
    assert all(finding.command and finding.sentence.endswith(".") for finding in bad)


def test_a_missing_engine_is_told_from_one_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "docker.sock"
    monkeypatch.setenv("DOCKER_HOST", f"unix://{place}")
    assert "does not exist" in found("engine").sentence
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(place))
        assert "No Docker engine answers" in found("engine").sentence
        assert found("engine").command == "sudo systemctl restart docker"


def test_a_remote_engine_that_is_down_is_named_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:9")
    finding = found("engine")
    assert not finding.ok
    assert "tcp://127.0.0.1:9" in finding.sentence
    assert "DOCKER_HOST" in finding.command


def test_too_little_disk_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SWEREFACTOR_CACHE", str(tmp_path / "not" / "made" / "yet"))
    monkeypatch.setattr(doctor, "NEEDED_CACHE", 1 << 60)
    finding = found("cache")
    assert not finding.ok
    assert "SWEREFACTOR_CACHE" in finding.command


def test_a_bundle_without_certificates_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    empty = tmp_path / "bundle.pem"
    empty.write_text("nothing")
    monkeypatch.setenv("SSL_CERT_FILE", str(empty))
    finding = found("certificates")
    assert not finding.ok
    assert "0 certificates" in finding.sentence
