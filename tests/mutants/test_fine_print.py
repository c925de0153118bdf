"""Extractions that look right and are not, by what Java's rules say of order, identity, numbers and exceptions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from swerefactor.analysis.analyser import JavaAnalyser
from swerefactor.values import Asked, Inversion, MethodRef, RefactoringType, Surroundings

FILE = "p/A.java"
CLASS = """package p; import java.util.*; class A extends B {{
 int target(String a, int n, List<String> xs) throws Exception {{ {body} }}
 {made}
 int f; volatile boolean v; static int s; List<String> list; Object lock = new Object(); Object o;
 int other(int k) {{ return k; }} int bump() {{ return ++f; }} void eff() {{ f++; }} int get() {{ return f; }}
 public String toString() {{ f++; return ""; }}
}}
class B {{ int inh() {{ return 1; }} int inh2() {{ return 2; }} }}
"""
PARSE = "int m = 0; try { m = Integer.parseInt(a); } catch (NumberFormatException e) { m = 1; } return m;"

RIGHT = [
    (
        "an_effect_and_a_count",
        "int m = n; eff(); m++; return m;",
        "int m = n; h(); m++; return m;",
        "void h() { eff(); }",
    ),
    ("a_try_that_only_reads", PARSE, "return h(a);", f"int h(String a) {{ {PARSE} }}"),
    (
        "a_negation_by_de_morgan",
        "boolean p = n > 1, q = n < 5; return !(p && q) ? 1 : 0;",
        "return h(n);",
        "int h(int n) { boolean p = n > 1, q = n < 5; return (!p || !q) ? 1 : 0; }",
    ),
]
WRONG = [
    (
        "catch_body_changed_pure_try",
        "int m=0; try { m=Integer.parseInt(a); } catch (NumberFormatException e) { m=1; } return m+n;",
        "int m=h(a); return m+n;",
        "int h(String a){ int m=0; try { m=Integer.parseInt(a); } catch (NumberFormatException e) { m=2; } return m; }",
    ),
    (
        "pure_moved_before_try",
        "int m=0; try { m=Integer.parseInt(a); } catch (NumberFormatException e) { m=1; } return m+n;",
        "int m=h(a); return m+n;",
        "int h(String a){ int m=0; int q=Integer.parseInt(a); try { m=q; } catch (NumberFormatException e) { m=1; } return m; }",
    ),
    (
        "catch_dropped_pure",
        "int m=0; try { m=Integer.parseInt(a); } catch (NumberFormatException e) { m=1; } return m+n;",
        "int m=h(a); return m+n;",
        "int h(String a){ return Integer.parseInt(a); }",
    ),
    (
        "catch_other_type",
        "int m=0; try { m=Integer.parseInt(a); } catch (NumberFormatException e) { m=1; } return m+n;",
        "int m=h(a); return m+n;",
        "int h(String a){ int m=0; try { m=Integer.parseInt(a); } catch (IllegalStateException e) { m=1; } return m; }",
    ),
    (
        "div_moved_before_try",
        "int m; try { m=n/n; } catch (ArithmeticException e) { m=7; } return m;",
        "return h(n);",
        "int h(int n){ int q=n/n; int m; try { m=q; } catch (ArithmeticException e) { m=7; } return m; }",
    ),
    (
        "npe_try_field_deref",
        "int m; try { m=xs.size(); } catch (NullPointerException e) { m=7; } return m;",
        "return h(xs);",
        "int h(List<String> xs){ int q=xs.size(); int m; try { m=q; } catch (NullPointerException e) { m=7; } return m; }",
    ),
    (
        "array_in_try",
        "int[] z={1}; int m; try { m=z[n]; } catch (RuntimeException e) { m=7; } return m;",
        "int[] z={1}; return h(z,n);",
        "int h(int[] z,int n){ int q=z[n]; int m; try { m=q; } catch (RuntimeException e) { m=7; } return m; }",
    ),
    (
        "read_out_of_lock",
        "int m; synchronized(lock){ m=f; } return m;",
        "return h();",
        "int h(){ int m=f; synchronized(lock){ } return m; }",
    ),
    ("lock_dropped", "int m; synchronized(lock){ m=f; } return m;", "return h();", "int h(){ return f; }"),
    (
        "other_lock",
        "int m; synchronized(lock){ m=f; } return m;",
        "return h();",
        "int h(){ int m; synchronized(this){ m=f; } return m; }",
    ),
    (
        "volatile_read_once",
        "while(v){ n++; } return n;",
        "return h(n);",
        "int h(int n){ boolean b=v; while(b){ n++; } return n; }",
    ),
    (
        "volatile_read_twice",
        "boolean b=v; if(b) n++; if(b) n+=2; return n;",
        "return h(n);",
        "int h(int n){ if(v) n++; if(v) n+=2; return n; }",
    ),
    ("field_read_across_effect", "int m=f; eff(); return m;", "return h();", "int h(){ eff(); return f; }"),
    (
        "append_Object_calls_toString",
        "int m=f; StringBuilder b=new StringBuilder(); b.append(this); return m;",
        "return h();",
        "int h(){ StringBuilder b=new StringBuilder(); b.append(this); return f; }",
    ),
    (
        "concat_calls_toString",
        'int m=f; String q="x"+this; return m+q.length();',
        "return h();",
        'int h(){ String q="x"+this; int m=f; return m+q.length(); }',
    ),
    (
        "valueOf_calls_toString",
        "int m=f; String q=String.valueOf(this); return m+q.length();",
        "return h();",
        "int h(){ String q=String.valueOf(this); int m=f; return m+q.length(); }",
    ),
    (
        "list_remove_vs_size",
        "int m=xs.size(); xs.remove(a); return m;",
        "return h(xs,a);",
        "int h(List<String> xs,String a){ xs.remove(a); return xs.size(); }",
    ),
    (
        "alias_list_field",
        "int m=list.size(); xs.add(a); return m;",
        "return h(xs,a);",
        "int h(List<String> xs,String a){ xs.add(a); return list.size(); }",
    ),
    (
        "keySet_view",
        "Map<String,String> q=new HashMap<>(); int m=q.keySet().size(); q.put(a,a); return m;",
        "return h(a);",
        "int h(String a){ Map<String,String> q=new HashMap<>(); Set<String> k=q.keySet(); q.put(a,a); return k.size(); }",
    ),
    ("int_overflow_order", "int m=n*2/2; return m;", "return h(n);", "int h(int n){ return n; }"),
    (
        "long_widening",
        "long m=n*n; return (int)(m>>1);",
        "return h(n);",
        "int h(int n){ long m=(long)n*n; return (int)(m>>1); }",
    ),
    (
        "char_vs_int_concat",
        "String q=a+(char)n; return q.length();",
        "return h(a,n);",
        "int h(String a,int n){ String q=a+n; return q.length(); }",
    ),
    (
        "concat_grouping",
        "String q=a+(n+1); return q.length();",
        "return h(a,n);",
        "int h(String a,int n){ String q=a+n+1; return q.length(); }",
    ),
    (
        "concat_grouping2",
        "String q=n+1+a; return q.length();",
        "return h(a,n);",
        "int h(String a,int n){ String q=n+(1+a); return q.length(); }",
    ),
    (
        "boxed",
        "Integer x=n, y=f; return x==y?1:2;",
        "return h(n);",
        "int h(int n){ int x=n, y=f; return x==y?1:2; }",
    ),
    (
        "boxed_local",
        "int x=n; int y=f; return x==y?1:2;",
        "return h(n);",
        "int h(int n){ Integer x=n; Integer y=f; return x==y?1:2; }",
    ),
    (
        "overload_null_char",
        "StringBuilder b=new StringBuilder(); b.append((Object)a); return 1;",
        "return h(a);",
        "int h(String a){ StringBuilder b=new StringBuilder(); b.append(a); return 1; }",
    ),
    (
        "double_vs_float",
        "double d=n*0.1; return (int)d;",
        "return h(n);",
        "int h(int n){ float d=n*0.1f; return (int)d; }",
    ),
    (
        "integer_caching",
        "return new Integer(n)==new Integer(n)?1:0;",
        "return h(n);",
        "int h(int n){ Integer q=new Integer(n); return q==q?1:0; }",
    ),
    (
        "new_once_vs_twice",
        "Object x=new Object(); Object y=x; return x==y?1:0;",
        "return h();",
        "int h(){ Object x=new Object(); Object y=new Object(); return x==y?1:0; }",
    ),
    (
        "new_list_once_vs_per_loop",
        "int m=0; for(int i=0;i<n;i++){ List<String> q=new ArrayList<>(); q.add(a); m+=q.size(); } return m;",
        "return h(a,n);",
        "int h(String a,int n){ int m=0; List<String> q=new ArrayList<>(); for(int i=0;i<n;i++){ q.add(a); m+=q.size(); } return m; }",
    ),
    (
        "break_vs_continue",
        "int m=0; for(String x:xs){ if(x==null) break; m++; } return m;",
        "return h(xs);",
        "int h(List<String> xs){ int m=0; for(String x:xs){ if(x==null) continue; m++; } return m; }",
    ),
    (
        "finally_return",
        "try { eff(); } finally { f=2; } return f;",
        "return h();",
        "int h(){ eff(); f=2; return f; }",
    ),
    ("super_vs_this", "return super.inh();", "return h();", "int h(){ return inh2(); }"),
    ("infinite_loop_dropped", "while(n>0){ } return 1;", "return h(n);", "int h(int n){ return 1; }"),
    ("assert_dropped", "assert n>0; return n;", "return h(n);", "int h(int n){ return n; }"),
    (
        "npe_check_dropped",
        "Objects.requireNonNull(a); return n;",
        "return h(a,n);",
        "int h(String a,int n){ return n; }",
    ),
    (
        "pure_failing_stmt_dropped",
        "Integer.parseInt(a); return n;",
        "return h(a,n);",
        "int h(String a,int n){ return n; }",
    ),
    (
        "pure_failing_stmt_added",
        "eff(); return n;",
        "return h(a,n);",
        "int h(String a,int n){ Integer.parseInt(a); eff(); return n; }",
    ),
    (
        "failing_order_vs_effect",
        "Integer.parseInt(a); eff(); return n;",
        "return h(a,n);",
        "int h(String a,int n){ eff(); Integer.parseInt(a); return n; }",
    ),
    (
        "cast_dropped",
        "Object q=o; String z=(String)q; return n;",
        "return h(n);",
        "int h(int n){ Object q=o; return n; }",
    ),
    (
        "array_store_check",
        "Object[] z=new String[1]; z[0]=o; return n;",
        "return h(n);",
        "int h(int n){ Object[] z=new Object[1]; z[0]=o; return n; }",
    ),
    (
        "lambda_capture_changed",
        "Runnable r=()->eff(); r.run(); return n;",
        "return h(n);",
        "int h(int n){ Runnable r=()->bump(); r.run(); return n; }",
    ),
    (
        "anon_class_changed",
        "Runnable r=new Runnable(){ public void run(){ eff(); } }; r.run(); return n;",
        "return h(n);",
        "int h(int n){ Runnable r=new Runnable(){ public void run(){ eff(); eff(); } }; r.run(); return n; }",
    ),
    (
        "switch_fallthrough",
        "switch(n){ case 1: eff(); case 2: f=3; break; default: f=4; } return f;",
        "return h(n);",
        "int h(int n){ switch(n){ case 1: eff(); break; case 2: f=3; break; default: f=4; } return f; }",
    ),
    ("shift", "return n>>2;", "return h(n);", "int h(int n){ return n>>>2; }"),
    (
        "compound_narrowing",
        "byte b=(byte)n; b+=200; return b;",
        "return h(n);",
        "int h(int n){ int b=(byte)n; b+=200; return b; }",
    ),
    ("float_nan_compare", "return !(n<0.5)?1:0;", "return h(n);", "int h(double n){ return n>=0.5?1:0; }"),
    (
        "time_now_twice",
        "long t=System.nanoTime(); long u=t; return (int)(u-t);",
        "return h();",
        "int h(){ long t=System.nanoTime(); long u=System.nanoTime(); return (int)(u-t); }",
    ),
    (
        "random",
        "Random r=new Random(); int q=r.nextInt(); return q-q;",
        "return h();",
        "int h(){ Random r=new Random(); return r.nextInt()-r.nextInt(); }",
    ),
    (
        "LocalDate_now",
        "java.time.LocalDate d=java.time.LocalDate.now(); eff(); return d.getYear();",
        "return h();",
        "int h(){ eff(); java.time.LocalDate d=java.time.LocalDate.now(); return d.getYear(); }",
    ),
    (
        "iterator_next",
        "Iterator<String> i=xs.iterator(); String q=i.next(); return q==q?1:0;",
        "return h(xs);",
        "int h(List<String> xs){ Iterator<String> i=xs.iterator(); return i.next()==i.next()?1:0; }",
    ),
    ("static_init_order", "int m=s; s=n; return m;", "return h(n);", "int h(int n){ s=n; return s; }"),
    (
        "arg_eval_order",
        "return other(bump())+f;",
        "return h();",
        "int h(){ int q=f; return other(bump())+q; }",
    ),
    ("eval_order_left_operand", "return f+bump();", "return h();", "int h(){ int b=bump(); return f+b; }"),
    (
        "array_index_eval",
        "int[] z={1,2}; int i=0; z[i]=i=1; return z[0];",
        "int[] z={1,2}; return h(z);",
        "int h(int[] z){ int i=0; i=1; z[i]=i; return z[0]; }",
    ),
]


@pytest.fixture(scope="module")
def analyser() -> Iterator[JavaAnalyser]:
    with JavaAnalyser() as opened:
        yield opened


@pytest.mark.parametrize(("before", "after", "made"), [pytest.param(*c[1:], id=c[0]) for c in RIGHT])
def test_the_frame_of_these_cases_lets_right_extractions_pass(
    before: str, after: str, made: str, analyser: JavaAnalyser
) -> None:
    assert proven(undone(before, after, made, analyser))


@pytest.mark.parametrize(("before", "after", "made"), [pytest.param(*c[1:], id=c[0]) for c in WRONG])
def test_an_extraction_that_changes_this_is_not_proven(
    before: str, after: str, made: str, analyser: JavaAnalyser
) -> None:
    assert not proven(undone(before, after, made, analyser))


def undone(before: str, after: str, made: str, analyser: JavaAnalyser) -> Inversion:
    target = MethodRef(
        file=FILE, class_name="p.A", signature="target(String, int, List<String>)", start_line=2, end_line=2
    )
    asked = Asked(type=RefactoringType.EXTRACT_METHOD, target=target)
    old, new = CLASS.format(body=before, made=""), CLASS.format(body=after, made=made)
    return analyser.invert(asked, {FILE: old}, {FILE: new}, {}, Surroundings())


def proven(inversion: Inversion) -> bool:
    left = (
        inversion.obstacle,
        inversion.differences,
        inversion.frame,
        inversion.calls,
        inversion.callers_left,
    )
    return inversion.found and not any(left)
