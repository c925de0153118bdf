"""Mode simple from end to end: real git, the real OpenAI client, a scripted server on loopback."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from swerefactor.errors import InvalidInstance, ModelError
from swerefactor.models import open_model
from swerefactor.patches import apply_patch
from swerefactor.protocols import Analyser
from swerefactor.refactoring.predictors.contexts import Contexts
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.request import fit
from swerefactor.refactoring.predictors.simple import SimplePredictor
from swerefactor.repositories import Repositories, Repository, git
from swerefactor.runs.folder import Kept
from swerefactor.values import (
    Destination,
    Detection,
    Instance,
    MethodContext,
    MethodCoverage,
    MethodInfo,
    MethodRef,
    Origin,
    Prediction,
    RefactoringType,
)
from tests.fakes.model import ScriptedModel
from tests.fakes.openai_server import Fails, OpenAIServer, Says, Step

TILL = "shop/src/main/java/shop/Till.java"
BILL = "shop/src/main/java/shop/Bill.java"
TEST = "shop/src/test/java/shop/TillTest.java"
BASE = {
    TILL: """package shop;

import java.util.List;

public class Till {
    /** The sum of all prices, with tax. */
    public int total(List<Integer> prices) {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum + sum / 5;
    }

    int count(List<Integer> prices) {
        return prices.size();
    }
}
""",
    BILL: """package shop;

import java.util.List;

public class Bill {
    int due(List<Integer> prices) {
        return new Till().total(prices);
    }
}
""",
    TEST: "package shop;\n\nclass TillTest {\n}\n",
    "shop/src/main/java/module/Stray.java": "package elsewhere;\n\nclass Stray {\n}\n",
    "README.md": "A shop.\n",
}
DEVELOPER_METHOD = """    private int developerTax(int secretAmount) {
        return secretAmount * 6 / 5;
    }

"""
DEVELOPER = {
    TILL: BASE[TILL]
    .replace("sum + sum / 5", "developerTax(sum)")
    .replace("    int count", DEVELOPER_METHOD + "    int count"),
    "shop/src/main/java/shop/DeveloperOnly.java": "package shop;\n\nclass DeveloperOnly {\n}\n",
}
ANSWER = f"""I take the sum out.

{TILL}
<<<<<<< SEARCH
        int sum = 0;
        for (int price : prices) {{
            sum += price;
        }}
        return sum + sum / 5;
    }}
=======
        int sum = sum(prices);
        return sum + sum / 5;
    }}

    private int sum(List<Integer> prices) {{
        int sum = 0;
        for (int price : prices) {{
            sum += price;
        }}
        return sum;
    }}
>>>>>>> REPLACE
"""
WRONG = ANSWER.replace("        int sum = 0;\n        for", "        int sum = 1;\n        for", 1)
TARGET = MethodRef(
    file=TILL, class_name="shop.Till", signature="total(List<Integer>)", start_line=6, end_line=13
)
CALLER = MethodRef(
    file=BILL, class_name="shop.Bill", signature="due(List<Integer>)", start_line=6, end_line=8
)


class Surroundings:
    """An analyser that knows one context, and the tree and roots that it was asked about."""

    def __init__(self, callers: Sequence[MethodRef] = (CALLER,)) -> None:
        self.callers = tuple(callers)
        self.trees: list[dict[str, str]] = []
        self.roots: list[tuple[str, ...]] = []

    def context(self, tree: Path, roots: Sequence[str], method: MethodRef) -> MethodContext:
        files = sorted(path for path in tree.rglob("*") if path.is_file())
        self.trees.append({path.relative_to(tree).as_posix(): path.read_text("utf-8") for path in files})
        self.roots.append(tuple(roots))
        return MethodContext(
            method=MethodInfo(method=method),
            class_outline="public class Till { int total(List<Integer> prices); }",
            callers=self.callers,
            supertypes=("java.lang.Object",),
            destinations=("shop.Bill",),
        )

    def detect(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Detection, ...]:
        raise NotImplementedError

    def methods(self, files: Mapping[str, str]) -> tuple[MethodInfo, ...]:
        raise NotImplementedError

    def coverage(self, data: Path, classes: Sequence[Path]) -> tuple[MethodCoverage, ...]:
        raise NotImplementedError


class Shop:
    """A repository with a base commit and the developer's commit on top of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        git("init", "--quiet", str(folder))
        (folder / "shop").mkdir()
        (folder / "shop" / "link").symlink_to("src")
        self.base = self.commit(BASE)
        self.developer = self.commit(DEVELOPER)
        self.repositories = Repositories(made=(("sample/shop", folder / ".git"),))
        self.repository = Repository(folder / ".git")

    def commit(self, files: Mapping[str, str]) -> str:
        for path, text in files.items():
            place = self.folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
        here = ("-C", str(self.folder))
        git(*here, "add", "--all")
        git(*here, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "-m", "secret message")
        return git(*here, "rev-parse", "HEAD").decode().strip()

    def instance(
        self,
        kind: RefactoringType = RefactoringType.EXTRACT_METHOD,
        destination: Destination | None = None,
        target: MethodRef = TARGET,
    ) -> Instance:
        return Instance(
            id="shop-1", project="shop", repository="sample/shop", licence="Apache-2.0",
            base_commit=self.base, commit=self.developer, type=kind, target=target, destination=destination,
            in_test_code=False, jdk=17, module="shop", reference_kind="isolated",
            origin=Origin(dataset="sample", row="1"),
        )  # fmt: skip

    def after(self, prediction: Prediction) -> dict[str, bytes | None]:
        """The files that a prediction's patch changes, applied by git to the base commit."""
        changes = apply_patch(prediction.model_patch, lambda path: self.repository.read(self.base, path))
        return {change.path: change.after for change in changes}

    def request(
        self, *, limit: int = 60_000, analyser: Analyser | None = None, instance: Instance | None = None
    ) -> str:
        """The request that a model gets for an instance."""
        model = ScriptedModel(["nothing", "nothing"])
        predictor = SimplePredictor(
            model, self.repositories, Contexts(analyser or Surroundings()), limit=limit
        )
        predictor.predict(instance or self.instance())
        return model.conversations[0][1].content


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(("OPENAI_", "LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SWEREFACTOR_CACHE", str(tmp_path / "cache"))
    return Shop(tmp_path / "shop")


Ask = Callable[..., tuple[Prediction, OpenAIServer]]


@pytest.fixture
def ask(shop: Shop) -> Iterator[Ask]:
    """Predicts the shop's instance with a server that follows the script."""
    with ExitStack() as stack:

        def predicted(*script: Step) -> tuple[Prediction, OpenAIServer]:
            server = stack.enter_context(OpenAIServer(script))
            model = open_model("tiny", base_url=server.url, retries=0)
            return SimplePredictor(model, shop.repositories, Contexts(Surroundings())).predict(
                shop.instance()
            ), server

        yield predicted


class TestWhatComesOfAReply:
    def test_a_right_answer_becomes_a_patch_that_git_applies(self, shop: Shop, ask: Ask) -> None:
        prediction, server = ask(Says(ANSWER))
        assert prediction.failure is None
        after = shop.after(prediction)
        assert after.keys() == {TILL}
        assert b"private int sum(List<Integer> prices)" in (after[TILL] or b"")
        assert len(server.requests) == 1

    def test_the_prediction_names_model_and_instance_and_holds_the_talk_and_its_cost(self, ask: Ask) -> None:
        prediction, _ = ask(Says(ANSWER, input_tokens=900, output_tokens=80))
        assert (prediction.instance_id, prediction.model_name_or_path) == ("shop-1", "tiny")
        assert (prediction.usage.input_tokens, prediction.usage.output_tokens) == (900, 80)
        assert prediction.usage.cost is None
        assert [message.role for message in prediction.transcript] == ["system", "user", "assistant"]
        assert prediction.transcript[-1].content == ANSWER

    def test_edits_that_do_not_fit_are_mended_in_a_second_round(self, shop: Shop, ask: Ask) -> None:
        prediction, server = ask(Says(WRONG), Says(ANSWER))
        assert prediction.failure is None
        assert shop.after(prediction).keys() == {TILL}
        messages = server.requests[1]["messages"]
        assert isinstance(messages, list)
        assert messages[2] == {"role": "assistant", "content": WRONG}
        assert (
            f"- Block 1 ({TILL}): the text to search for, which starts with 'int sum = 1;'"
            in messages[3]["content"]
        )
        assert prediction.usage.input_tokens == 200

    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            ("I can't see what to extract.", "no_edit"),
            (WRONG, "no_match"),
            (ANSWER.replace(TILL, "../../etc/passwd"), "forbidden_path"),
            (ANSWER.replace(TILL, "shop/link/main/java/shop/Till.java"), "forbidden_path"),
            (ANSWER.replace(TILL, "shop/link"), "forbidden_path"),
            ("shop/src\n<<<<<<< CREATE\nclass A {}\n>>>>>>> CREATE\n", "forbidden_path"),
            ("x" * (5 << 20) + "x", "reply_too_large"),
            (ANSWER.split(">>>>>>>")[0], "malformed_edit"),
            (ANSWER * 2, "duplicate_edit"),
        ],
    )
    def test_after_the_second_failure_the_reason_stands_in_the_prediction(
        self, ask: Ask, reply: str, reason: str
    ) -> None:
        prediction, server = ask(Says(reply))
        assert prediction.failure is not None
        assert prediction.failure.reason == reason
        assert prediction.model_patch == ""
        assert len(server.requests) == 2

    @pytest.mark.parametrize(
        ("step", "reason"),
        [
            (Says(ANSWER, finish="length"), "reply_cut_off"),
            (Says(""), "reply_empty"),
            (Says(None, refusal="No."), "model_refused"),
            (Fails(400, "maximum context length is 512 tokens"), "prompt_too_long"),
        ],
    )
    def test_a_model_that_gives_no_reply_fails_with_its_reason_and_is_not_asked_again(
        self, ask: Ask, step: Step, reason: str
    ) -> None:
        prediction, server = ask(step)
        assert prediction.failure is not None
        assert prediction.failure.reason == reason
        assert prediction.model_patch == ""
        assert len(server.requests) == 1

    def test_a_reply_that_is_cut_off_counts_in_the_cost(self, ask: Ask) -> None:
        prediction, _ = ask(Says(WRONG), Says(ANSWER, finish="length"))
        assert prediction.usage.output_tokens == 40
        assert prediction.transcript[-1].content == ANSWER

    @pytest.mark.parametrize("status", [401, 404, 429, 500])
    def test_a_service_that_fails_is_held_against_no_model(self, ask: Ask, status: int) -> None:
        with pytest.raises(ModelError):
            ask(Fails(status))

    def test_half_a_character_in_a_reply_breaks_nothing(self, ask: Ask) -> None:
        prediction, _ = ask(Says("\ud83d no edits"))
        assert prediction.failure is not None
        assert Prediction.model_validate_json(prediction.model_dump_json()) == prediction


class TestWhatTheModelIsTold:
    def test_nothing_of_the_developers_solution(self, shop: Shop) -> None:
        analyser = Surroundings()
        model = ScriptedModel([WRONG, WRONG])
        SimplePredictor(model, shop.repositories, Contexts(analyser)).predict(shop.instance())
        told = "\n".join(message.content for talk in model.conversations for message in talk)
        assert "total(List<Integer>)" in told
        added = {line.strip() for path, text in DEVELOPER.items() for line in text.splitlines()} - {
            line.strip() for text in BASE.values() for line in text.splitlines()
        }
        assert added
        assert not [line for line in added if line in told]
        assert not re.search(r"developer|secret", told.replace("Java developer", ""), re.IGNORECASE)
        assert shop.developer not in told
        # Nor can the analyser see it: the tree that it is given is the base commit's, without history.
        assert analyser.trees[0] == BASE

    def test_the_method_its_class_callers_and_structure(self, shop: Shop) -> None:
        request = shop.request(instance=shop.instance(RefactoringType.INLINE_METHOD))
        assert "`total(List<Integer>)` of class `shop.Till`" in request
        assert (
            f"`{TILL}`, lines 6 to 13:\n\n```java\n    /** The sum of all prices, with tax. */\n" in request
        )
        assert BASE[TILL].rstrip() in request
        assert "return new Till().total(prices);" in request
        assert f"`shop.Bill.due(List<Integer>)` in `{BILL}`, lines 6 to 8" in request
        assert "- shop/src/main/java/shop: Bill.java, Till.java" in request

    def test_an_inlining_goes_into_all_callers_and_ends_the_method(self, shop: Shop) -> None:
        request = shop.request(instance=shop.instance(RefactoringType.INLINE_METHOD))
        assert "into all of its callers, and delete its declaration" in request

    def test_a_named_destination_and_its_text(self, shop: Shop) -> None:
        destination = Destination(class_name="shop.Bill", file=BILL)
        request = shop.request(instance=shop.instance(RefactoringType.MOVE_METHOD, destination))
        assert f"to the class `shop.Bill` (file `{BILL}`)" in request
        assert f"`{BILL}`, the whole file:\n\n```java\n{BASE[BILL]}```" in request

    def test_a_destination_that_is_to_be_made(self, shop: Shop) -> None:
        new = "shop/src/main/java/shop/Tax.java"
        destination = Destination(class_name="shop.Tax", file=new)
        request = shop.request(instance=shop.instance(RefactoringType.EXTRACT_AND_MOVE_METHOD, destination))
        assert f"the class `shop.Tax`, which does not exist yet (to be declared in `{new}`)" in request

    def test_a_destination_that_is_to_be_made_in_a_file_that_is_there(self, shop: Shop) -> None:
        destination = Destination(class_name="shop.Till.Tax", file=TILL)
        request = shop.request(instance=shop.instance(RefactoringType.MOVE_METHOD, destination))
        assert f"the class `shop.Till.Tax`, which does not exist yet (to be declared in `{TILL}`)" in request
        assert "`shop.Till.Tax` is to be declared in the same file, see above." in request

    def test_the_new_name_for_a_move_and_rename_alone(self, shop: Shop) -> None:
        destination = Destination(class_name="shop.Bill", file=BILL, method="grandTotal")
        renamed = shop.request(instance=shop.instance(RefactoringType.MOVE_AND_RENAME_METHOD, destination))
        moved = shop.request(instance=shop.instance(RefactoringType.MOVE_METHOD, destination))
        assert "rename it there to `grandTotal`" in renamed
        assert "grandTotal" not in moved

    @pytest.mark.parametrize("kind", list(RefactoringType))
    def test_every_type_can_be_asked_for_with_and_without_a_destination(
        self, shop: Shop, kind: RefactoringType
    ) -> None:
        for destination in (None, Destination(class_name="shop.Bill", file=BILL, method="sum")):
            request = shop.request(instance=shop.instance(kind, destination))
            assert request.startswith(f"# Task\n\n{kind.value}: ")
            assert "{{" not in request

    def test_possible_destinations_where_a_move_names_none(self, shop: Shop) -> None:
        request = shop.request(instance=shop.instance(RefactoringType.MOVE_METHOD))
        assert "Classes that the method uses, or that use it:\n- shop.Bill" in request

    def test_the_source_roots_are_those_of_the_packages(self, shop: Shop) -> None:
        analyser = Surroundings()
        shop.request(analyser=analyser)
        assert analyser.roots == [("shop/src/main/java", "shop/src/test/java")]

    def test_the_same_request_for_the_same_instance(self, shop: Shop) -> None:
        assert shop.request() == shop.request()

    def test_a_target_that_is_not_there_is_an_invalid_instance(self, shop: Shop) -> None:
        for changed in ({"file": "shop/None.java"}, {"end_line": 900}):
            with pytest.raises(InvalidInstance, match="at commit"):
                shop.request(instance=shop.instance(target=TARGET.model_copy(update=changed)))


class TestHowALongRequestIsShortened:
    def test_it_keeps_to_its_limit_and_keeps_task_and_method(self, shop: Shop) -> None:
        long = MethodRef(
            file=BILL, class_name="shop.Bill", signature="due(" + "int, " * 50 + ")", start_line=1, end_line=9
        )
        instance = shop.instance(RefactoringType.INLINE_METHOD)
        whole = shop.request(analyser=Surroundings([long] * 40), instance=instance)
        for limit in (len(whole) // 2, len(whole) // 3, 4000):
            short = shop.request(limit=limit, analyser=Surroundings([long] * 40), instance=instance)
            assert len(short) <= limit
            assert "return sum + sum / 5;" in short
            assert "into all of its callers" in short

    def test_the_least_important_section_goes_first(self) -> None:
        sections = {"structure": ("s" * 50, "s" * 10, ""), "class": ("c" * 50, "c" * 5)}
        assert fit(sections, 100) == {"structure": "s" * 50, "class": "c" * 50}
        assert fit(sections, 60) == {"structure": "s" * 10, "class": "c" * 50}
        assert fit(sections, 50) == {"structure": "", "class": "c" * 50}
        assert fit(sections, 0) == {"structure": "", "class": "c" * 5}

    def test_a_small_section_is_not_left_out_for_a_huge_one_that_does_not_fit_anyway(self) -> None:
        sections = {"structure": ("s" * 20, ""), "class": ("c" * 9000, "c" * 70, "c" * 5)}
        assert fit(sections, 100) == {"structure": "s" * 20, "class": "c" * 70}


def test_other_prompts_settings_or_models_are_another_identity(shop: Shop, tmp_path: Path) -> None:
    def identity(name: str = "a", limit: int = 1000, prompts: Prompts | None = None) -> str:
        return SimplePredictor(
            ScriptedModel([], name), shop.repositories, Contexts(Surroundings()), prompts, limit
        ).identity

    assert identity() == identity()
    assert len({identity(), identity("b"), identity(limit=2000), identity(prompts=Prompts(tmp_path))}) == 4


def test_what_surrounds_a_method_is_found_out_once_for_all_runs(shop: Shop, tmp_path: Path) -> None:
    analyser = Surroundings()
    for version in ("1", "1", "2"):
        contexts = Contexts(analyser, Kept(tmp_path / "contexts"), version)
        model = ScriptedModel(["nothing", "nothing"])
        SimplePredictor(model, shop.repositories, contexts).predict(shop.instance())
    assert len(analyser.trees) == 2
