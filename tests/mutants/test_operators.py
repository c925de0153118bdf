"""The mutator makes what it says: Java that parses and differs, at every place there is, the same each time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.mutants import edits, java, operators, scopes

EVERYTHING = b"""
package p;

import java.util.*;

public class Everything extends Base {
    @Deprecated
    private int count;
    private final Object lock = new Object();

    public Everything(int count) {
        this.count = count;
        check(count);
    }

    public synchronized String work(List<String> names, int first, int second, boolean deep) throws java.io.IOException {
        StringBuilder out = new StringBuilder();
        int seen = 0;
        String title = lookup(first);
        long size = (long) first * second;
        for (String name : names) {
            if (name == null) {
                continue;
            }
            out.append(name).append(", ", first, second);
            seen++;
            log(title);
        }
        while (deep && hasMore(first)) {
            advance();
            seen += next(seen);
        }
        first = 2;
        if (deep) {
            out.append(title);
            count = first;
            seen = -next(seen);
            first = 1;
        } else {
            close();
        }
        try {
            advance();
            out.append(names.get(seen++));
        } catch (IndexOutOfBoundsException e) {
            log("end");
        } finally {
            close();
        }
        synchronized (lock) {
            advance();
        }
        if (size - (first - second) > 3 || title.equals(names.get(0))) {
            String late = lookup(second);
            if (deep) {
                log(late);
            }
        }
        if (deep) {
            log("deep");
        }
        log(title);
        super.work(names, second);
        int position = out.indexOf("x");
        return out.substring(Math.max(position, 0));
    }

    protected void setCount(int count, String one, String two) {
        log(one.concat(two));
        this.count = count;
    }

    @Test
    void aTest() {
        assertTrue(count == 'a');
    }

    void end() throws java.io.IOException {
        advance();
    }
}
"""


@pytest.mark.parametrize("name", [*operators.BEHAVIOUR, *operators.HEADERS])
def test_each_operator_finds_a_place_and_leaves_java_that_differs(name: str) -> None:
    found = made({**operators.BEHAVIOUR, **operators.HEADERS}[name], EVERYTHING)

    assert found
    assert all(java.valid(changed) and changed != EVERYTHING for changed in found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("name", "code", "wrong"),
    [
        ("drop_last_statement", "a(); b(); return c;", ["a();  return c;"]),
        ("drop_last_statement", "a();", []),
        ("drop_statement", "if (x) a(); int y = 1;", [" int y = 1;", "if (x) { } int y = 1;"]),
        ("duplicate_statement", "a(); x = 1; n++;", ["a(); a(); x = 1; n++;", "a(); x = 1; n++; n++;"]),
        ("reorder_statements", "a(); b(); return;", ["b(); a(); return;"]),
        ("reorder_statements", "a(); a(); int x = b(); use(x);", ["a(); int x = b(); a(); use(x);"]),
        ("negate_condition", "while (a < b) { }", ["while (!(a < b)) { }"]),
        ("swap_branches", "if (a) { b(); } else { c(); }", ["if (a) { c(); } else { b(); }"]),
        (
            "change_literal",
            'f(1, "a", true);',
            ['f(2, "a", true);', 'f(1, "a_", true);', 'f(1, "a", false);'],
        ),
        ("change_operator", "int x = a + b;", ["int x = a - b;"]),
        ("change_operator", 'String s = a + "b";', []),
        ("not_lazy", "x = a() && b();", ["x = a() & b();"]),
        ("change_increment", "x = n++; n++;", ["x = ++n; n++;"]),
        ("drop_assignment", "x = f(1); y = 2;", ["f(1); y = 2;"]),
        ("drop_parentheses", "x = a - (b - c) + (d * e);", ["x = a - b - c + (d * e);"]),
        ("change_return", "return f();", ["return null;"]),
        ("evaluate_twice", "int x = f(); g(x); h(x);", [" g(f()); h(f());"]),
        ("late_evaluation", "int x = f(); if (c) { g(x); }", [" if (c) { g(f()); }"]),
        ("late_evaluation", "int x = f(); g(x);", []),
        ("early_evaluation", "if (a && f()) { }", ["boolean early = f(); if (a && early) { }"]),
        ("loop_once", "while (a) { b(); }", ["while (a) { b(); break; }"]),
        ("leave_loop", "while (a) { b(); c(); }", ["while (a) { b();  } c();"]),
        ("hoist_out_of_branch", "if (a) { b(); c(); }", ["b(); if (a) {  c(); }"]),
        ("sink_into_branch", "a(); if (x) { b(); }", [" if (x) { a(); b(); }"]),
        ("into_else", "if (x) { b(); } c();", ["if (x) { b(); } else { c(); }"]),
        ("into_else", "if (x) { return b; } c();", []),
        ("out_of_else", "if (x) { b(); } else { c(); }", ["if (x) { b(); } { c(); }"]),
        ("out_of_else", "if (x) { return b; } else { c(); }", []),
        ("loop_to_if", "while (x) { b(); }", ["if (x) { b(); }"]),
        ("swap_operands", "int x = a - b; int y = a * b;", ["int x = b - a; int y = a * b;"]),
        (
            "drop_unary",
            "int x = -a; boolean y = !b;",
            ["int x = a; boolean y = !b;", "int x = -a; boolean y = b;"],
        ),
        ("compare_identity", "return a.equals(b);", ["return (a == b);"]),
        ("change_local_type", "int x = 1;", ["long x = 1;", "Integer x = 1;"]),
        ("change_assigned", "int a; int b; b = 1;", ["int a; int b; a = 1;"]),
        ("unconditional", "if (a) { b(); }", ["{ b(); }"]),
        ("drop_else", "if (a) { b(); } else { c(); }", ["if (a) { b(); }"]),
        ("change_jump", "while (a) { if (b) break; }", ["while (a) { if (b) continue; }"]),
        ("change_created_type", "List l = new ArrayList(); ", ["List l = new java.util.LinkedList();"]),
    ],
)
def test_an_operator_spoils_this_code_in_these_ways(name: str, code: str, wrong: list[str]) -> None:
    frame = "class X {{ Object m() {{ {} }} }}"

    found = made(operators.BEHAVIOUR[name], frame.format(code).encode())

    assert [" ".join(c.decode().split()) for c in found] == [" ".join(frame.format(w).split()) for w in wrong]


def test_only_variables_of_one_type_that_are_in_scope_change_places() -> None:
    source = b"class X { void m(int a, int b, String s) { f(a); { int c = 1; } f(s); } }"
    member = next(java.of_type(java.parse(source), *java.MEMBERS))

    assert scopes.types(member) == {"a": "int", "b": "int", "s": "String", "c": "int"}
    assert [e.what for e in operators.BEHAVIOUR["change_variable"](member)] == ["variable: a -> b"]


def test_the_order_of_mutants_does_not_hang_on_the_hash_seed() -> None:
    code = "from tests.mutants.test_operators import EVERYTHING, all_made; print(all_made(EVERYTHING))"

    said = [run(code, {"PYTHONHASHSEED": seed}) for seed in ("1", "2")]

    assert said[0] == said[1]
    assert len(said[0]) > 1000


def made(operator: operators.Operator, source: bytes) -> list[bytes]:
    members = java.of_type(java.parse(source), *java.MEMBERS, "field_declaration")
    return [edits.apply(source, edit) for member in members for edit in operator(member)]


def all_made(source: bytes) -> list[str]:
    members = java.of_type(java.parse(source), *java.MEMBERS)
    return [e.what for m in members for operator in operators.BEHAVIOUR.values() for e in operator(m)]


def run(code: str, environment: Mapping[str, str]) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    ).stdout
