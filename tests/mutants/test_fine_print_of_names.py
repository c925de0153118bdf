"""Moves and inlinings that look right and are not: names mean something else, or are evaluated otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.values import Asked, Destination, Inversion, MethodRef, RefactoringType, Surroundings

A, B = "p/A.java", "p/B.java"
Case = tuple[str, ...]
"""A name, the target, its caller before and after; of a move the moved method; what else is in A (and B)."""

RIGHT_MOVES: list[Case] = [
    (
        "right",
        "static int m(int n) { return n+1; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return n+1; }",
        "",
        "",
    ),
    (
        "helper_qualified",
        "static int m(int n) { return help(n); }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return A.help(n); }",
        "static int help(int i){return i;}",
        "static int help(int i){return -i;}",
    ),
    (
        "inst_right",
        "int m(B x) { return x.get()+1; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { return get()+1; }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "inst_field_instead_of_getter",
        "int m(B x) { return x.get()+1; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { return v+1; }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "inst_with_A_param",
        "int m(B x) { return x.get()+f; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(this); }",
        "int m(A a) { return get()+a.f; }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "static_unused_param",
        "int m(B x) { return 7; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return B.m(); }",
        "static int m() { return 7; }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "twice_evaluated_recv",
        "int m(B x) { return x.get()+x.get(); }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { return get()+get(); }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
]
WRONG_MOVES: list[Case] = [
    (
        "constant_capture",
        "static int m(int n) { return n+LIMIT; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return n+LIMIT; }",
        "static final int LIMIT=1;",
        "static final int LIMIT=2;",
    ),
    (
        "helper_capture",
        "static int m(int n) { return help(n); }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return help(n); }",
        "static int help(int i){return i;}",
        "static int help(int i){return -i;}",
    ),
    (
        "mutable_static_capture",
        "static int m(int n) { return count++ + n; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return count++ + n; }",
        "static int count;",
        "static int count;",
    ),
    (
        "other_overload",
        "static int m(int n) { return n+1; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1L); }",
        "static int m(int n) { return n+1; }",
        "",
        "static int m(long n){return 0;}",
    ),
    (
        "call_other_method",
        "static int m(int n) { return n+1; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.k(1); }",
        "static int m(int n) { return n+1; }",
        "",
        "static int k(int n){return n;}",
    ),
    (
        "call_other_arg",
        "static int m(int n) { return n+1; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(2); }",
        "static int m(int n) { return n+1; }",
        "",
        "",
    ),
    (
        "nested_type_capture",
        "static int m(int n) { return new X().get()+n; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return new X().get()+n; }",
        "static class X{int get(){return 1;}}",
        "static class X{int get(){return 2;}}",
    ),
    (
        "synchronized_lock_changes",
        "static synchronized int m(int n) { return n+1; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static synchronized int m(int n) { return n+1; }",
        "",
        "",
    ),
    (
        "class_literal",
        "static int m(int n) { return A.class.hashCode()+n; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(int n) { return B.class.hashCode()+n; }",
        "",
        "",
    ),
    (
        "return_type_widened",
        "static int m(int n) { return n+1; }",
        "int c(B q, B r) { return (int)m(1); }",
        "int c(B q, B r) { return (int)B.m(1); }",
        "static long m(int n) { return n+1; }",
        "",
        "",
    ),
    (
        "param_type_widened",
        "static int m(int n) { return n/2; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(long n) { return (int)(n/2); }",
        "",
        "",
    ),
    (
        "param_double",
        "static int m(int n) { return n/2; }",
        "int c(B q, B r) { return m(1); }",
        "int c(B q, B r) { return B.m(1); }",
        "static int m(double n) { return (int)(n/2); }",
        "",
        "",
    ),
    (
        "inst_other_receiver",
        "int m(B x) { return x.get()+1; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return r.m(); }",
        "int m() { return get()+1; }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "inst_field_capture",
        "int m(B x) { return x.get()+f; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { return get()+f; }",
        "B b; B b2; int f;",
        "int v; int f; int get(){return v;}",
    ),
    (
        "inst_new_A",
        "int m(B x) { return x.get()+f; }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { return get()+new A().f; }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "null_receiver_semantic",
        "int m(B x) { if (x==null) return 0; return x.get(); }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { return get(); }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
    (
        "null_check_this",
        "int m(B x) { if (x==null) return 0; return x.get(); }",
        "int c(B q, B r) { return m(q); }",
        "int c(B q, B r) { return q.m(); }",
        "int m() { if (this==null) return 0; return get(); }",
        "B b; B b2; int f;",
        "int v; int get(){return v;}",
    ),
]
RIGHT_INLININGS: list[Case] = [
    (
        "inl_right",
        "int m(int n) { return n+1; }",
        "int c(int k) { return m(k)*2; }",
        "int c(int k) { return (k+1)*2; }",
        "",
    ),
    (
        "inl_this_f",
        "int m(int n) { return n+f; }",
        "int c(int k) { int f=3; return m(k)+f; }",
        "int c(int k) { int f=3; return k+this.f+f; }",
        "int f;",
    ),
    (
        "inl_arg_twice_pure",
        "int m(int n) { return n+n; }",
        "int c(int k) { return m(k*2); }",
        "int c(int k) { return k*2+k*2; }",
        "",
    ),
]
WRONG_INLININGS: list[Case] = [
    (
        "inl_no_parens",
        "int m(int n) { return n+1; }",
        "int c(int k) { return m(k)*2; }",
        "int c(int k) { return k+1*2; }",
        "",
    ),
    (
        "inl_local_shadows_field",
        "int m(int n) { return n+f; }",
        "int c(int k) { int f=3; return m(k)+f; }",
        "int c(int k) { int f=3; return k+f+f; }",
        "int f;",
    ),
    (
        "inl_arg_twice_effect",
        "int m(int n) { return n+n; }",
        "int c(int k) { return m(bump()); }",
        "int c(int k) { return bump()+bump(); }",
        "int f; int bump(){return ++f;}",
    ),
    (
        "inl_unused_arg_effect_dropped",
        "int m(int n) { return 1; }",
        "int c(int k) { return m(bump()); }",
        "int c(int k) { return 1; }",
        "int f; int bump(){return ++f;}",
    ),
    (
        "inl_unused_arg_failing_dropped",
        "int m(int n) { return 1; }",
        "int c(int k) { return m(k/0); }",
        "int c(int k) { return 1; }",
        "",
    ),
    (
        "inl_param_write",
        "int m(int n) { n++; return n; }",
        "int c(int k) { int j=m(k); return j+k; }",
        "int c(int k) { k++; int j=k; return j+k; }",
        "",
    ),
    (
        "inl_early_return",
        "int m(int n) { if(n>0) return 1; return 2; }",
        "int c(int k) { int j=m(k); return j+1; }",
        "int c(int k) { if(k>0) return 1; int j=2; return j+1; }",
        "",
    ),
    (
        "inl_narrow_param",
        "int m(short n) { return n/2; }",
        "int c(int k) { return m(k); }",
        "int c(int k) { return k/2; }",
        "",
    ),
    (
        "inl_widening_param",
        "int m(long n) { return (int)(n*n>>8); }",
        "int c(int k) { return m(k); }",
        "int c(int k) { return (int)(k*k>>8); }",
        "",
    ),
    (
        "inl_float_param",
        "int m(double n) { return (int)(n/2); }",
        "int c(int k) { return m(k); }",
        "int c(int k) { return (int)(k/2); }",
        "",
    ),
    (
        "inl_ret_conversion2",
        "long m(int n) { return n; }",
        'int c(int k) { return (""+m(k)).length(); }',
        'int c(int k) { return (""+k).length(); }',
        "",
    ),
    (
        "inl_overload_by_type",
        "Integer m(int n) { return n; }",
        "int c(int k) { return g(m(k)); }",
        "int c(int k) { return g(k); }",
        "int g(int i){return 1;} int g(Object o){return 2;}",
    ),
    (
        "inl_varargs",
        "int m(int... n) { return n.length; }",
        "int c(int k) { return m(k,k); }",
        "int c(int k) { return 2; }",
        "",
    ),
    (
        "inl_synchronized",
        "synchronized int m(int n) { return n+f; }",
        "int c(int k) { return m(k); }",
        "int c(int k) { return k+f; }",
        "int f;",
    ),
    (
        "inl_generic_cast",
        "<T> T m(int n) { return (T)o; }",
        "int c(int k) { String s=this.<String>m(k); return 1; }",
        "int c(int k) { Object s=o; return 1; }",
        "Object o;",
    ),
]


@pytest.fixture(scope="module")
def analyser() -> Iterator[JavaAnalyser]:
    with JavaAnalyser() as opened:
        yield opened


@pytest.mark.parametrize("case", RIGHT_MOVES, ids=lambda case: case[0])
def test_a_right_move_is_proven(case: Case, analyser: JavaAnalyser) -> None:
    assert proven(move(case, analyser))


@pytest.mark.parametrize("case", WRONG_MOVES, ids=lambda case: case[0])
def test_a_move_after_which_this_is_something_else_is_not_proven(case: Case, analyser: JavaAnalyser) -> None:
    assert not proven(move(case, analyser))


@pytest.mark.parametrize("case", RIGHT_INLININGS, ids=lambda case: case[0])
def test_a_right_inlining_is_proven(case: Case, analyser: JavaAnalyser) -> None:
    assert proven(inline(case, analyser))


@pytest.mark.parametrize("case", WRONG_INLININGS, ids=lambda case: case[0])
def test_an_inlining_after_which_this_is_something_else_is_not_proven(
    case: Case, analyser: JavaAnalyser
) -> None:
    assert not proven(inline(case, analyser))


def move(case: Case, analyser: JavaAnalyser) -> Inversion:
    _, target, old_caller, new_caller, moved, rest_a, rest_b = case
    asked = Asked(
        type=RefactoringType.MOVE_METHOD,
        target=ref(target),
        destination=Destination(class_name="p.B", file=B),
    )
    before = {A: source("A", target, old_caller, rest_a), B: source("B", rest_b)}
    after = {A: source("A", "", new_caller, rest_a), B: source("B", rest_b, moved)}
    return analyser.invert(asked, before, after, {}, Surroundings())


def inline(case: Case, analyser: JavaAnalyser) -> Inversion:
    _, target, old_caller, new_caller, rest = case
    asked = Asked(type=RefactoringType.INLINE_METHOD, target=ref(target))
    before, after = source("A", target, old_caller, rest), source("A", "", new_caller, rest)
    return analyser.invert(asked, {A: before}, {A: after}, {}, Surroundings())


def source(name: str, *members: str) -> str:
    return "\n".join((f"package p; class {name} {{", *members, "}"))


def ref(target: str) -> MethodRef:
    kinds = target.partition("(")[2].partition(")")[0].rpartition(" ")[0]
    return MethodRef(file=A, class_name="p.A", signature=f"m({kinds})", start_line=2, end_line=2)


def proven(inversion: Inversion) -> bool:
    left = (
        inversion.obstacle,
        inversion.differences,
        inversion.frame,
        inversion.calls,
        inversion.callers_left,
    )
    return inversion.found and not any(left)
