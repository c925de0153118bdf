"""Files of a package come from the package index, whole and checked, without what the package depends on."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from swerefactor.errors import EnvironmentFault
from swerefactor.wheels import Wheel, unpacked

SMALL = Wheel("iniconfig", "2.0.0", "b6a85871a79d2e3b22d2d1b94ac2824226a63c6b741c88f7ae975f18b6778374")


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWEREFACTOR_CACHE", str(tmp_path / "cache"))


def test_the_files_of_a_package_are_there_and_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    place = unpacked(SMALL)
    assert (place / "iniconfig" / "__init__.py").is_file()
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    assert unpacked(SMALL) == place


def test_another_content_than_the_known_one_is_refused_and_not_kept(tmp_path: Path) -> None:
    other = dataclasses.replace(SMALL, sha256="0" * 64)
    with pytest.raises(EnvironmentFault, match="came with checksum"):
        unpacked(other)
    assert list((tmp_path / "cache" / "wheels").iterdir()) == []


def test_a_version_that_is_not_there_is_told_with_the_way_out() -> None:
    with pytest.raises(EnvironmentFault, match=r"iniconfig==0\.0\.1") as raised:
        unpacked(dataclasses.replace(SMALL, version="0.0.1"))
    assert "pip download" in raised.value.tip
