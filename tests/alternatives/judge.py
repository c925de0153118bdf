"""Check 4 alone: a patch is applied, looked at and undone, and nothing is compiled or tested."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from swerefactor.farm.surroundings import written
from swerefactor.patches import apply_patch
from swerefactor.protocols import Analyser
from swerefactor.refactoring.verify import refactoring
from swerefactor.refactoring.verify.neighbours import neighbours
from swerefactor.refactoring.verify.refactoring import Judgement
from swerefactor.refactoring.verify.workbench import base_of, java_texts
from swerefactor.repositories import Repositories
from swerefactor.values import Asked, Instance, JavaProject


def usual_layout(instance: Instance) -> JavaProject:
    """Maven's usual folders, and no libraries: what comes from them stays unresolved."""
    return usual_folders(instance.module)


def usual_folders(module: str) -> JavaProject:
    """The layout of a module by Maven's convention."""
    below = f"{module}/" if module else ""
    return JavaProject(
        module=module, main_roots=(f"{below}src/main/java",), test_roots=(f"{below}src/test/java",)
    )


@dataclass(frozen=True)
class Judge:
    """Says of a patch what check 4 finds."""

    repositories: Repositories
    analyser: Analyser
    project: Callable[[Instance], JavaProject] = usual_layout

    def judge(self, instance: Instance, patch: str) -> Judgement:
        """Proven, refuted or unknown. Raises `PatchError` for a patch that does not apply."""
        repository, project = self.repositories.open(instance.repository), self.project(instance)
        changes = apply_patch(patch, lambda path: repository.read(instance.base_commit, path))
        before, after = java_texts(changes)
        roots = (*project.main_roots, *project.test_roots)
        others = neighbours(before, after, self.analyser, repository, instance.base_commit, roots)
        asked = Asked(type=instance.type, target=instance.target, destination=instance.destination)
        surroundings = written(repository, base_of(instance), project)
        inversion = self.analyser.invert(asked, before, after, others, surroundings)
        return refactoring.judge(instance, self.analyser.detect(before, after), inversion)
