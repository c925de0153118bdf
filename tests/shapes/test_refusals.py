"""Instances that can't be graded are refused in one sentence, before anything is built."""

from __future__ import annotations

from swerefactor.refactoring.validity import unsupported
from tests.refactoring.builders import instance, method

SOURCE = b"package p;\n\nclass Cart {\n    int total(int cents) {\n        return cents;\n    }\n}\n"
TARGET = method("total(int)").model_copy(update={"start_line": 4, "end_line": 6})
CART = instance(target=TARGET)
PREVIEW = b"<arg>--enable-preview</arg>"


def reason(files: dict[str, bytes], module: str = "") -> str:
    found = unsupported(CART.model_copy(update={"module": module}), {TARGET.file: SOURCE, **files}.get)
    assert found is None or found.message.count(". ") == 0
    return found.reason if found else ""


def test_an_ordinary_instance_is_not_refused() -> None:
    assert reason({"pom.xml": b"<project/>"}) == ""


def test_preview_syntax_is_refused_wherever_it_is_switched_on() -> None:
    assert reason({"pom.xml": PREVIEW}) == "preview_syntax"
    assert reason({"pom.xml": b"<enablePreview> true </enablePreview>"}) == "preview_syntax"
    assert reason({"a/b/pom.xml": PREVIEW}, "a/b") == "preview_syntax"
    assert reason({"pom.xml": PREVIEW}, "a/b") == "preview_syntax"
    assert reason({".mvn/maven.config": PREVIEW}) == "preview_syntax"


def test_what_a_comment_or_another_module_says_refuses_nothing() -> None:
    assert reason({"pom.xml": b"<!-- no " + PREVIEW + b" here -->"}) == ""
    assert reason({"c/pom.xml": PREVIEW}, "a/b") == ""


def test_a_target_that_is_not_on_its_lines_is_refused() -> None:
    assert reason({TARGET.file: b""}) == "target_missing"
    assert reason({TARGET.file: SOURCE.replace(b"total", b"sum")}) == "target_missing"
    assert unsupported(CART, {"pom.xml": b""}.get) is not None


def test_a_target_whose_name_is_no_utf_8_is_let_through() -> None:
    latin = SOURCE.decode().replace("total", "größe").encode("iso-8859-1")
    asked = CART.model_copy(update={"target": TARGET.model_copy(update={"signature": "größe(int)"})})
    assert unsupported(asked, {TARGET.file: latin}.get) is None
