"""CodeBLEU: the package's figures in one mode, and in the other what each correction is for."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tree_sitter import Node

from swerefactor.analysis.codebleu import java, regions_text, score
from swerefactor.analysis.codebleu.syntax import Subtrees
from swerefactor.values import CodeBleuScore, CodeRange

EXACT = 1e-9
DATA = Path(__file__).parent / "data" / "codebleu_pairs.jsonl"
GCD = "int gcd(int a, int b) { while (b != 0) { int t = b; b = a % b; a = t; } return a; }"


class Pair(NamedTuple):
    """A pair of texts with the figures of package codebleu 0.7.0 (`bench_codebleu.py` makes them)."""

    id: str
    origin: str
    candidate: str
    reference: str
    figures: dict[str, float]
    by_seed: tuple[float, float]

    @property
    def seed_free(self) -> bool:
        """The unchanged package gives this figure under every hash seed that was tried."""
        return all(abs(total - self.figures["codebleu"]) < EXACT for total in self.by_seed)


PAIRS = [Pair(**json.loads(line)) for line in DATA.read_text("utf-8").splitlines()]


def parts(found: CodeBleuScore) -> tuple[float, ...]:
    """The parts that there are."""
    values = (found.ngram, found.weighted_ngram, found.syntax, found.dataflow)
    return tuple(value for value in values if value is not None)


# --- The package's figures -------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_compat_gives_the_figures_of_the_package(pair: Pair) -> None:
    found = score(pair.candidate, pair.reference, "compat").model_dump()
    assert found == pytest.approx(pair.figures, abs=EXACT, rel=0)


def test_at_least_220_of_the_figures_are_those_of_the_unchanged_package_under_any_hash_seed() -> None:
    assert sum(pair.seed_free for pair in PAIRS) >= 220


def test_the_package_itself_moves_with_the_hash_seed_on_many_pairs() -> None:
    """Why compat is compared with a package whose sets keep their order."""
    assert sum(pair.by_seed[1] - pair.by_seed[0] > 0.01 for pair in PAIRS) >= 30


# --- What holds for any score ----------------------------------------------------------------


def test_every_figure_lies_between_0_and_1_and_the_score_is_the_mean_of_the_parts() -> None:
    for pair in PAIRS:
        found = score(pair.candidate, pair.reference)
        assert all(0 <= part <= 1 for part in parts(found)), pair.id
        assert found.codebleu == pytest.approx(math.fsum(parts(found)) / len(parts(found))), pair.id


def test_code_scores_1_against_itself_however_short_or_broken() -> None:
    for pair in PAIRS:
        empty = not java.without_comments(pair.reference).strip()
        assert score(pair.reference, pair.reference).codebleu == (0 if empty else 1), pair.id


def test_figures_worked_out_by_hand() -> None:
    found = score("int a = b;", "int a = c;")
    ngram = (4 / 5 * 2 / 4 * 1 / 3 * 0.1 / 2) ** (1 / 4)
    weighted = (1.6 / 1.8 * 2 / 4 * 1 / 3 * 0.1 / 2) ** (1 / 4)
    assert found.ngram == pytest.approx(ngram)
    assert found.weighted_ngram == pytest.approx(weighted)
    assert (found.syntax, found.dataflow) == (1, 1)
    assert found.codebleu == pytest.approx((ngram + weighted + 2) / 4)


def test_two_processes_with_other_hash_seeds_give_the_same_figures() -> None:
    program = (
        "import json, sys\n"
        "from swerefactor.analysis.codebleu import score\n"
        "for line in sys.stdin:\n"
        "    pair = json.loads(line)\n"
        "    for mode in ('corrected', 'compat'):\n"
        "        print(score(pair['candidate'], pair['reference'], mode).model_dump_json())\n"
    )
    moving = "".join(f"{json.dumps(pair._asdict())}\n" for pair in PAIRS if not pair.seed_free).encode()
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=moving,
            capture_output=True,
            check=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_tree_sitter_is_loaded_only_when_something_is_scored() -> None:
    program = "import sys, swerefactor.analysis.codebleu; sys.exit('tree_sitter' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[2])


# --- The corrections, by their number in the docstring ---------------------------------------


@pytest.mark.parametrize("candidate", ["", "  \n\t", "// no code", "/* none */ // either"])
def test_1_an_empty_candidate_scores_0(candidate: str) -> None:
    assert score(candidate, GCD).codebleu == 0
    assert score("", GCD, "compat").codebleu == 0.25


def test_1_a_candidate_without_a_matching_edge_gets_nothing_for_data_flow() -> None:
    candidate, reference = "void f() { g(); }", "void f() { int a = b; g(a); }"
    assert score(candidate, reference).dataflow == 0
    package = score(candidate, reference, "compat")
    assert package.codebleu == pytest.approx((sum(parts(package)) + 1) / 4)


def test_2_a_reference_without_data_flow_leaves_that_part_out() -> None:
    candidate, reference = "void f() { g(); h(); }", "void f() { h(); g(); }"
    found = score(candidate, reference)
    assert found.dataflow is None
    assert found.codebleu == pytest.approx((found.ngram + found.weighted_ngram + found.syntax) / 3)


@pytest.mark.parametrize("names", ["abcdef", "gedcba", "uvwxyz"])
def test_3_renaming_variables_keeps_the_data_flow_whatever_their_names(names: str) -> None:
    old = "int mix(int a, int b, int c, int d) { int e = a * b + c * d; int g = e + d + b; return g + e; }"
    new_names = dict(zip("abcdeg", names, strict=False))
    renamed = re.sub(r"\b[a-eg]\b", lambda name: new_names[name[0]], old)
    assert score(renamed, old).dataflow == 1


def test_4_the_layout_of_code_does_not_count() -> None:
    for spread in (GCD.replace(" ", "\n\t"), GCD.replace("(", " ( ").replace(")", " ) ").replace(";", " ;")):
        assert score(spread, GCD).codebleu == 1
        assert score(GCD, spread).codebleu == 1


def test_4_a_literal_is_one_token_with_all_the_white_space_in_it() -> None:
    assert score('s = "a  b";', 's = "a b";').ngram == score('s = "x";', 's = "y";').ngram < 1


def test_5_comments_do_not_count() -> None:
    commented = "/** Doc. */ " + GCD.replace("int t", "// don't \"worry\n/* it's */ int t")
    assert score(commented, GCD).codebleu == 1
    assert score(GCD, commented).codebleu == 1


def test_5_what_only_looks_like_a_comment_counts() -> None:
    links = 'String a = "http://x"; String b = """\n  // y /* z */\n  """; char c = \'"\';'
    assert score(links.replace("http://x", "http://z"), links).ngram < 1
    assert score(links.replace("// y", "// w"), links).ngram < 1


def test_6_without_keywords_the_weighted_part_is_the_plain_one() -> None:
    found = score("x = f(y) + g(z);", "x = g(z) + f(y, z);")
    assert found.weighted_ngram == pytest.approx(found.ngram)


def test_6_a_wrong_keyword_costs_more_than_a_wrong_name() -> None:
    reference = "private int a = b;"
    wrong_keyword, wrong_name = score("public int a = b;", reference), score("private int a = c;", reference)
    assert wrong_keyword.weighted_ngram < wrong_keyword.ngram
    assert wrong_name.weighted_ngram > wrong_name.ngram


def test_6_what_is_added_or_left_out_costs_in_the_weighted_part_too() -> None:
    assert score(GCD + GCD.replace("gcd", "f"), GCD).weighted_ngram < 0.75
    assert score(GCD[:40], GCD).weighted_ngram < 0.5
    assert score(GCD + "\n" + GCD, GCD, "compat").weighted_ngram == 1


@pytest.mark.parametrize("short", ["a", "int a", "x = 1;", "return a;", ";", "class", "f()"])
def test_7_code_of_few_tokens_can_match(short: str) -> None:
    assert score(short, short).codebleu == 1
    assert score(short, short, "compat").ngram < 1


def test_8_a_subtree_of_the_candidate_matches_one_of_the_reference_once() -> None:
    once, twelve_times = "x = f(y);", "x = f(y);" * 12
    assert score(once, twelve_times).syntax < 0.1
    assert score(once, twelve_times, "compat").syntax > 0.9
    assert score(twelve_times, twelve_times).syntax == 1


def test_9_letters_beyond_ascii_do_not_change_the_data_flow() -> None:
    plain = 'String s = "AAAA"; int n = s.length(); int m = n + s.hashCode(); return m + n;'
    for letters in ("éééé", "漢字漢字", "😀😀😀😀"):
        written = plain.replace("AAAA", letters)
        assert score(written, plain).dataflow == 1
        assert score(written, plain, "compat").dataflow != 1


def test_10_a_constructor_is_read_as_one_and_not_as_an_error() -> None:
    constructor = "Range(int start, int end) { this.start = start; this.end = end; check(); }"
    method = "void " + constructor
    found = score(constructor, method)
    shapes = Subtrees()
    read = java.parse_members(constructor)
    assert read is not None
    assert read.nodes[0].type == "constructor_declaration"
    assert shapes.count(read).total() > 10
    assert found.dataflow == 1


def test_10_text_that_would_close_the_class_around_it_is_no_member() -> None:
    assert java.parse_members("int a; } class Other { int b;") is None


def test_11_a_cut_off_candidate_keeps_the_data_flow_it_has() -> None:
    cut = GCD[: GCD.index("a = t")]
    assert 0.3 < (score(cut, GCD).dataflow or 0) < 1


# --- Data flow -------------------------------------------------------------------------------


def test_another_order_of_operands_is_another_data_flow_only_if_variables_were_met_before() -> None:
    assert score("int p = r + q;", "int p = q + r;").dataflow == 1
    before = "int f(int q, int r) {{ int p = {}; return p; }}"
    assert (score(before.format("r + q"), before.format("q + r")).dataflow or 0) < 1


def test_a_loop_carries_values_into_its_next_pass() -> None:
    carried = "void f(int n) { while (n > 0) { use(last); last = n; } }"
    not_carried = "void f(int n) { if (n > 0) { use(last); last = n; } }"
    assert (score(not_carried, carried).dataflow or 0) < 1


@pytest.mark.parametrize("mode", ["corrected", "compat"])
@pytest.mark.parametrize(
    "degenerate",
    [
        "void f(int n) { int a = 0; " + "for (int i = 0; i < n; i++) { a += i; " * 40 + "}" * 41,
        "while (a < b) { a = a + b; " * 300,
        "s = " + " + ".join(f"x{number}" for number in range(3000)) + ";",
        "x = " + "(" * 3000 + "a" + ")" * 3000 + ";",
        "x = a" + ".b()" * 2000 + ";",
        "if (a) { b = c; } else " * 1500 + "{ b = d; }",
        "a = " * 2000 + "b;",
        "{" * 3000,
        "\x00\ud800 '\"" * 300,
    ],
    ids=lambda text: text[:16],
)
@pytest.mark.timeout(60)
def test_text_that_a_model_repeats_without_end_is_scored_too(degenerate: str, mode: str) -> None:
    """Walked plainly, nested loops double the time at each level, and deep code runs out of stack."""
    found = score(degenerate, degenerate, "compat" if mode == "compat" else "corrected")
    assert 0.5 < found.codebleu <= 1


# --- Syntax ----------------------------------------------------------------------------------


def below(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from below(child)


def expressions(fragment: java.Fragment) -> Counter[str]:
    """The S-expressions of the root and of all nodes that have children, as tree-sitter writes them."""
    inner = (node for node in below(fragment.root) if node.child_count or node.id == fragment.root.id)
    return Counter(map(str, inner))


def test_shapes_are_equal_exactly_when_tree_sitter_writes_the_same_expression() -> None:
    for pair in PAIRS:
        shapes = Subtrees()
        candidate, reference = java.parse(pair.candidate), java.parse(pair.reference)
        counted = [shapes.count(candidate), shapes.count(reference)]
        written = [expressions(candidate), expressions(reference)]
        for numbers, texts in zip(counted, written, strict=True):
            assert sorted(numbers.values()) == sorted(texts.values()), pair.id
        assert (counted[0] & counted[1]).total() == (written[0] & written[1]).total(), pair.id


# --- Regions ---------------------------------------------------------------------------------


def lines(file: str, start: int, end: int) -> CodeRange:
    return CodeRange(file=file, start_line=start, end_line=end, role="extracted method")


FILES = {"A.java": "1\n2\n3\n4\n5\n", "B.java": "one\ntwo"}


def test_ranges_that_overlap_or_repeat_give_each_line_once() -> None:
    ranges = [lines("A.java", 3, 4), lines("A.java", 1, 1), lines("A.java", 2, 3), lines("A.java", 3, 4)]
    assert regions_text(FILES, ranges) == "1\n2\n3\n4\n"


def test_files_come_in_the_order_in_which_ranges_name_them() -> None:
    ranges = [lines("B.java", 2, 2), lines("A.java", 5, 5), lines("B.java", 1, 1)]
    assert regions_text(FILES, ranges) == "one\ntwo\n5\n"


def test_a_missing_file_and_lines_past_the_end_give_nothing() -> None:
    assert regions_text(FILES, [lines("C.java", 1, 9), lines("A.java", 5, 9)]) == "5\n"
    assert regions_text(FILES, []) == ""


def test_lines_are_counted_as_java_counts_them() -> None:
    text = "1\r\n2\r3\f still 3\u2028\n4\n"
    assert regions_text({"A.java": text}, [lines("A.java", 3, 4)]) == "3\f still 3\u2028\n4\n"
