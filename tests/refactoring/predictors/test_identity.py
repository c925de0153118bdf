"""What a user may edit changes the key of predictions: prompts, the recipe, examples, the agents."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from swerefactor import material
from swerefactor.errors import InputError
from swerefactor.refactoring.predictors.agents.multi_agent import MultiAgentPredictor
from swerefactor.refactoring.predictors.agents.workflow import Agents
from swerefactor.refactoring.predictors.examples import Examples
from swerefactor.refactoring.predictors.prompts import Prompts
from swerefactor.refactoring.predictors.simple import SimplePredictor
from swerefactor.repositories import Repositories
from swerefactor.retrieval.setup import open_folder
from tests.fakes.model import ScriptedModel


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of all that a user may edit."""
    for name in ("prompts", "rag", "agents"):
        shutil.copytree(material.folder(name), tmp_path / name)
    return tmp_path


def identity(folder: Path, mode: str) -> str:
    model, prompts = ScriptedModel([]), Prompts(folder / "prompts")
    if mode == "multi-agent":
        agents = Agents.read(folder / "agents")
        return MultiAgentPredictor(model, None, agents, prompts).identity  # type: ignore[arg-type]
    examples = Examples(open_folder(folder / "rag"), prompts) if mode == "rag" else None
    return SimplePredictor(model, Repositories(), None, prompts, examples=examples).identity  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("file", "modes"),
    [
        ("prompts/simple/system.md", {"simple", "rag"}),
        ("prompts/rag/user.md", {"rag"}),
        ("prompts/multi-agent/mend.md", {"multi-agent"}),
        ("prompts/types/move-method.md", {"simple", "rag", "multi-agent"}),
        ("agents/developer.md", {"multi-agent"}),
        ("rag/examples/extract-method-header-line.md", {"rag"}),
    ],
)
def test_another_text_is_another_key_in_the_modes_that_use_it(
    file: str, modes: set[str], folder: Path
) -> None:
    before = {mode: identity(folder, mode) for mode in ("simple", "rag", "multi-agent")}
    text = (folder / file).read_text("utf-8")
    (folder / file).write_text(text.replace(" the ", " the very ", 1), "utf-8")
    after = {mode: identity(folder, mode) for mode in before}
    assert {mode for mode in before if before[mode] != after[mode]} == modes


def test_another_limit_and_another_recipe_are_another_key(folder: Path) -> None:
    before = identity(folder, "multi-agent"), identity(folder, "rag")
    for file, old, new in (
        ("agents/workflow.toml", "turns = 50", "turns = 20"),
        ("rag/recipe.toml", "examples = 3", "examples = 2"),
    ):
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), "utf-8")
    after = identity(folder, "multi-agent"), identity(folder, "rag")
    assert not set(before) & set(after)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turns = 50 ", "turns = 0 ", "limits.turns"),
        ("turns = 50 ", "turn = 50 ", "limits.turns"),
        ('"read_file"]', '"read_mail"]', "reviewer.tools.4"),
        ("[limits]", "[limits", "can't be read"),
    ],
)
def test_a_workflow_that_is_wrong_is_told_with_its_place(old: str, new: str, said: str, folder: Path) -> None:
    place = folder / "agents" / "workflow.toml"
    text = place.read_text("utf-8")
    assert old in text
    place.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(InputError, match=said):
        identity(folder, "multi-agent")
