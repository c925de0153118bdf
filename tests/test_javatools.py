"""Jars of ours: what is loaded again and again is not checked again and again."""

from __future__ import annotations

import zipfile

from swerefactor import javatools, material


def test_the_jars_of_a_helper_carry_no_signatures_and_all_their_classes() -> None:
    ready = javatools.helper("analyser", 25)
    fetched = javatools.fetch(
        javatools.read_jar_list(material.folder("docker") / "analyser" / "analyser.jars")
    )
    assert [jar.name for jar in ready.jars] == [jar.name for jar in fetched]
    for used, signed in zip(ready.jars, fetched, strict=True):
        with zipfile.ZipFile(used) as ours, zipfile.ZipFile(signed) as theirs:
            gone = set(theirs.namelist()) - set(ours.namelist())
            assert not [name for name in ours.namelist() if name.endswith((".SF", ".RSA"))]
            assert all(name.startswith("META-INF/") for name in gone)
    assert ready.jars != fetched
