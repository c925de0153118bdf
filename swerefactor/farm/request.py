"""What the Java runner is asked, and its answers, read without running anything."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from swerefactor.errors import SandboxError
from swerefactor.values import Outcome, TestCase

MAIN_CLASS = "swerefactor.runner.Main"


def framed(pairs: Iterable[tuple[str, str]]) -> bytes:
    """A request as the runner reads it from standard input."""
    text = "".join(f"{name}={value}\0" for name, value in pairs).encode()
    return f"{len(text)}\n".encode() + text


@dataclass(frozen=True)
class Session:
    """What the results of one command say.

    `compiled` is None when compilation did not end. `found` are the test classes to run, `done`
    those that ended. `running` had begun and did not end. `complete` means that all was said;
    `fault` is why the runner itself could not go on.
    """

    compiled: bool | None = None
    compile_seconds: float = 0.0
    sources: int = 0
    """How many source files were compiled, each as often as it was."""
    errors: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    running: str | None = None
    tests: tuple[tuple[str, TestCase], ...] = ()
    """Each test case with the top class under which it ran."""
    complete: bool = False
    fault: str = ""

    def of(self, classes: Sequence[str]) -> tuple[TestCase, ...]:
        """The test cases that ran under these top classes."""
        return tuple(case for top, case in self.tests if top in classes)


def read_results(content: str, *nonces: str) -> Session:
    """What results prove: their lines up to the first that is cut off or not the runner's own.

    The compiler and the tests are two programs, each with a nonce of its own, one after the other.
    """
    compiled, compile_seconds, sources, complete, fault, running = None, 0.0, 0, False, "", None
    errors: list[str] = []
    found: list[str] = []
    done: list[str] = []
    tests: list[tuple[str, TestCase]] = []
    for record in _records(content, nonces):
        match record:
            case {"kind": "error", "file": file, "line": line, "message": message}:
                errors.append(f"{file}:{line}: {message}")
            case {"kind": "compiled", "ok": ok, "seconds": seconds, "sources": count}:
                compiled, compile_seconds, sources = ok == 1, float(str(seconds)), int(str(count))
            case {"kind": "found", "class": name}:
                found.append(str(name))
            case {"kind": "begun", "class": name}:
                running = str(name)
            case {"kind": "done", "class": name}:
                done.append(str(name))
                running = None
            case {"kind": "test"}:
                tests.append((running or "", _test_case(record)))
            case {"kind": "complete"}:
                complete = True
            case {"kind": "broken", "message": message}:
                fault = str(message)
            case _:
                raise SandboxError("The runner wrote a result of an unknown kind.", "Please report this.")
    return Session(
        compiled=compiled,
        compile_seconds=compile_seconds,
        sources=sources,
        errors=tuple(errors),
        found=tuple(found),
        done=tuple(done),
        running=running,
        tests=tuple(tests),
        complete=complete,
        fault=fault,
    )


def _records(content: str, nonces: Sequence[str]) -> list[dict[str, object]]:
    """The records under each nonce in turn, as far as their seals hold."""
    lines = content.split("\n")[:-1]
    records = []
    for key in nonces:
        while lines and _is_sealed(lines[0], key):
            records.append(json.loads(lines.pop(0).partition(" ")[2]))
            key = _hashed("next" + key)
    return records


def _is_sealed(line: str, key: str) -> bool:
    seal, _, text = line.partition(" ")
    return seal == _hashed(key + text)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _test_case(record: Mapping[str, object]) -> TestCase:
    return TestCase(
        class_name=str(record["class"]),
        name=str(record["name"]),
        outcome=Outcome(str(record["outcome"])),
        message=str(record["message"]),
        seconds=float(str(record["seconds"])),
    )
