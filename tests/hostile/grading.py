"""Carries out an attack for real, and says what came of it: the verdict, and what was left outside of it."""

from __future__ import annotations

import contextlib
import re
import socket
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from swerefactor.analysis.codebleu import score
from swerefactor.farm.local import LocalSandbox
from swerefactor.farm.plain import PlainBuildTool
from swerefactor.refactoring.sample import sample_repositories
from swerefactor.refactoring.setup import Choices, open_analyser, open_tools
from swerefactor.refactoring.verify.verifier import Verifier
from swerefactor.refactoring.verify.workbench import Workbench, base_of
from swerefactor.repositories import Repositories
from swerefactor.runs.folder import Kept, content_key
from swerefactor.values import (
    Baseline,
    Check,
    Instance,
    JavaProject,
    Limits,
    Outcome,
    Prediction,
    RunResult,
    Status,
    TestCase,
    Verdict,
)
from tests.fakes.parts import ScriptedTestRun
from tests.fakes.sandbox import FakeSandbox
from tests.hostile.corpus import MARK, PORT, Attack, Base, Host

Way = Literal["forged", "fast", "official", "local"]
"""How code is run: the fast or the official path in Docker, the fast path on this machine, or not at all:
then every test result is taken for forged, so that all tests look passed."""

BRIEF = 60.0
"""Seconds that are enough for the sample's tests, and not too long to wait for what never ends."""
LIMITS = {
    "forged": Limits(seconds=200),
    "fast": Limits(seconds=300, memory=2 << 30, processes=256, output=4 << 20, workspace=512 << 20),
    "official": Limits(seconds=300, memory=2 << 30, processes=256, output=4 << 20, workspace=512 << 20),
    "local": Limits(seconds=300, output=4 << 20),
}


_CHECK_4 = ("refactoring:new_external_call", "refactoring:outside_frame", "refactoring:not_analysable")
"""How check 4 refutes code that was added anywhere in a class."""


@dataclass(frozen=True)
class Ending:
    """What came of an attack. `faults` says what is not as it must be, a sentence each."""

    verdict: Verdict
    log: str
    seconds: float
    faults: tuple[str, ...]

    @property
    def got(self) -> str:
        """The first check that failed and its reason."""
        return got(self.verdict)

    @property
    def forged(self) -> bool:
        """Tests that fail without the attack look passed with it."""
        return any(c.check is Check.TEST and c.status is Status.PASSED for c in self.verdict.checks)


def got(verdict: Verdict) -> str:
    """The first check that failed and its reason, as `test:test_missing`; `resolved` where none did."""
    first = verdict.first_failed
    if first is None:
        return "resolved" if verdict.resolved else "skipped"
    return f"{first.check.value}:{first.reason}"


@contextlib.contextmanager
def open_verifier(way: Way, seconds: float | None = None) -> Iterator[Verifier]:
    """The verifier of a real run, with a time limit of its own for what runs until one ends it."""
    if way == "forged":
        with _open_forged() as verifier:
            yield verifier
        return
    choices = Choices(
        sandbox="local" if way == "local" else "docker",
        build="official" if way == "official" else "fast",
        limits=LIMITS[way] if seconds is None else LIMITS[way].model_copy(update={"seconds": seconds}),
    )
    with tempfile.TemporaryDirectory() as folder, Listener():
        sandbox: Literal["docker", "local"] = "local" if way == "local" else "docker"
        with open_tools(choices, sandbox, Path(folder), lambda line: None) as tools:
            yield tools.verifier


@contextlib.contextmanager
def _open_forged() -> Iterator[Verifier]:
    """A verifier to which all compiles and every test passes; the rest is real."""
    repositories = Repositories(made=sample_repositories())
    sandbox = LocalSandbox(repositories)
    test = TestCase(class_name="p.OneTest", name="passes", outcome=Outcome.PASSED)
    passed = RunResult(compiled=True, compile_seconds=0.0, tests=(test,))

    def baseline(instance: Instance, project: JavaProject) -> Baseline:
        passing: dict[str, tuple[str, ...]] = {test.class_name: (test.name,)}
        return Baseline(base=base_of(instance), build="fast", sandbox="local", passing=passing)

    with tempfile.TemporaryDirectory() as folder, open_analyser() as analyser:
        yield Verifier(
            Workbench(
                repositories=repositories,
                sandbox=FakeSandbox(repositories),
                build_tool=lambda base: PlainBuildTool(base.repository),
                test_run=ScriptedTestRun(passed),
                analyser=analyser,
                baseline=baseline,
                score=score,
                limits=LIMITS["forged"],
                runs=Kept(Path(folder)),
                key=content_key,
                surroundings=sandbox.surroundings,
            )
        )


def carry_out(attack: Attack, host: Host, base: Base, way: Way, verifier: Verifier) -> Ending:
    """One attack on one host, to its verdict and beyond."""
    patch = attack.patch(host, base)
    prediction = Prediction(instance_id=host.instance_id, model_name_or_path="hostile", model_patch=patch)
    begun = time.monotonic()
    made = verifier.verify(host.instance, prediction)
    seconds = time.monotonic() - begun
    log = made.files.get("build.log", "")
    faults = _faults(attack, base, way, made.verdict, log, seconds)
    return Ending(made.verdict, log, seconds, tuple(faults))


def _faults(
    attack: Attack, base: Base, way: Way, verdict: Verdict, log: str, seconds: float
) -> Iterator[str]:
    outcome = got(verdict)
    control = attack.kind == "control"
    right = attack.ends if base == "gold" or control else ()
    if way == "forged" and base == "spoiled":
        right = ()  # Only the tests say which fault it is.
    elif way == "forged" and right and "resolved" not in right:
        right = tuple(end for end in right if end.startswith(("apply", "refactoring"))) or _CHECK_4
    if verdict.resolved and "resolved" not in right:
        yield "it is resolved"
    if verdict.broken or verdict.invalid:
        yield f"it does not count against the model: {verdict.first_failed or verdict.invalid}"
    if right and outcome not in right and not verdict.broken:
        yield f"it ends as {outcome}"
    if way in ("forged", *attack.forges):
        pass
    elif base == "spoiled" and _passed(verdict, Check.TEST):
        yield "a test that fails looks passed"
    if attack.runs and not control and _passed(verdict, Check.REFACTORING):
        yield "check 4 believes it"
    if seconds > 3 * LIMITS[way].seconds:
        yield f"it takes {seconds:.0f} seconds"
    if attack.says and base != "spoiled" and way != "forged" and not re.search(attack.says, log):
        yield "its code did not run"
    if attack.never_says and (said := re.search(attack.never_says, log)):
        yield f"it says {said[0]!r}"
    if left := survivors():
        yield f"processes are left: {left}"
    if Listener.heard:
        yield f"something came over the network: {Listener.heard}"


def _passed(verdict: Verdict, check: Check) -> bool:
    return any(c.check is check and c.status is Status.PASSED for c in verdict.checks)


def survivors() -> list[str]:
    """Command lines of processes on this machine that only an attack would start."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            line = place.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            if f"sleep {MARK}" in line:
                found.append(line.strip())
    return found


class Listener:
    """Listens on this machine for whatever gets out of a sandbox."""

    heard: Sequence[str] = ()

    def __enter__(self) -> Listener:
        self._socket = socket.create_server(("", PORT), reuse_port=True)
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, address = self._socket.accept()
                connection.close()
                Listener.heard = (*Listener.heard, str(address))
