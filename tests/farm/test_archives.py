"""What is taken from an archive that code under judgement may have packed."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from swerefactor.farm.archives import unpack


def packed(*entries: tuple[tarfile.TarInfo, bytes], mode: str = "w") -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode=mode) as archive:  # type: ignore[call-overload]
        for entry, content in entries:
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return whole.getvalue()


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, target
    return entry


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_files_come_out_as_they_were(tmp_path: Path, mode: str) -> None:
    unpack(
        packed((tarfile.TarInfo("a/b/C.class"), b"\0\1"), (tarfile.TarInfo("d"), b""), mode=mode), tmp_path
    )
    assert (tmp_path / "a/b/C.class").read_bytes() == b"\0\1"
    assert (tmp_path / "d").read_bytes() == b""


def test_nothing_is_written_outside_the_folder(tmp_path: Path) -> None:
    outside, into = tmp_path / "outside", tmp_path / "into"
    outside.mkdir()
    into.mkdir()
    unpack(
        packed(
            (tarfile.TarInfo("../outside/up"), b"x"),
            (tarfile.TarInfo(f"{outside}/absolute"), b"x"),
            (link("way", str(outside)), b""),
            (tarfile.TarInfo("way/through"), b"x"),
            (link("hard", "/etc/passwd", tarfile.LNKTYPE), b""),
            (link("pipe", "", tarfile.FIFOTYPE), b""),
        ),
        into,
    )
    assert list(outside.iterdir()) == []
    assert [path.relative_to(into).as_posix() for path in into.rglob("*")] == ["way", "way/through"]


def test_an_archive_that_would_fill_the_disk_is_refused(tmp_path: Path) -> None:
    zeros = packed((tarfile.TarInfo("zeros"), bytes(1 << 20)), mode="w:gz")
    with pytest.raises(tarfile.TarError, match="more than 1000 bytes"):
        unpack(zeros, tmp_path, largest=1000)
    assert not (tmp_path / "zeros").exists()


def test_half_an_archive_is_an_error(tmp_path: Path) -> None:
    whole = packed((tarfile.TarInfo("a"), bytes(range(256)) * 99), mode="w:gz")
    with pytest.raises((tarfile.TarError, EOFError)):
        unpack(whole[: len(whole) // 2], tmp_path)
