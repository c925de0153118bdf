"""Covering tests: those that run the target at the base commit, by what the baseline measured."""

from __future__ import annotations

import pytest

from swerefactor.errors import InvalidInstance
from swerefactor.refactoring.baseline import shipped_baseline
from swerefactor.refactoring.covering import (
    SLOW,
    chosen_tests,
    covering_from,
    covering_tests,
    slow_classes,
    target_covered,
    with_cases,
)
from swerefactor.refactoring.dataset import load
from swerefactor.refactoring.verify.workbench import base_of
from swerefactor.values import Baseline, Covering, Instance, MethodCoverage
from tests.refactoring.builders import baseline, case, instance, method

SAMPLE = load("sample", None)


def measured(
    line: int, signature: str = "total(I)I", class_name: str = "p.Cart", ran: int = 3
) -> MethodCoverage:
    return MethodCoverage(
        class_name=class_name, signature=signature, first_line=line, covered_lines=ran, missed_lines=0
    )


def known(*methods: MethodCoverage, **by_class: list[MethodCoverage]) -> Baseline:
    """A baseline of passing test classes of package `p`, each with the methods that it runs."""
    runs = {f"p.{name}": found for name, found in by_class.items()}
    return baseline(dict.fromkeys(runs, ("a",))).model_copy(
        update={"coverage": methods, "covering": covering_from(methods, runs, [])}
    )


@pytest.mark.parametrize("found", SAMPLE, ids=[i.id for i in SAMPLE])
@pytest.mark.parametrize("sandbox", ["docker", "local"])
def test_the_samples_covering_tests_are_those_that_run_the_target(found: Instance, sandbox: str) -> None:
    shipped = shipped_baseline(base_of(found), sandbox)
    assert shipped is not None
    assert covering_tests(found, shipped) == found.covering_tests
    assert set(found.covering_tests) <= set(shipped.repeated)
    assert target_covered(found.target, shipped)


def test_a_test_covers_the_target_when_it_runs_a_line_of_it() -> None:
    target, other = measured(12), measured(40, "other()V")
    base = known(target, other, ATest=[target], BTest=[other], CTest=[target, other])
    assert covering_tests(instance(), base) == ("p.ATest", "p.CTest")


def test_a_target_in_an_abstract_test_class_is_covered_by_the_classes_that_inherit_it() -> None:
    inherited = measured(12, "adds()V", "p.AbstractTest")
    base = known(inherited, OneTest=[inherited], TwoTest=[inherited])
    asked = instance(target=method("adds()", "p.AbstractTest"), in_test_code=True)
    assert covering_tests(asked, base) == ("p.OneTest", "p.TwoTest")


def test_a_lambda_in_the_target_is_part_of_it() -> None:
    target, inner = measured(10, ran=0), measured(14, "lambda$total$0(I)I")
    base = known(target, inner, ATest=[inner])
    assert covering_tests(instance(), base) == ("p.ATest",)


def test_a_method_of_an_anonymous_class_is_found_though_its_class_file_has_another_name() -> None:
    inner = measured(12, "compare(II)I", "p.Cart.1")
    base = known(inner, ATest=[inner])
    asked = instance(target=method("compare(int, int)", "p.Cart.BY_SIZE.1", "src/main/java/p/Cart.java"))
    assert covering_tests(asked, base) == ("p.ATest",)


def test_a_class_beside_that_of_the_file_is_found_by_its_own_name() -> None:
    beside, far = measured(12, "run()V", "p.Helper"), measured(12, "run()V", "p.HelperToo")
    base = known(beside, far, ATest=[beside], BTest=[far])
    asked = instance(target=method("run()", "p.Helper", "src/main/java/p/Cart.java"))
    assert covering_tests(asked, base) == ("p.ATest",)


def test_the_same_lines_of_another_file_are_not_the_target() -> None:
    target, other = measured(12), measured(12, "total(I)I", "p.CartToo")
    base = known(target, other, ATest=[target], BTest=[other])
    assert covering_tests(instance(), base) == ("p.ATest",)


@pytest.mark.parametrize(
    ("signature", "runs"),
    [("Cart()", ("p.NoneTest",)), ("Cart(int, Map<String, Integer>)", ("p.TwoTest",))],
)
def test_a_constructor_is_known_by_its_name_though_its_lines_begin_at_a_field(
    signature: str, runs: tuple[str, ...]
) -> None:
    none, two = measured(3, "<init>()V"), measured(3, "<init>(ILjava/util/Map;)V")
    base = known(none, two, NoneTest=[none], TwoTest=[two])
    assert covering_tests(instance(target=method(signature)), base) == runs


def test_an_inner_classes_constructor_is_found_though_the_compiler_gives_it_more_parameters() -> None:
    made = measured(3, "<init>(Lp/Cart;I)V", "p.Cart.Item")
    base = known(made, ATest=[made])
    assert covering_tests(instance(target=method("Item(int)", "p.Cart.Item")), base) == ("p.ATest",)


def test_what_nested_test_classes_run_counts_for_the_class_that_can_be_run() -> None:
    target = measured(12)
    found = covering_from(
        [target], {"p.OuterTest$Inner": [target]}, [case("a", class_name="p.OuterTest$Inner")]
    )
    assert found == Covering(classes=("p.OuterTest",), seconds=(0.0,), methods=((0,),))


def test_a_class_in_which_no_test_passes_covers_nothing() -> None:
    target = measured(12)
    base = known(target, ATest=[target], BTest=[target]).model_copy(update={"passing": {"p.BTest": ("a",)}})
    assert covering_tests(instance(), base) == ("p.BTest",)


def test_an_instance_whose_target_no_test_runs_is_refused_in_one_sentence() -> None:
    target, other = measured(12, ran=0), measured(40, "other()V")
    with pytest.raises(InvalidInstance, match=r"runs p\.Cart#total"):
        chosen_tests(instance(), known(target, other, ATest=[other]))


def test_a_target_that_no_test_runs_is_refused_also_where_tests_were_not_told_apart() -> None:
    measured_as_a_whole = known(measured(12, ran=0)).model_copy(update={"covering": None})
    with pytest.raises(InvalidInstance):
        chosen_tests(instance(), measured_as_a_whole)


def test_what_the_instance_records_is_taken_as_it_is() -> None:
    target = measured(12)
    asked = instance(covering_tests=("p.SlowTest#one",))
    assert chosen_tests(asked, known(target, ATest=[target])) == ("p.SlowTest#one",)


def test_all_tests_are_run_where_it_was_not_measured_which_of_them_cover() -> None:
    assert chosen_tests(instance(), baseline({"p.CartTest": ("a",)})) is None
    assert target_covered(instance().target, baseline({"p.CartTest": ("a",)})) is None


# --- Slow classes, by test method ---

RUN, FAR = measured(12), measured(40, "other()V")


def slow(**passing: tuple[str, ...]) -> Baseline:
    """A baseline in which `p.SlowTest` takes longer than is run as a whole, and `p.QuickTest` not."""
    runs = {"p.SlowTest": [RUN, FAR], "p.QuickTest": [RUN]}
    cases = [case("a", class_name="p.SlowTest").model_copy(update={"seconds": SLOW + 1})]
    names = {f"p.{name}": found for name, found in passing.items()}
    return baseline(names or {"p.SlowTest": ("near[1]", "near[2]", "far"), "p.QuickTest": ("x",)}).model_copy(
        update={"coverage": (RUN, FAR), "covering": covering_from((RUN, FAR), runs, cases)}
    )


def by_case(known: Baseline, **runs: MethodCoverage) -> Baseline:
    """It with what test methods of `p.SlowTest` run; `between` is what runs before or after them."""
    found = {f"p.SlowTest#{'' if name == 'between' else name}": [method] for name, method in runs.items()}
    return with_cases(known, ["p.SlowTest"], found)


def test_of_a_slow_class_only_the_tests_that_run_the_target_are_chosen() -> None:
    known = by_case(slow(), near=RUN, far=FAR)
    assert covering_tests(instance(), known) == ("p.QuickTest", "p.SlowTest#near")


def test_a_slow_class_whose_set_up_runs_the_target_is_chosen_as_a_whole() -> None:
    known = by_case(slow(), between=RUN, near=RUN, far=FAR)
    assert covering_tests(instance(), known) == ("p.QuickTest", "p.SlowTest")


def test_a_slow_class_whose_tests_could_not_be_told_apart_is_chosen_as_a_whole() -> None:
    known = by_case(slow())
    assert covering_tests(instance(), known) == ("p.QuickTest", "p.SlowTest")


def test_a_test_method_that_does_not_always_pass_is_not_chosen() -> None:
    known = by_case(slow(SlowTest=("far",), QuickTest=("x",)), near=RUN, far=FAR)
    assert covering_tests(instance(), known) == ("p.QuickTest",)


def test_parameters_of_a_test_method_are_one_test() -> None:
    known = with_cases(slow(), ["p.SlowTest"], {"p.SlowTest#near[1]": [FAR], "p.SlowTest#near[2]": [RUN]})
    assert covering_tests(instance(), known) == ("p.QuickTest", "p.SlowTest#near")


def test_only_slow_classes_that_cover_and_are_not_known_by_method_are_measured() -> None:
    assert slow_classes([instance()], slow()) == {"p.SlowTest"}
    assert slow_classes([instance()], by_case(slow(), near=RUN)) == set()
    assert slow_classes([instance(target=method("away()", "p.Away"))], slow()) == set()
