"""Measures CodeBLEU: `speed` times it, `figures` makes the package's figures of the kept pairs anew.

    python tests/benchmarks/bench_codebleu.py speed
    python tests/benchmarks/bench_codebleu.py figures --package ENVIRONMENT/bin/python

ENVIRONMENT holds the package and the parser that swerefactor uses, so that the figures differ in
nothing but the metric. The package asks for tree-sitter below 0.23, yet works with 0.26:

    pip install tree-sitter==0.26.1 tree-sitter-java==0.23.5
    pip install --no-deps codebleu==0.7.0

A line of the pair file holds a pair, its origin, the package's `figures` with its sets made to keep
their order, and `by_seed`: the lowest and the highest CodeBLEU of the unchanged package under 64
hash seeds. The figures don't depend on the seed where all three agree.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

PAIRS = Path(__file__).parent.parent / "analysis" / "data" / "codebleu_pairs.jsonl"
SEEDS = 64
PARTS = ("codebleu", "ngram", "weighted_ngram", "syntax", "dataflow")

PACKAGE_PROGRAM = """
import json, logging, sys
import codebleu, codebleu.dataflow_match, codebleu.parser.DFG

class KeepsOrder(dict):
    def __init__(self, items=()):
        super().__init__(dict.fromkeys(items))
    def add(self, item):
        self[item] = None

if sys.argv[1] == "in order":
    codebleu.dataflow_match.set = sys.modules["codebleu.parser.DFG"].set = KeepsOrder
logging.disable(logging.WARNING)
for line in sys.stdin:
    pair = json.loads(line)
    found = codebleu.calc_codebleu([pair["reference"]], [pair["candidate"]], lang="java")
    print(json.dumps([float(value) for value in found.values()]))
"""


def package_figures(python: str, pairs: str, sets: str, seed: int) -> list[list[float]]:
    """CodeBLEU and its four parts of each pair, from the package in another environment."""
    run = subprocess.run(
        [python, "-c", PACKAGE_PROGRAM, sets],
        input=pairs,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONUTF8": "1"},
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def make_figures(python: str) -> None:
    """Write the pair file with the package's figures."""
    text = PAIRS.read_text("utf-8")
    figures = package_figures(python, text, "in order", 0)
    by_seed = [package_figures(python, text, "as they are", seed) for seed in range(SEEDS)]
    lines, vary = [], 0
    for number, line in enumerate(text.splitlines()):
        pair = json.loads(line)
        totals = [run[number][0] for run in by_seed]
        pair["figures"] = dict(zip(PARTS, figures[number], strict=True))
        pair["by_seed"] = [min(totals), max(totals)]
        vary += max(*totals, figures[number][0]) - min(*totals, figures[number][0]) > 1e-9
        lines.append(json.dumps(pair, ensure_ascii=False) + "\n")
    PAIRS.write_text("".join(lines), "utf-8")
    print(f"{len(lines)} pairs, {vary} of them with figures that depend on the hash seed")


def time_scores() -> None:
    """Print milliseconds of CPU per pair for both modes, over all pairs and for two methods of 60 lines."""
    from swerefactor.analysis.codebleu import Mode, score

    pairs = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    method = _sixty_lines()
    modes: tuple[Mode, ...] = ("corrected", "compat")
    for mode in modes:
        score("", "", mode)
        begun = time.process_time()
        for pair in pairs:
            score(pair["candidate"], pair["reference"], mode)
        each = (time.process_time() - begun) / len(pairs)
        rounds = []
        for _ in range(20):
            begun = time.process_time()
            score(method.replace("total", "sum"), method, mode)
            rounds.append(time.process_time() - begun)
        print(
            f"{mode}: {each * 1e3:.2f} ms per kept pair, "
            f"{statistics.median(rounds) * 1e3:.2f} ms per pair of {method.count(chr(10))} lines"
        )


def _sixty_lines() -> str:
    block = """\
    for (Item item{0} : order.items(region{0})) {{
        BigDecimal price{0} = item{0}.price().multiply(rate);
        if (price{0}.signum() < 0 && !item{0}.isGift()) {{
            log.warn("negative price of {{}}: {{}}", item{0}.name(), price{0});
            continue;
        }}
        total = total.add(price{0}.setScale(2, RoundingMode.HALF_UP));
    }}
"""
    return (
        "BigDecimal total(Order order, BigDecimal rate) {\n    BigDecimal total = BigDecimal.ZERO;\n"
        + "".join(block.format(number) for number in range(7))
        + "    return total;\n}\n"
    )


def main() -> None:
    """Parse the command line and do what it asks."""
    parser = argparse.ArgumentParser(description="Measure CodeBLEU.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("speed", help="time both modes")
    figures = commands.add_parser("figures", help="make the package's figures anew")
    figures.add_argument("--package", required=True, help="Python of an environment with codebleu 0.7.0")
    options = parser.parse_args()
    if options.command == "speed":
        time_scores()
    else:
        make_figures(options.package)


if __name__ == "__main__":
    main()
