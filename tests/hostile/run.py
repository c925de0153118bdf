"""Runs the hostile corpus, all of it or what is named, and prints a table: `python tests/hostile/run.py --help`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.hostile.corpus import Attack, Base, Host
from tests.hostile.grading import BRIEF, Ending, Way, carry_out, open_verifier
from tests.hostile.running import CONTROLS, RUNNING
from tests.hostile.texts import TEXTS

WAYS: tuple[Way, ...] = ("forged", "fast", "official", "local")


def main() -> int:
    """Carry out the attacks; 1 when one did not end as it must."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="only attacks whose name or kind holds one of these")
    parser.add_argument("--way", action="append", choices=WAYS, help="default: all")
    parser.add_argument("--base", action="append", choices=["gold", "noop", "spoiled"], help="default: all")
    parser.add_argument("--log", action="store_true", help="print the logs of what did not end as it must")
    chosen = parser.parse_args()
    bad = 0
    print(f"{'attack':58} {'on':22} {'base':8} {'way':9} {'ended as':36} {'s':>6}")
    for way in chosen.way or WAYS:
        with open_verifier(way) as verifier, open_verifier(way, BRIEF) as brief:
            for attack, host, base in _wanted(way, chosen.words, chosen.base):
                ending = carry_out(attack, host, base, way, brief if attack.slow else verifier)
                bad += bool(ending.faults)
                print(_line(attack, host, base, way, ending), flush=True)
                if ending.faults and chosen.log:
                    print(ending.verdict.model_dump_json(indent=1), ending.log[-3000:])
    print(f"\n{bad} did not end as they must." if bad else "\nAll ended as they must.")
    return 1 if bad else 0


def _wanted(way: Way, words: list[str], bases: list[str] | None) -> Iterator[tuple[Attack, Host, Base]]:
    for attack in (*CONTROLS, *TEXTS, *RUNNING):
        if words and not any(word in f"{attack.kind} {attack.name}" for word in words):
            continue
        # What never comes to run ends the same wherever it does not run.
        if (way == "local" and not attack.local) or (way != "forged" and not attack.runs):
            continue
        yield from (
            (attack, host, base)
            for host in attack.hosts
            for base in attack.bases
            if not bases or base in bases
        )


def _line(attack: Attack, host: Host, base: Base, way: Way, ending: Ending) -> str:
    forged = " (tests forged)" if base == "spoiled" and ending.forged else ""
    line = f"{attack.name[:57]:58} {host.instance_id[:21]:22} {base:8} {way:9} {ending.got + forged:36} {ending.seconds:6.1f}"
    return line + "".join(f"\n    FAULT: {fault}" for fault in ending.faults)


if __name__ == "__main__":
    sys.exit(main())
