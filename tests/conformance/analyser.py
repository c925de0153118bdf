"""What every `Analyser` must do. A test class derives from `AnalyserContract` and gives `analyser`."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerefactor.errors import AnalyserError
from swerefactor.protocols import Analyser
from swerefactor.values import Detection, MethodContext, MethodInfo, MethodRef

PATH = "src/p/Greeter.java"
BEFORE = """package p;

class Greeter {
    /** Greets. */
    String greet(String name) {
        String trimmed = name.trim();
        String first = trimmed.substring(0, 1).toUpperCase();
        String rest = trimmed.substring(1).toLowerCase();
        return "Hello, " + first + rest + "!";
    }

    String twice(String name) {
        return greet(name) + greet(name);
    }
}
"""
AFTER = """package p;

class Greeter {
    /** Greets. */
    String greet(String name) {
        return "Hello, " + capitalised(name) + "!";
    }

    private String capitalised(String name) {
        String trimmed = name.trim();
        String first = trimmed.substring(0, 1).toUpperCase();
        String rest = trimmed.substring(1).toLowerCase();
        return first + rest;
    }

    String twice(String name) {
        return greet(name) + greet(name);
    }
}
"""
GREET = MethodRef(file=PATH, class_name="p.Greeter", signature="greet(String)", start_line=4, end_line=10)
TWICE = MethodRef(file=PATH, class_name="p.Greeter", signature="twice(String)", start_line=12, end_line=14)
METHODS = tuple(
    MethodInfo(
        method=ref,
        return_type="String",
        body="".join(BEFORE.splitlines(keepends=True)[ref.start_line - 1 : ref.end_line]),
    )
    for ref in (GREET, TWICE)
)
DETECTION = Detection(
    type="Extract Method",
    description="Extract Method\tprivate capitalised(name String) : String"
    " extracted from package greet(name String) : String in class p.Greeter",
    subject=GREET,
    result=MethodRef(
        file=PATH, class_name="p.Greeter", signature="capitalised(String)", start_line=9, end_line=14
    ),
    host=GREET.model_copy(update={"end_line": 7}),
)
"""The detection, without ranges and purity."""
CONTEXT = MethodContext(
    method=METHODS[0],
    class_outline=BEFORE[BEFORE.index("class") : BEFORE.index("{\n        return greet")] + "{ … }\n}",
    callers=(TWICE,),
)


class AnalyserContract:
    """The tests. `tree` is a folder that holds the file `BEFORE` at `PATH`."""

    @pytest.fixture
    def analyser(self) -> Analyser:
        raise NotImplementedError

    @pytest.fixture
    def tree(self, tmp_path: Path) -> Path:
        (tmp_path / PATH).parent.mkdir(parents=True)
        (tmp_path / PATH).write_text(BEFORE, "utf-8")
        return tmp_path

    def test_a_refactoring_is_told_with_the_methods_it_is_about(self, analyser: Analyser) -> None:
        (found,) = analyser.detect({PATH: BEFORE}, {PATH: AFTER})
        beside = {"left": (), "right": (), "pure": None, "purity_comment": ""}
        assert found.model_copy(update=beside) == DETECTION

    def test_equal_versions_hold_no_refactoring(self, analyser: Analyser) -> None:
        assert analyser.detect({PATH: BEFORE}, {PATH: BEFORE}) == ()

    def test_no_files_hold_no_refactoring(self, analyser: Analyser) -> None:
        assert analyser.detect({}, {}) == ()

    def test_methods_are_listed_in_their_order_with_their_text(self, analyser: Analyser) -> None:
        assert analyser.methods({PATH: BEFORE}) == METHODS

    def test_no_files_hold_no_methods(self, analyser: Analyser) -> None:
        assert analyser.methods({}) == ()

    def test_the_same_question_has_the_same_answer(self, analyser: Analyser) -> None:
        first = analyser.detect({PATH: BEFORE}, {PATH: AFTER})
        assert analyser.detect({PATH: BEFORE}, {PATH: AFTER}) == first

    def test_a_context_holds_the_method_its_class_and_its_callers(
        self, analyser: Analyser, tree: Path
    ) -> None:
        assert analyser.context(tree, ["src"], GREET) == CONTEXT

    def test_the_context_of_a_method_that_is_not_there_is_an_error(
        self, analyser: Analyser, tree: Path
    ) -> None:
        absent = MethodRef(file=PATH, class_name="p.Greeter", signature="sing()", start_line=90, end_line=91)
        with pytest.raises(AnalyserError, match="sing"):
            analyser.context(tree, ["src"], absent)

    def test_coverage_data_that_is_not_there_is_an_error(self, analyser: Analyser, tmp_path: Path) -> None:
        with pytest.raises(AnalyserError, match=r"absent\.exec"):
            analyser.coverage(tmp_path / "absent.exec", [tmp_path])
