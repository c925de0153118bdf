"""The project's own promises: imports go one way, and the README's commands are those that CI runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_imports_go_one_way() -> None:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
    ]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    script = "import sys, swerefactor.cli.app; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {
        "pydantic",
        "docker",
        "langchain",
        "langchain_core",
        "tree_sitter",
        "httpx",
        "numpy",
        "tokenizers",
    }
    assert not heavy & set(ran.stdout.split())


def test_every_file_says_in_its_first_line_what_it_is_for() -> None:
    for path in sorted((ROOT / "swerefactor").rglob("*.py")):
        first = path.read_text("utf-8").splitlines()[0]
        assert first.startswith('"""'), path
        assert first.rstrip('"').endswith((".", "`")), path


def test_every_reason_code_is_documented() -> None:
    documented = set(re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "reasons.md").read_text("utf-8")))
    raised = set()
    for path in (ROOT / "swerefactor").rglob("*.py"):
        text = path.read_text("utf-8")
        raised |= set(re.findall(r'(?:PatchError|EditError|UnusableReply)\(\s*"([a-z_]+)"', text))
        raised |= set(re.findall(r'Failure\(\s*reason="([a-z_]+)"', text))
        raised |= set(re.findall(r'return "([a-z]+_[a-z_]+)", f?"', text))
    assert len(raised) > 15
    assert raised <= documented, raised - documented
