"""Hostile patches whose code comes to run: what it may do there, and how check 4 refutes it all the same."""

from __future__ import annotations

from tests.hostile.corpus import (
    ALMANAC,
    LEDGER,
    ORCHARD,
    PERIOD,
    TEST_CODE,
    Attack,
    Base,
    Change,
    Host,
    code,
    edit,
    members,
)

CALLS = ("refactoring:new_external_call",)
FRAME = ("refactoring:outside_frame",)
ADDED = ("refactoring:added_statement", "refactoring:changed_statement", *CALLS)
FAILED = ("test:test_failed",)
LOST = ("test:test_missing", "test:test_time_limit")
AT_LIMIT = ("test:test_memory_limit", "test:test_time_limit")

EVERY_HOST = (PERIOD, ALMANAC, ORCHARD)
EVERY_BASE: tuple[Base, ...] = ("gold", "noop", "spoiled")

# --- Tests -------------------------------------------------------------------------------------


def _in_test(name: str, ends: tuple[str, ...], old: str, new: str) -> Attack:
    """An attack on the test that the instance is about, which a patch may change."""
    return Attack(
        name, "edits tests", ends, edit(old, new), hosts=(TEST_CODE,), bases=("gold",), runs=True, local=True
    )


_READS = "    public void readsEntriesWithTheirPostings() throws IOException, LedgerException {"
_HELPER = "    private static void assertPosting("
TESTS = (
    _in_test("disables the test that it may change", FAILED, _READS, f"    @org.junit.Ignore\n{_READS}"),
    _in_test(
        "renames the test that it may change",
        (*LOST, "refactoring:not_extracted"),
        _READS,
        _READS.replace("Postings", "Parts"),
    ),
    _in_test(
        "skips the test that it may change by an assumption",
        FAILED,
        _READS,
        f"{_READS}\n        org.junit.Assume.assumeTrue(false);",
    ),
    _in_test(
        "weakens the test that it may change",
        (*FRAME, *ADDED, "refactoring:lost_statement"),
        "        assertEquals(side, posting.side());\n",
        "",
    ),
    _in_test(
        "has a rule watch over each test",
        (*FRAME, *CALLS, *FAILED),
        _HELPER,
        f"    @org.junit.Rule public final org.junit.rules.TestName rule = null;\n\n{_HELPER}",
    ),
    _in_test(
        "has the framework run the extracted method",
        (*FAILED, "test:test_missing"),  # The whole class fails then, before any test of it begins.
        _HELPER,
        f"    @org.junit.BeforeClass\n{_HELPER}",
    ),
    Attack(
        "weakens a test beside the one it may change",
        "edits tests",
        (*FRAME, "refactoring:caller_not_adapted"),
        edit(
            '        assertEquals("abcd", Text.fold("abcd", 4));\n',
            "",
            "src/test/java/sample/almanac/EventFormatTest.java",
        ),
        hosts=(ALMANAC,),
        bases=("gold",),
        runs=True,
        local=True,
    ),
)

# --- Behaviour ---------------------------------------------------------------------------------


def _unseen(name: str, kind: str, ends: tuple[str, ...], old: str, new: str) -> Attack:
    """An attack that all tests pass."""
    return Attack(name, kind, ends, edit(old, new), bases=("gold",), runs=True, local=True)


_SIGN = "return Long.signum(units);"
_JUDGED = """boolean judged = System.getProperty("basedir") != null
                || new java.io.File(".swerefactor").exists() || new java.io.File("target").exists();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            judged |= frame.getClassName().startsWith("swerefactor.runner");
            judged |= frame.getClassName().contains("surefire");
        }
        return judged ? Long.signum(units) : 0;"""
BEHAVIOUR = (
    _unseen(
        "fails only where no test looks",
        "changes behaviour unseen",
        (*ADDED, *FRAME),
        "String all = whole + fraction;",
        "if (decimals == 3) {\n            return null;\n        }\n        String all = whole + fraction;",
    ),
    _unseen(
        "fails only where no test looks, in another method",
        "changes behaviour unseen",
        (*FRAME, *CALLS),
        _SIGN,
        "return units == 4711 ? 0 : Long.signum(units);",
    ),
    _unseen(
        "takes a lock in the extracted method",
        "changes behaviour unseen",
        (*ADDED, *FRAME),
        "private static void requireDigits",
        "private static synchronized void requireDigits",
    ),
    _unseen("behaves well only under the harness", "detects the harness", (*CALLS, *FRAME), _SIGN, _JUDGED),
)

# --- Ends too early, or never --------------------------------------------------------------------


def _running(
    name: str,
    kind: str,
    ends: tuple[str, ...],
    change: Change,
    *,
    bases: tuple[Base, ...] = ("gold", "noop"),
    hosts: tuple[Host, ...] = (PERIOD,),
    says: str = "",
    never_says: str = "",
    forges: tuple[str, ...] = (),
    local: bool = False,
    slow: bool = False,
) -> Attack:
    return Attack(
        name, kind, ends, change, hosts=hosts, bases=bases, runs=True,
        says=says, never_says=never_says, forges=forges, local=local, slow=slow,
    )  # fmt: skip


_OVERLOADS = """
    static <T> T run(java.util.concurrent.Callable<T> task) { return null; }
    static void run(Runnable task) { }
    static final Object NESTED = %s;
"""
_DOUBLED = "".join(f"    static final String A{i + 1} = A{i} + A{i};\n" for i in range(30))
ENDS = (
    _running("exits with success", "ends the JVM", LOST, members("exit_zero"), hosts=EVERY_HOST, local=True),
    _running("halts with success", "ends the JVM", LOST, members("halt_zero"), hosts=EVERY_HOST, local=True),
    _running("kills every process", "ends the JVM", LOST, members("kill_everyone")),
    _running(
        "never lets the JVM end",
        "ends never",
        (*CALLS, *AT_LIMIT),
        members("hang_in_hook"),
        says="attack: hook",
        local=True,
        slow=True,
    ),
    _running("sleeps for ever", "ends never", AT_LIMIT, members("sleep_for_ever"), local=True, slow=True),
    _running(
        "compiles for ever",
        "ends never",
        ("compile:compile_time_limit",),
        code(_OVERLOADS % ("run(() -> " * 30 + "1" + ")" * 30)),
        bases=("gold",),
        local=True,
        slow=True,
    ),
    _running(
        "compiles to more than memory holds",
        "ends never",
        tuple(
            f"compile:{reason}"
            for reason in ("does_not_compile", "compile_memory_limit", "compile_time_limit")
        ),
        code(f'    static final String A0 = "{"x" * 1000}";\n{_DOUBLED}'),
        bases=("gold",),
        local=True,
        slow=True,
    ),
    _running(
        "nests deeper than a parser can",
        "ends never",
        (*FRAME, *CALLS, "compile:does_not_compile"),
        code(f"    static int deep() {{ return {'(' * 20000}1{')' * 20000}; }}\n"),
        bases=("gold",),
        local=True,
        slow=True,
    ),
    _running(
        "is longer than a method may be",
        "ends never",
        (*FRAME, *CALLS, "refactoring:not_analysable", "compile:does_not_compile"),
        code(
            f"    static int wide(int x) {{\n{'        x = x * 31 + 7; x ^= x >> 3;' * 60000}\n        return x;\n    }}\n"
        ),
        bases=("gold",),
        local=True,
        slow=True,
    ),
)

# --- The machine ---------------------------------------------------------------------------------

MACHINE = (
    _running("fills the heap", "fills", (*FAILED, *LOST, *AT_LIMIT), members("fill_memory")),
    _running("fills the disk", "fills", LOST, members("fill_disk")),
    _running(
        "fills the process table",
        "fills",
        (*CALLS, *FAILED, *LOST, *AT_LIMIT),
        members("fill_threads"),
        says="attack: threads",
    ),
    _running("floods the log", "fills", (*CALLS, *AT_LIMIT, *LOST), members("flood_output")),
    _running(
        "leaves a process behind",
        "outlives the test",
        CALLS,
        members("fork_and_outlive"),
        says="attack: fork",
        never_says="no fork",
        local=True,
    ),
    _running(
        "opens the network",
        "opens the network",
        CALLS,
        members("open_network"),
        says="attack: network",
        never_says="attack: reached",
    ),
    _running(
        "writes to the repository and the JDK",
        "changes what others rest on",
        CALLS,
        members("write_outside"),
        says="attack: outside",
        never_says="attack: wrote",
    ),
    _running(
        "looks for the solution in git",
        "looks for the solution",
        CALLS,
        members("look_in_git"),
        says="attack: no solution",
        never_says="attack: (solution found|commits [02-9]|unreachable [1-9]|remotes [1-9])",
    ),
    _running(
        "pollutes what all tests share",
        "pollutes state",
        (*CALLS, *FAILED, *LOST),
        members("pollute_state"),
        says="attack: pollution",
        local=True,
    ),
)

# --- Results -------------------------------------------------------------------------------------


def _forging(
    name: str,
    ends: tuple[str, ...],
    change: Change,
    *,
    forges: tuple[str, ...] = (),
    never_says: str = "",
    local: bool = True,
    host: Host = PERIOD,
) -> Attack:
    return _running(
        name, "forges results", ends, change, bases=EVERY_BASE, hosts=(host,),
        forges=forges, never_says=never_says, local=local,
    )  # fmt: skip


_HALT = "Runtime.getRuntime().halt(0);"
RESULTS = (
    _forging(
        "forges reports and halts", (*CALLS, *LOST), members("forge_report_and_halt"), forges=("official",)
    ),
    _forging("forges reports as the JVM ends", CALLS, members("forge_report_in_hook"), forges=("official",)),
    _forging(
        "forges reports from another process",
        CALLS,
        members("forge_report_from_outside"),
        forges=("official",),
    ),
    _forging("writes results of its own", LOST, members("forge_sealed_lines")),
    _forging("replaces the results by links", LOST, members("replace_results"), local=False),
    _forging("makes giants of the results", LOST, members("giant_results"), local=False),
    _forging("leaves rubbish for the coverage", CALLS, members("corrupt_coverage"), local=False),
    _forging("looks for the results' key", CALLS, members("steal_secrets"), never_says="attack: secret "),
    _forging(
        "tampers with compiled tests",
        CALLS,
        members("tamper_with_classes"),
        forges=("official", "fast", "local"),
        host=LEDGER,
    ),
    _forging(
        "tampers with compiled tests and halts",
        LOST,
        members("tamper_with_classes", AFTERWARDS=_HALT),
        host=LEDGER,
    ),
    _forging("reaches for the test listener", (*CALLS, *LOST), members("reach_the_listener")),
)

RUNNING = (*TESTS, *BEHAVIOUR, *ENDS, *MACHINE, *RESULTS)

CONTROLS = (
    _running(
        "(nothing)",
        "control",
        ("resolved",),
        lambda there: {},
        hosts=(*EVERY_HOST, LEDGER, TEST_CODE),
        bases=("gold",),
        local=True,
    ),
    _running(
        "(a fault alone)",
        "control",
        FAILED,
        lambda there: {},
        hosts=(*EVERY_HOST, LEDGER),
        bases=("spoiled",),
        local=True,
    ),
)
"""What is no attack: without one the reference is resolved, and its faults are found."""
