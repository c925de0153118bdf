"""CodeBLEU for Java: how alike two pieces of code are, in tokens, keywords, syntax and data flow.

The metric is that of Ren et al., "CodeBLEU: a Method for Automatic Evaluation of Code Synthesis"
(2020): four parts, weighted alike.

- n-gram: BLEU over tokens, orders 1 to 4 (Papineni et al. 2002).
- weighted n-gram: the same, where in unigrams a keyword weighs 1 and any other token 0.2.
- syntax: the share of the reference's subtrees that the candidate has too. A subtree is its shape,
  named nodes with their fields; names, literals and operators don't count.
- data flow: the share of the reference's edges "this variable comes from those" that the candidate
  has too, with variables numbered in order of appearance.

Mode `compat` gives the figures of package codebleu 0.7.0, for comparison with published ones. Mode
`corrected`, the default, departs from the package where the package departs from the paper, or
rewards what is not there:

1. An empty candidate scores 0. The package gives it .25: it takes a data-flow match of 0 for 1.
   For the same reason any candidate without a matching edge gets the whole quarter of that part.
2. A reference without data flow leaves that part out (`dataflow` is None) and the others weigh a
   third each. The package reports 0 and adds a full quarter.
3. The same text gives the same score. In the package a value computed from several variables lists
   them in the order of a Python set, which the hash seed decides, and that order numbers the
   variables. Here they are listed in the order in which they are met.
4. Tokens are those of the syntax tree. The package splits at white space: `f(a)` and `f( a )` share
   nothing there.
5. Comments count nowhere, and are found by the parser. The package counts them as tokens, and finds
   them for the other two parts by a pattern that an unbalanced quote misleads.
6. The weighted part is weighted BLEU, as the paper's equation 2 says: precision, with the brevity
   penalty. The package takes recall, so a candidate may add anything for free, and computes the
   penalty for a reference of length 2 whatever its length. Without keywords both parts now agree.
7. Short code can match: orders longer than the reference are left out, and the sum of weights has
   no floor of 1. In the package `x = 1;` scores .76 against itself.
8. A subtree of the candidate matches one of the reference once, as `Count_clip` says in the paper's
   equation 4. In the package one statement matches all its likes.
9. Columns are bytes to the parser and to us. The package cuts tokens by byte columns out of text,
   so after a letter beyond ASCII, names on that line are cut wrong.
10. Members that don't stand alone, such as constructors, are parsed inside a class.
11. Trees with missing pieces keep the data flow of the rest. The package drops all of it.

Both modes smooth alike: an order without a match counts 0.1 matches (Chen and Cherry 2014, method
1), and without a matching unigram the part is 0. Both follow the package's data-flow rules: loops
are passed twice, branches start from the state before the `if`. Code nested deeper than Python
recurses (hundreds of statements within each other) counts as without data flow.
"""

from __future__ import annotations

from typing import Literal

from swerefactor.analysis.codebleu.regions import regions_text
from swerefactor.values import CodeBleuScore

__all__ = ["Mode", "regions_text", "score"]

Mode = Literal["corrected", "compat"]


def score(candidate: str, reference: str, mode: Mode = "corrected") -> CodeBleuScore:
    """How much of the reference the candidate has, in [0, 1]; any text is accepted.

    Both are Java: files, members or statements. What the parser can't read counts as far as it can.
    """
    # Here, so that tree-sitter is loaded only when something is scored.
    from swerefactor.analysis.codebleu import compat, corrected

    return compat.score(candidate, reference) if mode == "compat" else corrected.score(candidate, reference)
